"""The table at a glance: lines for each player, with what is theirs and what stands before them."""

from __future__ import annotations

from typing import Any

import pytest

from qedeck.interpreter.board import glance
from qedeck.interpreter.play import Play, start
from qedeck.interpreter.position import Rules
from qedeck.spec.game import Game, load_text
from qedeck.spec.texts import Texts

RING = """\
game ring
  players 3
  starts with main

kind is one of wolf, hound

cards animal
  grey, kind wolf
  brown, kind hound
  spare, kind hound

parameter in-play of animal x: yes or no
  assumed x is not spare

remember
  turn: player
  pen of each player: 0 to 9, starting 3
  plan of each player: 0 to 9, secret
  seat of each animal: player

define bites of animal x: yes or no
  kind of x is wolf

define plans of player p: number
  plan of p

phase main
  repeat
    turn chooses a player p
    seat of grey becomes p
    turn becomes left of turn
  until plans of player 1 is 9
"""


@pytest.fixture(scope="module")
def ring() -> Game:
    game = load_text(RING, "ring.qed")
    assert game.sound, [d.title for d in game.diagnostics]
    return game


def at_a_glance(game: Game, table: dict[str, Any], *lines: str) -> list[str]:
    play = Play(Rules(start(game, 3, 1).core, Texts({"en": {"table": table}})), 1)
    play.begin()
    for line in lines:
        play.apply_words(line)
    return glance(play, "en")


def test_a_line_for_each_player(ring: Game) -> None:
    table = {"player": "{turn} {player}: {pen} {seat}", "lists": {"seat": {"only": "in-play"}}}
    assert at_a_glance(ring, table, "player 3") == ["  Player 1: 3 brown", "▶ Player 2: 3", "  Player 3: 3 grey"]


def test_each_thing_in_its_own_words(ring: Game) -> None:
    table = {"player": "{seat}", "lists": {"seat": {"each": "{animal}/{bites}"}}}
    assert at_a_glance(ring, table, "player 2") == ["brown/no, spare/no", "grey/yes", ""]


def test_secrets_stay_secret(ring: Game) -> None:
    """Neither a secret value nor a definition that reads one is filled in."""
    assert at_a_glance(ring, {"player": "{plan} {plans} {what}"})[0] == "{plan} {plans} {what}"


def test_nothing_without_a_table(ring: Game) -> None:
    assert at_a_glance(ring, {}) == []
