"""`readings of R differ`, `agree`, with `on F, G`: can anybody at the table tell two readings apart?

Definitions are compared in any position; play is compared over one step from any position, with
the same choices. A position where two readings part is laid out for both before it is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.arguments import TRUE, calls, countable, fits, parts_of
from qedeck.proofs.formulas.compare import Comparison, Pair, Side, terms
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import Shown, either, holding_over, holds, refute, verdict
from qedeck.proofs.formulas.onward import terms_at, terms_of, terms_of_node
from qedeck.proofs.formulas.positions import any_position, visible
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import cells_in
from qedeck.proofs.formulas.two_ways import Fork, before, differences, forks, outcome
from qedeck.proofs.plays.everywhere import told
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.part_ways import part_ways
from qedeck.proofs.steps.unmoved import unmoved
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.checker.naming import RESULTS
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("readings_agree", "readings_differ")


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Every pair of alternatives: the first position where they part, or none anywhere."""
    core, name = program.core, claim.names[0]
    blank = verdict(program, claim)
    kind = core.vars[name].type
    assert isinstance(kind, c.Member)
    watch = _watch(core, name, claim.names[1:])
    if isinstance(watch, str):
        return replace(blank, detail=watch)
    if claim.kind == "readings_agree" and claim.names[1:]:
        looked = watch.vars | visible(core, [define.body for define in watch.defines])
        apart = unmoved(program, claim, name, looked, blank, seconds, opinion)
        if apart is not None and apart.grade.good:
            return holding_over(apart, core, frozenset(core.vars) - {name})
    unsure, spent = "; ".join(f"{left} can be asked too many things: not tried" for left in watch.left), 0.0
    agreed: set[str] | None = None
    texts: list[str] = []
    seen = frozenset[str]()
    for pair in combinations(range(kind.domain.size), 2):
        table = _Table(program, blank, name, kind.domain, pair, watch, claim.kind == "readings_differ")
        for said in table.questions(seconds, opinion):
            spent += said.seconds
            if said.grade is Grade.SHOWN:
                return replace(said, seconds=spent)
            if said.grade in (Grade.REFUTED, Grade.FAULT):
                shown = claim.kind == "readings_differ" and said.grade is Grade.REFUTED
                return replace(said, seconds=spent, grade=Grade.LAID_OUT if shown else said.grade)
            if said.grade is Grade.UNKNOWN:
                unsure = unsure or said.detail
            texts.append(said.stated())
            agreed = set(said.agreed) if agreed is None else agreed & set(said.agreed)
        seen |= table.seen
    done = replace(blank, seconds=spent, smt="\n".join(texts))
    if unsure:
        return replace(done, detail=unsure)
    if agreed is None:
        done = replace(done, engine="structure", detail=f"nothing that is looked at ever asks for {name}")
    done = replace(done, agreed=tuple(sorted(agreed or (), reverse=True)))
    if claim.kind == "readings_differ":
        return replace(done, grade=Grade.REFUTED, detail=done.detail or "no position tells these readings apart")
    return holding_over(replace(done, grade=Grade.PROVED_SIZES), core, seen - {name})


@dataclass(frozen=True, slots=True)
class _Watch:
    """What is looked at: definitions, and variables after a step; `told`: also what is shown."""

    defines: tuple[c.Define, ...]
    vars: frozenset[str]
    told: bool
    left: tuple[str, ...] = ()
    """Definitions that can be asked too many things, and so were not tried."""
    whole: bool = True


def _watch(core: c.Core, reading: str, names: tuple[str, ...]) -> _Watch | str:
    layout = layout_of(core)
    if not names:
        # A definition that only other definitions ask shows through them, or not at all.
        asked = c.calls(*_play(core))
        inner = c.calls(*(define.body for define in core.defines.values())) - asked
        shows = [d for d in core.defines.values() if d.name not in inner and reading in layout.reads[d.name]]
        everything = frozenset(name for name in core.vars if not core.vars[name].rigid)
        tried = tuple(define for define in shows if countable(core, define))
        # Those that play asks are tried with its steps, whatever they take.
        left = tuple(d.name for d in shows if d not in tried and d.name not in asked)
        return _Watch(tried, everything, True, left, len(tried) == len(shows))
    found: list[c.Define] = []
    watched: set[str] = set()
    for name in names:
        mine = {var for var in core.vars if var == name or name in core.zones and var.startswith(f"{name}.")}
        defines = tuple(parts_of(core, name))
        if not mine and not defines and name in RESULTS:
            mine = {RESULTS[name]}
        if not mine and not defines:
            return f"there is no definition, value or zone called {name}"
        if not all(countable(core, define) for define in defines):
            return f"{name} can be asked too many things: not tried"
        found += [define for define in defines if reading in layout.reads[define.name]]
        watched |= mine
    return _Watch(tuple(found), frozenset(watched), False)


class _Table:
    """Two alternatives of one reading, side by side."""

    def __init__(
        self,
        program: PropertyProgram,
        blank: Verdict,
        reading: str,
        of: c.Domain,
        pair: tuple[int, int],
        watch: _Watch,
        sought: bool,
    ) -> None:
        self.core, self.assuming, self.blank, self.watch = program.core, program.assuming, blank, watch
        self.reading, self.seen, self.pair = reading, frozenset[str](), pair
        self.sought = sought
        self.meaning: Meaning[Truth, Number] = Meaning(self.core, SYMBOLIC)
        readers = self.meaning.layout.readers[reading]

        def as_read(value: int) -> Side:
            return lambda cells: cells.put(reading, (value,), readers)

        self.sides = (as_read(pair[0]), as_read(pair[1]))
        self.names = (of.members[pair[0]], of.members[pair[1]])

    def questions(self, seconds: float, opinion: bool) -> Iterator[Verdict]:
        pairs = [Pair(call, call, when) for define in self.watch.defines for call, when in calls(self.core, define)]
        if pairs:
            yield (said := self._definitions(pairs, seconds, opinion))
            covered = said.grade.good and self.watch.whole and all(pair.when == TRUE for pair in pairs)
            if covered and self.watch.told and self.reading not in c.reads(*_play(self.core)):
                # Whatever play asks, it is told the same: then the same happens.
                return
        if self.watch.vars:
            if (played := self._played(min(10.0, seconds / 3))) is not None:
                yield played if self.sought else replace(played, grade=Grade.REFUTED)
                return
            for node in (c.START, *range(len(self.core.nodes))):
                if self.reading in visible(self.core, terms_at(self.core, node)):
                    yield from map(self._doubted, self._step(node, seconds, opinion))

    def _doubted(self, said: Verdict) -> Verdict:
        """That they agree is a claim about play: a position that play may never come to does not refute it."""
        if self.sought or said.grade is not Grade.REFUTED:
            return said
        doubt = f"no play was seen to part them, but a position: {said.detail}"
        return replace(said, grade=Grade.UNKNOWN, detail=doubt)

    def _played(self, seconds: float) -> Verdict | None:
        """A play in which the two come to something else says more than a position."""
        assumed = given(self.core, self.assuming)
        if assumed.position is not None:
            return None
        watched, told_too = self.watch.vars, self.watch.told
        found = part_ways(self.core, self.reading, self.pair, watched, told_too, assumed.rules, seconds)
        if found is None:
            return None
        where = "the last choice parts them" if found.choices else "they part when the game begins"
        done = told(replace(self.blank, engine="random plays"), Grade.SHOWN, found.play, where)
        ways = [
            line
            for name, said in zip(self.names, (found.first, found.second), strict=True)
            for line in (f"With {self.reading} as {name}:", *(f"  {one}" for one in said))
        ]
        return replace(done, story=(*done.story, *ways))

    def _definitions(self, pairs: list[Pair], seconds: float, opinion: bool) -> Verdict:
        here = any_position(self.meaning, (*terms(pairs), self.assuming))
        self.seen |= here.seen
        asked = Comparison(self.core, here, tuple(pairs), self.assuming, self.sides, self.names)
        known, parting = asked.known(self.meaning), asked.parting(self.meaning)
        return refute(self.blank, known, parting, seconds, opinion, asked.replay())

    def _step(self, node: int, seconds: float, opinion: bool) -> Iterator[Verdict]:
        """First whether anything at all parts: only that carries over from step to step."""
        everything = frozenset(n for n, v in self.core.vars.items() if not v.rigid)
        said = self._parting(node, everything, self.watch.told, seconds, opinion)
        if said.grade is Grade.REFUTED and self.watch.vars != everything:
            said = self._parting(node, self.watch.vars, False, seconds, opinion)
            if said.grade.good:
                said = replace(said, grade=Grade.UNKNOWN, detail="one step shows no difference, but later ones might")
        yield said

    def _parting(self, node: int, watched: frozenset[str], told: bool, seconds: float, opinion: bool) -> Verdict:
        here = any_position(self.meaning, (*terms_at(self.core, node), self.assuming))
        self.seen |= here.seen
        (one, lost), (other, lost_too) = (before(self.meaning, node, side(here.cells)) for side in self.sides)
        if lost or lost_too:
            return replace(self.blank, detail="a first value may be undefined")
        found = forks(self.meaning, node, one, other, watched, told)
        known = [*here.known, *(promise for fork in found for promise in fork.way.promises)]
        known.append(term(holds(self.meaning, self.assuming, here.cells)))

        def again(model: Z3) -> Shown | None:
            cells = cells_in(model, here.cells)
            if not fits(self.core, (self.assuming,), cells):
                return None
            for fork in found:
                if shown := self._laid_out(fork, model, cells, watched, told, here.seen):
                    return shown
            return None

        return refute(self.blank, known, term(either(fork.parts for fork in found)), seconds, opinion, again)

    def _laid_out(
        self, fork: Fork, model: Z3, cells: Cells, watched: frozenset[str], told: bool, seen: frozenset[str]
    ) -> Shown | None:
        meaning = Meaning(self.core, CONCRETE)
        node = fork.way.node
        starts = [before(meaning, node, side(cells))[0] for side in self.sides]
        one, other = (outcome(meaning, fork.way, model, start) for start in starts)
        first, second = differences(self.core, one, other, watched, told)
        if not first:
            return None
        where = "when the game begins" if node == c.START else f"after {self.core.nodes[node].name}"
        ways = f"{self.names[0]}: {'; '.join(first)} / {self.names[1]}: {'; '.join(second)}"
        return Shown(f"{where}: {ways}", tuple(lay_out(self.core, cells, seen - {self.reading})))


def _play(core: c.Core) -> list[c.Expr]:
    """Everything that play itself asks."""
    asked = [expr for node in core.nodes for expr in terms_of_node(core, node)]
    return [*asked, *terms_of(core, core.blocks), *(expr for e in core.endings for expr in (e.condition, e.winner))]
