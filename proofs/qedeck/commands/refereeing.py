"""`simulate --referee`: games broken off at the first broken claim; which it was, after how many decisions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qedeck.interpreter.play import Play
from qedeck.interpreter.position import Rules
from qedeck.proofs.referee import Rule, referee
from qedeck.simulation.seats import play_on
from qedeck.simulation.tally import Outcome, Tally
from qedeck.spec.texts import Texts

if TYPE_CHECKING:
    from qedeck.simulation.sweeps import Combination
    from qedeck.simulation.table import Table


class Judge:
    """The referee of one table."""

    def __init__(self, here: Combination, table: Table) -> None:
        self.referee = referee(here.game, here.players, dict(table.fixed))
        self.table = replace(table, core=self.referee.core)
        self._sources = here.game.sources
        self._rules: dict[Outcome, Rule] = {}

    def judged(self, tally: Tally) -> Tally:
        """The same games; those that were broken off say which claim they break."""
        new = {outcome: self._judged(outcome) for outcome in tally.outcomes}
        tally.outcomes = Counter({new[outcome]: games for outcome, games in tally.outcomes.items()})
        tally.first = {new[outcome]: seed for outcome, seed in tally.first.items()}
        return tally

    def _judged(self, outcome: Outcome) -> Outcome:
        rule = self.referee.broken(outcome.code)
        if rule is None:
            return outcome
        told = Outcome("broken", code=f"claim {rule.watched.claim + 1}", clause=rule.name)
        self._rules[told] = rule
        return told

    def words(self, outcome: Outcome) -> str:
        """A broken claim as it is written, on one line."""
        span = self._rules[outcome].span
        source = self._sources.get(span.file)
        return " ".join(source.text[span.start : span.end].split()) if source else outcome.clause

    def after(self, seed: int) -> int:
        """How many decisions a game makes before it is broken off."""
        play = Play(Rules(self.table.core, Texts()), seed)
        play.begin(self.table.fixed)
        return play_on(play, self.table.seats, self.table.limit)

    def data(self) -> dict[str, Any]:
        return {name: [{"property": rule.name, "claim": rule.watched.claim + 1} for rule in rules]
                for name, rules in (("watched", self.referee.rules), ("silent", self.referee.silent))}
