"""Equal expressions recognised: each gets a number, with the locals and variables it depends on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from qedeck.interpreter.layout import Layout
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Known:
    number: int
    free: tuple[str, ...]
    """Locals that it uses and does not bind."""
    reads: frozenset[str]
    """Variables that it may depend on, through definitions too."""
    weight: int
    loops: bool


class Canon:
    """The expressions of one Core."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._known: dict[int, tuple[c.Expr, Known]] = {}
        self._numbers: dict[object, int] = {}

    def __call__(self, expr: c.Expr) -> Known:
        found = self._known.get(id(expr))
        if found is None:
            found = self._known[id(expr)] = expr, self._look(expr)
        return found[1]

    def _look(self, expr: c.Expr) -> Known:
        inner = [self(part) for part in c.parts(expr)]
        own: object = ()
        """All of a term that is not one of its parts; yes and 1 are not the same."""
        free = {name for part in inner for name in part.free}
        reads: set[str] = {name for part in inner for name in part.reads}
        loops = any(part.loops for part in inner)
        match expr:
            case c.Const(value):
                own = value, isinstance(value, bool)
            case c.Local(name):
                own = name
                free.add(name)
            case c.Read(var):
                own = var
                reads.add(var)
            case c.Op(op):
                own = op
            case c.Call(define):
                own = define
                reads |= self.layout.reads[define]
            case c.Fold(kind, local, low, high, where):
                own = kind, local, low, high, where is None
                free.discard(local)
                loops = True
            case c.Find(kind, local, low, high):
                own = kind, local, low, high
                free.discard(local)
                loops = True
            case c.Table(name, values):
                own = name, values, tuple(isinstance(value, bool) for value in values)
            case c.Need(code=code):
                own = code
            case c.Cases(default=default):
                own = default is None
            case c.Ite() | c.Try() | c.Elsewhere():
                pass
            case _:
                assert_never(expr)
        key = (type(expr).__name__, own, tuple(part.number for part in inner))
        number = self._numbers.setdefault(key, len(self._numbers))
        weight = 1 + sum(part.weight for part in inner)
        return Known(number, tuple(sorted(free)), frozenset(reads), weight, loops)
