"""Choices as people write them, one a line: words in; who, option and values out.

    chest 7
    player 2: knock
    match with player 2 and top-left
"""

from __future__ import annotations

import re

from qedeck.interpreter.words import Word, as_number

_WHO = re.compile(r"^\s*(player \d+|table|moderator|anyone|chance)\s*:\s*(.*)$")
_COMMENT = re.compile(r"(^|\s)--.*$")


def read_line(line: str) -> tuple[str | None, str | None, tuple[Word, ...]]:
    """Who is said to choose (or nobody), the option (or none is named), and what is picked."""
    text = _COMMENT.sub("", line).strip()
    who = None
    found = _WHO.match(text)
    if found:
        who, text = found.group(1), found.group(2).strip()
    option, with_, rest = (part.strip() for part in text.partition(" with "))
    if with_:
        return who, option, tuple(read_word(part) for part in rest.split(" and "))
    return who, None, tuple(read_word(part) for part in text.split(" and "))


def read_word(text: str) -> Word:
    text = " ".join(text.split())
    number = as_number(text)
    if number is not None:
        return number
    return {"yes": True, "no": False}.get(text, text)


def script_lines(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    lines = ((number, _COMMENT.sub("", line).strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in lines if line]
