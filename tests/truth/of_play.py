"""What is true of claims about play: every position it can reach, every choice, and how plays end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

from .case import Case, Truth
from .world import Place, World

# ---- every position that play can reach -----------------------------------------------------------


def always(case: Case) -> Truth:
    wanted = case.claim.kind == "always"
    found = case.positions
    idle = all(wanted and case.world.true(case.hollow, place.cells) for place in found)
    return Truth(all(case.world.true(case.term, place.cells) is wanted for place in found), idle)


def reachable(case: Case) -> Truth:
    found = [case.world.true(case.term, place.cells) for place in case.positions]
    return Truth(any(found), not found)


def _choices(case: Case) -> Iterator[tuple[Place, Place]]:
    """Every choice after which there is a position in which what is assumed holds."""
    for before, after in case.world.steps():
        if after.position and after.setting in case.settings and case.assumed(after.cells, before.cells):
            yield before, after


def each_choice(case: Case) -> Truth:
    found = list(_choices(case))
    holds, idle = (
        all(case.world.true(term, after.cells, before.cells) for before, after in found)
        for term in (case.term, case.hollow)
    )
    return Truth(holds, idle)


def some_choice(case: Case) -> Truth:
    found = [case.world.true(case.term, after.cells, before.cells) for before, after in _choices(case)]
    return Truth(any(found), not found)


# ---- how plays end --------------------------------------------------------------------------------


def _ends(case: Case) -> Iterator[Place]:
    return (place for place in case.positions if place.end == "over")


def _ended(place: Place) -> int:
    return int(place.cells["ended"][0])


def endings_reachable(case: Case) -> Truth:
    endings = case.world.core.endings
    seen = {_ended(place) for place in _ends(case)}
    return Truth(all(k in seen for k in range(len(endings))), (not case.positions) if endings else None)


def endings_complete(case: Case) -> Truth:
    found = [_ended(place) != c.NONE for place in _ends(case)]
    return Truth(all(found), not found)


def endings_exclusive(case: Case) -> Truth:
    """In our games all endings are judged together, wherever they are."""
    endings = case.world.core.endings
    found = []
    for place in _ends(case):
        if _ended(place) != c.NONE:
            found.append(sum(case.world.true(ending.condition, place.cells) for ending in endings) < 2)
    return Truth(all(found), False if found and len(endings) > 1 else None if case.positions else True)


def _stops(case: Case, stops: Callable[[Place], bool]) -> Truth:
    if case.of_position:
        return Truth(None, None)
    return _true(case, not any(map(stops, case.plays)))


def _true(case: Case, holds: bool | None) -> Truth:
    """Where nobody and no chance ever decides, it says nothing; otherwise there may still be nothing dealt, say.

    A play that goes on for ever or breaks off by itself refutes it all the same: that it does is something to say.
    """
    return Truth(holds, False if holds is False else None if case.positions else True)


def never_stuck(case: Case) -> Truth:
    return _stops(case, lambda place: place.end == "stuck")


def never_undefined(case: Case) -> Truth:
    return _stops(case, lambda place: place.end == "undefined")


def deal(case: Case) -> Truth:
    """Too few cards; an amount that is itself undefined is another matter."""
    said = _stops(case, lambda place: "Q505" in place.codes)
    other = _stops(case, lambda place: place.end == "undefined" and place.node is not None)
    return said if said.holds == other.holds else Truth(None, None)


def _most_choices(case: Case) -> dict[int, int] | None:
    """For each place, the most choices that may have been made before it; None if some play goes on for ever."""
    world = case.world
    starts = [start for start in world.starts if world.places[start].setting in case.settings]
    order = _in_order(world, starts)
    if order is None:
        return None
    made = dict.fromkeys(starts, 0)
    for number in order:
        for after in world.onward[number]:
            made[after] = max(made.get(after, 0), made[number] + world.chosen(number))
    return made


def _in_order(world: World, starts: list[int]) -> list[int] | None:
    """All places after those that lead to them; None if there is a circle, or play goes round by itself."""
    order, done = list[int](), set[int]()
    for start in starts:
        path, open_ = ([(start, iter(world.onward[start]))], {start}) if start not in done else ([], set[int]())
        while path:
            number, onward = path[-1]
            if world.places[number].end == "endless":
                return None
            after = next((k for k in onward if k not in done), None)
            if after is None:
                order.append(number)
                done.add(number)
                open_.discard(number)
                path.pop()
            elif after in open_:
                return None
            else:
                open_.add(after)
                path.append((after, iter(world.onward[after])))
    return order[::-1]


def always_ends(case: Case) -> Truth:
    if case.of_position:
        return Truth(None, None)
    ends = _most_choices(case) is not None
    # A measure that does not shrink shows nothing, though the game may end.
    holds = ends if case.claim.term is None else None if ends else False
    return _true(case, holds)


def ends_within(case: Case) -> Truth:
    if case.of_position:
        return Truth(None, None)
    made, world = _most_choices(case), case.world
    if made is None:
        return Truth(False)
    for number in (number for number in made if world.places[number].position):
        limit, faults = world.meaning.value(case.term, world.places[number].cells)
        if faults or made[number] > limit:
            return Truth(False)
    return _true(case, True)


def conserved(case: Case) -> Truth:
    """As many of each card as there are in the box, all zones together."""
    world = case.world
    for place in case.plays:
        if not place.position:
            continue
        for name in case.claim.names or world.core.copies:
            copies = [world.meaning.value(amount, place.cells)[0] for amount in world.core.copies[name]]
            if copies != _lying(world.core, name, place.cells):
                return Truth(False)
    return Truth(True, None)


def _lying(core: c.Core, name: str, cells: Cells) -> list[int]:
    faces = range(core.domains[name].size)
    total = [0 for _ in faces]
    for zone in core.zones.values():
        row = cells[c.faces_of(zone)]
        if zone.cards.name == name and zone.kind == "pile":
            total = [so_far + sum(row[face :: len(faces)]) for face, so_far in zip(faces, total, strict=True)]
        elif zone.cards.name == name:
            total = [so_far + row.count(face) for face, so_far in zip(faces, total, strict=True)]
    return total
