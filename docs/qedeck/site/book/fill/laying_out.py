"""The set-up by player count: each table is laid out by the rules themselves, up to where a player first decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from qedeck.interpreter.play import Endless, Play, start
from qedeck.interpreter.views import Grid, Pile, Row
from qedeck.interpreter.words import Word
from qedeck.site.book.box import Box, CardSet, SetupRow, SetupTable
from qedeck.site.book.fill.coding import nodes
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import Ref, anchor_of, said
from qedeck.spec import core as c
from qedeck.spec import tree as t

SEED = 1
MOST_STEPS = 200
"""Decisions of the table before a player's first: more is no set-up."""
NOTHING = "–"


@dataclass(frozen=True)
class Tables:
    """One table for each player count, laid out."""

    desk: Desk
    box: Box

    @cached_property
    def plays(self) -> dict[int, Play]:
        return {count: _laid_out(self.desk, count) for count in self.desk.game.players}

    def setup(self) -> SetupTable:
        lying = [*self._cards(), *self._zones(), *self._values(counted=True)]
        known = {row.values for row in (*lying, *self._values(counted=False)) if row.differs}
        # A definition that only says what is then laid out need not be read twice.
        by_count = [row for row in self._by_players() if row.values not in known]
        return SetupTable(tuple(self.plays), (*by_count, *lying))

    def _row(self, key: str, label: str, values: list[str], name: str) -> SetupRow:
        return SetupRow(key, said(label), tuple(values), len(set(values)) > 1, Ref("rule", anchor_of(name)))

    # ---- rows -------------------------------------------------------------------------------------------

    def _cards(self) -> Iterator[SetupRow]:
        """How many cards are used."""
        for cards in self.box.sets:
            key = next(name for name in self.desk.rules if anchor_of(name) == cards.anchor)
            label = f"使う{cards.name}" if self.desk.ja else f"{cards.name} used"
            values = [self._many(cards.in_play[count]) for count in self.plays]
            left = [self._left_out(cards, count) for count in self.plays]
            # That all are used is said where the box is told.
            if any(value != NOTHING for value in left):
                yield self._row(f"cards {cards.word}", label, values, key)
                label = f"使わない{cards.name}" if self.desk.ja else f"{cards.name} left out"
                yield self._row(f"left out {cards.word}", label, left, self._out_rule or key)

    @cached_property
    def _out_rule(self) -> str:
        return next((name for name in self.desk.rules if self.desk.clauses[name].kind == "leave out"), "")

    def _left_out(self, cards: CardSet, count: int) -> str:
        """Cards that stay in the box, numbers that follow one another together: Chest 13–15, Seer."""
        runs: list[tuple[str, int | None, int | None, str]] = []
        for card in cards.cards:
            copies = 0 if card.copies.assumed else card.copies.number - card.in_play[count]
            if copies <= 0:
                continue
            some = copies > 1 or copies < card.copies.number
            many = "" if not some else f"{copies}枚" if self.desk.ja else f" ×{copies}"
            number = card.word.rpartition(" ")[2]
            here = int(number) if card.word != card.family and number.isdigit() else None
            if runs and here is not None and runs[-1][0] == card.family_name and runs[-1][2] == here - 1 and (
                    runs[-1][3] == many):
                runs[-1] = (*runs[-1][:2], here, many)
            else:
                runs.append((card.family_name, here, here, many))
        gap, comma = ("", "、") if self.desk.ja else (" ", ", ")
        told = [name + ("" if low is None else f"{gap}{low}" if low == high else f"{gap}{low}–{high}")
                + many for name, low, high, many in runs]
        return comma.join(told) or NOTHING

    def _by_players(self) -> Iterator[SetupRow]:
        """Definitions that say something for each number of players."""
        for name in self.desk.rules:
            part = self.desk.written[name]
            if not isinstance(part, t.Define) or len(part.parts) != 1 or not _by_count(part) or not self._steady(name):
                continue
            if not part.params:
                values = [self._word(play, name, ()) for play in self.plays.values()]
            elif len(part.params) == 1 and part.params[0].type.text == "player":
                values = [self._each(play, name) for play in self.plays.values()]
            else:
                continue
            if any(value != NOTHING for value in values):
                yield self._row(f"define {name}", self.desk.heading(name), values, name)

    def _steady(self, name: str) -> bool:
        """Whether it says the same all game long."""
        core = next(iter(self.plays.values())).core
        waiting, seen = [self.desk.written_name(name)], set[str]()
        while waiting:
            called = waiting.pop()
            seen.add(called)
            for term in c.subterms(core.defines[called].body):
                if isinstance(term, c.Read) and not core.vars[term.var].rigid:
                    return False
                if isinstance(term, c.Call) and term.define not in seen:
                    waiting.append(term.define)
        return True

    def _zones(self) -> Iterator[SetupRow]:
        """Where cards lie."""
        for name in self.desk.rules:
            part = self.desk.written[name]
            if isinstance(part, t.Zone):
                values = [self._lie(play, part) for play in self.plays.values()]
                if any(value != NOTHING for value in values):
                    yield self._row(f"zone {name}", self.desk.heading(name), values, name)

    def _values(self, counted: bool) -> Iterator[SetupRow]:
        """Numbers that the rules say each player begins with, as numbers or as people count: 3匹."""
        for name in self.desk.rules:
            part = self.desk.written[name]
            if not isinstance(part, t.Remembered) or not isinstance(part.type, t.TypeRange) or (
                    part.each is None or part.starting is None or part.lying_in):
                continue
            values = []
            for play in self.plays.values():
                row = play.cells[part.name.text]
                keys = product(*(dim.members for dim in play.core.vars[part.name.text].dims))
                owners = [key[0] if len(key) == 1 else ", ".join(map(self.desk.word, key)) for key in keys]
                unit = self.desk.counter(part.name.text) if counted else ""
                values.append(self._shared([f"{n}{unit}" for n in row], owners, NOTHING if not any(row) else ""))
            if any(value != NOTHING for value in values):
                yield self._row(f"value {name}", self.desk.heading(name), values, name)

    # ---- in words ------------------------------------------------------------------------------------------

    def _many(self, number: int | None) -> str:
        if not number:
            return NOTHING
        return f"{number}枚" if self.desk.ja else str(number)

    def _lie(self, play: Play, part: t.Zone) -> str:
        zones = dict(play.view(None).zones)
        name = part.name.text
        keys = [key for key in zones if key == name or key.startswith(f"{name} of ")]
        sizes: list[int] = []
        for key in keys:
            match zones[key]:
                case Pile(size) | Row(size):
                    sizes.append(size or 0)
                case Grid(places):
                    sizes.append(sum(card != "none" for _, card in places or ()))
        if part.each is None:
            return self._many(sizes[0])
        owners = [key.removeprefix(f"{name} of ") for key in keys]
        if part.also:
            owners = [", ".join(map(self.desk.word, owner.split(", "))) for owner in owners]
        return self._shared([self._many(size) for size in sizes], owners, NOTHING if not any(sizes) else "")

    def _shared(self, values: list[str], owners: list[str], nothing: str) -> str:
        """`9 each`, or who has what."""
        if nothing:
            return nothing
        if len(set(values)) == 1:
            return f"{values[0]}ずつ" if self.desk.ja else f"{values[0]} each"
        colon, comma, also = ("：", "、", "・") if self.desk.ja else (": ", "; ", ", ")
        having: dict[str, list[str]] = {}
        for who, what in zip(owners, values, strict=True):
            having.setdefault(what, []).append(self.desk.word(who))
        # Those whom most are like, if they are three or more, come last, as the others.
        most = max(having, key=lambda what: len(having[what]))
        if len(having) > 1 and len(having[most]) > 2 and NOTHING not in having:
            del having[most]
            having[most] = ["ほかの人" if self.desk.ja else "the others"]
        told = [f"{also.join(self._at_once(who))}{colon}{what}" for what, who in having.items() if what != NOTHING]
        return comma.join(told)

    def _at_once(self, names: list[str]) -> list[str]:
        """プレイヤー1・2・3: what they are called alike is said once."""
        first = names[0].rstrip("0123456789")
        alike = self.desk.ja and first and all(name.removeprefix(first).isdigit() for name in names)
        return [names[0], *(name.removeprefix(first) for name in names[1:])] if alike else names

    def _word(self, play: Play, name: str, args: tuple[c.Expr, ...]) -> str:
        define = play.core.defines[self.desk.written_name(name)]
        worth, faults = play.rules.meaning.value(c.Call(define.name, args), play.cells)
        if faults:
            return NOTHING
        word: Word = play.rules.words.word(define.type, worth)
        if word == "none":
            return NOTHING
        return play.rules.words.name(self.desk.language, word)

    def _each(self, play: Play, name: str) -> str:
        """Of a yes or no: of whom it is so. Else what each has."""
        owners = list(play.core.domains["player"].members)
        define = play.core.defines[self.desk.written_name(name)]
        words = [self._word(play, name, (c.Const(seat),)) for seat in range(len(owners))]
        if isinstance(define.type, c.YesNo):
            yes = play.rules.words.name(self.desk.language, True)
            who = [self.desk.word(owner) for owner, word in zip(owners, words, strict=True) if word == yes]
            return ("、" if self.desk.ja else ", ").join(who) or NOTHING
        return self._shared(words, owners, "")


def _laid_out(desk: Desk, players: int) -> Play:
    """The table when a player first decides; what the table decides before, it decides as the text has it first."""
    play = start(desk.game, players, SEED)
    for _ in range(MOST_STEPS):
        asked = play.asked
        if asked is None or asked.who not in ("table", "moderator"):
            break
        try:
            play.apply(play.legal()[0])
        except Endless:
            break
    return play


def _by_count(part: t.Define) -> bool:
    """Whether it asks how many play, by itself, for every number."""
    return any(isinstance(node, t.PlayerCount) for node in nodes(part.body))
