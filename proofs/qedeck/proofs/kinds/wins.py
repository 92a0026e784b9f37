"""`every card can win by F`: for every card of a set, a position in which it lies and beats all others that lie there.

F compares places of a row. Rows are laid at random first; then one position after the other is asked for, until all
cards have won or none of the rest can.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from qedeck.interpreter.chance import CARDS, Chance
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.arguments import asked
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import agreement, either, nowhere, verdict, why
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Truth, term
from qedeck.proofs.formulas.symbols import cells_in
from qedeck.proofs.kinds.order import Board
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("can_win",)
ROWS = 5_000
"""Rows that are laid before anything is asked."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Shown by a position for each card, or refuted: these never win."""
    race = _Race(program, claim)
    blank, until = verdict(program, claim), time.monotonic() + seconds
    left, rows, start = race.in_play(), dict[int, str](), time.monotonic()

    def won(card: int, cells: Cells) -> None:
        left.remove(card)
        rows[card] = f"{race.cards.members[card]} wins: {'; '.join(lay_out(race.core, cells, {race.row}))}"

    for cells in race.laid(seconds / 4):
        card = race.winner(cells)
        if card is not None and card in left:
            won(card, cells)
        if not left:
            break
    while left:
        answer = ask(race.board.known, term(either(map(race.wins, left))), max(0.1, until - time.monotonic()))
        blank = replace(blank, seconds=time.monotonic() - start, smt=answer.smt)
        if answer.verdict == "unknown":
            return replace(blank, detail=f"{why(answer)}; not seen to win: {race.named(left)}")
        if answer.verdict == "unsat":
            agreed, doubt = agreement(answer, max(0.1, until - time.monotonic()), opinion)
            if doubt:
                return replace(blank, detail=doubt)
            return nowhere(blank, f"never wins: {race.named(left)}", agreed)
        cells = cells_in(answer.model, race.board.here.cells)
        winner = race.winner(cells)
        if winner is None or winner not in left:
            return replace(blank, grade=Grade.FAULT, detail="the position does not show it when it is laid out")
        won(winner, cells)
    story = tuple(row for _, row in sorted(rows.items()))
    return replace(blank, grade=Grade.LAID_OUT, detail=f"each of {len(rows)} cards", story=story)


class _Race:
    """The cards of a set, and the comparison of the places of a row of them."""

    def __init__(self, program: PropertyProgram, claim: Claim) -> None:
        self.program, self.core = program, program.core
        self.meaning: Meaning[bool, int] = Meaning(self.core, CONCRETE)
        self.define = self.core.defines[claim.names[1]]
        kind = self.define.params[0][1]
        assert isinstance(kind, c.Domain)
        self.places = range(kind.size)
        self.there = [asked(self.core, self.define, (k, k)) for k in self.places]
        rows = (zone for zone in self.core.zones.values() if zone.places == kind)
        self.zone = next(zone for zone in rows if zone.cards.name == claim.names[0])
        self.cards, self.row = self.zone.cards, c.card_of(self.zone.name)

    @cached_property
    def board(self) -> Board:
        """The comparison as formulas: only for what was not seen to win."""
        return Board(self.program, self.define)

    def in_play(self) -> list[int]:
        """The cards that are not left out at this player count."""
        copies = self.core.copies[self.cards.name]
        return [card for card in range(self.cards.size) if copies[card] != c.Const(0)]

    def laid(self, seconds: float) -> Iterator[Cells]:
        """Rows laid at random from the box; none where other zones are looked at, for they would have to fit."""
        meaning, chance, until = self.meaning, Chance(1, CARDS), time.monotonic() + seconds
        call = c.Call(self.define.name, (c.Const(0), c.Const(0)))
        seen = visible(self.core, (call, self.program.assuming, *self.there))
        start, faults = meaning.initial()
        if faults or _zones(self.core, seen) != {self.zone.name} or not self.zone.alone:
            return
        copies = [meaning.value(amount, start)[0] for amount in self.core.copies[self.cards.name]]
        box = [card for card, amount in enumerate(copies) for _ in range(int(amount))]
        places = len(self.places)
        for number in range(ROWS):
            if time.monotonic() > until or len(box) < places:
                return
            size = places - number % (places - 1) if places > 1 else 1
            row = (*chance.shuffled(box)[:size], *(c.NONE for _ in range(places - size)))
            cells = start.put(self.row, row, meaning.layout.readers[self.row])
            yield cells.put(c.size_of(self.zone.name), (size,), meaning.layout.readers[c.size_of(self.zone.name)])

    def named(self, cards: list[int]) -> str:
        return ", ".join(self.cards.members[card] for card in cards)

    def wins(self, card: int) -> Truth:
        """This card lies somewhere and beats all the others, of which there is one at least."""
        lying = self.board.here.cells[self.row]
        return either(SYMBOLIC.and_(SYMBOLIC.eq(lying[k], card), self._wins_at(k)) for k in self.board.members)

    def _wins_at(self, place: int) -> Truth:
        board, others = self.board, [k for k in self.board.members if k != place]
        found = SYMBOLIC.and_(board.lies[place], either(board.lies[k] for k in others))
        for k in others:
            found = SYMBOLIC.and_(found, SYMBOLIC.or_(SYMBOLIC.not_(board.lies[k]), board.beats[place, k]))
        return found

    def winner(self, cells: Cells) -> int | None:
        """The card that wins a position, as the reference has it."""
        there = [k for k in self.places if self._holds(self.there[k], cells)]
        if len(there) < 2 or not self._holds(self.program.assuming, cells):
            return None
        for k in there:
            if all(self._beats(k, other, cells) for other in there if other != k):
                return int(cells[self.row][k])
        return None

    def _beats(self, place: int, other: int, cells: Cells) -> bool:
        return self._holds(c.Call(self.define.name, (c.Const(place), c.Const(other))), cells)

    def _holds(self, expr: c.Expr, cells: Cells) -> bool:
        truth, faults = self.meaning.value(expr, cells)
        return bool(truth) and not faults


def _zones(core: c.Core, seen: frozenset[str]) -> set[str]:
    """The zones of which something is seen."""
    return {name for name in core.zones for cell in (name, c.card_of(name), c.size_of(name)) if cell in seen}
