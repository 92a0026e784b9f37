"""What is true of claims that compare two plays: two readings, a game without a clause, a secret."""

from __future__ import annotations

from itertools import combinations

from qedeck.interpreter.play import Play
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c
from qedeck.spec.checker.naming import RESULTS

from .case import Case, Truth
from .two import Looks, Outcomes, Tables
from .unseen import Watcher, without_chance


def readings(case: Case) -> Truth:
    """Whether no play tells two ways to read it apart, all else being the same."""
    world, core = case.world, case.world.core
    reading, *names = case.claim.names
    takes = any(core.defines[name].params for name in names if name in core.defines)
    if case.of_position or case.program.default_readings or takes:
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
        var
        for name in names
        for var in core.vars
        if var == RESULTS.get(name, name) or name in core.zones and var.startswith(f"{name}.")
    ]
    calls = [c.Call(name, ()) for name in names if name in core.defines]

    def look(one: Play, other: Play) -> bool:
        said = [[play.rules.meaning.value(call, play.cells) for call in calls] for play in (one, other)]
        worth = [[None if faults else value for value, faults in row] for row in said]
        return worth[0] == worth[1] and all(one.cells[name] == other.cells[name] for name in cells)

    return look


def same_game(case: Case) -> Truth:
    """Whether the game goes the same without a clause, or with some changes."""
    beside = case.claim.beside
    if beside is None or case.of_position:
        return Truth(None, None)
    tables = Tables(case.world.core, beside)
    parted = any(tables.part(case.world.settings[number], case.world.settings[number]) for number in case.settings)
    return Truth(None, None) if tables.doubtful and not parted else Truth(not parted, None)


def same_outcome(case: Case) -> Truth:
    """Whether two games come out the same, by the same choices; it says something if a play ends in both."""
    beside = case.claim.beside
    if beside is None or case.of_position:
        return Truth(None, None)
    tables = Outcomes(case.world.core, beside)
    parted = any(tables.part(case.world.settings[number]) for number in case.settings)
    if tables.doubtful and not parted:
        return Truth(None, None)
    return Truth(not parted, False if parted or tables.ended else None)


def hidden(case: Case) -> Truth:
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
