"""Wheel and sdist: complete, and usable where there is no node and no checkout."""

from __future__ import annotations

import email
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from jupyter_client.blocking.client import BlockingKernelClient

from tests import kernels

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pyramid_widget"
BUNDLE = {"static/widget.js", "static/widget.css", "static/sheets.js"}


@dataclass(frozen=True)
class Distributions:
    wheel: Path
    sdist: Path


def without_node(venv: Path) -> dict[str, str]:
    """The environment of a machine that has the virtual environment's commands and no others."""
    environment = os.environ | {"PATH": str(venv / "bin")}
    assert not shutil.which("node", path=environment["PATH"])
    return environment


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """The sdist made from the checkout, and the wheel made from that sdist: without node, so from the bundle in it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, env=without_node(Path(sys.prefix)))
    return Distributions(next(folder.glob("*.whl")), next(folder.glob("*.tar.gz")))


def package_files() -> set[str]:
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix() for path in files}


def test_the_checkout_has_what_must_be_shipped() -> None:
    shipped = {f"pyramid_widget/{name}" for name in (*BUNDLE, "py.typed", "messages/en.json", "layouts/01-pyramid.txt")}
    assert shipped <= package_files()
    assert all((PACKAGE / name).stat().st_size > 0 for name in BUNDLE)


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as wheel:
        names = set(wheel.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        fields = email.message_from_bytes(wheel.read(metadata))
    assert {name for name in names if ".dist-info/" not in name} == package_files()
    assert distributions.wheel.name.endswith("-py3-none-any.whl")
    assert fields["Requires-Python"] == ">=3.10"
    required = [line for line in fields.get_all("Requires-Dist", []) if "extra" not in line]
    assert sorted(required) == ["anywidget<0.12,>=0.9.13", "platformdirs>=3", "traitlets>=5.7.1"]


def test_the_sdist_has_the_package_and_the_sources_of_the_bundle(distributions: Distributions) -> None:
    with tarfile.open(distributions.sdist) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert package_files() <= names
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "js" / "src").rglob("*") if path.is_file()}
    assert sources | {"js/package.json", "js/package-lock.json", "LICENSE", "README.md"} <= names
    assert not any("node_modules" in name for name in names)


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def kernel(
    request: pytest.FixtureRequest, distributions: Distributions, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BlockingKernelClient]:
    """A kernel in a clean environment where the distribution is installed: the wheel in the oldest Python there is."""
    folder = tmp_path_factory.mktemp(request.param)
    venv = folder / "venv"
    python = sys.executable
    if request.param == "wheel":
        finder = [str(ROOT / "scripts" / "find-python"), "3.10", "3.11", "3.12", "3.13"]
        python = subprocess.run(finder, check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run([python, "-m", "venv", venv], check=True)
    install = [str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    distribution = getattr(distributions, request.param)
    subprocess.run([*install, str(distribution), "ipykernel"], check=True, env=without_node(venv), cwd=folder)
    kernels.write_spec(folder / "kernels", request.param, venv / "bin" / "python")
    with kernels.start(folder / "kernels", request.param, env=without_node(venv), cwd=str(folder)) as client:
        yield client


def test_the_installed_widget_opens(kernel: BlockingKernelClient) -> None:
    messages = kernels.execute(kernel, "from pyramid_widget import PyramidWidget\nPyramidWidget()")
    states = [message["content"]["data"]["state"] for message in messages if message["msg_type"] == "comm_open"]
    (board,) = [state for state in states if "_esm" in state]
    assert board["_esm"] == (PACKAGE / "static" / "widget.js").read_text(encoding="utf-8")
    assert board["_css"] == (PACKAGE / "static" / "widget.css").read_text(encoding="utf-8")
    assert len(board["_snapshot"]["slots"]) == 28
    (shown,) = [message["content"]["data"] for message in messages if message["msg_type"] == "execute_result"]
    assert {"application/vnd.jupyter.widget-view+json", "text/plain"} <= set(shown)


def test_the_installed_package_knows_its_version(kernel: BlockingKernelClient) -> None:
    newest = next(line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ["))
    version = kernels.printed(kernels.execute(kernel, "import pyramid_widget\nprint(pyramid_widget.__version__)"))
    assert newest.startswith(f"## [{version}]")
