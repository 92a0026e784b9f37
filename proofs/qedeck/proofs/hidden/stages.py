"""Where play may stand, and which ways lead on from there.

In: a Core; out: its stages, each with what is always the same there and with its legs. A node is one stage, or one
for each player where cards are dealt or shuffled for one after the other.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.formulas.edges import made_edge
from qedeck.proofs.formulas.loose import AlikeMeaning, LooseMeaning
from qedeck.proofs.formulas.moves import Way, ways
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.hidden.legs import END, Cell, Exchange, Fan, Leg, Stage, settled
from qedeck.proofs.steps.book import defined
from qedeck.spec import core as c


class Stages:
    """The stages of a Core, with their legs."""

    def __init__(self, core: c.Core, loose: frozenset[str] = frozenset()) -> None:
        self.core = core
        self.meaning: LooseMeaning = AlikeMeaning(core, loose)
        self.cells, self.promises = fresh_cells(core)
        self.rounds = _rounds(core)
        self.took: dict[int, tuple[int, bool]] = {}
        """For each node, how much help the last question about it took."""
        self._ways: dict[int, list[Fan]] = {}
        self._fans: dict[Stage, list[Fan]] = {}
        self._still: dict[Stage, dict[Cell, bool | int]] | None = None

    def fans(self, stage: Stage) -> list[Fan]:
        """The ways on from a stage."""
        return self._fans[stage] if self.still else []

    def _plain(self, node: int) -> list[Fan]:
        if node not in self._ways:
            self._ways[node] = [self._fan(way) for way in ways(self.meaning, self.cells, node)]
        return self._ways[node]

    def limits(self, given: c.Expr | None) -> list[Z3]:
        """What holds of parameters and readings, and what is `given` of them besides."""
        limits = (*self.core.constraints, *((given,) if given is not None else ()))
        return [term(defined(self.meaning, limit, self.cells)) for limit in limits]

    def reached(self) -> list[Stage]:
        """The stages that the control graph leads to, without the end."""
        return list(self.still)

    @property
    def still(self) -> dict[Stage, dict[Cell, bool | int]]:
        """For each stage that play comes to, the cells that have the same value whenever it does."""
        if self._still is None:
            rigid = {n: self.cells[n] for n, var in self.core.vars.items() if var.rigid}
            first = self.meaning.begin(self.meaning.initial(rigid)[0])
            found: dict[Stage, dict[Cell, bool | int]] = {}
            waiting: list[Stage] = []
            for arrival in first:
                if arrival.node is not None:
                    _meet(found, self._stage(arrival.node, arrival.cells), arrival.cells, waiting)
            while waiting:
                stage = waiting.pop(0)
                swap = self.fixed(found[stage])
                fans = [self._from(stage, fan, swap, found, waiting) for fan in self._plain(stage.node)]
                self._fans[stage] = [fan for fan in fans if fan.legs]
            self._still = found
        return self._still

    def _from(
        self,
        stage: Stage,
        fan: Fan,
        swap: Exchange,
        found: dict[Stage, dict[Cell, bool | int]],
        waiting: list[Stage],
    ) -> Fan:
        """The legs of a fan that can be taken from a stage, with its rounds put in; where they lead is noted."""
        known = zip(self.rounds, stage.rounds, strict=True)
        turn = self.fixed({cell: value for cell, value in known if value is not None})
        legs = []
        for leg in fan.legs:
            if leg.to == END:
                legs.append(leg.settled(turn))
                continue
            names = list(leg.cells)
            taken, *rest = settled([leg.taken, *(value for name in names for value in leg.cells[name])], swap)
            if taken is False:
                continue
            values = iter(rest)
            cells = Cells({name: tuple(next(values) for _ in leg.cells[name]) for name in names})
            to = self._stage(leg.to.node, cells)
            _meet(found, to, cells, waiting)
            legs.append(replace(leg.settled(turn), to=to))
        return Fan(fan.way, tuple(legs))

    def _stage(self, node: int, cells: Cells) -> Stage:
        values = (cells[name][place] for name, place in self.rounds)
        return Stage(node, tuple(value if isinstance(value, bool | int) else None for value in values))

    def fixed(self, still: dict[Cell, bool | int]) -> Exchange:
        """Those cells with their values."""
        pairs = ((self.cells[name][place], value) for (name, place), value in still.items())
        return [(term(cell), term(value)) for cell, value in pairs if not isinstance(cell, bool | int)]

    def _fan(self, way: Way) -> Fan:
        point, legal = self.core.nodes[way.node], way.legal
        if isinstance(point, c.Decision) and point.options[way.option].weight is not None:
            option = point.options[way.option]
            picked = {pick.var: value for pick, value in zip(option.picks, way.picks, strict=True)}
            weight, _ = self.meaning.value(option.weight, self.cells, picked)  # type: ignore[arg-type]
            legal = SYMBOLIC.and_(legal, SYMBOLIC.lt(0, weight))
        return Fan(way, tuple(self._leg(way, legal, arrival) for arrival in way.arrivals))

    def _leg(self, way: Way, legal: Truth, arrival: Arrival[Any, Any]) -> Leg:
        """One leg, plainer: most of a step asks whether it can be made."""
        edge = made_edge(way.node, way.option, (), arrival)
        leg = Leg(Stage(edge.to), edge.taken, legal, edge.faults, arrival.cells, arrival.tellings)
        return leg.plainer(edge) if edge.sure else leg


def _rounds(core: c.Core) -> list[Cell]:
    """Counters of players for whom cards are dealt or shuffled one after the other.

    Those whose cards are still to come and those who have theirs are known different things of.
    """
    players = c.Whole(0, core.domains["player"].size)
    dealt = [term for point in core.nodes if c.refs_at(point) for term in c.terms_of_node(point)]
    names = {term.var for term in c.subterms(*dealt) if isinstance(term, c.Read)}
    held = {name for name in names if core.vars[name].role == "control" and core.vars[name].type == players}
    return [(name, 0) for name in sorted(held)]


def _meet(found: dict[Stage, dict[Cell, bool | int]], node: Stage, cells: Cells, waiting: list[Stage]) -> None:
    """Keep of a stage's values those that it has also here; go on from it if that are fewer."""
    here = {
        (name, place): value
        for name, row in cells.items()
        for place, value in enumerate(row)
        if isinstance(value, bool | int)
    }
    both = here if node not in found else {cell: v for cell, v in found[node].items() if here.get(cell) == v}
    if node not in found or len(both) < len(found[node]):
        found[node] = both
        if node not in waiting:
            waiting.append(node)


_KEPT: dict[str, Stages] = {}


def stages_of(core: c.Core, until: float, loose: frozenset[str] = frozenset()) -> Stages:
    """Made once for each game, and kept a while; Late if the time is up before they are made."""
    key = sha256(repr((core, sorted(loose))).encode()).hexdigest()
    if key not in _KEPT:
        while len(_KEPT) >= 4:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = Stages(core, loose)
    _KEPT[key].meaning.until = until
    return _KEPT[key]
