"""A real JupyterLab server, and notebooks opened in it by a real browser."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from pyramid_widget.store.place import HOME_VARIABLE

START_SECONDS = 60

# What a first start would ask or look up, and what lets a saved notebook keep its widgets.
SETTINGS: dict[str, dict[str, object]] = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyter-widgets/jupyterlab-manager/plugin": {"saveState": True},
}

# Run in the page. Lab shows a notebook before its kernel can be used.
KERNEL_READY = """async () => {
  await jupyterapp.restored;
  const panel = jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
}"""

RUN_CELL = """async (index) => {
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = index;
  await jupyterapp.commands.execute("notebook:run-cell");
}"""

EXECUTE = """async (code) => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  const future = kernel.requestExecute({ code, store_history: false });
  let printed = "", error = null;
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type === "stream") printed += content.text;
    if (header.msg_type === "error") error = content.traceback.join("\\n");
  };
  await future.done;
  return { printed, error };
}"""


@dataclass(frozen=True)
class Lab:
    """A running server: where it answers, what it serves, and where it keeps connection files."""

    url: str
    root: Path
    runtime: Path

    @property
    def games(self) -> Path:
        """The folder where its kernels save games."""
        return self.root.parent / "games"

    def request(self, path: str, method: str = "GET", body: object = None) -> Any:
        """The JSON answer of the server's own REST interface."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text else None


@contextlib.contextmanager
def serve(home: Path, log: Path, kernels: Path | None = None) -> Iterator[Lab]:
    """Serve JupyterLab until the block ends, its files in `home`, further kernelspecs in `kernels`."""
    root, settings = home / "notebooks", home / "settings"
    root.mkdir(parents=True)
    for name, value in SETTINGS.items():
        file = settings / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value))
    lab = Lab(f"http://127.0.0.1:{_free_port()}", root, home / "runtime")
    environment = os.environ | {
        "IPYTHONDIR": str(home / "ipython"),  # the history of whoever runs this is sent to the page, too
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_RUNTIME_DIR": str(lab.runtime),
        "JUPYTERLAB_SETTINGS_DIR": str(settings),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        HOME_VARIABLE: str(lab.games),
    }
    if kernels:
        environment["JUPYTER_PATH"] = str(kernels)
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": lab.url.rpartition(":")[2],
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": root,
        "ServerApp.allow_origin": "*",  # the frames of the Colab-like host come from another port
        "ServerApp.disable_check_xsrf": True,
        "IdentityProvider.token": "",
        "LabApp.expose_app_in_browser": True,
        "LabApp.extension_manager": "readonly",
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with log.open("w") as output:
        server = subprocess.Popen(command, env=environment, stdout=output, stderr=output, start_new_session=True)
    try:
        _wait_until_up(lab, server, log)
        yield lab
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


@dataclass(frozen=True)
class Notebook:
    """A notebook that is open in JupyterLab, with a kernel of its own."""

    page: Page
    lab: Lab
    name: str

    @classmethod
    def open(cls, page: Page, lab: Lab, name: str, cells: list[str]) -> Notebook:
        """Write a notebook with these code cells, and open it."""
        notebook = cls(page, lab, name)
        notebook.path.write_text(json.dumps(_notebook(cells)))
        notebook.reopen()
        return notebook

    @property
    def path(self) -> Path:
        return self.lab.root / self.name

    @property
    def saved(self) -> Any:
        """The notebook's file, as it lies on the disk."""
        return json.loads(self.path.read_text())

    def reopen(self) -> None:
        """Load the page anew; a kernel that is still running is kept."""
        self.page.goto(f"{self.lab.url}/lab/tree/{self.name}?reset")
        self.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext")
        self.page.evaluate(KERNEL_READY)
        self.cell(0).wait_for()

    def reopen_without_kernel(self) -> None:
        """End the kernel and load the page anew, so that only what the notebook's file holds can be shown.

        Lab at times shows outputs before it has restored the file's models, and then says "model not found"
        (jupyterlab#15361); a person loads the page again, and so does this.
        """
        for _ in range(5):
            for session in self.lab.request("/api/sessions"):
                self.lab.request(f"/api/sessions/{session['id']}", "DELETE")
            self.reopen()
            shown = self.output(0).locator(".pyramid").or_(self.output(0).get_by_text("model not found"))
            shown.first.wait_for()
            if self.output(0).locator(".pyramid").count():
                return

    def cell(self, index: int) -> Locator:
        return self.page.locator(".jp-NotebookPanel .jp-Notebook .jp-Cell").nth(index)

    def output(self, index: int) -> Locator:
        return self.cell(index).locator(".jp-Cell-outputArea")

    def run(self, *indices: int) -> None:
        """Run these cells one after the other, and wait until the last has ended."""
        for index in indices:
            self.page.evaluate(RUN_CELL, index)

    def start(self, index: int) -> None:
        """Run this cell, and do not wait until it has ended."""
        self.page.evaluate(f"(index) => void ({RUN_CELL})(index)", index)

    def idle(self) -> None:
        """Wait until no cell runs."""
        self.page.wait_for_function(
            "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
        )

    def select(self, index: int) -> None:
        """Make this the cell that commands act on."""
        self.page.evaluate("(index) => (jupyterapp.shell.currentWidget.content.activeCellIndex = index)", index)

    def command(self, name: str) -> None:
        """Do what the menu entry of this name does."""
        self.page.evaluate("(name) => jupyterapp.commands.execute(name)", name)

    def python(self, code: str) -> str:
        """What the code prints when the notebook's kernel runs it; its error is raised here."""
        answer = self.page.evaluate(EXECUTE, code)
        if answer["error"]:
            raise AssertionError(answer["error"])
        return str(answer["printed"]).strip()


def _notebook(cells: list[str]) -> dict[str, object]:
    return {
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "metadata": {},
                "source": source,
                "outputs": [],
                "execution_count": None,
            }
            for number, source in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_up(lab: Lab, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
            lab.request("/api/status")
            return
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}")
