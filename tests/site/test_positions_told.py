"""What a prover wrote down of a position is told in the words of the game; what cannot be read is left to others."""

from __future__ import annotations

import pytest

from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.record import Language
from qedeck.site.book.words.positions import told_facts, told_positions
from qedeck.site.book.words.speaker import Speaker, speaker_of
from qedeck.spec import tree as t
from qedeck.spec.files import shipped_games

from .tables import game_of

NAME = "werewolves_and_robbers"


def speaker(language: Language) -> Speaker:
    return speaker_of(Desk(game_of(NAME), shipped_games()[NAME], language), "other")


def prop(name: str) -> t.Property:
    return next(one for one in game_of(NAME).clauses if isinstance(one, t.Property) and one.name.text == name)


@pytest.mark.parametrize(("language", "line", "told"), [
    ("ja", "trick: knife, werewolf, chest 12", "トリック：短剣、人狼、宝箱12"),
    ("ja", "hand of player 1: chest 12", "プレイヤー1の手札：宝箱12"),
    ("ja", "icons: chest 1 5, robber 2 0", "絵の数：宝箱1＝5、どろぼう2＝0"),
    ("ja", "chest 1 wins: trick: robber 4, chest 1", "宝箱1が勝つ並び――トリック：どろぼう4、宝箱1"),
    ("ja", "the other:", "もう一方の場面："),
    ("en", "trick: knife, werewolf, chest 12", "The trick: Knife, Werewolf, Chest 12"),
])
def test_lines_of_a_position(language: Language, line: str, told: str) -> None:
    assert told_positions(speaker(language), (line,)) == (told,)


@pytest.mark.parametrize("line", ["", "Robber 12 goes to the trick.", "trick: ((", "nowhere: chest 1", "icons: 5"])
def test_what_is_no_position_is_left_to_others(line: str) -> None:
    assert told_positions(speaker("ja"), ("trick: chest 1", line)) is None


def test_facts_know_the_names_that_their_claim_binds() -> None:
    facts = ("i is 1", "beats(i, j) is yes", "other beats(i, j) is no", "deck is empty", "size of trick > 1 is no")
    assert told_facts(speaker("ja"), facts, prop("fixed-order")) == (
        "場所iが1", "場所iが場所jに勝つ", "もう一方では場所iが場所jに勝たない", "山札が空",
        "トリックの枚数が1より大きくない")
    assert told_facts(speaker("ja"), ("((",), prop("fixed-order")) is None
