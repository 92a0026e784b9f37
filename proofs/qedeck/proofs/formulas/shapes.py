"""The shapes of the steps that touch cards: which zones, and which of owner, place and card are said.

In: a Core; out: shapes, each with a small game that has nothing but that step, in which whatever the
step asks is any value at all. What is proved of the small game holds of every step of that shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import assert_never

from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Shape:
    """A step (or a deal or shuffle) over the variables "open 0", "open 1", …, each of a type."""

    step: c.Step | c.DealDecision | c.ShuffleDecision
    zones: tuple[str, ...]
    open: tuple[c.Type, ...]
    cards: str

    def rows(self, core: c.Core) -> Iterator[tuple[c.Zone, int]]:
        """The rows that a move changes, where it is known which they are."""
        for ref in (self.step.source, self.step.target) if isinstance(self.step, c.Move) else ():
            zone = core.zones[ref.zone]
            known = [part.value for part in ref.index if isinstance(part, c.Const)]
            if zone.kind == "row" and len(known) == len(ref.index):
                yield zone, c.parts_of(core, zone).index(tuple(map(int, known)))

    def small_core(self, core: c.Core) -> c.Core:
        """The game that has only this step; who sees it does not matter, and may ask for what is not there any more."""
        cells = {cell for name in self.zones for cell in c.cells_of(core.zones[name])}
        vars_ = {name: replace(var, init=c.Const(0)) for name, var in core.vars.items() if name in cells}
        for k, kind in enumerate(self.open):
            vars_[f"open {k}"] = c.Var(f"open {k}", kind, (), "control", c.NOBODY, c.Const(0))
        step, over = self.step, c.Block((), c.Finish())
        nodes: tuple[c.Node, ...] = ()
        if isinstance(step, (c.DealDecision, c.ShuffleDecision)):
            nodes, blocks = (step,), (over, c.Block((), c.Decide(0)))
        else:
            blocks = (over, c.Block((step,), c.Finish()))
        alone = replace(
            core,
            vars=vars_,
            zones={name: core.zones[name] for name in self.zones},
            copies={},
            defines={},
            constraints=(),
            endings=(),
            blocks=blocks,
            nodes=nodes,
            start=1,
        )
        return c.unwatched(alone)


def shapes(core: c.Core) -> Iterator[tuple[Shape | str, str]]:
    """Every shape with the clause that has it; a step that we do not understand as words."""
    for node in core.nodes:
        if isinstance(node, (c.DealDecision, c.ShuffleDecision)):
            yield _Opening(core).chance(node), node.clause
    for block in core.blocks:
        yield from _of_steps(core, block.steps)


def _of_steps(core: c.Core, steps: Iterable[c.Step]) -> Iterator[tuple[Shape | str, str]]:
    for step in steps:
        match step:
            case c.Move():
                for shape in _Opening(core).moves(step):
                    yield shape, step.clause
            case c.Assign(var) if core.vars[var].role == "zone":
                yield _Opening(core).assign(step), step.clause
            case c.Let(_, _, (c.Let(_, _, (c.Assign() as one, *_)),)) if core.vars[one.var].role == "zone":
                yield _Opening(core).swap(step), one.clause
            case c.Let(body=body) | c.Each(body=body):
                yield from _of_steps(core, body)
            case c.When(then=then, otherwise=otherwise):
                yield from _of_steps(core, (*then, *otherwise))
            case c.Assign() | c.Tell() | c.Check():
                pass
            case _:
                assert_never(step)


def _twin(which: tuple[int, ...], of_kind: list[bool]) -> bool:
    """Whether the same question is asked with the members of a kind in the order in which they come up."""
    here = [number for number, mine in zip(which, of_kind, strict=True) if mine]
    return here != [list(dict.fromkeys(here)).index(number) for number in here]


class _Opening:
    """Puts a variable of its own in the place of whatever a step asks."""

    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.open: list[c.Type] = []
        self.swapped: dict[c.Expr, c.Expr] = {}

    def any(self, expr: c.Expr, kind: c.Type) -> c.Expr:
        """The same question asked twice has one answer, as long as nothing happens in between."""
        if isinstance(expr, c.Const):
            return expr
        if expr not in self.swapped:
            self.swapped[expr] = c.Read(f"open {len(self.open)}")
            self.open.append(kind)
        return self.swapped[expr]

    def ref(self, ref: c.ZoneRef) -> c.ZoneRef:
        zone = self.core.zones[ref.zone]
        owner = None if ref.owner is None else self.any(ref.owner, self._player())
        place = None
        if ref.place is not None and zone.places is not None:
            place = self.any(ref.place, c.Whole(-1, zone.places.size))
        also = tuple(self.any(part, c.Member(kind, True)) for part, kind in zip(ref.also, zone.also, strict=True))
        return c.ZoneRef(ref.zone, owner, place, also)

    def move(self, step: c.Move) -> Shape:
        zone = self.core.zones[step.source.zone]
        card = None if step.card is None else self.any(step.card, c.Member(zone.cards, True))
        source, target = self.ref(step.source), self.ref(step.target)
        return self._shape(c.Move(card, source, target, self.any(step.by, self._player())), source, target)

    def moves(self, step: c.Move) -> Iterator[Shape]:
        """Rows and grids are many cases: there each owner is asked about alone, and each word of a list.

        Where the step names no seat itself, all seats are alike in a game that has nothing but this step. Then owners
        that are the same but for which seat comes first are one question. The same goes for words that zones are
        kept for.
        """
        ends = (step.source, step.target)
        if all(self.core.zones[ref.zone].kind == "pile" for ref in ends):
            yield self.move(step)
            return
        asked = [
            (part, kind) for ref in ends for part, kind in zip(ref.index, self._kinds(ref), strict=True)
        ]
        open_ = list(dict.fromkeys((part, kind) for part, kind in asked if not isinstance(part, c.Const)))
        named = {kind for part, kind in asked if isinstance(part, c.Const) and part.value != c.NONE}
        if isinstance(step.by, c.Const) and step.by.value != c.NONE:
            named.add(self.core.domains["player"])
        for which in product(*(range(kind.size) for _, kind in open_)):
            if any(_twin(which, [kind == one for _, kind in open_]) for one in {k for _, k in open_} - named):
                continue
            said: dict[tuple[c.Expr, c.Domain], c.Const] = dict(zip(open_, map(c.Const, which), strict=True))
            yield _Opening(self.core).move(self._named(step, said))

    def _kinds(self, ref: c.ZoneRef) -> tuple[c.Domain, ...]:
        return c.kept_for(self.core, self.core.zones[ref.zone])

    def _named(self, step: c.Move, said: Mapping[tuple[c.Expr, c.Domain], c.Const]) -> c.Move:
        """The step between zones of which it is known which they are."""

        def end(ref: c.ZoneRef) -> c.ZoneRef:
            index = [said.get((part, kind), part) for part, kind in zip(ref.index, self._kinds(ref), strict=True)]
            owner, also = (None, index) if ref.owner is None else (index[0], index[1:])
            return replace(ref, owner=owner, also=tuple(also))

        by = said.get((step.by, self.core.domains["player"]), step.by)
        return replace(step, source=end(step.source), target=end(step.target), by=by)

    def chance(self, node: c.DealDecision | c.ShuffleDecision) -> Shape:
        if isinstance(node, c.ShuffleDecision):
            zone = self.ref(node.zone)
            return self._shape(c.ShuffleDecision("shuffle", zone, 0), zone)
        source = self.ref(node.source)
        size = self.core.vars[c.size_of(source.zone)].type
        # An amount beyond what lies there cannot be dealt, so larger ones need not be asked about.
        targets = tuple((self.ref(ref), self.any(amount, size)) for ref, amount in node.targets)
        return self._shape(c.DealDecision("deal", source, targets, 0), source, *(ref for ref, _ in targets))

    def assign(self, step: c.Assign) -> Shape:
        zone = c.zone_of(self.core, step.var)
        assert zone is not None
        var = self.core.vars[step.var]
        index = tuple(self.any(i, c.Member(d)) for i, d in zip(step.index, var.dims, strict=True))
        return self._shape(c.Assign(step.var, index, self.any(step.value, var.type)), c.ZoneRef(zone.name))

    def swap(self, step: c.Let) -> Shape | str:
        """Two cards change places: only if what each place gets is what lay at the other."""
        inner = step.body[0]
        assert isinstance(inner, c.Let)
        first, second = inner.body[0], inner.body[1]
        rest = inner.body[2:]
        if not (isinstance(first, c.Assign) and isinstance(second, c.Assign)):
            return "cards are laid down in a way that we do not understand"
        if c.writes(self.core, rest):
            return "cards are laid down in a way that we do not understand"
        one, other = self._put(first), self._put(second)
        taken, taken_too = self._taken(step.value, first), self._taken(inner.value, second)
        if taken is None or taken_too is None:
            return "cards are laid down in a way that we do not understand"
        if (first.value, second.value) != (c.Local(inner.local), c.Local(step.local)):
            return "cards are laid down in a way that we do not understand"
        one, other = replace(one, value=c.Local("second")), replace(other, value=c.Local("first"))
        body = (c.Let("second", taken_too, (one, other)),)
        zones = [zone for assign in (first, second) if (zone := c.zone_of(self.core, assign.var)) is not None]
        return self._shape(c.Let("first", taken, body), *(c.ZoneRef(zone.name) for zone in zones))

    def _put(self, step: c.Assign) -> c.Assign:
        dims = self.core.vars[step.var].dims
        return c.Assign(
            step.var, tuple(self.any(i, c.Member(d)) for i, d in zip(step.index, dims, strict=True)), step.value
        )

    def _taken(self, value: c.Expr, at: c.Assign) -> c.Expr | None:
        """The card that lay where the step lays another; it must have been there."""
        read = value.value if isinstance(value, c.Need) else value
        if not isinstance(read, c.Read) or (read.var, read.index) != (at.var, at.index):
            return None
        there = c.Read(at.var, self._put(at).index)
        if isinstance(value, c.Need):
            return c.Need(c.Op("le", (c.Const(0), there)), there, value.code)
        return there

    def _player(self) -> c.Type:
        return c.Member(self.core.domains["player"], True)

    def _shape(self, step: c.Step | c.DealDecision | c.ShuffleDecision, *refs: c.ZoneRef) -> Shape:
        zones = tuple(dict.fromkeys(ref.zone for ref in refs))
        return Shape(step, zones, tuple(self.open), self.core.zones[zones[0]].cards.name)
