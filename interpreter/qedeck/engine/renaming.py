"""Positions that are the same but for names, as WebAssembly text: of all of them the smallest is kept.

A renaming says for each domain which member takes the place of which: the left side of a board that of the right, one
suit that of another. Whether the rules are the same after it is not asked here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from qedeck.engine.ir import Region
from qedeck.engine.program import Program
from qedeck.engine.to_wat import load_op, store_op
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.expand import Expand


@dataclass(frozen=True, slots=True)
class Renaming:
    """For each domain that is renamed, what becomes of each member; some variables keep what they hold."""

    members: Mapping[c.Domain, tuple[int, ...]]
    still: frozenset[str] = frozenset()

    def of(self, type_: c.Type) -> tuple[int, ...] | None:
        """What becomes of each value of a type; None if all stay."""
        return self.members.get(type_.domain) if isinstance(type_, c.Member) else None

    def touches(self, var: c.Var) -> bool:
        if var.name in self.still:
            return False
        return self.of(var.type) is not None or any(dim in self.members for dim in var.dims)

    def place(self, dims: Sequence[c.Domain], index: Sequence[int]) -> tuple[int, ...]:
        """Where a cell goes."""
        return tuple(self.members[d][k] if d in self.members else k for d, k in zip(dims, index, strict=True))


def tables(program: Program, renamings: Sequence[Renaming]) -> None:
    """Room for what is looked up, before anybody decides where things lie."""
    for renaming in renamings:
        for var in program.core.vars.values():
            members = renaming.of(var.type)
            if members is not None and renaming.touches(var):
                _table(program, members)


def smallest(expand: Expand, renamings: Sequence[Renaming]) -> str:
    """`$smallest`: the state is read where the program has it, and the record at this place becomes the smallest."""
    size, at, other = expand.driver.state_size_padded, "(local.get $at)", "(local.get $other)"
    text = ""
    for number, renaming in enumerate(renamings):
        smaller = "(i32.const 0)"
        for k in reversed(range(0, size, 8)):
            one, two = f"(i64.load offset={k} {other})", f"(i64.load offset={k} {at})"
            smaller = f"(if (result i32) (i64.eq {one} {two}) (then {smaller}) (else (i64.lt_u {one} {two})))"
        text += f"""
(func $renamed_{number} (param $at i32) (param $other i32)
  {_renamed(expand, renaming)}
  (if {smaller} (then {expand.copy(at, other)})))"""
    calls = "".join(f"(call $renamed_{k} {at} {other})" for k in range(len(renamings)))
    return f"""{text}
(func $smallest (param $at i32) (param $other i32) {calls})"""


def _renamed(expand: Expand, renaming: Renaming) -> str:
    """The state under other names, written beside the record."""
    program, start = expand.program, expand.driver.state_start
    steps = [expand.copy("(local.get $other)", f"(i32.const {start})")]
    for name, region in program.memory.regions.items():
        var = program.core.vars[name]
        if not renaming.touches(var):
            continue
        members = renaming.of(var.type)
        dims = var.dims[:-1] if region.bits else var.dims
        places = list(product(*(range(dim.size) for dim in dims)))
        for place, index in enumerate(places):
            to = places.index(renaming.place(dims, index))
            value = f"({load_op(region)} offset={region.start + place * region.width} (i32.const 0))"
            if region.bits:
                value = _set(value, renaming.members.get(var.dims[-1]))
            elif members is not None:
                looked = _table(program, members)
                where = f"(i32.mul (i32.add {value} (i32.const 1)) (i32.const {looked.width}))"
                value = f"({load_op(looked)} offset={looked.start} {where})"
            steps.append(
                f"({store_op(region)} offset={region.start - start + to * region.width} (local.get $other) {value})"
            )
    return "\n  ".join(steps)


def _table(program: Program, members: Sequence[int]) -> Region:
    return program.memory.table((c.NONE, *members))


def _set(cards: str, members: Sequence[int] | None) -> str:
    """A set of cards: those that go equally far go together."""
    if members is None:
        return cards
    far: dict[int, int] = {}
    for card, to in enumerate(members):
        far[to - card] = far.get(to - card, 0) | 1 << card
    whole = "(i64.const 0)"
    for way, mask in far.items():
        some = f"(i64.and {cards} (i64.const {mask - (1 << 64) if mask >> 63 else mask}))"
        moved = f"(i64.{'shl' if way >= 0 else 'shr_u'} {some} (i64.const {abs(way)}))"
        whole = f"(i64.or {whole} {moved})"
    return whole
