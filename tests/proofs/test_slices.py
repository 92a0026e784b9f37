"""A slice of a game: whatever is played in the game can be played in it, and what it keeps is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import z3

from qedeck.interpreter.state import Cells
from qedeck.proofs.fixed.folding import Folding, unrolled
from qedeck.proofs.fixed.settled import settled
from qedeck.proofs.formulas.symbolic import term
from qedeck.proofs.plays.sample import Spot
from qedeck.proofs.steps import slices as module
from qedeck.proofs.steps.book import Book
from qedeck.proofs.steps.focus import sliced_book
from qedeck.proofs.steps.slices import slices
from qedeck.proofs.steps.views import Whole
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.game import Game, load, load_text
from qedeck.spec.properties import property_program

from .games import steps

LAUNDRY = """
game laundry
  players 2
  starts with main

remember
  wet of each player: yes or no
  hung: 0 to 9

define rainy: yes or no
  wet of player 1

phase main
  repeat
    player 1 chooses one
      wash
      rest
        wet of player 1 becomes no
    if rainy: add 1 to hung, up to 9
    do change-weather
    if rainy: add 1 to hung, up to 9
  until no

phase change-weather
  if wet of player 1
    wet of player 1 becomes no
  otherwise
    wet of player 1 becomes yes
"""
"""In each round something is hung up once: before or after the weather changes."""


@cache
def game(name: str) -> Game:
    """Read once: a large one takes seconds."""
    return load(name)


def possible(made: Book, kept: frozenset[str], before: Spot, after: Spot) -> bool:
    """Whether the slice can take this step, as far as it looks."""
    assert before.node is not None
    to = c.OVER if after.node is None else after.node
    return any(
        _fits([*made.known, edge.whole, *_is(made.cells, before, kept), *_is(edge.cells, after, kept)])
        for edge in made.edges(before.node)
        if edge.to == to
    )


def _is(cells: Cells, spot: Spot, kept: frozenset[str]) -> Iterator[Any]:
    for name in kept:
        for symbol, value in zip(cells[name], spot.cells[name], strict=True):
            yield term(symbol) == value


def _fits(said: list[Any]) -> bool:
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(*said)
    return bool(solver.check() != z3.unsat)


def broken_step(core: c.Core, look: str, plays: int, every: int = 1, longest: int = 60, most: int = 3) -> str:
    """A step of the game that some slice of it cannot take."""
    for piece in slices(core, [c.Read(look)], most):
        made = sliced_book(piece, Whole(core))
        for number, (before, after) in enumerate(steps(core, plays, longest)):
            if number % every == 0 and not possible(made, piece.kept, before, after):
                return f"{len(piece.kept)} variables: {before.node} to {after.node}"
    return ""


@pytest.mark.parametrize("look", ["wet", "hung"])
def test_every_step_is_a_step_of_the_slice(look: str) -> None:
    assert broken_step(load_text(LAUNDRY).core(2), look, 3, longest=12) == ""


@pytest.mark.parametrize(
    ("name", "players", "look"),
    [
        pytest.param("wolf_and_hound", 3, "turn-number", marks=pytest.mark.slow),
        pytest.param("wolf_and_hound", 4, "pen", marks=pytest.mark.slow),
        ("wolf_and_hound", 2, "queue.size"),
        ("werewolves_and_robbers", 3, "deals-played"),
        ("tests/games/hearts.qed", 4, "hand.size"),
        ("tests/games/leduc_poker.qed", 2, "stake"),
    ],
)
def test_every_step_of_whole_games_is_a_step_of_the_slice(name: str, players: int, look: str) -> None:
    core = game(name).core(players)
    assert broken_step(core, look, 2, every=11, longest=30, most=1) == ""


@pytest.mark.slow
@pytest.mark.parametrize(("players", "look"), [(2, "queue.size"), (3, "turn-number"), (4, "pen"), (4, "seat")])
def test_every_step_of_wide_slices(players: int, look: str) -> None:
    assert broken_step(game("wolf_and_hound").core(players), look, 4, every=5) == ""


ALMS = """
game alms
  players 2
  starts with main

cards
  coin, 3 copies

zones
  deck: pile of card, full at start
  hand of each player: pile of card

define poorest: player
  whichever player p has least size of hand of p otherwise player 1

phase main
  move coin from deck to hand of player 1
  move coin from deck to hand of player 1
  move coin from deck to hand of player 2
  repeat
    player 1 chooses one
      give
        if hand of player 1 is not empty
          move coin from hand of player 1 to hand of poorest
      take
        if hand of player 2 is not empty
          move coin from hand of player 2 to hand of player 1
  until no
"""
"""Who is poorest is asked before the coin is gone."""


def test_whose_they_are_is_asked_before_they_go() -> None:
    assert broken_step(load_text(ALMS).core(2), "hand.size", 3, longest=12) == ""


WARDROBE = """
game wardrobe
  players 2
  starts with main

cards
  hat, 2 copies
  coat, 2 copies

zones
  shelf: pile of card, full at start
  worn: pile of card

remember
  tips: 0 to 9

define dressed: yes or no
  hat is in worn

phase main
  repeat
    player 1 chooses one
      dress
        if dressed: add 1 to tips, up to 9
        if worn is empty
          move hat from shelf to worn
        if dressed: add 1 to tips, up to 9
      undress
        if worn is not empty
          move hat from worn to shelf
  until no
"""
"""What is asked of the cards changes as they go, also where nobody looks at more than how many there are."""


def test_cards_that_go_are_asked_for_anew() -> None:
    piece = next(slices(load_text(WARDROBE).core(2), [c.Read("tips"), c.Read("worn.size")]))
    assert "dressed" in piece.loose and "worn" not in piece.kept
    made = sliced_book(piece, Whole(piece.core))
    every = list(steps(load_text(WARDROBE).core(2), 4, 12))
    assert any(after.cells["tips"] != before.cells["tips"] for before, after in every)
    assert all(possible(made, piece.kept, before, after) for before, after in every)


def _nothing(self: Any, name: str) -> c.Step:
    """Whoever has asked once hears the same for ever."""
    return c.Check(c.Const(True), "Q503")


def _as_it_is(self: Any, expr: c.Expr) -> c.Expr:
    return expr


def _no_steps(self: Any, steps: Any) -> Iterator[c.Step]:
    return iter(())


@pytest.mark.parametrize(
    ("what", "planted"),
    [("_touch", _nothing), ("_open", _as_it_is), ("_steps", _no_steps)],
    ids=["touch", "open", "steps"],
)
def test_planted_mistakes_are_found(what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._Slicer, what, planted)
    assert broken_step(load_text(LAUNDRY).core(2), "hung", 3, longest=12)


HERD = """
game herd
  players 3
  starts with main

remember
  pen of each player: 0 to 9, starting 3
  seat of each player: player
  round: 0 to 99

define target of player p: player
  left of seat of p

phase main
  repeat
    player 1 chooses a player q
    seat of q becomes left of seat of q
    for each player p where seat of p is not player 1
      if pen of target of p > 0: take 1 from pen of target of p
    add 1 to round
  until round is 9
"""
"""Who loses a sheep depends on where somebody sits: where nobody looks at that, it may be anybody."""


def test_cells_that_nobody_can_name() -> None:
    core = load_text(HERD).core(3)
    assert broken_step(core, "pen", 4, longest=12) == ""
    rough, fine = list(slices(core, [c.Read("pen")], 1))
    assert rough.kept == fine.kept and "seat" not in rough.kept
    # Each pen may be anything at once, or go down by one after the other.
    assert len(rough.fickle) > 0 and len(fine.fickle) > 0


def _nobody(self: Any, steps: Any) -> Iterator[c.Step]:
    return iter([step for step in steps if not isinstance(step, c.When)])


def _first(self: Any, expr: c.Expr, type_: c.Type | None) -> c.Expr:
    return expr if type_ is None or self._sees(expr) else c.Const(0)


@pytest.mark.parametrize(("what", "planted"), [("_blur", _nobody), ("_any", _first)], ids=["blur", "any"])
def test_planted_mistakes_about_cells_are_found(what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._Slicer, what, planted)
    assert broken_step(load_text(HERD).core(3), "pen", 4, longest=12)


def test_turns_written_out_are_the_same_game() -> None:
    for name, players in (("wolf_and_hound", 4), ("werewolves_and_robbers", 3)):
        core = game(name).core(players)
        written = unrolled(core)
        assert written is unrolled(core)
        assert not any(isinstance(step, c.Each) for block in written.blocks for step in block.steps)
        for (before, after), (one, other) in zip(steps(core, 2, 25), steps(written, 2, 25), strict=True):
            assert (before.cells, after.cells) == (one.cells, other.cells)


def test_a_turn_that_is_left_out_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(self: Any, step: c.Each, scope: Any) -> Iterator[c.Step]:
        return whole(self, replace(step, high=step.high - 1), scope)

    whole = Folding._each
    monkeypatch.setattr(Folding, "_each", short)
    core = load_text(HERD).core(3)
    written = Folding(core, {}, 64).core()
    pairs = zip(steps(core, 3, 12), steps(written, 3, 12), strict=False)
    assert any(after.cells != other.cells for (_, after), (_, other) in pairs)


def two_at_most() -> list[int]:
    clauses = game("wolf_and_hound").clauses
    written = [clause for clause in clauses if isinstance(clause, t.Property)]
    asked = next(prop for prop in written if prop.name.text == "two-at-most")
    # With every reading: where they are settled, nothing has to be told apart.
    made = property_program(clauses, replace(asked, default_readings=False), 4)
    assert made is not None
    made = settled(made, made.claims[0])
    said = [claim.term for claim in made.claims[:1] if claim.term is not None]
    return [len(piece.fickle) for piece in slices(unrolled(made.core), [*said, *made.grounds], 2)]


def test_what_is_told_apart_asks_for_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """A condition that is folded for one yes or no may call a definition that only this folding has made."""
    assert two_at_most()
    monkeypatch.setattr(module._Slicer, "_sees", lambda self, expr: self.layout.seen_by([expr]) <= self.kept)
    with pytest.raises(KeyError):
        two_at_most()
