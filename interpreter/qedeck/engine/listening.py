"""Somebody listens: what happens is written into a log, record by record, in the order in which it happens.

The meaning says of each move and show who notices it and who sees faces. Here it becomes a record: the number of its
Site, the place in the rules that tells it, then the words that only playing knows. Who sees a move follows from its
zones, or is written down where that depends on the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qedeck.engine import ir
from qedeck.engine.values import Code, constant
from qedeck.engine.watch import Marks
from qedeck.interpreter.cards import Taken
from qedeck.interpreter.state import Side, Telling, Travel
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span

if TYPE_CHECKING:
    from qedeck.engine.hands import Pile, Staged
    from qedeck.engine.memory import Memory

SEATS_IN_WORD = 16
"""Who sees what is shown: a bit for each seat, so many in one word."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the rules that tells. `fields` names the words of its records; then come the cards.

    cards: "card" (one, by its number), "set" (64 bits in two words), "counts" (a word for each card of the set), or ""
    for what is shown: then the words are the values, each of its type, and who sees them.
    """

    kind: str
    clause: str
    span: Span
    source: str | None
    target: str | None
    fields: tuple[str, ...]
    types: tuple[c.Type, ...]
    cards: str


class Listener(Marks):
    """The sites of one program; clauses at work are marked too."""

    def __init__(self, core: c.Core, memory: Memory) -> None:
        super().__init__(core, memory)
        self.sites: list[Site] = []
        self._numbers: dict[Site, int] = {}
        self.span = NOWHERE
        """Where the step is written that is under the pen."""
        self.zones = core.zones

    def asks(self, *sides: Side[Code]) -> bool:
        """Whether it depends on the position who sees the faces at one of these ends."""
        return any(self.zones[side.zone].sight not in c.PLAIN for side in sides)

    def _site(self, site: Site) -> Code:
        if site not in self._numbers:
            self._numbers[site] = len(self.sites)
            self.sites.append(site)
        return constant(self._numbers[site])

    def write(self, m: Staged, words: Sequence[Code], cards: Code | None = None) -> None:
        m.stage.function.pure = False
        m.stage.emit(ir.Tell(tuple(word.atom for word in words), None if cards is None else cards.atom))

    # ---- cards -----------------------------------------------------------------------------------

    def moved(self, m: Staged, travel: Travel[Code, Code], taken: Taken[Code, Code], guard: Code) -> None:
        """Cards went this way: all at once, or place by place."""
        from qedeck.engine.hands import Pile, Places

        if isinstance(taken.counts, Pile):
            self._pile(m, travel, taken.counts, guard)
            return
        slots = taken.slots
        many = len(slots) > 1

        def one(place: Code, present: Code, face: Code) -> None:
            side = replace(travel.source, place=place) if many else travel.source
            happens = m.algebra.and_(guard, present)
            m.only(happens, lambda: self._card(m, replace(travel, kind="move", source=side), face))

        if isinstance(slots, Places):
            m.repeat(0, slots.size, lambda place: one(place, *slots.of(place)))
        else:
            for k, (present, face) in enumerate(slots):
                one(constant(k), present, face)

    def _travel(self, m: Staged, travel: Travel[Code, Code], cards: str) -> list[Code]:
        """The beginning of a record: its site, whose zones, which places; who sees faces and who is awake, if asked."""
        ends = {"from": travel.source, "to": travel.target}
        known = {f"{end} {part}": getattr(side, part) for end, side in ends.items() for part in ("owner", "place")}
        known |= {f"{end} also {k}": part for end, side in ends.items() for k, part in enumerate(side.also)}
        fields = tuple(name for name, value in known.items() if value is not None)
        faces, awake = self._masks(m, travel.seen), self._masks(m, travel.awake)
        asked = (*fields, *("faces" for _ in faces), *("awake" for _ in awake))
        site = Site(travel.kind, m.clause, self.span, travel.source.zone, travel.target.zone, asked, (), cards)
        return [self._site(site), *(known[name] for name in fields), *faces, *awake]

    def _card(self, m: Staged, travel: Travel[Code, Code], face: Code) -> None:
        self.write(m, [*self._travel(m, travel, "card"), face])

    def _pile(self, m: Staged, travel: Travel[Code, Code], pile: Pile, guard: Code) -> None:
        def all_of_it() -> None:
            self.write(m, self._travel(m, travel, "counts" if pile.cards is None else "set"), pile.cards)
            if pile.cards is None:
                m.repeat(0, pile.size, lambda card: self.write(m, [pile.of(card)]))

        m.only(guard, all_of_it)

    # ---- what is shown -------------------------------------------------------------------------------

    def told(self, m: Staged, telling: Telling[Code, Code]) -> None:
        """Values, and who sees them."""
        many = -(-len(telling.seen) // SEATS_IN_WORD)
        fields = (*("value" for _ in telling.values), *["seen"] * many)
        site = Site(telling.kind, telling.clause, NOWHERE, None, None, fields, telling.types, "")

        def tell() -> None:
            self.write(m, [self._site(site), *telling.values, *self._masks(m, telling.seen)])

        m.only(telling.guard, tell)

    def _masks(self, m: Staged, seen: Sequence[Code]) -> list[Code]:
        return [self._mask(m, seen[k : k + SEATS_IN_WORD]) for k in range(0, len(seen), SEATS_IN_WORD)]

    def _mask(self, m: Staged, seen: Sequence[Code]) -> Code:
        mask = constant(0)
        for seat, sees in enumerate(seen):
            mask = m.algebra.add(mask, m.algebra.ite(sees, constant(1 << seat), constant(0)))
        return mask
