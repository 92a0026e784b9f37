"""What may be settled before an evening begins: parameters and readings as dials, with their values.

In: a game, how many play, settings; out: dials, and settings with one of them turned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from qedeck.engine.conditions import Written
from qedeck.interpreter.play import Rules, rules_of
from qedeck.interpreter.settings import SettingError, settled
from qedeck.interpreter.words import Word
from qedeck.spec import core as c
from qedeck.spec.game import Game


@dataclass(frozen=True, slots=True)
class Dial:
    """One value that may be chosen. `entry`: for which member, where there is one value for each."""

    setting: str
    entry: str
    role: str
    """parameter or reading."""
    name: str
    value: Word
    usual: Word
    choices: tuple[Word, ...]
    names: tuple[str, ...]
    """What the choices are called."""

    @property
    def shown(self) -> str:
        return self.names[self.choices.index(self.value)]


def dials(game: Game, players: int, settings: Mapping[str, object], language: str) -> list[Dial]:
    """All of them, in the order of the rules; what a setting says wrongly is as usual."""
    rules = rules_of(game, players)
    words, first = rules.words, rules.first[0]
    found = []
    for var in (var for var in rules.core.vars.values() if var.role in ("parameter", "reading")):
        choices = tuple(words.word(var.type, value) for value in words.values(var.type))
        for at, key in enumerate(product(*(dim.members for dim in var.dims))):
            entry = ", ".join(key)
            usual = words.word(var.type, first[var.name][at])
            value = _chosen(settings, var, entry, choices, usual)
            name = ", ".join(words.name(language, one) for one in key) or words.name(language, var.name)
            said = words.texts.alternative if var.role == "reading" else None
            names = tuple(said(language, var.name, str(one)) if said else words.name(language, one) for one in choices)
            found.append(Dial(var.name, entry, var.role, name, value, usual, choices, names))
    return found


def _chosen(settings: Mapping[str, object], var: c.Var, entry: str, choices: tuple[Word, ...], usual: Word) -> Word:
    given = settings.get(var.name)
    wanted = given.get(entry) if isinstance(given, Mapping) else given
    return next((one for one in choices if _same(one, wanted)), usual)


def _same(one: Word, wanted: object) -> bool:
    """Settings come as words or as numbers, from a command or from a file."""
    if isinstance(one, bool):
        return wanted is one or wanted == ("yes" if one else "no")
    return str(one) == str(wanted) and not isinstance(wanted, bool)


def turned(settings: Mapping[str, object], dial: Dial, value: Word) -> dict[str, object]:
    """The settings with this dial at a value; what is as usual is not written down."""
    found = {name: dict(one) if isinstance(one, Mapping) else one for name, one in settings.items()}
    if not dial.entry:
        found[dial.setting] = value
        return {name: one for name, one in found.items() if name != dial.setting or value != dial.usual}
    table = found.get(dial.setting)
    entries = dict(table) if isinstance(table, Mapping) else {}
    entries = {key: one for key, one in entries.items() if key != dial.entry}
    if value != dial.usual:
        entries[dial.entry] = value
    found[dial.setting] = entries
    return {name: one for name, one in found.items() if name != dial.setting or entries}


def objection(game: Game, players: int, settings: Mapping[str, object]) -> str:
    """Why these settings cannot be played with: the limit that they break, as it is written; nothing if they can."""
    rules = rules_of(game, players)
    sources = {name: source.text for name, source in game.sources.items()}
    try:
        settled(rules.meaning, rules.words, settings, sources)
    except SettingError as error:
        return _limit(game, rules, settings) or error.message
    return ""


def _limit(game: Game, rules: Rules, settings: Mapping[str, object]) -> str:
    """The first limit that they break, as it is written; nothing if it is something else."""
    meaning, words, rows = rules.meaning, rules.words, dict[str, list[int]]()
    for name, row in rules.first[0].items():
        if rules.core.vars[name].rigid:
            rows[name] = list(row)
    for dial in dials(game, rules.core.players, settings, "en"):
        var = rules.core.vars[dial.setting]
        keys = [", ".join(key) for key in product(*(dim.members for dim in var.dims))]
        value = words.value(var.type, dial.value)
        rows[dial.setting][keys.index(dial.entry)] = -1 if value is None else value
    cells, _ = meaning.initial({name: tuple(row) for name, row in rows.items()})
    for term, (text, _) in zip(rules.core.constraints, Written(game).limits(rules.core), strict=True):
        holds, faults = meaning.value(term, cells)
        if faults or not holds:
            return text
    return ""
