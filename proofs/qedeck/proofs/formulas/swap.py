"""Many terms put in the place of others, prepared once.

`z3.substitute` looks at the sorts of every pair again each time it is called; with thousands of pairs that takes
longer than the substitution.
"""

from __future__ import annotations

from collections.abc import Iterable

import z3

from qedeck.proofs.formulas.symbolic import Z3


class Swap:
    """Puts the second of each pair in the place of the first; both are of one sort."""

    __slots__ = ("_from", "_pairs", "_to")

    def __init__(self, pairs: Iterable[tuple[Z3, Z3]]) -> None:
        self._pairs = tuple(pairs)  # kept, for the arrays do not keep the terms alive
        row = z3.Ast * len(self._pairs)
        self._from = row(*(old.as_ast() for old, _ in self._pairs))
        self._to = row(*(new.as_ast() for _, new in self._pairs))

    def __bool__(self) -> bool:
        return bool(self._pairs)

    def __call__(self, term: Z3) -> Z3:
        if not self._pairs:
            return term
        made = z3.Z3_substitute(term.ctx.ref(), term.as_ast(), len(self._pairs), self._from, self._to)
        return z3.z3._to_expr_ref(made, term.ctx)
