"""A game as turns, one after the other: at each of them one seat decides, or chance with known odds.

In: a Game at a player count; out: a tree of Turns that nobody changes, grown as it is asked for. A deal
is a turn of chance for each card, round the table; a shuffle one for each place. In a race every seat that can
reach says unseen whether it does, then chance says who was first. Where the rules name nobody (the table, a
moderator, a seat without a person), chance decides, each choice alike.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from itertools import chain
from typing import Any, assert_never

from qedeck.adapters.between import Between, Falling, Move, Reaching, counted
from qedeck.adapters.numbering import Numbering
from qedeck.adapters.quick import Branching
from qedeck.engine import Unfit
from qedeck.interpreter.actions import STAYING_OUT, Action
from qedeck.interpreter.chance import Chance
from qedeck.interpreter.events import brief
from qedeck.interpreter.play import Play, start
from qedeck.interpreter.settings import settled
from qedeck.spec import core as c
from qedeck.spec.game import Game

CHANCE = 0
"""Who decides where no seat does; seats are counted from 1."""
MOST_KEPT = 12_000
"""Turns kept for whoever comes by again, those that somebody has come by twice. Beyond that all are forgotten."""
MOST_SEEN = 500
"""Views of the table kept at the turns."""


class Turn:
    """A point in the game where one decision is due, or the end. Never changed, so it may be shared."""

    def __init__(self, turns: Turns, play: Play, between: Between | None, before: Turn | None, note: str = "") -> None:
        self.turns, self.play, self.between, self.before = turns, play, between, before
        self._note = note
        """What the seat that just decided knows of it beyond the game's own events: its wish in a race."""
        self.done: Move | None = None
        """What was done to come here."""
        self._moves: dict[int, Move] | None = None
        self._after: dict[int, Turn | None] = {}
        self._news: dict[int, tuple[str, ...]] = {}
        self._view: dict[int, dict[str, Any]] = {}

    def __copy__(self) -> Turn:
        return self

    def __deepcopy__(self, memo: object) -> Turn:
        return self

    @property
    def who(self) -> int | None:
        """The seat that decides, counted from 1; CHANCE; None when the game is over."""
        if self.play.over:
            return None
        if isinstance(self.between, Reaching):
            return self.between.asked[0] if self.between.asked else CHANCE
        asked = self.play.asked
        seat = asked.player if asked is not None and asked.who == "player" else None
        return seat if seat is not None and seat <= self.turns.players else CHANCE

    def moves(self) -> Mapping[int, Move]:
        """What may come next, by its number, in the order of the numbers."""
        if self._moves is None:
            self._moves = dict(sorted(self._found().items()))
        return self._moves

    def _found(self) -> dict[int, Move]:
        match self.between:
            case Falling(left):
                faces = self.turns.faces(self.play)
                return {n: Move(count, n, faces[n]) for n, count in enumerate(left) if count}
            case Reaching((seat, *_)):
                legal = [a for a in self.play.legal() if a.player == seat or a.option in STAYING_OUT and not a.values]
                return {self.turns.choices.number(a): Move(1, a) for a in legal}
            case Reaching(_, wishes):
                return {(wish.player or 1) - 1: Move(1, wish, f"{wish.spelled()} first") for wish in wishes}
            case None:
                numbering = self.turns.choices if self.who != CHANCE else self.turns.odds
                odds = self.play.asked is not None and self.play.asked.who == "chance"
                return {numbering.number(a): Move(self.play.weight(a) if odds else 1, a) for a in self.play.legal()}

    def after(self, number: int) -> Turn:
        """The turn that follows when this is done. ValueError if it may not be."""
        kept = self._after.get(number)
        if kept is not None:
            return kept
        if number not in self.moves():
            raise ValueError(f"{number} may not be done now: {', '.join(map(str, self.moves())) or 'the game is over'}")
        turn = self.turns.follow(self, self.moves()[number])
        if number in self._after:
            self.turns.keep()
            self._after[number] = turn
        else:
            self._after[number] = None
        return turn

    def way(self) -> list[str]:
        """All that was done to come here, by everybody and by chance."""
        done, turn = list[str](), self
        while turn.before is not None:
            done.append(turn.done.text if turn.done else "")
            turn = turn.before
        return done[::-1]

    def forget(self) -> None:
        self._after = {}

    def memory(self, seat: int) -> tuple[str, ...]:
        """All that this seat has noticed, seen and been asked up to now, a line of JSON for each."""
        lines: list[tuple[str, ...]] = []
        turn: Turn | None = self
        while turn is not None:
            lines.append(turn._added(seat))
            turn = turn.before
        return tuple(chain.from_iterable(reversed(lines)))

    def _added(self, seat: int) -> tuple[str, ...]:
        """What this turn adds: the seat's own wish, what it noticed, what now looks different, what it is asked."""
        if seat in self._news:
            return self._news[seat]
        before = self.before
        news: list[dict[str, object]] = []
        if self._note and before is not None and before.who == seat:
            news.append({"wished": self._note})
        if before is None or before.play is not self.play:
            news += [brief(event) for event in self.play.noticed(seat)]
            old, new = {} if before is None else before.sight(seat), self.sight(seat)
            changed = {key: value for key, value in new.items() if key not in old or old[key] != value}
            if changed:
                news.append({"sees": changed})
        if self.who == seat:
            decision = self.play.decision
            news.append({"asked": decision.name if decision else "", "may": list(self.moves())})
        self._news[seat] = tuple(json.dumps(line, ensure_ascii=False) for line in news)
        return self._news[seat]

    def sight(self, seat: int) -> dict[str, Any]:
        """The table as this seat sees it now."""
        if seat not in self._view:
            data = self.play.view(seat).data()
            self._view[seat] = {**data["zones"], **data["remembered"]}
            self.turns.looked_at(self)
        return self._view[seat]

    def look_away(self) -> None:
        self._view = {}


class Turns:
    """A game at a player count, with the values somebody chose.

    lasting: a turn stays what it is when play goes on from it. Otherwise play is moved on in place, which
    suits whoever never looks back: every turn is then good until the next one is asked for.
    """

    def __init__(
        self, game: Game, players: int, settings: Mapping[str, object] | None = None, lasting: bool = True
    ) -> None:
        self.players, self.lasting = players, lasting
        play = start(game, players, 0, settings, auto=False)
        if lasting:
            play = self._quick(play)
        self.core = play.core
        self.choices = Numbering(play.core, ("player", "anyone"))
        dummies = ("player",) if play.core.domains["player"].size > players else ()
        self.odds = Numbering(play.core, ("chance", "table", "moderator", *dummies))
        self.kept = 0
        self._seen: deque[Turn] = deque()
        self.first = self.arrive(play, None)

    def _quick(self, play: Play) -> Play:
        """The same game played by the engine; where it cannot, the interpreter plays on."""
        try:
            return Branching(play, settled(play.rules.meaning, play.rules.words, play.settings))
        except Unfit:
            return play

    def keep(self) -> None:
        """One more turn is kept; if that is too many, begin anew."""
        self.kept += 1
        if self.kept > MOST_KEPT:
            self.first.forget()
            self.kept = 0

    def looked_at(self, turn: Turn) -> None:
        """Views are large, and one compares only with the last: older ones are made again if asked for."""
        self._seen.append(turn)
        if len(self._seen) > MOST_SEEN:
            self._seen.popleft().look_away()

    def faces(self, play: Play) -> tuple[str, ...]:
        node = play.decision
        assert node is not None
        ref = c.refs_at(node)[0]
        return self.core.zones[ref.zone].cards.members

    def follow(self, turn: Turn, move: Move) -> Turn:
        """The turn after this move."""
        found = self._follow(turn, move)
        found.done = move
        return found

    def _follow(self, turn: Turn, move: Move) -> Turn:
        """Do it: one more card, one more wish, or the next step of the game itself."""
        between, what = turn.between, move.what
        match between:
            case Falling():
                assert isinstance(what, int)
                fell = between.one_more(what)
                return Turn(self, turn.play, fell, turn) if fell.order else self._fell(turn, fell)
            case Reaching((_, *rest), wishes):
                assert isinstance(what, Action)
                wishes = wishes if what.player is None else (*wishes, what)
                if rest or len(wishes) > 1:
                    return Turn(self, turn.play, Reaching(tuple(rest), wishes), turn, move.text)
                return self._done(turn, wishes[0] if wishes else what, move.text)
            case Reaching() | None:
                assert isinstance(what, Action)
                return self._done(turn, what)

    def at_random(self, turn: Turn, chance: Chance) -> Turn:
        """Chance decides here: of a deal or a shuffle all at once."""
        between = turn.between
        if isinstance(between, Falling):
            while between.order:
                between = between.one_more(chance.weighted(between.left))
            return self._fell(turn, between)
        moves = list(turn.moves().values())
        return self.follow(turn, moves[chance.weighted([move.weight for move in moves])])

    def _fell(self, turn: Turn, fell: Falling) -> Turn:
        deal = isinstance(turn.play.decision, c.DealDecision)
        outcome = tuple(counted(cards, len(fell.left)) for cards in fell.fallen) if deal else fell.fallen
        return self._done(turn, self._chance(turn.play, outcome))

    def _done(self, turn: Turn, action: Action, note: str = "") -> Turn:
        play = turn.play
        if self.lasting:
            play = turn.play.copy()
            # Whoever wants to know what happened before asks the turns before.
            play.events, play.actions = [], []
        play.apply(action)
        return self.arrive(play, turn if self.lasting else None, note)

    def _chance(self, play: Play, outcome: tuple[tuple[int, ...], ...] | None = None) -> Action:
        assert play.node is not None
        return Action(play.node, 0, outcome=outcome, words=play.rules.words)

    def arrive(self, play: Play, before: Turn | None, note: str = "") -> Turn:
        """The turn at which a play stands, after whatever can only go one way."""
        while True:
            match play.decision:
                case c.DealDecision() | c.ShuffleDecision():
                    falling = self._falling(play)
                    if falling is not None and falling.order:
                        return Turn(self, play, falling, before, note)
                    play.apply(self._chance(play, falling.fallen if falling is not None else None))
                case c.Decision(owner=c.Owner("anyone")):
                    legal = play.legal()
                    seats = sorted({a.player for a in legal if a.player is not None and a.player <= self.players})
                    if seats:
                        return Turn(self, play, Reaching(tuple(seats)), before, note)
                    play.apply(next(a for a in legal if a.player is None))
                case c.Decision() | None:
                    return Turn(self, play, None, before, note)
                case _:
                    assert_never(play.decision)

    def _falling(self, play: Play) -> Falling | None:
        """Nothing has fallen yet. None if the rules do not say how the cards should."""
        node = play.decision
        if isinstance(node, c.ShuffleDecision):
            row = [card for card in play.row(node.zone) if card != c.NONE]
            return Falling(counted(row, len(self.faces(play))), ((),), (0,) * len(row))
        assert isinstance(node, c.DealDecision) and play.node is not None
        amounts, faults = play.rules.meaning.deal_amounts(play.cells, play.node)
        if faults:
            return None
        rounds = range(max(amounts, default=0))
        order = tuple(target for turn in rounds for target, amount in enumerate(amounts) if turn < amount)
        empty = ((),) if order else ((0,) * len(self.faces(play)),)
        return Falling(play.row(node.source), empty * len(amounts), order)
