"""Symbols for a game that is not known yet, and back again from a model to a state.

In: a Core; out: cells and picks of Z3 symbols, with what must be asserted of them. The bounds of a
symbol are a promise on which terms are folded: without the assertions a proof means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

import z3

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.layout import layout_of, type_range
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.symbolic import Z3, number, term
from qedeck.spec import core as c


def fresh(name: str, type_: c.Type) -> tuple[Value, list[Z3]]:
    """A symbol for any value of a type, and what must be asserted of it."""
    if isinstance(type_, c.YesNo):
        return z3.Bool(name), []
    low, high = type_range(type_)
    symbol = z3.Int(name)
    return number(symbol, low, high), [symbol >= low, symbol <= high] if low < high else []


def fresh_cells(
    core: c.Core, prefix: str = "", fixed: Mapping[str, tuple[Value, ...]] | None = None
) -> tuple[Cells, list[Z3]]:
    """Any state of a Core, each cell in its type; `fixed` rows are taken as they are."""
    layout = layout_of(core)
    rows: dict[str, tuple[Value, ...]] = {}
    promises: list[Z3] = []
    for name, var in core.vars.items():
        if fixed and name in fixed:
            rows[name] = fixed[name]
            continue
        row = []
        for place in range(prod(layout.sizes[name])):
            symbol, promised = fresh(f"{prefix}{name}[{place}]", var.type)
            row.append(symbol)
            promises += promised
        rows[name] = tuple(row)
    return Cells(rows), promises


def fresh_picks(option: c.Option, prefix: str = "") -> tuple[tuple[Value, ...], list[Z3]]:
    """Any picks of an option, each in its type."""
    symbols = [fresh(f"{prefix}{pick.var}", pick.type) for pick in option.picks]
    return tuple(symbol for symbol, _ in symbols), [promise for _, promises in symbols for promise in promises]


def worth(model: Z3, value: Value) -> bool | int:
    """What a value is in a model; a symbol the model leaves open gets the model's default."""
    found = model.eval(term(value), model_completion=True)
    return z3.is_true(found) if z3.is_bool(found) else int(found.as_long())


def cells_in(model: Z3, cells: Cells) -> Cells:
    """The concrete state that a model speaks of."""
    return Cells({name: tuple(worth(model, value) for value in row) for name, row in cells.items()})
