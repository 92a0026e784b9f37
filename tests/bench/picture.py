"""The figures as a picture: outcomes in, an SVG file out. Needs matplotlib (the extra `bench`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .contest import Outcome
from .report import Growth, rate, times

OURS, THEIRS, AIM = "#2b6cb0", "#a0aec0", "#c05621"


def draw(path: Path, contests: Sequence[Outcome], games: Sequence[Outcome], grown: Sequence[Growth]) -> bool:
    """How we compare with others, the engine with the interpreter, and how cost grows. False without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return False
    # The same figures give the same file: no date and no random names inside.
    matplotlib.rcParams.update({"svg.hashsalt": "qedeck", "svg.fonttype": "none", "font.size": 9})
    from matplotlib.figure import Figure

    contests = [outcome for outcome in contests if not outcome.missing]
    games = [outcome for outcome in games if not outcome.missing]
    rows = [len(contests) + 1, len(games) + 1, 7]
    figure = Figure(figsize=(9, 1.5 + 0.4 * sum(rows)), layout="constrained")
    above, middle, below = figure.subplots(3, 1, height_ratios=rows)
    _ratios(above, contests)
    _rates(middle, games)
    _costs(below, grown)
    figure.savefig(path, format="svg", bbox_inches="tight", metadata={"Date": None})
    return True


def _ratios(axes: Any, outcomes: Sequence[Outcome]) -> None:
    names = [f"{outcome.contest.what}\nagainst {outcome.contest.against}" for outcome in outcomes]
    axes.barh(names, [outcome.ratio for outcome in outcomes], color=OURS, height=0.55)
    for place, outcome in enumerate(outcomes):
        axes.plot([outcome.low, outcome.high], [place, place], color="black", linewidth=1)
        axes.annotate(times(outcome.ratio), (outcome.high, place), (4, 0), textcoords="offset points", va="center")
        if outcome.contest.target is not None:
            aim = outcome.contest.target
            axes.plot([aim, aim], [place - 0.4, place + 0.4], color=AIM, linewidth=2, label="aimed at")
    _finish(axes, "ours / theirs (bar: median, line: lowest to highest, mark: aimed at)")
    axes.set_xlim(left=min([0.1, *(outcome.low / 2 for outcome in outcomes)]))
    axes.set_xticks([0.1, 0.25, 0.5, 1, 2, 4, 8], ["0.1", "0.25", "0.5", "1", "2", "4", "8"])
    axes.minorticks_off()


def _rates(axes: Any, outcomes: Sequence[Outcome]) -> None:
    for place, outcome in enumerate(outcomes):
        axes.barh(place - 0.2, outcome.ours, height=0.36, color=OURS)
        axes.barh(place + 0.2, outcome.theirs, height=0.36, color=THEIRS)
        for shift, value in ((-0.2, outcome.ours), (0.2, outcome.theirs)):
            at = (value, place + shift)
            axes.annotate(rate(value), at, (3, 0), textcoords="offset points", va="center", fontsize=7)
    axes.set_yticks(range(len(outcomes)), [outcome.contest.what for outcome in outcomes])
    _finish(axes, "choices in a second: engine (dark), interpreter (light)")


def _costs(axes: Any, grown: Sequence[Growth]) -> None:
    """What a choice costs, as a multiple of what it costs in the smallest game, by how many times larger a game is."""
    for (name, sizes), mark in zip(grown, "os^D", strict=False):
        numbers = [float(size.split()[0]) for size, _ in sizes]
        what = sizes[0][0].split()[1]
        larger = [number / numbers[0] for number in numbers]
        axes.plot(larger, [sizes[0][1] / speed for _, speed in sizes], marker=mark, label=f"{name}: {what}")
    axes.axhline(1, color=THEIRS, linewidth=1, zorder=0)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("so many times the players, or the cards, of the smallest")
    axes.set_ylabel("cost of a choice\n(smallest: 1)")
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def _finish(axes: Any, label: str) -> None:
    axes.set_xscale("log")
    axes.margins(x=0.12)
    axes.invert_yaxis()
    axes.set_xlabel(label)
    axes.spines[["top", "right"]].set_visible(False)
