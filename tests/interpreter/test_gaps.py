"""Places that stay: what there is of them, what a seat sees of them, and where they end."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from qedeck.engine import to_wat
from qedeck.engine.describe import describe
from qedeck.engine.games import Engine
from qedeck.engine.ir import Region
from qedeck.engine.lanes import Lanes
from qedeck.engine.reading import Sitting
from qedeck.engine.tally import Tally
from qedeck.engine.to_wat import Printer
from qedeck.interpreter.moment import Moment
from qedeck.interpreter.play import Play, rules_of, start
from qedeck.interpreter.trace import replay, trace
from qedeck.interpreter.views import Grid
from qedeck.spec import core as c
from qedeck.spec.checker.basics import Basics
from qedeck.spec.checker.terms import same
from qedeck.spec.game import Game, load_text
from qedeck.spec.render import render_all
from tests.engine.pages import different_game
from tests.engine.test_same_games import interpreted, records

pytest.importorskip("wasmtime")

TABLE = """\
game table
  players 2
  starts with main

spot is one of near, far, and up to {many} more

cards
  berry, rank 1 to 9

zones
  deck: row of card, up to 9, face down, full at start
  scene of each player: grid spot of card, {sight}
  gone: row of card, up to 9, face up

remember
  turns: 0 to 40

phase main
  repeat
    add 1 to turns
    table chooses one
      lay with player p, if deck is not empty
        draw 1 from deck to scene of p
      fill with player p, if deck is not empty and some gap g in scene of p where g is not far
        draw 1 from deck to card at first gap g in scene of p where g is not far in scene of p
      drop with player p, place s in scene of p
        move card at s in scene of p to gone
      guess with player p, if holes of p mod 3 is 1
      stop, if turns > 25
        turns becomes 40
  until turns is 40
  judge over

define at-last of player p: spot
  last place s in scene of p otherwise near

define holes of player p: number
  number of gaps g in scene of p

ending over
  when turns is 40
  won by player p where at-last of p is at least far and holes of p > 0
"""


def table(many: int = 30, sight: str = "face down") -> Game:
    game = load_text(TABLE.format(many=many, sight=sight))
    assert game.sound, render_all(game.diagnostics, game.sources)
    return game


def done(play: Play, *choices: str) -> Play:
    for choice in choices:
        play.apply_words(choice)
    return play


def places(play: Play, seat: int | None, key: str = "scene of player 1") -> list[tuple[str, str | None]]:
    shown = dict(play.view(seat).zones)[key]
    assert isinstance(shown, Grid) and shown.places is not None
    return list(shown.places)


def test_a_new_card_goes_behind_the_last_place_and_a_gap_stays() -> None:
    play = done(start(table(), 2, 1), *["lay with player 1"] * 3, "drop with player 1 and spot 3")
    assert [place for place, card in places(play, 1) if card is None] == ["spot 4", "spot 5"]
    done(play, "lay with player 1", "fill with player 1")
    assert [place for place, card in places(play, 1) if card is None] == ["near", "spot 4", "spot 5", "spot 6"]
    done(play, "fill with player 1")
    assert [place for place, card in places(play, 1) if card == "none"] == ["far"]


def test_a_seat_sees_the_places_there_are_and_no_more() -> None:
    play = start(table(), 2, 1)
    assert places(play, 1) == [("near", "none"), ("far", "none")]
    done(play, "lay with player 1", "lay with player 1")
    assert [place for place, _ in places(play, None)] == ["near", "far", "spot 3", "spot 4"]
    done(play, "drop with player 1 and spot 4", "drop with player 1 and spot 3")
    assert places(play, None) == [("near", "none"), ("far", "none")]


def test_where_places_end_play_is_undefined_and_says_so() -> None:
    play = done(start(table(many=2), 2, 1), "lay with player 1", "lay with player 1", "lay with player 1")
    assert play.result is not None and play.result.kind == "undefined" and play.result.code == "Q514"


def test_no_legal_choice_depends_on_where_places_end() -> None:
    """As long as they do not end, a game is the same with more of them."""
    few, many = start(table(many=9), 2, 3), start(table(many=40), 2, 3)
    dice = random.Random(5)
    for _ in range(60):
        if few.over or many.over:
            break
        one, other = [a.spelled() for a in few.legal()], [a.spelled() for a in many.legal()]
        assert one == other
        choice = dice.choice(one)
        few.apply_words(choice), many.apply_words(choice)
        assert few.view(1).zones == many.view(1).zones
    assert few.over == many.over


def test_a_game_is_written_down_and_played_again() -> None:
    play = start(table(), 2, 4)
    dice = random.Random(2)
    while not play.over:
        play.apply(dice.choice(play.legal()))
    again = replay(table(), trace(play))
    assert again.same and again.play.view(None) == play.view(None)


# ---- the engine: up to 64 places are asked at once, more of them one after the other --------------------------------


def parted(many: int) -> str:
    """The first random game in which interpreter, WebAssembly, Python and a page part, or nothing."""
    game = table(many, "face up")
    made, page = Engine(game.core(2)), Sitting(describe(game, 2))
    try:
        for seed in range(1, 7):
            mine, again, theirs = (Tally(made.core, seed) for _ in range(3))
            made.machine().play(mine, seed, 1, 60)
            made.stepper().play(again, seed, 1, 60)
            interpreted(game, 2, seed, 60, None, theirs)
            if not records(mine) == records(again) == records(theirs):
                return f"{many} more, seed {seed}: {records(mine)}, {records(again)}, {records(theirs)}"
            found = different_game(start_at(game, seed), page, seed, 60, every=5)
            if found:
                return f"{many} more: {found}"
    except ArithmeticError as why:
        return str(why)
    return ""


def start_at(game: Game, seed: int) -> Play:
    return Play(rules_of(game, 2), seed)


@pytest.mark.parametrize("many", [1, 5, 6, 7, 14, 30, 62, 63])
def test_however_many_places_all_play_the_same(many: int) -> None:
    assert parted(many) == ""


# ---- mistakes that somebody could make -------------------------------------------------------------------------------


def _passes_over_one(self: Moment[bool, int], test: object, local: str, low: int, high: int) -> Sequence[int]:
    """What is told at a glance leaves out the last place."""
    return TOLD(self, test, local, low, high)[:-1]  # type: ignore[arg-type]


def _not_the_last(self: Printer, region: Region, index: int | str, many: int) -> str:
    """Of so many cells one is not asked."""
    return SET(self, region, index, many - 1)


def _upside_down(self: Lanes, value: object, other: object, holds: object) -> object:
    """Where a card lies none does."""
    return self.not_(TAKEN(self, value, other, holds))  # type: ignore[arg-type]


TOLD, SET, TAKEN = Moment.told, Printer._not_below_zero, Lanes._taken


@pytest.mark.parametrize(
    ("owner", "name", "planted"),
    [
        (Moment, "told", _passes_over_one),
        (Printer, "_not_below_zero", _not_the_last),
        (to_wat, "GATHER", to_wat.GATHER ^ 1 << 14),
        (Lanes, "_taken", _upside_down),
    ],
    ids=["told too little", "without the last", "a sign goes astray", "upside down"],
)
def test_planted_mistakes_are_found(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, planted: object
) -> None:
    monkeypatch.setattr(owner, name, planted)
    assert any(parted(many) for many in (5, 6, 14))


def test_a_row_that_forgets_its_gaps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all that can ever be counted as there, rules read where it ends."""
    monkeypatch.setattr(Basics, "gap", lambda self, ref, place: same(self.card_at(ref, place), c.Const(c.NONE)))
    with pytest.raises(AssertionError):
        test_no_legal_choice_depends_on_where_places_end()
