"""What is on a table: the zones and remembered values of a game become parts without a place yet.

In: a Core with its words and looks, and what was seen in play. Out: for each seat and for the middle the zones to be
laid out, values to be told in words, things that stand somewhere, and boards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

from qedeck.interpreter.words import Words
from qedeck.site.draw.boards import squares
from qedeck.site.draw.seen import Seen
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

AT = "@"
MOST_IN_WORDS = 12
"""Values of one name that are told one by one; more would fill the table with words."""


@dataclass(frozen=True, slots=True)
class ZoneAt:
    """A zone to be laid out. `most` is how many cards were seen there."""

    key: str
    zone: c.Zone
    label: str
    most: int
    over: tuple[str, ...] = ()
    used: frozenset[str] = frozenset()
    marks: tuple[dict[str, Any], ...] = ()
    """What may lie on its cards, each with how it is called and what every card begins with."""


@dataclass
class Contents:
    """All that is to be laid out."""

    seat_zones: list[ZoneAt] = field(default_factory=list)
    zones: list[ZoneAt] = field(default_factory=list)
    seat_chips: list[dict[str, Any]] = field(default_factory=list)
    chips: list[dict[str, Any]] = field(default_factory=list)
    tokens: list[dict[str, Any]] = field(default_factory=list)
    boards: list[tuple[c.Var, str, Any]] = field(default_factory=list)
    groups: list[list[ZoneAt]] = field(default_factory=list)
    """The zones of a seat; those that never held cards at once are together."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game whose table is to be drawn."""

    core: c.Core
    texts: Texts
    language: str
    seen: Seen
    icons: frozenset[str]
    """The words that have an icon."""
    only: frozenset[str] | None = None
    """Nothing but these zones and values."""

    def name(self, word: str) -> str:
        return self.texts.name(self.language, word)

    def wants(self, name: str) -> bool:
        return self.only is None or name in self.only


def contents_of(table: Table) -> Contents:
    found = Contents()
    _zones(table, found)
    _group(table, found)
    standing = _tokens(table, found)
    for var in table.core.vars.values():
        lies = c.marked(var.name) is not None or c.remembers(var.name) is not None
        if var.role == "remembered" and not lies and table.wants(var.name) and var.name not in standing:
            _value(table, var, found)
    return found


def _zones(table: Table, found: Contents) -> None:
    grids: dict[tuple[bool, str], list[c.Zone]] = {}
    for zone in table.core.zones.values():
        if zone.kind == "grid" and zone.places is not None and not zone.also:
            grids.setdefault((zone.owned, zone.places.name), []).append(zone)
    beneath = {zone.name: group[0].name for group in grids.values() for zone in group[1:]}
    for zone in table.core.zones.values():
        if not table.wants(zone.name) or zone.name in beneath:
            continue
        most = table.seen.most.get(zone.name, 0)
        over = tuple(f"{name} of {AT}" if zone.owned else name for name, under in beneath.items() if under == zone.name)
        used = table.seen.places.get(zone.name, frozenset())
        for also in product(*(kind.members for kind in zone.also)):
            words = (AT, *also) if zone.owned else also
            key = f"{zone.name} of {', '.join(words)}" if words else zone.name
            label = " ".join((table.name(zone.name), *(table.name(word) for word in also)))
            if not most and table.only is None:
                chip = {"key": key, "label": label, "show": "cards"}
                (found.seat_chips if zone.owned else found.chips).append(chip)
                continue
            (found.seat_zones if zone.owned else found.zones).append(
                ZoneAt(key, zone, label, most, over, used, _marks(table, zone)))


def _marks(table: Table, zone: c.Zone) -> tuple[dict[str, Any], ...]:
    words = Words(table.core, table.texts)
    return tuple(
        {"mark": mark, "label": table.name(mark), "rest": words.word(var.type, int(var.init.value))}
        for mark, var in c.marks_on(table.core, zone) if isinstance(var.init, c.Const)
    )


def _group(table: Table, found: Contents) -> None:
    for at in found.seat_zones:
        alike = [
            group for group in found.groups
            if all(_by_turns(table, other, at) for other in group)
        ]
        if alike:
            alike[0].append(at)
        else:
            found.groups.append([at])


def _by_turns(table: Table, one: ZoneAt, other: ZoneAt) -> bool:
    """Whether both hold cards of one set at times, and never at once."""
    plain = one.zone.kind != "grid" and other.zone.kind != "grid" and one.zone.cards == other.zone.cards
    plain = plain and not (one.zone.also or other.zone.also)
    return plain and one.most > 0 < other.most and not table.seen.together(one.zone.name, other.zone.name)


def _tokens(table: Table, found: Contents) -> set[str]:
    """Things that are remembered with a player stand at that seat, and what else is remembered of them goes along."""
    told: set[str] = set()
    for var in table.core.vars.values():
        if var.role != "remembered" or not table.wants(var.name) or len(var.dims) != 1:
            continue
        things = var.dims[0]
        at_seats = isinstance(var.type, c.Member) and var.type.domain.name == "player" and things.name != "player"
        if not at_seats or squares(things.members):
            continue
        listed = _listed(table, var, things)
        others = [
            other for other in table.core.vars.values()
            if other.role == "remembered" and other.name != var.name and [d.name for d in other.dims] == [things.name]
            and isinstance(other.type, c.Member)
        ]
        told |= {var.name} | {
            other.name for other in table.core.vars.values() if [dim.name for dim in other.dims] == [things.name]
        }
        for thing in listed:
            last = thing.rpartition(" ")[2]
            found.tokens.append({
                "key": f"{var.name} of {thing}", "thing": thing, "label": table.name(thing),
                "short": last if last.isdigit() else "", "icon": thing,
                "also": [
                    {"key": f"{other.name} of {thing}", "label": table.name(other.name), "show": "set",
                     "rest": table.seen.first.get(f"{other.name} of {thing}", "none")} for other in others
                ],
            })
    return told


def _listed(table: Table, var: c.Var, things: c.Domain) -> tuple[str, ...]:
    """The things that take part: as the [table] of a text file says (`only`), if it does."""
    only = None
    for language in (table.language, *table.texts.files):
        only = only or table.texts.table(language).get("lists", {}).get(var.name, {}).get("only")
    row = table.seen.rigid.get(str(only), ())
    return tuple(thing for k, thing in enumerate(things.members) if k >= len(row) or row[k])


def _value(table: Table, var: c.Var, found: Contents) -> None:
    label, first = table.name(var.name), table.seen.first
    owners = [dim.name for dim in var.dims]
    player = isinstance(var.type, c.Member) and var.type.domain.name == "player"
    if not var.dims:
        if player:
            found.seat_chips.insert(0, _with_icon(table, var, {"key": var.name, "label": label, "show": "here"}))
        else:
            found.chips.append(_chip(table, var, var.name, label, first.get(var.name)))
        return
    if len(owners) == 1 and owners != ["player"] and (cells := squares(var.dims[0].members)):
        rest = first.get(f"{var.name} of {var.dims[0].members[0]}", "none")
        found.boards.append((var, label, (cells, rest)))
        return
    mine = owners[0] == "player"
    rest_dims = var.dims[1:] if mine else var.dims
    keys = list(product(*(dim.members for dim in rest_dims)))
    if len(keys) > MOST_IN_WORDS:
        return
    for key in keys:
        inner = ", ".join((AT, *key) if mine else key)
        said = " ".join((label, *(table.name(word) for word in key)))
        shown = first.get(f"{var.name} of {', '.join(('player 1', *key) if mine else key)}")
        chip = _chip(table, var, f"{var.name} of {inner}", said, shown)
        (found.seat_chips if mine else found.chips).append(chip)


def _chip(table: Table, var: c.Var, key: str, label: str, first: Any) -> dict[str, Any]:
    chip: dict[str, Any] = {"key": key, "label": label}
    if isinstance(var.type, c.Whole):
        # What has an icon is worth telling even if there is nothing of it.
        chip |= {"show": "always"} if var.name in table.icons or first else {"show": "set", "rest": 0}
    else:
        # What most of the time is so goes without saying: yes or no as at first, a word if there is none.
        chip |= {"show": "set", "rest": bool(first) if isinstance(var.type, c.YesNo) else "none"}
    return _with_icon(table, var, chip)


def _with_icon(table: Table, var: c.Var, chip: dict[str, Any]) -> dict[str, Any]:
    return {**chip, "icon": var.name} if var.name in table.icons else chip
