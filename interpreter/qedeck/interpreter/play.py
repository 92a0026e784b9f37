"""A game being played: a Game in; decisions, legal actions, events and a result out.

    play = start(load("stool_pigeon"), players=3, seed=7)
    while not play.over:
        play.apply(play.legal()[0])
    print(play.result)

Chance is drawn from the seed; what nobody decides happens by itself. Seats are counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qedeck.interpreter.actions import Action
from qedeck.interpreter.chance import CARDS, PLAYERS, Chance, fresh_seed
from qedeck.interpreter.choices import Choices, Refused
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.events import Chose, Event, Happened, Over, Result, Shuffled, happened, noticed
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.outcomes import finished, stuck, undefined
from qedeck.interpreter.scripts import read_line
from qedeck.interpreter.settings import settled
from qedeck.interpreter.state import Arrival, Cells
from qedeck.interpreter.words import Word, Words
from qedeck.spec import core as c
from qedeck.spec.game import Game
from qedeck.spec.texts import Texts

MOST_AUTOMATIC = 20_000
"""Steps that nobody decides, one after the other; no game of cards has so many."""
MOST_DECISIONS = 10_000


class Endless(Exception):
    """The game goes on for ever, and nobody ever decides anything."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who decides: player (with a seat), anyone, table, moderator, chance."""

    who: str
    player: int | None = None


class Rules:
    """A Core made ready for playing: its meaning and its words, shared by many plays."""

    def __init__(self, core: c.Core, texts: Texts) -> None:
        self.core = core
        self.meaning: Meaning[bool, int] = Meaning(core, CONCRETE)
        self.words = Words(core, texts)
        self.choices = Choices(self.meaning, self.words)


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


class Play:
    """One game in progress. `events` is everything that happened so far."""

    def __init__(self, rules: Rules, seed: int, auto: bool = True) -> None:
        self.rules = rules
        self.seed = seed
        self.auto = auto
        self.title = rules.core.name
        self.variant: str | None = None
        self.settings: dict[str, object] = {}
        self.cells = Cells({})
        self.node: int | None = None
        self.result: Result | None = None
        self.events: list[Event] = []
        self.actions: list[Action] = []
        """What was decided, by people and by chance: with the seed, all that a trace needs."""
        self._cards = Chance(seed, CARDS)
        self._players = Chance(seed, PLAYERS)
        self._legal: list[Action] | None = None

    def copy(self) -> Play:
        """The same position, to be played on differently."""
        twin = Play(self.rules, self.seed, self.auto)
        twin.title, twin.variant, twin.settings = self.title, self.variant, self.settings
        twin.cells, twin.node, twin.result = self.cells, self.node, self.result
        twin.events, twin.actions = list(self.events), list(self.actions)
        twin._cards, twin._players = self._cards.copy(), self._players.copy()
        return twin

    # ---- where the game stands -------------------------------------------------------------

    @property
    def core(self) -> c.Core:
        return self.rules.core

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def decision(self) -> c.Node | None:
        return None if self.node is None or self.over else self.core.nodes[self.node]

    @property
    def asked(self) -> Asked | None:
        """Who decides now; None when the game is over."""
        node = self.decision
        if node is None:
            return None
        if not isinstance(node, c.Decision):
            return Asked("chance")
        if node.owner.player is None:
            return Asked(node.owner.who)
        seat, _ = self.rules.meaning.value(node.owner.player, self.cells)
        return Asked("player", seat + 1)

    def legal(self) -> list[Action]:
        """Everything that may be done now, in the order of the text."""
        if self._legal is None:
            self._legal = self._possible()
        return list(self._legal)

    def _possible(self) -> list[Action]:
        node, asked = self.decision, self.asked
        if node is None or asked is None:
            return []
        assert self.node is not None
        if not isinstance(node, c.Decision):
            return [Action(self.node, 0, words=self.rules.words)]
        found = list(self.rules.choices.each(self.cells, self.node, asked.player))
        return [a for a in found if self._weight(a) > 0] if asked.who == "chance" else found

    def history(self, player: int | None = None) -> list[Event]:
        """The events as this seat noticed them; without a seat, all of them."""
        seen = (noticed(event, player) for event in self.events)
        return [event for event in seen if event is not None]

    # ---- playing ----------------------------------------------------------------------------

    def begin(self, fixed: Mapping[str, tuple[int, ...]] | None = None) -> list[Event]:
        """Set up the table and go on to the first decision."""
        self.cells, faults = self.rules.meaning.initial(fixed)
        before = len(self.events)
        if faults:
            self._finish(undefined(faults, self.rules.words))
        else:
            self._arrive(self.rules.meaning.begin(self.cells))
            self._go_on()
        return self.events[before:]

    def apply(self, action: Action) -> list[Event]:
        """Do it, and whatever follows up to the next decision: the new events. Refused if it is not legal."""
        refusal = self.refusal(action)
        if refusal is not None:
            raise refusal
        before = len(self.events)
        self._do(action)
        self._go_on()
        return self.events[before:]

    def apply_words(self, line: str) -> list[Event]:
        """Do what a script's line says: `chest 7`, `knock`, `match with player 2 and top-left`."""
        who, option, values = read_line(line)
        return self.apply(self.action(option, values, who))

    def action(self, option: str | None, values: Sequence[Word] = (), who: str | None = None) -> Action:
        """The action that these words mean now; `who` is only compared with who is asked."""
        node, asked = self.decision, self.asked
        if node is None or asked is None:
            raise self._refuse_over()
        assert self.node is not None
        if not isinstance(node, c.Decision):
            return Action(self.node, 0, words=self.rules.words)
        if who is not None and asked.who == "player" and who != self.rules.words.player(asked.player or 1):
            raise self._refuse_turn(who)
        return self.rules.choices.read(self.cells, self.node, asked.player, option, values)

    def refusal(self, action: Action) -> Refused | None:
        """Why an action may not be done now; None if it may."""
        node, asked = self.decision, self.asked
        if node is None or asked is None:
            return self._refuse_over()
        assert self.node is not None
        meaning = self.rules.meaning
        if action.node != self.node:
            if asked.player is not None and action.player != asked.player:
                return self._refuse_turn(self.rules.words.player(action.player) if action.player else action.actor)
            return Refused("option", f"there is no {action.option} to choose now", f"今は「{action.option}」を選ぶ場面ではありません")
        if isinstance(node, c.Decision):
            if asked.who == "player" and action.player != asked.player:
                return self._refuse_turn(self.rules.words.player(action.player) if action.player else action.actor)
            fits = action.choice < len(node.options) and len(node.options[action.choice].picks) == len(action.values)
            if fits and meaning.legal(self.cells, self.node, action.choice, action.values):
                if asked.who != "chance" or self._weight(action) > 0:
                    return None
            return self.rules.choices.why_not(self.cells, action)
        if action.outcome is None:
            return None
        fits = len(action.outcome) == (len(node.targets) if isinstance(node, c.DealDecision) else 1)
        legal = meaning.deal_legal if isinstance(node, c.DealDecision) else meaning.shuffle_legal
        given = action.outcome if isinstance(node, c.DealDecision) else action.outcome[0]
        if fits and legal(self.cells, self.node, given):  # type: ignore[operator]
            return None
        return Refused("choice", "the cards cannot fall like this", "カードはそのようにはなりません")

    def _refuse_over(self) -> Refused:
        return Refused("over", "the game is over", "ゲームは終わっています")

    def _refuse_turn(self, who: str) -> Refused:
        asked, words = self.asked, self.rules.words
        assert asked is not None
        decides = words.player(asked.player) if asked.player else asked.who
        en, ja = words.name("en", decides), words.name("ja", decides)
        return Refused("turn", f"it is not the turn of {words.name('en', who)}: {en} decides",
                       f"{words.name('ja', who)}の番ではありません（今は{ja}の番です）")

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
                self._arrive(self.rules.meaning.advance(self.cells, self.node, 0, ()))
                # Brent's way to notice a circle: compare with a position kept 1, 2, 4, … steps ago.
                since += 1
                if (self.node, self.cells) == kept and not self.over:
                    raise Endless(f"the game goes round in a circle in {node.clause or node.name}, and nobody decides")
                if since == span:
                    kept, since, span = (self.node, self.cells), 0, span * 2
                continue
            if isinstance(node, c.Decision) and node.owner.player is not None:
                _, faults = self.rules.meaning.value(node.owner.player, self.cells, clause=node.clause)
                if faults:
                    self._finish(undefined(faults, self.rules.words))
                    return
            if self.asked == Asked("chance") and self.auto:
                if not self._draw():
                    return
                kept, since, span = (None, Cells({})), 0, 1
                continue
            if isinstance(node, c.Decision) and next(self.rules.choices.each(self.cells, self.node, None), None) is None:
                self._finish(stuck(node, self.asked and self.asked.player, self.rules.words))
            return
        raise Endless(f"{MOST_AUTOMATIC:,} steps in a row, and nobody decides")

    def _draw(self) -> bool:
        """Chance decides. False if that ends the game, because it cannot."""
        assert self.node is not None
        if isinstance(self.decision, c.Decision):
            legal = self.legal()
            if not legal:
                self._finish(stuck(self.decision, None, self.rules.words))
                return False
            self._do(legal[self._cards.weighted([self._weight(a) for a in legal])])
        else:
            self._do(Action(self.node, 0, words=self.rules.words))
        return not self.over

    def _weight(self, action: Action) -> int:
        node = self.core.nodes[action.node]
        assert isinstance(node, c.Decision)
        option = node.options[action.choice]
        if option.weight is None:
            return 1
        picked = {pick.var: value for pick, value in zip(option.picks, action.values, strict=True)}
        weight, faults = self.rules.meaning.value(option.weight, self.cells, picked)
        return 0 if faults else max(0, weight)

    def _do(self, action: Action) -> None:
        meaning, node = self.rules.meaning, self.core.nodes[action.node]
        match node:
            case c.Decision():
                self.actions.append(action)
                self.events.append(Chose(action))
                self._arrive(meaning.advance(self.cells, action.node, action.choice, action.values))
            case c.DealDecision():
                amounts, faults = meaning.deal_amounts(self.cells, action.node)
                if faults:
                    self._finish(undefined(faults, self.rules.words))
                    return
                source = self._row(node.source, "")
                outcome = action.outcome or self._cards.deal(source, amounts)
                self.actions.append(Action(action.node, 0, outcome=outcome, words=self.rules.words))
                self._arrive(meaning.deal(self.cells, action.node, outcome))
            case c.ShuffleDecision():
                row = [card for card in self._row(node.zone, ".card") if card != c.NONE]
                order = action.outcome[0] if action.outcome else self._cards.shuffled(row)
                self.actions.append(Action(action.node, 0, outcome=(order,), words=self.rules.words))
                owner = None if node.zone.owner is None else meaning.value(node.zone.owner, self.cells)[0]
                self.events.append(Shuffled(node.zone.zone, owner, node.clause))
                self._arrive(meaning.shuffle(self.cells, action.node, order))

    def _row(self, ref: c.ZoneRef, part: str) -> tuple[int, ...]:
        """The cells of one zone, or of one owner's part of it."""
        row = self.cells[ref.zone + part]
        if ref.owner is None:
            return row
        width = len(row) // self.core.domains["player"].size
        owner, _ = self.rules.meaning.value(ref.owner, self.cells)
        return row[owner * width : (owner + 1) * width]

    def _arrive(self, arrivals: list[Arrival[bool, int]]) -> None:
        """Where everything is known there is one arrival."""
        (arrival,) = arrivals
        self.cells, self.node, self._legal = arrival.cells, arrival.node, None
        self.events += [happened(telling, self.core) for telling in arrival.tellings]
        if arrival.faults:
            self._finish(undefined(arrival.faults, self.rules.words))
        elif arrival.node is None:
            self._finish(finished(self.rules.meaning, self.cells))

    def _finish(self, result: Result) -> None:
        self.result, self._legal = result, None
        self.events.append(Over(result))

    # ---- at random -------------------------------------------------------------------------------

    def random_action(self) -> Action:
        """One of the legal actions, each alike, from the players' stream of the seed."""
        legal = self.legal()
        return legal[self._players.below(len(legal))]


def play_random(play: Play, limit: int = MOST_DECISIONS) -> int:
    """Random players up to the end, or for `limit` decisions: how many were made."""
    made = 0
    while not play.over and made < limit:
        play.apply(play.random_action())
        made += 1
    return made


__all__ = ["Action", "Asked", "Chose", "Endless", "Event", "Happened", "Over", "Play", "Refused", "Result", "Rules",
           "Shuffled", "play_random", "rules_of", "start"]
