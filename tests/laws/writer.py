"""Random expressions of every kind, over small domains; the author of programs builds on it."""

from __future__ import annotations

from hypothesis import strategies as st

from qedeck.spec import core as c
from qedeck.spec.source import Span

PLAYERS = c.Domain("player", ("Ann", "Bob"))
CARDS = c.Domain("card", ("ace", "king", "queen"))
PLACES = c.Domain("place", ("first", "second", "third"))
SUITS = c.Domain("suit", ("black", "white"))
ENDINGS = c.Domain("ending", ("won", "lost"))
NUMBER = "number"
YES_NO = "yes or no"
Scope = dict[str, str]


class Writer:
    """Writes expressions, asking `draw` at every turn."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.spans = 0
        self.vars: dict[str, c.Var] = {}
        self.defines: dict[str, c.Define] = {}
        self.callable: list[c.Define] = []

    def pick(self, *options: str) -> str:
        return self.draw(st.sampled_from(options))

    def roll(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def span(self) -> Span:
        """Each fault has a place of its own, so that none passes for another."""
        self.spans += 1
        return Span("program", self.spans, self.spans)

    def local(self, letter: str, scope: Scope) -> str:
        """A name of its own; now and then one that is taken, and means something else inside."""
        return self.pick(*scope) if scope and not self.roll(0, 7) else f"{letter}{len(scope)}"

    def members(self, depth: int) -> tuple[int, int]:
        """None or a few; now and then many, where little is asked of each."""
        low = self.roll(-1, 1)
        return low, low + (10 if depth <= 0 and not self.roll(0, 9) else self.roll(0, 3))

    # ---- expressions ------------------------------------------------------------------

    def expr(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        kinds = ["const", "local", "read"]
        if depth > 0:
            kinds += ["op", "op", "op", "ite", "fold", "call", "table", "need", "try", "elsewhere", "cases", "read"]
            kinds += ["find"] if sort == NUMBER else []
        return getattr(self, "_" + self.pick(*kinds))(sort, depth - 1, scope)  # type: ignore[no-any-return]

    def truth(self, depth: int, scope: Scope) -> c.Expr:
        return self.expr(YES_NO, depth, scope)

    def number(self, depth: int, scope: Scope) -> c.Expr:
        return self.expr(NUMBER, depth, scope)

    def index(self, domain: c.Domain, depth: int, scope: Scope) -> c.Expr:
        """Mostly inside the domain, now and then outside."""
        match self.pick("const", "const", "turn", "any", "local"):
            case "const":
                return c.Const(self.roll(0, domain.size - 1))
            case "turn":
                return c.Op("mod", (self.number(depth - 1, scope), c.Const(domain.size)), self.span())
            case "local":
                return self._local(NUMBER, depth, scope)
        return self.number(depth, scope)

    def _const(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        return c.Const(self.roll(-3, 4)) if sort == NUMBER else c.Const(self.draw(st.booleans()))

    def _local(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        names = [name for name, kind in scope.items() if kind == sort]
        return c.Local(self.pick(*names)) if names else self._const(sort, depth, scope)

    def _read(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        names = [
            name
            for name, var in self.vars.items()
            if isinstance(var.type, c.YesNo) == (sort == YES_NO) and (depth >= 0 or not var.dims)
        ]
        var = self.vars[self.pick(*names)]
        return c.Read(var.name, tuple(self.index(dim, min(depth, 1), scope) for dim in var.dims), self.span())

    def _op(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        if sort == NUMBER:
            op = self.pick("add", "sub", "mul", "div", "mod", "min", "max")
            many = 2 if op in ("div", "mod") else max(2, self.roll(0, 3))
            return c.Op(op, tuple(self.number(depth, scope) for _ in range(many)), self.span())
        op = self.pick("and", "or", "not", "implies", "eq", "ne", "lt", "le", "eq", "lt")
        inner = YES_NO if op in ("and", "or", "not", "implies") else NUMBER
        if op in ("eq", "ne"):
            inner = self.pick(YES_NO, NUMBER, NUMBER)
        many = 1 if op == "not" else self.roll(2, 3) if op in ("and", "or") else 2
        return c.Op(op, tuple(self.expr(inner, depth, scope) for _ in range(many)), self.span())

    def _ite(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        return c.Ite(self.truth(depth, scope), self.expr(sort, depth, scope), self.expr(sort, depth, scope))

    def _fold(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        kind = self.pick("sum", "max", "min") if sort == NUMBER else self.pick("all", "any")
        local, (low, high) = self.local("i", scope), self.members(depth)
        inner = scope | {local: NUMBER}
        where = self._such(local, depth, inner) if self.draw(st.booleans()) else None
        return c.Fold(kind, local, low, high, where, self.expr(sort, depth, inner), self.span())

    def _find(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        local, (low, high) = self.local("i", scope), self.members(depth)
        where = self._such(local, depth, scope | {local: NUMBER})
        return c.Find(self.pick("first", "last", "only"), local, low, high, where, self.span())

    def _such(self, local: str, depth: int, scope: Scope) -> c.Expr:
        """Which members count: anything at all; now and then those places where a card lies, or none."""
        laid = [name for name, var in self.vars.items() if var.role == "zone" and name.endswith(".card")]
        if self.roll(0, 3) or not laid:
            return self.truth(depth, scope)
        var = self.vars[self.pick(*laid)]
        whose = tuple(self.index(dim, 0, scope) for dim in var.dims[:-1])
        lies = c.Read(var.name, (*whose, c.Local(local)), self.span())
        test = c.Op(self.pick("ne", "eq"), (lies, c.Const(c.NONE)))
        return c.Op("and", (test, self.truth(depth, scope))) if self.roll(0, 1) else test

    def _call(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        names = [d.name for d in self.callable if isinstance(d.type, c.YesNo) == (sort == YES_NO)]
        if not names:
            return self._read(sort, depth, scope)
        define = self.defines[self.pick(*names)]
        args = tuple(
            self.index(of, depth, scope) if isinstance(of, c.Domain) else self.number(depth, scope)
            for _, of in define.params
        )
        return c.Call(define.name, args, self.span())

    def _table(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        entry = st.booleans() if sort == YES_NO else st.integers(-2, 3)
        printed = [self.draw(entry), *(self.draw(st.none() | entry) for _ in range(CARDS.size - 1))]
        return c.Table("rank", tuple(printed), self.index(CARDS, depth, scope), self.span())

    def _need(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        return c.Need(self.truth(depth, scope), self.expr(sort, depth, scope), "Q600", self.span())

    def _try(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        return c.Try(self.expr(sort, depth, scope), self.expr(sort, depth, scope))

    def _elsewhere(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        return c.Elsewhere(self.expr(sort, depth, scope))

    def _cases(self, sort: str, depth: int, scope: Scope) -> c.Expr:
        rows = tuple(
            c.CaseRow(f"row {k}", guard, self.expr(sort, depth, scope), self.span())
            for k, guard in enumerate(self._guards(depth, scope))
        )
        with_default = not rows or self.draw(st.booleans())
        return c.Cases(rows, self.expr(sort, depth, scope) if with_default else None, self.span())

    def _guards(self, depth: int, scope: Scope) -> list[c.Expr]:
        """Any, or as rules often say it: each value of one term, or yes and no."""
        match self.pick("any", "any", "values", "opposite"):
            case "values":
                asked = self.number(depth, scope)
                return [c.Op("eq", (asked, c.Const(k)), self.span()) for k in range(self.roll(-1, 0), self.roll(1, 3))]
            case "opposite":
                asked = self.truth(depth, scope)
                return [asked, c.Op("not", (asked,), self.span())]
        return [self.truth(depth, scope) for _ in range(self.roll(0, 3))]
