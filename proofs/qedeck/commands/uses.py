"""`qedeck verify --uses`: what the proofs of a game rest on, statement by statement and clause by clause.

In: a game and its verdicts; out: a table for people, or the same as data.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from qedeck.proofs.uses.cited import Rulebook, read
from qedeck.proofs.verdict import Verdict
from qedeck.spec.game import Game

WHY = {
    "game": "said of the game as a whole",
    "cards": "what is in the box",
    "leave out": "what is in the box",
    "values": "names of things",
    "parameter": "numbers that the rulebook leaves open",
    "reading": "readings that no property turns on",
    "zone": "where cards lie, and who sees them",
    "remember": "what is written down",
    "define": "definitions, or rows of them, that no property turns on",
    "phase": "steps of play that no property watches",
    "trigger": "steps of play that no property watches",
    "event": "steps of play that no property watches",
    "ending": "endings that no property watches",
}
"""What the clauses are that cite a statement nobody needs."""
WIDTH = 110
PERHAPS = "?"
"""Behind the name of a property that speaks of it, where nobody found out whether it matters."""
LEMMAS = ("lemma", "structure")
"""Engines that look at positions: what they may need is not much, and worth telling."""


@dataclass
class Uses:
    """Who needs what; names in the order in which they came."""

    statements: dict[str, list[str]]
    """For each statement of the rulebook, the properties that need it."""
    clauses: dict[str, list[str]]
    """For each clause, the properties that rest on it."""
    cited: dict[str, list[str]]
    """For each statement, the clauses that cite it."""
    kinds: dict[str, str]
    broad: list[str] = field(default_factory=list)
    """Decided, but nobody found out what does not matter to them: a whole play may."""
    open: list[str] = field(default_factory=list)
    """Not decided."""

    @property
    def unneeded(self) -> list[str]:
        return [statement for statement, names in self.statements.items() if not names]

    def why(self, statement: str) -> str:
        """What kind of thing it is about: the least of what cites it is told, for that is what it adds."""
        return WHY[self.kinds[self.cited[statement][-1]]]


def uses(game: Game, verdicts: Iterable[Verdict]) -> Uses:
    """Put the verdicts of a game together: a property needs what it needs for any of its claims and player counts."""
    rulebook = Rulebook(game.clauses)
    cited = rulebook.statements()
    titles = [written.title for written in rulebook.clauses.values()]
    found = Uses(
        {statement: [] for statement in sorted(cited, key=_by_number)},
        {title: [] for title in titles},
        cited,
        {title: rulebook.kind(title) for title in titles},
    )
    for verdict in verdicts:
        if not verdict.grade.decided:
            _put(found.open, verdict.property)
        elif not verdict.narrowed and verdict.engine not in LEMMAS:
            _put(found.broad, verdict.property)
        else:
            name = verdict.property if verdict.narrowed else verdict.property + PERHAPS
            for line in verdict.used:
                _put(found.clauses.get(read(line)[0], []), name)
                for statement in rulebook.cites(line):
                    _put(found.statements[statement], name)
    return found


def table(game: Game, verdicts: Sequence[Verdict]) -> str:
    """For people: which properties need which statement, which clauses they rest on, and what nobody needs."""
    found = uses(game, verdicts)
    if not found.statements:
        return f"{game.name} cites no statements of a rulebook."
    needed = {statement: names for statement, names in found.statements.items() if names}
    resting = {clause: names for clause, names in found.clauses.items() if names}
    lines = []
    if needed:
        lines += ["Statements, and the properties that need them:", *_columns(needed), ""]
        lines += ["Clauses, and the properties that rest on them:", *_columns(resting), ""]
    if any(name.endswith(PERHAPS) for names in resting.values() for name in names):
        lines += [f"  ({PERHAPS}: it speaks of this; whether it needs it was not found out in the time)", ""]
    if found.unneeded:
        sure = not found.broad and not found.open
        lines += ["No property needs:" if sure else "No property is known to need:", *_unneeded(found), ""]
    if found.broad:
        lines += ["Not narrowed down (these may need more than is told here):", *_wrapped(found.broad), ""]
    if found.open:
        lines += ["Not decided (these need nothing yet):", *_wrapped(found.open), ""]
    return "\n".join(lines).rstrip()


def data(game: Game, verdicts: Sequence[Verdict]) -> dict[str, object]:
    """The same for programs."""
    found = uses(game, verdicts)
    return {
        "statements": {
            statement: {**_sure(names), "cited_by": found.cited[statement]}
            for statement, names in found.statements.items()
        },
        "clauses": {clause: _sure(names) for clause, names in found.clauses.items()},
        "unneeded": {statement: found.why(statement) for statement in found.unneeded},
        "not_narrowed": found.broad,
        "undecided": found.open,
    }


def _sure(names: list[str]) -> dict[str, list[str]]:
    """Those that need it, and those that perhaps do."""
    return {
        "needed_by": [name for name in names if not name.endswith(PERHAPS)],
        "perhaps_by": [name.removesuffix(PERHAPS) for name in names if name.endswith(PERHAPS)],
    }


def _unneeded(found: Uses) -> list[str]:
    """By what they are about, each with the clauses that cite it."""
    groups: dict[str, list[str]] = {}
    for statement in found.unneeded:
        groups.setdefault(found.why(statement), []).append(f"{statement} ({', '.join(found.cited[statement])})")
    lines = []
    for why, members in groups.items():
        lines += [f"  {why}:", *_wrapped(members, "    ")]
    return lines


def _columns(rows: dict[str, list[str]]) -> list[str]:
    width = min(40, max(map(len, rows)))
    lines = []
    for name, members in rows.items():
        told = textwrap.wrap(", ".join(members), WIDTH - width - 4, break_long_words=False, break_on_hyphens=False)
        lines += [f"  {name if k == 0 else '':{width}}  {line}" for k, line in enumerate(told)]
    return lines


def _wrapped(names: list[str], indent: str = "  ") -> list[str]:
    text = ", ".join(names)
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _put(names: list[str], name: str) -> None:
    """Once each; and whoever needs it for sure does not need it perhaps."""
    if name in names or name.removesuffix(PERHAPS) in names:
        return
    if name + PERHAPS in names:
        names[names.index(name + PERHAPS)] = name
    else:
        names.append(name)


def _by_number(statement: str) -> tuple[tuple[int, int | str], ...]:
    """WR-9 before WR-10, and WR-10 before WR-U-1."""
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d+)", statement) if part)
