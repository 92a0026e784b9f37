"""Stage 1 to 1: changes within a clause, `in CLAUSE`, for good or under a reading.

In: a clause, its edits, and the condition under which they count, if there is one; out: the clause with them. Under a
condition nothing is lost: what was there stands beside what comes in its place, and the condition says which counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report
from qedeck.spec.written import written

N = TypeVar("N", bound=t.Node)
_BINDING = (t.LetBe, t.Choose)
"""Steps after which a name is known to the end of the block."""


def amended(clause: t.Clause, amend: t.Amend, given: t.Expr | None, report: Report) -> t.Clause:
    """The clause with all edits; what an edit speaks of must stand there, once."""
    for edit in amend.edits:
        clause = _edited(clause, edit, amend.name, given, report)
    return clause


def _edited(clause: t.Clause, edit: t.Edit, name: t.Word, given: t.Expr | None, report: Report) -> t.Clause:
    match edit:
        case t.Insert(where, None, block):
            if not isinstance(clause, t.Phase | t.Trigger):
                report.error("Q211", f"{name} has no steps", edit.span, "only phases and triggers have steps")
                return clause
            added = _under(given, block, ())
            body = (*added, *clause.body) if where == "first" else (*clause.body, *added)
            return replace(clause, body=body)
        case t.Reword(old, new):
            work: _Work = _Words(old, new, given)
        case t.Instead(step, block):
            work = _Steps(step, given, instead=block)
        case t.Insert(where, step, block):
            assert step is not None
            work = _Steps(step, given, **{where: block})
    made = work.on(clause)
    if work.met != 1:
        how = "does not say this" if not work.met else f"says this {work.met} times"
        hint = "write it as the clause does" if not work.met else "take in more of what stands around it"
        report.error("Q211", f"{name} {how}", edit.span, hint)
        return clause
    return made


class _Work:
    """Goes through a part of the tree and makes it anew where something is to be changed."""

    met = 0

    def on(self, part: N) -> N:
        made = {}
        for field in fields(part):
            value = getattr(part, field.name)
            if isinstance(value, t.Node):
                new: Any = self.one(value)
            elif isinstance(value, tuple):
                new = self.several(value)
            else:
                continue
            if new is not value:
                made[field.name] = new
        return replace(part, **made) if made else part

    def one(self, part: N) -> t.Node:
        return self.on(part)

    def several(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        made = tuple(
            self.one(part) if isinstance(part, t.Node) else self.several(part) if isinstance(part, tuple) else part
            for part in parts
        )
        return parts if all(new is old for new, old in zip(made, parts, strict=True)) else made


class _Words(_Work):
    """One expression in the place of another."""

    def __init__(self, old: t.Expr, new: t.Expr, given: t.Expr | None) -> None:
        self.old, self.new, self.given = written(old), new, given

    def one(self, part: N) -> t.Node:
        if type(part).__name__ == self.old.split("(", 1)[0] and written(part) == self.old:
            self.met += 1
            if self.given is None:
                return self.new
            return t.AsRead(self.given, self.new, part, span=self.new.span)  # type: ignore[arg-type]
        return self.on(part)


class _Steps(_Work):
    """Steps in the place of a step, before it, or after it."""

    def __init__(
        self, step: t.Statement, given: t.Expr | None, *, instead: tuple[t.Statement, ...] | None = None,
        before: tuple[t.Statement, ...] = (), after: tuple[t.Statement, ...] = (),
    ) -> None:
        self.head, self.given = _head(step), given
        self.instead, self.before, self.after = instead, before, after

    def several(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        for place, part in enumerate(parts):
            if isinstance(part, t.Node) and _head(part) == self.head:
                self.met += 1
                return (*super().several(parts[:place]), *self._here(part, self._rest(parts[place + 1 :])))
        return super().several(parts)

    def _rest(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        return self.several(parts)

    def _here(self, step: Any, rest: tuple[Any, ...]) -> Iterator[Any]:
        if self.instead is None:
            yield from (*_under(self.given, self.before, ()), step, *_under(self.given, self.after, ()), *rest)
        elif self.given is None:
            yield from (*self.instead, *rest)
        elif isinstance(step, _BINDING) or any(isinstance(one, _BINDING) for one in self.instead):
            # What is chosen or named here is known to the end of the block, so the whole of it stands twice.
            yield from _under(self.given, (*self.instead, *rest), (step, *rest))
        else:
            yield from (*_under(self.given, self.instead, (step,)), *rest)


def _under(
    given: t.Expr | None, then: tuple[t.Statement, ...], otherwise: tuple[t.Statement, ...]
) -> tuple[t.Statement, ...]:
    if given is None:
        return then
    return (t.If(given, then, otherwise, (), span=given.span),) if then or otherwise else ()


def _head(part: t.Node) -> str:
    """The first line of a step, by which it is known."""
    match part:
        case t.If(condition):
            return f"if {written(condition)}"
        case t.ForEach():
            return written(replace(part, body=()))
        case t.ChooseOne() | t.Race():
            return written(replace(part, options=()))
        case t.MayChoose():
            return written(replace(part, body=(), otherwise=()))
        case _:
            return written(part)
