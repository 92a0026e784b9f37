"""How much of a choice a seat sees, when nothing is known of the game but its rules.

In: a seat and the ways on from a node; out: pairs of ways that look the same to it, who is asked, and whether the
seat itself chooses. The same as `unseen`, in terms instead of plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import assert_never

import z3

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.state import Cells, Telling
from qedeck.proofs.formulas.lemma import either
from qedeck.proofs.formulas.loose import LooseMeaning
from qedeck.proofs.formulas.moves import Way
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.hidden.legs import Exchange, Fan, Leg, exchanged
from qedeck.proofs.hidden.looks import differs, table
from qedeck.proofs.plays.sample import by_itself
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Choice:
    """Two ways to decide in one position; the second with its own symbols. `strict`: nothing of it may be seen."""

    first: Fan
    second: Fan
    swap: Exchange
    known: list[Z3]
    strict: bool


class Glimpse:
    """The nodes of a Core, as one seat (counted from 0) sees them that should not see what is `meant` to be hidden."""

    def __init__(
        self, meaning: LooseMeaning, cells: Cells, seat: int, meant: dict[str, frozenset[tuple[int, ...]]]
    ) -> None:
        self.core = meaning.core
        self.meaning = meaning
        self.cells = cells
        self.seat = seat
        self.meant = meant
        # The terms are kept beside their numbers, for the number of a forgotten term is given to another.
        self._seen = {seen.get_id(): seen for seen in map(term, table(meaning, seat, cells))}

    def seen(self, name: str, place: int) -> bool:
        """Whether the seat sees this cell."""
        return term(self.cells[name][place]).get_id() in self._seen

    # ---- who is asked ----------------------------------------------------------------------------------

    def owner(self, node: int) -> Value | None:
        point = self.core.nodes[node]
        if not isinstance(point, c.Decision) or point.owner.player is None:
            return None
        return self.meaning.value(point.owner.player, self.cells)[0]

    def asked_apart(self, node: int, swap: Exchange) -> Truth:
        """When the seat sees that somebody else is asked; of what it does not notice it sees whether it is its own."""
        owner, noticed = self.owner(node), self.noticed(node)
        (noticed_too,) = exchanged([noticed], swap)
        apart = differs(noticed, noticed_too)
        if owner is None:
            return apart
        (other,) = exchanged([owner], swap)
        mine = differs(SYMBOLIC.eq(owner, self.seat), SYMBOLIC.eq(other, self.seat))
        return either([apart, mine, SYMBOLIC.and_(noticed, differs(owner, other))])

    def noticed(self, node: int) -> Truth:
        """When the seat notices who decides here, and how, even if that is another one."""
        return self.meaning.notices(self.cells, node, self.seat)

    def mine(self, node: int, way: Way) -> Truth:
        """When this way is the seat's to take, or to take with everybody."""
        point, owner = self.core.nodes[node], self.owner(node)
        if owner is not None:
            return SYMBOLIC.eq(owner, self.seat)
        who = c.who_decides(point)
        if who == "anyone":
            return SYMBOLIC.eq(way.picks[0], self.seat) if way.picks else False
        # Those who are awake decide together.
        return SYMBOLIC.and_(who == "table", self.noticed(node))

    # ---- choices that look the same ------------------------------------------------------------------------

    def choices(self, node: int, fans: Sequence[Fan]) -> Iterator[Choice]:
        """Every two ways to decide here that may look the same to the seat."""
        point = self.core.nodes[node]
        if not fans:
            return
        match point:
            case c.DealDecision():
                yield self._choice(fans[0], fans[0], fans[0].way.picks, [], True)
            case c.ShuffleDecision():
                yield from self._shuffled(point, fans[0])
            case c.Decision():
                yield from self._decided(point, node, fans)
            case _:
                assert_never(point)

    def _shuffled(self, point: c.ShuffleDecision, fan: Fan) -> Iterator[Choice]:
        zone = self.core.zones[point.zone.zone]
        owner = None if point.zone.owner is None else self.meaning.value(point.zone.owner, self.cells)[0]
        sees = self.meaning.look(self.cells).sees(zone.sight, self.seat, owner)
        which = [self.meaning.value(part, self.cells)[0] for part in point.zone.index]
        unseen = SYMBOLIC.or_(SYMBOLIC.not_(sees), self._meant(zone.name, which))
        if SYMBOLIC.known(unseen) is not False:
            yield self._choice(fan, fan, fan.way.picks, [term(unseen)], True)

    def _meant(self, zone: str, which: Sequence[Value]) -> Truth:
        """When this one of the zones of its name shall be hidden."""
        secret = self.meant.get(zone, frozenset[tuple[int, ...]]())
        return either(self._same(which, one) for one in secret)

    def _same(self, which: Sequence[Value], one: tuple[int, ...]) -> Truth:
        same: Truth = True
        for part, number in zip(which, one, strict=True):
            same = SYMBOLIC.and_(same, SYMBOLIC.eq(part, number))
        return same

    def _decided(self, point: c.Decision, node: int, fans: Sequence[Fan]) -> Iterator[Choice]:
        who = point.owner.who
        if by_itself(self.core, node):
            return
        noticed, drawn = self.noticed(node), who in ("chance", "moderator")
        if drawn or SYMBOLIC.known(noticed) is not True:
            unseen = [] if drawn else [z3.Not(term(noticed))]
            for first, second in product(fans, fans):
                known = [z3.Not(term(self.mine(node, fan.way))) for fan in (first, second)]
                yield self._choice(first, second, second.way.picks, [*unseen, *known], not drawn)
        if who == "table" or drawn or SYMBOLIC.known(noticed) is False:
            return
        for fan in fans:
            cards = [
                value
                for pick, value in zip(point.options[fan.way.option].picks, fan.way.picks, strict=True)
                if self._is_card(pick)
            ]
            if cards:
                yield self._choice(fan, fan, cards, [z3.Not(term(self.mine(node, fan.way)))], True)

    def _is_card(self, pick: c.Pick) -> bool:
        return isinstance(pick.type, c.Member) and pick.type.domain.name in self.core.copies

    def _choice(self, first: Fan, second: Fan, picks: Sequence[Value], known: list[Z3], strict: bool) -> Choice:
        symbols = [term(pick) for pick in picks if not isinstance(pick, bool | int)]
        swap = [(one, z3.Const(f"{one.decl().name()} too", one.sort())) for one in symbols]
        promised = [*first.way.promises, *exchanged(second.way.promises, swap)]
        return Choice(first, second, swap, [*known, *exchanged(known, swap), *promised], strict)

    def _of_secret(self, telling: Telling[Truth, Number]) -> Truth:
        """When cards move out of or into what shall be hidden."""
        return either(self._meant(side.zone, side.index) for side in (telling.source, telling.target) if side)

    def unseen(self, node: int, choice: Choice, one: Leg, other: Leg) -> list[Z3] | None:
        """What must hold for the seat not to see the choice itself: no card dealt to it, none played face up.

        None if it surely sees it.
        """
        point = self.core.nodes[node]
        if isinstance(point, c.DealDecision):
            pairs = [*zip(one.tellings, other.tellings, strict=False)][: len(point.targets)]
            sees = [SYMBOLIC.and_(here.faces[self.seat], SYMBOLIC.not_(self._of_secret(here))) for here, _ in pairs]
            if len(pairs) == len(point.targets) and all(SYMBOLIC.known(seen) is True for seen in sees):
                return None
            apart = [either(map(differs, here.values, there.values)) for here, there in pairs]
            return [z3.Not(term(SYMBOLIC.and_(seen, differ))) for seen, differ in zip(sees, apart, strict=True)]
        if not isinstance(point, c.Decision):
            return []
        found = []
        for fan, leg, swap in ((choice.first, one, ()), (choice.second, other, choice.swap)):
            for pick, value in zip(point.options[fan.way.option].picks, fan.way.picks, strict=True):
                if self._is_card(pick):
                    (played,) = exchanged([value], swap)
                    moves = (t for t in leg.tellings if t.kind == "move" and term(t.values[0]).eq(term(played)))
                    if (first := next(moves, None)) is not None:
                        shows = SYMBOLIC.and_(first.guard, first.faces[self.seat])
                        if SYMBOLIC.known(shows) is True:
                            return None
                        found.append(z3.Not(term(shows)))
        return found
