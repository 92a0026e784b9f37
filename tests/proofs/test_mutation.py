"""Small changes to a small game: those that its properties notice, those they do not, and those nobody could."""

from __future__ import annotations

import pytest

from qedeck.engine import Engine
from qedeck.proofs.mutation.finding import Fate, Finding
from qedeck.proofs.mutation.mutants import mutants
from qedeck.proofs.mutation.mutation import Bench, examine_all
from qedeck.proofs.mutation.sides import FAR, Side
from qedeck.spec.game import load_text

from .tower import TOWER, bench_of, change


def fates(text: str) -> dict[str, Finding]:
    """For each change, what became of it."""
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    bench = Bench(game, 5.0)
    return {f"{m.clause}: {m.words}": bench.examine(m.number) for m in bench.mutants}


@pytest.fixture(scope="module")
def tower() -> dict[str, Finding]:
    return fates(TOWER)


def test_what_is_changed() -> None:
    """Only rules; not what only properties speak of, nor examples and properties."""
    told = [f"{m.clause}: {m.words}" for m in mutants(load_text(TOWER))]
    assert "define tall: `>=` becomes `>`" in told
    assert "phase main: `left` becomes `right`" in told
    assert "phase main: drop `add n to height`" in told
    assert "phase main: `builder becomes left of builder` comes before `add n to height`" in told
    assert "ending built: won by … becomes drawn" in told
    clauses = {line.split(":")[0] for line in told}
    assert clauses == {"define tall", "define spare", "phase main", "ending built"}


def test_each_change_is_one_change() -> None:
    game = load_text(TOWER)
    for mutant in mutants(game):
        differing = [new for old, new in zip(game.clauses, mutant.clauses, strict=True) if old != new]
        assert len(differing) == 1, mutant.words
        assert "\n" not in mutant.words and mutant.line > 0


def test_noticed_by_the_property_that_speaks_of_it(tower: dict[str, Finding]) -> None:
    for words, property_ in {
        "define tall: `>=` becomes `>`": "high-enough",
        "define tall: `3` becomes `4`": "high-enough",
        "phase main: drop `add n to height`": "grows",
        "phase main: drop `builder becomes left of builder`": "in-turns",
        "ending built: the opposite condition": "a result for every end",
    }.items():
        found = tower[words]
        assert found.fate is Fate.NOTICED and found.by == property_, (words, found)


def test_a_survivor_is_told(tower: dict[str, Finding]) -> None:
    """Nothing is said about who wins; but every game is asked whether it breaks off."""
    assert tower["ending built: won by … becomes drawn"].fate is Fate.UNNOTICED
    found = tower["phase main: `add` becomes `take`"]
    assert found.fate is Fate.NOTICED and found.by == "the rules always say what happens"


def test_an_example_is_no_property(tower: dict[str, Finding]) -> None:
    found = tower["define spare: `>` becomes `<`"]
    assert found.fate is Fate.EXAMPLE and found.by == "two-up"


def test_what_makes_no_difference(tower: dict[str, Finding]) -> None:
    """Where the height is 4, four and the height are the same; right and left are, with two players."""
    assert tower["define spare: `>` becomes `>=`"].fate is Fate.ALIKE
    assert tower["phase main: `left` becomes `right`"].fate in (Fate.SAME, Fate.UNNOTICED)


def test_the_checker_notices_too(tower: dict[str, Finding]) -> None:
    refused = [found for found in tower.values() if found.fate is Fate.REFUSED]
    assert all(found.detail for found in refused)


def test_a_broken_property_notices_nothing() -> None:
    """What fails for the game as it is written is no measure of a change."""
    text = TOWER.replace("any position has tall is (height >= 3)", "any position has tall is (height >= 2)")
    bench = Bench(load_text(text), 5.0)
    number = next(m.number for m in bench.mutants if m.words == "`>=` becomes `>`" and m.clause == "define tall")
    assert bench.examine(number).by != "high-enough"


@pytest.mark.slow
def test_what_plays_break_anyway_notices_nothing() -> None:
    """In no room: a claim that plays of the game as it is written break there is not heard."""
    bench = Bench(load_text(TOWER.replace("height > was height", "height > 1 + was height")), 5.0)
    for mutant in bench.mutants:
        if mutant.clause == "phase main":
            assert bench.examine(mutant.number).by != "grows", mutant.words


def test_who_names_the_change_is_asked_first() -> None:
    bench = Bench(load_text(TOWER.replace("helped > height", "helped > height or spare > 5 and tall")), 5.0)
    mutant = next(m for m in bench.mutants if m.clause == "define tall")
    side = Side(mutant.clauses, bench.properties, bench.counts)
    assert side.sound
    far = {asked.property: side.far(asked, bench.original) for asked in bench.asked}
    assert far["high-enough"] == far["helping"] == 0
    assert far["grows"] == far["in-turns"] == FAR


def test_in_processes_of_their_own() -> None:
    """Also where this process has used the engine: a forked one has neither its threads nor room for its memory."""
    bench = Bench(load_text(TOWER), 5.0)
    assert Engine(bench.game.core(2)).playouts(None, 1, 5).games == 5
    wanted = [m.number for m in bench.mutants if m.clause == "define tall"]
    found = list(examine_all(bench, wanted, 2))
    assert sorted(f.number for f in found) == wanted
    assert {f.fate for f in found} == {Fate.NOTICED}


def test_a_game_that_goes_round_and_round() -> None:
    """Noticed by the stock property that every game ends."""
    bench = bench_of(("property grows\n  each choice keeps height > was height\n", ""))
    found = bench.examine(change(bench, "phase main", "drop `add n to height`"))
    assert (found.fate, found.by) == (Fate.NOTICED, "every game ends"), found


SECRETS = """
game secrets
  players 2
  starts with main

cards
  coin, rank 1 to 3

reading peeking: nobody-looks, or all-look

zones
  chest: pile of card, face down, full at start
  purse of each player: pile of card, seen by owner
  shop: pile of card, face up
  cellar: pile of card, face down

remember
  opener: player

phase main
  table chooses a player d
  opener becomes d
  deal 1 from chest to purse of each player
  move all from chest to cellar
  if peeking is all-look: show cellar to everyone
  opener chooses a card c in purse of opener
  move c from purse of opener to shop

property anybody-is-first
  reachable opener is player 2

property looked-at
  readings of peeking differ

property open-shop
  shown shop to player p

property seen-through
  expected refuted
  shown purse of (left of p) to player p
"""


@pytest.mark.parametrize(
    ("clause", "words", "by"),
    [
        ("phase main", "drop `opener becomes d`", "anybody-is-first"),
        ("phase main", "drop `show cellar to everyone`", "looked-at"),
        ("zone shop", "face up becomes face down", "open-shop"),
        ("zone purse", "seen by owner becomes face up", "seen-through"),
        # Nobody said that the cellar is dark.
        ("zone cellar", "face down becomes face up", ""),
    ],
)
def test_what_is_seen_and_what_can_be(clause: str, words: str, by: str) -> None:
    """Noticed by what can no longer be reached, readings that no longer part, and who sees what."""
    bench = Bench(load_text(SECRETS), 5.0)
    found = bench.examine(change(bench, clause, words))
    assert (found.fate, found.by) == (Fate.NOTICED if by else Fate.UNNOTICED, by), found


BETWEEN = """
game between
  players 2 to 4
  starts with main

remember
  pool: 0 to 9, starting stock

define stock: 0 to 9
  when players is 2: 4
  when players is 3: 5
  when players is 4: 6

phase main
  repeat
    player 1 chooses a number n from 1 to 2 where n <= pool
    take n from pool
  until pool is 0
  judge done

ending done
  when pool is 0
  drawn
"""


def test_a_gap_between_the_fewest_and_the_most_players() -> None:
    """A row for three players only: nobody misses it with two or with four, and with three no game can begin."""
    bench = Bench(load_text(BETWEEN), 5.0)
    number = next(m.number for m in bench.mutants if m.words == "drop `when players is 3: 5`")
    found = bench.examine(number)
    assert (found.fate, found.by, found.players) == (Fate.NOTICED, "a case for every position", 3)


def test_an_example_that_begins_at_a_changed_step_says_nothing_of_it() -> None:
    """It quotes the step as the rules have it; of other changes it speaks as ever."""
    text = TOWER.replace("property grows", """example on-from-there
  given height is 3
  when do main from
    builder becomes left of builder
  then won by player 2

property grows""")
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    noticed = {f"{m.clause}: {m.words}": Side(m.clauses, {}, (2,)).failing_example() for m in mutants(game)}
    assert noticed["phase main: `left` becomes `right`"] == ""
    assert noticed["phase main: drop `builder becomes left of builder`"] == ""
    assert noticed["ending built: won by … becomes drawn"] == "on-from-there"
    assert noticed["define spare: `>` becomes `<`"] == "two-up"
