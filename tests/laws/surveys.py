"""Questions that all cards are asked: what rules say of a card, in few words, so that much of it comes together."""

from __future__ import annotations

from qedeck.spec import core as c

from .writer import CARDS, NUMBER, YES_NO, Writer

MEMBER = c.Local("member")


class Surveyor(Writer):
    """Writes folds and finds over all cards, or all but the first."""

    def survey(self, depth: int) -> c.Expr:
        low, where = self.roll(0, 1), self.said(YES_NO, depth)
        match self.pick("all", "any", "count", "find"):
            case "find":
                found = c.Find(self.pick("first", "last", "only"), "member", low, CARDS.size, where, self.span())
                return c.Op("eq", (found, self._card()))
            case "count":
                many = c.Fold("sum", "member", low, CARDS.size, where, c.Const(1), self.span())
                return c.Op("eq", (many, self._card()))
            case kind:
                body = self.said(YES_NO, depth)
                return c.Fold(kind, "member", low, CARDS.size, where if self.roll(0, 1) else None, body, self.span())

    def said(self, sort: str, depth: int) -> c.Expr:
        """Something about the member, or about the table."""
        if depth <= 0 or not self.roll(0, 3):
            return self._word(sort)
        match self.pick("ite", "cases", "and", "or", "not", "any"):
            case "ite":
                return c.Ite(self._condition(depth), self.said(sort, depth - 1), self.said(sort, depth - 1))
            case "cases":
                row = c.CaseRow("row", self._condition(depth), self.said(sort, depth - 1), self.span())
                return c.Cases((row,), self.said(sort, depth - 1), self.span())
            case "any":
                return self.expr(sort, depth - 1, {"member": NUMBER})
            case op if sort == NUMBER:
                return c.Op("add" if op == "and" else "sub", (self.said(sort, depth - 1), self._word(sort)))
            case "not":
                return c.Op("not", (self.said(sort, depth - 1),))
            case op:
                return c.Op(op, (self.said(sort, depth - 1), self.said(sort, depth - 1)))

    def _condition(self, depth: int) -> c.Expr:
        """Often one of the table, as in rules: what is true of all members then differs from time to time."""
        return c.Read("flag") if self.roll(0, 1) else self.said(YES_NO, depth - 1)

    def _word(self, sort: str) -> c.Expr:
        if sort == NUMBER:
            return self._card() if self.roll(0, 1) else MEMBER
        match self.pick("named", "named", "below", "held", "flag", "const", "const"):
            case "named":
                return c.Op("eq", (MEMBER, self._card()))
            case "below":
                return c.Op("lt", (self.said(NUMBER, 1), self._card()))
            case "held":
                return c.Op("lt", (c.Const(0), c.Read("hand", (c.Const(0), MEMBER), self.span())))
            case "flag":
                return c.Read("flag")
        return c.Const(bool(self.roll(0, 1)))

    def _card(self) -> c.Expr:
        return c.Const(self.roll(0, CARDS.size - 1))
