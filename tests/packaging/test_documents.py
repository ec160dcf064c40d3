"""What README and notebooks show must work as shown."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests import kernels

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_the_python_of_the_readme_runs() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    assert blocks
    namespace: dict[str, object] = {}
    for block in blocks:
        exec(block, namespace)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_and_are_kept_without_outputs(path: Path, tmp_path: Path) -> None:
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert not any(cell["outputs"] or cell["execution_count"] for cell in cells)
    kernels.write_spec(tmp_path, "here", Path(sys.executable))
    with kernels.start(tmp_path, "here", cwd=str(path.parent)) as kernel:
        for cell in cells:
            kernels.execute(kernel, "".join(cell["source"]))
