"""Kernels that run in an environment other than that of the tests."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager

ANSWER_SECONDS = 60


def write_spec(folder: Path, name: str, python: Path) -> None:
    """Describe, in a folder of kernelspecs, the kernel that this Python runs."""
    spec = folder / name / "kernel.json"
    spec.parent.mkdir(parents=True)
    command = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec.write_text(json.dumps({"argv": command, "display_name": name, "language": "python"}))


@contextlib.contextmanager
def start(folder: Path, name: str, **options: Any) -> Iterator[BlockingKernelClient]:
    """Run a kernel of a folder of kernelspecs until the block ends."""
    specs = KernelSpecManager(kernel_dirs=[str(folder)], ensure_native_kernel=False)
    manager = KernelManager(kernel_name=name, kernel_spec_manager=specs)
    manager.start_kernel(**options)
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(ANSWER_SECONDS)
        yield client
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def execute(client: BlockingKernelClient, code: str) -> list[Mapping[str, Any]]:
    """Run the code, and return every message that it published; its error is raised here."""
    messages: list[Mapping[str, Any]] = []
    reply = client.execute_interactive(code, output_hook=messages.append, timeout=ANSWER_SECONDS)
    if reply["content"]["status"] == "error":
        raise AssertionError("\n".join(reply["content"]["traceback"]))
    return messages


def printed(messages: list[Mapping[str, Any]]) -> str:
    """What went to standard output and error."""
    return "".join(message["content"]["text"] for message in messages if message["msg_type"] == "stream").strip()


def wait_until(python: Callable[[str], str], condition: str) -> None:
    """Wait until this is true in the kernel that `python` runs code in and returns what it prints."""
    deadline = time.monotonic() + ANSWER_SECONDS
    while python(f"print(bool({condition}))") != "True":
        assert time.monotonic() < deadline, f"It never came true: {condition}"
        time.sleep(0.1)
