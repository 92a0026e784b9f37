"""How a text goes wrong: one mutation takes a text and a source of chance, and gives another text."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

TOKEN = re.compile(r"[^\W\d]\w*(?:-\w+)*|\d+|[^\s\w]")
NAME = re.compile(r"[^\W\d]\w*(?:-\w+)*")
WORDS: list[str] = re.findall(
    r"\S+",
    """
    game players seats starts with is one of cards from to copies leave out parameter assumed such that reading zones
    pile row grid face up down seen by owner unseen full at start remember starting secret yes or no none define when
    otherwise except phase event on where priority becomes add take move all deal draw shuffle swap show everyone
    every if for each clockwise repeat until chance table moderator chooses may choose anyone do happens resolve
    judge require ending won drawn nobody wins before example given choosing then refused ended asked property always
    never reachable variant of replace remove restrict set and not in least most mod highest lowest first last only
    some number sum whichever seats after has card place player let be the a an left right opposite size top other was
    """,
)
ODD = [
    "山札", "「」", "　", "：", "、", "１２", "ｐｌａｙｅｒ", "🐺", "👩‍👩‍👧", "e\u0301", "\u202e", "\u200b", "\ufeff",
    "\x00", "\x07", "\x1b[31m", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\t", "²", "٣", "½", "ª",
    "\ud7ff", "\U000e0001",
    '"', "[", "]", "(", ")", "{", "--", "-", "=", "%", "\\", "$x", "@", "'", "0", "-1", "00", "007",
    "99999999999999999999", "2147483648", "1000000",
]
NUMBERS = ("0", "1", "2", "3", "5", "17", "41", "399", "1000", "100000", "999999999999", "9" * 5000, "none", "players")


def mutate(text: str, other: str, random: Random) -> str:
    """One to three mutations, most often one."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = random.choices(MUTATIONS, weights=WEIGHTS)[0](text, other, random)
    return text


# ---- lines ------------------------------------------------------------------------------


def _some_line(text: str, random: Random) -> tuple[list[str], int]:
    lines = text.split("\n")
    return lines, random.randrange(len(lines))


def delete_lines(text: str, other: str, random: Random) -> str:
    lines, at = _some_line(text, random)
    del lines[at : at + random.choice((1, 1, 1, 2, 5))]
    return "\n".join(lines)


def duplicate_line(text: str, other: str, random: Random) -> str:
    lines, at = _some_line(text, random)
    lines.insert(random.choice((at, random.randrange(len(lines) + 1))), lines[at])
    return "\n".join(lines)


def swap_lines(text: str, other: str, random: Random) -> str:
    lines, at = _some_line(text, random)
    to = random.choice((min(at + 1, len(lines) - 1), random.randrange(len(lines))))
    lines[at], lines[to] = lines[to], lines[at]
    return "\n".join(lines)


def indent(text: str, other: str, random: Random) -> str:
    lines, at = _some_line(text, random)
    body = lines[at].lstrip()
    width = max(len(lines[at]) - len(body) + random.choice((-4, -2, -1, 1, 2, 4)), 0)
    lines[at] = random.choice((" " * width, " " * width, "\t", "\u3000" * (width // 2))) + body
    return "\n".join(lines)


def delete_clause(text: str, other: str, random: Random) -> str:
    clauses = re.split(r"(?m)^(?=\S)", text)
    del clauses[random.randrange(len(clauses))]
    return "".join(clauses)


# ---- tokens and characters ------------------------------------------------------------------


def _some_token(text: str, random: Random, kind: re.Pattern[str] = TOKEN) -> tuple[int, int]:
    found = list(kind.finditer(text))
    return random.choice(found).span() if found else (0, 0)


def delete_token(text: str, other: str, random: Random) -> str:
    start, end = _some_token(text, random)
    return text[:start] + text[end:]


def duplicate_token(text: str, other: str, random: Random) -> str:
    start, end = _some_token(text, random)
    return f"{text[:end]} {text[start:end]}{text[end:]}"


def swap_tokens(text: str, other: str, random: Random) -> str:
    (a, b), (x, y) = sorted((_some_token(text, random), _some_token(text, random)))
    return text if b > x else text[:a] + text[x:y] + text[b:x] + text[a:b] + text[y:]


def rename(text: str, other: str, random: Random) -> str:
    start, end = _some_token(text, random, NAME)
    a, b = _some_token(text, random, NAME)
    return text[:start] + text[a:b] + text[end:]


def rename_everywhere(text: str, other: str, random: Random) -> str:
    (start, end), (a, b) = _some_token(text, random, NAME), _some_token(text, random, NAME)
    name, new = text[start:end], text[a:b]
    return re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", new, text) if name else text


def keyword(text: str, other: str, random: Random) -> str:
    start, end = _some_token(text, random)
    return text[:start] + random.choice(WORDS) + text[end:]


def number(text: str, other: str, random: Random) -> str:
    start, end = _some_token(text, random, re.compile(r"\d+")) if random.random() < 0.8 else _some_token(text, random)
    return text[:start] + random.choice(NUMBERS) + text[end:]


def expression(text: str, other: str, random: Random) -> str:
    """A stretch of one line goes where another stretch was: often it still parses."""
    lines = text.split("\n")
    giver, taker = random.choice(lines).split(), random.randrange(len(lines))
    words = lines[taker].split(" ")
    if not giver or len(words) < 2:
        return text
    start, to = random.randrange(len(giver)), random.randrange(len(words))
    words[to : to + random.randint(0, 4)] = giver[start : start + random.randint(1, 5)]
    lines[taker] = " ".join(words)
    return "\n".join(lines)


def character(text: str, other: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    kind = random.randrange(3)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    return text[:at] + random.choice(text or " ") + text[at + (kind - 1) :]


def odd_signs(text: str, other: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    if random.random() < 0.5:
        at = _some_token(text, random)[random.randrange(2)]
    return text[:at] + random.choice(ODD) + text[at:]


# ---- the whole ----------------------------------------------------------------------------------


def truncate(text: str, other: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return random.choice((text[:at], text[:at], text[at:]))


def splice(text: str, other: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]


def borrow_clause(text: str, other: str, random: Random) -> str:
    clauses, others = re.split(r"(?m)^(?=\S)", text), re.split(r"(?m)^(?=\S)", other)
    clauses.insert(random.randrange(len(clauses) + 1), random.choice(others))
    return "".join(clauses)


def nest(text: str, other: str, random: Random) -> str:
    """Brackets, negations, conditions or levels, deeper than anybody writes."""
    depth = random.choice((3, 30, 90, 130, 400, 2000))
    start, end = _some_token(text, random)
    token = text[start:end]
    kind = random.randrange(6)
    if kind == 0:
        return text[:start] + "(" * depth + token + ")" * depth + text[end:]
    if kind == 1:
        return text[:start] + "not " * depth + token + text[end:]
    if kind == 2:
        return text[:start] + " + ".join([token] * depth) + text[end:]
    if kind == 3:
        return text[:start] + "left of " * depth + token + text[end:]
    if kind == 4:
        return text[:start] + " otherwise ".join([token] * depth) + text[end:]
    deep = "".join(f"{'  ' * level}if yes\n" for level in range(1, depth + 1)) + "  " * (depth + 1) + "resolve it\n"
    return f"{text}\nphase very-deep\n{deep}"


def lengthen(text: str, other: str, random: Random) -> str:
    start, end = _some_token(text, random)
    times = random.choice((50, 1000, 20_000))
    token = text[start:end]
    return text[:start] + random.choice((token, f"{token} ", f"{token}, ", " ")) * times + text[end:]


def line_ends(text: str, other: str, random: Random) -> str:
    return text.replace("\n", random.choice(("\r\n", "\r", "\n\n", "\n  \n", "\u2028")))


Mutation = Callable[[str, str, Random], str]
_WEIGHED: dict[Mutation, int] = {
    delete_lines: 8, duplicate_line: 6, swap_lines: 6, indent: 5, delete_clause: 8, delete_token: 8, duplicate_token: 5,
    swap_tokens: 10, rename: 18, rename_everywhere: 6, keyword: 8, number: 10, expression: 16, character: 5,
    odd_signs: 6, truncate: 3, splice: 3, borrow_clause: 4, nest: 3, lengthen: 2, line_ends: 1,
}
MUTATIONS, WEIGHTS = list(_WEIGHED), list(_WEIGHED.values())
