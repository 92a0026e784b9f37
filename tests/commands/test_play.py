"""`play`: a person at the table, who may mistype, ask, leave, or hang up."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_whole_game(qedeck: Run, typed: Callable[[str], None]) -> None:
    typed("1\n")
    said = qedeck("play", "small.qed", "--seed", "4")
    assert said.code == 0 and "You are Player 1." in said.out and "Player 1 decides:" in said.out
    assert "   1  Player 1: keep" in said.out and "The game ends:" in said.out
    assert said.out.count("gets a card:") == 1, "only the own card is seen"


def test_in_words_and_in_japanese(qedeck: Run, typed: Callable[[str], None]) -> None:
    typed("keep\n")
    said = qedeck("play", "small.qed", "--seed", "4", "--lang", "ja")
    assert said.code == 0 and "あなたはプレイヤー1です。" in said.out and "ゲーム終了" in said.out


def test_mistakes_are_answered(qedeck: Run, typed: Callable[[str], None]) -> None:
    typed("\n?\nt\n99\nthrow with queen\nfrobnicate\nq\n")
    said = qedeck("play", "small.qed", "--seed", "4")
    assert said.code == 0 and "There is no choice 99" in said.out and said.out.count("That is not allowed") == 2
    assert "deck: 2 cards" in said.out and "Goodbye. The seed was 4." in said.out


def test_the_end_of_input(qedeck: Run, typed: Callable[[str], None]) -> None:
    typed("")
    said = qedeck("play", "small.qed", "--seed", "4")
    assert said.code == 0 and "Goodbye" in said.out


def test_the_moderator_enters_everything(qedeck: Run, typed: Callable[[str], None]) -> None:
    typed("keep\nkeep\n")
    said = qedeck("play", "small.qed", "--seed", "4", "--seat", "moderator")
    assert said.code == 0 and said.out.count("gets a card:") == 2 and "Player 2 decides:" in said.out
    assert "Nobody wins" in said.out


def test_a_long_game_with_many_choices(qedeck: Run, typed: Callable[[str], None]) -> None:
    typed("1\n" * 400)
    said = qedeck("play", "stool_pigeon", "--players", "3", "--seed", "2", "--seat", "2")
    assert said.code == 0 and "What happens?" in said.out and "\n   1  match a card\n" in said.out
    assert not re.search(r"^ +\d+  Player [13]: ", said.out, re.MULTILINE), "nobody chooses for others"


@pytest.mark.parametrize("seat", ["0", "3", "x", "-1", "²"])
def test_no_such_seat(qedeck: Run, seat: str) -> None:
    said = qedeck("play", "small.qed", f"--seat={seat}")
    assert said.code == 2 and f"there is no seat {seat}" in said.err


def test_not_for_programs(qedeck: Run) -> None:
    assert qedeck("play", "small.qed", "--format", "json").code == 2


def test_the_ring_of_wolf_and_hound(qedeck: Run, typed: Callable[[str], None]) -> None:
    """Before each question: whose turn it is, the sheep, and which animals stand before whom."""
    typed("t\n1\n")
    said = qedeck("play", "wolf_and_hound", "--players", "3", "--seed", "2", "--set", "animal-set=gamer-a")
    assert "  ▶ Player 1 (team Blue): 2 sheep, 0 in the forest  [Wolf 6: Wolf], [Metamorphic 1: Wolf]" in said.out
    assert "    Player 2 (team Yellow): 4 sheep, 0 in the forest\n" in said.out
    assert said.out.count("Wolf 7") == 0, "animals that are not in play are not shown"
    typed("1\n")
    said = qedeck("play", "wolf_and_hound", "--players", "3", "--seed", "2", "--lang", "ja")
    assert "▶ プレイヤー1（チーム青）：羊2匹、森に0匹　［ウルフ1：ウルフ］、［ハウンド1：ハウンド］" in said.out
