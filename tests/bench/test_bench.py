"""The measuring itself: turns are taken, medians counted, what is missing is said, and a page is filled in."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from . import bench_tables, openspiel, ours
from .contest import Contest, Outcome, Side, Unavailable, batched, held
from .picture import draw
from .report import BEGIN, END, Figure, contests, figures, growth, put, rate, times


def noted(log: list[str], name: str, *rates: float) -> Side:
    """A side that says what it is told to, one after the other."""
    left = list(rates)

    def side(seconds: float) -> float:
        log.append(name)
        return left.pop(0)

    return side


def test_the_sides_take_turns_and_the_median_counts() -> None:
    log: list[str] = []
    contest = Contest(
        "cards", "/s", "them", 2.0, lambda: (noted(log, "we", 10, 30, 20), noted(log, "they", 10, 10, 10))
    )
    outcome = held(contest, 3, 1.0)
    assert log == ["we", "they"] * 3
    assert (outcome.ratio, outcome.low, outcome.high) == (2, 1, 3)
    assert (
        outcome.reached and not held(Contest("", "", "", 3.0, lambda: (lambda s: 2.9, lambda s: 1.0)), 1, 1.0).reached
    )


def test_what_cannot_be_measured_is_said() -> None:
    def ready() -> tuple[Side, Side]:
        raise Unavailable("no compiler")

    outcome = held(Contest("search", "/s", "C", 0.5, ready), 3, 1.0)
    assert outcome.reached is None
    assert "not measured: no compiler" in contests([outcome])[-1]
    assert {line.count("|") for line in contests([outcome])} == {7}


def test_batches_grow_until_they_fill_the_time() -> None:
    sizes: list[int] = []

    def run(size: int) -> float:
        sizes.append(size)
        return sum(1 for _ in range(size * 1000)) / 1000

    assert batched(run)(0.05) > 0
    assert sizes[:2] == [1, 1] and sizes == sorted(sizes) and sizes[-1] > 100


def test_figures_that_can_be_read() -> None:
    assert [rate(n) for n in (12, 4_321, 87_654, 1_234_567)] == ["12", "4,321", "87.7 k", "1.23 M"]
    assert [times(n) for n in (0.0123, 0.333, 2.5, 1234.0)] == ["0.01", "0.33", "2.50", "1,234"]


def test_a_page_is_filled_in_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", "utf-8")
    for _ in range(2):
        put(page, ["| new |"])
        assert page.read_text("utf-8") == f"before\n{BEGIN}\n\n| new |\n\n{END}\nafter\n"
    page.write_text("no marks", "utf-8")
    with pytest.raises(ValueError, match="no place for figures"):
        put(page, [])


def test_a_page_can_hold_more_than_one_thing(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\nold\n{END}\n<!-- site: begin -->\nold\n<!-- site: end -->\n", "utf-8")
    put(page, ["| new |"], "site")
    assert page.read_text("utf-8") == f"{BEGIN}\nold\n{END}\n<!-- site: begin -->\n\n| new |\n\n<!-- site: end -->\n"


def test_a_limit_is_kept_or_not_or_not_known() -> None:
    lines = figures([Figure("weight", 399.0, "kB", 400.0), Figure("time", 4.0, "s", 3.0),
                     Figure("table", None, "ms", 300.0), Figure("ratio", 2.5, "")])
    assert [line.split(" | ")[1:] for line in lines[2:]] == [
        ["**399** kB", "400, kept |"], ["**4** s", "3, not kept |"], ["not measured", "300 |"], ["**2.5**", " |"]]


def test_growth_is_told_from_the_smallest() -> None:
    assert growth([("ring", [("3 players", 1e6), ("6 players", 5e5)])])[-1] == (
        "| ring | 6 players | 500 k | 2 µs | 2.00 |"
    )


def test_the_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    contest = Contest("hearts", "/s", "others", 1.0, lambda: (lambda s: 1.0, lambda s: 1.0))
    outcome = Outcome(contest, 200.0, 100.0, 2.0, 1.5, 2.5)
    drawn = []
    for name in ("one.svg", "two.svg"):
        assert draw(tmp_path / name, [outcome], [outcome], [("ring", [("3 players", 1e6), ("6 players", 5e5)])])
        drawn.append((tmp_path / name).read_text("utf-8"))
    assert drawn[0] == drawn[1] and "hearts" in drawn[0] and "ring: players" in drawn[0]
    ElementTree.fromstring(drawn[0])


def test_every_line_of_the_table_is_there() -> None:
    told = [contest.what for contest in (*bench_tables.against_others(), *bench_tables.every_game())]
    assert len(told) == len(set(told)) and {"ring game playouts", "hearts stepped from Python"} < set(told)
    assert {name.rsplit(",")[0] for name in told if "," in name} == set(ours.shipped_games())


@pytest.mark.parametrize("name", ["hearts", "tic_tac_toe"])
def test_openspiel_can_be_measured(name: str) -> None:
    try:
        assert openspiel.rollouts(name)(0.01) > 0 and openspiel.steps(name)(0.01) > 0
    except Unavailable as why:
        pytest.skip(str(why))


def test_we_can_be_measured() -> None:
    ring = ours.game("small_ring")
    assert ours.playouts(ring, 3)(0.01) > 0 and ours.steps(ring, 3)(0.01) > 0
    assert ours.wide_ring(8).core(4).domains["card"].size == 16
