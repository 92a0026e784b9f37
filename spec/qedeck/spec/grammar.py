"""Stage 1, the parser: the grammar with its layout, and its table, which is kept between runs.

Building the table costs more than checking a game. It is kept as JSON: whatever stands in that file, reading it runs
nothing. A table that belongs to another grammar, or is broken, is made anew.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from qedeck.spec.files import cache_folder


class _Layout(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR"]
    CLOSE_PAREN_types = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        layout: Iterator[Token] = super().process(_spaced(stream))  # type: ignore[no-untyped-call]
        return layout


class Glued(Exception):
    """Two words without a space between them: the lexer knows keywords by their beginnings."""

    def __init__(self, token: Token) -> None:
        super().__init__(str(token))
        self.token = token


def _spaced(stream: Iterator[Token]) -> Iterator[Token]:
    end, last = -1, ""
    for token in stream:
        if token.start_pos == end and _wordy(last) and _wordy(str(token)[:1]):
            raise Glued(token)
        end, last = token.end_pos or -1, str(token)[-1:]
        yield token


def _wordy(char: str) -> bool:
    return char.isalnum() or char == "_"


@cache
def parser() -> Lark:
    """The parser of one clause."""
    grammar = resources.files("qedeck.spec").joinpath("grammar.lark").read_text("utf-8")
    key = sha256(f"{lark.__version__}\n{grammar}".encode()).hexdigest()
    path = cache_folder() / "grammar.json"
    kept = _kept(path, key)
    if kept is not None:
        return kept
    made = Lark(grammar, parser="lalr", postlex=_Layout(), propagate_positions=True, maybe_placeholders=True)
    _keep(made, path, key)
    return made


@cache
def keywords() -> frozenset[str]:
    """The language's own words that cannot be names: those that may stand where a name may stand."""
    by_name = {term.name: term for term in parser().terminals}
    table: Any = parser().parser.parser._parse_table
    words = {"mod", "highest", "lowest", "first", "last", "only", "most", "least", "a", "an", "the", "is", "of", "in"}
    for accepted in table.states.values():
        if "NAME" in accepted:
            for name in accepted:
                term = by_name.get(name)
                if term is not None and term.pattern.type == "str" and re.fullmatch(r"[a-z]+", term.pattern.value):
                    words.add(term.pattern.value)
    return frozenset(words)


# ---- the table, kept -----------------------------------------------------------------


def _kept(path: Path, key: str) -> Lark | None:
    try:
        found = json.loads(path.read_bytes())
        if found["key"] != key:
            return None
        data, table = found["data"], found["data"]["parser"]["parser"]
        # The keys of an object are text in JSON.
        table["tokens"] = _numbered(table["tokens"])
        table["states"] = {state: _numbered(row) for state, row in _numbered(table["states"]).items()}
        kept: Lark = Lark._load_from_dict(data, _numbered(found["memo"]), postlex=_Layout())  # type: ignore[no-untyped-call]
        return kept
    except Exception:  # no such file, or anything at all in it: what can be made anew is never worth a message
        return None


def _numbered(table: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in table.items()}


def _keep(made: Lark, path: Path, key: str) -> None:
    """Under another name first, so that nobody ever reads half a table."""
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {**data["options"], "postlex": None}
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    with suppress(OSError, ValueError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_text(json.dumps({"key": key, "data": data, "memo": memo}), "utf-8")
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
