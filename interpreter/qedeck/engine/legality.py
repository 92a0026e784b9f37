"""What is legal at a decision: a function that puts the number of every legal action in a row, and answers how many.

The order is that of the text: options, then picks, each from its lowest value. What the guard
says of the first picks is asked before the later ones are tried, as in interpreter/choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from qedeck.engine import ir
from qedeck.engine.at_once import at_once, each_of
from qedeck.engine.lanes import Lanes
from qedeck.engine.repeating import FEW, SMALL
from qedeck.engine.values import NO, YES, Code, Each, NotAtOnce, Unfit, constant
from qedeck.interpreter.choices import conjuncts
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.hands import Staged
    from qedeck.engine.program import Program

LARGE = 2**31 - 1
MOST = 1 << 22
"""Actions of one decision, legal or not."""


class Legality:
    """The decisions of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.kept: list[c.Expr] = []
        """Expressions made here: they are recognised by their identity, so they must stay."""
        # One more than there can be: the last place is written to and not kept.
        most = 1 + max((program.bases(n)[-1] for n in program.core.nodes if isinstance(n, c.Decision)), default=0)
        if most > MOST:
            raise Unfit("a decision has too many choices")
        self.choices = program.memory.scratch("choices", most, 0, LARGE)
        self.weights = program.memory.scratch("weights", most, 0, LARGE)

    def write(self, number: int, node: c.Decision) -> ir.Function:
        from qedeck.engine.hands import Staged

        program = self.program
        with program.function(f"legal_{number}") as (made, stage):
            m = Staged(program, node.clause)
            if node.owner.player is not None:
                seat = m.value(node.owner.player, m.yes)
                players = program.core.domains["player"].size
                m.undefined(m.algebra.not_(m.inside(seat, 0, players - 1)), "Q506", node.span)
            stage.emit(ir.Set("found", 0))
            for option in node.options:
                program.refresh(option.guard)
                if option.weight is not None and node.owner.who == "chance":
                    program.refresh(option.weight)
            for place in range(len(node.options)):
                self._option(m, number, node, place)
            stage.emit(ir.Return("found"))
        return made

    def _option(self, m: Staged, number: int, node: c.Decision, place: int) -> None:
        option = node.options[place]
        sizes = self.program.sizes(option)
        order = {pick.var: level for level, pick in enumerate(option.picks)}
        plan: list[list[c.Expr]] = [[] for _ in option.picks]
        for term in conjuncts(option.guard, self.program.core):
            levels = [order[name] for name in c.free(term) if name in order]
            if levels and max(levels) < len(option.picks) - 1:
                plan[max(levels)].append(term)

        def choose(level: int, picks: list[Code], action: Code) -> None:
            if level == len(option.picks):
                self._try(m, number, node, place, picks, action)
                return
            low, size = sizes[level]
            pick = option.picks[level]
            if level == len(option.picks) - 1 and size >= FEW:
                cards = self._at_once(m, number, place, picks, low, low + size)
                if cards is not None:

                    def legal(value: Code) -> None:
                        m.locals[pick.var] = value
                        so_far = m.algebra.sub(value, constant(low))
                        self._add(m, node, place, m.algebra.add(m.algebra.mul(action, constant(size)), so_far))

                    each_of(m, cards, low, low + size, legal)
                    return

            def one(value: Code) -> None:
                m.locals[pick.var] = picked = m.algebra.eq(value, constant(1)) if _yes_no(pick) else value
                so_far = m.algebra.add(m.algebra.mul(action, constant(size)), m.algebra.sub(value, constant(low)))
                holds = self._holds(m, plan[level])
                m.only(holds, lambda: choose(level + 1, [*picks, picked], so_far))

            if size * self.program.weight(option.guard) <= SMALL:
                for value in range(low, low + size):
                    one(constant(value))
            else:
                self._each(m, low, low + size, one)

        outer = m.locals
        m.locals = dict(outer)
        choose(0, [], constant(0))
        m.locals = outer

    def _each(self, m: Staged, low: int, high: int, one: object) -> None:
        stale = m.stage.stale
        stage = m.stage
        name = stage.fresh("i")
        with stage.inside(None) as body:
            one(stage.named(name, low, high - 1))  # type: ignore[operator]
        stage.emit(ir.Loop(name, low, high, body))
        stage.stale = stale

    def _holds(self, m: Staged, terms: Sequence[c.Expr]) -> Code:
        """Whether all of them hold; what is undefined does not."""
        if not terms:
            return YES
        whole = terms[0] if len(terms) == 1 else c.Op("and", tuple(terms))
        self.kept.append(whole)
        return m.attempt(lambda: m.value(whole, m.yes), lambda: NO, every=True)

    def _try(self, m: Staged, number: int, node: c.Decision, place: int, picks: list[Code], action: Code) -> None:
        program = self.program

        def legal() -> Code:
            return program.meaning.legal(program.nothing, number, place, picks)

        ok = m.attempt(legal, lambda: NO, every=True)
        if node.owner.who == "chance" or m.stage.known(ok) is not None:
            m.only(ok, lambda: self._add(m, node, place, action))
        else:
            # Put there in any case, and kept if it is legal: one jump less that nobody can foresee.
            self._append(m, m.algebra.add(action, constant(program.bases(node)[place])), None, ok)

    def _at_once(self, m: Staged, number: int, place: int, picks: list[Code], low: int, high: int) -> Code | None:
        """The set of values of the last pick that are legal."""
        program = self.program

        def ask(lanes: Lanes) -> Code:
            def legal() -> Code:
                return program.meaning.legal(program.nothing, number, place, [*picks, lanes.members()])

            ok = m.attempt(legal, lambda: NO, every=True)
            if not isinstance(ok, Each):
                raise NotAtOnce
            return lanes.mask(ok)

        return at_once(m, low, high, ask)

    def _add(self, m: Staged, node: c.Decision, place: int, action: Code) -> None:
        program, option = self.program, node.options[place]
        action = m.algebra.add(action, constant(program.bases(node)[place]))

        def weight() -> Code:
            assert option.weight is not None
            return m.value(option.weight, m.yes)

        if node.owner.who != "chance":
            self._append(m, action, None)
            return
        worth = constant(1) if option.weight is None else m.attempt(weight, lambda: constant(0), every=True)
        m.only(m.algebra.lt(constant(0), worth), lambda: self._append(m, action, worth))

    def _append(self, m: Staged, action: Code, weight: Code | None, counts: Code = YES) -> None:
        stage = m.stage
        at, more = stage.fresh(), stage.fresh()
        stage.emit(ir.Set(at, "found"))
        stage.emit(ir.Store(self.choices, at, action.atom))
        if weight is not None:
            stage.emit(ir.Store(self.weights, at, weight.atom))
        stage.emit(ir.Let(more, "add", (at, counts.atom)))
        stage.emit(ir.Set("found", more))


def _yes_no(pick: c.Pick) -> bool:
    return isinstance(pick.type, c.YesNo)
