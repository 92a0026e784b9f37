"""A game with one thing changed, again and again: every small mistake that a rule leaves room for.

In: a game; out: mutants, in the order of the text, each the clauses of a game with one piece other than it was.
Only rules are changed: not the head, lists of words, readings, what is assumed of parameters, examples, properties,
texts, nor definitions that nothing but properties speaks of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from qedeck.proofs.mutation.changes import Change, Names, changes
from qedeck.proofs.uses.cited import Rulebook
from qedeck.spec import tree as t
from qedeck.spec.game import Game
from qedeck.spec.source import Source, Span

LONGEST = 60
"""Characters of a piece of text that are shown."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A game with one change."""

    number: int
    clause: str
    """What the changed clause is called: `phase deal-out`."""
    line: int
    words: str
    cites: tuple[str, ...]
    """The statements of the rulebook that it has to do with, the nearest first."""
    clauses: tuple[t.Clause, ...]


def mutants(game: Game) -> list[Mutant]:
    """Every change, in the order of the text."""
    write = _Writer(game.sources)
    written = rules(game.clauses)
    names = exchangeable(written)
    made: list[Mutant] = []
    for at, clause in enumerate(game.clauses):
        for change in _varied(clause, names, write) if isinstance(clause, _CHANGED) and clause in written else ():
            clauses = (*game.clauses[:at], change.new, *game.clauses[at + 1 :])
            line = write.line(change.span)
            made.append(Mutant(len(made) + 1, title(clause, change.span), line, change.words, change.cites, clauses))
    return made


def title(clause: t.Clause, span: Span) -> str:
    """What a clause is called; a line of `zones` or `remember` by its own name."""
    written = list(Rulebook((clause,)).clauses.values())
    if isinstance(clause, t.Zones | t.Remember):
        for line, named in zip(clause.lines, written, strict=True):
            if line.span.start <= span.start < line.span.end:
                return named.title
    return written[0].title


# ---- walking ---------------------------------------------------------------------------------------

_KEPT = {"span", "cites", "assumed", "name", "params", "parts", "members", "alternatives", "keys"}
"""Parts of the tree in which nothing is changed."""


def _varied(node: Any, names: Names, write: _Writer) -> Iterator[Change]:
    """Every way to change one thing in a piece of the tree: itself, or something within it."""
    cited = tuple(word.text for word in getattr(node, "cites", ()))
    for change in _changed(node, names, write):
        yield replace(change, cites=(*change.cites, *cited)) if cited else change


def _changed(node: Any, names: Names, write: _Writer) -> Iterator[Change]:
    yield from changes(node, names, write)
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in _KEPT or (isinstance(node, t.Remembered) and field.name == "type"):
            continue
        if isinstance(value, t.Node):
            for change in _varied(value, names, write):
                yield replace(change, new=replace(node, **{field.name: change.new}))
        elif isinstance(value, tuple):
            for k, item in enumerate(value):
                for change in _varied(item, names, write) if isinstance(item, t.Node) else ():
                    new = change.new if isinstance(change.new, tuple) else (change.new,)
                    yield replace(change, new=replace(node, **{field.name: (*value[:k], *new, *value[k + 1 :])}))
    if isinstance(node, t.Parameter):
        for k, limit in enumerate(node.such_that):
            rest = node.such_that[:k] + node.such_that[k + 1 :]
            yield Change(replace(node, such_that=rest), f"drop `such that` {write(limit)}", limit.span)


class _Writer:
    """Pieces of the tree as they were written."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.sources = sources

    def __call__(self, node: t.Node) -> str:
        source = self.sources.get(node.span.file)
        text = source.text[node.span.start : node.span.end] if source else type(node).__name__
        words = " ".join(line.split("[")[0].split("--")[0].strip() for line in text.splitlines())
        words = " ".join(words.split())
        return f"`{words if len(words) <= LONGEST else words[: LONGEST - 1] + '…'}`"

    def line(self, span: Span) -> int:
        source = self.sources.get(span.file)
        return source.line_of(span.start) if source else 0


# ---- what is a rule --------------------------------------------------------------------------------

_CHANGED = (t.Cards, t.LeaveOut, t.Parameter, t.Zones, t.Remember, t.Define, t.Phase, t.Trigger, t.Ending)


def rules(clauses: tuple[t.Clause, ...]) -> tuple[t.Clause, ...]:
    """The clauses without examples and properties, and without what only properties speak of."""
    defines = {cl.name.text: cl for cl in clauses if isinstance(cl, t.Define)}
    claims = asked_for((cl for cl in clauses if isinstance(cl, t.Property)), defines)
    others = asked_for((cl for cl in clauses if not isinstance(cl, t.Property | t.Define)), defines)
    return tuple(
        cl
        for cl in clauses
        if not isinstance(cl, t.Property | t.Example)
        and not (isinstance(cl, t.Define) and cl.name.text in claims - others)
    )


def asked_for(clauses: Iterable[t.Clause], defines: Mapping[str, t.Define]) -> set[str]:
    """The definitions that some clauses speak of, directly or through others."""
    found: set[str] = set()
    waiting = [word for clause in clauses for word in _words(clause)]
    while waiting:
        word = waiting.pop()
        if word in defines and word not in found:
            found.add(word)
            waiting += _words(defines[word])
    return found


def _words(node: Any) -> Iterator[str]:
    """Every word of a piece of the tree."""
    if isinstance(node, tuple):
        for item in node:
            yield from _words(item)
    elif isinstance(node, t.Node):
        yield from (str(getattr(node, name)) for name in ("word", "text") if hasattr(node, name))
        for field in fields(node):
            yield from _words(getattr(node, field.name))


# ---- names of the same kind ------------------------------------------------------------------------


def exchangeable(clauses: tuple[t.Clause, ...]) -> Names:
    """For each name the next one of its kind: word of a list, family of cards, zone, value, definition."""
    groups: dict[object, list[str]] = {"seats": ["left", "right"]}
    for clause in clauses:
        match clause:
            case t.Values(name, members) | t.Reading(name, members):
                groups[name.text] = [word.text for word in members]
            case t.Cards(name, lines=lines):
                groups["cards", name] = [line.family.text for line in lines]
            case t.Zones(lines):
                for zone in lines:
                    alike = zone.kind, tuple(map(_text, zone.kept_for)), zone.holds.text
                    groups.setdefault(alike, []).append(zone.name.text)
            case t.Remember(lines):
                for line in lines:
                    kept_for = tuple(map(_text, (*line.kept_for, *line.lying_in)))
                    groups.setdefault(("kept", kept_for, _sort(line.type)), []).append(line.name.text)
            case t.Define(name, params, parts) if len(parts) == 1:
                kinds = tuple((param.type.text, _text(param.zone)) for param in params)
                groups.setdefault((kinds, _sort(parts[0].type)), []).append(name.text)
            case _:
                pass
    names: Names = {}
    for group in groups.values():
        for word, other in zip(group, group[1:] + group[:1], strict=True):
            if word != other:
                names[word] = tuple(dict.fromkeys((*names.get(word, ()), other)))
    return names


def _text(word: t.Word | None) -> str:
    return word.text if word is not None else ""


def _sort(kind: t.Type) -> str:
    """What kind of value it is; numbers are alike whatever their range."""
    match kind:
        case t.TypeName(word):
            return word.text
        case t.TypePlace(zone):
            return f"place in {zone}"
        case t.TypeYesNo():
            return "yes or no"
        case t.TypeRange():
            return "number"
