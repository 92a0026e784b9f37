"""A clause as it is written, in tokens, each name with the rule that says what it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import NamedTuple

from qedeck.site.book.fill.desk import Desk, Written
from qedeck.site.book.prose import anchor_of
from qedeck.site.book.rules import Code, Token, TokenKind
from qedeck.spec import tree as t
from qedeck.spec.checker.definitions import key_text
from qedeck.spec.home import SUFFIX
from qedeck.spec.source import Source, Span

# The terminals of the grammar, comments first because two minus signs start one.
_TOKEN = re.compile(
    r"""(?P<comment>--[^\n]*)|(?P<citation>\[[^\]\n]*\])|(?P<string>"[^"\n]*")|(?P<name>[^\W\d]\w*(?:-\w+)*)"""
    r"""|(?P<number>\d+)|(?P<space>\s+)|(?P<sign>.)"""
)


_BUILT_IN = frozenset({"player", "players", "number", "place", "gap"})
"""Words of the language that stand where a name may stand."""


def code_of(desk: Desk, name: str) -> Code:
    """The text of a clause, to its last line, moved to the left edge; in a variant, as it is with its changes."""
    span, part = desk.clauses[name].span, desk.written[name]
    source = desk.source(span)
    if source is None:
        return Code("", 0, ())
    inside = list(nodes(part))
    named, types, bound = named_at(inside), types_at(inside), bound_names(inside)
    tokens: list[Token] = []
    for place in _places(desk, part, source):
        tokens += [Token("space", "\n")] if tokens else []
        for found in _TOKEN.finditer(place.text):
            spot = place.source.name, place.offset + found.start()
            tokens.append(_token(desk, found, "type" if spot in types else "name" if spot in named else "", bound))
    own = anchor_of(name)
    tokens = [replace(token, to=None) if token.to == own else token for token in tokens]
    first, _ = clause_lines(source, span)
    return Code(desk.file(span), first, tuple(tokens), comment_above(source, first))


class _Place(NamedTuple):
    """A line of code: where its first sign stands, and what is shown of it."""

    source: Source
    offset: int
    text: str


def _places(desk: Desk, part: Written, source: Source) -> list[_Place]:
    """The lines of a clause; rows and cards that come from a variant stand where they belong."""
    first, last = clause_lines(source, part.span)
    lines = list(range(first, last + 1))
    found = _lines(source, lines)
    match part:
        case t.Define(body=t.By(rows=rows)) if any(row.span.file != source.name for row in rows):
            head = min(source.line_of(row.span.start) for row in rows if row.span.file == source.name)
            under = source.line_text(head)
            found = found[: head - first]
            for row in rows:
                found += _row(desk, row, len(under) - len(under.lstrip()))
        case t.Cards(lines=cards):
            for line in cards:
                other = desk.source(line.span)
                if other is not None and other.name != source.name and other.name.endswith(SUFFIX):
                    found += _lines(other, [other.line_of(line.span.start)], 2)
        case t.Game(low=low, high=high):
            said = f"players {low}" + (f" to {high}" if high > low else "")
            found = [place._replace(text=_PLAYERS.sub(said, place.text)) for place in found]
        case _:
            pass
    return found


_PLAYERS = re.compile(r"(?<=^  )players \d+( to \d+)?")


def _lines(source: Source, lines: list[int], indent: int = 0) -> list[_Place]:
    texts = [source.line_text(line) for line in lines]
    edge = min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)
    shown = ((line, text[edge:]) for line, text in zip(lines, texts, strict=True))
    # The blanks that are put in front stand nowhere: what is named is found by where it stands.
    return [_Place(source, source.offset_of(line) + edge - indent, " " * indent + text) for line, text in shown]


def _row(desk: Desk, row: t.Row, indent: int) -> list[_Place]:
    source = desk.source(row.span)
    if source is None:
        return []
    first, last = clause_lines(source, row.span)
    found = _lines(source, list(range(first, last + 1)), indent)
    head, colon, rest = found[0].text.partition(":")
    keys = ", ".join(key_text(key) for key in row.keys)
    if row.keys and len(row.keys) != head.count(",") + 1:
        # Some of its keys have a row of their own now.
        found[0] = found[0]._replace(text=" " * indent + keys + colon + rest)
    return found


def clause_text(source: Source, span: Span) -> str:
    """The lines of a clause, as they are written."""
    first, last = clause_lines(source, span)
    return "\n".join(source.line_text(line) for line in range(first, last + 1))


def clause_lines(source: Source, span: Span) -> tuple[int, int]:
    """From where to where a clause stands: comments and blank lines below it belong to what follows."""
    first, last = source.line_of(span.start), source.line_of(max(span.start, span.end - 1))
    if source.offset_of(last) >= span.end:
        last -= 1
    # A span may reach to where the next line begins.
    while last > first and not source.text[source.offset_of(last) : span.end].split("--")[0].strip():
        last -= 1
    return first, last


def _token(desk: Desk, found: re.Match[str], role: str, bound: frozenset[str]) -> Token:
    kind, said = found.lastgroup or "sign", found.group()
    if kind != "name":
        return Token(_KINDS[kind], said)
    if not role or (said in _BUILT_IN and said not in desk.named):
        return Token("keyword", said)
    if role == "type":
        key = desk.kinds.get(said)
        return Token("name", said, anchor_of(key) if key else None)
    return Token("name", said, None if said in bound else desk.anchor(said))


_KINDS: dict[str, TokenKind] = {
    "comment": "comment", "citation": "citation", "string": "string", "number": "number", "space": "space",
    "sign": "sign",
}


def named_at(inside: Iterable[t.Node]) -> frozenset[tuple[str, int]]:
    """Where names begin; all other words of a clause are the language's own."""
    named = (t.Word, t.Name, t.Numbered, t.Call, t.Of, t.At, t.Key)
    return frozenset((node.span.file, node.span.start) for node in inside if isinstance(node, named))


def types_at(inside: Iterable[t.Node]) -> frozenset[tuple[str, int]]:
    """Where names stand that say of what kind something is."""
    found: set[tuple[str, int]] = set()
    for node in inside:
        match node:
            case t.Bind(type=word) | t.Param(type=word) | t.TypeName(word=word) | t.Zone(holds=word):
                found.add((word.span.file, word.span.start))
            case _:
                pass
        each = getattr(node, "each", None)
        if isinstance(each, t.Word):
            found.add((each.span.file, each.span.start))
    return frozenset(found)


def bound_names(inside: Iterable[t.Node]) -> frozenset[str]:
    """The names that a clause binds for itself: parameters, players p and cards c, `let … be`."""
    found: set[str] = set()
    for node in inside:
        if isinstance(node, t.Bind | t.Param | t.LetBe | t.Race | t.Trigger):
            found.add(node.name.text)
    return frozenset(found)


def nodes(part: object) -> Iterator[t.Node]:
    """A part of the tree and all that is in it, in the order in which it is written."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += reversed(one)
        elif isinstance(one, t.Node):
            yield one
            waiting += [getattr(one, name) for name in _inside(type(one))]


_INSIDE: dict[type[t.Node], tuple[str, ...]] = {}


def _inside(kind: type[t.Node]) -> tuple[str, ...]:
    """The parts of a node that may hold other nodes, the last one first."""
    if kind not in _INSIDE:
        names = [field.name for field in fields(kind) if field.name not in ("span", "cites", "beside")]
        _INSIDE[kind] = tuple(reversed(names))
    return _INSIDE[kind]


def comment_above(source: Source, line: int) -> str:
    """What stands in the lines directly above; clauses of one line may share a comment."""
    lines: list[str] = []
    at = line - 1
    while at >= 1 and source.line_text(at).strip() and not source.line_text(at).startswith(("--", " ")):
        at -= 1
    while at >= 1 and source.line_text(at).startswith("--"):
        lines.append(source.line_text(at).removeprefix("--").strip())
        at -= 1
    return " ".join(reversed(lines))
