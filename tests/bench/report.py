"""The page of figures: outcomes in, Markdown for docs/benchmarks.md out, between its two marks."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeAlias

from .contest import Outcome

Growth: TypeAlias = tuple[str, list[tuple[str, float]]]
"""A game, and for each size of it how many choices are made in a second."""
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured; None if it could not be."""

    what: str
    number: float | None
    unit: str
    limit: float | None = None


def rate(number: float) -> str:
    """Four figures are more than can be trusted."""
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if number >= 10 * unit or (unit == 1e6 and number >= unit):
            return f"{number / unit:.3g}{name}"
    return f"{number:,.0f}"


def times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.1g}"


def contests(outcomes: Sequence[Outcome]) -> list[str]:
    """The table of ratios, with what was aimed at."""
    lines = ["| what | ours | theirs | ratio | lowest to highest | aimed at |", "|---|---|---|---|---|---|"]
    for outcome in outcomes:
        what = f"{outcome.contest.what}, against {outcome.contest.against}"
        lines.append(f"| {what} | {_figures(outcome)} | {_aim(outcome)} |")
    return lines


def games(outcomes: Sequence[Outcome]) -> list[str]:
    """The table of every game: there is no aim, and the other side is always the interpreter."""
    lines = ["| game | engine | interpreter | ratio | lowest to highest |", "|---|---|---|---|---|"]
    return lines + [f"| {outcome.contest.what} | {_figures(outcome)} |" for outcome in outcomes]


def _figures(outcome: Outcome) -> str:
    if outcome.missing:
        return f"not measured: {outcome.missing} | | |"
    unit = outcome.contest.unit
    span = f"{times(outcome.low)} to {times(outcome.high)}"
    return f"{rate(outcome.ours)} {unit} | {rate(outcome.theirs)} {unit} | **{times(outcome.ratio)}** | {span}"


def _aim(outcome: Outcome) -> str:
    target = outcome.contest.target
    if target is None:
        return ""
    verdict = {True: ", reached", False: ", not reached", None: ""}[outcome.reached]
    return f"{target:.2f}{verdict}"


def growth(grown: Sequence[Growth]) -> list[str]:
    """What a choice costs, beside what it costs in the smallest form of the same game."""
    lines = ["| game | | choices/s | a choice costs | of the smallest |", "|---|---|---|---|---|"]
    for name, sizes in grown:
        for size, pace in sizes:
            lines.append(f"| {name} | {size} | {rate(pace)} | {1e6 / pace:.3g} µs | {sizes[0][1] / pace:.2f} |")
    return lines


def surroundings() -> str:
    """What the figures depend on: cores and versions, and nothing that names the machine."""
    parts = [
        f"{os.cpu_count()} cores ({platform.machine()}), of which one is used",
        f"Python {platform.python_version()}",
    ]
    for package in ("open-spiel", "wasmtime"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            parts.append(f"no {package}")
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        parts.append("no C compiler")
    else:
        told = subprocess.run([compiler, "-dumpfullversion"], capture_output=True, text=True)
        parts.append(f"gcc {told.stdout.strip()} -O2")
    return f"Measured with {', '.join(parts)}, on {sys.platform}."


def figures(found: Sequence[Figure]) -> list[str]:
    """A plain table, with the limit where there is one."""
    lines = ["| what | | at most |", "|---|---|---|"]
    for one in found:
        measured = "not measured" if one.number is None else f"**{one.number:.3g}** {one.unit}".rstrip()
        kept = "" if one.number is None or one.limit is None else ", kept" if one.number <= one.limit else ", not kept"
        lines.append(f"| {one.what} | {measured} | {'' if one.limit is None else f'{one.limit:g}'}{kept} |")
    return lines


def put(page: Path, lines: Sequence[str], name: str = "figures") -> None:
    """Replace what stands between the marks of this name. ValueError if the page has none."""
    begin, end = BEGIN.replace("figures", name), END.replace("figures", name)
    text = page.read_text("utf-8")
    head, mark, rest = text.partition(begin)
    _, close, tail = rest.partition(end)
    if not mark or not close:
        raise ValueError(f"{page.name} has no place for {name}")
    page.write_text("\n".join([head + begin, "", *lines, "", end]) + tail, "utf-8")
