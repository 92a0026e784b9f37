"""Two plays at once: that a seat cannot tell them apart is kept by every step.

In: a Core, a secret and a seat; out: a proof, or where it breaks off. For each stage it is worked out which cells may
differ by then (`spread`); all others, and all that the seat sees, are the same, and must be so after the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from qedeck.proofs.formulas.lemma import either
from qedeck.proofs.formulas.loose import Late
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.formulas.symbols import worth
from qedeck.proofs.hidden.legs import Leg, Stage, exchanged
from qedeck.proofs.hidden.spread import Spread
from qedeck.proofs.hidden.twins import Suspicion
from qedeck.proofs.hidden.two_plays import TwoPlays, defined, goes, over, secret_apart
from qedeck.proofs.plays.throughout import LONG as LONG_GAME

QUESTION = 25.0
"""Seconds for one question about one step."""
QUICK = 2.0
"""Seconds for one that may stay open."""
WAYS = tuple(product(range(3), (False, True)))
"""Ways to ask: with no help, the laws of the table or helper facts; and with all that must be defined."""
LONG_WAYS = ((0, False), (1, False), (1, True), (2, False), (2, True))
"""In a long game, what must be defined is longer than all the rest."""
LONG = 1_000_000
"""Letters of all questions about a proof, beyond which it is left as it is."""


class Broken(Exception):
    """Why there is no proof."""


class Pairs:
    """The pairs of plays that one seat must not tell apart."""

    def __init__(self, plays: TwoPlays) -> None:
        self.core = plays.core
        self.plays = plays
        self.smt: list[str] = []
        self.helped = False
        """Whether helper facts, and what every table obeys, had to be taken for granted."""
        self.suspicion: Suspicion | None = None
        """Where a step may show it, as far as the solver sees."""

    def prove(self, exact: bool) -> str:
        """Why it cannot be proved; nothing if it is.

        Which cells may differ: whatever is not plainly the same; or, if it shall be `exact`, what the solver says.
        """
        self.helped, self.smt = exact, []
        try:
            Spread(self.plays).note(exact)
            self._keep()
        except Broken as broken:
            return str(broken)
        except Late:
            return "the time was up"
        return ""

    def _keep(self) -> None:
        for stage in self.plays.stages.reached():
            for one, other, known, strict in self.plays.parting(stage):
                if strict:
                    self._keep_alike(stage, one, other, known, secret_apart(one, other), True)
            if self.plays.apart[stage]:
                self._keep_asked(stage)
            for one, other, known in self.plays.going_on(stage):
                self._keep_alike(stage, one, other, known, True)

    def _keep_alike(
        self, stage: Stage, one: Leg, other: Leg, known: list[Z3], apart: Truth, parting: bool = False
    ) -> None:
        if over(one, other):
            return
        shown = SYMBOLIC.and_(apart, self.plays.shown(one, other))
        # That nothing is undefined is seldom needed, and says a hundred times as much as all the rest.
        also = [*defined(one), *defined(other)]
        self._never(stage, [*known, *goes(one), *goes(other)], shown, also, parting=parting)

    def _keep_asked(self, stage: Stage) -> None:
        """Who is asked, and what the seat may choose, are the same in both plays."""
        known, swap = self.plays.before(stage)
        self._never(stage, known, self.plays.glimpse.asked_apart(stage.node, swap))
        for fan in self.plays.fans(stage):
            mine, legal = self.plays.glimpse.mine(stage.node, fan.way), fan.legs[0].legal
            (other,) = exchanged([legal], swap)
            offered = SYMBOLIC.and_(legal, SYMBOLIC.not_(other))
            self._never(stage, [*known, *fan.way.promises], SYMBOLIC.and_(mine, offered))

    def _never(
        self,
        stage: Stage,
        known: Sequence[Z3],
        truth: Truth,
        also: Sequence[Z3] = (),
        most: float = QUESTION,
        parting: bool = False,
    ) -> None:
        """That something cannot be; what is `also` known, and helper facts, are only said if they are needed."""
        if SYMBOLIC.known(truth) is False:
            return
        long = len(self.core.blocks) > LONG_GAME
        ways = [way for way in (LONG_WAYS if long else WAYS) if also or not way[1]]
        # What it took for a like question at this node, perhaps for another seat, is tried first.
        for effort, more in sorted(ways, key=lambda way: way != self.plays.stages.took.get(stage.node, ways[0])):
            helpers = self.plays.helpers(stage, parting, effort == 2) if effort else ()
            # In a long game, what needs no help is soon seen.
            left = self.plays.left(QUICK if not effort and long else most)
            answer = ask([*self.plays.known, *known, *helpers, *(also if more else ())], term(truth), left)
            if answer.verdict == "unsat":
                self.plays.stages.took[stage.node] = effort, more
                self.smt.append(answer.smt)
                self.helped |= effort > 0
                return
        if answer.model is not None:
            readings = [name for name, var in self.core.vars.items() if var.role == "reading"]
            setting = {name: tuple(worth(answer.model, v) for v in self.plays.stages.cells[name]) for name in readings}
            self.suspicion = Suspicion(setting, stage.node if parting else None)
        why = "may show it" if answer.verdict == "sat" else "is too hard to compare"
        raise Broken(f"the proof breaks off where a step from {self.core.nodes[stage.node].name} {why}")

    def defined_alike(self) -> bool:
        """Whether a step that is undefined in one play is so in the other, as far as that is quickly seen."""
        proved = list(self.smt)
        if sum(map(len, proved)) > LONG:
            return False  # such questions are longer by far, and their limits are not kept
        try:
            for stage in self.plays.stages.reached():
                pairs = [pair[:3] for pair in self.plays.parting(stage) if pair[3]] + self.plays.going_on(stage)
                # The legs of one way have their faults in common, so one of them speaks for all.
                for one, other, known in {id(pair[1]): pair for pair in pairs}.values():
                    made = [term(one.legal), *goes(other), *defined(other)]
                    self._never(stage, [*known, *made], either(one.faults), most=QUICK)
        except (Broken, Late):
            self.smt = proved
            return False
        return True
