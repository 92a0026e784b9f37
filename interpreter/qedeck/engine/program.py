"""The program of a game: a function for each block where ways meet, for each decision what is legal and what follows.

In: a Core with its parameters fixed, but for `unsettled` ones; out: functions, regions, and the places of faults. Every
function answers with the node that is reached, or c.OVER.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import contextmanager
from itertools import product
from math import prod
from typing import TYPE_CHECKING, assert_never

from qedeck.engine import ir
from qedeck.engine.algebra import Written
from qedeck.engine.canon import Canon
from qedeck.engine.hands import Pile, Staged
from qedeck.engine.legality import Legality
from qedeck.engine.listening import Listener
from qedeck.engine.memory import Memory
from qedeck.engine.prune import prune
from qedeck.engine.stage import Stage
from qedeck.engine.values import Code, constant
from qedeck.engine.watch import Marks, Watch
from qedeck.engine.ways import Ways
from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells, Fault
from qedeck.interpreter.steps import Play
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

CIRCLE = 1 << 20
"""Added to the place of a fault that `otherwise` does not catch."""


class Staging(Meaning[Code, Code]):
    """The meaning whose tables are written down."""

    def __init__(self, program: Program) -> None:
        super().__init__(program.core, program.algebra)
        self.program = program

    def look(self, cells: Cells, clause: str = "") -> Play[Code, Code]:
        return Staged(self.program, clause)

    def walk(self, play: Play[Code, Code], start: int) -> list[Arrival[Code, Code]]:
        assert isinstance(play, Staged)
        self.program.follow(play, start)
        return []


class Program(Ways):
    """All functions of one game."""

    def __init__(
        self,
        core: c.Core,
        fixed: Mapping[str, tuple[int, ...]] | None = None,
        watch: bool = False,
        listen: bool = False,
        unsettled: Collection[str] = (),
    ) -> None:
        self.core = core
        self.memory = Memory(core, fixed, unsettled)
        self.layout = self.memory.layout
        self.watch = Watch(core, self.memory) if watch else None
        self.listener = Listener(core, self.memory) if listen else None
        self.marks: Marks | None = self.watch or self.listener
        self.algebra = Written(lambda masks: self.memory.table(masks, bits=True))
        self.canon = Canon(self.layout)
        self.functions: list[ir.Function] = []
        self.sites: list[tuple[str, str, Span]] = []
        self._site_numbers: dict[tuple[str, str, Span], int] = {}
        super().__init__()
        functions = [name for name in core.defines if self.mode(name) == "function"]
        self.kept = frozenset().union(*(self.layout.reads[name] for name in functions))
        self.meaning: Meaning[Code, Code] = Staging(self)
        self.nothing = Cells({})
        self.cells: Cells | None = None
        self.most_amounts = max((len(n.targets) for n in core.nodes if isinstance(n, c.DealDecision)), default=0)
        self.widest = max((zone.cards.size for zone in core.zones.values()), default=0)
        places = max((zone.places.size for zone in core.zones.values() if zone.places), default=0)
        scratch = self.memory.scratch
        self.amounts = scratch("amounts", max(1, self.most_amounts), -(2**31), 2**31 - 1)
        most = max((self.layout.ranges[name][1] for name, zone in core.zones.items() if zone.kind == "pile"), default=1)
        self.pile = scratch("pile", max(1, self.widest), 0, most)
        self.dealt = scratch("dealt", max(1, self.most_amounts * self.widest), 0, most)
        self.pile_set = scratch("pile set", 1, 0, 0, bits=True)
        self.dealt_sets = scratch("dealt sets", max(1, self.most_amounts), 0, 0, bits=True)
        self.order = scratch("order", max(1, places), c.NONE, max(0, self.widest - 1))
        self.legality = Legality(self)
        self.begin = self._nowhere(self.memory.faults[0]) if self.memory.faults else self.block(core.start)
        self.set_up = self._first_values() if self.memory.unsettled else None
        """Works out the first values that depend on what is settled by then."""
        self.legal: dict[int, ir.Function] = {}
        self.apply_: dict[int, ir.Function] = {}
        self.prepare: dict[int, ir.Function] = {}
        """For a deal or a shuffle: sets out the pile and the amounts, or the row."""
        for number, node in enumerate(core.nodes):
            match node:
                case c.Decision():
                    if node.owner.who != "nobody":
                        self.legal[number] = self.legality.write(number, node)
                    self.apply_[number] = self._decide(number, node)
                case c.DealDecision():
                    self._deal(number, node)
                case c.ShuffleDecision():
                    self._shuffle(number, node)
                case _:
                    assert_never(node)

    # ---- writing functions ---------------------------------------------------------------------

    @contextmanager
    def function(self, name: str, *params: str) -> Iterator[tuple[ir.Function, Stage]]:
        """A new function under the pen; the one before is taken up again afterwards."""
        made = ir.Function(name, params)
        before = getattr(self.algebra, "stage", None)
        self.algebra.stage = stage = Stage(made, self.kept)
        yield made, stage
        made.faults, made.circles = ir.escapes(made.body)
        made.done = True
        prune(made)
        self.functions.append(made)
        if before is not None:
            self.algebra.stage = before

    def _nowhere(self, fault: Fault[bool]) -> ir.Function:
        """The beginning of a game whose table cannot be set up."""
        with self.function("begin_nowhere") as (made, stage):
            stage.emit(ir.Fault(self.site(fault.code, fault.clause, fault.span)))
        return made

    def _first_values(self) -> ir.Function:
        with self.function("set_up") as (made, stage):
            play = Staged(self)
            for name in self.memory.depending():
                var = self.core.vars[name]
                play.clause = var.clause
                for places in product(*(range(size) for size in self.layout.sizes[name])):
                    play.locals = {f"#{k}": constant(place) for k, place in enumerate(places)}
                    play.assign(name, tuple(map(constant, places)), play.value(var.init, play.yes), play.yes, NOWHERE)
            stage.emit(ir.Return(0))
        return made

    def site(self, code: str, clause: str, span: Span) -> int:
        key = code, clause, span
        if key not in self._site_numbers:
            self._site_numbers[key] = len(self.sites) + 1
            self.sites.append(key)
        return self._site_numbers[key] + (CIRCLE if code == "Q512" else 0)

    def aside(self, count: int, low: int, high: int) -> ir.Region:
        """Cells beside the state, for cards in the air."""
        return self.memory.scratch(f"aside {len(self.memory.others)}", count, low, high)

    # ---- decisions -------------------------------------------------------------------------------

    def sizes(self, option: c.Option) -> list[tuple[int, int]]:
        """For each pick its lowest value and how many there are."""
        ranges = [type_range(pick.type) for pick in option.picks]
        return [(low, high - low + 1) for low, high in ranges]

    def bases(self, node: c.Decision) -> list[int]:
        """Where the numbers of each option's actions begin, and where they end."""
        bases = [0]
        for option in node.options:
            bases.append(bases[-1] + prod(size for _, size in self.sizes(option)))
        return bases

    def _decide(self, number: int, node: c.Decision) -> ir.Function:
        """What follows from an action, by its number."""
        bases = self.bases(node)
        with self.function(f"apply_{number}", "action") as (made, stage):
            action = stage.named("action", 0, max(0, bases[-1] - 1))
            play = Staged(self)

            def option(place: int) -> None:
                def chosen() -> None:
                    if self.marks is not None:
                        self.marks.clause(play, node.clause, node.options[place].clause)
                    picks = self._picks(node.options[place], action, bases[place])
                    self.meaning.advance(self.nothing, number, place, picks)

                if place == len(node.options) - 1:
                    chosen()
                else:
                    later = self.algebra.le(constant(bases[place + 1]), action)
                    play.only(later, lambda: option(place + 1), chosen)

            option(0)
        return made

    def _picks(self, option: c.Option, action: Code, base: int) -> list[Code]:
        rest = self.algebra.sub(action, constant(base))
        sizes = self.sizes(option)
        self.algebra.bounded(rest, 0, prod(size for _, size in sizes) - 1)
        picks: list[Code] = []
        for (low, size), pick in reversed(list(zip(sizes, option.picks, strict=True))):
            value = self.algebra.add(self.algebra.mod(rest, constant(size)), constant(low))
            rest = self.algebra.div(rest, constant(size))
            if isinstance(pick.type, c.YesNo):
                value = self.algebra.eq(value, constant(1))
            picks.append(value)
        return picks[::-1]

    # ---- chance --------------------------------------------------------------------------------

    def is_set(self, number: int) -> bool:
        """Whether a deal is from a pile in which every card is there at most once."""
        node = self.core.nodes[number]
        return isinstance(node, c.DealDecision) and self.memory.regions[node.source.zone].bits

    def _deal(self, number: int, node: c.DealDecision) -> None:
        zone = node.source.zone
        size = self.layout.sizes[zone][-1]
        sets = self.is_set(number)
        with self.function(f"prepare_{number}") as (made, stage):
            amounts, _ = self.meaning.deal_amounts(self.nothing, number)
            for k, amount in enumerate(amounts):
                stage.store(self.amounts, constant(k), amount)
            play = Staged(self)
            source = play.side(node.source, play.yes)
            if sets:
                stage.store(self.pile_set, constant(0), play.cards(zone, play.part(source)))
            else:
                play.repeat(0, size, lambda k: stage.store(self.pile, k, play.look(zone, play.at(source, k))))
            stage.emit(ir.Return(0))
        self.prepare[number] = made
        with self.function(f"apply_{number}") as (made, stage):
            play = Staged(self)
            if self.marks is not None:
                self.marks.clause(play, node.clause)
            if self.listener is not None:
                self.listener.span = node.span
            outcome = []
            for k in range(len(node.targets)):
                if sets:
                    cards = stage.load(self.dealt_sets, constant(k), 0, 0)
                    outcome.append(Pile(play, size, None, cards=cards))
                else:
                    outcome.append(Pile(play, size, self.dealt, k * size))
            self.meaning.deal(self.nothing, number, outcome)
        self.apply_[number] = made

    def _shuffle(self, number: int, node: c.ShuffleDecision) -> None:
        zone = node.zone.zone
        size = self.layout.sizes[c.card_of(zone)][-1]
        with self.function(f"prepare_{number}") as (made, stage):
            play = Staged(self)
            side = play.side(node.zone, play.yes)
            name = c.card_of(zone)
            play.repeat(0, size, lambda k: stage.store(self.order, k, play.look(name, play.at(side, k))))
            stage.emit(ir.Return(0))
        self.prepare[number] = made
        with self.function(f"apply_{number}") as (made, _):
            play = Staged(self)
            if self.marks is not None:
                self.marks.clause(play, node.clause)
            self.meaning.shuffle(self.nothing, number, Pile(play, size, self.order))
        self.apply_[number] = made
