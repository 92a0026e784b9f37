"""What a page is given of a game: also how to ask for what a definition is asked of, in the reader's words."""

from __future__ import annotations

from qedeck.site.packing import pack
from qedeck.spec.game import load_text

from .books import game
from .tables import TWO_PILES


def test_what_a_definition_is_asked_of_has_a_name_in_both_languages() -> None:
    words = pack(game("wolf_and_hound"), 2)["words"]
    asked = {language: words[language]["params"] for language in ("en", "ja")}
    assert asked["en"]["steps.n"] == "number on the card" and asked["ja"]["steps.n"] == "カードの数字"
    assert asked["ja"]["destination.mover"] == "動かす人" and set(asked["en"]) == set(asked["ja"])


def test_a_game_that_names_none_has_none() -> None:
    assert pack(game("werewolves_and_robbers"), 3)["words"]["ja"]["params"] == {}


def test_conditions_of_choices_have_words_in_both_languages() -> None:
    text = TWO_PILES.replace("a card c in heap\n", "a card c in heap where size of gone < 3\n")
    words = pack(load_text(text), 1)["words"]
    assert words["en"]["conditions"] == {"size of gone < 3": "the number of cards in the gone is less than 3"}
    assert words["ja"]["conditions"] == {"size of gone < 3": "goneの枚数が3より小さい"}
    assert pack(load_text(TWO_PILES), 1)["words"]["ja"]["conditions"] == {}
