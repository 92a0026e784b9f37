"""The values of parameters and readings that somebody chose for a game, checked.

In: `{"icons": {"chest 3": 2}, "seer-before-werewolf": "as-played"}`; out: first rows of the
state, or an error that names what is wrong and what was perhaps meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import assert_never

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Fault
from qedeck.interpreter.words import Word, Words
from qedeck.spec import core as c
from qedeck.spec.diagnostic import Diagnostic, did_you_mean
from qedeck.spec.game import Game
from qedeck.spec.source import Span


class SettingError(ValueError):
    """A setting that is no setting of this game, or a value it cannot have."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.message = message
        self.hint = hint


def settled(meaning: Meaning[bool, int], words: Words, settings: Mapping[str, object],
            sources: Mapping[str, str] | None = None) -> dict[str, tuple[int, ...]]:
    """The rows of every parameter and reading that is set; SettingError if one of them cannot be."""
    if not settings:
        return {}
    core = meaning.core
    known = {name: var for name, var in core.vars.items() if var.rigid}
    assumed, _ = meaning.initial()
    fixed: dict[str, tuple[int, ...]] = {}
    for name, wanted in settings.items():
        var = known.get(name)
        if var is None:
            hint = did_you_mean(name, known) or (f"it has {', '.join(known)}" if known else "it has none")
            raise SettingError(f"{core.name} has no parameter or reading called {name}", hint)
        row = list(assumed[name])
        for place, word in _entries(var, wanted):
            value = words.value(var.type, word)
            if value is None:
                raise SettingError(f"{name} cannot be {word}", _allowed(var.type, word))
            row[place] = value
        fixed[name] = tuple(row)
    _obey(meaning, fixed, sources or {})
    return fixed


def _entries(var: c.Var, wanted: object) -> list[tuple[int, Word]]:
    """Which cells of the row are set, and to what."""
    keys = [", ".join(member) for member in product(*(dim.members for dim in var.dims))]
    if not var.dims:
        if isinstance(wanted, (str, int)):
            return [(0, wanted)]
        raise SettingError(f"{var.name} has one value, but got {wanted!r}", _allowed(var.type, ""))
    if not isinstance(wanted, Mapping):
        example = f"{var.name} of {keys[0]}"
        raise SettingError(f"{var.name} is a table", f"say which entry is meant, for instance {example}")
    entries: list[tuple[int, Word]] = []
    for key, word in wanted.items():
        text = ", ".join(map(str, key)) if isinstance(key, tuple) else " ".join(str(key).split())
        if text not in keys:
            raise SettingError(f"{var.name} has no entry for {text}", did_you_mean(text, keys))
        if not isinstance(word, (str, int)):
            raise SettingError(f"{var.name} of {text} cannot be {word!r}", _allowed(var.type, ""))
        entries.append((keys.index(text), word))
    return entries


def _allowed(type_: c.Type, word: Word) -> str:
    match type_:
        case c.YesNo():
            return "it is yes or no"
        case c.Whole(low, high):
            return f"it is a number from {low} to {high}"
        case c.Member(domain):
            return did_you_mean(str(word), domain.members) or f"it is one of {', '.join(domain.members[:12])}"
        case _:
            assert_never(type_)


def _obey(meaning: Meaning[bool, int], fixed: Mapping[str, tuple[int, ...]], sources: Mapping[str, str]) -> None:
    """What the rulebook says about its parameters must still hold."""
    cells, faults = meaning.initial(fixed)
    if faults:
        raise SettingError(f"with these values the game cannot be set up ({faults[0].code})")
    broken = broken_constraints(meaning, cells, sources)
    if broken:
        raise SettingError(f"these values break what the rulebook says: {broken[0]}")


def broken_constraints(meaning: Meaning[bool, int], cells: Cells, sources: Mapping[str, str]) -> list[str]:
    """The constraints that these values break, as they are written."""
    return [_written(fault.span, sources) for fault in meaning.forbidden(cells)]


def _written(span: Span, sources: Mapping[str, str]) -> str:
    """The line that something stands on."""
    if span.file not in sources:
        return "a limit on its parameters"
    text = sources[span.file]
    line = text[text.rfind("\n", 0, span.start) + 1 :].split("\n", 1)[0]
    return " ".join(line.split("--")[0].split("[")[0].split()).removeprefix("such that ")


def values_in_words(meaning: Meaning[bool, int], words: Words, cells: Cells, role: str) -> dict[str, object]:
    """Every parameter (or reading) with the value it has in this state."""
    found: dict[str, object] = {}
    for name, var in meaning.core.vars.items():
        if var.role != role:
            continue
        row = [words.word(var.type, value) for value in cells[name]]
        keys = [", ".join(member) for member in product(*(dim.members for dim in var.dims))]
        found[name] = dict(zip(keys, row, strict=True)) if var.dims else row[0]
    return found


def _assumed(meaning: Meaning[bool, int]) -> tuple[Cells, list[Fault[bool]]]:
    """The values assumed for playing, and what is undefined among them; of the table no more than they depend on."""
    core = meaning.core
    rigid = {name for name, var in core.vars.items() if var.rigid}
    needed = meaning.layout.seen_by([*(core.vars[name].init for name in rigid), *core.constraints])
    cells, faults = meaning.initial(only=rigid if needed <= rigid else None)
    return cells, [fault for fault in faults if fault.clause in rigid]


def assumed_problems(game: Game) -> list[Diagnostic]:
    """Where the values assumed for playing break what the rulebook says of them."""
    sources = {name: source.text for name, source in game.sources.items()}
    hint = "assume values that every allowed table could have"
    found: dict[tuple[str, Span], int] = {}
    for players in game.players:
        meaning = Meaning(game.core(players), CONCRETE)
        cells, faults = _assumed(meaning)
        for fault in faults:
            found.setdefault((f"{fault.clause} is undefined", meaning.core.clauses[fault.clause].span), players)
        for fault in meaning.forbidden(cells) if not faults else ():
            found.setdefault((_written(fault.span, sources), fault.span), players)
    return [
        Diagnostic("Q421", f"the assumed values break a limit at {players} players: {what}", span, hint)
        for (what, span), players in found.items()
    ]
