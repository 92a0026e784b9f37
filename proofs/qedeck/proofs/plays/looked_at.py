"""Two tables that are compared in some things only: values, zones, and what definitions say.

In: two Cores with the same nodes and what is looked at; out: where that is not the same at both tables, after the same
choices. A choice that only one table allows ends the comparison, and so does a play that breaks off at both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.play import Play
from qedeck.proofs.formulas.arguments import answer, arguments, calls, told_call
from qedeck.proofs.formulas.lay_out import cell_by_cell, lay_out, word
from qedeck.proofs.plays.replay import apply
from qedeck.proofs.plays.sample import Taken
from qedeck.proofs.plays.two_tables import LINES, Lines, Looked, Tables, lost
from qedeck.spec import core as c
from qedeck.spec.checker.naming import RESULTS

BROKEN, GOES_ON = "the rules say nothing here", "the rules say what happens"


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Variables of Core (of a zone, all of its cells), and definitions."""

    vars: tuple[str, ...]
    defines: tuple[str, ...]


class TablesOn(Tables):
    """Two games side by side, compared in what is looked at."""

    def __init__(self, one: c.Core, other: c.Core, given: c.Expr | None, reading: str, looked: LookedAt) -> None:
        super().__init__(one, other, given, reading)
        self.looked = looked
        self._asked: dict[str, Sequence[tuple[c.Call, c.Expr]]] = {}

    def everywhere(self, seconds: float) -> Looked | None:
        """As of two whole games; but where a definition can be asked for any number, nobody has asked for all."""
        found = super().everywhere(seconds)
        untold = found is not None and found.parting is None and not all(map(self._each_asked, self.looked.defines))
        return None if untold else found

    def follow(self, other: Play, step: Taken) -> bool:
        if other.over or other.node != step.node:
            return False
        try:
            apply(other, step)
        except Refused:
            return False
        return True

    def apart(self, one: Play, other: Play, since: int, since_too: int) -> tuple[Lines, Lines] | None:
        broken = [lost(play) or _unclear(play) for play in (one, other)]
        if broken[0] != broken[1]:
            return ((BROKEN,), (GOES_ON,)) if broken[0] else ((GOES_ON,), (BROKEN,))
        if lost(one) or lost(other):
            return None
        cells = [name for name in self.looked.vars if one.cells[name] != other.cells[name]]
        if not cells:
            return next(self._said_apart(one, other), None)
        first, second = (tuple(lay_out(play.core, play.cells, cells)) for play in (one, other))
        if first != second:
            return first, second
        return _cells_apart(one, other, cells), _cells_apart(other, one, cells)

    def _said_apart(self, one: Play, other: Play) -> Iterator[tuple[Lines, Lines]]:
        """Definitions that say something else, whatever they are asked for."""
        for name in self.looked.defines:
            kind = one.core.defines[name].type
            for call, when in self._calls(name):
                asked = [_holds(play, when) for play in (one, other)]
                if not any(asked):
                    continue
                said = [play.rules.meaning.value(call, play.cells) for play in (one, other)]
                words = [answer(kind, *mine) if there else "not asked" for mine, there in zip(said, asked, strict=True)]
                undefined = all(bool(faults) or not there for (_, faults), there in zip(said, asked, strict=True))
                if words[0] != words[1] and not undefined:
                    told = [told_call(play.core, call, play.cells) for play in (one, other)]
                    yield (f"{told[0]}: {words[0]}",), (f"{told[1]}: {words[1]}",)

    def _each_asked(self, name: str) -> bool:
        return len(self._calls(name)) == len(arguments(self.one, self.one.defines[name]))

    def _calls(self, name: str) -> Sequence[tuple[c.Call, c.Expr]]:
        """Every way to ask a definition; a number that may be any is not tried."""
        if name not in self._asked:
            found = calls(self.one, self.one.defines[name])
            self._asked[name] = [pair for pair in found if all(isinstance(arg, c.Const) for arg in pair[0].args)]
        return self._asked[name]


def _unclear(play: Play) -> bool:
    """Whether play breaks off here as soon as it goes on: too few cards for a deal, say, which nobody has tried yet."""
    return play.node is not None and bool(play.rules.meaning.unclear(play.cells, play.node))


def _cells_apart(play: Play, other: Play, names: list[str]) -> Lines:
    """What is kept here and is not the same there: how the game came out, places of a grid, who laid a card."""
    lines = list[str]()
    for name in names:
        mine, theirs = (cell_by_cell(p.core, p.cells, name) for p in (play, other))
        said, none = _SAID.get(name, name.replace(".", ", ")), _none(play.core.vars[name].type)
        for key in dict.fromkeys((*mine, *theirs)):
            if mine.get(key) != theirs.get(key):
                lines.append(f"{said}{f' of {key}' if key else ''}: {mine.get(key, none)}")
    return tuple(lines[:LINES])


def _none(kind: c.Type) -> str:
    return word(kind, c.NONE if isinstance(kind, c.Member) else 0)


_SAID = {cell: said for said, cell in RESULTS.items()}


def _holds(play: Play, when: c.Expr) -> bool:
    holds, faults = play.rules.meaning.value(when, play.cells)
    return bool(holds) and not faults
