"""Positions in the words of an example: cells in, `with`, `given` and `then` lines out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lay_out import word
from qedeck.spec import core as c


class Table:
    """A game whose cards lie as `first` before anything is laid out."""

    def __init__(self, core: c.Core, first: Cells | None = None) -> None:
        self.core = core
        self.first = first if first is not None else Meaning(core, CONCRETE).initial()[0]

    def settings(self, chosen: object) -> Iterator[str]:
        """Readings and parameters that are not as assumed."""
        for name, value in chosen.items() if isinstance(chosen, dict) else ():
            for key, one in value.items() if isinstance(value, dict) else (("", value),):
                spoken = {True: "yes", False: "no"}.get(one, one) if isinstance(one, bool) else one
                yield f"with {name}{f' of {key}' if key else ''} is {spoken}"

    def givens(self, cells: Cells) -> Iterator[list[str]]:
        """The position in two ways: cards taken from where all of them lie at first, or every zone as it is."""
        values = [line for name in self.core.vars for line in self._values(name, cells)]
        other = [zone for zone in self.core.zones.values() if not self._home(zone)]
        homes = [zone for zone in self.core.zones.values() if self._home(zone)]
        laid = [line for zone in other for line in self._zone(zone, cells, False)]
        yield [*laid, *values]
        everything = [line for zone in (*homes, *other) for line in self._zone(zone, cells, zone in homes)]
        yield [*everything, *values]

    def _home(self, zone: c.Zone) -> bool:
        return any(lying(self.core, zone, owner, self.first) for owner in owners(self.core, zone))

    def _zone(self, zone: c.Zone, cells: Cells, always: bool) -> Iterator[str]:
        for owner in owners(self.core, zone):
            now, was = (lying(self.core, zone, owner, at) for at in (cells, self.first))
            whose = of(self.core, zone, owner)
            if zone.kind == "grid":
                assert zone.places is not None
                for place, card in enumerate(_row(zone, owner, cells)):
                    if card >= 0:
                        yield f"given card at {zone.places.members[place]} in {whose} is {zone.cards.members[card]}"
            elif now != was or always:
                yield f"given {whose} is {', '.join(now) or 'empty'}"

    def _values(self, name: str, cells: Cells) -> Iterator[str]:
        for spoken, now, was in remembered(self.core, name, cells, self.first):
            if now != was:
                yield f"given {spoken} is {now}"


def thens(table: Table, cells: Cells, before: Cells | None) -> list[str]:
    """What is true of a position; with `before`, only what is no longer as it was then."""
    core, lines = table.core, []
    for name in core.vars:
        for spoken, now, was in remembered(core, name, cells, before or cells):
            if before is None or now != was:
                lines.append(f"then {spoken} is {now}")
    for zone in core.zones.values():
        for owner in owners(core, zone):
            cards = lying(core, zone, owner, cells)
            if zone.kind == "grid" or before is not None and cards == lying(core, zone, owner, before):
                continue
            whose = of(core, zone, owner)
            lines.append(f"then {whose} is empty" if not cards else f"then size of {whose} is {len(cards)}")
            if before is None:
                lines += [f"then {card} is in {whose}" for card in dict.fromkeys(cards)]
    return lines


# ---- what lies where -------------------------------------------------------------------------------


def owners(core: c.Core, zone: c.Zone) -> range:
    return range(len(c.parts_of(core, zone)))


def of(core: c.Core, zone: c.Zone, owner: int) -> str:
    return c.called(core, zone, c.parts_of(core, zone)[owner])


def lying(core: c.Core, zone: c.Zone, owner: int, cells: Cells) -> list[str]:
    """The cards of a zone by name."""
    row = _row(zone, owner, cells)
    if zone.kind == "pile":
        return [zone.cards.members[face] for face, count in enumerate(row) for _ in range(count)]
    return [zone.cards.members[card] for card in row if card >= 0]


def _row(zone: c.Zone, owner: int, cells: Cells) -> list[int]:
    if zone.kind == "pile":
        width, name = zone.cards.size, zone.name
    else:
        assert zone.places is not None
        width, name = zone.places.size, c.card_of(zone.name)
    return [int(value) for value in cells[name][owner * width : (owner + 1) * width]]


def remembered(core: c.Core, name: str, cells: Cells, first: Cells) -> Iterator[tuple[str, str, str]]:
    """Each remembered value as it is spoken of: what it is, and what it was at first."""
    var = core.vars[name]
    if var.role != "remembered" or name in ("ended", "winner"):
        return
    for key, now, was in zip(product(*(dim.members for dim in var.dims)), cells[name], first[name], strict=True):
        yield c.spoken(core, var, key), word(var.type, now), word(var.type, was)


# ---- a position that was told ----------------------------------------------------------------------


def from_story(core: c.Core, story: Sequence[str]) -> Iterator[list[str]]:
    """The lines of a told position as an example writes them; in a second way, nothing lies where all cards begin."""
    table = Table(core)
    settings: list[str] = []
    given: list[str] = []
    named: set[str] = set()
    tables: list[str] = []
    for line in story:
        left, colon, right = line.partition(": ")
        name = left.partition(" of ")[0].partition("(")[0] if colon else line.partition(" is ")[0].partition("(")[0]
        tables.append(name)
        if " knows " in line or any(line.startswith(f"{mark[0]} of ") for mark in map(c.marked, core.vars) if mark):
            given.append(f"given {line}")
        elif name in core.zones:
            named.add(name)
            given.append(f"given {left} is {right}")
        elif name in core.vars and not colon:
            way = "given" if core.vars[name].role == "remembered" else "with"
            (given if way == "given" else settings).append(f"{way} {line}")
        elif name in core.vars:
            var, values = core.vars[name], _listed(core.vars[name], right)
            assumed = {m: word(var.type, v) for m, v in zip(var.dims[0].members, table.first[name], strict=True)}
            for member in var.dims[0].members:
                # Of a parameter, what is 0 is not told.
                value = values.get(member, word(var.type, 0))
                if value != assumed[member]:
                    target, way = (given, "given") if var.role == "remembered" else (settings, "with")
                    target.append(f"{way} {name} of {member} is {value}")
    for name in dict.fromkeys(tables):
        # Of what is kept for two things at once, what is 0, no or the first word is not told.
        if name in core.vars and len(core.vars[name].dims) > 1:
            nothing = Cells({name: (0,) * len(table.first[name])})
            for spoken, none, was in remembered(core, name, nothing, table.first):
                if none != was and not any(line.startswith(f"given {spoken} is ") for line in given):
                    given.append(f"given {spoken} is {none}")
    yield [*settings, *given]
    empty = [zone.name for zone in core.zones.values() if zone.alone and zone.name not in named]
    yield [*settings, *(f"given {name} is empty" for name in empty), *given]


def _listed(var: c.Var, text: str) -> dict[str, str]:
    """`player 1 3, player 2 0` by its members."""
    found = {}
    for part in text.split(", "):
        member = max((m for m in var.dims[0].members if part.startswith(f"{m} ")), key=len, default="")
        if member:
            found[member] = part[len(member) + 1 :]
    return found
