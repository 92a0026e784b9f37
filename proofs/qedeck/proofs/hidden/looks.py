"""What one seat sees, as values that can be compared: the table through the sights, tellings through their masks.

In: a state or a telling, of Python's numbers or of symbols; out: the part of it that this seat gets, or when
two such parts differ. It is what `interpreter.views` and `interpreter.events` tell in words. Where it depends on the
position whether a seat sees something, that it does is one value, and what it sees the next ones, which rest else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Side, Telling
from qedeck.proofs.formulas.lay_out import word
from qedeck.proofs.formulas.lemma import either
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.spec import core as c
from qedeck.spec.properties import Secret


def table(meaning: Meaning[Any, Any], seat: int, cells: Cells) -> list[Value]:
    """Every value on the table that this seat (counted from 0) may see, always in the same order."""
    core, look = meaning.core, _Look(meaning, cells, seat)
    found: list[Value] = []
    for zone in core.zones.values():
        for which, index in enumerate(c.parts_of(core, zone)):
            found += look.zone(zone, which, index[0] if zone.owned else None)
    for name, var in core.vars.items():
        if var.role == "remembered":
            for whose in range(var.dims[0].size) if var.dims else (None,):
                found += look.seen(var.sight, whose, _part(var, cells[name], whose))
    return found


def sees(meaning: Meaning[Any, Any], cells: Cells, sight: c.Expr, whose: Value | None, seat: int) -> Any:
    """Whether a seat sees what is kept for somebody, as things are in this state."""
    return meaning.look(cells).sees(sight, seat, whose)


def _part(var: c.Var, row: tuple[Value, ...], whose: int | None) -> tuple[Value, ...]:
    """The cells that are kept for somebody."""
    if whose is None:
        return row
    width = len(row) // var.dims[0].size
    return row[whose * width : (whose + 1) * width]


def meant(core: c.Core, secret: Secret) -> dict[str, frozenset[tuple[int, ...]]]:
    """The zones that shall be hidden themselves, and which: lying face up makes them no less a secret to be kept."""
    found: dict[str, set[tuple[int, ...]]] = {}
    lying = {c.faces_of(zone): zone for zone in core.zones.values()}
    for expr in secret.terms:
        if isinstance(expr, c.Read) and (zone := lying.get(expr.var)) is not None:
            index = [part.value for part in expr.index[:-1] if isinstance(part, c.Const)]
            if len(index) == len(expr.index) - 1:
                found.setdefault(zone.name, set()).add(tuple(map(int, index)))
    return {zone: frozenset(which) for zone, which in found.items()}


def in_the_open(core: c.Core) -> frozenset[str]:
    """The definitions that ask for nothing but what everybody sees: in two plays that look alike they say the same."""
    seen = {name for name, var in core.vars.items() if var.sight == c.EVERYBODY}
    moving = {name for name, var in core.vars.items() if not var.rigid}
    reads = layout_of(core).reads
    return frozenset(name for name in core.defines if reads[name] & moving and reads[name] <= seen)


@dataclass(frozen=True, slots=True)
class _Look:
    """One seat, counted from 0, looks at one table."""

    meaning: Meaning[Any, Any]
    cells: Cells
    seat: int

    def seen(self, sight: c.Expr, whose: int | None, values: Sequence[Value]) -> Iterator[Value]:
        """Values as far as they are seen. How many come back depends on the text of the game, never on the position."""
        plain = c.for_seat(sight, self.seat, whose)
        if isinstance(plain, c.Const):
            yield from values if plain.value else ()
            return
        algebra = self.meaning.algebra
        sees = self.sees(sight, whose)
        yield sees
        for value in values:
            if algebra.is_boolean(value):
                yield algebra.and_(sees, value)
            else:
                yield algebra.ite(sees, value, algebra.number(0))

    def sees(self, sight: c.Expr, whose: int | None) -> Any:
        kept = None if whose is None else self.meaning.algebra.number(whose)
        return sees(self.meaning, self.cells, sight, kept, self.seat)

    def zone(self, zone: c.Zone, which: int, owner: int | None) -> Iterator[Value]:
        many = len(c.parts_of(self.meaning.core, zone))

        def part(name: str) -> tuple[Value, ...]:
            row = self.cells[name]
            width = len(row) // many
            return row[which * width : (which + 1) * width]

        yield from self.seen(zone.sight, owner, part(c.faces_of(zone)))
        if zone.kind != "grid":
            # How many there are, and who laid them: everybody sees it, or those who see the faces.
            sight = c.EVERYBODY if zone.counted else zone.sight
            yield from self.seen(sight, owner, part(c.size_of(zone.name)))
            if zone.kind == "row":
                yield from self.seen(sight, owner, part(c.by_of(zone.name)))
        elif zone.counted and c.for_seat(zone.sight, self.seat, owner) != c.EVERYBODY:
            # A card that lies face down is seen to lie there.
            yield from (
                self.meaning.algebra.lt(card, self.meaning.algebra.number(0)) for card in part(c.card_of(zone.name))
            )


def remembered(meaning: Meaning[Any, Any], seat: int, cells: Cells) -> Iterator[Value]:
    """The faces that this seat knows though it does not see them now: of each place, the card, or else -1."""
    core, algebra = meaning.core, meaning.algebra
    for zone in core.zones.values():
        if c.is_remembered(core, zone):
            faces = cells[c.card_of(zone.name)]
            known = cells[c.known_in(zone.name)][seat * len(faces) : (seat + 1) * len(faces)]
            yield from (algebra.ite(knows, face, algebra.number(-1)) for knows, face in zip(known, faces, strict=True))


def heard(tellings: Iterable[Telling[bool, int]], seat: int) -> list[tuple[object, ...]]:
    """What a seat noticed of what happened."""
    return [
        (*_shape(one), _at(one.source), _at(one.target), one.by, _amount(one), _words(one) if one.faces[seat] else None)
        for one in tellings
        if one.seen[seat]
    ]


def _words(telling: Telling[bool, int]) -> tuple[object, ...]:
    """What was shown: the first player, the number 0 and `no` are not the same."""
    if telling.kind in ("deal", "move all"):
        return telling.values
    kinds = zip(telling.types, telling.values, strict=True)
    return tuple(int(value) if isinstance(kind, c.Whole) else word(kind, value) for kind, value in kinds)


def _shape(telling: Telling[Any, Any]) -> tuple[object, ...]:
    ends = tuple(side.zone if side else "" for side in (telling.source, telling.target))
    return telling.kind, len(telling.values), *ends


def _at(side: Side[Any] | None) -> tuple[object, ...]:
    return (side.owner, side.place, *side.also) if side else (None, None)


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


def _ends(telling: Telling[Any, Any]) -> list[tuple[object, ...]]:
    return [_at(telling.source), _at(telling.target)]


def differs(old: Value, new: Value) -> Truth:
    """When two values are not the same; one that is missing on one side only always differs."""
    if old is None or new is None:
        return old is not new
    if term(old).eq(term(new)):
        return False
    same = SYMBOLIC.iff if SYMBOLIC.is_boolean(old) else SYMBOLIC.eq
    return SYMBOLIC.not_(same(old, new))
