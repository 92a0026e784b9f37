"""How the words of a game look: as its text files say ([look]), or else as the words themselves suggest.

Goes in: a game's words and texts. Comes out: for each word a symbol, a colour and perhaps a finish, always the same
for the same game. Families of a game get different looks as long as there are any left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from qedeck.site.draw.meant import COLOUR_WORDS, FALLBACK, NATURAL, meant
from qedeck.site.draw.palette import COLOURS, IN_ORDER, Colour
from qedeck.spec.looks import wanted
from qedeck.spec.texts import Texts


@dataclass(frozen=True, slots=True)
class Look:
    """A symbol in a colour. The finish is None where nobody said it."""

    symbol: str
    colour: str
    finish: str | None = None

    @property
    def paint(self) -> Colour:
        return COLOURS[self.colour]


@dataclass
class Looks:
    """The looks of one game. Words are given out in the order of the game, so ask `settle` first."""

    texts: Texts
    language: str
    given: dict[str, Look] = field(default_factory=dict)

    def settle(self, groups: Iterable[tuple[str, ...]]) -> None:
        """A look for each group of words that mean one family: its own word first, then what else it may go by."""
        waiting = [group for group in groups if group[0] not in self.given]
        # What somebody wished for is taken before anything is given out.
        for group in sorted(waiting, key=lambda group: not self._wish(group)):
            self.given[group[0]] = self._choose(group)

    def _wish(self, group: tuple[str, ...]) -> bool:
        return any(wanted(self.texts, self.language, word).symbol for word in group)

    def _choose(self, group: tuple[str, ...]) -> Look:
        wishes = [wanted(self.texts, self.language, word) for word in group]
        symbol = next((wish.symbol for wish in wishes if wish.symbol), None)
        colour = next((wish.colour for wish in wishes if wish.colour), None)
        finish = next((wish.finish for wish in wishes if wish.finish), None)
        used = {(look.symbol, look.colour) for look in self.given.values()}
        symbols, colours = {pair[0] for pair in used}, {pair[1] for pair in used}
        if symbol is None:
            symbol = next((found for word in group if (found := meant(word))), None)
        if symbol is None:
            symbol = next((shape for shape in FALLBACK if shape not in symbols), FALLBACK[len(used) % len(FALLBACK)])
        if colour is None:
            named = [COLOUR_WORDS[part] for word in group for part in word.lower().split("-") if part in COLOUR_WORDS]
            natural = NATURAL.get(symbol)
            fresh = [name for name in IN_ORDER if name not in colours]
            if named:
                colour = named[0]
            elif natural and natural not in colours:
                colour = natural
            else:
                colour = fresh[0] if fresh else next(
                    (name for name in IN_ORDER if (symbol, name) not in used), IN_ORDER[len(used) % len(IN_ORDER)])
        return Look(symbol, colour, finish)

    def of(self, word: str) -> Look | None:
        """The look of a word: settled, wished for, or plain from what it means; None if it means nothing."""
        if word in self.given:
            return self.given[word]
        wish = wanted(self.texts, self.language, word)
        symbol = wish.symbol or meant(word)
        if symbol is None:
            return None
        return Look(symbol, wish.colour or NATURAL.get(symbol, "slate"), wish.finish)

    def wished(self, word: str) -> Look | None:
        """The look of a word only if a text file gives it a symbol."""
        return self.of(word) if wanted(self.texts, self.language, word).symbol else None


def of_seat(number: int) -> str:
    """The colour of a seat, counted from 1."""
    return IN_ORDER[(number - 1) % len(IN_ORDER)]
