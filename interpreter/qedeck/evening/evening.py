"""An evening: a game and a sheet in, where play stands and all that happened out; entries added and taken back.

Nothing is kept but the sheet. Whoever takes something back plays the sheet again without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from qedeck.evening.leaves import Leaf, joined, leaves_of
from qedeck.evening.sheet import Entry, Sheet, SheetError, check_names
from qedeck.interpreter.actions import Action
from qedeck.interpreter.choices import Refused
from qedeck.interpreter.events import Asked, Event
from qedeck.interpreter.play import Endless, Play, Rules
from qedeck.interpreter.settings import SettingError, settled
from qedeck.interpreter.trace import TraceError, action_of, step_of
from qedeck.spec.game import Game
from qedeck.spec.texts import LANGUAGES, Texts, combined

DRAWN = "draw"


def rules_for(game: Game, names: Sequence[str]) -> Rules:
    """The rules at this table, where seats are called by the people who sit there."""
    core = game.core(len(names))
    called = dict(zip(core.domains["player"].members, names, strict=False))
    return Rules(core, combined([Texts({language: {"names": called} for language in LANGUAGES}), game.texts]))


@dataclass(frozen=True)
class Evening:
    """A sheet, and the play that it comes to. `begin` and `reopen` make one."""

    game: Game
    sheet: Sheet
    play: Play
    ends: tuple[int, ...]
    """How many events there were after the set-up, and after each entry."""
    trouble: str = ""
    """Why entries of the sheet that was opened could not be made any more: what comes after them is left out."""

    # ---- what happened --------------------------------------------------------------------------

    def events(self, step: int) -> list[Event]:
        """What came of an entry, counted from 1; 0 is the set-up."""
        return self.play.events[self.ends[step - 1] if step else 0 : self.ends[step]]

    def leaves(self, step: int, language: str) -> list[Leaf]:
        """What the moderator reads and does after an entry, one leaf after the other."""
        asks = step < len(self.ends) - 1 or not self.play.over
        entered = step > 0 and DRAWN not in self.sheet.entries[step - 1]
        return leaves_of(self.play.rules.words, self.events(step), language, asks, entered)

    @cached_property
    def since(self) -> int:
        """The first step whose leaves lie open now: chance that nobody enters is not waited for."""
        step = len(self.sheet.entries)
        while step and self.by_itself(step):
            step -= 1
        return step

    def open_leaves(self, language: str) -> list[Leaf]:
        """All leaves since somebody last entered something."""
        found: list[Leaf] = []
        for step in range(self.since, len(self.ends)):
            found = joined(found, self.leaves(step, language))
        return found or [Leaf()]

    def by_itself(self, step: int) -> bool:
        """Whether an entry was made by nobody, because chance is left to the seed."""
        return not self.sheet.by_hand and DRAWN in self.sheet.entries[step - 1]

    # ---- going on ---------------------------------------------------------------------------------

    def turn(self, turned: int) -> Evening:
        """So many leaves are turned."""
        return replace(self, sheet=replace(self.sheet, turned=turned))

    def chosen(self, action: Action) -> Evening:
        """With one choice more, or cards that fell as told; Refused if that is not legal."""
        refused = self.play.refusal(action)
        if refused is not None:
            raise refused
        return self.entered(step_of(action, self.play))

    def drawn(self) -> Evening:
        """With chance left to the seed this time."""
        node = self.play.decision
        return self.entered({"by": "chance", "phase": "" if node is None else node.name, DRAWN: True})

    def entered(self, entry: Entry) -> Evening:
        """With one entry more, and whatever chance does by itself after it."""
        return self._with(entry)._settled()

    def _with(self, entry: Entry) -> Evening:
        play = self.play.copy()
        _enter(play, entry)
        return replace(self, sheet=self.sheet.with_entry(entry), play=play, ends=(*self.ends, len(play.events)))

    def _settled(self) -> Evening:
        found = self
        while not found.sheet.by_hand and found.play.asked == Asked("chance"):
            node = found.play.decision
            assert node is not None
            found = found._with({"by": "chance", "phase": node.name, DRAWN: True})
        return found

    # ---- taking back ------------------------------------------------------------------------------

    def mine(self) -> list[int]:
        """The entries that somebody made, counted from 1, the last one first."""
        return [step for step in range(len(self.sheet.entries), 0, -1) if not self.by_itself(step)]

    def before(self, step: int) -> Evening:
        """As it was before an entry was made."""
        return reopen(self.game, self.sheet.without_last(len(self.sheet.entries) - step + 1))


def begin(game: Game, sheet: Sheet) -> Evening:
    """The beginning of an evening, and on as far as its sheet goes; SheetError if it cannot begin like this."""
    if (sheet.game, sheet.variant) != (game.name, game.variant):
        raise SheetError(f"this is an evening of {sheet.variant or sheet.game}, not of {game.variant or game.name}")
    check_names(game, sheet.names)
    rules = rules_for(game, sheet.names)
    sources = {name: source.text for name, source in game.sources.items()}
    try:
        fixed: Mapping[str, tuple[int, ...]] = settled(rules.meaning, rules.words, sheet.settings, sources)
    except SettingError as error:
        raise SheetError(str(error)) from None
    play = Play(rules, sheet.seed, auto=False)
    play.title, play.variant, play.settings = game.name, game.variant, dict(sheet.settings)
    try:
        play.begin(fixed)
    except Endless as error:
        raise SheetError(str(error)) from None
    return Evening(game, replace(sheet, entries=()), play, (len(play.events),))


def reopen(game: Game, sheet: Sheet) -> Evening:
    """An evening that was kept. If the rules are others by now, it goes as far as its entries can be made."""
    evening = begin(game, sheet)
    for number, entry in enumerate(sheet.entries, 1):
        try:
            evening = evening._with(entry)
        except (Refused, TraceError, Endless) as error:
            return replace(evening, trouble=f"entry {number}: {error}")._settled()
    as_it_lay = replace(evening.sheet, draft=sheet.draft, turned=sheet.turned, until=sheet.until)
    return replace(evening, sheet=as_it_lay)._settled()


def _enter(play: Play, entry: Entry) -> None:
    if DRAWN not in entry:
        play.apply(action_of(play, dict(entry)))
        return
    if play.asked != Asked("chance"):
        raise TraceError("chance decides nothing here")
    play.draw()


__all__ = ["Evening", "begin", "reopen", "rules_for"]
