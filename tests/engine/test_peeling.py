"""Whether play comes back: the engine beside the reference, and beside graphs that are written as games."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qedeck.engine.peel import chosen
from qedeck.engine.peeling import Peeling
from qedeck.engine.search import Search
from qedeck.proofs.plays.circles import circle, longest
from qedeck.proofs.plays.explore import Explored
from qedeck.spec import core as c
from qedeck.spec.game import load, load_text

from ..proofs.games import COUNTDOWN, DRAUGHT, WANDER
from ..proofs.test_explore import ENDLESS, SHUFFLED

GAMES = Path(__file__).parent.parent / "games"

pytest.importorskip("wasmtime")


def agree(core: c.Core) -> Peeling:
    search, explored = Search(core).run(60), Explored(core).search(60)
    assert search.complete and explored.complete
    edges = search.edges
    found, choices = Peeling(search).run(60), Peeling(search, all_decisions=False).run(60)
    assert found.done and choices.done
    assert found.circles == choices.circles == (circle(explored) is not None)
    if not found.circles:
        assert found.longest == longest(explored, lambda node: True)
        assert choices.longest == longest(explored, lambda node: chosen(core.nodes[node]))
    assert search.complete and (search.positions, search.edges) == (explored.positions, edges)
    return found


@pytest.mark.parametrize("text", [COUNTDOWN, WANDER, DRAUGHT, SHUFFLED, ENDLESS])
def test_small_games(text: str) -> None:
    assert agree(load_text(text).core(2)).circles == (text is ENDLESS)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_public_games(name: str) -> None:
    agree(load(GAMES / f"{name}.qed").core(2))


def test_tic_tac_toe_takes_nine_turns() -> None:
    found = Peeling(Search(load(GAMES / "tic_tac_toe.qed").core(2)).run(60)).run(60)
    assert found.done and not found.circles and found.longest == 9


def graph(ways: dict[int, set[int]], goal: int) -> c.Core:
    """A game that is this graph: somebody walks it from 0 until the goal."""
    lines = [
        f"      go-{a}-{b}, if place is {a}\n        place becomes {b}" for a in sorted(ways) for b in sorted(ways[a])
    ]
    text = f"""
game walk
  players 2
  starts with main

remember
  place: 0 to {goal}

phase main
  repeat
    player 1 chooses one
{chr(10).join(lines)}
  until place is {goal}
"""
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    return game.core(2)


def comes_back(ways: dict[int, set[int]], start: int) -> int | None:
    """The shortest way from a place back to it."""
    reached, steps = {start}, 0
    while reached:
        reached, steps = set().union(*(ways.get(place, set()) for place in reached)), steps + 1
        if start in reached:
            return steps
        if steps > 20:
            return None
    return None


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(st.integers(0, 6), st.sets(st.integers(0, 7), min_size=1, max_size=3), min_size=1))
def test_any_graph(ways: dict[int, set[int]]) -> None:
    search = Search(graph(ways, 7)).run(60)
    found = Peeling(search).run(60)
    places = {search.table(k)[1]["place"][0] for k in range(search.positions)}
    round_ = {place for place in places if place != 7 and comes_back(ways, place) is not None}
    assert found.circles == bool(round_)
    if not round_:
        return
    lasso = found.lasso(60)
    assert lasso is not None
    number, steps = lasso
    start = search.table(number)[1]["place"][0]
    assert len(steps) == comes_back(ways, start)
    names = [name for _, action in steps for name in [option(search, action)]]
    assert all(before[1] == after[0] for before, after in zip(names, [*names[1:], names[0]], strict=True))
    assert names[0][0] == start


def option(search: Search, action: int) -> tuple[int, int]:
    node = search.core.nodes[0]
    assert isinstance(node, c.Decision)
    _, a, b = node.options[action].name.split("-")
    return int(a), int(b)
