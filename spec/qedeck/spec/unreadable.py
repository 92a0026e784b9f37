"""Stage 1, messages: why a clause cannot be read, and what could stand there instead."""

from __future__ import annotations

import re
import unicodedata

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from qedeck.spec.diagnostic import Diagnostic, did_you_mean
from qedeck.spec.grammar import keywords, parser
from qedeck.spec.habits import habit
from qedeck.spec.source import Source, Span


def odd_indent(source: Source, start: int, text: str) -> Span:
    stack = [0]
    offset, previous = start, 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        body = line.strip()
        width = len(line) - len(line.lstrip(" "))
        if body and not body.startswith("--"):
            while stack[-1] > width:
                stack.pop()
            if stack[-1] < width:
                # Only a dedent to an unseen width is an error; a deeper line opens a level.
                if offset > start and width < previous:
                    return Span(source.name, offset, offset + width)
                stack.append(width)
            previous = width
        offset += len(line)
    return Span(source.name, start, start + 1)


def otherwise_written(source: Source, start: int, text: str, at: int | None) -> Diagnostic | None:
    """What cannot be read, if it is what other languages say."""
    # What ends a line is told of at the next one, or at the line's end.
    if at is None or at >= len(text) or text[at].isspace():
        at = len(text[:at].rstrip())
    begin = text.rfind("\n", 0, at) + 1
    line = text[begin:].split("\n", 1)[0]
    found = habit(text.split(None, 1)[0], line, at - begin)
    if found is None:
        return None
    first = start + begin
    return Diagnostic("Q110", found.said, Span(source.name, first + found.start, first + found.end), found.hint)


def syntax_error(source: Source, start: int, text: str, error: UnexpectedInput) -> Diagnostic:
    if isinstance(error, UnexpectedToken):
        return _unexpected_token(source, start, text, error)
    if isinstance(error, UnexpectedCharacters):
        at = start + (error.pos_in_stream or 0)
        char = source.text[at] if at < len(source.text) else ""
        span = Span(source.name, at, at + 1)
        if char == '"':
            return Diagnostic("Q107", "this text is never closed", span, 'close it with " on the same line')
        if char in "[]":
            return Diagnostic("Q107", "this citation is never closed", span, "close it with ] on the same line")
        return Diagnostic("Q101", f"the sign {char!r} means nothing here", span, _sign_hint(char))
    assert isinstance(error, UnexpectedEOF)
    return Diagnostic("Q101", "the clause ends too early", Span(source.name, start, start + 1))


def _sign_hint(char: str) -> str:
    full_width = {
        "：": ":",
        "，": ",",
        "、": ",",
        "（": "(",
        "）": ")",
        "＋": "+",
        "－": "-",
        "。": "the end of the line",
    }
    if char in full_width:
        return f"write {full_width[char]} in half width"
    if char == "=":
        return "write is to compare, becomes to change something"
    if char == "\t":
        return "use spaces"
    if char == "\r":
        return "lines end as on very old computers: let your editor save the file with the usual ends (LF)"
    if unicodedata.combining(char):
        return "it belongs to the letter before it: type both as one letter"
    return ""


_NAMES_FOR_TERMINALS = {
    "_NL": "the end of the line",
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in "…"',
    "CITE": "a citation [..]",
    "COMPARE": "a comparison",
    "ADDOP": "+ or -",
    "MULOP": "* / or mod",
    "_INDENT": "an indented line",
    "_DEDENT": "a line further left",
    "COMMA": "a comma",
    "COLON": "a colon",
    "LPAR": "(",
    "RPAR": ")",
    "PICKER": "first, last or only",
    "EXTREME": "highest or lowest",
    "MOST": "most or least",
    "MINUS": "-",
    "_TOGETHER": "together choose",
    "_TELLER": "player",
    "_WHILE": "while",
    "DEPTH_FIRST": "depth first",
    "NOBODY_MOVES": "nobody moves",
    "SECRETLY": "secretly",
    "LEARNS": "was shown, noticed or heard",
    "WHATEVER": "nothing",
}


def _colon_missing(error: UnexpectedToken) -> bool:
    """Whether the line would go on with a colon before this word."""
    if "COLON" not in (error.accepts or ()) or error.interactive_parser is None:
        return False
    with_colon = error.interactive_parser.copy()  # type: ignore[no-untyped-call]
    with_colon.feed_token(Token("COLON", ":"))
    return not with_colon.accepts().isdisjoint({error.token.type, *(["NAME"] if error.token[0].isalpha() else [])})


def _unexpected_token(source: Source, start: int, text: str, error: UnexpectedToken) -> Diagnostic:
    token, accepts = error.token, error.accepts or set()
    if accepts == {"_INDENT"} and token.type not in ("_NL", "$END"):
        at = start + (token.start_pos or 0)
        return Diagnostic(
            "Q102",
            "something must stand indented under the line above",
            Span(source.name, at, at + 1),
            "indent what belongs to it by two more spaces",
        )
    if token.type in ("_NL", "$END", "_INDENT", "_DEDENT"):
        open_bracket = _open_bracket(text)
        if open_bracket is not None:
            at = start + open_bracket
            return Diagnostic("Q101", "this bracket is never closed", Span(source.name, at, at + 1))
        at = start + (token.start_pos or 0)
        if token.type == "_INDENT":
            # The token begins at the end of the line before; the mark belongs on the line that is too far in.
            at += len(text[at - start :]) - len(text[at - start :].lstrip())
        at = min(at, start + len(text.rstrip()))
        title = {
            "_INDENT": "this line is indented further, but nothing above opens a level",
            "_DEDENT": "something is missing under this line",
        }.get(token.type, "the line ends too early")
        code = "Q102" if token.type in ("_INDENT", "_DEDENT") else "Q101"
        return Diagnostic(code, title, Span(source.name, at, at + 1), _expected(accepts))
    word = str(token)
    span = Span(source.name, start + (token.start_pos or 0), start + (token.end_pos or 0))
    if _colon_missing(error):
        begin, at = text.rfind("\n", 0, token.start_pos or 0) + 1, token.start_pos or 0
        line = f"{text[begin:at].rstrip()}: {text[at:].split(chr(10), 1)[0]}"
        return Diagnostic("Q101", f"a colon is missing before {word}", span, f"write: {line.strip()}")
    before = text[: token.start_pos or 0].rstrip()
    if "NAME" in accepts and re.search(r"(?<![\w-])(a|an|the)$", before) and token.type != "NAME":
        return Diagnostic("Q106", "a, an and the are silence, so they cannot be names", span, "choose another name")
    if "NAME" in accepts and word in keywords():
        return Diagnostic(
            "Q106",
            f"{word} is one of the language's own words, so it cannot be a name here",
            span,
            f"choose another name, for instance my-{word}",
        )
    words = {
        str(term.pattern.value) for term in parser().terminals if term.name in accepts and term.pattern.type == "str"
    }
    hint = did_you_mean(word, words) or _expected(accepts)
    return Diagnostic("Q101", f"{word} is not expected here", span, hint)


def _open_bracket(text: str) -> int | None:
    """Where a bracket opens that nothing closes."""
    depth: list[int] = []
    for match in re.finditer(r"--[^\n]*|\"[^\"\n]*\"|[()]", text):
        if match[0] == "(":
            depth.append(match.start())
        elif match[0] == ")" and depth:
            depth.pop()
    return depth[-1] if depth else None


def _expected(accepts: set[str]) -> str:
    by_name = {term.name: term for term in parser().terminals}
    words = []
    for name in sorted(accepts - {"SIGNED"}):  # wherever there may be a number
        if name in _NAMES_FOR_TERMINALS:
            words.append(_NAMES_FOR_TERMINALS[name])
        elif name in by_name:
            words.append(str(by_name[name].pattern.value))
    if not words or len(words) > 14:
        return ""
    return "expected: " + ", ".join(words)
