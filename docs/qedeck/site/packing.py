"""A game packed for the page: one script file for each player count, which works from a disk as well.

In: a game, a player count, settings. Out: the text of a classic script that hands the page's script (scripts) the
engine's module as base64, its description, the words, the scenes, and each clause with its rule.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from qedeck.engine.describe import describe
from qedeck.interpreter.trace import fingerprint
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import anchor_of, plain
from qedeck.site.book.record import Book, Language
from qedeck.site.book.words.hurdles import hurdles, limits
from qedeck.site.draw.scene import scene_of
from qedeck.site.pages.escaping import anchor_id
from qedeck.spec import core as c
from qedeck.spec.game import Game
from qedeck.spec.home import SUFFIX

_COMMENT, _CITED, _WORD = re.compile(r"--[^\n]*"), re.compile(r"\[[^\]\n]*\]"), re.compile(r"[^\W\d][\w-]*")
BOTH: tuple[Language, Language] = ("en", "ja")


def pack_name(game: Game, players: int, label: str = "") -> str:
    """How a pack is called, and its file without the ending. `label` tells apart settings other than the default."""
    return "-".join([game.variant or game.name, str(players), *([label] if label else [])])


def pack(
    game: Game,
    players: int,
    settings: Mapping[str, object] | None = None,
    label: str = "",
    books: Mapping[str, Book] | None = None,
) -> dict[str, Any]:
    """All that the page needs of a game at one player count, as plain data. With Books, rules read as there."""
    core = game.core(players)
    # Whoever moderates has a cast of his own.
    page = describe(game, players, settings, ("parameter",) if core.moderated else ())
    clauses = {name: one for name, one in core.clauses.items() if name in page.description["clauses"]}
    words = {
        language: page.words[language] | {
            "rules": _rules(game, language, clauses, (books or {}).get(language)),
            "params": _params(game, language, page.description["defines"]),
            "conditions": _conditions(game, language, page.description["nodes"]),
        } | ({"limits": limits(_desk(game, language))} if core.moderated else {})
        for language in BOTH
    }
    return {
        "id": pack_name(game, players, label), "game": game.variant or game.name, "digest": fingerprint(game),
        "module": base64.b64encode(page.wasm).decode("ascii"), "description": page.description, "words": words,
        "scenes": {language: _scenes(game, players, language, settings) for language in BOTH},
        "clauses": {name: _clause(game, one, clauses) for name, one in clauses.items()},
    }


def script(data: Mapping[str, Any]) -> str:
    """The file: it registers the pack whether the page's script has been read before it or comes after."""
    return f"(window.qedeck=window.qedeck||[]).push({as_script(data)});\n"


def as_script(data: object) -> str:
    """Data as an expression that can stand in a script: nothing in a game's words ends the script or a line of it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>\u2028\u2029]", lambda sign: f"\\u{ord(sign.group()):04x}", text)


def _scenes(game: Game, players: int, language: str, settings: Mapping[str, object] | None) -> dict[str, Any]:
    """The table for a wide and for a narrow page; what both have in common only once."""
    wide, tall = (dict(scene_of(game, players, language, layout, settings)) for layout in ("wide", "tall"))
    both = {key: value for key, value in wide.items() if tall.get(key) == value}
    return {"both": both} | {
        name: {key: value for key, value in scene.items() if key not in both}
        for name, scene in (("wide", wide), ("tall", tall))
    }


# ---- clauses -------------------------------------------------------------------------------------------


def _rules(
    game: Game, language: str, clauses: Mapping[str, c.Clause], book: Book | None
) -> dict[str, list[str]]:
    """For each clause the heading and the sentences of its rule."""
    if book is not None:
        rules = {rule.clause: [rule.heading, " ".join(map(plain, rule.prose))] for rule in book.rules}
        return {name: rules[name] for name in clauses if name in rules}
    texts = game.texts
    return {name: [texts.name(language, name), texts.clause(language, name) or ""] for name in clauses}


def _params(game: Game, language: str, defines: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """What a definition is asked of, as far as the texts name it: for `steps` alone (`steps.n`), or for all (`n`)."""
    told = game.texts.files.get(language, {}).get("names", {})
    asked = [(define["clause"], name) for define in defines for name, _ in define["params"]]
    named = {f"{clause}.{name}": told.get(f"{clause}.{name}") or told.get(name) for clause, name in asked}
    return {key: str(words) for key, words in named.items() if words}


def _conditions(game: Game, language: Language, nodes: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Conditions of choices in words, by how they are written."""
    said = hurdles(_desk(game, language))
    shown = {one["text"] for node in nodes for option in node.get("options", ()) for one in option["conditions"]
             if one["inside"] is None}
    return {text: words for text, words in said.items() if text in shown}


def _desk(game: Game, language: Language) -> Desk:
    return Desk(game, game.homes[0] if game.homes else Path(f"{game.name}{SUFFIX}"), language)


def _clause(game: Game, clause: c.Clause, clauses: Mapping[str, c.Clause]) -> dict[str, Any]:
    """Where the rule of a clause stands, two signs for its text, and the clauses that it names."""
    source = game.sources.get(clause.span.file)
    written = "" if source is None else source.text[clause.span.start : clause.span.end]
    bare = " ".join(_CITED.sub("", _COMMENT.sub("", written)).split())
    sign = base64.urlsafe_b64encode(sha256(bare.encode("utf-8", "replace")).digest()).decode("ascii")[:2]
    named = dict.fromkeys(word for word in _WORD.findall(bare) if word in clauses and word != clause.name)
    return {"anchor": anchor_id(anchor_of(clause.name)), "sign": sign, "uses": list(named)}

