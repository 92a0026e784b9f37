"""That there is always enough of what a step takes: lemmas that nobody has written down.

In: a game; out: terms that are proved to hold wherever somebody or chance decides. A chip that goes with a card lies
ready as long as the card is in a hand: so many cards of one kind are never more than cards of another. Which goes with
which is guessed from plays.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from qedeck.interpreter.state import Cells
from qedeck.proofs.plays.sample import Sampler, by_itself
from qedeck.proofs.steps.facts import number, op, total
from qedeck.proofs.steps.induction import Aim, Proof, prove
from qedeck.spec import core as c

PLAYS = 60
"""Random plays from which is guessed."""
MOST = 6
"""Guesses that are worth a proof: where more are left, plays say too little."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """A term that always holds, and why."""

    term: c.Expr
    proof: Proof


@dataclass(frozen=True, slots=True)
class _Pair:
    """Cards of one face in all hands, and those of another in the pile they are taken from."""

    hand: str
    card: int
    pile: str
    taken: int

    def held(self, core: c.Core, cells: Cells) -> int:
        return int(sum(cells[self.hand][self.card :: core.zones[self.hand].cards.size]))

    def holds(self, core: c.Core, cells: Cells) -> bool:
        return bool(self.held(core, cells) <= cells[self.pile][self.taken])

    def said(self, core: c.Core) -> c.Expr:
        seats = range(core.domains["player"].size)
        held = [c.Read(self.hand, (number(p), number(self.card))) for p in seats]
        return op("le", total(held), c.Read(self.pile, (number(self.taken),)))


def enough(core: c.Core, rules: c.Expr | None, seconds: float, opinion: bool) -> list[Lemma]:
    """Those of the guesses that are proved."""
    until = time.monotonic() + seconds
    guessed = _guessed(core, rules, min(2.0, seconds / 4))
    if not guessed or len(guessed) > MOST:
        return []
    found = []
    for k, pair in enumerate(guessed):
        term = pair.said(core)
        left = (until - time.monotonic()) / (len(guessed) - k)
        proof = prove(core, Aim(term), left, opinion, given=rules)
        if proof.proved:
            found.append(Lemma(term, proof))
    return found


def _guessed(core: c.Core, rules: c.Expr | None, seconds: float) -> list[_Pair]:
    pairs = list(dict.fromkeys(_pairs(core)))
    if not pairs:
        return []
    seen: set[_Pair] = set()
    for spot in Sampler(core, given=rules).spots(seconds, PLAYS):
        if spot.node is not None and not by_itself(core, spot.node):
            pairs = [pair for pair in pairs if pair.holds(core, spot.cells)]
            seen.update(pair for pair in pairs if pair not in seen and pair.held(core, spot.cells))
    # Of a card that nobody ever holds, plays say nothing.
    return [pair for pair in pairs if pair in seen]


def _pairs(core: c.Core) -> Iterator[_Pair]:
    """For each step that takes a certain card from a common pile: any card of another set, in any hand."""
    hands = [zone for zone in core.zones.values() if zone.owned and zone.kind == "pile"]
    for move in (move for block in core.blocks for move in _moves(block.steps)):
        source = core.zones[move.source.zone]
        if isinstance(move.card, c.Const) and source.kind == "pile" and not source.owned:
            for hand in (zone for zone in hands if zone.cards != source.cards):
                for card in range(hand.cards.size):
                    yield _Pair(hand.name, card, source.name, int(move.card.value))


def _moves(steps: Iterable[c.Step]) -> Iterator[c.Move]:
    for step in steps:
        match step:
            case c.Move():
                yield step
            case c.When(_, then, otherwise):
                yield from _moves((*then, *otherwise))
            case c.Each(body=body) | c.Let(body=body):
                yield from _moves(body)
