"""Stage 2 to 3, what may be done at any time: offers that stand, `meanwhile`, and rounds in which nobody moves.

A standing offer is a race at every moment at which a player, the table or the moderator is to decide, and where its
block ends: it goes on until nobody moves. So Core knows nothing of it.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.decisions import ANYONE, Decisions, Offered, raced
from qedeck.spec.checker.graph import Graph
from qedeck.spec.checker.state import State
from qedeck.spec.checker.terms import TRUE, both, either, negated
from qedeck.spec.checker.values import Env


@dataclass(frozen=True, slots=True)
class Standing:
    """An offer, the names that are known where it was made, and the phases that were under way."""

    statement: t.Meanwhile
    env: Env
    phase: str
    calls: tuple[str, ...]


class Offers(Decisions, ABC):
    """Keeps the offers that stand, and writes them into the graph where they are made."""

    def __init__(self, state: State, graph: Graph) -> None:
        super().__init__(state, graph)
        self.standing: tuple[Standing, ...] = ()
        self.watching: list[str] = []
        """For each loop under way that ends when nobody moves, the variable that says whether somebody has."""
        self.moved = 0
        """How many ways to move were written so far."""

    # ---- offers that stand ---------------------------------------------------------------------

    @contextmanager
    def block(self) -> Iterator[None]:
        """What is offered in a block stands to its end, and once more there."""
        outside = self.standing
        yield
        if self.standing != outside:
            self.offer()
        self.standing = outside

    def stand(self, statement: t.Meanwhile, env: Env, last: bool) -> None:
        if last:
            self.exprs.wrong(
                "Q441",
                "nothing comes after this offer, and it stands no longer than its block",
                statement.span,
                "what it depends on comes after while; a race again and again: repeat … until nobody moves",
            )
        self.standing = (*self.standing, Standing(statement, env, self.phase, tuple(self.calls)))

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Nothing that stands outside is offered."""
        outside, self.standing = self.standing, ()
        yield
        self.standing = outside

    def before(self, statement: t.Statement, env: Env) -> None:
        """What stands is offered before somebody decides; chance waits for nobody."""
        match statement:
            case t.Choose(owner) | t.MayChoose(owner) | t.ChooseOne(owner) if owner.who != "chance":
                self.offer()
            case t.Race():
                self.offer()
            case t.Secretly(voter, where) | t.Together(voter, where):
                # All decide at once: it is offered before the first of them, if there is one.
                self.offer(t.Some(voter, where or t.YesNo(True), False, span=statement.span), env)
            case _:
                pass

    def offer(self, asked: t.Expr | None = None, env: Env | None = None) -> None:
        """A race for all that stands, again and again until nobody moves."""
        standing = self.standing
        if not standing or not self.enters(standing[-1].statement.span):
            return
        head, race, after = self.graph.new(), self.graph.new(), self.graph.new()
        if asked is not None:
            some = self.graph.new()
            self.graph.close(c.Branch(self.exprs.condition(asked, env or Env()), some, after))
            self.graph.current = some
        self.graph.go(head)
        whiles = [self.exprs.condition(one.statement.condition, one.env) for one in standing]
        self.graph.close(c.Jump(race) if TRUE in whiles else c.Branch(either(*whiles), race, after))
        self.graph.current = race
        # Where several stand, one may be open and another not.
        several = zip(standing, whiles if len(standing) > 1 else [TRUE], strict=True)
        made = [(one, way) for one, holds in several for way in self._ways(one, holds)]
        nobody = t.Option(t.Word("nobody"), (), None, (), (), span=standing[-1].statement.span)
        self.unlike((*(option for one in standing for option in one.statement.race.options), nobody))
        with self.as_said(standing[-1]):
            none = self.offered(nobody, ANYONE, Env())
            options = (*(way.option for _, way in made), none.option)
            span = standing[-1].statement.race.span
            self.graph.decide(c.Decision(self.phase, ANYONE, options, self.noticed, self.phase, span))
        for one, way in made:
            with self.as_said(one), self.undisturbed():
                self.carry_out(way, head, True)
        self.carry_out(none, after, False)
        self.graph.current = after

    def _ways(self, one: Standing, holds: c.Expr) -> list[Offered]:
        """How an offer can be taken up, as long as it holds."""
        with self.as_said(one):
            ways = [self.offered(option, ANYONE, one.env) for option in raced(one.statement.race)]
        return [replace(way, option=replace(way.option, guard=both(holds, way.option.guard))) for way in ways]

    @contextmanager
    def as_said(self, one: Standing) -> Iterator[None]:
        """An offer belongs to the phase in which it was made, wherever play stands meanwhile."""
        phase, calls = self.phase, self.calls
        self.phase, self.calls = one.phase, list(one.calls)
        yield
        self.phase, self.calls = phase, calls

    # ---- rounds in which nobody moves ------------------------------------------------------------

    def moves(self) -> None:
        """Somebody who need not has done something."""
        self.moved += 1
        self.graph.emit(*(c.Assign(var, (), TRUE) for var in self.watching))

    def until_nobody_moves(self, statement: t.Repeat, env: Env) -> c.Expr:
        """One round, and whether it was the last."""
        moved, report = self.graph.hold(f"{self.phase}.moved", c.YesNo()), self.scope.report
        before = self.moved, len(report.found)
        self.graph.rest(moved)
        self.watching.append(moved)
        self.run(statement.body, env)
        self.watching.pop()
        if (self.moved, len(report.found)) == before:
            self.exprs.wrong(
                "Q440",
                "nobody ever moves here: there is nothing that somebody may do or leave",
                statement.span,
                "write in it who may do what: anyone p may, p may choose; or until when it goes on",
            )
        return negated(c.Read(moved))

