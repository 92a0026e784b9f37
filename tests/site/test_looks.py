"""The [look] of a text file is checked both ways, and does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.site.draw.cards import decks_of
from qedeck.site.draw.look import Look
from qedeck.spec.game import Game, load

GAME = """game small
  players 2
  starts with main

suit is one of red, green

cards
  ruby, rank 1 to 3, suit red
  jade, rank 1 to 3, suit green
  joker

zones
  deck: pile of card, face down, full at start

remember
  score of each player: 0 to 9

phase main
  player 1 chooses one
    stop
      add 1 to score of player 1
  judge over

ending over
  when yes
  nobody wins
"""


def with_look(folder: Path, en: str, ja: str = "") -> Game:
    (folder / "small.qed").write_text(GAME, "utf-8")
    for language, look in (("en", en), ("ja", ja)):
        if look:
            (folder / f"small.{language}.toml").write_text(look, "utf-8")
    return load(folder / "small.qed")


def looks(game: Game, language: str = "en") -> dict[str, Look]:
    return {word: card.look for word, card in decks_of(game, language)["card"].cards.items()}


def codes(game: Game) -> list[tuple[str, str, str]]:
    return [(d.code, d.title, d.hint) for d in game.diagnostics if d.severity == "error"]


def test_a_family_a_suit_and_a_card(tmp_path: Path) -> None:
    game = with_look(tmp_path, '[look]\nruby = "gem red"\ngreen = "leaf"\n"jade 2" = "snow sky solid"\njoker = "cap"\n')
    assert not codes(game)
    found = looks(game)
    assert found["ruby 1"] == Look("gem", "red", "open")
    assert found["jade 1"] == Look("leaf", "green", "open")
    assert found["jade 2"] == Look("snow", "sky", "solid")
    assert found["joker"].symbol == "cap" and found["joker"].finish == "solid"


def test_one_file_speaks_for_both_languages(tmp_path: Path) -> None:
    game = with_look(tmp_path, '[look]\nruby = "gem red"\n', '[look]\nruby = "drop rose"\njade = "leaf"\n')
    assert looks(game)["ruby 1"].symbol == "gem" and looks(game, "ja")["ruby 1"].symbol == "drop"
    assert looks(game)["jade 1"].symbol == looks(game, "ja")["jade 1"].symbol == "leaf"


@pytest.mark.parametrize(("look", "code", "said", "hint"), [
    ('rubby = "gem"', "Q415", "this look belongs to no word of the game: rubby", "did you mean ruby"),
    ('"ruby 4" = "gem"', "Q415", "this look belongs to no word of the game: ruby 4", "did you mean"),
    ('ruby = "gemm"', "Q428", "no symbol, colour or finish is called gemm", "did you mean gem?"),
    ('ruby = "gem leaf"', "Q428", "ruby can have one symbol, not gem and leaf", ""),
    ('ruby = "red blue"', "Q428", "ruby can have one colour, not red and blue", ""),
])
def test_what_cannot_be_drawn(tmp_path: Path, look: str, code: str, said: str, hint: str) -> None:
    game = with_look(tmp_path, f"[look]\n{look}\n")
    ((found, title, help_),) = codes(game)
    assert (found, title) == (code, said) and help_.startswith(hint)
    place = next(d.span for d in game.diagnostics if d.severity == "error")
    assert place.file.endswith("small.en.toml") and place.start > 0


def test_words_look_like_what_they_say(tmp_path: Path) -> None:
    found = looks(with_look(tmp_path, ""))
    assert found["ruby 1"] == Look("gem", "red", "open") and found["jade 1"].colour == "green"
    assert found["joker"] == Look("cap", "orange", "solid")
