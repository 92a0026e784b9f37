"""What is true of a claim: each kind as the reference says it, over every position there is.

In: a World and a claim of a property; out: whether it holds and whether it holds of nothing; None where the reference
leaves that open. Only the interpreter is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product

from qedeck.interpreter.play import Play
from qedeck.interpreter.position import Position
from qedeck.interpreter.state import Cells
from qedeck.interpreter.views import view
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

from .anywhere import tables
from .two import Looks, Tables
from .unseen import Watcher, without_chance
from .world import Place, TooLarge, World

MOST_PAIRS = 1_500
"""Tables of which every two are held against each other."""


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a claim holds, and whether that is because there is nothing that it speaks of."""

    holds: bool | None
    vacuous: bool | None = False


def truth(world: World, program: PropertyProgram, claim: Claim) -> Truth:
    """What is true of a claim; TooLarge where that takes too long."""
    case = _Case(world, program, claim)
    return _KINDS[claim.kind](case)


@dataclass
class _Case:
    """One claim with what it assumes."""

    world: World
    program: PropertyProgram
    claim: Claim

    @property
    def term(self) -> c.Expr:
        assert self.claim.term is not None
        return self.claim.term

    def assumed(self, cells: Cells, other: Cells | None = None) -> bool:
        return self.world.true(self.program.assuming, cells, other)

    @cached_property
    def settings(self) -> set[int]:
        """Those that fit what is assumed of the rulebook: it is fixed for a whole play."""
        world, rules = self.world, [part for part in _conjuncts(self.program.assuming) if self._of_rules(part)]
        first = [world.meaning.initial(fixed)[0] for fixed in world.settings]
        return {k for k, cells in enumerate(first) if all(world.true(part, cells) for part in rules)}

    def _of_rules(self, part: c.Expr) -> bool:
        core = self.world.core
        return all(core.vars[name].role in _RIGID for name in self.world.meaning.layout.seen_by([part]))

    @property
    def of_position(self) -> bool:
        """Whether something is assumed of the position, not of the rulebook only."""
        return not all(self._of_rules(part) for part in _conjuncts(self.program.assuming))

    @property
    def plays(self) -> Iterator[Place]:
        """Every place in plays that fit what is assumed of the rulebook."""
        return (place for place in self.world.places if place.setting in self.settings)

    @cached_property
    def positions(self) -> list[Place]:
        """Every position in which what is assumed holds."""
        return [place for place in self.plays if place.position and self.assumed(place.cells)]

    def everywhere(self, *terms: c.Expr) -> list[Cells]:
        """Every table at all in which what is assumed holds."""
        found = tables(self.world, [self.program.assuming, *terms])
        return [cells for _, cells in found if self.assumed(cells)]


_RIGID = ("parameter", "reading")


def _conjuncts(expr: c.Expr) -> Iterator[c.Expr]:
    if isinstance(expr, c.Op) and expr.op == "and":
        for part in expr.args:
            yield from _conjuncts(part)
    else:
        yield expr


# ---- every position that play can reach -----------------------------------------------------------


def _always(case: _Case) -> Truth:
    wanted = case.claim.kind == "always"
    found = case.positions
    return Truth(all(case.world.true(case.term, place.cells) is wanted for place in found), not found)


def _reachable(case: _Case) -> Truth:
    found = [case.world.true(case.term, place.cells) for place in case.positions]
    return Truth(any(found), not found)


def _choices(case: _Case) -> Iterator[tuple[Place, Place]]:
    """Every choice after which there is a position in which what is assumed holds."""
    for before, after in case.world.steps():
        if after.position and after.setting in case.settings and case.assumed(after.cells, before.cells):
            yield before, after


def _each_choice(case: _Case) -> Truth:
    found = [case.world.true(case.term, after.cells, before.cells) for before, after in _choices(case)]
    return Truth(all(found), not found)


def _some_choice(case: _Case) -> Truth:
    found = [case.world.true(case.term, after.cells, before.cells) for before, after in _choices(case)]
    return Truth(any(found), not found)


# ---- how plays end --------------------------------------------------------------------------------


def _ends(case: _Case) -> Iterator[Place]:
    return (place for place in case.positions if place.end == "over")


def _ended(place: Place) -> int:
    return int(place.cells["ended"][0])


def _endings_reachable(case: _Case) -> Truth:
    endings = case.world.core.endings
    seen = {_ended(place) for place in _ends(case)}
    return Truth(all(k in seen for k in range(len(endings))), not case.positions)


def _endings_complete(case: _Case) -> Truth:
    found = [_ended(place) != c.NONE for place in _ends(case)]
    return Truth(all(found), not found)


def _endings_exclusive(case: _Case) -> Truth:
    """In our games all endings are judged together, wherever they are."""
    endings = case.world.core.endings
    found = []
    for place in _ends(case):
        if _ended(place) != c.NONE:
            found.append(sum(case.world.true(ending.condition, place.cells) for ending in endings) < 2)
    return Truth(all(found), False if found and len(endings) > 1 else None if case.positions else True)


def _stops(case: _Case, stops: Callable[[Place], bool]) -> Truth:
    if case.of_position:
        return Truth(None, None)
    return Truth(not any(map(stops, case.plays)), _idle(case))


def _idle(case: _Case) -> bool | None:
    """Whether nobody and no chance ever decides anything: otherwise there may still be nothing that is dealt, say."""
    return None if case.positions else True


def _never_stuck(case: _Case) -> Truth:
    return _stops(case, lambda place: place.end == "stuck")


def _never_undefined(case: _Case) -> Truth:
    return _stops(case, lambda place: place.end == "undefined")


def _deal(case: _Case) -> Truth:
    """Too few cards; an amount that is itself undefined is another matter."""
    said = _stops(case, lambda place: "Q505" in place.codes)
    other = _stops(case, lambda place: place.end == "undefined" and place.node is not None)
    return said if said.holds == other.holds else Truth(None, None)


def _longest(case: _Case) -> dict[int, int] | None:
    """For each place, the most choices that may still be made; None if some play goes on for ever."""
    world, length = case.world, dict[int, int]()
    for start in (start for start in world.starts if world.places[start].setting in case.settings):
        path, open_ = [(start, iter(world.onward[start]))], {start}
        while path:
            number, onward = path[-1]
            if world.places[number].end == "endless":
                return None
            after = next((k for k in onward if k not in length), None)
            if after is None:
                most = max((length[k] for k in world.onward[number]), default=-1)
                length[number] = max(0, most + world.chosen(number)) if world.onward[number] else 0
                open_.discard(number)
                path.pop()
            elif after in open_:
                return None
            else:
                open_.add(after)
                path.append((after, iter(world.onward[after])))
    return length


def _always_ends(case: _Case) -> Truth:
    if case.of_position:
        return Truth(None, None)
    ends = _longest(case) is not None
    # A measure that does not shrink shows nothing, though the game may end.
    holds = ends if case.claim.term is None else None if ends else False
    return Truth(holds, _idle(case))


def _ends_within(case: _Case) -> Truth:
    if case.of_position:
        return Truth(None, None)
    length, world = _longest(case), case.world
    if length is None:
        return Truth(False, _idle(case))
    firsts = [start for start in world.starts if start in length]
    limit = {start: world.meaning.value(case.term, world.places[start].cells)[0] for start in firsts}
    return Truth(all(length[start] <= limit[start] for start in firsts), _idle(case))


def _conserved(case: _Case) -> Truth:
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


# ---- any position at all --------------------------------------------------------------------------


def _any_position(case: _Case) -> Truth:
    found = [case.world.true(case.term, cells) for cells in case.everywhere(case.term)]
    return Truth(all(found), not found)


def _some_position(case: _Case) -> Truth:
    found = [case.world.true(case.term, cells) for cells in case.everywhere(case.term)]
    return Truth(any(found), not found)


def _pairs(case: _Case) -> Iterator[bool]:
    """Every two positions of one game: what the rulebook leaves open is the same in both."""
    world, terms = case.world, (case.program.assuming, case.term)
    found: dict[int, list[Cells]] = {}
    for setting, cells in tables(world, terms):
        found.setdefault(setting, []).append(cells)
    if sum(len(some) ** 2 for some in found.values()) > MOST_PAIRS**2 // 20:
        raise TooLarge("pairs")
    for some in found.values():
        for here, there in product(some, some):
            if case.assumed(here, there):
                yield world.true(case.term, here, there)


def _any_two(case: _Case) -> Truth:
    found = list(_pairs(case))
    return Truth(all(found), not found)


def _some_two(case: _Case) -> Truth:
    found = list(_pairs(case))
    return Truth(any(found), not found)


def _clauses(case: _Case) -> Truth:
    """Of each definition with cases, asked with every player or word there is."""
    world, kind = case.world, case.claim.names[0]
    looked = False
    for define in world.core.defines.values():
        body = define.body
        if not isinstance(body, c.Cases):
            continue
        domains = [of for _, of in define.params]
        if not all(isinstance(of, c.Domain) and of.name in ("player", "mood") for of in domains):
            return Truth(None, None)
        asked = list(product(*(range(of.size) for of in domains if isinstance(of, c.Domain))))
        looked, alive = True, set[int]()
        for cells in case.everywhere(body):
            for args in asked:
                scope = {name: value for (name, _), value in zip(define.params, args, strict=True)}
                rows = [world.meaning.value(row.guard, cells, scope) for row in body.rows]
                applies = [k for k, (worth, faults) in enumerate(rows) if worth and not faults]
                said = [world.meaning.value(body.rows[k].value, cells, scope) for k in applies]
                known = [worth for worth, faults in said if not faults]
                alive |= set(applies)
                if kind == "exclusive" and any(one != other for one, other in combinations(known, 2)):
                    return Truth(False)
                if kind == "complete" and body.default is None and not applies and not any(f for _, f in rows):
                    return Truth(False)
        if kind == "alive" and len(alive) < len(body.rows):
            return Truth(False, None)
    return Truth(True, None if looked else True)


def _order(case: _Case) -> Truth:
    """Of two exactly one beats the other; a strict order has no circle, an intended circle has one."""
    world, define = case.world, case.world.core.defines[case.claim.names[0]]
    kind = define.params[0][1]
    assert isinstance(kind, c.Domain)
    if kind.name not in ("player", "mood"):
        return Truth(None, None)
    circle = False
    calls = {(i, j): c.Call(define.name, (c.Const(i), c.Const(j))) for i, j in product(range(kind.size), repeat=2)}
    found = case.everywhere(*calls.values())
    for cells in found:
        worth = {pair: world.meaning.value(call, cells) for pair, call in calls.items()}
        beats = {pair: bool(value) and not faults for pair, (value, faults) in worth.items()}
        for i, j in product(range(kind.size), repeat=2):
            if beats[i, i] or i < j and (beats[i, j] == beats[j, i] or worth[i, j][1] or worth[j, i][1]):
                return Truth(False)
        circle |= any(beats[i, j] and beats[j, k] and beats[k, i] for i, j, k in permutations(range(kind.size), 3))
    if case.claim.kind == "order":
        return Truth(not circle, not found)
    return Truth(circle, not found)


# ---- two tables -----------------------------------------------------------------------------------


def _readings(case: _Case) -> Truth:
    """Whether no play tells two ways to read it apart, all else being the same."""
    world, core = case.world, case.world.core
    reading, *names = case.claim.names
    if case.of_position or case.program.default_readings:
        return Truth(None, None)
    tables = Tables(core, core, reading, _looks(core, names) if names else None)
    settings = [world.settings[number] for number in sorted(case.settings)]
    pairs = [(a, b) for a, b in combinations(settings, 2) if all((a[n] == b[n]) is (n != reading) for n in a)]
    parted = False
    for one, other in pairs:
        parted = parted or tables.part(one, other)
    holds = parted is (case.claim.kind == "readings_differ")
    if tables.doubtful and not parted:
        return Truth(None, None)
    return Truth(holds, True if not pairs else False if case.positions else None)


def _looks(core: c.Core, names: list[str]) -> Looks:
    """Of a zone, a value or a definition that takes nothing: whether it is the same at both tables."""
    cells = [
        var for name in names for var in core.vars if var == name or name in core.zones and var.startswith(f"{name}.")
    ]
    calls = [c.Call(name, ()) for name in names if name in core.defines]

    def look(one: Play, other: Play) -> bool:
        said = [[play.rules.meaning.value(call, play.cells) for call in calls] for play in (one, other)]
        worth = [[None if faults else value for value, faults in row] for row in said]
        return worth[0] == worth[1] and all(one.cells[name] == other.cells[name] for name in cells)

    return look


def _same_without(case: _Case) -> Truth:
    """Whether the game goes the same without a clause."""
    beside = case.claim.beside
    if beside is None or case.of_position:
        return Truth(None, None)
    tables = Tables(case.world.core, beside)
    parted = any(tables.part(case.world.settings[number], case.world.settings[number]) for number in case.settings)
    return Truth(None, None) if tables.doubtful and not parted else Truth(not parted, None)


# ---- what is seen ---------------------------------------------------------------------------------


def _shown(case: _Case) -> Truth:
    """Whether what a seat sees tells it: any two positions that look the same to it."""
    world, secret = case.world, case.claim.secret
    assert secret is not None
    seen: dict[object, object] = {}
    there = False
    every = [
        c.Read(name, tuple(c.Const(0) for _ in var.dims)) for name, var in world.core.vars.items() if not var.rigid
    ]
    for setting, cells in tables(world, [case.program.assuming, secret.where, *secret.terms, *every]):
        if not case.assumed(cells):
            continue
        position = Position(world.rules)
        position.cells = cells
        for seat in range(world.meaning.layout.seats):
            where, faults = world.meaning.value(secret.where, cells, {secret.local: seat})
            if faults or not where:
                continue
            there = True
            found = [world.meaning.value(term, cells, {secret.local: seat}) for term in secret.terms]
            told = tuple(None if faults else value for value, faults in found)
            look = setting, seat, view(position, seat + 1)
            if seen.setdefault(look, told) != told:
                return Truth(False)
    return Truth(True, not there)


def _hidden(case: _Case) -> Truth:
    """Whether no secret choice of somebody else is ever noticed; where chance decides too, only that one is."""
    secret, world = case.claim.secret, case.world
    assert secret is not None
    if case.of_position or secret.until is not None:
        return Truth(None, None)
    start, _ = world.meaning.initial(world.settings[0]) if world.settings else (Cells({}), ())
    seats = range(world.meaning.layout.seats) if world.settings else ()
    concerned = [seat for seat in seats if world.meaning.value(secret.where, start, {secret.local: seat})[0]]
    if any(Watcher(world, secret, seat).notices(case.settings) for seat in concerned):
        return Truth(False)
    return Truth(True if without_chance(world.core) else None, None)


_KINDS: dict[str, Callable[[_Case], Truth]] = {
    "always": _always,
    "never": _always,
    "reachable": _reachable,
    "each_choice": _each_choice,
    "some_choice": _some_choice,
    "endings_reachable": _endings_reachable,
    "endings_complete": _endings_complete,
    "endings_exclusive": _endings_exclusive,
    "never_stuck": _never_stuck,
    "never_undefined": _never_undefined,
    "deal": _deal,
    "ends": _always_ends,
    "ends_within": _ends_within,
    "conserved": _conserved,
    "any_position": _any_position,
    "some_position": _some_position,
    "any_two": _any_two,
    "some_two": _some_two,
    "clauses": _clauses,
    "order": _order,
    "cycle": _order,
    "readings_agree": _readings,
    "readings_differ": _readings,
    "same_without": _same_without,
    "shown": _shown,
    "hidden": _hidden,
}
KINDS = frozenset(_KINDS)
