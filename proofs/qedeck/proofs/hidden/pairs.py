"""Two plays at once: that a seat cannot tell them apart is kept by every step.

In: a Core, a secret and a seat; out: a proof, or where it breaks off. Two plays begin to differ with a choice that
the seat does not see; from there on the same choices are made in both. For each stage it is worked out which
cells may differ by then; all others, and all that the seat sees, are the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

import z3

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import either, undefined
from qedeck.proofs.formulas.loose import Late
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.formulas.symbols import worth
from qedeck.proofs.hidden.glimpse import Glimpse
from qedeck.proofs.hidden.legs import END, Cell, Exchange, Fan, Leg, Stage, exchanged, legs_of
from qedeck.proofs.hidden.looks import differs, heard_apart, table
from qedeck.proofs.hidden.twins import Suspicion
from qedeck.proofs.plays.throughout import LONG as LONG_GAME
from qedeck.proofs.steps.book import book, prepared
from qedeck.proofs.steps.sure import sure
from qedeck.spec import core as c
from qedeck.spec.properties import Secret

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


Unlike = dict[Cell, Truth]
"""Cells, and when they are not the same in two plays."""
Sieve = Callable[[Stage, bool, tuple[Leg, Leg], list[Z3], Unlike], Unlike]
"""Which cells may differ after a step: from which stage, whether plays part in it, its legs and what is known."""


class Broken(Exception):
    """Why there is no proof."""


class Pairs:
    """The pairs of plays that one seat must not tell apart."""

    def __init__(
        self,
        core: c.Core,
        secret: Secret,
        seat: int,
        given: c.Expr | None,
        until: float,
        loose: frozenset[str] = frozenset(),
    ) -> None:
        self.core = core
        self.secret = secret
        self.seat = seat
        self.until = until
        self.legs = legs_of(core, until, loose)
        self.meaning = self.legs.meaning
        self.known = [z3.And([*self.legs.promises, *self.legs.limits(given)])]
        self.glimpse = Glimpse(self.meaning, self.legs.cells, seat)
        self.apart: dict[Stage, dict[Cell, None]] = {}
        """For each stage, the cells that may differ there."""
        self.smt: list[str] = []
        self.helped = False
        """Whether helper facts, and what every table obeys, had to be taken for granted."""
        self.suspicion: Suspicion | None = None
        """Where a step may show it, as far as the solver sees."""
        self._sure = sure(core)
        self._asked: dict[Stage, list[Fan]] = {}
        self._parted: dict[Stage, list[tuple[Leg, Leg, list[Z3], bool]]] = {}
        self._met: dict[Stage, tuple[frozenset[Cell], tuple[list[Z3], Exchange]]] = {}
        self._gone: dict[Stage, tuple[frozenset[Cell], list[tuple[Leg, Leg, list[Z3]]]]] = {}

    def prove(self, exact: bool) -> str:
        """Why it cannot be proved; nothing if it is.

        Which cells may differ: whatever is not plainly the same; or, if it shall be `exact`, what the solver says.
        """
        self.helped, self.smt = exact, []
        try:
            self._spread(exact)
            self._keep()
        except Broken as broken:
            return str(broken)
        except Late:
            return "the time was up"
        return ""

    # ---- which cells may differ ------------------------------------------------------------------

    def _spread(self, exact: bool) -> None:
        """Two plays differ by one choice alone, so choices that never come to touch the secret are left out."""
        matter = [stage for stage in self.legs.reached() if self._matters(stage)]
        for _ in self._flow(matter, self._exactly if exact else self._roughly):
            pass

    def _matters(self, origin: Stage) -> bool:
        """Whether the secret may come to differ, before anything is seen, by a choice that is made here unseen."""
        for one, other, known in self._flow([origin], self._roughly):
            apart = _secret_apart(one, other)
            if SYMBOLIC.known(apart) is False:
                continue
            goes = [*_goes(one), *_goes(other)]
            if ask([*self.known, *known, *goes], term(apart), self._left(QUICK)).verdict != "unsat":
                return True
        return False

    def _flow(self, origins: Sequence[Stage], sieve: Sieve | None) -> Iterator[tuple[Leg, Leg, list[Z3]]]:
        """Note for each stage which cells may differ there once plays have parted; the steps that were looked at."""
        self.apart = {stage: {} for stage in (*self.legs.reached(), END)}
        waiting: dict[Stage, None] = {}
        for stage in origins:
            for one, other, known, _ in self._parting(stage):
                yield one, other, known
                if self._grow(one, other, sieve and partial(sieve, stage, True, (one, other), known)):
                    waiting[one.to] = None
        while waiting:
            stage = next(iter(waiting))
            del waiting[stage]
            for one, other, known in self._going_on(stage):
                yield one, other, known
                if self._grow(one, other, sieve and partial(sieve, stage, False, (one, other), known)):
                    waiting[one.to] = None

    def _grow(self, one: Leg, other: Leg, sieve: Callable[[Unlike], Unlike] | None) -> bool:
        """Note which cells may differ where both plays come (those that a sieve leaves); whether any are new."""
        if one.to != other.to or one.to == END or _over(one, other):
            return False
        there = self.apart[one.to]
        unlike = {
            (name, place): differs(old, new)
            for name, row in one.cells.items()
            for place, (old, new) in enumerate(zip(row, other.cells[name], strict=True))
            if (name, place) not in there and not self.glimpse.seen(name, place)
        }
        open_ = {cell: truth for cell, truth in unlike.items() if SYMBOLIC.known(truth) is not False}
        if sieve is not None and open_:
            open_ = sieve(open_)
        there.update(dict.fromkeys(open_))
        return bool(open_)

    def _roughly(self, stage: Stage, parting: bool, legs: tuple[Leg, Leg], known: list[Z3], unlike: Unlike) -> Unlike:
        """Without those whose whole variable is plainly the same; where one differs anywhere, it is not asked again."""
        differ = {name for there in self.apart.values() for name, _ in there}
        for name in {name for name, _ in unlike} - differ:
            mine = [truth for cell, truth in unlike.items() if cell[0] == name]
            if ask(self.known, term(either(mine)), self._left(QUICK)).verdict != "unsat":
                differ.add(name)
        return {cell: truth for cell, truth in unlike.items() if cell[0] in differ}

    def _exactly(self, stage: Stage, parting: bool, legs: tuple[Leg, Leg], known: list[Z3], unlike: Unlike) -> Unlike:
        """Those that can differ while nothing is seen, by all that is known."""
        helpers = self._helpers(stage, parting)
        goes = [truth for leg in legs for truth in (*_goes(leg), *_defined(leg))]
        return self._possible([*known, *helpers, *goes, z3.Not(term(self._shown(*legs)))], unlike)

    def _possible(self, known: list[Z3], unlike: Unlike) -> Unlike:
        """Those that can differ, as far as the solver can say."""
        found: Unlike = {}
        rest = dict(unlike)
        while rest:
            answer = ask([*self.known, *known], term(either(rest.values())), self._left(2.0))
            if answer.verdict == "unsat":
                return found
            met = {
                cell: truth
                for cell, truth in rest.items()
                if answer.model is None or z3.is_true(answer.model.eval(term(truth), model_completion=True))
            }
            found |= met
            rest = {cell: truth for cell, truth in rest.items() if cell not in met}
        return found

    # ---- that nothing is seen of it ----------------------------------------------------------------

    def _keep(self) -> None:
        for stage in self.legs.reached():
            for one, other, known, strict in self._parting(stage):
                if strict:
                    self._keep_alike(stage, one, other, known, _secret_apart(one, other), True)
            if self.apart[stage]:
                self._keep_asked(stage)
            for one, other, known in self._going_on(stage):
                self._keep_alike(stage, one, other, known, True)

    def _keep_alike(
        self, stage: Stage, one: Leg, other: Leg, known: list[Z3], apart: Truth, parting: bool = False
    ) -> None:
        if _over(one, other):
            return
        shown = SYMBOLIC.and_(apart, self._shown(one, other))
        # That nothing is undefined is seldom needed, and says a hundred times as much as all the rest.
        also = [*_defined(one), *_defined(other)]
        self._never(stage, [*known, *_goes(one), *_goes(other)], shown, also, parting=parting)

    def _keep_asked(self, stage: Stage) -> None:
        """Who is asked, and what the seat may choose, are the same in both plays."""
        known, swap = self._before(stage)
        self._never(stage, known, self.glimpse.asked_apart(stage.node, swap))
        for fan in self.fans(stage):
            mine, legal = self.glimpse.mine(stage.node, fan.way), fan.legs[0].legal
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
        for effort, more in sorted(ways, key=lambda way: way != self.legs.took.get(stage.node, ways[0])):
            helpers = self._helpers(stage, parting, effort == 2) if effort else ()
            # In a long game, what needs no help is soon seen.
            left = self._left(QUICK if not effort and long else most)
            answer = ask([*self.known, *known, *helpers, *(also if more else ())], term(truth), left)
            if answer.verdict == "unsat":
                self.legs.took[stage.node] = effort, more
                self.smt.append(answer.smt)
                self.helped |= effort > 0
                return
        if answer.model is not None:
            readings = [name for name, var in self.core.vars.items() if var.role == "reading"]
            setting = {name: tuple(worth(answer.model, v) for v in self.legs.cells[name]) for name in readings}
            self.suspicion = Suspicion(setting, stage.node if parting else None)
        why = "may show it" if answer.verdict == "sat" else "is too hard to compare"
        raise Broken(f"the proof breaks off where a step from {self.core.nodes[stage.node].name} {why}")

    def defined_alike(self) -> bool:
        """Whether a step that is undefined in one play is so in the other, as far as that is quickly seen."""
        proved = list(self.smt)
        if sum(map(len, proved)) > LONG:
            return False  # such questions are longer by far, and their limits are not kept
        try:
            for stage in self.legs.reached():
                pairs = [pair[:3] for pair in self._parting(stage) if pair[3]] + self._going_on(stage)
                # The legs of one way have their faults in common, so one of them speaks for all.
                for one, other, known in {id(pair[1]): pair for pair in pairs}.values():
                    goes = [term(one.legal), *_goes(other), *_defined(other)]
                    self._never(stage, [*known, *goes], either(one.faults), most=QUICK)
        except (Broken, Late):
            self.smt = proved
            return False
        return True

    def _left(self, most: float) -> float:
        left = min(most, self.until - time.monotonic())
        if left <= 0:
            raise Late
        return left

    # ---- two plays ---------------------------------------------------------------------------------------

    def fans(self, stage: Stage) -> list[Fan]:
        """The ways on from a stage, each leg with when its end is the end of the secret, and what that is then."""
        if stage not in self._asked:
            self._asked[stage] = [Fan(fan.way, tuple(map(self._asking, fan.legs))) for fan in self.legs.fans(stage)]
        return self._asked[stage]

    def _asking(self, leg: Leg) -> Leg:
        more: list[Value] = [self._until(leg.cells)]
        for expr in self.secret.terms:
            value, faults = self.meaning.value(expr, leg.cells, {self.secret.local: self.seat})
            more += [value, undefined(faults)]
        return replace(leg, more=tuple(more))

    def _until(self, cells: Cells) -> Truth:
        """When it need not be hidden any longer."""
        if self.secret.until is None:
            return False
        holds, faults = self.meaning.value(self.secret.until, cells, {self.secret.local: self.seat})
        return SYMBOLIC.and_(holds, SYMBOLIC.not_(undefined(faults)))

    def _parting(self, stage: Stage) -> list[tuple[Leg, Leg, list[Z3], bool]]:
        """Two choices that look the same to the seat, made in one position: every pair of legs."""
        if stage not in self._parted:
            self._parted[stage] = list(self._part(stage))
        return self._parted[stage]

    def _part(self, stage: Stage) -> Iterator[tuple[Leg, Leg, list[Z3], bool]]:
        for choice in self.glimpse.choices(stage.node, self.fans(stage)):
            for one, other in _side_by_side(choice.first, choice.second, choice.swap):
                unseen = self.glimpse.unseen(stage.node, choice, one, other)
                if unseen is not None:
                    yield one, other, [*self._still(stage), *choice.known, *unseen], choice.strict

    def _still(self, stage: Stage) -> list[Z3]:
        """What holds of one play at a stage."""
        return [cell == value for cell, value in self.legs.fixed(self.legs.still[stage])]

    def _helpers(self, stage: Stage, parting: bool, facts: bool = True) -> list[Z3]:
        """What every table obeys, and helper facts or what is sure: of the position in which plays part, or of both."""
        if facts:
            made = prepared(self.core, self.until)
            found = list(made.named(stage.node).values())
        else:
            made = book(self.core, frozenset(), None, self.until, helped=False)
            found = [made.truth(fact) for fact in self._sure.get(stage.node, ())]
        found += made.named_laws().values()
        return found if parting else [*found, *exchanged(found, self._before(stage)[1])]

    def _going_on(self, stage: Stage) -> list[tuple[Leg, Leg, list[Z3]]]:
        """The same choice made in two plays that differ already: every pair of legs."""
        apart = frozenset(self.apart[stage])
        if stage not in self._gone or self._gone[stage][0] != apart:
            self._gone[stage] = apart, list(self._go_on(stage)) if apart else []
        return self._gone[stage][1]

    def _go_on(self, stage: Stage) -> Iterator[tuple[Leg, Leg, list[Z3]]]:
        known, swap = self._before(stage)
        for fan in self.fans(stage):
            for one, other in _side_by_side(fan, fan, swap):
                yield one, other, [*known, *fan.way.promises]

    def _before(self, stage: Stage) -> tuple[list[Z3], Exchange]:
        """What is known of two plays that have come to a stage, and how the second one is made of the first."""
        apart = frozenset(self.apart[stage])
        if stage not in self._met or self._met[stage][0] != apart:
            self._met[stage] = apart, self._two(stage)
        return self._met[stage][1]

    def _two(self, stage: Stage) -> tuple[list[Z3], Exchange]:
        cells = self.legs.cells
        swap = []
        for name, place in self.apart[stage].keys() - self.legs.still[stage].keys():
            if not isinstance(cells[name][place], bool | int):
                symbol = term(cells[name][place])
                swap.append((symbol, z3.Const(f"{symbol.decl().name()} too", symbol.sort())))
        known: list[Z3] = [*self._still(stage), *exchanged(self.legs.promises, swap)]
        here = table(self.meaning, self.seat, cells)
        alike = [differs(old, new) for old, new in zip(here, exchanged(here, swap), strict=True)]
        known += [z3.Not(term(truth)) for truth in alike if SYMBOLIC.known(truth) is None]
        done = self._until(cells)
        known += [z3.Not(term(side)) for side in (done, *exchanged([done], swap))]
        return known, swap

    def _shown(self, one: Leg, other: Leg) -> Truth:
        """When the seat sees a difference after both have taken their step; another decision may always show."""
        if one.to != other.to:
            return True
        sides = [table(self.meaning, self.seat, leg.cells) for leg in (one, other)]
        if one.to == END:
            sides[0] += [*one.cells["ended"], *one.cells["winner"]]
            sides[1] += [*other.cells["ended"], *other.cells["winner"]]
        looks = [differs(old, new) for old, new in zip(*sides, strict=True)]
        return either([*looks, heard_apart(self.seat, one.tellings, other.tellings)])


def _side_by_side(first: Fan, second: Fan, swap: Exchange) -> Iterator[tuple[Leg, Leg]]:
    """Every leg beside every leg of the other play, but for two that fork where nothing differs."""
    for leg in second.legs:
        other = leg.swapped(swap)
        forks_alike = first is second and SYMBOLIC.known(differs(leg.taken, other.taken)) is False
        for one in first.legs:
            if one is leg or not forks_alike:
                yield one, other


def _goes(leg: Leg) -> list[Z3]:
    """The step is made, and after it it must still be hidden."""
    return [term(leg.taken), term(leg.legal), z3.Not(term(leg.more[0]))]


def _defined(leg: Leg) -> list[Z3]:
    """Nothing on the way is undefined."""
    return [z3.Not(term(fault)) for fault in leg.faults]


def _over(one: Leg, other: Leg) -> bool:
    """Whether it surely need not be hidden any longer after these."""
    return any(SYMBOLIC.known(leg.more[0]) is True for leg in (one, other))


def _secret_apart(one: Leg, other: Leg) -> Truth:
    return either(differs(old, new) for old, new in zip(one.more[1:], other.more[1:], strict=True))
