"""Stage 3, what was: terms about a position that play has left, asked of variables that keep it.

In: variables, definitions, and a word to call what is kept by; out: terms of one position, with the steps that keep
what they ask of the one before. So a claim about two positions becomes one about a game that remembers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec.checker.terms import resting


class Earlier:
    """Says `was` in terms of variables of its own, each called as that which it keeps, with `prefix` before it."""

    def __init__(self, variables: Mapping[str, c.Var], defines: Mapping[str, c.Define], prefix: str) -> None:
        self.variables, self.defined, self.prefix = variables, defines, prefix
        self.vars: dict[str, c.Var] = {}
        """What is kept, and nobody sees."""
        self.defines: dict[str, c.Define] = {}
        """Definitions asked of what is kept."""

    def now(self, expr: c.Expr) -> c.Expr:
        if isinstance(expr, c.Elsewhere):
            return self._was(expr.body)
        return c.rebuilt(expr, self.now)

    def _was(self, expr: c.Expr) -> c.Expr:
        """The same asked of the position before; what is asked elsewhere from there is asked here."""
        match expr:
            case c.Elsewhere(body):
                return self.now(body)
            case c.Read(var, index) if not self.variables[var].rigid:
                kept, known = self.prefix + var, self.variables[var]
                self.vars[kept] = replace(
                    known, name=kept, role="control", sight=c.NOBODY, init=resting(known.type), clause=""
                )
                return replace(expr, var=kept, index=tuple(map(self._was, index)))
            case c.Call(define, args):
                self._old(define)
                return replace(expr, define=self.prefix + define, args=tuple(map(self._was, args)))
            case _:
                return c.rebuilt(expr, self._was)

    def _old(self, define: str) -> None:
        """A definition asked of the position before."""
        kept = self.prefix + define
        if kept not in self.defines:
            made = self.defined[define]
            self.defines[kept] = made  # it may call itself
            self.defines[kept] = replace(made, name=kept, body=self._was(made.body))

    def kept(self) -> Iterator[c.Step]:
        """Everything that is asked of the position before, as it is now."""
        for name in self.vars:
            index = self._index(name)
            yield self._everywhere(name, c.Assign(name, index, c.Read(name.removeprefix(self.prefix), index)))

    def forgotten(self) -> Iterator[c.Step]:
        """Nobody asks any more: the same for all, so that equal positions are equal states."""
        for name, var in self.vars.items():
            yield self._everywhere(name, c.Assign(name, self._index(name), resting(var.type)))

    def _index(self, name: str) -> tuple[c.Expr, ...]:
        return tuple(c.Local(f"{self.prefix}{k}") for k in range(len(self.vars[name].dims)))

    def _everywhere(self, name: str, step: c.Step) -> c.Step:
        for k, dim in reversed(list(enumerate(self.vars[name].dims))):
            step = c.Each(f"{self.prefix}{k}", 0, dim.size, None, (step,))
        return step
