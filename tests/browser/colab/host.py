"""A host like Colab: old pins in the kernel, and each output in a frame with a widget manager of its own."""

from __future__ import annotations

import contextlib
import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from jupyter_client.blocking.client import BlockingKernelClient
from playwright.sync_api import FrameLocator, Page

from tests import kernels
from tests.browser.lab import Lab

HERE = Path(__file__).parent
VENV = HERE.parents[2] / ".venv-colab"


def kernelspecs(folder: Path) -> Path:
    """A folder for JUPYTER_PATH whose kernel `colab` runs in the environment with Colab's pins."""
    kernels.write_spec(folder / "kernels", "colab", VENV / "bin" / "python")
    return folder


@dataclass(frozen=True)
class ColabNotebook:
    """A kernel with Colab's pins, and a page that shows its widgets in frames."""

    page: Page
    frames_url: str
    server_url: str
    kernel_id: str
    client: BlockingKernelClient

    def python(self, code: str) -> str:
        """What the code prints; its error is raised here."""
        return kernels.printed(kernels.execute(self.client, code))

    def show(self, model_id: str, count: int) -> list[FrameLocator]:
        """Show a widget in so many frames, as so many cells would."""
        query = urlencode({"server": self.server_url, "kernel": self.kernel_id, "model": model_id})
        frame = f'<iframe src="{self.frames_url}/frame.html?{query}" width="700" height="620"></iframe>'
        self.page.set_content("".join(f"<h4>Cell {number}</h4>{frame}" for number in range(1, count + 1)))
        return [self.page.frame_locator("iframe").nth(index) for index in range(count)]


@contextlib.contextmanager
def open_notebook(page: Page, lab: Lab) -> Iterator[ColabNotebook]:
    """Start a kernel, and a server for the frames; both end with the block."""
    kernel_id = lab.request("/api/kernels", "POST", {"name": "colab"})["id"]
    client = BlockingKernelClient(connection_file=str(lab.runtime / f"kernel-{kernel_id}.json"))
    client.load_connection_file()
    client.start_channels()
    try:
        client.wait_for_ready(kernels.ANSWER_SECONDS)
        with _serve_frames() as frames_url:
            yield ColabNotebook(page, frames_url, lab.url + "/", kernel_id, client)
    finally:
        client.stop_channels()


@contextlib.contextmanager
def _serve_frames() -> Iterator[str]:
    """The bundled frame, the page around it, and anywidget's front end of the version that Colab pins."""
    dist = HERE / "dist"
    shutil.copy(HERE / "frame.html", dist)
    shutil.copy(VENV / "share/jupyter/nbextensions/anywidget/index.js", dist / "anywidget.js")
    handler = functools.partial(_SilentHandler, directory=str(dist))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _SilentHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a failed request shows in the page's console."""
