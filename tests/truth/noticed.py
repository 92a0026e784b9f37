"""What a seat has noticed, by the interpreter's own log and view: each play as all that was noticed of it, written out.

In: a World and a seat; out: for each history, the positions in which play may stand. No history is merged
with another: that is slow, and shares nothing with how the prover goes about it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from qedeck.interpreter.events import Chose, Event, Shuffled, brief, happened, noticed
from qedeck.interpreter.position import Position
from qedeck.interpreter.state import Arrival
from qedeck.interpreter.views import view
from qedeck.spec import core as c

from .world import Place, TooLarge, World, deals

MOST = 8_000
"""Plays, as far as they are noticed otherwise."""
LONGEST = 60
"""Things noticed after which a play is not followed."""

History = tuple[str, ...]


@dataclass(frozen=True)
class Known:
    """Every history of a seat with the positions that fit it; `all`: whether every play was followed to its end."""

    places: dict[tuple[int, History], set[Place]]
    all: bool


def known(world: World, seat: int, settings: set[int]) -> Known:
    """`seat` is counted from 0; the settings are told apart, for everybody knows how the rulebook is read."""
    watcher, whole = _Watcher(world, seat), True
    waiting = deque[tuple[Place, History]]()
    for number in sorted(settings):
        for place, things in watcher.begun(number):
            waiting.append((place, things))
    seen, found = set(waiting), defaultdict[tuple[int, History], set[Place]](set)
    while waiting:
        place, history = waiting.popleft()
        found[place.setting, history].add(place)
        for after, things in watcher.onward(place):
            longer = after, (*history, *things)
            if len(longer[1]) > LONGEST:
                whole = False
            elif longer not in seen:
                seen.add(longer)
                waiting.append(longer)
        if len(seen) > MOST and waiting:
            # More plays may have been noticed so: only the shortest histories are whole.
            shortest = min(len(things) for _, things in waiting)
            return Known({key: at for key, at in found.items() if len(key[1]) < shortest}, False)
    return Known(dict(found), whole)


class _Watcher:
    def __init__(self, world: World, seat: int) -> None:
        self.world, self.player = world, seat + 1
        self._onward: dict[Place, list[tuple[Place, History]]] = {}

    def begun(self, setting: int) -> Iterator[tuple[Place, History]]:
        cells, faults = self.world.meaning.initial(self.world.settings[setting])
        if not faults:
            yield from self._rest(setting, [], self.world.meaning.begin(cells), None)

    def onward(self, place: Place) -> list[tuple[Place, History]]:
        if place not in self._onward:
            self._onward[place] = list(self._after(place))
        return self._onward[place]

    def _after(self, place: Place) -> Iterator[tuple[Place, History]]:
        if place.node is None or place.end:
            return
        at, meaning, node = self._at(place), self.world.meaning, self.world.core.nodes[place.node]
        look, seen = self._look(at), at.noticers(place.node)
        match node:
            case c.Decision():
                for action in at.legal():
                    arrivals = meaning.advance(place.cells, place.node, action.choice, action.values)
                    yield from self._rest(place.setting, [Chose(action, seen=seen)], arrivals, look)
            case c.DealDecision():
                amounts, _ = meaning.deal_amounts(place.cells, place.node)
                for outcome in deals(at.row(node.source), amounts):
                    yield from self._rest(place.setting, [], meaning.deal(place.cells, place.node, outcome), look)
            case c.ShuffleDecision():
                whose = None if node.zone.owner is None else int(meaning.value(node.zone.owner, place.cells)[0])
                also = tuple(int(meaning.value(part, place.cells)[0]) for part in node.zone.also)
                event = Shuffled(node.zone.zone, whose, node.clause, seen, also)
                for order in _orders([card for card in at.row(node.zone) if card != c.NONE]):
                    yield from self._rest(place.setting, [event], meaning.shuffle(place.cells, place.node, order), look)

    def _rest(
        self, setting: int, events: list[Event], arrivals: list[Arrival[bool, int]], look: str | None
    ) -> Iterator[tuple[Place, History]]:
        """On to the next position, if there is one."""
        meaning, core = self.world.meaning, self.world.core
        things, passed = self._events(events), set[object]()
        while True:
            (arrival,) = arrivals
            if arrival.faults:
                return
            things += self._events([happened(telling, core) for telling in arrival.tellings])
            at = self._at(Place(setting, arrival.node, arrival.cells))
            now = self._look(at)
            things += [now] * (now != look)
            look = now
            node = None if arrival.node is None else core.nodes[arrival.node]
            if not isinstance(node, c.Decision) or node.owner.who != "nobody":
                break
            assert arrival.node is not None
            if (arrival.node, arrival.cells) in passed:
                return
            passed.add((arrival.node, arrival.cells))
            arrivals = meaning.advance(arrival.cells, arrival.node, 0, ())
        if arrival.node is None:
            place = Place(setting, None, arrival.cells, "over")
            things.append(f"over {arrival.cells['ended']} {arrival.cells['winner']}")
        else:
            place = self.world._halting(Place(setting, arrival.node, arrival.cells))
            things += [f"over {place.end}"] if place.end else self._asked(at)
        yield place, tuple(things)

    def _events(self, events: list[Event]) -> list[str]:
        seen = (noticed(event, self.player) for event in events)
        return [repr(brief(event)) for event in seen if event is not None]

    def _look(self, at: Position) -> str:
        seen = view(at, self.player)
        return repr((seen.zones, seen.remembered))

    def _asked(self, at: Position) -> list[str]:
        """Who is asked, as far as the view shows it, and what is open to this seat."""
        asked, all_asked = view(at, self.player).asked, at.asked
        if all_asked is None or all_asked.who in ("chance", "moderator"):
            return []
        if all_asked.who == "player" and all_asked.player != self.player:
            return [] if asked is None else [repr(asked)]
        legal = [one for one in at.legal() if all_asked.who != "anyone" or one.player == self.player]
        offers = [(one.phase, one.option, one.picks) for one in legal]
        return [] if asked is None and not offers else [repr((asked, offers))]

    def _at(self, place: Place) -> Position:
        return self.world._at(place)


def _orders(row: list[int]) -> list[tuple[int, ...]]:
    if len(row) > 6:
        raise TooLarge("orders")
    return sorted(set(permutations(row)))
