"""`conserved card`: no card of the set is lost or made, in any play of any length.

By induction: the first table has every card once, and each step that touches cards keeps that from
any lawful table. Steps of one shape are asked about once, with any owner, place and card.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, product

import z3

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import Shown, either, holding_over, refute, undefined, verdict
from qedeck.proofs.formulas.moves import Way, taken, ways
from qedeck.proofs.formulas.shapes import Shape, shapes
from qedeck.proofs.formulas.swap import Swap
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Term, Truth, term
from qedeck.proofs.formulas.symbols import cells_in, fresh, fresh_cells, worth
from qedeck.proofs.formulas.table import Law, counted, table_laws, zone_laws
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("conserved",)


LEAST = 0.5
"""Seconds that any question gets, so that a step late in the list is asked about at all."""


@dataclass
class Watch:
    """The time that all questions share, and whether a second solver still has to be asked.

    It agrees with the whole only if it agrees with every part: after its first silence nobody waits for it again.
    """

    until: float
    opinion: bool

    @property
    def left(self) -> float:
        return max(LEAST, self.until - time.monotonic())

    def heard(self, said: Verdict) -> Verdict:
        self.opinion = self.opinion and (not said.grade.good or "cvc5" in said.agreed)
        return said


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """The first table, then every shape of step; no name: every set of cards."""
    core = program.core
    blank = verdict(program, claim, "induction")
    sets = claim.names or tuple(core.copies)
    unsure, texts, spent, agreed = [], [], 0.0, {"z3", "cvc5"}
    watch = Watch(time.monotonic() + seconds, opinion)
    for said in chain((_begins(blank, core, sets, watch),), _steps(blank, core, sets, watch)):
        spent += said.seconds
        if said.grade in (Grade.REFUTED, Grade.FAULT):
            return replace(said, seconds=spent)
        if said.grade is Grade.UNKNOWN:
            unsure.append(said.detail)
            if watch.left <= LEAST:
                break
        texts.append(said.stated())
        agreed &= set(said.agreed)
    if unsure:
        return replace(blank, seconds=spent, detail="; ".join(dict.fromkeys(unsure)))
    done = replace(blank, grade=Grade.PROVED_SIZES, seconds=spent, agreed=tuple(sorted(agreed, reverse=True)))
    return holding_over(replace(done, smt="\n".join(texts)), core, frozenset(core.vars))


def _begins(blank: Verdict, core: c.Core, sets: tuple[str, ...], watch: Watch) -> Verdict:
    """Whether the first table is lawful, whatever the rulebook leaves open."""
    meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
    rigid = [name for name, var in core.vars.items() if var.rigid]
    any_cells, promises = fresh_cells(core)
    first, faults = meaning.initial({name: any_cells[name] for name in rigid})
    # Promises about cells that the first table does not have say nothing.
    known: list[Z3] = list(promises)
    known += [term(meaning.value(constraint, first)[0]) for constraint in core.constraints]
    known.append(z3.Not(term(undefined(faults))))
    broken = either(SYMBOLIC.not_(law.truth) for law in _laws(meaning, first, sets))

    def again(model: Z3) -> Shown | None:
        reference = Meaning(core, CONCRETE)
        cells, _ = reference.initial({name: tuple(worth(model, v) for v in any_cells[name]) for name in rigid})
        wrong = [law.name for law in _laws(meaning, cells, sets) if law.truth is False]
        if not wrong:
            return None
        return Shown(f"when the game begins: not {wrong[0]}", tuple(lay_out(core, cells, frozenset(core.vars))))

    return watch.heard(refute(blank, known, term(broken), watch.left, watch.opinion, again))


def _laws(meaning: Meaning[Truth, Number], cells: Cells, sets: tuple[str, ...]) -> list[Law]:
    """The laws of the table that concern these sets of cards."""
    core = meaning.core
    some = replace(
        core,
        zones={name: zone for name, zone in core.zones.items() if zone.cards.name in sets},
        copies={name: copies for name, copies in core.copies.items() if name in sets},
    )
    return table_laws(Meaning(some, SYMBOLIC), cells)


def _steps(blank: Verdict, core: c.Core, sets: tuple[str, ...], watch: Watch) -> Iterator[Verdict]:
    asked: dict[Shape, Verdict] = {}
    for shape, clause in shapes(core):
        if isinstance(shape, str):
            yield replace(blank, detail=shape)
        elif shape.cards in sets and shape not in asked:
            step = _Step(blank, shape.small_core(core), clause, tuple(dict.fromkeys(shape.rows(core))))
            said = step.decide(watch)
            if said.grade is Grade.REFUTED and shape.open:
                # The step was asked about with any owner, place and card: its own may never be those.
                said = replace(said, grade=Grade.UNKNOWN, detail=f"perhaps, in {said.detail}")
            asked[shape] = said
            yield said


@dataclass(frozen=True, slots=True)
class _Step:
    """One shape of step in a game that has only the zones it touches."""

    blank: Verdict
    core: c.Core
    clause: str
    rows: tuple[tuple[c.Zone, int], ...] = ()

    def decide(self, watch: Watch) -> Verdict:
        """For each length of the rows it changes: so it is known at which place a card comes or goes."""
        said = replace(self.blank, grade=Grade.PROVED_SIZES, agreed=("z3", "cvc5"))
        for sizes in product(*(range((zone.places.size if zone.places else 0) + 1) for zone, _ in self.rows)):
            now = watch.heard(self._decide(sizes, watch))
            said = replace(_both(said, now), seconds=said.seconds + now.seconds)
            if not said.grade.good:
                break
        return said

    def _before(self, sizes: tuple[int, ...]) -> tuple[Cells, list[Z3]]:
        cells, promises = fresh_cells(self.core)
        for (zone, owner), size in zip(self.rows, sizes, strict=True):
            assert zone.places is not None
            width, name = zone.places.size, zone.name
            faces, lengths = list(cells[c.card_of(name)]), list(cells[c.size_of(name)])
            for place in range(width):
                card, promised = fresh(f"{name}.card[{owner},{place}]", c.Member(zone.cards))
                faces[owner * width + place] = card if place < size else c.NONE
                promises += promised
            lengths[owner] = size
            cells = cells.put(c.card_of(name), tuple(faces)).put(c.size_of(name), tuple(lengths))
        return cells, promises

    def _decide(self, sizes: tuple[int, ...], watch: Watch) -> Verdict:
        meaning: Meaning[Truth, Number] = Meaning(self.core, SYMBOLIC)
        before, promises = self._before(sizes)
        way = self._way(meaning, before)
        (arrival,) = way.arrivals
        known = [*promises, *way.promises, term(way.legal)]
        known += [term(law.truth) for law in self._zone_laws(before)]

        def again(model: Z3) -> Shown | None:
            cells = cells_in(model, before)
            wrong = self._again(way, model, cells)
            story = tuple(lay_out(self.core, cells, frozenset(self.core.vars)))
            return Shown(f"{self.clause}: after this step, not {wrong}", story) if wrong else None

        # Faces first: with them known, sizes are sums that need no cases.
        after = _done(arrival)
        counts = z3.And(*(term(law.truth) for law in self._counts(before, after)))
        done = z3.Not(term(undefined(arrival.faults)))
        said = refute(self.blank, [*known, done], z3.Not(counts), watch.left, watch.opinion, again)
        if not said.grade.good:
            return said
        for known_too, cells in (self._any_faces(before, after), ([counts, done], after)):
            laws = term(either(SYMBOLIC.not_(law.truth) for law in self._zone_laws(cells)))
            asked = [*known, *known_too, *self._faces(before)]
            if cells is not after:
                asked, laws = self._as_sums(before, asked, laws)
            then = refute(said, asked, laws, watch.left, watch.opinion, again)
            if then.grade.good:
                break
        return _both(said, then)

    def _zone_laws(self, cells: Cells) -> list[Law]:
        return [law for zone in self.core.zones.values() for law in zone_laws(self.core, zone, cells)]

    def _any_faces(self, before: Cells, after: Cells) -> tuple[list[Z3], Cells]:
        """Piles of which nothing is known but how many of each card they came to have."""
        for zone in self.core.zones.values():
            if zone.kind == "pile":
                pairs = enumerate(zip(before[zone.name], after[zone.name], strict=True))
                row = [new if term(new).eq(term(old)) else _unknown(f"{zone.name} then {k}") for k, (old, new) in pairs]
                after = after.put(zone.name, tuple(row))
        return [term(law.truth) for law in self._counts(before, after)], after

    def _way(self, meaning: Meaning[Truth, Number], cells: Cells) -> Way:
        if self.core.nodes:
            return ways(meaning, cells, 0)[0]
        return Way(c.START, 0, (), True, (), tuple(meaning.begin(cells)))

    def _faces(self, cells: Cells) -> Iterator[Z3]:
        """A card that lies somewhere has one face: true of any number, but sums do not see it."""
        for zone in self.core.zones.values():
            if zone.kind != "pile":
                for card in cells[c.card_of(zone.name)]:
                    faces = z3.Sum([term(_is(card, face)) for face in range(zone.cards.size)])
                    yield faces == term(SYMBOLIC.ite(SYMBOLIC.le(0, card), 1, 0))

    def _as_sums(self, cells: Cells, known: list[Z3], wanted: Z3) -> tuple[list[Z3], Z3]:
        """The same question with a number for "this card has that face", so that only sums are left."""
        numbers = []
        for zone in self.core.zones.values():
            for place, card in enumerate(cells[c.card_of(zone.name)] if zone.kind != "pile" else ()):
                open_ = [face for face in range(zone.cards.size) if isinstance(_is(card, face), Term)]
                for face in open_:
                    name = f"{zone.name} at {place} is {face}"
                    numbers.append((term(_is(card, face)), z3.Int(name)))
        swap = Swap(numbers)
        return [swap(fact) for fact in known], swap(wanted)

    def _counts(self, before: Cells, after: Cells) -> Iterator[Law]:
        zones = list(self.core.zones.values())
        for face, card in enumerate(zones[0].cards.members):
            totals: list[Number] = []
            for cells in (before, after):
                total: Number = 0
                for zone in zones:
                    total = SYMBOLIC.add(total, counted(self.core, zone, face, cells))
                totals.append(total)
            yield Law(f"as many of {card} as before", SYMBOLIC.eq(*totals))

    def _again(self, way: Way, model: Z3, cells: Cells) -> str:
        """The law that the step breaks when the reference takes it; nothing if it breaks none."""
        reference = Meaning(self.core, CONCRETE)
        lawful = all(law.truth is True for law in self._zone_laws(cells))
        legal, arrivals = taken(reference, way, tuple(worth(model, pick) for pick in way.picks), cells)
        if not lawful or not legal or arrivals[0].faults:
            return ""
        after = arrivals[0].cells
        laws = (*self._counts(cells, after), *self._zone_laws(after))
        return next((law.name for law in laws if law.truth is False), "")


def _both(first: Verdict, then: Verdict) -> Verdict:
    """The second verdict, resting on the questions of both."""
    if not then.grade.good:
        return then
    agreed = tuple(who for who in first.agreed if who in then.agreed)
    return replace(then, agreed=agreed, smt="\n".join(text for text in (first.stated(), then.stated()) if text))


def _done(arrival: Arrival[Truth, Number]) -> Cells:
    """The table after a step that could be done; where it could not, the table is as before."""
    failing: list[Z3] = [term(fault.guard) for fault in arrival.faults if SYMBOLIC.known(fault.guard) is None]
    done = [(fails.arg(0), z3.BoolVal(True)) if z3.is_not(fails) else (fails, z3.BoolVal(False)) for fails in failing]

    swap = Swap(done)

    def after(value: Number) -> Number:
        return replace(value, z3=z3.simplify(swap(value.z3))) if isinstance(value, Term) else value

    rows = {name: tuple(after(value) for value in row) for name, row in arrival.cells.items()}
    return Cells(rows) if done else arrival.cells


def _unknown(name: str) -> Number:
    return Term(z3.Int(name), -1_000_000, 1_000_000)


def _is(card: Number, face: int) -> Number:
    """1 if the card has that face, else 0."""
    return SYMBOLIC.ite(SYMBOLIC.eq(card, face), 1, 0)
