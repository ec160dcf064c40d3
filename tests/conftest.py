"""No test touches the games of whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pyramid_widget.store.place import HOME_VARIABLE


@pytest.fixture(scope="session", autouse=True)
def _home_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder for the saved games of what is started for many tests, such as kernels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("games")))
        yield


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where this test's saved games go."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path
