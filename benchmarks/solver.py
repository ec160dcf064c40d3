"""How fast the solver is. `make bench` puts these rows into its table; alone: `python -m benchmarks.solver`.

All times are of the processor, so that other work on the machine matters less.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from pyramid_widget import LAYOUTS, PRESETS, Deal, Position
from pyramid_widget.cards import PAIR_SUM
from pyramid_widget.deals import LEVELS, Level
from pyramid_widget.solver import furthest, hint, reason, verdicts, winnable
from tests.small_games import somewhere

Row = tuple[str, str, str, str]  # what, measured, budget, whether it holds

DEALS = 20_000
BASELINE_DEALS = 1_000
POSITIONS_OF_A_LAYOUT = 20
LEVELLED_DEALS = 100


def rows() -> list[Row]:
    """All measurements of the solver."""
    positions = list(_positions())
    still_won = [position for position in positions if winnable(position).won]
    return [
        verdict_speed(),
        latency("hint", hint, positions, 10),
        latency("hint, positions that can be won", hint, still_won, 10),
        latency("verdicts", verdicts, positions),
        latency("reason", reason, positions),
        latency("furthest", furthest, positions),
        *(fair_latency(name) for name in ("zone", "single-draw")),
        *(levelled(level) for level in LEVELS),
    ]


def verdict_speed() -> Row:
    """Deal and decide classic deals, beside the plain way to choose the pairs, in turn."""
    start = time.process_time()
    won = sum(bool(winnable(Position.start(Deal.random(number), PRESETS["open"])).won) for number in range(DEALS))
    ours = (time.process_time() - start) / DEALS
    start = time.process_time()
    plain_won = [plainly_winnable(Deal.random(number)) for number in range(BASELINE_DEALS)]
    plain = (time.process_time() - start) / BASELINE_DEALS
    first = [winnable(Position.start(Deal.random(number), PRESETS["open"])).won for number in range(BASELINE_DEALS)]
    assert first == plain_won, "The plain way decides otherwise."
    shown = f"{ours * 1000:.3f} ms a deal, {1 / ours:,.0f} deals/s; the plain way {plain * 1000:.2f} ms: "
    shown += f"{plain / ours:.1f} times as long"
    return (
        f"deal and decide {DEALS:,} classic deals ({won / DEALS:.1%} won)",
        shown,
        "≤ 0.105 ms",
        _holds(ours <= 105e-6),
    )


def plainly_winnable(deal: Deal) -> bool:
    """The baseline: all ways to pair the cards of each two ranks, and all ways to put these together."""
    ranks = [card.rank for card in deal.layout_cards]
    groups = []
    for low in range(1, 7):
        lows = [slot for slot, rank in enumerate(ranks) if rank == low]
        highs = [slot for slot, rank in enumerate(ranks) if rank == PAIR_SUM - low]
        need = max(0, len(lows) + len(highs) - 4)
        ways = [
            tuple(zip(some, others, strict=True))
            for some in combinations(lows, need)
            for others in permutations(highs, need)
        ]
        groups.append([way for way in ways if _can_leave(deal, way)])
    return any(_can_leave(deal, sum(ways, ())) for ways in product(*groups))


def _can_leave(deal: Deal, pairs: tuple[tuple[int, int], ...]) -> bool:
    """Whether the layout empties when the two of each pair leave together."""
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    left = (1 << deal.layout.size) - 1
    while left:
        free = [
            slot for slot in range(deal.layout.size) if left >> slot & 1 and not deal.layout.cover_masks[slot] & left
        ]
        gone = [slot for slot in free if partner.get(slot, slot) in free]
        if not gone:
            return False
        left -= sum(1 << slot for slot in gone)
    return True


def latency(
    name: str, ask: Callable[[Position], object], positions: list[Position], budget_ms: float | None = None
) -> Row:
    """The time of one question in many positions."""
    times = [_milliseconds(ask, position) for position in positions]
    budget = "–" if budget_ms is None else f"p99 < {budget_ms:g} ms"
    holds = "–" if budget_ms is None else _holds(_quantile(times, 0.99) < budget_ms)
    return f"{name}, {len(times):,} positions of random play on all layouts", _spread(times), budget, holds


def fair_latency(preset: str) -> Row:
    """The time of a fair hint at the start of classic deals."""
    positions = [Position.start(Deal.random(number), PRESETS[preset]) for number in range(40)]
    times = [_milliseconds(lambda position: hint(position, "fair"), position) for position in positions]
    return f"fair hint, {preset}, {len(times)} deals", _spread(times), "max < 200 ms", _holds(max(times) < 200)


def levelled(level: Level) -> Row:
    """The time to find a classic deal of a level."""
    times = [_milliseconds(lambda seed: Deal.random(seed, level=level), seed) for seed in range(LEVELLED_DEALS)]
    return f"a deal of level {level}", _spread(times), "p95 < 100 ms", _holds(_quantile(times, 0.95) < 100)


def _positions() -> Iterator[Position]:
    """Positions of play at random that removes a card when it can, more often than not, on all layouts."""
    chance = random.Random(13)
    for layout in LAYOUTS:
        for number in range(POSITIONS_OF_A_LAYOUT):
            yield somewhere(chance, Deal.random(number, layout), PRESETS["open"], longest=30)


def _milliseconds(ask: Callable[..., object], about: object) -> float:
    start = time.process_time()
    ask(about)
    return (time.process_time() - start) * 1000


def _quantile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def _spread(times: list[float]) -> str:
    shares = ", ".join(f"p{share} {_quantile(times, share / 100):.2f}" for share in (50, 95, 99))
    return f"{shares}, max {max(times):.2f} ms"


def _holds(within: bool) -> str:
    return "yes" if within else "**no**"


def main() -> None:
    for row in rows():
        print(" | ".join(row), flush=True)


if __name__ == "__main__":
    main()
