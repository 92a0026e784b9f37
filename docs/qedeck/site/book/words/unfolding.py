"""A claim too long for one sentence, taken apart: a line for each part, as rulebooks list what must hold together."""

from __future__ import annotations

from qedeck.site.book.prose import Paragraph
from qedeck.site.book.words import english_steps, japanese_steps
from qedeck.site.book.words.japanese_clauses import Japanese
from qedeck.site.book.words.sayings import conditions, operands
from qedeck.site.book.words.speaker import Speaker, sentence
from qedeck.site.book.words.speech import Env, Said, bare
from qedeck.spec import tree as t

LONG = 130, 60
"""A sentence of so many letters is read in one breath: in English, in Japanese."""
ALL = "all of this holds", "次のことがすべて成り立つ"
ONE = "at least one of these holds", "次のうち少なくとも1つが成り立つ"


def unfolded(speaker: Speaker, lead: str, expr: t.Expr, env: Env) -> tuple[Paragraph, ...]:
    """What is claimed, with what stands before it; nothing if one sentence is enough."""
    lines = _lines(speaker, lead, expr, env, 0)
    written = japanese_steps.written if isinstance(speaker, Japanese) else english_steps.written
    return tuple(map(written, lines)) if len(lines) > 1 else ()


def _lines(speaker: Speaker, lead: str, expr: t.Expr, env: Env, depth: int) -> list[Said]:
    ja = isinstance(speaker, Japanese)
    whole = lead + sentence(speaker, expr, env)
    if len(bare(whole)) > LONG[ja]:
        match expr:
            case t.Every(bind, where, body):
                inner, head = speaker.of_every(bind, where, env)
                return _lines(speaker, lead + head, body, inner, depth)
            case t.Or():
                given, rest = conditions(operands(expr))
                if given and rest:
                    lead, parts = lead + speaker.given(given, env, expr), rest
                else:
                    parts = operands(expr)
                if len(parts) == 1:
                    return _lines(speaker, lead, parts[0], env, depth)
                return _listed(speaker, lead + ONE[ja], parts, env, depth)
            case t.And():
                return _listed(speaker, lead + ALL[ja], operands(expr), env, depth)
            case _:
                pass
    return [Said(whole, depth, False)]


def _listed(speaker: Speaker, head: str, parts: list[t.Expr], env: Env, depth: int) -> list[Said]:
    inside = [line for part in parts for line in _lines(speaker, "", part, env, depth + 1)]
    return [Said(head, depth, False, True), *inside]
