"""No test touches the games of whoever runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyramid_widget.store.place import HOME_VARIABLE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where this test's saved games go."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path
