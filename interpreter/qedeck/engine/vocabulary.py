"""How everything in a description is called in one language, and the sentences of the log: plain data beside it.

    {"language", "names": {word: name}, "choices": for each node a sentence for each option or null,
     "log": {clause: sentence}, "changes": {key: sentence}, "announcements": {name: sentence},
     "said": sentences that every game has}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qedeck.interpreter.actions import A_CARD, ACTORS, GENERIC, STAYING_OUT, option_name, sentence
from qedeck.interpreter.choices import WHY_NOT
from qedeck.interpreter.telling import COMMA, SAID, STOP
from qedeck.interpreter.words import NONE, YES_NO, Words
from qedeck.spec import core as c
from qedeck.spec.explain import pages

_ENDLESS = {"en": "The game goes on for ever, and nobody decides", "ja": "誰も選ばないまま、いつまでも終わらない"}
_REASONS: dict[str, dict[str, Any]] = {
    "en": {"stuck": "{player} must choose in {phase}, but nothing can be chosen",
           "undefined": "the rules say nothing here in {clause}: {why}",
           "who": {"anyone": "somebody", "chance": "chance", "table": "the table", "moderator": "the moderator"}},
    "ja": {"stuck": "{player}は「{phase}」で選ばなければならないのに、選べるものがありません",
           "undefined": "「{clause}」で、{why}",
           "who": {"anyone": "誰か", "chance": "運", "table": "全員", "moderator": "進行役"}},
}

_UNDEFINED = {
    "ja": {
        "Q501": "2つの場合分けが食い違っています", "Q502": "どの場合分けにも当てはまりません",
        "Q503": "数が範囲の外に出ています", "Q504": "動かせないカードがあります",
        "Q505": "配るカードが足りません", "Q506": "指す相手や場所がありません",
        "Q507": "カードにその項目がありません", "Q508": "定めのないものについて聞いています",
        "Q509": "当てはまるものがないか、1つに決まりません", "Q510": "何もないところから最大や最小は選べません",
        "Q511": "0で割ることはできません", "Q512": "定義がいつまでも終わりません",
        "Q513": "満たすべき条件が満たされていません", "Q514": "置く場所がもうありません",
    },
}


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
        "announcements": {what: texts.announced(language, what) for what in _announced(core)},
        "timers": {what: minutes for what in _announced(core) if (minutes := texts.minutes(language, what))},
        "watched": sorted(texts.watched()),
        "said": {**SAID[language], "endless": _ENDLESS[language]},
        "generic": GENERIC[language], "actors": ACTORS[language], "card": A_CARD[language],
        "staying out": list(STAYING_OUT),
        "not wanting": {one: option_name(words, language, one) for one in STAYING_OUT},
        "no yes": list(YES_NO[language]), "none": NONE[language],
        "stop": STOP[language], "comma": COMMA[language],
        "why not": WHY_NOT[language],
        "reasons": {**_REASONS[language], "codes": _codes(language)},
    }


def _announced(core: c.Core) -> list[str]:
    """All that is said aloud."""
    kinds = [told.kind for told in c.tells(step for block in core.blocks for step in block.steps)]
    return sorted({kind.removeprefix(c.ANNOUNCED) for kind in kinds if kind.startswith(c.ANNOUNCED)})


def _codes(language: str) -> dict[str, str]:
    """What each code of something undefined means, in the middle of a sentence."""
    if language in _UNDEFINED:
        return _UNDEFINED[language]
    found = {code: page.title for code, page in pages().items() if code.startswith("Q5")}
    return {code: title[0].lower() + title[1:] for code, title in found.items()}


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
    yield from (told.clause for told in c.tells(step for block in core.blocks for step in block.steps) if told.clause)
    yield from (clause for clause in dict.fromkeys(node.clause for node in core.nodes) if clause)
    yield from (define.name for define in core.defines.values())


def _choices(words: Words, language: str, node: c.Node) -> list[str | None] | None:
    """The sentence that the texts have for each option."""
    if not isinstance(node, c.Decision):
        return None
    return [
        sentence(words.texts, language, node.name, option.name) for option in node.options
    ]
