"""What is in the box: every card with what it has, how many there are, and what of that is only assumed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from qedeck.interpreter.play import rules_of
from qedeck.interpreter.position import Rules
from qedeck.interpreter.state import Cells
from qedeck.interpreter.words import in_words
from qedeck.site.book.box import Attribute, Box, CardFace, CardSet, Count
from qedeck.site.book.fill.coding import nodes
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.order import Order
from qedeck.site.book.prose import Paragraph, anchor_of, card_anchor, said
from qedeck.spec import tree as t

RARE = 6
"""One card of so many has something that tells it apart."""


@dataclass(frozen=True)
class Contents:
    """The box of a game."""

    order: Order

    @property
    def desk(self) -> Desk:
        return self.order.desk

    def box(self) -> Box:
        sets = tuple(self._set(key, part) for key, part in self.desk.written.items() if isinstance(part, t.Cards))
        return Box(sets, tuple(self._other()))

    # ---- tables ----------------------------------------------------------------------------------------

    @cached_property
    def tables(self) -> dict[int, tuple[Rules, Cells]]:
        """For each player count the rules, and everything as it is assumed."""
        found = {count: rules_of(self.desk.game, count) for count in self.desk.game.players}
        return {count: (rules, rules.first[0]) for count, rules in found.items()}

    def _copies(self, set_name: str, card: str) -> dict[int, int]:
        found: dict[int, int] = {}
        for count, (rules, cells) in self.tables.items():
            members = rules.core.domains[set_name].members
            copies = rules.core.copies[set_name]
            found[count] = int(rules.meaning.value(copies[members.index(card)], cells)[0]) if card in members else 0
        return found

    # ---- cards ------------------------------------------------------------------------------------------

    def _set(self, key: str, part: t.Cards) -> CardSet:
        word = part.name.text if part.name else "card"
        cards = tuple(self._card(word, part, line, card) for line in part.lines for card in _faces(line))
        in_play = {count: sum(card.in_play[count] for card in cards) for count in self.tables}
        return CardSet(anchor_of(key), word, self._called(key, word), cards, self._total(part, cards), in_play)

    def _called(self, key: str, word: str) -> str:
        """All cards of a set: as the text file has it, else by their kind."""
        named = key in self.desk.texts.files.get(self.desk.language, {}).get("names", {})
        if named or self.desk.ja:
            return self.desk.heading(key) if named else self.desk.word(word)
        return f"{self.desk.word(word)}s".capitalize()

    def _card(self, set_name: str, part: t.Cards, line: t.CardLine, card: str) -> CardFace:
        family = line.family.text
        in_play = self._copies(set_name, card)
        anchor = card_anchor(card)
        naming = [name for name in self.desk.rules if anchor in self.order.web.cards[name]]
        homes = {spot.name: spot.chapter for spot in self.order.spots}
        naming.sort(key=lambda name: (homes[name] != "cards", homes[name] in ("box", "setup", "options")))
        # What a card does may stand in rules that never name it: they ask for what only it and few others have.
        naming = [*dict.fromkeys([*self._about(_rare(part, line)), *naming])]
        return CardFace(
            anchor, card, self.desk.word(card), family, self.desk.word(family), self._count(line, in_play),
            tuple(self._attributes(set_name, line, card)), in_play, tuple(anchor_of(name) for name in naming),
        )

    def _about(self, values: frozenset[str]) -> list[str]:
        """The rules that ask for one of these values, in the order of the book."""
        if not values:
            return []
        return [spot.name for spot in self.order.spots if spot.chapter not in ("box", "setup", "options") and any(
            isinstance(node, t.Name | t.Key) and node.word in values for node in nodes(self.desk.written[spot.name]))]

    def _count(self, line: t.CardLine, in_play: dict[int, int]) -> Count:
        """As many as are stated; else as many as any table needs, with everything as assumed."""
        match line.copies:
            case None:
                return Count(1)
            case t.Integer(value):
                return Count(value)
            case expr:
                names = (node.word for node in nodes(expr) if isinstance(node, t.Name | t.Of | t.Call))
                parts = ((name, self.desk.written.get(name)) for name in names)
                for name, part in parts:
                    if isinstance(part, t.Parameter):
                        low, high = _range(part.type)
                        return Count(max(in_play.values(), default=0), True, low, high, anchor_of(name))
                return Count(max(in_play.values(), default=0))

    def _total(self, part: t.Cards, cards: tuple[CardFace, ...]) -> Count:
        number = sum(card.copies.number for card in cards)
        assumed = [card.copies for card in cards if card.copies.assumed]
        if not assumed or self._stated(part):
            return Count(number)
        known = number - sum(count.number for count in assumed)
        low = sum(count.low or 0 for count in assumed) + known
        high = sum(count.high if count.high is not None else count.number for count in assumed) + known
        return Count(number, True, low, high, assumed[0].parameter)

    def _stated(self, part: t.Cards) -> bool:
        """Whether the rulebook says how many all cards of each assumed family are together."""
        families = {line.family.text for line in part.lines if not isinstance(line.copies, t.Integer | None)}
        covered: set[str] = set()
        for parameter in (one for one in self.desk.written.values() if isinstance(one, t.Parameter)):
            for such in parameter.such_that:
                if not isinstance(such, t.Is) or such.negated:
                    continue
                for side, other in ((such.left, such.right), (such.right, such.left)):
                    if isinstance(side, t.Total) and isinstance(other, t.Integer):
                        covered |= families if side.where is None else {
                            node.word for node in nodes(side.where) if isinstance(node, t.Name)}
        return families <= covered

    def _attributes(self, set_name: str, line: t.CardLine, card: str) -> Iterator[Attribute]:
        number = card.rpartition(" ")[2]
        own: set[str] = set()
        for word, low, high in line.spreads:
            own.add(word.text)
            if word.text == "number" and low == high:
                continue  # a card that is listed by its number alone: that is part of its name
            yield Attribute(word.text, self.desk.word(word.text), number, number)
        for word, key in line.attributes:
            own.add(word.text)
            value = _key(key)
            yield Attribute(word.text, self.desk.word(word.text), value, self.desk.word(value))
        for part in self.desk.written.values():
            if isinstance(part, t.Parameter) and part.params and part.params[0].type.text == set_name:
                stands_for = self._stand_ins.get(part.name.text)
                if part.name.text not in self._counting and stands_for not in own:
                    yield from self._assumed(part, stands_for or part.name.text, card)

    def _assumed(self, part: t.Parameter, word: str, card: str) -> Iterator[Attribute]:
        """What a parameter assumes of a card: one value, or one for each face, place or whatever comes second."""
        rules, cells = self.tables[max(self.tables)]
        var = rules.core.vars[part.name.text]
        if len(var.dims) > 2 or card not in var.dims[0].members:
            return
        low, high = _range(part.type)
        width = var.dims[1].size if len(var.dims) == 2 else 1
        row = cells[var.name][var.dims[0].members.index(card) * width :][:width]
        values = [rules.words.word(var.type, value) for value in row]
        for place, value in enumerate(values[:1] if len(set(values)) == 1 else values):
            name = self.desk.word(word)
            if len(set(values)) > 1:
                which = self.desk.word(var.dims[1].members[place])
                name = f"{name}（{which}）" if self.desk.ja else f"{name} ({which})"
            told = rules.words.name(self.desk.language, value)
            yield Attribute(word, name, in_words(value), told, True, low, high, anchor_of(part.name.text))

    @cached_property
    def _counting(self) -> frozenset[str]:
        """Parameters that say how many copies there are."""
        lines = (line for part in self.desk.written.values() if isinstance(part, t.Cards) for line in part.lines)
        words = (node for line in lines for node in nodes(line.copies) if isinstance(node, t.Name | t.Of | t.Call))
        return frozenset(node.word for node in words)

    @cached_property
    def _stand_ins(self) -> dict[str, str]:
        """Parameters that stand in for an attribute that some cards lack: `pace of x otherwise lost-pace(x, f)`."""
        found: dict[str, str] = {}
        for part in self.desk.written.values():
            for node in nodes(part) if isinstance(part, t.Define) else ():
                match node:
                    case t.Otherwise(t.Of(attribute), t.Of(word) | t.Call(word)):
                        found[word] = attribute
                    case _:
                        pass
        return found

    # ---- the rest -----------------------------------------------------------------------------------------

    def _other(self) -> Iterator[Paragraph]:
        """What the text file says is in the box beside cards; else, numbers need something to count with."""
        own = self.desk.texts.files.get(self.desk.language, {}).get("title", {}).get("contents")
        if own:
            yield Paragraph(said(str(own)))
            return
        counted = [part for part in self.desk.written.values()
                   if isinstance(part, t.Remembered) and part.each is not None and isinstance(part.type, t.TypeRange)]
        if counted:
            names = ("、" if self.desk.ja else ", ").join(self.desk.word(part.name.text) for part in counted)
            words = f"次のものを数えておくための、紙や駒：{names}。" if self.desk.ja else (
                f"Paper or tokens to keep count of: {names}.")
            yield Paragraph(said(words))


def _faces(line: t.CardLine) -> list[str]:
    """The cards of a line: `chest 1` to `chest 15`."""
    faces = [line.family.text]
    for _, low, high in line.spreads:
        faces = [f"{face} {number}" for face in faces for number in range(low, high + 1)]
    return faces


def _rare(part: t.Cards, line: t.CardLine) -> frozenset[str]:
    """Words that a card has for attributes, and hardly another card of its set."""
    faces = [(_words_of(other), len([*_faces(other)])) for other in part.lines]
    most = max(1, sum(count for _, count in faces) // RARE)
    return frozenset(word for word in _words_of(line) if sum(count for words, count in faces if word in words) <= most)


def _words_of(line: t.CardLine) -> frozenset[str]:
    return frozenset(key.word for _, key in line.attributes if key.word is not None and key.number is None)


def _key(key: t.Key) -> str:
    return " ".join(str(part) for part in (key.word, key.number) if part is not None)


def _range(type_: t.Type) -> tuple[int | None, int | None]:
    match type_:
        case t.TypeRange(low, t.Integer(high)):
            return low, high
        case t.TypeRange(low, _):
            return low, None
        case _:
            return None, None


