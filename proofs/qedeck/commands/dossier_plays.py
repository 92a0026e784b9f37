"""The second half of a report: plays that show things, what the readings came to, open points, what is not shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from qedeck.proofs.answers import every_property
from qedeck.proofs.record import Entry
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import tree as t
from qedeck.spec.game import Game
from qedeck.spec.plain import and_so_on, counted

LONGEST = 60
"""Lines of a play that are printed."""


def known(verdict: Verdict) -> bool:
    """Whether it is refuted, and the game says so."""
    return verdict.grade is Grade.REFUTED and verdict.expected


def graded(verdict: Verdict) -> str:
    """The grade, as this one verdict has it: its neighbours may be claimed of fewer readings."""
    said = verdict.grade.value + (", as expected" if known(verdict) else "")
    return f"{said}, with default readings" if verdict.default_readings else said


# ---- plays ----------------------------------------------------------------------------------------


def plays(heading: str, found: Sequence[Verdict], titles: dict[str, t.Property]) -> str:
    """What shows each of these, told at the table."""
    if not found:
        return ""
    lines = [f"## {heading}", ""]
    for _, claim in groupby(found, key=lambda v: (v.property, v.place)):
        mine = list(claim)
        first = mine[0]
        title = titles[first.property].title
        lines += [f"### {first.property}" + (f": {title}" if title else ""), ""]
        lines += [f"{_how(first)} ({and_so_on([v.players for v in mine])} players).", ""]
        if first.story:
            more = [f"… {len(first.story) - LONGEST} more lines"] if len(first.story) > LONGEST else []
            lines += [f"With {first.players} players:", "", "```text", *first.story[:LONGEST], *more, "```", ""]
    return "\n".join(lines)


def _how(verdict: Verdict) -> str:
    said = graded(verdict)
    return f"{said[0].upper()}{said[1:]}" + (f": {verdict.detail}" if verdict.detail else "")


# ---- open points ------------------------------------------------------------------------------------


def readings(game: Game, found: Sequence[Verdict]) -> str:
    """For each reading: whether anybody can tell its alternatives apart, and which properties depend on it."""
    readings = [clause for clause in game.clauses if isinstance(clause, t.Reading)]
    if not readings:
        return ""
    about: dict[str, list[str]] = {}
    for prop in every_property(game):
        for place, claim in enumerate(prop.claims):
            if claim.kind.startswith("readings"):
                mine = [v for v in found if v.property == prop.name.text and v.place == place]
                about.setdefault(claim.names[0].text, []).extend(_told(prop, mine))
    lines = ["## The readings", "", "| reading | alternatives | what was found |", "|---|---|---|"]
    for reading in readings:
        name = reading.name.text
        alternatives = ", ".join(word.text for word in reading.alternatives)
        lines.append(f"| {name} | {alternatives} | {'; '.join(about.get(name, ['not asked']))} |")
    usual = sorted({v.property for v in found if v.default_readings})
    if usual:
        lines += ["", f"Claimed of the default readings only: {and_so_on(usual)}."]
    return "\n".join([*lines, ""])


def _told(prop: t.Property, mine: Sequence[Verdict]) -> Iterable[str]:
    for grade, same in groupby(mine, key=lambda v: v.grade):
        yield f"{prop.name.text}: {grade.value} ({and_so_on([v.players for v in same])} players)"


def open_points(game: Game) -> str:
    """Where each open point of the checklist went: ids with a U in the middle are points that the text leaves open."""
    claims = {prop.name.text for prop in every_property(game)}
    homes = {
        point: [name for name in names if name not in claims] for point, names in game.cited().items() if "-U-" in point
    }
    if not homes:
        return ""
    lines = ["## Where each open point went", "", "| point | clauses |", "|---|---|"]
    lines += [f"| {point} | {', '.join(dict.fromkeys(where))} |" for point, where in sorted(homes.items())]
    return "\n".join([*lines, ""])


def undecided(found: Sequence[Verdict]) -> str:
    """What was asked and not shown, with the reason."""
    left = [v for v in found if not v.grade.decided or v.grade is Grade.VACUOUS and not v.expected]
    if not left:
        return ""
    lines = ["## Not shown", ""]
    lines += [f"- {v.property}, {counted(v.players, 'player')}: {v.grade.value}; {v.detail}" for v in left]
    return "\n".join([*lines, ""])


def unasked(entries: Sequence[Entry]) -> str:
    """What counts no more, or was never asked: by property, with the player counts."""
    left = [entry for entry in entries if not entry.fresh]
    if not left:
        return ""
    lines = ["## To be asked", ""]
    for name, mine in groupby(left, key=lambda entry: entry.question.property):
        lines.append(f"- {name}: {', '.join(_counts(list(mine)))}")
    return "\n".join([*lines, ""])


def _counts(mine: Sequence[Entry]) -> Iterable[str]:
    for word, some in (("stale", [e for e in mine if e.row]), ("never asked", [e for e in mine if not e.row])):
        if some:
            yield f"{word} with {and_so_on(sorted({entry.question.players for entry in some}))} players"
