"""Where the player's file is."""

from __future__ import annotations

import os
from pathlib import Path

HOME_VARIABLE = "PYRAMID_WIDGET_HOME"
"""The environment variable that names another folder for the file."""

FILE_NAME = "games.sqlite3"


def default_path() -> Path:
    """The file in the folder that `PYRAMID_WIDGET_HOME` names, else in the user's data folder."""
    folder = os.environ.get(HOME_VARIABLE)
    if folder:
        return Path(folder).expanduser() / FILE_NAME
    from platformdirs import user_data_path  # only here: it is not needed to play in memory

    return user_data_path("pyramid-widget", appauthor=False) / FILE_NAME


def notebook() -> str:
    """The path of the notebook that this kernel runs for, as Jupyter tells it; empty elsewhere."""
    return os.environ.get("JPY_SESSION_NAME", "")
