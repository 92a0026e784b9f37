"""What a claim assumes, of the rulebook and of the position, told apart; and whether an aim holds at one."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.steps.induction import Aim
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Given:
    """What is assumed: of the rulebook (fixed for a whole play), and of the position."""

    rules: c.Expr | None
    position: c.Expr | None


def given(core: c.Core, assuming: c.Expr) -> Given:
    """The parts of an assumption, told apart by what they speak of."""
    fixed: list[c.Expr] = []
    moving: list[c.Expr] = []
    waiting = [assuming]
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, c.Op) and part.op == "and":
            waiting = [*part.args, *waiting]
        elif part != c.Const(True):
            roles = {core.vars[name].role for name in visible(core, [part])}
            (fixed if roles <= {*c.RIGID} else moving).append(part)
    return Given(_both(fixed), _both(moving))


def _both(parts: list[c.Expr]) -> c.Expr | None:
    return None if not parts else parts[0] if len(parts) == 1 else c.Op("and", tuple(parts))


def hold_at(meaning: Meaning[bool, int], aim: Aim, cells: Cells, other: Cells | None = None) -> bool:
    """What the reference says of an aim."""
    if aim.given is not None:
        fits, faults = meaning.value(aim.given, cells, other=other)
        if faults or not fits:
            return True
    worth, faults = meaning.value(aim.term, cells, other=other)
    return (bool(worth) and not faults) is not aim.opposite
