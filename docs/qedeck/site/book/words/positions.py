"""Positions that a verdict tells in the words of the rules file, told in the words of the game.

What a prover wrote down is read as the lines of an example are; a line that cannot be read so stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from qedeck.site.book.fill.coding import nodes
from qedeck.site.book.prose import plain
from qedeck.site.book.words.speaker import Speaker, condition
from qedeck.site.book.words.speech import Env, Known, capital, prose_of
from qedeck.site.book.words.trial_lines import line_in_words
from qedeck.spec import tree as t
from qedeck.spec.reader import read
from qedeck.spec.source import Source

SAID = {
    "the one:": ("One position:", "一方の場面："),
    "the other:": ("The other position:", "もう一方の場面："),
    "it is so however the cards lie": ("It is so however the cards lie", "カードがどう並んでいても、そうなる"),
}
_ONE_EACH = re.compile(r"([\w-]+): (.+)")
_PAIR = re.compile(r"(.+) ([\w-]+)")
_WHEN = re.compile(r"([\w -]+) wins: (.+)")
_WORTH = re.compile(r"(.+)(?:: | is )(yes|no)")
"""`was (…): yes`; of what can be true or false by itself, `… is yes` may say the same."""


def told_positions(speaker: Speaker, story: Sequence[str]) -> tuple[str, ...] | None:
    """What lies where and what is remembered, line by line; None if somebody else has to tell it."""
    told = [_told(speaker, line) for line in story]
    return None if not told or None in told else tuple(line for line in told if line is not None)


def told_facts(speaker: Speaker, facts: Sequence[str], prop: t.Property) -> tuple[str, ...] | None:
    """What stands out in a position, each fact as a sentence; names that the property binds are known."""
    env, desk = Env(), speaker.lore.desk
    for node in nodes(prop.claims):
        if isinstance(node, t.Bind):
            kind, gap = speaker.lore.kind(node.type.text), "" if desk.ja else " "
            words = node.name.text if kind == "number" else f"{desk.word(kind)}{gap}{node.name.text}"
            env = env.bind(node.name.text, Known(kind, words))
    told = [_fact(speaker, line, env) for line in facts]
    return None if not told or None in told else tuple(line for line in told if line is not None)


def _told(speaker: Speaker, line: str) -> str | None:
    desk = speaker.lore.desk
    if line in SAID:
        return SAID[line][desk.ja]
    if (one := _WHEN.fullmatch(line)) is not None:
        inside = _told(speaker, one[2])
        head = f"{desk.word(one[1])}が勝つ並び――" if desk.ja else f"{capital(desk.word(one[1]))} wins with "
        return None if inside is None else head + inside
    name = re.match(r"[\w-]*", line)
    part = desk.written.get(desk.named.get(name[0], "")) if name else None
    match part:
        case t.Zone():
            read_as = f"given {line.replace(': ', ' is ', 1)}"
        case t.Reading() | t.Parameter() if ": " not in line:
            read_as = f"with {line}"
        case t.Remembered() if ": " not in line:
            read_as = f"given {line}"
        case t.Parameter() | t.Remembered():
            return _one_each(speaker, line)
        case _:
            return None
    found = _lines(read_as)
    return plain(line_in_words(speaker, found[0])).rstrip("。.") if found else None


def _one_each(speaker: Speaker, line: str) -> str | None:
    """`icons: chest 1 5, chest 2 5`: what each of them has."""
    whole, desk = _ONE_EACH.fullmatch(line), speaker.lore.desk
    pairs = [_PAIR.fullmatch(one) for one in whole[2].split(", ")] if whole else []
    if whole is None or None in pairs:
        return None
    colon, comma, each = ("：", "、", "＝") if desk.ja else (": ", ", ", " = ")
    told = (f"{desk.word(one[1])}{each}{desk.word(one[2])}" for one in pairs if one is not None)
    return f"{capital(plain(prose_of(speaker.lore.name(whole[1]))))}{colon}{comma.join(told)}"


def _fact(speaker: Speaker, line: str, env: Env) -> str | None:
    worth = _WORTH.fullmatch(line)
    found = _lines(f"then {line}")
    if worth is not None and not found:
        found = _lines(f"then {worth[1]}" if worth[2] == "yes" else f"then not ({worth[1]})")
    if len(found) != 1 or not isinstance(found[0], t.Then):
        return None
    said = plain(prose_of(condition(speaker, found[0].expect, env)))
    return said.removesuffix("である") if speaker.lore.desk.ja else capital(said)


def _lines(text: str) -> tuple[t.ExampleLine, ...]:
    """A line as an example has it; nothing if it cannot be read so."""
    file, wrong = read(Source("a position", f"example told\n  {text}\n"))
    clause = file.clauses[0] if file.clauses and not wrong else None
    return clause.lines if isinstance(clause, t.Example) else ()
