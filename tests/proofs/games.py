"""Tiny games for the prover's tests: each says what it is for; a broken twin is made by changing one line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.verdict import Verdict
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.game import Game, load_text
from qedeck.spec.properties import PropertyProgram, property_program

from ..all_games import rules

COUNTDOWN = """
game countdown
  players 2
  starts with main

remember
  pool: 0 to 6, starting 6
  turn: player

phase main
  repeat
    turn chooses a number n from 1 to 2 where n <= pool
    take n from pool
    turn becomes left of turn
  until pool is 0
  judge last-taker, never-used

ending last-taker
  when pool is 0
  won by player p where p is right of turn

ending never-used
  when pool is 5
  drawn
"""
"""Two players take 1 or 2 from 6; whoever takes the last wins."""

DRAUGHT = """
game draught
  players 2 to 3
  starts with main

cards
  stone, 9 copies

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  laid: row of card, up to players, face up
  heap: pile of card, face up

phase main
  deal 2 from deck to hand of each player
  repeat
    do one-round
  until every player p has hand of p is empty
  judge done

phase one-round
  for each player p clockwise from player 1
    p chooses a card c in hand of p
    move c from hand of p to laid
  move all from laid to heap

ending done
  when every player p has hand of p is empty
  drawn
"""
"""Cards go from hands by rounds to a heap."""

WANDER = """
game wander
  players 2
  starts with main

remember
  place: 0 to 3
  tired: 0 to 9

phase main
  repeat
    player 1 chooses one
      step, if place < 3
        add 1 to place
      back, if place > 0
        take 1 from place
    add 1 to tired
  until place is 3 or tired is 9
  judge there, lost

ending there
  when place is 3
  won by player p where p is player 1

ending lost
  when tired is 9 and place is not 3
  nobody wins
"""
"""Somebody walks to and fro until the goal is reached, or tired."""


def twin(text: str, old: str, new: str) -> str:
    """The same game with one place changed."""
    assert old in text
    return text.replace(old, new)


def program(text: str, claim: str, players: int = 2, more: str = "") -> PropertyProgram:
    """A property of one claim about a game, ready to be decided."""
    game = load_text(f"{text}\nproperty asked\n{more}  {claim}\n")
    return _program(game, "asked", players)


def shipped(name: str, players: int, claim: str) -> PropertyProgram:
    """The same about a game that is shipped."""
    return program(rules(name), claim, players)


def _program(game: Game, name: str, players: int) -> PropertyProgram:
    assert game.sound, [d.title for d in game.diagnostics]
    prop = next(clause for clause in game.clauses if isinstance(clause, t.Property) and clause.name.text == name)
    made = property_program(game.clauses, prop, players)
    assert made is not None
    return made


def told(verdict: Verdict) -> str:
    """What a failing test shows."""
    return f"{verdict.grade.value}: {verdict.detail}\n" + "\n".join(verdict.story)


def steps(core: c.Core, plays: int, longest: int = 60) -> Iterator[tuple[Spot, Spot]]:
    """Every step of some random plays, nobody's too."""
    sampler = Sampler(core)
    for number in range(plays):
        fixed = sampler.setting(number)
        assert fixed is not None
        yield from pairwise(spot for spot in sampler.play(number, fixed, longest) if spot.end in ("", "over"))
