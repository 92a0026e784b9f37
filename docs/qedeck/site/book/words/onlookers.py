"""Lines of examples in words: the step at which one begins within a phase; what somebody is shown, notices or hears."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from qedeck.site.book.words.japanese_clauses import Japanese
from qedeck.site.book.words.sayings import operands
from qedeck.site.book.words.speaker import Speaker
from qedeck.site.book.words.speech import Env
from qedeck.spec import tree as t

ENGLISH = {
    "shown": ("is shown", "is not shown"),
    "noticed": ("notices", "does not notice"),
    "heard": ("hears", "does not hear"),
}
JAPANESE = {
    "shown": ("を", "見せられます", "見せられません"),
    "noticed": ("に", "気づきます", "気づきません"),
    "heard": ("を", "聞きます", "聞きません"),
}


UNDER = ("; if so", "、次のようにします")
"""How the first line of a step ends that has others under it: they are not told here."""


def begun(speaker: Speaker, line: t.WhenFrom, chosen: list[str]) -> str:
    """A phase that is played from one of its steps on, with the choices made there."""
    args = [speaker.term(arg, Env()) for arg in line.args]
    name, (step, rest) = speaker.lore.name(line.phase.text), _step(speaker, line)
    if isinstance(speaker, Japanese):
        whom = f"{'と'.join(args)}について、" if args else ""
        also = "".join(f"（{name}は{value}）" for name, value in rest)
        done = f"{whom}「{name}」を、「{step}」{also}のところから"
        return f"{done}行い、{'、'.join(chosen)}を選びます" if chosen else f"{done}行います"
    whom = f" for {', '.join(args)}" if args else ""
    also = "".join(f", where {name} is {value}" for name, value in rest)
    said = f"now “{name}”{whom}, from this step on: {step}{also}"
    return said + (f"; the choice is {', then '.join(chosen)}" if chosen else "")


def _step(speaker: Speaker, line: t.WhenFrom) -> tuple[str, list[tuple[str, str]]]:
    """The step at which it begins, with what is told of its names in their place; and what else is told."""
    told: dict[str, t.Expr] = {}
    for part in operands(line.where) if isinstance(line.where, t.And) else [line.where]:
        match part:
            case t.Is(t.Name(name), value, False):
                told[name] = value
    met: set[str] = set()
    said = speaker.steps((_in_place(line.step, told, met),), Env(), 1)[0].text
    for under in UNDER:
        said = said.removesuffix(under)
    rest = [(name, value) for name, value in told.items() if name not in met]
    return said, [(speaker.lore.desk.word(name), speaker.term(value, Env())) for name, value in rest]


def _in_place(part: Any, told: dict[str, t.Expr], met: set[str]) -> Any:
    """A part of the tree with what is told in the place of names."""
    if isinstance(part, tuple):
        return tuple(_in_place(one, told, met) for one in part)
    if isinstance(part, t.Name) and part.word in told:
        met.add(part.word)
        return told[part.word]
    if not isinstance(part, t.Node) or isinstance(part, t.Word):
        return part
    inside = {field.name: getattr(part, field.name) for field in fields(part)}
    made = {name: _in_place(value, told, met) for name, value in inside.items() if isinstance(value, t.Node | tuple)}
    return replace(part, **made)


def learned(speaker: Speaker, line: t.ThenLearns) -> str:
    """What somebody is told of, or is not."""
    who, never = speaker.audience(line.who, line.where, Env()), line.negated
    at_all = line.whatever is not None and line.whatever.text == "something"
    said = [_announced(speaker, one) if line.how == "heard" else speaker.term(one, Env()) for one in line.what]
    if isinstance(speaker, Japanese):
        part, verb, not_so = JAPANESE[line.how]
        if not said:
            return f"{who}は何か{part}{verb}" if at_all else f"{who}は{'何にも' if part == 'に' else '何も'}{not_so}"
        if never and len(said) > 1:
            also = "にも" if part == "に" else "も"
            return f"{who}は{''.join(f'{one}{also}' for one in said)}{not_so}"
        return f"{who}は{'と'.join(said)}{part}{not_so if never else verb}"
    verb, not_so = ENGLISH[line.how]
    if not said:
        return f"{who} {verb} {'something' if at_all else 'nothing'}"
    joined = " or " if never else " and "
    listed = f"{', '.join(said[:-1])}{joined}{said[-1]}" if len(said) > 1 else said[0]
    return f"{who} {not_so if never else verb} {listed}"


def _announced(speaker: Speaker, what: t.Expr) -> str:
    said = speaker.lore.desk.announced(what.word if isinstance(what, t.Name) else "")
    return f"「{said}」" if isinstance(speaker, Japanese) else f"“{said}”"
