"""`order F is strict`, `cycle F is intended`: does a comparison say who wins, in any position?

Asked of the cards in the game, or of the places where a card lies: nothing beats itself, of two
exactly one beats the other, and nobody is beaten round in a circle, unless that is intended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.arguments import asked, countable, fits, told
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import Replay, Shown, either, holding_over, holds, refute, show, undefined, verdict
from qedeck.proofs.formulas.positions import Position, any_position
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import cells_in
from qedeck.proofs.verdict import Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("order", "cycle")


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """One question for a strict order; for a cycle a second one, whether there is one."""
    core = program.core
    define = core.defines[claim.names[0]]
    blank = verdict(program, claim)
    if not countable(core, define):
        return replace(blank, detail=f"{define.name} compares too many things to try every pair")
    board = Board(program, define)
    strict = claim.kind == "order"
    broken = [*board.pairwise(), *(board.circles() if strict else ())]
    known = board.known
    said = refute(blank, known, term(either(broken)), seconds, opinion, board.replay(strict))
    if not strict and said.grade.good:
        circle = term(either(board.circles()))
        again = replace(blank, seconds=said.seconds)
        said = show(again, known, circle, seconds, opinion, board.replay(True), f"{define.name} goes round nowhere")
    return holding_over(said, core, board.here.seen)


class Board:
    """The comparison of every pair in any position."""

    def __init__(self, program: PropertyProgram, define: c.Define) -> None:
        self.core, self.define, self.assuming = program.core, define, program.assuming
        kind = define.params[0][1]
        assert isinstance(kind, c.Domain)
        self.kind = kind
        self.meaning: Meaning[Truth, Number] = Meaning(self.core, SYMBOLIC)
        # Asked about the same thing twice: it is there.
        self.there = [asked(self.core, define, (k, k)) for k in range(kind.size)]
        self.call = c.Call(define.name, (c.Const(0), c.Const(0)))
        self.here: Position = any_position(self.meaning, (self.call, self.assuming, *self.there))
        cells = self.here.cells
        self.known: list[Z3] = [*self.here.known, term(holds(self.meaning, self.assuming, cells))]
        self.lies = [holds(self.meaning, there, cells) for there in self.there]
        self.members = [k for k in range(kind.size) if SYMBOLIC.known(self.lies[k]) is not False]
        found = {(i, j): self._ask(i, j, cells) for i in self.members for j in self.members}
        self.beats = {pair: truth for pair, (truth, _) in found.items()}
        self.open = {pair: faulty for pair, (_, faulty) in found.items()}

    def _ask(self, i: int, j: int, cells: Cells) -> tuple[Truth, Truth]:
        call = c.Call(self.define.name, (c.Const(i), c.Const(j)))
        truth, faults = self.meaning.value(call, cells)
        faulty = undefined(faults)
        return SYMBOLIC.and_(truth, SYMBOLIC.not_(faulty)), faulty

    def pairwise(self) -> Iterator[Truth]:
        """What is wrong between one or two: beats itself, both ways, neither way, or nobody can say."""
        both = SYMBOLIC.and_
        for i in self.members:
            yield both(self.lies[i], self.beats[i, i])
            for j in self.members:
                if i < j:
                    pair = both(self.lies[i], self.lies[j])
                    yield both(pair, SYMBOLIC.iff(self.beats[i, j], self.beats[j, i]))
                    yield both(pair, SYMBOLIC.or_(self.open[i, j], self.open[j, i]))

    def circles(self) -> Iterator[Truth]:
        """Three in a circle: where of any two one wins, every circle has such a three inside it."""
        both = SYMBOLIC.and_
        for i, j, k in permutations(self.members, 3):
            if i < j and i < k:
                there = both(both(self.lies[i], self.lies[j]), self.lies[k])
                yield both(there, both(both(self.beats[i, j], self.beats[j, k]), self.beats[k, i]))

    def replay(self, circles: bool) -> Replay:
        def again(model: Z3) -> Shown | None:
            cells = cells_in(model, self.here.cells)
            if not fits(self.core, (self.assuming,), cells):
                return None
            detail = self._said(cells, circles)
            return Shown(detail, tuple(lay_out(self.core, cells, self.here.seen))) if detail else None

        return again

    def _said(self, cells: Cells, circles: bool) -> str:
        """What is wrong with the comparison in a position, in words; nothing if nothing is."""
        meaning, name = Meaning(self.core, CONCRETE), self.define.name
        there = [k for k in self.members if fits(self.core, (self.there[k],), cells)]
        wins: dict[tuple[int, int], bool] = {}

        def who(k: int) -> str:
            return told(self.core, self.kind, k, cells)

        for i in there:
            for j in there:
                truth, faults = meaning.value(c.Call(name, (c.Const(i), c.Const(j))), cells)
                if faults and i != j:
                    return f"{name}({who(i)}, {who(j)}) is undefined ({faults[0].code})"
                wins[i, j] = bool(truth) and not faults
        for i in there:
            if wins[i, i]:
                return f"{who(i)} beats itself ({name})"
            for j in there:
                if i < j and wins[i, j] == wins[j, i]:
                    how = "beat each other" if wins[i, j] else "do not compare: neither beats the other"
                    return f"{who(i)} and {who(j)} {how} ({name})"
        for i, j, k in permutations(there, 3) if circles else ():
            if wins[i, j] and wins[j, k] and wins[k, i]:
                return " beats ".join(who(m) for m in (i, j, k, i))
        return ""
