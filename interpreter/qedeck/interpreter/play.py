"""A game being played: a Game in; decisions, legal actions, events and a result out.

    play = start(load("stool_pigeon"), players=3, seed=7)
    while not play.over:
        play.apply(play.legal()[0])
    print(play.result)

Chance is drawn from the seed; what nobody decides happens by itself. Seats are counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from qedeck.interpreter.actions import Action
from qedeck.interpreter.chance import CARDS, PLAYERS, Chance, fresh_seed
from qedeck.interpreter.choices import Refused
from qedeck.interpreter.differences import changes
from qedeck.interpreter.events import Asked, Chose, Event, Happened, Over, Result, Shuffled, brief, happened, noticed
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.obstacles import Step
from qedeck.interpreter.outcomes import cut_short, finished, stuck, undefined, unlaid
from qedeck.interpreter.position import Position, Rules
from qedeck.interpreter.scripts import read_line
from qedeck.interpreter.settings import settled
from qedeck.interpreter.state import Arrival, Cells
from qedeck.interpreter.views import View, view
from qedeck.spec import core as c
from qedeck.spec.game import Game

MOST_AUTOMATIC = 5_000
"""Steps that nobody decides, one after the other; no game of cards has so many."""
MOST_DECISIONS = 10_000


class Endless(Exception):
    """The game goes on for ever, and nobody ever decides anything."""


def start(game: Game, players: int, seed: int | None = None, settings: Mapping[str, object] | None = None,
          auto: bool = True) -> Play:
    """A new game. Without a seed one is drawn and kept. With `auto` chance happens by itself."""
    if players not in game.players:
        low, high = game.players.start, game.players.stop - 1
        raise ValueError(f"{game.name} is for {low} to {high} players, not {players}" if low < high
                         else f"{game.name} is for {low} players, not {players}")
    rules = rules_of(game, players)
    sources = {name: source.text for name, source in game.sources.items()}
    fixed = settled(rules.meaning, rules.words, settings or {}, sources)
    play = Play(rules, fresh_seed() if seed is None else seed, auto)
    play.title, play.variant, play.settings = game.name, game.variant, dict(settings or {})
    play.begin(fixed)
    return play


_READY: dict[int, Rules] = {}


def rules_of(game: Game, players: int) -> Rules:
    """Made once for each Core. The Rules keep their Core alive, so its identity stays its own."""
    core = game.core(players)
    if id(core) not in _READY:
        while len(_READY) >= 16:
            del _READY[next(iter(_READY))]
        _READY[id(core)] = Rules(core, game.texts)
    return _READY[id(core)]


class Play(Position):
    """One game in progress. `events` is everything that happened so far."""

    def __init__(self, rules: Rules, seed: int, auto: bool = True, stop_if_stuck: bool = True) -> None:
        super().__init__(rules)
        self.stop_if_stuck = stop_if_stuck
        self.seed = seed
        self.auto = auto
        self.title = rules.core.name
        self.variant: str | None = None
        self.settings: dict[str, object] = {}
        self.events: list[Event] = []
        self.actions: list[Action] = []
        """What was decided, by people and by chance: with the seed, all that a trace needs."""
        self.before: Cells | None = None
        """The table before the last decision; None before the first."""
        self._cards = Chance(seed, CARDS)
        self.chance = Chance(seed, PLAYERS)

    def copy(self) -> Play:
        """The same position, to be played on differently."""
        twin = Play(self.rules, self.seed, self.auto, self.stop_if_stuck)
        twin.title, twin.variant, twin.settings = self.title, self.variant, self.settings
        twin.cells, twin.node, twin.result = self.cells, self.node, self.result
        twin.events, twin.actions, twin.before = list(self.events), list(self.actions), self.before
        twin._cards, twin.chance = self._cards.copy(), self.chance.copy()
        return twin

    def history(self, player: int | None = None) -> list[dict[str, object]]:
        """What this seat knows to have happened, as plain data; without a seat, everything."""
        return [brief(event) for event in self.noticed(player)]

    def noticed(self, player: int | None = None, since: int = 0) -> list[Event]:
        """The events from `since` on as this seat noticed them."""
        seen = (noticed(event, player) for event in self.events[since:])
        return [event for event in seen if event is not None]

    def view(self, player: int | None = None) -> View:
        """The table as this seat sees it; without a seat, as the moderator does."""
        return view(self, player)

    # ---- playing ----------------------------------------------------------------------------

    def begin(self, fixed: Mapping[str, tuple[int, ...]] | None = None) -> list[Event]:
        """Set up the table and go on to the first decision."""
        self.cells, faults = self.rules.meaning.initial(fixed) if fixed else self.rules.first
        if not fixed:  # values that somebody fixed were allowed before
            faults += self.rules.forbidden
        before = len(self.events)
        if faults:
            self._finish(undefined(faults, self.rules.words))
        else:
            self._happen(lambda meaning: meaning.begin(self.cells))
            self._go_on()
        return self.events[before:]

    def enter(self, block: int) -> list[Event]:
        """Go on at this block with the table as it lies: how examples run one phase."""
        before = len(self.events)
        self.result, self.node = None, None
        self._happen(lambda meaning: meaning.walk(meaning.look(self.cells), block))
        self._go_on()
        return self.events[before:]

    def alter(self, block: int) -> None:
        """Change the position by the steps of a block; play goes on where it stands: how examples lay out a table."""

        def lay(meaning: Meaning[bool, int]) -> list[Arrival[bool, int]]:
            return meaning.walk(meaning.look(self.cells), block)

        (arrival,) = lay(self.rules.meaning)
        if arrival.faults:
            self._finish(unlaid(arrival.faults, self.rules.words, lay))
            return
        self.cells, self._legal = arrival.cells, None
        faults = self.unasked()
        if faults:
            self._finish(cut_short(faults, self.decision))

    def apply(self, action: Action) -> list[Event]:
        """Do it, and whatever follows up to the next decision: the new events. Refused if it is not legal."""
        refusal = self.refusal(action)
        if refusal is not None:
            raise refusal
        before = len(self.events)
        self.before = self.cells
        self._do(action)
        self._go_on()
        return self.events[before:]

    def apply_words(self, line: str) -> list[Event]:
        """Do what a script's line says: `chest 7`, `knock`, `match with player 2 and top-left`."""
        who, option, values = read_line(line)
        return self.apply(self.action(option, values, who))

    def draw(self) -> list[Event]:
        """Where chance is waited for, it decides by the seed: the new events."""
        if self.asked != Asked("chance"):
            raise ValueError("chance decides nothing here")
        before = len(self.events)
        self.before = self.cells
        if self._draw():
            self._go_on()
        return self.events[before:]

    # ---- what follows by itself ----------------------------------------------------------------

    def _go_on(self) -> None:
        """Pass what nobody decides, and chance, up to somebody's decision."""
        kept, since, span = (self.node, self.cells), 0, 1
        for _ in range(MOST_AUTOMATIC):
            node = self.decision
            if node is None:
                return
            assert self.node is not None
            if isinstance(node, c.Decision) and node.owner.who == "nobody":
                self._pass(self.node)
                # Brent's way to notice a circle: compare with a position kept 1, 2, 4, … steps ago.
                since += 1
                if (self.node, self.cells) == kept and not self.over:
                    raise Endless(f"the game goes round in a circle in {node.clause or node.name}, and nobody decides")
                if since == span:
                    kept, since, span = (self.node, self.cells), 0, span * 2
                continue
            faults = self.unasked()
            if faults:
                self._finish(undefined(faults, self.rules.words))
                return
            if self.asked == Asked("chance") and self.auto:
                if not self._draw():
                    return
                kept, since, span = (None, Cells({})), 0, 1
                continue
            if self.stop_if_stuck and isinstance(node, c.Decision) and not self.movable():
                self._finish(stuck(node, self.asked.player if self.asked else None, self.rules.words))
            return
        raise Endless(f"{MOST_AUTOMATIC:,} steps in a row, and nobody decides")

    def _pass(self, node: int) -> None:
        self._happen(lambda meaning: meaning.advance(self.cells, node, 0, ()))

    def _draw(self) -> bool:
        """Chance decides. False if that ends the game, because it cannot."""
        assert self.node is not None
        if isinstance(self.decision, c.Decision):
            legal = self.legal()
            if not legal:
                self._finish(stuck(self.decision, None, self.rules.words))
                return False
            self._do(legal[self._cards.weighted([self.weight(a) for a in legal])])
        else:
            self._do(Action(self.node, 0, words=self.rules.words))
        return not self.over

    def _do(self, action: Action) -> None:
        meaning, node = self.rules.meaning, self.core.nodes[action.node]
        match node:
            case c.Decision():
                self.actions.append(action)
                self.events.append(Chose(action, seen=self.noticers(action.node)))
                self._happen(lambda by: by.advance(self.cells, action.node, action.choice, action.values))
            case c.DealDecision():
                amounts, faults = meaning.deal_amounts(self.cells, action.node)
                if faults:
                    self._finish(undefined(faults, self.rules.words))
                    return
                source = self.row(node.source)
                outcome = action.outcome or self._cards.deal(source, amounts)
                self.actions.append(Action(action.node, 0, outcome=outcome, words=self.rules.words))
                self._happen(lambda by: by.deal(self.cells, action.node, outcome))
            case c.ShuffleDecision():
                row = [card for card in self.row(node.zone) if card != c.NONE]
                order = action.outcome[0] if action.outcome else self._cards.shuffled(row)
                self.actions.append(Action(action.node, 0, outcome=(order,), words=self.rules.words))
                owner = None if node.zone.owner is None else meaning.value(node.zone.owner, self.cells)[0]
                also = tuple(meaning.value(part, self.cells)[0] for part in node.zone.also)
                seen = self.noticers(action.node)
                self.events.append(Shuffled(node.zone.zone, owner, node.clause, seen, also))
                self._happen(lambda by: by.shuffle(self.cells, action.node, order))
            case _:
                assert_never(node)

    def _happen(self, step: Step) -> None:
        """Something happens; where everything is known there is one arrival."""
        (arrival,) = step(self.rules.meaning)
        before = self.cells
        if arrival.faults:
            broken_off = undefined(arrival.faults, self.rules.words, step)
        # Where something on the way was undefined, play came to no decision.
        self.cells, self.node, self._legal = arrival.cells, None if arrival.faults else arrival.node, None
        self.events += [happened(telling, self.core) for telling in arrival.tellings]
        self.events += changes(self.rules.words, self.rules.meaning, before, self.cells)
        if arrival.faults:
            self._finish(broken_off)
        elif arrival.node is None:
            self._finish(finished(self.rules.meaning, self.cells))

    def _finish(self, result: Result) -> None:
        self.result, self._legal = result, None
        self.events.append(Over(result))

    # ---- chance, as far as nobody tells it ---------------------------------------------------------

    def fall(self, amounts: Sequence[int], pile: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """So many cards off a pile for each, as the seed has it."""
        return self._cards.deal(pile, amounts)

    def mixed(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The cards in an order that the seed has."""
        return self._cards.shuffled(cards)

    # ---- at random -------------------------------------------------------------------------------

    def random_action(self) -> Action:
        """One of the legal actions, each alike, from the players' stream of the seed."""
        legal = self.legal()
        return legal[self.chance.below(len(legal))]


def play_random(play: Play, limit: int = MOST_DECISIONS) -> int:
    """Random players up to the end, or for `limit` decisions: how many were made."""
    made = 0
    while not play.over and made < limit:
        play.apply(play.random_action())
        made += 1
    return made


__all__ = ["Action", "Asked", "Chose", "Endless", "Event", "Happened", "Over", "Play", "Refused", "Result", "Rules",
           "Shuffled", "play_random", "rules_of", "start"]
