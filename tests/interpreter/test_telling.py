"""The play log, as it is read at the table."""

from __future__ import annotations

from qedeck.interpreter.events import Asked
from qedeck.interpreter.play import Play, start
from qedeck.interpreter.position import Rules
from qedeck.interpreter.telling import tell
from qedeck.spec.game import Game, load_text
from qedeck.spec.texts import Texts

TEXTS = Texts({
    "en": {"names": {"red": "heart", "blue": "spade", "trick": "trick", "taken": "tricks taken"},
           "choices": {"play-trick": "{player} plays {c}"}},
    "ja": {"names": {"red": "ハート", "blue": "スペード", "hand": "手札", "trick": "場", "taken": "獲得札",
                     "level": "同点"},
           "choices": {"play-trick": "{player}は{c}を出す"}},
})
LINES = ("2", "0", "red 1", "red 3", "blue 2", "blue 4")


def played(game: Game, lines: tuple[str, ...] = LINES, texts: Texts | None = None) -> Play:
    play = start(game, 2, 1)
    if texts is not None:
        play = Play(Rules(play.core, texts), 1)
        play.begin()
    for line in lines:
        play.apply_words(line)
    return play


def test_plain_words(tiny: Game) -> None:
    assert tell(played(tiny)) == [
        "Player 1's hand gets 2 cards: red 1, blue 4.",
        "Player 2's hand gets 2 cards: red 3, blue 2.",
        "Player 1 chooses 2.",
        "Player 2 chooses 0.",
        "Red 1 goes from Player 1's hand to the trick.",
        "Red 3 goes from Player 2's hand to the trick.",
        "Red 1, red 3 go from the trick to Player 2's taken.",
        "Blue 2 goes from Player 2's hand to the trick.",
        "Blue 4 goes from Player 1's hand to the trick.",
        "Blue 2, blue 4 go from the trick to Player 1's taken.",
        "The game ends in a draw: level.",
    ]


def test_japanese_from_one_seat(tiny: Game) -> None:
    assert tell(played(tiny, texts=TEXTS), "ja", 2) == [
        "プレイヤー1の手札に2枚配る。",
        "プレイヤー2の手札に2枚配る：ハート3、スペード2。",
        "プレイヤー2は0を選ぶ。",
        "プレイヤー1はハート1を出す。",
        "プレイヤー2はハート3を出す。",
        "場からプレイヤー2の獲得札へ：ハート1、ハート3。",
        "プレイヤー2はスペード2を出す。",
        "プレイヤー1はスペード4を出す。",
        "場からプレイヤー1の獲得札へ：スペード2、スペード4。",
        "ゲーム終了：引き分け（同点）。",
    ]


def test_a_part_of_the_log(tiny: Game) -> None:
    play = played(tiny, LINES[:2], TEXTS)
    before = len(play.events)
    play.apply_words("red 1")
    assert tell(play, "en", 2, before) == ["Player 1 plays heart 1."]


def test_labels(tiny: Game) -> None:
    play = start(tiny, 2, 1)
    assert [a.label() for a in play.legal()] == ["Player 1 chooses 0", "Player 1 chooses 1", "Player 1 chooses 2"]
    assert play.legal()[0].label("ja") == "プレイヤー1は0を選ぶ"


def test_what_has_changed(tiny: Game) -> None:
    """A value with a sentence of its own is told when it is another one; the others are not."""
    said = {"score.more": "{player} scores {by} and has {value}", "leader": "{value} leads after {before}"}
    changing = Texts({"en": {"changes": said}})
    lines = tell(played(tiny, texts=changing))
    assert lines.count("Player 2 scores 1 and has 1.") == 1
    assert lines.index("Player 2 leads after Player 1.") > lines.index("Red 3 goes from Player 2's hand to the trick.")
    assert tell(played(tiny, texts=Texts({"en": {"changes": {"score.less": "never"}}}))) == tell(played(tiny))


def test_a_phase_in_its_own_words(tiny: Game) -> None:
    own = Texts({"en": {"log": {"evening": "{player} is dealt {cards}", "evening.unseen": "", "play-trick": ""}}})
    lines = tell(played(tiny, texts=own), "en", 1)
    assert lines[0] == "Player 1 is dealt red 1, blue 4."
    assert not any("Player 2's hand" in line for line in lines)


SHOWN = """game shown
  players 2
  starts with main

cards
  red, rank 1 to 4

zones
  deck: pile of card, face up, full at start

phase main
  show player 2, red 3 to player 1
  do all-of-it

phase all-of-it
  show deck to everyone
"""


def test_what_is_shown_can_be_told_one_by_one() -> None:
    texts = Texts({"en": {"log": {"main": "{players} sees that {1} has {2}", "all-of-it": "{values}, {1}"}}})
    play = Play(Rules(load_text(SHOWN).core(2), texts), 1)
    play.begin()
    assert tell(play)[:2] == ["Player 1 sees that Player 2 has red 3.", "Red 1, red 2, red 3, red 4, {1}."]


def test_whoever_has_no_sight_of_it_is_not_told(tiny: Game) -> None:
    secret = Texts({"en": {"changes": {"bid": "{player} bids {value}"}}})
    assert not any("bids" in line for line in tell(played(tiny, texts=secret)))


TOGETHER = """game pack
  players 3
  starts with main

remember
  wolf of each player: yes or no, seen by owner
  victim: player or none, starting none, secret

phase main
  wolf of player WHO becomes yes
  wolf of player 3 becomes yes
  the players w where wolf of w together choose a player t as victim
"""


def test_what_a_group_chose_together_is_told_to_all_of_it_and_to_nobody_else() -> None:
    play = start(load_text(TOGETHER.replace("WHO", "1")), 3, seed=1)
    asked = [play.view(seat).asked for seat in (1, 2, 3)]
    assert asked[0] == asked[2] == Asked("player", 1) and asked[1] is None
    play.apply_words("player 2")
    said = ["Player 1, Player 3 together choose Player 2."]
    assert [tell(play, "en", seat)[:-1] for seat in (None, 1, 2, 3)] == [said, said, [], said]
    assert tell(play, "ja", 3)[0] == "プレイヤー1、プレイヤー3は相談してプレイヤー2を選ぶ。"
    assert {"event": "together", "values": ["player 2"]} in play.history(3)
    assert not any(event["event"] in ("choice", "together") for event in play.history(2))


def test_one_alone_just_chooses() -> None:
    play = start(load_text(TOGETHER.replace("WHO", "3")), 3, seed=1)
    play.apply_words("player 2")
    assert [tell(play, "en", seat)[:-1] for seat in (1, 3)] == [[], ["Player 3 chooses Player 2."]]
