"""`make bench`: measures what has a budget, prints one table, and writes it to benchmarks/results.md."""

from __future__ import annotations

import dataclasses
import gzip
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks import solver
from pyramid_widget import LAYOUTS, PRESETS, Deal, Game, Position, PyramidWidget
from pyramid_widget.store import Store
from tests.browser import chromium
from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.lab import Notebook, serve

STATIC = Path(__file__).parents[1] / "pyramid_widget" / "static"
RESULTS = Path(__file__).parent / "results.md"
TAPS = 60
IMPORTS = 15
ENGINE_SECONDS = 2
SAVED = 10_000
SAVES = 1_000
LONG_GAME = 80  # actions

COUNTER = """
import anywidget, traitlets
class Counter(anywidget.AnyWidget):
    _esm = '''
    export default { render({ model, el }) {
      const button = document.createElement("button");
      button.className = "bare-counter";
      const paint = () => { button.textContent = model.get("count"); };
      button.onclick = () => { model.set("taps", model.get("taps") + 1); model.save_changes(); };
      model.on("change:count", paint);
      paint();
      el.append(button);
    } };
    '''
    taps = traitlets.Int(0).tag(sync=True)
    count = traitlets.Int(0).tag(sync=True)
    @traitlets.observe("taps")
    def _tapped(self, change):
        self.count = change.new
Counter()
"""
BOARD = "from pyramid_widget import PyramidWidget\nPyramidWidget()"

# Taps the counter and the stock in turn, each until the kernel's answer is painted; the milliseconds of each tap.
TAP_IN_TURN = """async (taps) => {
  const subjects = {
    counter: [".bare-counter", ".bare-counter"],
    board: [".pyramid [data-place=stock]", ".pyramid .bar dl"],
  };
  const moves = (element) => element.textContent.replace(/\\d+:\\d+/, "");  // the clock is no answer
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  }));
  const tap = async ([target, answer]) => {
    const element = document.querySelector(answer);
    const before = moves(element);
    const start = performance.now();
    const answered = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (moves(element) === before) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(element, { childList: true, characterData: true, subtree: true });
    });
    document.querySelector(target).click();
    await answered;
    await painted();
    return performance.now() - start;
  };
  const times = { counter: [], board: [] };
  for (let i = 0; i < taps; i++) {
    for (const name of Object.keys(subjects)) {
      times[name].push(await tap(subjects[name]));
      await new Promise((resolve) => setTimeout(resolve, 300 + 50 * Math.random()));  // let the animation end
    }
  }
  return times;
}"""

Row = tuple[str, str, str, str]  # what, measured, budget, whether it holds


def tap_to_paint(browser_version: list[str]) -> Row:
    """From a tap to the painted answer of the kernel, beside a bare counter on the same page."""
    path = chromium.find()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        browser_version.append(browser.version)
        with serve(home / "lab", home / "server.log") as lab:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            notebook = Notebook.open(page, lab, "bench.ipynb", [COUNTER, BOARD])
            notebook.run(0, 1)
            page.locator(".pyramid [data-place=stock]").wait_for()
            page.evaluate(TAP_IN_TURN, 5)  # warm
            times = page.evaluate(TAP_IN_TURN, TAPS)
        browser.close()
    counter, board = (statistics.median(times[name]) for name in ("counter", "board"))
    shown = f"{board:.1f} ms against {counter:.1f} ms: ratio {board / counter:.2f}"
    return (
        f"tap → painted snapshot, median of {TAPS}, against a bare counter",
        shown,
        "≤ 1.5",
        _holds(board / counter <= 1.5),
    )


def import_time() -> Row:
    """In fresh processes, in turn, beside anywidget itself; the first round, which may compile, does not count."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times: dict[str, list[float]] = {"anywidget": [], "pyramid_widget": []}
    for _ in range(IMPORTS + 1):
        for module, seconds in times.items():
            code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
            seconds.append(float(subprocess.check_output([sys.executable, "-c", code], env=environment)))
    base, ours = (statistics.median(seconds[1:]) for seconds in times.values())
    shown = f"{ours * 1000:.0f} ms against {base * 1000:.0f} ms: ratio {ours / base:.2f}"
    return f"import, median of {IMPORTS}, against `import anywidget`", shown, "≤ 1.2", _holds(ours / base <= 1.2)


def bundle_size() -> Row:
    """Minified JS and CSS that every saved widget carries, as shipped and gzipped; the sheets come from the kernel."""
    files = [path.read_bytes() for path in sorted(STATIC.glob("widget.*"))]
    plain, packed = sum(map(len, files)) / 1024, sum(len(gzip.compress(file, 9)) for file in files) / 1024
    shown = f"{plain:.1f} KB, gzipped {packed:.1f} KB"
    sheets = (STATIC / "sheets.js").read_bytes()
    shown += (
        f"; beside them the sheets: {len(sheets) / 1024:.1f} KB, gzipped {len(gzip.compress(sheets, 9)) / 1024:.1f} KB"
    )
    return "minified JS + CSS of the board", shown, "≤ 60 KB, ≤ 20 KB", _holds(plain <= 60 and packed <= 20)


def snapshot_size() -> Row:
    """The largest snapshot of random play under every preset, on the largest layout that it allows."""
    largest = max(LAYOUTS.values(), key=lambda layout: layout.size)
    chance = random.Random(13)
    size = 0
    for name, rules in PRESETS.items():
        layout = LAYOUTS[1] if rules.scoring == "rows" else largest
        widget = PyramidWidget(name, deal=Deal.random(13, layout), store=None)
        for _ in range(60):
            size = max(size, len(json.dumps(widget._snapshot).encode()))
            moves = widget.game.position.legal_moves()
            if not moves or widget.game.is_over:
                break
            widget.play(chance.choice(moves))
    shown = f"{size / 1024:.2f} KB"
    return f"largest snapshot, {largest.name} ({largest.size} cards)", shown, "≤ 4 KB", _holds(size <= 4096)


def saving() -> Row:
    """What saving adds to an action, in a file with many games."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "games.sqlite3")
        exported = store.to_json()
        game = Game(Deal.random(13))
        game.play("draw")
        keeper = store.keep(game)
        keeper.save()
        result = store.waiting()[0].result(won=True)
        exported["results"] = [dataclasses.asdict(dataclasses.replace(result, id=f"{n:032x}")) for n in range(SAVED)]
        store.merge(exported)
        times = []
        for _ in range(SAVES):
            if game.moves == LONG_GAME:
                game.restart()
            game.play("draw" if game.position.can_draw else "recycle")
            start = time.perf_counter()
            keeper.save()
            times.append((time.perf_counter() - start) * 1000)
        store.close()
    middle, worst = statistics.median(times), statistics.quantiles(times, n=100)[-1]
    return (
        f"saving an action among {SAVED} games, median and p99 of {SAVES}",
        f"{middle:.2f} ms, {worst:.2f} ms",
        "–",
        "–",
    )


def engine_speed(preset: str) -> Row:
    """Random play: the legal moves of a position, and one of them applied."""
    chance = random.Random(13)
    positions, start = 0, time.perf_counter()
    while time.perf_counter() - start < ENGINE_SECONDS:
        position = Position.start(Deal.random(positions), PRESETS[preset])
        for _ in range(100):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.apply(chance.choice(moves))
            positions += 1
    speed = positions / (time.perf_counter() - start)
    return f"engine, {preset}: legal moves + apply", f"{speed:,.0f} positions/s", "–", "–"


def _holds(within: bool) -> str:
    return "yes" if within else "**no**"


def machine(browser_version: str) -> str:
    """What the figures were measured on."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    parts = [
        f"{cpu}, {os.cpu_count()} cores",
        f"{platform.system()} {platform.release()}",
        f"Python {platform.python_version()}",
        f"Chromium {browser_version}",
        *(f"{name} {version(name)}" for name in ("jupyterlab", "ipykernel", "anywidget")),
    ]
    return " · ".join(parts)


def main() -> None:
    browser_version: list[str] = []
    rows = [
        tap_to_paint(browser_version),
        import_time(),
        bundle_size(),
        snapshot_size(),
        saving(),
        *(engine_speed(preset) for preset in ("open", "pyramide", "giza")),
        *solver.rows(),
    ]
    table = ["| what | measured | budget | holds |", "|---|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    text = "\n".join(["# Benchmarks", "", "Written by `make bench`.", "", machine(browser_version[0]), "", *table, ""])
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
