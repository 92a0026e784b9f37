"""Stage 1 to 1: changes within a clause, `in CLAUSE`, for good or under a reading.

In: a clause, its edits, and the condition under which they count, if there is one; out: the clause with them. Under a
condition nothing is lost: what was there stands beside what comes in its place, and the condition says which counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report
from qedeck.spec.written import written

_NAMING = (t.LetBe, t.Choose, t.Meanwhile)
"""Steps that reach to the end of the block: a name is known there, or an offer stands."""


def amended(clause: t.Clause, amend: t.Amend, given: t.Is | None, report: Report) -> t.Clause:
    """The clause with all edits: `given` says under which reading; what an edit speaks of must stand there, once."""
    for edit in amend.edits:
        clause = _edited(clause, edit, amend.name, given, report)
    return clause


def _edited(clause: t.Clause, edit: t.Edit, name: t.Word, given: t.Is | None, report: Report) -> t.Clause:
    work: _Work
    match edit:
        case t.Insert(where, None, block):
            if isinstance(clause, t.Phase | t.Trigger):
                added = _under(given, block, ())
                return replace(clause, body=(*added, *clause.body) if where == "first" else (*clause.body, *added))
            report.error("Q211", f"{name} has no steps", edit.span, "only phases and triggers have steps")
            return clause
        case t.Reword(old, new):
            work = _Words(old, new, given)
        case t.Instead(step, block) | t.Insert(_, step, block):
            assert step is not None
            if given is not None and isinstance(edit, t.Instead) and isinstance(step, _NAMING):
                said = "names something" if not isinstance(step, t.Meanwhile) else "makes an offer that stands"
                hint = "it reaches to the end of its block: replace the whole phase"
                report.error("Q429", f"a reading cannot change only the step that {said}", edit.span, hint)
                return clause
            work = _Steps(step, "in place" if isinstance(edit, t.Instead) else edit.where, block, given)
    made: t.Clause = work.on(clause)
    if work.met != 1:
        how = f"says this {work.met} times" if work.met else "does not say this"
        hint = "take in more of what stands around it" if work.met else "write it as the clause does"
        report.error("Q211", f"{name} {how}", edit.span, hint)
        return clause
    if work.others:
        both_change(report, edit, given, work.others)
        return clause
    return made


def both_change(report: Report, node: t.Node, given: t.Is | None, others: set[str]) -> None:
    """Two readings that say the same thing anew: nothing tells which of them counts where both are read so."""
    said = f"{', '.join(sorted(others))} and {_reading(given)} both change this"
    report.error("Q429", said, node.span, "write one of them with if, in the rule itself")


def changed_by(part: object) -> set[str]:
    """The readings that have changed this part of a clause."""
    return set(_changed_by(part))


def _changed_by(part: object) -> Iterator[str]:
    if isinstance(part, tuple):
        for one in part:
            yield from _changed_by(one)
    elif isinstance(part, t.Node):
        given = _given(part)
        if given is not None:
            yield _reading(given)
        for field in fields(part):
            yield from _changed_by(getattr(part, field.name))


def _given(part: t.Node) -> t.Expr | None:
    """On what it depends how this part reads."""
    match part:
        case t.AsRead(given) | t.Either(given) | t.IfRead(given):
            return given
        case t.Row():
            return part.given
        case _:
            return None


def _reading(given: t.Expr | None) -> str:
    match given:
        case t.Is(t.Name(word)):
            return word
        case t.Not(body):
            return _reading(body)
        case t.And(left):
            return _reading(left)
        case _:
            return ""


def _by_default(part: Any) -> Any:
    """A part as it reads by itself, whatever readings have changed in it."""
    if isinstance(part, tuple):
        return tuple(map(_by_default, part))
    if isinstance(part, t.AsRead):
        return _by_default(part.otherwise)
    if not isinstance(part, t.Node):
        return part
    made = {field.name: _by_default(value) for field in fields(part)
            if isinstance(value := getattr(part, field.name), t.Node | tuple)}
    return replace(part, **made)


class _Work:
    """Goes through a clause as it reads by default, and makes it anew where something is to be changed."""

    def __init__(self, given: t.Is | None) -> None:
        self.given = given
        self.met = 0
        self.others: set[str] = set()
        """Other readings that change the same thing."""
        self._within: list[str] = []

    def on(self, part: Any) -> Any:
        made = {}
        around = _given(part)
        self._within += [_reading(around)] if around is not None else []
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name == "then" and around is not None:
                continue  # another way to read it
            new = self.one(value) if isinstance(value, t.Node) else self.several(value)
            if new is not value:
                made[field.name] = new
        if around is not None:
            self._within.pop()
        return replace(part, **made) if made else part

    def one(self, part: Any) -> Any:
        return self.on(part)

    def several(self, parts: Any) -> Any:
        if not isinstance(parts, tuple):
            return parts
        made = tuple([self.one(part) if isinstance(part, t.Node) else self.several(part) for part in parts])
        return parts if all(new is old for new, old in zip(made, parts, strict=True)) else made

    def meet(self, *changed: object) -> None:
        """Here is what the edit speaks of, and of that these parts are changed."""
        self.met += 1
        if self.given is not None:
            self.others |= {*self._within, *changed_by(changed)} - {_reading(self.given)}


class _Words(_Work):
    """One expression in the place of another."""

    def __init__(self, old: t.Expr, new: t.Expr, given: t.Is | None) -> None:
        super().__init__(given)
        self.old, self.new = written(old), new

    def one(self, part: Any) -> Any:
        if written(_by_default(part)) != self.old:
            return self.on(part)
        self.meet(part)
        return self.new if self.given is None else t.AsRead(self.given, self.new, part, span=self.new.span)


class _Steps(_Work):
    """Steps in the place of a step, before it, or after it."""

    def __init__(self, step: t.Statement, where: str, block: tuple[t.Statement, ...], given: t.Is | None) -> None:
        super().__init__(given)
        self.head, self.where, self.block = head_of(step), where, block

    def several(self, parts: Any) -> Any:
        if isinstance(parts, tuple):
            for place, part in enumerate(parts):
                if isinstance(part, t.Node) and self._is_it(part):
                    return (*parts[:place], *self._here(part), *self.several(parts[place + 1 :]))
        return super().several(parts)

    def _is_it(self, part: t.Node) -> bool:
        """Beside a step is beside whatever comes in its place under another reading."""
        while self.where != "in place" and isinstance(part, t.IfRead) and len(part.otherwise) == 1:
            part = part.otherwise[0]
        return not isinstance(part, t.IfRead) and head_of(part) == self.head

    def _here(self, step: Any) -> tuple[Any, ...]:
        if self.where == "in place":
            self.meet(step)
            return _under(self.given, self.block, (step,))
        self.meet()
        added = _under(self.given, self.block, ())
        return (*added, step) if self.where == "before" else (step, *added)


def _under(
    given: t.Is | None, then: tuple[t.Statement, ...], otherwise: tuple[t.Statement, ...]
) -> tuple[t.Statement, ...]:
    if given is None:
        return then
    return (t.IfRead(given, then, otherwise, (), span=given.span),) if then or otherwise else ()


def head_of(part: t.Node) -> str:
    """The first line of a step as it reads by default, by which it is known."""
    match _by_default(part):
        case t.If(condition):
            return f"if {written(condition)}"
        case t.ForEach() | t.EyesClosed() as plain:
            return written(replace(plain, body=()))
        case t.ChooseOne() | t.Race() as plain:
            return written(replace(plain, options=()))
        case t.Meanwhile(race=race) as plain:
            return written(replace(plain, race=replace(race, options=())))
        case t.MayChoose() as plain:
            return written(replace(plain, body=(), otherwise=()))
        case plain:
            return written(plain)
