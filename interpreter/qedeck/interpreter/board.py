"""The table at a glance: a play in, a few lines out, as the [table] of the texts wants them.

`player = "{player}: {pen} sheep. {seat}"` is a line for each player. A slot is a value remembered for each
player; or one that is a player and is kept for other things: then it lists those that have this player.
"""

from __future__ import annotations

import re
from typing import Any

from qedeck.interpreter.position import Position
from qedeck.interpreter.words import fill
from qedeck.spec import core as c

_SLOT = re.compile(r"\{([^{}]+)\}")
_AND = {"en": ", ", "ja": "、"}
HERE = "▶"
"""Stands for a single value, whose turn it is for instance, in the line it names."""


def glance(play: Position, language: str) -> list[str]:
    """The lines of [table], for each member of the kinds that have one; nothing if there is no such section."""
    board = _Board(play, language, play.rules.words.texts.table(language))
    kinds = [kind for kind in board.wanted if kind in play.core.domains]
    return [
        board.line(play.core.domains[kind], place) for kind in kinds for place in range(play.core.domains[kind].size)
    ]


class _Board:
    def __init__(self, play: Position, language: str, wanted: dict[str, Any]) -> None:
        self.play = play
        self.language = language
        self.wanted = wanted

    def line(self, kind: c.Domain, place: int) -> str:
        return self._filled(str(self.wanted[kind.name]), kind, place).rstrip()

    def _filled(self, template: str, kind: c.Domain, place: int, listing: bool = False) -> str:
        slots = {name: self._slot(name, kind, place, listing) for name in _SLOT.findall(template)}
        return fill(template, {name: told for name, told in slots.items() if told is not None})

    def _slot(self, name: str, kind: c.Domain, place: int, listing: bool) -> str | None:
        words, core = self.play.rules.words, self.play.core
        if name == kind.name:
            return words.name(self.language, kind.members[place])
        define = core.defines.get(name)
        if define is not None:
            reads = self.play.rules.meaning.layout.reads[name]
            if len(define.params) != 1 or any(core.vars[read].sight != c.EVERYBODY for read in reads):
                return None
            worth, faults = self.play.rules.meaning.value(c.Call(name, (c.Const(place),)), self.play.cells)
            return None if faults else words.name(self.language, words.word(define.type, worth))
        var = core.vars.get(name)
        if var is None or var.sight != c.EVERYBODY:
            return None
        row = self.play.cells[name]
        if [dim.name for dim in var.dims] == [kind.name]:
            return words.name(self.language, words.word(var.type, row[place]))
        if not isinstance(var.type, c.Member) or var.type.domain.name != kind.name:
            return None
        if not var.dims:
            return HERE if row[0] == place else " "
        if listing:
            return None  # a list within a list might list itself
        listed = self.wanted.get("lists", {}).get(name, {})
        things = var.dims[0]
        those = [i for i in range(things.size) if row[i] == place and self._counts(listed.get("only"), i)]
        each = str(listed.get("each", f"{{{things.name}}}"))
        return _AND[self.language].join(self._filled(each, things, i, True) for i in those)

    def _counts(self, only: str | None, place: int) -> bool:
        """Whether this one is listed: a parameter or a remembered value says so, or nothing does."""
        told = self.play.cells.get(only, ()) if only is not None else ()
        return place >= len(told) or bool(told[place])
