"""A definition with all that its rows ask of others left open.

In: a Core and a definition; out: the same rows, in which each question to another definition is one without arguments,
to which there may be any answer: the same question, the same answer. Whether two rows meet, or none applies, mostly
shows in how they are written; and then it holds whatever the others say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class RowsAlone:
    """The game with open questions beside its definitions, the definition that asks them, and their names."""

    core: c.Core
    define: c.Define
    open: frozenset[str]


def rows_alone(core: c.Core, define: c.Define) -> RowsAlone:
    """The definition, asking nobody else."""
    asked: dict[c.Call, c.Define] = {}
    known = {name for name, _ in define.params}

    def closed(expr: c.Expr) -> c.Expr:
        if isinstance(expr, c.Call) and _locals(expr) <= known:
            if expr not in asked:
                told = core.defines[expr.define]
                asked[expr] = replace(told, name=f"{told.name}, question {len(asked) + 1}", params=())
            return c.Call(asked[expr].name, (), expr.span)
        return c.rebuilt(expr, closed)

    alone = replace(define, body=closed(define.body))
    more = {told.name: replace(told, body=c.Const(0)) for told in asked.values()}
    whole = replace(core, defines={**core.defines, define.name: alone, **more})
    return RowsAlone(whole, alone, frozenset(more))


def _locals(expr: c.Expr) -> set[str]:
    """Everything by name that a term speaks of, bound within it or not."""
    return {term.name for term in c.subterms(expr) if isinstance(term, c.Local)}
