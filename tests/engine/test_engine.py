"""The engine's front door: tallies, counters, the stepper, searches, and what it does without wasmtime."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from qedeck.engine import KINDS, Engine, compiled
from qedeck.engine.falls import deals, orders
from qedeck.engine.search import Search
from qedeck.interpreter.chance import CARDS, PLAYERS, Chance
from qedeck.interpreter.play import start
from qedeck.proofs.plays.explore import Explored
from qedeck.spec import core as c
from qedeck.spec.game import load, load_text

GAMES = Path(__file__).parent.parent / "games"

pytest.importorskip("wasmtime")


def core_of(name: str, players: int) -> c.Core:
    return load(GAMES / f"{name}.qed").core(players)


# ---- tallies ------------------------------------------------------------------------------------


def test_compiled_once() -> None:
    core = core_of("tic_tac_toe", 2)
    assert compiled(core) is compiled(core)
    assert compiled(core).machine() is compiled(core).machine()


def test_tally_adds_up() -> None:
    tally = Engine(core_of("hearts", 4)).playouts(None, 1, 500)
    assert tally.games == 500 and tally.results() == {("won", "fewest-points"): 500}
    assert sum(tally.wins()) >= 500 and min(tally.wins()) > 50
    assert set(tally.decisions) == {52, 64}  # with and without passing


def test_batches_do_not_matter() -> None:
    engine = Engine(core_of("leduc_poker", 2))
    whole = engine.playouts(None, 10, 60)
    parts = [engine.playouts(None, first, 20) for first in (10, 30, 50)]
    assert list(whole.choices) == [choice for part in parts for choice in part.choices]


def test_seeds_of_any_size() -> None:
    engine = Engine(core_of("tic_tac_toe", 2))
    for seed in (0, -1, 2**63, 2**64 - 1, 2**64 + 5):
        state, made, choices = engine.stepper().random_game(seed, 100)
        tally = engine.playouts(None, seed, 1)
        assert (tally.decisions[0], tally.choices[0]) == (made, choices)


def test_the_limit_of_decisions() -> None:
    tally = Engine(core_of("hearts", 4)).playouts(None, 1, 5, limit=10)
    assert tally.results() == {("unfinished", ""): 5} and set(tally.decisions) == {10}


def test_parameters_are_heeded() -> None:
    engine = Engine(core_of("hearts", 4))
    tally = engine.playouts({"pass-cards": (False,)}, 1, 50)
    assert set(tally.decisions) == {52}


def test_counters_change_nothing_and_add_up() -> None:
    engine = Engine(core_of("hearts", 4))
    plain, watched = engine.playouts(None, 1, 200), engine.playouts(None, 1, 200, watch=True)
    assert plain.choices == watched.choices and not plain.played
    assert watched.played["card"] == [200] * 52  # everybody plays all their cards
    assert sum(watched.won["card"]) == 200 * 13
    two, ace = (core_of("hearts", 4).domains["card"].members.index(name) for name in ("club 2", "spade 14"))
    assert watched.won["card"][two] < watched.won["card"][ace]
    assert watched.clauses["play-trick"] == 200 and "may-play" not in watched.clauses
    again = engine.playouts(None, 1, 200, watch=True)
    assert again.played == watched.played


def test_python_counts_the_same() -> None:
    engine = Engine(core_of("hearts", 4))
    wasm = engine.playouts(None, 1, 20, watch=True)
    engine.how = "python"
    python = engine.playouts(None, 1, 20, watch=True)
    assert (wasm.played, wasm.won, wasm.clauses) == (python.played, python.won, python.clauses)


STUCK = """
game nowhere
  players 2
  starts with main

cards
  number, rank 1 to 3

zones
  deck: pile of card, full at start
  hand of each player: pile of card, seen by owner

remember
  turn: player
  left-over: 0 to 2, starting 2

phase main
  repeat
    turn chooses a card c in hand of turn where rank of c > 5
  until hand of turn is empty
  judge nobody

ending nobody
  when hand of turn is empty
  drawn
"""


def test_stuck_and_undefined() -> None:
    core = load_text(STUCK).core(2)
    tally = Engine(core).playouts(None, 1, 3)
    assert tally.results() == {("stuck", ""): 3}
    text = STUCK.replace("turn chooses a card c in hand of turn where rank of c > 5", "take 1 from left-over")
    fewer = load_text(text.replace("until hand of turn is empty", "until left-over is 2"))
    tally = Engine(fewer.core(2)).playouts(None, 1, 3)
    assert tally.results() == {("undefined", ""): 3}
    ((code, clause, _, many),) = tally.faults()
    assert (code, clause, many) == ("Q503", "main", 3)


# ---- one move at a time -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [("hearts", 4), ("crazy_eights", 3), ("leduc_poker", 2)])
def test_stepping_beside_the_interpreter(name: str, players: int) -> None:
    game = load(GAMES / f"{name}.qed")
    stepper = Engine(game.core(players)).stepper()
    for seed in range(3):
        play, state = start(game, players, seed), stepper.begin()
        cards, random = Chance(seed, CARDS), Chance(seed, PLAYERS)
        while not play.over:
            while state.result is None and stepper.is_chance(state):
                stepper.draw(state, cards)
            legal = play.legal()
            assert stepper.legal(state) == [(a.choice, tuple(map(int, a.values))) for a in legal]
            assert stepper.cells(state) == play.cells and state.node == play.node
            k = random.below(len(legal))
            kept = state.copy()
            stepper.apply(state, stepper.legal(state)[k])
            assert kept.row != state.row or kept.node != state.node
            play.apply(legal[k])
        assert state.result == "over" and stepper.cells(state) == play.cells


# ---- exhaustive search ----------------------------------------------------------------------------------


def test_tic_tac_toe_has_5478_positions() -> None:
    search = Search(core_of("tic_tac_toe", 2)).run(20)
    assert search.complete and search.positions == 5478 and search.edges == 16167
    assert search.stops() == {"": 4520, "over": 958}


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_search_agrees_with_explore(name: str) -> None:
    core = core_of(name, 2)
    search, explored = Search(core).run(20), Explored(core).search(60)
    assert search.complete and explored.complete
    assert (search.positions, search.edges) == (explored.positions, explored.edges)
    assert search.stops() == Counter(explored.end(k) for k in range(explored.positions))
    tables = {(node, tuple(cells.rows.values())) for node, cells in map(search.table, range(search.positions))}
    others = {(node, tuple(cells.rows.values())) for _, node, cells in map(explored.table, range(explored.positions))}
    assert tables == others


def test_paths_lead_there() -> None:
    core = core_of("tic_tac_toe", 2)
    search, stepper = Search(core).run(20), Engine(core).stepper()
    for number in (0, 1, 700, 5477):
        state = stepper.begin()
        for node, action in search.path(number):
            assert state.node == node
            stepper.follow(state, action)
        board = search.table(number)[1]["board"]
        assert stepper.cells(state)["board"] == board


def test_a_search_is_taken_up_again(tmp_path: Path) -> None:
    core = core_of("leduc_poker", 2)
    search = Search(core)
    search.run(0)
    assert not search.complete and "time" in search.reason
    search.save(tmp_path / "search")
    later = Search.load(core, tmp_path / "search").run(20)
    assert later.complete and later.positions == Search(core).run(20).positions
    with pytest.raises(ValueError, match="another game"):
        Search.load(core_of("kuhn_poker", 2), tmp_path / "search")


def test_the_memory_is_bounded() -> None:
    search = Search(core_of("hearts", 4), memory=1 << 20)
    search.run(5)
    assert not search.complete and search.hopeless and "too many ways" in search.reason
    board = Search(core_of("tic_tac_toe", 2), memory=1 << 16).run(5)
    assert not board.complete and "memory" in board.reason and board.positions < 5478


def test_every_deal_and_every_order() -> None:
    assert len(list(deals([2, 1, 1], [2, 1]))) == len({str(deal) for deal in deals([2, 1, 1], [2, 1])}) == 7
    assert list(deals([1, 1], [])) == [[]] and list(deals([1], [2])) == []
    assert list(orders([1, 0, 1])) == [[0, 1, 1], [1, 0, 1], [1, 1, 0]] and list(orders([])) == [[]]


def test_kinds_are_told_apart() -> None:
    assert len(set(KINDS)) == len(KINDS) == 6


FORBIDDEN = """
game forbidden
  players 2 to 3
  starts with main

parameter price: 0 to 9
  assumed players
  such that price < 3

phase main
  player 1 chooses one
    go
"""


@pytest.mark.parametrize(("players", "said"), [(2, ""), (3, "Q421")])
def test_assumed_values_that_the_rulebook_forbids(players: int, said: str) -> None:
    """They set up no table: neither for the interpreter nor for the engine, in Python or WebAssembly."""
    game = load_text(FORBIDDEN)
    played = start(game, players, 1).result
    assert (played.code if played is not None else "") == said
    made = Engine(game.core(players))
    assert [code for code, *_ in made.playouts(None, 1, 5).faults()] == ([said] if said else [])
    assert made.stepper().begin().result == ("undefined" if said else None)
    # A value that somebody chose, and that is allowed, is another matter.
    assert made.playouts({"price": (1,)}, 1, 5).faults() == []


RANGES = """
game ranges
  players 2
  starts with main

suit is one of red, blue

remember
  best: player or none, starting none
  n: 0 to 9
  seen: 0 to 9

define winner-now: player
  best

define small: 0 to 3
  n + seen

define next-suit of suit s: suit
  by s
    red: blue
    blue: red

phase main
  player 1 chooses a number k from 0 to 9
  n becomes k
  player 1 chooses one
    ask-best
      if winner-now is player 1: seen becomes 1
    ask-small
      if small > 1: seen becomes 1
    ask-either
      if (winner-now otherwise player 2) is player 2: seen becomes 2
"""


def test_what_a_definition_comes_to_is_of_its_type() -> None:
    """`none` is no player, and 4 is not from 0 to 3: undefined in the interpreter and in the engine alike."""
    game = load_text(RANGES)
    ways: Counter[str] = Counter()
    for seed in range(60):
        play = start(game, 2, seed)
        play.apply(play.random_action())
        high = play.cells["n"][0] > 3
        choice = play.random_action()
        play.apply(choice)
        wrong = choice.option == "ask-best" or choice.option == "ask-small" and high
        assert play.result is not None and (play.result.code == "Q503") == wrong
        ways["undefined" if wrong else "undeclared"] += 1
    assert {kind for kind, _ in Engine(game.core(2)).playouts(None, 0, 200).results()} == set(ways)
    made = Engine(game.core(2))
    assert {code for code, *_ in made.playouts(None, 0, 200).faults()} == {"Q503"}
    tally = made.playouts(None, 0, 60)
    assert Counter(KINDS[kind] for kind in tally.kinds) == ways
