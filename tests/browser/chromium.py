"""Finding Chromium, and installing it where there is none: `python -m tests.browser.chromium`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_APPS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
PLEASE = (
    "The browser tests need Chromium: please install chromium or google-chrome, "
    "or name yours: make test CHROMIUM=/path/to/chromium."
)


def find() -> str | None:
    """The path of `$CHROMIUM`, of an installed Chromium or of playwright's own, if there is one."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if _runs(named) else None
    for command in (*COMMANDS, *MAC_APPS):
        path = shutil.which(command)
        if path and _runs(path):
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> str:
    """The path of a Chromium, installed by apt or by playwright where none is found."""
    named = "CHROMIUM" in os.environ
    if not named and not find() and shutil.which("apt-get") and os.geteuid() == 0:
        _run("apt-get", "update")
        _run("apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core")
    if not named and not find():
        _run(sys.executable, "-m", "playwright", "install", "chromium")
    return find() or sys.exit(PLEASE)


def _run(*command: str) -> None:
    """Whether it helped is seen by looking for Chromium again; what it says goes to the terminal."""
    subprocess.run(command, stdout=sys.stderr, check=False)


def _runs(path: str) -> bool:
    """Ubuntu's `chromium-browser` may be a mere pointer to a snap that is not there."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    print(install())
