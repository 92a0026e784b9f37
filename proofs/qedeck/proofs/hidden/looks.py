"""What one seat sees, as values that can be compared: the table through the sights, tellings through their masks.

In: a state or a telling, of Python's numbers or of symbols; out: the part of it that this seat gets, or when
two such parts differ. It is what `interpreter.views` and `interpreter.events` tell in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Side, Telling
from qedeck.proofs.formulas.lemma import either
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.spec import core as c
from qedeck.spec.properties import Secret


def table(meaning: Meaning[Any, Any], seat: int, cells: Cells) -> list[Value]:
    """Every value on the table that this seat (counted from 0) may see, always in the same order."""
    core = meaning.core
    found: list[Value] = []
    for zone in core.zones.values():
        for owner in range(core.domains["player"].size) if zone.owned else (None,):
            found += _zone(meaning, zone, owner, sees(zone, owner, seat), cells)
    for name, var in core.vars.items():
        if var.role != "remembered":
            continue
        row = cells[name]
        width = len(row) // var.dims[0].size if var.dims else len(row)
        if var.sight == "all":
            found += row
        elif var.sight == "owner":
            found += row[seat * width : (seat + 1) * width]
    return found


def sees(zone: c.Zone, owner: int | None, seat: int) -> bool:
    """Whether a seat sees the faces of the cards that lie there."""
    return zone.sight == "all" or (zone.sight == "owner" and owner == seat)


def meant(core: c.Core, secret: Secret) -> dict[str, frozenset[int | None]]:
    """The zones that shall be hidden themselves, and whose: lying face up makes them no less a secret to be kept."""
    found: dict[str, set[int | None]] = {}
    lying = {c.faces_of(zone): zone for zone in core.zones.values()}
    for expr in secret.terms:
        if isinstance(expr, c.Read) and (zone := lying.get(expr.var)) is not None:
            owner = expr.index[0] if zone.owned else None
            if owner is None or isinstance(owner, c.Const):
                found.setdefault(zone.name, set()).add(None if owner is None else int(owner.value))
    return {zone: frozenset(owners) for zone, owners in found.items()}


def in_the_open(core: c.Core) -> frozenset[str]:
    """The definitions that ask for nothing but what everybody sees: in two plays that look alike they say the same."""
    seen = {name for name, var in core.vars.items() if var.sight == "all"}
    moving = {name for name, var in core.vars.items() if not var.rigid}
    reads = layout_of(core).reads
    return frozenset(name for name in core.defines if reads[name] & moving and reads[name] <= seen)


def _zone(meaning: Meaning[Any, Any], zone: c.Zone, owner: int | None, faces: bool, cells: Cells) -> Iterator[Value]:
    def part(name: str) -> tuple[Value, ...]:
        row = cells[name]
        width = len(row) // meaning.core.domains["player"].size
        return row if owner is None else row[owner * width : (owner + 1) * width]

    if faces:
        yield from part(c.faces_of(zone))
    if not (faces or zone.counted):
        return
    if zone.kind != "grid":
        yield from part(c.size_of(zone.name))
    if zone.kind == "row":
        yield from part(c.by_of(zone.name))
    if zone.kind == "grid" and not faces:
        # A card that lies face down is seen to lie there.
        yield from (meaning.algebra.lt(card, meaning.algebra.number(0)) for card in part(c.card_of(zone.name)))


def heard(tellings: Iterable[Telling[bool, int]], seat: int) -> list[tuple[object, ...]]:
    """What a seat noticed of what happened."""
    return [
        (*_shape(one), _at(one.source), _at(one.target), one.by, _amount(one), one.values if one.faces[seat] else None)
        for one in tellings
        if one.seen[seat]
    ]


def _shape(telling: Telling[Any, Any]) -> tuple[object, ...]:
    ends = tuple(side.zone if side else "" for side in (telling.source, telling.target))
    return telling.kind, len(telling.values), *ends


def _at(side: Side[Any] | None) -> tuple[object, object]:
    return (side.owner, side.place) if side else (None, None)


def _amount(telling: Telling[Any, Any]) -> Any:
    if telling.kind not in ("deal", "move all"):
        return 1
    return sum(telling.values)


def heard_apart(seat: int, one: Sequence[Telling[Any, Any]], other: Sequence[Telling[Any, Any]]) -> Truth:
    """When two plays tell a seat different things; where they do not line up, whenever they tell anything."""
    found: list[Truth] = []
    if [_shape(t) for t in one] != [_shape(t) for t in other]:
        return either(SYMBOLIC.and_(t.guard, t.seen[seat]) for t in (*one, *other))
    for here, there in zip(one, other, strict=True):
        notice, notice_too = (SYMBOLIC.and_(t.guard, t.seen[seat]) for t in (here, there))
        found.append(SYMBOLIC.not_(SYMBOLIC.iff(notice, notice_too)))
        found.append(SYMBOLIC.and_(notice, _unlike(seat, here, there)))
    return either(found)


def _unlike(seat: int, here: Telling[Any, Any], there: Telling[Any, Any]) -> Truth:
    pairs = [(here.faces[seat], there.faces[seat]), (here.by, there.by)]
    pairs += [pair for ends in zip(_ends(here), _ends(there), strict=True) for pair in zip(*ends, strict=True)]
    found = [differs(old, new) for old, new in pairs]
    faces = either(differs(old, new) for old, new in zip(here.values, there.values, strict=True))
    found.append(SYMBOLIC.and_(here.faces[seat], faces))
    if here.kind in ("deal", "move all"):
        totals: list[Number] = [0, 0]
        for old, new in zip(here.values, there.values, strict=True):
            totals = [SYMBOLIC.add(totals[0], old), SYMBOLIC.add(totals[1], new)]
        found.append(differs(*totals))
    return either(found)


def _ends(telling: Telling[Any, Any]) -> list[tuple[object, object]]:
    return [_at(telling.source), _at(telling.target)]


def differs(old: Value, new: Value) -> Truth:
    """When two values are not the same; one that is missing on one side only always differs."""
    if old is None or new is None:
        return old is not new
    if term(old).eq(term(new)):
        return False
    same = SYMBOLIC.iff if SYMBOLIC.is_boolean(old) else SYMBOLIC.eq
    return SYMBOLIC.not_(same(old, new))
