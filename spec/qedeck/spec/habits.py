"""Beside stage 1: words and signs of other languages, and of card tables, with what is written here instead.

Asked only where a clause cannot be read, or a name is not known: whoever calls a zone `next` may.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Habit:
    """What somebody is used to write: where it stands in the line, what is said of it, and what serves here."""

    start: int
    end: int
    said: str
    hint: str


LONGEST = 200
"""Signs of a line that is looked at: nobody writes a longer one by habit."""
WORDS = {
    "true": "yes",
    "false": "no",
    "null": "none",
    "nil": "none",
    "nobody": "none",
    "nothing": "none",
    "everybody": "everyone",
    "infinity": "",
}
"""Names of values, and what they are called here."""

ASKED = {
    "next": "left of p is the next player clockwise",
    "previous": "right of p is the player before",
    "max": "highest score of p for each player p; of two numbers a definition: when a > b: a, otherwise: b",
    "min": "lowest score of p for each player p; of two numbers a definition: when a < b: a, otherwise: b",
    "len": "size of trick is how many cards lie there",
    "length": "size of trick is how many cards lie there",
    "count": "size of trick is how many cards lie there; of others: number of players p where …",
    "bottom": "first card c in trick is the card at the bottom of a row, top of trick the one above",
    "random": "chance chooses a number n from 1 to 6",
    "abs": "a definition says it: when n < 0: 0 - n, otherwise: n",
}
"""Names of questions, and how they are asked here."""

KINDS = {
    "int": "0 to 9",
    "integer": "0 to 9",
    "float": "0 to 9",
    "number": "0 to 9",
    "bool": "yes or no",
    "boolean": "yes or no",
    "string": "a list of words: colour is one of red, blue",
    "text": "a list of words: colour is one of red, blue",
}
"""Kinds of values, and how they are written here."""

_OF = r"[\w-]+(?: of [\w-]+(?: \d+)?)*"
_WHO = rf"(?:(?:player \d+)|(?:{_OF}))"
_Row: TypeAlias = tuple[str, str, str]


@cache
def _table() -> dict[str, list[_Row]]:
    """`habits.txt`: steps, claims, lines of other clauses, parts of lines; a pattern, what is said, the hint."""
    text = resources.files("qedeck.spec").joinpath("habits.txt").read_text("utf-8")
    found: dict[str, list[_Row]] = {}
    for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        name, _, rows = part.partition("\n")
        for pattern, said in re.findall(r"^(\S.*)\n((?:  .*\n)+)", rows, re.MULTILINE):
            first, *hint = (line[2:] for line in said.splitlines())
            whole = pattern.replace("<who>", _WHO).replace("<of>", _OF)
            found.setdefault(name, []).append((whole, first, "\n".join(hint)))
    return found


_WITH_STEPS = ("phase", "on", "in", "replace", "add", "reading")
_WORDY = ("hid", "fac", "see", "(?:", "pla", "ran", "any", "all", "(?P")


def habit(kind: str, line: str, at: int) -> Habit | None:
    """What somebody may have meant by this line of a clause that begins with `kind`, of which the sign at `at`
    cannot be read."""
    if len(line) > LONGEST:
        return None
    code = re.sub(r"\s+--\s.*$|\s*\[[A-Z][^\]]*\]\s*$", "", line).rstrip()
    begins = [found.end() for found in re.finditer(r"^ *|(?<=[\w)]): +(?=\S)", code)]
    own = "steps" if kind in _WITH_STEPS else "claims" if kind == "property" else ""
    for pattern, said, instead in (*_table().get(own, ()), *_table()["lines"]):
        for begin in begins:
            if begin <= at and (found := re.compile(pattern).fullmatch(code, begin)):
                return _told(found, said, instead)
    near = [
        (found.start(), -found.end(), n, found)
        for n, (pattern, _, _) in enumerate(_table()["parts"])
        for found in re.finditer(rf"(?<![\w-])(?:{pattern})" if pattern[:3] in _WORDY else pattern, code)
        if found.start() - 1 <= at <= found.end() + 1
    ]
    if not near:
        return None
    _, _, n, found = min(near, key=lambda one: one[:3])
    return _told(found, *_table()["parts"][n][1:])


def _told(found: re.Match[str], said: str, instead: str) -> Habit:
    def part(name: re.Match[str]) -> str:
        return found[int(name[1]) if name[1].isdigit() else name[1]] or name[2] or ""

    said, hint = (re.sub(r"\{(\w+)(?:\|([\w-]+))?\}", part, text) for text in (said, instead.removeprefix("= ")))
    if instead.startswith("="):
        hint = f"write: {hint}" if hint.strip() else f"leave it out: {found[0]}"
    return Habit(found.start(), found.end(), said, hint)
