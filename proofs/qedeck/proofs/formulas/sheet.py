"""The rows of one definition in any position: whether two meet, whether none applies, whether one never does.

In: a definition with rows, what it can be asked about, and the meaning in which it is asked; out: verdicts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.arguments import Args, any_number, asked, fits, told_call
from qedeck.proofs.formulas.lay_out import lay_out, word
from qedeck.proofs.formulas.lemma import Replay, Shown, either, holds, refute, show, undefined
from qedeck.proofs.formulas.loose import LooseMeaning
from qedeck.proofs.formulas.positions import Position, any_position
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import cells_in, worth
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import PropertyProgram

SOON = 2.0
"""Seconds for a question about one thing that a definition is asked."""

_Look = Callable[[tuple[int, ...], Cells], str]
"""What the reference says of some arguments in a position; nothing if it is not what was sought."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row for certain arguments: whether it applies."""

    applies: Truth
    open: Truth
    """Nobody can say whether it applies."""


class Sheet:
    """The rows of one definition in any position, for every argument."""

    def __init__(
        self, program: PropertyProgram, define: c.Define, body: c.Cases, meaning: LooseMeaning, args: list[Args]
    ) -> None:
        self.core, self.define, self.rows, self.assuming = program.core, define, body.rows, program.assuming
        self.meaning, self.args = meaning, args
        self.here = self._position(box=True)

    def _position(self, box: bool) -> Position:
        there = [asked(self.core, self.define, args, box) for args in self.args]
        return any_position(self.meaning, (self.define.body, self.assuming, *there), box=box)

    def _known(self, here: Position) -> list[Z3]:
        numbers = [param for param, arg in zip(self.define.params, self.args[0], strict=True) if arg is None]
        limits = [limit for name, kind in numbers for limit in any_number(kind, name)[1]]
        truth = term(holds(self.meaning, self.assuming, here.cells))
        return [*here.known, *limits, *self.meaning.promises, truth]

    def _locals(self, args: Args) -> dict[str, Number]:
        named = zip(self.define.params, args, strict=True)
        return {name: any_number(kind, name)[0] if arg is None else arg for (name, kind), arg in named}

    def _there(self, args: Args, here: Position, box: bool = True) -> Truth:
        return holds(self.meaning, asked(self.core, self.define, args, box), here.cells)

    def _row(self, row: c.CaseRow, args: Args, here: Position) -> _Row:
        applies, faults = self.meaning.value(row.guard, here.cells, self._locals(args))
        open_ = undefined(faults)
        return _Row(SYMBOLIC.and_(applies, SYMBOLIC.not_(open_)), open_)

    def _said(self, row: c.CaseRow, args: Args) -> tuple[Value, Truth]:
        """What a row says, and whether that is undefined."""
        value, faults = self.meaning.value(row.value, self.here.cells, self._locals(args))
        return value, undefined(faults)

    # ---- the three claims ---------------------------------------------------------------------

    def exclusive(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """No two rows apply with different values."""
        broken, both = [], SYMBOLIC.and_
        moment = self.meaning.look(self.here.cells)
        for args in self.args:
            rows = [(row, self._row(row, args, self.here).applies) for row in self.rows]
            for (one, here), (other, there) in combinations(rows, 2):
                meet = both(both(here, there), self._there(args, self.here))
                if SYMBOLIC.known(meet) is not False:
                    (value, lost), (second, lost_too) = self._said(one, args), self._said(other, args)
                    said = SYMBOLIC.not_(SYMBOLIC.or_(lost, lost_too))
                    broken.append(both(both(meet, said), SYMBOLIC.not_(moment.same(value, second))))
        again = self._replay(self._conflict)
        return refute(blank, self._known(self.here), term(either(broken)), seconds, opinion, again)

    def complete(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """Some row applies, wherever it can be said which."""
        gaps = []
        for args in self.args:
            rows = [self._row(row, args, self.here) for row in self.rows]
            taken = either(SYMBOLIC.or_(row.applies, row.open) for row in rows)
            gaps.append(SYMBOLIC.and_(self._there(args, self.here), SYMBOLIC.not_(taken)))
        return refute(blank, self._known(self.here), term(either(gaps)), seconds, opinion, self._replay(self._gap))

    def alive(self, blank: Verdict, seconds: float, opinion: bool) -> Iterator[Verdict]:
        """Each row applies somewhere; a row for cards or counts of another table is only noted."""
        for row in self.rows:
            name = f"the row {row.name} of {self.define.clause}"
            again = self._replay(self._alive(row))
            said = self._somewhere(row, self.here, True, blank, seconds, opinion, again)
            if said.grade is Grade.REFUTED:
                other = self._position(box=False)
                # Only a note is made of it, so the position with the cards left out is not laid out.
                elsewhere = self._somewhere(row, other, False, blank, seconds, False, lambda model: None)
                if elsewhere.grade is Grade.FAULT or _fixed(self.core, row.guard):
                    never = f"{name}: never with {self.core.players} players"
                    said = replace(said, grade=Grade.LAID_OUT, nowhere=False, detail=never)
                elif elsewhere.grade is Grade.UNKNOWN:
                    said = elsewhere
                else:
                    said = replace(said, detail=f"{name} never applies with {self.core.players} players")
            elif said.grade is Grade.LAID_OUT:
                said = replace(said, detail="")
            yield said

    def _somewhere(
        self, row: c.CaseRow, here: Position, box: bool, blank: Verdict, seconds: float, opinion: bool, again: Replay
    ) -> Verdict:
        """Mostly one of the first things that it is asked about does; only if none does, all of them together."""
        until, found = time.monotonic() + seconds / 2, list[Truth]()
        for args in self.args:
            applies = SYMBOLIC.and_(self._row(row, args, here).applies, self._there(args, here, box))
            left = min(SOON, until - time.monotonic())
            if SYMBOLIC.known(applies) is not False:
                found.append(applies)
                if left > 0 and len(self.args) > 1:
                    soon = show(blank, self._known(here), term(applies), left, opinion, again, "never applies")
                    if soon.grade in (Grade.LAID_OUT, Grade.FAULT):
                        return soon
        return show(blank, self._known(here), term(either(found)), seconds, opinion, again, "never applies")

    # ---- laid out again ------------------------------------------------------------------------

    def _replay(self, what: _Look) -> Replay:
        def again(model: Z3) -> Shown | None:
            cells = cells_in(model, self.here.cells)
            if not fits(self.core, (self.assuming,), cells):
                return None
            for some in self.args:
                args = tuple(int(worth(model, value)) for value in self._locals(some).values())
                if fits(self.core, (asked(self.core, self.define, args),), cells) and (detail := what(args, cells)):
                    return Shown(detail, tuple(lay_out(self.core, cells, self.here.seen)))
            return None

        return again

    def _applies(self, row: c.CaseRow, args: tuple[int, ...], cells: Cells) -> bool:
        applies, faults = Meaning(self.core, CONCRETE).value(row.guard, cells, self._locals(args))
        return bool(applies) and not faults

    def _alive(self, row: c.CaseRow) -> _Look:
        def look(args: tuple[int, ...], cells: Cells) -> str:
            return f"{self._asked(args, cells)}: {row.name} applies" if self._applies(row, args, cells) else ""

        return look

    def _conflict(self, args: tuple[int, ...], cells: Cells) -> str:
        meaning = Meaning(self.core, CONCRETE)
        said = []
        for row in self.rows:
            value, faults = meaning.value(row.value, cells, self._locals(args))
            if not faults and self._applies(row, args, cells):
                said.append((row.name, word(self.define.type, value)))
        for (one, first), (other, second) in combinations(said, 2):
            if first != second:
                return f"{self._asked(args, cells)}: the row {one} says {first}, the row {other} says {second} (Q501)"
        return ""

    def _gap(self, args: tuple[int, ...], cells: Cells) -> str:
        meaning = Meaning(self.core, CONCRETE)
        for row in self.rows:
            applies, faults = meaning.value(row.guard, cells, self._locals(args))
            if applies or faults:
                return ""
        return f"{self._asked(args, cells)}: no row applies (Q502)"

    def _asked(self, args: tuple[int, ...], cells: Cells) -> str:
        return told_call(self.core, c.Call(self.define.name, tuple(c.Const(arg) for arg in args)), cells)


def _fixed(core: c.Core, guard: c.Expr) -> bool:
    """Whether a guard speaks of nothing that can change: of the player count, in the end."""
    match guard:
        case c.Call(define):
            body = core.defines[define].body
            rows = body.rows if isinstance(body, c.Cases) else ()
            here = [row for row in rows if row.guard != c.Const(False)]
            # It has rows for other player counts, and says the same of everything with this one.
            return len(here) < len(rows) and all(_fixed(core, part) for row in here for part in (row.guard, row.value))
        case c.Read() | c.Local():
            return False
        case _:
            return all(_fixed(core, part) for part in c.parts(guard))
