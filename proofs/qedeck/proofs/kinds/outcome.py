"""`same outcome without X`, `same outcome as G`, `same outcome with` changes: two games come out alike.

The same choices at two tables, by players and by chance, as long as they are open at both: where one of the games is
over, the other must be, by the same ending and won by the same. Who is asked, what is seen and what is remembered in
between is nobody's business. Games that are the same come out the same; else it is proved of small games only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import assert_never

from qedeck.interpreter.actions import Action
from qedeck.interpreter.choices import Refused
from qedeck.interpreter.play import Play
from qedeck.proofs.formulas.lemma import verdict
from qedeck.proofs.formulas.two_games import TwoGames
from qedeck.proofs.kinds.same_game import Alike, sides
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.sample import Taken
from qedeck.proofs.plays.two_tables import Lines, Tables, how, named
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.beside import OUTCOME
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = OUTCOME
NO_END = "no play comes to an end at both tables"


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Parted by a play; else alike in every pair of positions, or the same game."""
    blank, other = verdict(program, claim), claim.beside
    assert other is not None
    assumed = given(program.core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="games are compared from their beginning: nothing can be assumed of a position")
    games, tables = TwoGames(program.core, other), Outcomes(program.core, other, assumed.rules)
    return _Alike(program, games, tables, sides(claim), tables).decide(blank, seconds, opinion)


@dataclass(frozen=True, slots=True)
class _Alike(Alike):
    """Two games, compared in how they come out. What goes the same in all that `same game` compares does so here."""

    outcomes: Outcomes

    def decide(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        start = time.monotonic()
        found = Alike.decide(self, blank, seconds, opinion)
        if found.grade.good and found.engine == "exhaustive search" and not self.outcomes.ended:
            found = replace(found, grade=Grade.VACUOUS, detail=NO_END)
        return replace(found, seconds=time.monotonic() - start)


class Outcomes(Tables):
    """Two games side by side, compared in how they come out."""

    def __init__(self, one: c.Core, other: c.Core, given_: c.Expr | None = None) -> None:
        super().__init__(one, other, given_)
        self.ended = False
        """Whether a play came to an end at both tables."""

    def follow(self, other: Play, step: Taken) -> bool:
        """The same choice at the other table, whoever makes it there; no: it is not open there, and that is all."""
        mine, theirs = self.one.nodes[step.node], other.decision
        if other.over or theirs is None or other.node is None:
            return False
        if step.outcome is not None:
            if _drawn(self.one, mine) != _drawn(self.other, theirs) or not self._as_many(other, step.outcome):
                return False
            action = Action(other.node, 0, outcome=step.outcome, words=other.rules.words)
        else:
            assert isinstance(mine, c.Decision)
            wanted = named(self.walk.rules.choices.action(step.node, step.option, step.values, None))
            by_chance = c.who_decides(mine) == "chance"
            if not isinstance(theirs, c.Decision) or by_chance is not (c.who_decides(theirs) == "chance"):
                return False
            found = next((one for one in other.legal() if named(one) == wanted), None)
            if found is None:
                return False
            action = found
        try:
            other.apply(action)
        except Refused:
            return False
        return True

    def apart(self, one: Play, other: Play, since: int, since_too: int) -> tuple[Lines, Lines] | None:
        ends = [_end(play) for play in (one, other)]
        if ends[0] != ends[1]:
            return (how(one),), (how(other),)
        self.ended = self.ended or one.result is not None and one.result.kind not in ("stuck", "undefined")
        return None

    @staticmethod
    def _as_many(other: Play, outcome: tuple[tuple[int, ...], ...]) -> bool:
        """Whether as many cards are dealt there."""
        if not isinstance(other.decision, c.DealDecision):
            return True
        assert other.node is not None
        return tuple(other.rules.meaning.deal_amounts(other.cells, other.node)[0]) == tuple(map(sum, outcome))


def _drawn(core: c.Core, node: c.Node) -> object:
    """What chance draws: cards from where to where, or a new order of what; with all the cards of that set."""
    match node:
        case c.DealDecision(source=source, targets=targets):
            return source.zone, core.zones[source.zone].cards, tuple(ref.zone for ref, _ in targets)
        case c.ShuffleDecision(zone=zone):
            return zone.zone, core.zones[zone.zone].cards
        case c.Decision():
            return None
        case _:
            assert_never(node)


def _end(play: Play) -> object:
    """How a game has come out; None while it goes on, also if nobody can go on."""
    result = play.result
    if result is None or result.kind == "stuck":
        return None
    return result.kind, result.ending, tuple(result.winners)
