"""Surveys: counts that add up, intervals that are Wilson's, and going on after a break."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pyramid_widget import PRESETS, Deal, Position
from pyramid_widget import survey as surveys
from pyramid_widget.solver import Budget, winnable
from pyramid_widget.survey import Count, main, survey, wilson


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (0, 0, 0, 1),
        (0, 10, 0, 0.277533),
        (10, 10, 0.722467, 1),
        (5, 10, 0.236593, 0.763407),
        (81, 263, 0.255291, 0.366182),
    ],
)
def test_wilson(count: int, total: int, low: float, high: float) -> None:
    assert wilson(count, total) == pytest.approx((low, high), abs=1e-4)


def test_wilson_holds_what_was_seen() -> None:
    for total in range(1, 30):
        for count in range(total + 1):
            low, high = wilson(count, total)
            assert 0 <= low <= count / total <= high <= 1
            assert wilson(total - count, total) == pytest.approx((1 - high, 1 - low))


def test_a_survey_counts_its_deals() -> None:
    found = survey(1, deals=300, player=True)
    won = sum(bool(winnable(Position.start(Deal.random(n), PRESETS["open"])).won) for n in range(300))
    assert (found.won, found.deals, found.unknown) == (won, 300, 0)
    assert found.player_played == 300
    assert 0 < found.player_won < won
    assert found.interval[0] < found.share < found.interval[1]
    assert found.share == won / 300


def test_an_executor_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveys, "CHUNK", 70)
    seen: list[int] = []
    with ThreadPoolExecutor(2) as executor:
        found = survey("pyramid", deals=300, executor=executor, progress=lambda count: seen.append(count.deals))
    assert found == survey(1, deals=300)
    assert seen == [70, 140, 210, 280, 300]


def test_a_survey_goes_on_where_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveys, "CHUNK", 50)
    file = tmp_path / "survey.jsonl"

    def break_off(count: Count) -> None:
        if count.deals == 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey(1, deals=200, save=file, progress=break_off)
    seen: list[int] = []
    assert survey(1, deals=200, save=file, progress=lambda count: seen.append(count.deals)) == survey(1, deals=200)
    assert seen == [150, 200]
    with pytest.raises(ValueError, match="keeps another survey"):
        survey(2, deals=200, save=file)


def test_deals_that_stay_open_widen_the_interval() -> None:
    found = survey(1, PRESETS["strict"], deals=40, budget=Budget(positions=2))
    assert found.unknown
    assert found.won + found.lost + found.unknown == found.deals == 40
    assert found.interval[1] >= (found.won + found.unknown) / 40


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["--layout", "pyramid", "--deals", "100", "--player"])
    assert "pyramid" in (line := capsys.readouterr().out)
    assert "of 100 deals can be won (95 %" in line
    assert "the simple player wins" in line
    with pytest.raises(SystemExit):
        main(["--layout", "all", "--save", str(tmp_path / "x")])
