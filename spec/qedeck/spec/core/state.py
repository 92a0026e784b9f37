"""The state: variables, and the zones that are made of them."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.spec.core.terms import Expr
from qedeck.spec.core.types import Domain, Type


@dataclass(frozen=True, slots=True)
class Var:
    """A cell of the state, or an array of cells: one for each combination of `dims`.

    role: parameter and reading (fixed while a game lasts), remembered, zone, control
    (loop counters and pending choices: part of the state, shown to nobody).
    sight: all, owner (the first dimension is the player who sees it), none.
    init: the first value, over locals "#0", "#1" that hold the indices.
    """

    name: str
    type: Type
    dims: tuple[Domain, ...]
    role: str
    sight: str
    init: Expr
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie. Its cells are variables named after it:

    pile  NAME[owner?, card] counts, NAME.size[owner?]
    row   NAME.card[owner?, place], NAME.by[owner?, place] (who laid it), NAME.size[owner?]
    grid  NAME.card[owner?, place]
    """

    name: str
    kind: str
    owned: bool
    cards: Domain
    places: Domain | None
    sight: str
    counted: bool = True
    """Everyone sees how many cards lie there."""
