"""How everything in a description is called in one language, and the sentences of the log: plain data beside it.

    {"language", "names": {word: name}, "choices": for each node a sentence for each option or null,
     "log": {clause: sentence}, "changes": {key: sentence}, "said": sentences that every game has}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qedeck.interpreter.actions import A_CARD, ACTORS, GENERIC, STAYING_OUT
from qedeck.interpreter.telling import COMMA, SAID, STOP
from qedeck.interpreter.words import NONE, YES_NO, Words
from qedeck.spec import core as c


def vocabulary(words: Words, language: str) -> dict[str, Any]:
    """The words of a game at one player count."""
    texts, core = words.texts, words.core
    told = texts.files.get(language, {})
    return {
        "language": language,
        "title": texts.title(language, core.name),
        "names": {word: texts.name(language, word) for word in dict.fromkeys(_words(core))},
        "choices": [_choices(words, language, node) for node in core.nodes],
        "log": {key: str(said) for key, said in told.get("log", {}).items()},
        "changes": {key: str(said) for key, said in told.get("changes", {}).items()},
        "watched": sorted(texts.watched()),
        "said": SAID[language], "generic": GENERIC[language], "actors": ACTORS[language], "card": A_CARD[language],
        "staying out": list(STAYING_OUT), "no yes": list(YES_NO[language]), "none": NONE[language],
        "stop": STOP[language], "comma": COMMA[language],
    }


def _words(core: c.Core) -> Iterator[str]:
    """Everything that can be named."""
    for domain in core.domains.values():
        yield domain.name
        yield from domain.members
    for zone in core.zones.values():
        yield zone.name
        yield from zone.places.members if zone.kind == "grid" and zone.places is not None else ()
    yield from (name for name, var in core.vars.items() if var.role not in ("control", "zone"))
    for node in core.nodes:
        yield node.name
        yield from (option.name for option in c.options_of(node))
    yield from (ending.name for ending in core.endings)
    yield from (clause for clause in dict.fromkeys(node.clause for node in core.nodes) if clause)
    yield from (define.name for define in core.defines.values())


def _choices(words: Words, language: str, node: c.Node) -> list[str | None] | None:
    """The sentence that the texts have for each option."""
    if not isinstance(node, c.Decision):
        return None
    return [
        words.texts.choice(language, f"{node.name}.{option.name}", node.name, option.name) for option in node.options
    ]
