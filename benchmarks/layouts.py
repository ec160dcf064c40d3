"""How hard the layouts are: measures them all, and writes what the package and the documentation say of it.

    python -m benchmarks.layouts --workers 2

It writes `pyramid_widget/layouts/difficulty.json`, `docs/layouts.md` and the pictures in `docs/layouts/`. The deals are
those with the numbers 0, 1, 2 …, so anybody gets the same figures.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from pyramid_widget import LAYOUTS, Layout
from pyramid_widget.pictures import picture_of_layout
from pyramid_widget.survey import Count, survey, wilson

ROOT = Path(__file__).parents[1]
DIFFICULTY = ROOT / "pyramid_widget" / "layouts" / "difficulty.json"
PAGE = ROOT / "docs" / "layouts.md"
PICTURES = ROOT / "docs" / "layouts"

HEAD = """# The layouts

How hard each layout is was measured, not guessed, on the first {deals:,} numbered deals under preset `open`: the stock
lies open, the number of passes is not limited, the layout must go. *Winnable* is the share of deals that can be won,
with its 95 % interval by Wilson; a deal counts as lost only with a proof. *Simple player* is the share won by a player
who never looks ahead (`pyramid_widget/solver/player.py` says how he plays). *Free* are the cards on which nothing lies
at the start: the bright ones. This page is written by `python -m benchmarks.layouts`.

| | layout | | cards | free | winnable | 95 % interval | simple player |
|--:|---|---|--:|--:|--:|:-:|--:|
"""


def main() -> None:
    """The command `python -m benchmarks.layouts`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.layouts", description="How hard are the layouts?")
    parser.add_argument("--deals", type=int, default=20_000, help="how many deals of each layout (default: 20000)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes (default: 1)")
    asked = parser.parse_args()
    counts = {}
    with ProcessPoolExecutor(asked.workers) as executor:
        for layout in LAYOUTS.values():
            counts[layout] = survey(layout, deals=asked.deals, player=True, executor=executor)
            print(_row(layout, counts[layout]), flush=True)
    measured = [f"  {json.dumps(layout.name)}: {json.dumps(_shares(count))}" for layout, count in counts.items()]
    DIFFICULTY.write_text("{\n" + ",\n".join(measured) + "\n}\n", encoding="utf-8")
    rows = "".join(_row(layout, count) + "\n" for layout, count in counts.items())
    PAGE.write_text(HEAD.format(deals=asked.deals) + rows, encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for layout in LAYOUTS.values():
        _picture(layout).write_text(picture_of_layout(layout) + "\n", encoding="utf-8")


def _shares(count: Count) -> dict[str, float]:
    return {"deals": count.deals, "winnable": round(count.share, 5), "player": round(count.player_share, 5)}


def _picture(layout: Layout) -> Path:
    return PICTURES / f"{layout.number:02}-{layout.name}.svg"


def _row(layout: Layout, count: Count) -> str:
    free = sum(not on for on in layout.covers)
    low, high = wilson(count.won, count.deals)
    picture = f'<img src="layouts/{_picture(layout).name}" alt="" height="72">'
    return (
        f"| {layout.number} | {layout.titles['en']} | {picture} | {layout.size} | {free} | {count.share:.1%}"
        f" | {low:.1%} – {high:.1%} | {count.player_share:.1%} |"
    )


if __name__ == "__main__":
    main()
