"""Cards that fell at the table, entered zone by zone; what was entered so far is kept as a draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from qedeck.commands.moderate_lines import meant, parts
from qedeck.commands.moderate_screen import told
from qedeck.evening.by_hand import Falling, fallen, falling, only_way
from qedeck.evening.evening import Evening
from qedeck.evening.people import COLON

if TYPE_CHECKING:
    from qedeck.commands.moderate_beside import Beside


class Cards:
    """A deal or a shuffle that waits to be entered; `asks` is None where somebody chooses instead."""

    def __init__(self, table: Beside) -> None:
        self.table = table
        self.words, self.language = table.evening.play.rules.words, table.language
        self.asks = falling(table.evening, table.language)

    def ask(self) -> None:
        """One zone after the other, until all cards lie; or all of it left to chance."""
        asks, table = self.asks, self.table
        assert asks is not None
        print(table.said["order" if asks.order else "fell help"])
        print(table.said["draw"])
        while True:
            draft = self._draft(asks)
            missing = [at for at, (cards, (_, n)) in enumerate(zip(draft, asks.targets, strict=True)) if len(cards) < n]
            if not missing:
                table.keep(table.evening.chosen(fallen(table.evening, draft)))
                return
            rest = only_way(asks, draft)
            if rest is not None:
                for at in missing:
                    told(f"{asks.targets[at][0]}{COLON[self.language]}{self._listed(rest[at])}")
                self._keep(rest)
                continue
            if self._one(asks, draft, missing[0]):
                table.keep(table.evening.drawn())
                return

    def _one(self, asks: Falling, draft: list[list[str]], at: int) -> bool:
        """The cards of one zone; whether all is left to chance instead."""
        table, (name, many) = self.table, asks.targets[at]
        left = Counter(dict(asks.pile)) - Counter(card for cards in draft for card in cards)
        told(table.say("left", cards=self.words.listing(self.language, left)))
        cards = list(left) if not asks.order else [card for card, _ in asks.pile]
        names = [self.words.name(self.language, card) for card in cards]
        text = table.line(table.say("fell", target=name) + " ", [*names, "u"])
        if text.lower() == "u":
            # First the last zone again; before the first one, the entry before.
            if at == 0:
                table._command("u")
            self._keep([*draft[: max(0, at - 1)]])
            return False
        if not text:
            return not any(draft)
        found = [(part, meant(part, names)) for part in parts(text)]
        unknown = [part for part, which in found if which is None]
        told_cards = [cards[which] for _, which in found if which is not None]
        over = Counter(told_cards) - left
        if unknown:
            told(table.say("unknown", text=unknown[0]))
        elif over:
            told(table.say("too many", card=self.words.name(self.language, next(iter(over)))))
        elif len(told_cards) != many:
            told(table.say("wants", n=many))
        else:
            self._keep([*draft[:at], told_cards])
        return False

    # ---- the draft --------------------------------------------------------------------------------

    def _draft(self, asks: Falling) -> list[list[str]]:
        """What was entered so far, if it still fits."""
        kept = [list(cards) for cards in self.table.evening.sheet.draft[: len(asks.targets)]]
        fits = all(len(cards) in (0, n) for cards, (_, n) in zip(kept, asks.targets, strict=False))
        extra = Counter(card for cards in kept for card in cards) - Counter(dict(asks.pile))
        kept = kept if fits and not extra else []
        return [*kept, *[[] for _ in asks.targets[len(kept) :]]]

    def _keep(self, draft: Sequence[Sequence[str]]) -> None:
        evening: Evening = self.table.evening
        self.table.keep(replace(evening, sheet=replace(evening.sheet, draft=tuple(map(tuple, draft)))))

    def _listed(self, cards: Sequence[str]) -> str:
        return self.words.listing(self.language, Counter(cards))
