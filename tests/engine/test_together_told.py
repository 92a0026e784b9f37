"""What a group chooses together, as a page sees and tells it: the twin of the interpreter, with texts of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.engine.describe import describe
from qedeck.engine.lines import Teller
from qedeck.engine.reading import Sitting
from qedeck.interpreter.play import Play, rules_of, start
from qedeck.interpreter.telling import tell
from qedeck.spec.game import Game, load
from tests.engine.pages import different_game

pytest.importorskip("wasmtime")

GAME = """game pack
  players 3
  starts with main

cards
  red, rank 1 to 4

zones
  deck: pile of card, face down, full at start

remember
  wolf of each player: yes or no, seen by owner
  victim: player or none, starting none, secret
  taken: card or none, starting none, secret

phase main
  for each player p
    chance chooses a number n from 0 to 1
    if n is 1: wolf of p becomes yes
  do hunt
  the players w where wolf of w together choose a card c in deck as taken
  with eyes closed but for player 1
    the players w where wolf of w together choose a player v as victim

  do reveal

phase reveal
  show player 2, red 1 to player 1

phase hunt
  the players w where wolf of w together choose a player t where not wolf of t as victim
"""
EN = '[choices]\n"hunt.t" = "{players} agree on {t}"\nmain = "{player} take {c} away{v}"\n'
EN += '[log]\nreveal = "{players}: {2} is for {1}, {values}"\n'
JA = '[choices]\nhunt = "{topic}{t}をねらう"\n'


@pytest.fixture
def pack(tmp_path: Path) -> Game:
    for name, text in (("pack.qed", GAME), ("pack.en.toml", EN), ("pack.ja.toml", JA)):
        (tmp_path / name).write_text(text, "utf-8")
    game = load(tmp_path / "pack.qed")
    assert game.sound
    return game


def different(game: Game) -> str:
    sitting = Sitting(describe(game, 3))
    found = (different_game(Play(rules_of(game, 3), seed), sitting, seed, 20) for seed in range(12))
    return next((one for one in found if one), "")


def test_a_page_tells_it_as_the_interpreter_does(pack: Game) -> None:
    assert different(pack) == ""


def test_the_texts_reword_it(pack: Game) -> None:
    play = start(pack, 3, seed=next(seed for seed in range(50) if wolves(pack, seed) == [1, 3]))
    play.apply_words("player 2")
    play.apply_words("red 2")
    assert tell(play, "en", 1) == tell(play, "en", 3) == ["Player 1, Player 3 agree on Player 2.",
                                                          "Player 1, Player 3 take red 2 away{v}."]
    assert tell(play, "ja", 3)[0] == "プレイヤー1、プレイヤー3はプレイヤー2をねらう。"
    assert tell(play, "en", 2) == []
    play.apply_words("player 3")
    assert tell(play, "en", 1)[-2:-1] == ["Player 1: red 1 is for Player 2, Player 2, red 1."]


def wolves(game: Game, seed: int) -> list[int]:
    return [seat for seat, wolf in enumerate(start(game, 3, seed).cells["wolf"], 1) if wolf]


def test_a_planted_difference_is_noticed(pack: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teller, "_together", lambda self, choice, event: self._stopped(self.label(choice)))
    assert different(pack)
