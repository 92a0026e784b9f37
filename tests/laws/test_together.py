"""The law of a group that decides together: one of them chooses while only they have open eyes, and all of them are
shown what."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from qedeck.interpreter.play import Play, start
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.decisions import Decisions
from qedeck.spec.game import load_text
from qedeck.spec.render import render_all

GAME = """game pack
  players 4
  starts with main

cards
  red, rank 1 to 4

zones
  deck: pile of card, face down, full at start

remember
  wolf of each player: yes or no, seen by owner
  turn: player
  x: 0 to 3
  victim: player or none, starting none, secret
  named: 0 to 3, secret
  taken: card or none, starting none, secret

phase main
  chance chooses a number n from 0 to 15
  for each player p where (n / 2) mod 2 is 1 or p is player 2
    wolf of p becomes yes
  if n < 4: wolf of player 2 becomes no
  if n is 15: wolf of player 4 becomes yes
  table chooses a player p
  turn becomes p
  STEPS
  turn chooses a number m from 0 to 3
  x becomes m
  STEPS
"""
GROUPS = ("wolf of w", "wolf of w and w is not turn", "w is not turn or x > 1", "x is 3", "no player q where wolf of q")
WHATS = (
    ("player t where not wolf of t or t is turn", "victim"),
    ("number t from 0 to 3 where t >= x", "named"),
    ("card t in deck where rank of t > x", "taken"),
)


def written(seed: int) -> tuple[str, str]:
    """The same game with a group, and by hand."""
    random, texts = Random(seed), [GAME, GAME]
    for _ in range(2):
        group, (what, kept) = random.choice(GROUPS), random.choice(WHATS)
        together = f"the players w where {group} together choose {what} as {kept}"
        by_hand = "\n".join([
            f"if some player w where {group}",
            f"    with eyes closed but for player w where {group}",
            f"      first player w where {group} chooses {what}",
            f"      show t to every player w where {group}",
            f"      {kept} becomes t",
        ])
        texts = [text.replace("STEPS", steps, 1) for text, steps in zip(texts, (together, by_hand), strict=True)]
    return texts[0], texts[1]


def noticed(play: Play) -> list[Any]:
    """What each seat sees and has noticed, and what can be done."""
    seats = range(1, 5)
    told = [[{**event, "event": str(event["event"]).replace("together", "show")} for event in play.history(seat)]
            for seat in seats]
    legal = [] if play.over else [(action.player, action.option, action.values) for action in play.legal()]
    return [[play.view(seat).data() for seat in seats], told, legal]


def parted(seed: int) -> str:
    games = [load_text(text) for text in written(seed)]
    for game in games:
        assert game.sound, render_all(game.diagnostics, game.sources)
    one, two = (start(game, 4, seed) for game in games)
    chance = Random(seed)
    while True:
        if noticed(one) != noticed(two):
            return f"{noticed(one)}\nby hand {noticed(two)}"
        if one.over:
            return ""
        at = chance.randrange(len(one.legal()))
        for play in (one, two):
            play.apply(play.legal()[at])


def test_a_group_is_one_of_them_and_all_of_them_know() -> None:
    assert [parted(seed) for seed in range(30)] == [""] * 30


def test_groups_of_every_size_are_drawn() -> None:
    sizes = set()
    for seed in range(30):
        play = start(load_text(written(seed)[0]), 4, seed)
        while not play.over:
            play.apply(play.legal()[0])
        sizes |= {sum(event.telling.seen) for event in play.events if hasattr(event, "telling")}
    assert sizes >= {1, 2, 3}


# ---- the law has teeth --------------------------------------------------------------------------------------

_together, _choose = Decisions._together, Decisions._choose


def _told_to_all(self: Decisions, statement: t.Together, env: Any) -> None:
    """Everybody learns what was chosen."""
    emit = self.graph.emit
    everyone = c.Const(True)

    def told(*steps: c.Step) -> None:
        emit(*(replace(step, audience=everyone) if isinstance(step, c.Tell) else step for step in steps))

    self.graph.emit = told  # type: ignore[method-assign]
    _together(self, statement, env)
    self.graph.emit = emit  # type: ignore[method-assign]


def _told_to_nobody(self: Decisions, statement: t.Together, env: Any) -> None:
    """Only whoever answers knows what was chosen."""
    emit = self.graph.emit
    self.graph.emit = lambda *steps: emit(*(s for s in steps if not isinstance(s, c.Tell)))  # type: ignore[method-assign]
    _together(self, statement, env)
    self.graph.emit = emit  # type: ignore[method-assign]


def _in_the_open(self: Decisions, statement: t.Choose, env: Any, among: Any = None) -> Any:
    """Everybody notices that somebody chose, and what."""
    return _choose(self, replace(statement, secretly=False), env, among)


def _unasked(self: Decisions, statement: t.Choose, env: Any, among: Any = None) -> Any:
    """The others of the group do not notice that one of them is asked."""
    return _choose(self, statement, env)


def _of_no_group_too(self: Decisions, statement: t.Together, env: Any) -> None:
    """Somebody is asked also if nobody belongs to the group."""
    _together(self, replace(statement, group_where=None), env)


@pytest.mark.parametrize(("what", "planted"), [
    ("_together", _told_to_all), ("_together", _told_to_nobody), ("_together", _of_no_group_too),
    ("_choose", _in_the_open), ("_choose", _unasked),
])
def test_planted_mistakes_are_found(what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Decisions, what, planted)
    assert any(parted(seed) for seed in range(12))
