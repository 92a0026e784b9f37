"""Many terms at once: put in the place of others, or given to a function.

`z3.substitute` looks at the sorts of every pair again each time it is called, and so does a call of every argument;
with hundreds of terms that takes longer than what is to be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


def applied(function: z3.FuncDeclRef, terms: Sequence[Z3]) -> Z3:
    """What a function says of terms, which are of the sorts that it takes."""
    row = (z3.Ast * len(terms))(*(one.as_ast() for one in terms))
    made = z3.Z3_mk_app(function.ctx.ref(), function.ast, len(terms), row)
    return z3.z3._to_expr_ref(made, function.ctx)
