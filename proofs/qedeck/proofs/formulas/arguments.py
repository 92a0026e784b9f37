"""What a definition can be asked about: cards that are in the game, places where a card lies, any number.

In: a Core, a definition; out: its arguments, each with the condition under which it can be asked. Numbers without
limits cannot be tried one by one: those are that the rules ask with, or one that may be any stands for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from types import MappingProxyType

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Fault
from qedeck.proofs.fixed.asked_with import asked_with
from qedeck.proofs.formulas.lay_out import word
from qedeck.proofs.formulas.symbolic import Z3, Number
from qedeck.proofs.formulas.symbols import fresh
from qedeck.spec import core as c

TRUE = c.Const(True)
MOST = 20_000
"""More arguments than these are not tried one by one."""

Args = tuple[int | None, ...]
"""What a definition is asked about; None for any number."""


def parts_of(core: c.Core, name: str) -> list[c.Define]:
    """The definitions that a clause of this name became: one for each of its results."""
    return [define for define in core.defines.values() if define.clause == name or define.name == name]


def arguments(core: c.Core, define: c.Define) -> list[Args]:
    """Everything it can be asked about."""
    return list(product(*_tried(core, define)))


def countable(core: c.Core, define: c.Define) -> bool:
    """Whether its arguments can be tried one by one."""
    return prod(len(some) for some in _tried(core, define)) <= MOST


def _tried(core: c.Core, define: c.Define) -> list[Sequence[int | None]]:
    """For each parameter what is tried: all that it can be, or the numbers that the rules ask with, or any number."""
    limits = layout_of(core).params[define.name]
    if all(high - low < MOST for low, high in limits):
        return [range(low, high + 1) for low, high in limits]
    asked = asked_with(core).get(define.name, limits)
    few = [narrow if high - low >= MOST else (low, high) for (low, high), narrow in zip(limits, asked, strict=True)]
    return [range(low, high + 1) if high - low < MOST else (None,) for low, high in few]


def calls(core: c.Core, define: c.Define) -> Iterator[tuple[c.Call, c.Expr]]:
    """Every way to ask a definition, with when that makes sense."""
    for args in arguments(core, define):
        named = zip(define.params, args, strict=True)
        terms = tuple(c.Local(name) if arg is None else c.Const(arg) for (name, _), arg in named)
        yield c.Call(define.name, terms), asked(core, define, args)


def any_numbers(core: c.Core, call: c.Call) -> dict[str, tuple[Number, list[Z3]]]:
    """The numbers of a call that may be any, each with its limits."""
    define = core.defines[call.define]
    names = {arg.name for arg in call.args if isinstance(arg, c.Local)}
    return {name: any_number(kind, name) for name, kind in define.params if name in names}


def any_number(kind: c.Domain | c.Whole, name: str) -> tuple[Number, list[Z3]]:
    """One that stands for all of its kind, and its limits."""
    low, high = (0, kind.size - 1) if isinstance(kind, c.Domain) else (kind.low, kind.high)
    symbol, limits = fresh(f"any {name} from {low} to {high}", c.Whole(low, high))
    return symbol, limits


def asked(core: c.Core, define: c.Define, args: Args, box: bool = True) -> c.Expr:
    """When these arguments are there to be asked about; without `box`, cards left out count too."""
    kinds = [kind for _, kind in define.params]
    players = [arg for arg, kind in zip(args, kinds, strict=True) if arg is not None and kind == core.domains["player"]]
    terms: list[c.Expr] = []
    for arg, kind in zip(args, kinds, strict=True):
        if not isinstance(kind, c.Domain) or arg is None:
            continue
        if box and kind.name in core.copies:
            terms.append(c.Op("lt", (c.Const(0), core.copies[kind.name][arg])))
        for zone in core.zones.values():
            if zone.kind == "row" and zone.places == kind:
                terms.append(_lies(core, zone, arg, players))
    return c.Op("and", tuple(terms)) if terms else TRUE


def _lies(core: c.Core, zone: c.Zone, place: int, players: list[int]) -> c.Expr:
    """A card lies at this place; of a zone that there are several of, of whoever is asked about, or of any."""
    those = [index for index in c.parts_of(core, zone) if not zone.owned or len(players) != 1 or index[0] in players]
    sizes = [c.Read(c.size_of(zone.name), tuple(map(c.Const, index))) for index in those]
    rows = tuple(c.Op("lt", (c.Const(place), size)) for size in sizes)
    return rows[0] if len(rows) == 1 else c.Op("or", rows)


def told(core: c.Core, kind: c.Domain | c.Whole, value: int, cells: Cells) -> str:
    """An argument in words: a place with the card that lies there."""
    if isinstance(kind, c.Whole):
        return str(value)
    for zone in core.zones.values():
        if zone.places == kind:
            card = cells[c.card_of(zone.name)][value] if zone.alone else -1
            lies = f" ({zone.cards.members[card]})" if card >= 0 else ""
            return f"place {value + 1}{lies}"
    return kind.members[value]


def told_call(core: c.Core, call: c.Call, cells: Cells, numbers: Mapping[str, int] = MappingProxyType({})) -> str:
    """`beats(place 1 (knife), place 2 (seer))`."""
    define = core.defines[call.define]
    given = (arg for arg in call.args if isinstance(arg, (c.Const, c.Local)))
    values = [numbers[arg.name] if isinstance(arg, c.Local) else arg.value for arg in given]
    args = [told(core, kind, int(value), cells) for (_, kind), value in zip(define.params, values, strict=True)]
    return f"{define.name}({', '.join(args)})" if args else define.name


def answer(kind: c.Type, value: bool | int, faults: Sequence[Fault[bool]]) -> str:
    """What the reference says of a term, in words."""
    return f"undefined ({faults[0].code})" if faults else word(kind, value)


def fits(core: c.Core, conditions: tuple[c.Expr, ...], cells: Cells) -> bool:
    """Whether the reference says that all of these hold and are defined."""
    meaning = Meaning(core, CONCRETE)
    for condition in conditions:
        holds, faults = meaning.value(condition, cells)
        if faults or not holds:
            return False
    return True
