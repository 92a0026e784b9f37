"""The formatter: text in, the same text in its one layout out.

It works on lines and tokens and drops, adds or reorders none of them, so that the tree stays
the same and every comment stays. Text whose lines it cannot make out comes back unchanged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.cells import cell_len

from qedeck.spec.grammar import keywords

STEP = 2
CITE_COLUMN = 64
"""Counted from 1, in cells: far enough right that most lines stay clear of it."""

# The terminals of grammar.lark, with comments first because two minus signs start one.
_TOKEN = re.compile(
    r"""(?P<comment>--.*)|(?P<cite>\[[^\]]*\])|(?P<text>"[^"]*")|(?P<name>[^\W\d]\w*(?:-\w+)*)"""
    r"""|(?P<number>\d+)|(?P<sign><=|>=|[-+*/<>,:()])|(?P<space>[ \t\u3000\r]+)"""
)
_VALUE_WORDS = frozenset({"players", "yes", "no", "none"})
"""Words of the language that are values: a minus after one subtracts."""

_BEFORE_VALUES = frozenset({"assumed", "starting"})
"""Words that may be names elsewhere; what they are of comes after them."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class _Line:
    """One line in canonical spacing."""

    indent: int
    code: str
    cites: str
    comment: str
    inside: bool = False
    """The line goes on in the brackets of the one before."""

    @property
    def blank(self) -> bool:
        return not (self.code or self.comment)


def format_text(text: str) -> str:
    """The text in its one layout; unchanged if its signs or its indentation make no sense."""
    lines = _lines(text)
    levels = None if lines is None else _levels(lines)
    if lines is None or levels is None:
        return text
    printed = [_print(line, level) for line, level in zip(lines, levels, strict=True)]
    return "".join(row + "\n" for row in _spaced(lines, levels, printed))


# ---- one line ------------------------------------------------------------------------


def _lines(text: str) -> list[_Line] | None:
    lines: list[_Line] = []
    depth = 0
    box: int | None = None
    for raw in text.split("\n"):
        body = raw.lstrip(" \t\u3000")
        tokens = _tokens(body)
        if tokens is None:
            return None
        indent = raw[: len(raw) - len(body)]
        comment = tokens.pop().text.rstrip(" \t\u3000\r") if tokens and tokens[-1].kind == "comment" else ""
        if tokens and indent.strip(" "):
            return None
        if tokens and not indent:
            # The reader cuts here whatever is open, so an open bracket ends as well.
            depth = 0
        cut = len(tokens)
        while cut and tokens[cut - 1].kind == "cite":
            cut -= 1
        if tokens and depth == 0:
            box = _box(tokens[0].text, len(indent), box)
        listed = box is not None and len(indent) > box
        declares = depth == 0 and bool(tokens) and (listed or tokens[0].text == "define")
        code, cites = _join(tokens[:cut], declares), " ".join(_cite(token.text) for token in tokens[cut:])
        if not code:
            # A citation on a line of its own must not look like a line further in.
            code, cites = cites, ""
        lines.append(_Line(len(indent), code, cites, comment, depth > 0 and bool(tokens)))
        signs = [token.text for token in tokens if token.kind == "sign"]
        depth = max(depth + signs.count("(") - signs.count(")"), 0)
    return lines


def _tokens(body: str) -> list[_Token] | None:
    tokens: list[_Token] = []
    at = 0
    while at < len(body):
        found = _TOKEN.match(body, at)
        if found is None:
            return None
        if found.lastgroup != "space":
            tokens.append(_Token(found.lastgroup or "", found.group()))
        at = found.end()
    return tokens


def _cite(text: str) -> str:
    return f"[{' '.join(text[1:-1].split())}]"


def _box(word: str, indent: int, box: int | None) -> int | None:
    """How far in the list of cards begins that this line belongs to, if any."""
    if box is not None and indent > box:
        return box
    return indent if word == "cards" else None


def _join(tokens: list[_Token], declares: bool) -> str:
    """One line; where something is declared, a number after a name is its value, perhaps one below 0."""
    out = ""
    left: _Token | None = None
    negates = False
    for place, token in enumerate(tokens):
        if left is not None:
            out += " " if token.text == "(" and _opens(tokens[:place]) else _gap(left, token, negates)
        out += token.text
        value = declares and place > 1 and tokens[place - 2].text in (",", ":") and _alone(tokens[place + 1 :])
        negates = token.text == "-" and (value or not _ends_value(left))
        left = token
    return out


def _alone(after: list[_Token]) -> bool:
    """Whether a number stands there that belongs to no sum."""
    return bool(after) and after[0].kind == "number" and (len(after) == 1 or after[1].text in (",", "to"))


def _opens(before: list[_Token]) -> bool:
    """Whether the words so far open a claim or a condition: what follows in parentheses are no arguments."""
    words = [token.text for token in before]
    if len(words) == 1:
        return words[0] in ("always", "never", "reachable", "assuming", "given", "then")
    if words[0] == "each":
        return words[-1] == "keeps"
    if "tell" in words[:-1] and words[-1] == "while":
        return True
    return words[-2:] in (["choice", "makes"], ["positions", "have"], ["can", "tell"], ["never", "tell"])


def _gap(left: _Token, right: _Token, negates: bool) -> str:
    if right.text in (",", ":", ")") or left.text == "(":
        return ""
    if negates:
        # Two minus signs side by side would start a comment.
        return " " if right.text == "-" else ""
    if right.text == "(" and left.kind == "name" and left.text not in keywords():
        return ""
    return " "


def _ends_value(token: _Token | None) -> bool:
    """Whether a minus after this token subtracts; otherwise it is the sign of a number."""
    if token is None:
        return False
    if token.kind == "name":
        return token.text in _VALUE_WORDS or token.text not in keywords() | _BEFORE_VALUES
    return token.kind == "number" or token.text == ")"


def _print(line: _Line, level: int) -> str:
    if line.blank:
        return ""
    row = " " * (STEP * level) + line.code
    if line.cites:
        row = row + " " * max(CITE_COLUMN - 1 - cell_len(row), 1) + line.cites
    if line.comment:
        row = row + ("  " if line.code else "") + line.comment
    return row


# ---- levels and blank lines --------------------------------------------------------------


def _levels(lines: list[_Line]) -> list[int] | None:
    """How deep each line is, by the widths of the lines around it; None where they do not fit."""
    levels = [0] * len(lines)
    stack = [0]
    waiting: list[int] = []
    started = False
    for at, line in enumerate(lines):
        if not line.code:
            waiting.append(at)
            continue
        above = list(stack)
        if line.inside:
            levels[at] = len(stack) + 1
        else:
            while stack[-1] > line.indent:
                stack.pop()
            if line.indent > stack[-1]:
                if not started or stack[-1] != above[-1]:
                    return None
                stack.append(line.indent)
            levels[at] = len(stack) - 1
        _settle(lines, levels, waiting, above, levels[at], line.indent)
        waiting = []
        started = True
    _settle(lines, levels, waiting, stack, 0, 0)
    return levels


def _settle(
    lines: list[_Line], levels: list[int], comments: list[int], above: list[int], level: int, width: int
) -> None:
    """A comment speaks of the line below it, unless it closes a block: deeper, with no blank line before."""
    closing = True
    for at in comments:
        depth = sum(known <= lines[at].indent for known in above) - 1
        closing = closing and not lines[at].blank and lines[at].indent > width and depth > level
        levels[at] = depth if closing else level


def _spaced(lines: list[_Line], levels: list[int], printed: list[str]) -> list[str]:
    """One blank line between clauses, at most one elsewhere; clauses of one line may stand together."""
    code = [at for at, line in enumerate(lines) if line.code]
    rows: list[str] = []
    above: int | None = None
    for nth, at in enumerate([*code, len(lines)]):
        ended = at == len(lines)
        level = 0 if ended else levels[at]
        rest = list(range(0 if above is None else above + 1, at))
        while rest and levels[rest[0]] > level:
            rows.append(printed[rest.pop(0)])
        alone = ended or nth + 1 == len(code) or levels[code[nth + 1]] == 0
        both_short = above is not None and levels[above] == 0 and alone
        wanted = above is not None and level == 0 and not both_short
        under_head = above is not None and levels[above] == 0 and level > 0
        rows += _gaps([printed[i] for i in rest], wanted, above is not None and not under_head)
        if not ended:
            rows.append(printed[at])
        above = at
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _gaps(rows: list[str], wanted: bool, allowed: bool) -> list[str]:
    """The comments between two lines of code, with runs of blank lines made one."""
    out: list[str] = []
    blank = wanted
    for row in rows:
        if row:
            out += ["", row] if blank else [row]
            blank = False
        else:
            blank = blank or allowed or bool(out)
    return [*out, ""] if blank else out
