"""One JupyterLab server and one Chromium for all browser tests; a picture of every page that failed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.colab import host as colab
from tests.browser.lab import Lab, Notebook, serve

RESULTS = Path(__file__).parents[2] / "test-results"

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",  # Chromium refuses to run as root without it, as in most containers
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]

PATIENCE = 15_000  # ms for a page to do what a test waits for
expect.set_options(timeout=PATIENCE)

NewPage = Callable[..., Page]
OpenNotebook = Callable[..., Notebook]

Pages = list[tuple[Page, list[str]]]  # each with what its console said
pages_key = pytest.StashKey[Pages]()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    RESULTS.mkdir(exist_ok=True)
    home = tmp_path_factory.mktemp("lab")
    with serve(home, RESULTS / "server.log", colab.kernelspecs(home / "colab")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Opens pages, each in a browser context of its own made with the given options."""
    pages: Pages = request.node.stash.setdefault(pages_key, [])

    def new_page(**options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        console: list[str] = []

        def note(message: ConsoleMessage) -> None:
            console.append(f"{message.type}: {message.text}")

        page.on("console", note)
        page.on("pageerror", lambda error: console.append(f"uncaught: {error}"))
        pages.append((page, console))
        return page

    yield new_page
    for page, _ in pages:
        page.context.close()


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


@pytest.fixture
def open_notebook(lab: Lab, request: pytest.FixtureRequest) -> Iterator[OpenNotebook]:
    """Opens notebooks named after the test; their kernels and saved games end with it."""
    stem = re.sub(r"\W+", "-", request.node.name).strip("-")

    def open_notebook(page: Page, *cells: str) -> Notebook:
        return Notebook.open(page, lab, f"{stem}.ipynb", list(cells))

    yield open_notebook
    for kernel in lab.request("/api/kernels"):
        lab.request(f"/api/kernels/{kernel['id']}", "DELETE")
    shutil.rmtree(lab.games, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.failed:
        stem = re.sub(r"\W+", "-", item.name).strip("-")
        pages: Pages = item.stash.get(pages_key, [])
        for number, (page, console) in enumerate(pages):
            page.screenshot(path=RESULTS / f"{stem}-{number}.png")
            (RESULTS / f"{stem}-{number}.console.txt").write_text("\n".join(console))
    return report
