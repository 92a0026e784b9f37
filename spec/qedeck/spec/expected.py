"""Stage 2 to 3, expectations: what an example says must hold, taken apart so that it can be told which part does not.

In: the condition after `then`; out: its parts. A zone may be compared with the cards that lie in it, as after `given`.
"""

from __future__ import annotations

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.anatomy import Lying, Part, Shape, anatomy
from qedeck.spec.checker.kinds import Cards
from qedeck.spec.checker.terms import TRUE, arithmetic, both, negated, same
from qedeck.spec.checker.values import Env
from qedeck.spec.given import Positions
from qedeck.spec.source import Span


class Expectations:
    """Checks the conditions of one example."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.exprs = positions.exprs

    def part(self, expr: t.Expr, more: tuple[t.Expr, ...] = ()) -> Part:
        """A condition; `more` are the cards after its last one: `trick is red 1, knife`."""
        match expr:
            case t.And(left, right):
                parts = self.part(left), self.part(right, more)
                return Part(Shape.BOTH, both(*(part.term for part in parts)), expr.span, parts)
            case t.Is(left, right, is_not):
                asked = self.exprs.check(left, Env(), None)
                if isinstance(asked.kind, Cards) and asked.zone is not None:
                    return self._lying(asked.zone, expr, (right, *more), is_not)
        term = self.exprs.condition(expr, Env())
        if more:
            self.exprs.wrong(
                "Q301", "a list of cards says what lies in a zone", more[0].span, "then trick is red 1, knife"
            )
        if self.exprs.scope.report.failed:
            # Not every mistake is told anew: some follow from others.
            return Part(Shape.PLAIN, TRUE, expr.span)
        return anatomy(self.exprs, expr, Env()) if term != TRUE else Part(Shape.PLAIN, TRUE, expr.span)

    def _lying(self, ref: c.ZoneRef, expr: t.Is, written: tuple[t.Expr, ...], is_not: bool) -> Part:
        """Whether exactly these cards lie in a zone: in this order, if it has one."""
        zone = self.positions.state.zones[ref.zone]
        faces = [face for face, _ in self.positions.faces(ref, written)]
        if zone.places is None:
            index = ref.index
            alike = [same(c.Read(ref.zone, (*index, face)), _how_often(face, faces)) for face in dict.fromkeys(faces)]
        else:
            shown = [*faces, *[c.Const(c.NONE)] * (zone.places.size - len(faces))]
            alike = [same(self.exprs.card_at(ref, c.Const(k)), face) for k, face in enumerate(shown)]
        if zone.kind == "pile":
            alike.append(same(self.exprs.size_of(ref), c.Const(len(faces))))
        term = both(*alike)
        whole = Span(expr.span.file, expr.span.start, written[-1].span.end)
        return Part(Shape.PLAIN, negated(term) if is_not else term, whole, lying=(Lying(ref, expr.left.span),))


def _how_often(face: c.Expr, faces: list[c.Expr]) -> c.Expr:
    """How many of some cards have this face."""
    total: c.Expr = c.Const(0)
    for other in faces:
        alike = TRUE if other == face else same(other, face)
        total = arithmetic("add", total, c.Const(int(alike.value)) if isinstance(alike, c.Const) else _one_if(alike))
    return total


def _one_if(condition: c.Expr) -> c.Expr:
    return c.Ite(condition, c.Const(1), c.Const(0))
