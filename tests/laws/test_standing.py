"""The law of what may be done at any time: an offer that stands is a race at each place, until nobody moves; and a loop
until nobody moves is one that keeps note of each move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.interpreter.play import Endless, Play, play_random, start
from qedeck.spec import tree as t
from qedeck.spec.checker.decisions import Decisions
from qedeck.spec.checker.flow import Flow
from qedeck.spec.checker.standing import Offers
from qedeck.spec.game import load_text
from qedeck.spec.render import render_all

from .agreement import examples
from .standing import courses

MOST_CHOICES = 60
SEEDS = st.integers(0, 100_000)


def place(play: Play) -> tuple[Any, ...]:
    """Where a play stands: the table without notes of moves, who is asked, and what can be chosen."""
    cells = {name: play.cells[name] for name, var in play.core.vars.items() if var.role == "remembered"}
    del cells["moved"]
    if play.over:
        return cells, play.result and (play.result.kind, play.result.code)
    return cells, play.asked, sorted((action.option, action.values) for action in play.legal())


def parted(seed: int) -> str:
    """Where a play goes otherwise than the one written by hand, or nothing."""
    games = [load_text(text) for text in courses(seed)]
    for game in games:
        assert game.sound, render_all(game.diagnostics, game.sources)
    chance = Random(seed)
    try:
        plays = [start(game, 3, seed) for game in games]
        for _ in range(MOST_CHOICES):
            here, there = map(place, plays)
            if here != there:
                return f"{here}, by hand {there}"
            if plays[0].over:
                return ""
            option, values = chance.choice(here[2])
            for play in plays:
                play.apply(next(a for a in play.legal() if (a.option, a.values) == (option, values)))
    except Endless:
        pass
    return ""


@examples(150)
@given(SEEDS)
def test_an_offer_is_a_race_at_each_place(seed: int) -> None:
    assert parted(seed) == "", "\n".join(courses(seed))


def test_offers_and_loops_are_drawn() -> None:
    """A law says little if what it speaks of never comes: offers in offers, several at once, in votes and phases."""
    found: Counter[str] = Counter()
    for seed in range(60):
        text, _ = courses(seed)
        found.update(word for word in ("meanwhile", "until nobody moves", "secretly", "do do-") if word in text)
        asked = Counter(action.actor for action in _played(text, seed).actions)
        found.update(asked.keys())
    wanted = ("meanwhile", "until nobody moves", "secretly", "do do-", "anyone", "player")
    assert all(found[word] > 10 for word in wanted), found


def _played(text: str, seed: int) -> Play:
    play = start(load_text(text), 3, seed)
    play_random(play, 30)
    return play


# ---- the law has teeth --------------------------------------------------------------------------------------

_before, _carry_out, _stand = Offers.before, Decisions.carry_out, Offers.stand


def _not_before_may(self: Offers, statement: Any, env: Any) -> None:
    """Whoever may choose is asked at once."""
    if not isinstance(statement, t.MayChoose):
        _before(self, statement, env)


def _between_votes(self: Offers, statement: Any, env: Any) -> None:
    """It is offered before a vote, also if nobody votes."""
    if isinstance(statement, t.Secretly):
        self.offer()
    else:
        _before(self, statement, env)


@contextmanager
def _not_at_the_end(self: Offers) -> Iterator[None]:
    """Where a block ends nothing is offered."""
    outside = self.standing
    yield
    self.standing = outside


@contextmanager
def _for_ever(self: Offers) -> Iterator[None]:
    """What stands in a block stands after it."""
    outside = self.standing
    yield
    if self.standing != outside:
        self.offer()


@contextmanager
def _disturbed(self: Offers) -> Iterator[None]:
    """What stands outside of an offer is offered in it, once more."""
    outside, self.standing = self.standing, self.standing[:-1]
    yield
    self.standing = outside


def _nobody_counts(self: Decisions, chosen: Any, to: int, moves: bool) -> None:
    """Declining is a move, too."""
    _carry_out(self, chosen, to, moves or chosen.option.name == "decline")


def _only_races_count(self: Decisions, chosen: Any, to: int, moves: bool) -> None:
    """Taking up what one may choose is no move."""
    _carry_out(self, chosen, to, moves and chosen.option.name != chosen.option.picks[0].label)


def _without_condition(self: Offers, statement: Any, env: Any, last: bool) -> None:
    """It stands whether its condition holds or not."""
    _stand(self, t.Meanwhile(None, statement.race, (), span=statement.span), env, last)


@pytest.mark.parametrize(("where", "what", "planted"), [
    (Offers, "before", _not_before_may),
    (Offers, "before", _between_votes),
    (Flow, "block", _not_at_the_end),
    (Flow, "block", _for_ever),
    (Offers, "undisturbed", _disturbed),
    (Offers, "stand", _without_condition),
    (Offers, "moves", lambda self: None),
    (Decisions, "carry_out", _nobody_counts),
    (Decisions, "carry_out", _only_races_count),
])
def test_planted_mistakes_are_found(where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, what, planted)
    assert any(_wrong(seed) for seed in range(200))


def _wrong(seed: int) -> bool:
    try:
        return parted(seed) != ""
    except AssertionError:
        return True
