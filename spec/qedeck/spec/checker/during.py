"""Stage 2 to 3, claims over a phase: what shall be so whenever a phase ends becomes variables that nobody sees.

In: what is claimed of a phase, and the places where phases begin and end; out: steps for these places, which keep what
`was` asks for when the phase begins, and remember that once it was not as claimed when it ended. They change nothing
else, so the game is played as it is without them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import assert_never

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.state import State
from qedeck.spec.checker.terms import FALSE, TRUE, arithmetic
from qedeck.spec.checker.values import Env
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.earlier import Earlier

BROKEN, MET, BEGUN, WHICH = "claim broken", "claim met", "claim begun", "claim which"
"""Whether it once was not kept; whether there once was something to keep; how many began; which one did not keep it."""
MOST_TIMES = 1000
"""So far is counted what is done in a phase."""


def emptied(expr: c.Expr) -> c.Expr:
    """`every X where W has E`, with `no` for E: it still holds only if there is never such an X."""
    match expr:
        case c.Fold("all", body=body):
            return replace(expr, body=emptied(body))
        case c.Op("and", args):
            return replace(expr, args=tuple(map(emptied, args)))
        case c.Op("implies", (condition, then)):
            return replace(expr, args=(condition, emptied(then)))
        case _:
            return FALSE


@dataclass(frozen=True, slots=True)
class _Open:
    """A phase that is under way: what is asked when it ends, and what is kept till then."""

    prefix: str
    holds: c.Expr
    hollow: c.Expr
    """The same if the claim says `no` of all that it speaks of."""
    earlier: Earlier
    counters: dict[str, c.Var]
    """By what is counted: a phase or an event."""


class During:
    """Writes a claim over a phase into a game that is being laid out."""

    def __init__(
        self, claim: t.Claim, assuming: Callable[[Expressions], c.Expr], state: State, defines: dict[str, c.Define]
    ) -> None:
        self.claim, self.assuming, self.state, self.defines = claim, assuming, state, defines
        self.phase = claim.names[0].text
        self.asked: list[c.Expr] = []
        """What is asked when the phase ends, at each place where it does."""
        self.telling = frozenset({BEGUN, WHICH})
        """Variables that only tell which of the phases it was."""
        self._open: list[_Open] = []
        self._counted: dict[str, str] = {}
        for name in (BROKEN, MET):
            self._hold(c.Var(name, c.YesNo(), (), "control", c.NOBODY, FALSE))
        for name in (BEGUN, WHICH):
            self._hold(c.Var(name, c.Whole(0, MOST_TIMES), (), "control", c.NOBODY, c.Const(0)))

    # ---- where phases begin and end ----------------------------------------------------------------

    def begins(self, phase: t.Phase, env: Env) -> tuple[c.Step, ...]:
        """A phase begins, done with these things."""
        steps = self.happens(phase.name.text)
        if phase.name.text != self.phase:
            return steps
        self._open.append(self._asked(phase, env))
        now = self._open[-1]
        number = self._hold(self._number(now.prefix))
        self.telling |= {number}
        zero = (c.Assign(var.name, (), c.Const(0)) for var in now.counters.values())
        begun = (_more(BEGUN, MOST_TIMES), c.Assign(number, (), c.Read(BEGUN)))
        return *steps, *begun, *zero, *now.earlier.kept()

    def ends(self, phase: t.Phase) -> tuple[c.Step, ...]:
        """A phase has come to its end."""
        if phase.name.text != self.phase:
            return ()
        now = self._open.pop()
        number = self._number(now.prefix).name
        zero = (c.Assign(name, (), c.Const(0)) for name in (number, *(var.name for var in now.counters.values())))
        return *_looked(now, number), *now.earlier.forgotten(), *zero

    def stops(self) -> tuple[c.Step, ...]:
        """An ending stops play: what was under way ends with it, what began last first."""
        return tuple(step for one in reversed(self._open) for step in _looked(one, self._number(one.prefix).name))

    def happens(self, name: str) -> tuple[c.Step, ...]:
        """Once more something is done that may be counted, while phases are under way."""
        counted = [one.counters[name] for one in self._open if name in one.counters]
        return tuple(_more(var.name, _most(var)) for var in counted)

    # ---- what is claimed -----------------------------------------------------------------------------

    def _asked(self, phase: t.Phase, env: Env) -> _Open:
        """What is asked of one phase that is under way: its things have the names that the claim gives them."""
        exprs = self.state.exprs
        own = Env()
        if self._fits(phase):
            for mine, theirs in zip(self.claim.params, phase.params, strict=False):
                own = own.bind(mine.name.text, env.names[theirs.name.text])
        prefix = f"{self.phase} {len(self._open) + 1} was " if self._open else f"{self.phase} was "
        # What the claim calls its own things shall be no reason for the game to call its things otherwise.
        with exprs.aside():
            exprs.comparing = exprs.claiming = True
            exprs.times, self._counted = self._times(prefix), {}
            assumed, term = self.assuming(exprs), exprs.condition(self.claim.body, own)
        counters = {
            name: c.Var(var, c.Whole(0, _enough(term, assumed, var)), (), "control", c.NOBODY, c.Const(0))
            for name, var in self._counted.items()
        }
        for counter in counters.values():
            self._hold(counter)
        earlier = Earlier(self.state.variables, self.defines, prefix)
        given = c.Try(earlier.now(assumed), FALSE)
        holds, hollow = (
            told if assumed == TRUE else c.Op("implies", (given, told))
            for told in (c.Try(earlier.now(one), FALSE) for one in (term, emptied(term)))
        )
        for kept in earlier.vars.values():
            self._hold(kept)
        self.defines |= earlier.defines
        self.asked += [holds]
        return _Open(prefix, holds, hollow, earlier, counters)

    def _fits(self, phase: t.Phase) -> bool:
        """Whether the claim takes what the phase takes; it may take nothing."""
        of_each = (self.claim.params, phase.params)
        mine, theirs = ([self.state.param_kind(param) for param in params] for params in of_each)
        if mine and mine != theirs:
            said = f"{phase.name} is not done with such things"
            hint = "write them as the phase does, or leave them out"
            self.state.exprs.wrong("Q304", said, self.claim.params[0].span, hint)
        return mine == theirs

    def _times(self, prefix: str) -> Callable[[t.Word], c.Expr | None]:
        """How a claim counts: how often a phase was done, or something happened, since the phase began."""

        def times(word: t.Word) -> c.Expr | None:
            scope = self.state.scope
            if word.text not in scope.phases and word.text not in scope.events:
                known = did_you_mean(word.text, [*scope.phases, *scope.events])
                scope.report.error("Q205", f"there is no phase or event called {word} to count", word.span, known)
                return None
            self._counted[word.text] = f"{prefix}times {word}"
            return c.Read(self._counted[word.text])

        # A claim is read before the counters are there: what `was` asks of them is asked of their first value.
        return times

    @staticmethod
    def _number(prefix: str) -> c.Var:
        """Which of the phases of this name is under way."""
        return c.Var(f"{prefix}number", c.Whole(0, MOST_TIMES), (), "control", c.NOBODY, c.Const(0))

    def _hold(self, var: c.Var) -> str:
        # An ending may stop play in the middle of the phase: what was not kept then is asked for when all is over.
        self.state.variables[var.name] = replace(var, lasting=True)
        return var.name


def _looked(one: _Open, number: str) -> tuple[c.Step, ...]:
    """What is asked when a phase ends."""
    first = c.When(c.Op("not", (c.Read(BROKEN),)), (c.Assign(WHICH, (), c.Read(number)),))
    broken = c.When(c.Op("not", (one.holds,)), (first, c.Assign(BROKEN, (), TRUE)))
    return broken, c.When(c.Op("not", (one.hollow,)), (c.Assign(MET, (), TRUE),))


def _more(name: str, most: int) -> c.Step:
    return c.Assign(name, (), arithmetic("min", arithmetic("add", c.Read(name), c.Const(1)), c.Const(most)))


def _most(var: c.Var) -> int:
    assert isinstance(var.type, c.Whole)
    return var.type.high


def _enough(term: c.Expr, assumed: c.Expr, var: str) -> int:
    """How far to count: where it is only compared with numbers that are written, no further than just beyond them."""
    asked, met, most = c.Read(var), 0, 0
    for part in c.subterms(term, assumed):
        if isinstance(part, c.Op) and part.op in ("eq", "ne", "lt", "le") and asked in part.args:
            others = [one for one in part.args if one != asked]
            if len(others) == 1 and isinstance(others[0], c.Const):
                met, most = met + 1, max(most, int(others[0].value))
    every = sum(part == asked for part in c.subterms(term, assumed))
    return min(MOST_TIMES, most + 1) if met == every else MOST_TIMES


# ---- the game without it ---------------------------------------------------------------------------


def stripped(core: c.Core, gone: frozenset[str]) -> c.Core:
    """The game without some of these variables, and without the steps that are only for them."""
    blocks = tuple(replace(block, steps=_left(block.steps, gone)) for block in core.blocks)
    return replace(core, vars={name: var for name, var in core.vars.items() if name not in gone}, blocks=blocks)


def _left(steps: tuple[c.Step, ...], gone: frozenset[str]) -> tuple[c.Step, ...]:
    found: list[c.Step] = []
    for step in steps:
        match step:
            case c.Assign(var):
                found += [] if var in gone else [step]
            case c.When(_, then, otherwise):
                one, other = _left(then, gone), _left(otherwise, gone)
                found += [replace(step, then=one, otherwise=other)] if one or other or not (then or otherwise) else []
            case c.Each(body=body) | c.Let(body=body):
                inner = _left(body, gone)
                found += [replace(step, body=inner)] if inner or not body else []
            case c.Move() | c.Tell() | c.Check():
                found.append(step)
            case _:
                assert_never(step)
    return tuple(found)
