"""How much there is to do, before any of it is done: an upper bound of the terms that are worked out in one go.

A fold works out its body for each member, a loop its steps for each round; a definition is worked out once for each of
its arguments, however often it is asked in one position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import prod
from typing import TypeAlias, assert_never

from qedeck.spec import core as c
from qedeck.spec.checker.circles import components
from qedeck.spec.diagnostic import Report
from qedeck.spec.limits import DEEPEST_CALLS, MOST_CHOICES, MOST_WORK
from qedeck.spec.source import NOWHERE, Span

Cost: TypeAlias = tuple[int, dict[str, int]]
"""Terms, without those of definitions; and how often each definition is asked."""


class Work:
    """What terms and steps cost, in a game with these definitions."""

    def __init__(self, defines: Mapping[str, c.Define]) -> None:
        self.defines = defines
        self._costs: dict[int, tuple[c.Expr, Cost]] = {}
        """By identity: a term that stands in many places is looked at once, and lives as long as its number."""

    def of(self, term: c.Expr) -> int:
        """Terms that are worked out for this one, at most."""
        return self._total(self._cost(term))

    def of_steps(self, core: c.Core, steps: Iterable[c.Step]) -> int:
        return self._total(self._steps(core, steps))

    # ---- without definitions -------------------------------------------------------------------

    def _cost(self, term: c.Expr) -> Cost:
        known = self._costs.get(id(term))
        if known is None:
            # A definition with a mistake in it is told elsewhere.
            called = [term.define] if isinstance(term, c.Call) and term.define in self.defines else []
            own: Cost = 1, dict.fromkeys(called, 1)
            cost = _times(_sum([own, *map(self._cost, c.parts(term))]), _rounds(term))
            known = self._costs[id(term)] = term, cost
        return known[1]

    def _steps(self, core: c.Core, steps: Iterable[c.Step]) -> Cost:
        found: list[Cost] = []
        for step in steps:
            inside = [self._steps(core, body) for body in c.bodies(step)]
            own = [self._cost(term) for term in c.own_terms(step)]
            # Who sees the cards that move is asked of each seat.
            seats = core.domains["player"].size
            own += [_times(self._cost(sight), seats) for sight in c.sights_at(core, *c.refs_of(step))]
            found.append(_times(_sum([(1, {}), *own, *inside]), _rounds(step)))
        return _sum(found)

    # ---- with definitions ----------------------------------------------------------------------

    def _total(self, cost: Cost) -> int:
        terms, asked = cost
        # Most terms are small even if nothing is remembered, or if everything is asked that there is.
        quick = terms + min(sum(times * self._unshared[name] for name, times in asked.items()), self._everything)
        return quick if quick <= MOST_WORK else terms + self._shared(asked)

    @cached_property
    def _everything(self) -> int:
        """Each definition once for each of its arguments."""
        return sum(self._cost(define.body)[0] * self._arguments(name) for name, define in self.defines.items())

    @cached_property
    def _order(self) -> list[str]:
        """The definitions, each after those that it asks."""
        graph = {name: self._cost(define.body)[1] for name, define in self.defines.items()}
        return [name for group in components(graph) for name in group]

    @cached_property
    def _unshared(self) -> dict[str, int]:
        """Each definition asked once, with nothing remembered."""
        found: dict[str, int] = {}
        for name in self._order:
            terms, asked = self._cost(self.defines[name].body)
            total = terms + sum(times * found.get(other, 0) for other, times in asked.items())
            # Beyond the limit it does not matter by how much, and numbers stay short.
            found[name] = min(total * self._depth(name), MOST_WORK + 1)
        return found

    def _shared(self, asked: dict[str, int]) -> int:
        """Definitions, each at most once for each of its arguments: those that ask before those that are asked."""
        total, waiting = 0, dict(asked)
        for name in reversed(self._order):
            if name in waiting:
                terms, more = self._cost(self.defines[name].body)
                times = min(waiting[name] * self._depth(name), self._arguments(name))
                total += terms * times
                for other, each in more.items():
                    waiting[other] = waiting.get(other, 0) + each * times
        return total

    def _depth(self, name: str) -> int:
        """How often one that asks itself does so."""
        asks_itself = name in self._cost(self.defines[name].body)[1]
        return min(DEEPEST_CALLS, self._arguments(name)) if asks_itself else 1

    def _arguments(self, name: str) -> int:
        domains = (domain for _, domain in self.defines[name].params)
        return prod(d.size if isinstance(d, c.Domain) else d.high - d.low + 1 for d in domains)


def _sum(costs: list[Cost]) -> Cost:
    asked: dict[str, int] = {}
    for _, more in costs:
        for name, times in more.items():
            asked[name] = asked.get(name, 0) + times
    return sum(terms for terms, _ in costs), asked


def _times(cost: Cost, rounds: int) -> Cost:
    terms, asked = cost
    return cost if rounds == 1 else (terms * rounds, {name: times * rounds for name, times in asked.items()})


def _rounds(node: c.Expr | c.Step) -> int:
    return max(0, node.high - node.low) if isinstance(node, c.Fold | c.Find | c.Each) else 1


def _ways(option: c.Option) -> int:
    """In how many ways an option can be filled in, before anybody asks whether it may be."""
    return prod(_size(pick.type) for pick in option.picks)


def _size(kind: c.Type) -> int:
    match kind:
        case c.YesNo():
            return 2
        case c.Whole(low, high):
            return high - low + 1
        case c.Member(domain):
            return domain.size
        case _:
            assert_never(kind)


# ---- what is too much --------------------------------------------------------------------------


def too_much(core: c.Core, report: Report) -> None:
    """Tell what could not be played, because it would take for ever to find out what comes next."""
    work = Work(core.defines)
    for node in core.nodes:
        for option in c.options_of(node):
            if _ways(option) > MOST_CHOICES:
                said = f"there are {_ways(option):,} ways to choose here: {MOST_CHOICES:,} at most"
                hint = "let one thing be chosen after the other, or from fewer"
                report.error("Q422", said, _place(node.span, option.clause, core), hint)
    for block in core.blocks:
        if work.of_steps(core, block.steps) > MOST_WORK:
            worst = max(block.steps, key=lambda step: work.of_steps(core, [step]))
            step = next(s for s in c.substeps([worst]) if not isinstance(s, c.When | c.Each | c.Let))
            span = NOWHERE if isinstance(step, c.Tell) else step.span
            _tell(work.of_steps(core, [worst]), _place(span, step.clause, core), report)
    for term in (*c.terms_of_core(core), *(define.body for define in core.defines.values())):
        judge(work, term, next(iter(core.clauses.values())).span, report)


def judge(work: Work, term: c.Expr, span: Span, report: Report) -> None:
    """Tell if a term alone is too much; `span` is where it is if it does not say so itself."""
    total = work.of(term)
    if total > MOST_WORK:
        spans = [part.span for part in c.subterms(term) if isinstance(part, c.Fold | c.Find | c.Call)]
        _tell(total, next((own for own in spans if own != NOWHERE), span), report)


def _tell(total: int, span: Span, report: Report) -> None:
    said = f"finding this out takes up to {total:,} steps: {MOST_WORK:,} at most"
    report.error("Q422", said, span, "look at fewer things at once, or at smaller ranges")


def _place(span: Span, clause: str, core: c.Core) -> Span:
    """The place itself, or else the clause that it is in."""
    return span if span != NOWHERE or clause not in core.clauses else core.clauses[clause].span
