"""The moderator's sheet: who sits where, by which rules, and every entry of an evening; plain data, and a file of it.

    {"format": "qedeck-evening", "version": 1, "game": …, "names": ["Anna", …], "seed": 7, "settings": {},
     "by hand": true, "entries": [{"by": "player 2", "phase": "seer-call", "option": "t", "picks": {…}}, …]}

Entries are steps of a trace, in words; `{"by": "chance", "phase": …, "draw": true}` where chance was left to the seed.
With the rules, a sheet is the whole evening: everything else is replayed from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from qedeck.interpreter.chance import MASK
from qedeck.interpreter.trace import TraceError, fingerprint, read_json
from qedeck.spec.escapes import escaped
from qedeck.spec.game import Game

FORMAT, VERSION = "qedeck-evening", 1
LONGEST_NAME = 40
Entry: TypeAlias = Mapping[str, Any]


class SheetError(ValueError):
    """This is no sheet, or not one of this game."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that has to be written down of an evening."""

    game: str
    names: tuple[str, ...]
    """Who sits at each seat."""
    seed: int
    variant: str | None = None
    rules: str | None = None
    """The fingerprint of the rules that it was begun with."""
    settings: Mapping[str, object] = field(default_factory=dict)
    by_hand: bool = False
    """Cards fall at the table, and are entered; otherwise chance is left to the seed."""
    ready: bool = True
    """Whether all is settled that comes before the first entry."""
    entries: tuple[Entry, ...] = ()
    draft: tuple[tuple[str, ...], ...] = ()
    """Of cards that are being entered: for each zone those that were."""
    turned: int = 0
    """How many leaves were turned since the last entry."""
    until: float | None = None
    """When the talk ends, in seconds since 1970, while a timer runs."""

    def with_entry(self, entry: Entry) -> Sheet:
        return replace(self, entries=(*self.entries, entry), draft=(), turned=0)

    def without_last(self, many: int) -> Sheet:
        kept = self.entries[: len(self.entries) - many]
        return replace(self, entries=kept, draft=(), turned=0, until=None)


def new_sheet(game: Game, names: Sequence[str], seed: int, settings: Mapping[str, object], by_hand: bool) -> Sheet:
    """A sheet without an entry; SheetError if so many people cannot play, or two have one name."""
    sheet = Sheet(game.name, tuple(names), seed, game.variant, fingerprint(game), dict(settings), by_hand)
    check_names(game, sheet.names)
    return sheet


def check_names(game: Game, names: Sequence[str]) -> None:
    if len(names) not in game.players:
        low, high = game.players.start, game.players.stop - 1
        raise SheetError(f"{game.name} is for {low} to {high} players, and there are {len(names)} names")
    for name in names:
        if not name.strip() or len(name) > LONGEST_NAME or " ".join(name.split()) != name:
            raise SheetError(f"a name has 1 to {LONGEST_NAME} letters, in one line")
        if names.count(name) > 1:
            raise SheetError(f"two people are called {name}: tell them apart")


# ---- as a file -------------------------------------------------------------------------------------------


def written(sheet: Sheet) -> str:
    """The sheet as text."""
    data = {
        "format": FORMAT, "version": VERSION, "game": sheet.game, "variant": sheet.variant, "rules": sheet.rules,
        "names": list(sheet.names), "seed": sheet.seed, "settings": dict(sheet.settings), "by hand": sheet.by_hand,
        "ready": sheet.ready, "turned": sheet.turned, "until": sheet.until, "draft": sheet.draft,
    }
    # A line for each entry: whoever looks into the file finds it.
    lines = [f' "{key}": {json.dumps(value, ensure_ascii=False)},' for key, value in data.items()]
    entries = ",\n".join(f"  {json.dumps(dict(entry), ensure_ascii=False)}" for entry in sheet.entries)
    return escaped("\n".join(["{", *lines, ' "entries": [', *filter(None, [entries]), " ]", "}", ""]), keep="\n")


def read_sheet(text: str) -> Sheet:
    """The sheet in a text; SheetError says why there is none."""
    try:
        found = read_json(text)
    except TraceError as error:
        raise SheetError(str(error)) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise SheetError(f'it does not say "format": "{FORMAT}"')
    if found.get("version") != VERSION:
        raise SheetError(f"it has version {found.get('version')}, but this qedeck reads version {VERSION}")
    wanted: dict[str, tuple[type, ...]] = {
        "game": (str,), "variant": (str, type(None)), "rules": (str, type(None)), "names": (list,), "seed": (int,),
        "settings": (dict,), "by hand": (bool,), "entries": (list,), "ready": (bool,), "turned": (int,),
        "draft": (list,), "until": (int, float, type(None)),
    }
    for key, kinds in wanted.items():
        if not isinstance(found.get(key), kinds) or (isinstance(found.get(key), bool) and bool not in kinds):
            raise SheetError(f'its "{key}" is missing or of the wrong kind')
    if not all(isinstance(name, str) for name in found["names"]) or not 0 <= found["seed"] <= MASK:
        raise SheetError("its names or its seed are none")
    for number, entry in enumerate(found["entries"], 1):
        if not isinstance(entry, dict) or not isinstance(entry.get("phase"), str) or not _says(entry):
            raise SheetError(f"entry {number} does not say what was decided")
    if not all(isinstance(cards, list) and all(isinstance(card, str) for card in cards) for cards in found["draft"]):
        raise SheetError("its draft is no list of cards")
    return Sheet(found["game"], tuple(found["names"]), found["seed"], found["variant"], found["rules"],
                 found["settings"], found["by hand"], found["ready"], tuple(found["entries"]),
                 tuple(map(tuple, found["draft"])), max(0, found["turned"]), found["until"])


def _says(entry: Entry) -> bool:
    choice = isinstance(entry.get("option"), str) and isinstance(entry.get("picks"), dict)
    chance = isinstance(entry.get("deal"), list) or isinstance(entry.get("shuffle"), list) or entry.get("draw") is True
    return isinstance(entry.get("by"), str) and (choice or chance)


__all__ = ["Entry", "Sheet", "SheetError", "check_names", "new_sheet", "read_sheet", "written"]
