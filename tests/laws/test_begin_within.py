"""The law of examples that begin within a phase: from any step on, play goes as it went when it came there itself."""

from __future__ import annotations

from typing import Any

import pytest

from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import Play, start
from qedeck.spec import core as c
from qedeck.spec.checker.graph import Graph
from qedeck.spec.game import load_text
from qedeck.spec.midway import _Fixed
from qedeck.spec.render import render_all

GAME = """game course
  players 3
  starts with main

cards
  red, rank 1 to 6

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  trick: row of card, up to 6, face up

remember
  leader: player
  round: 0 to 999
  score of each player: 0 to 999

phase main
  deal 2 from deck to hand of each player
  table chooses a player f
  leader becomes f
  do turns(2, left of leader)

phase turns(number n, player s)
  for each player p clockwise from s
    let before be size of trick + round
    p chooses a card c in hand of p
    leader becomes left of leader
    move c from hand of p to trick
    for each number m from 1 to n where m is not 2 or rank of c > 2
      if m is 1
        p may choose a player t where t is not p
          add m + before to score of t
          add 1 to round
      otherwise
        left of p chooses one
          keep
          spoil with number k from 1 to 2
            add k + m to score of p
            add rank of c to round
    for each card d in trick where rank of d > 3
      opposite of p chooses a number e from 0 to 2
      add e + before + rank of d to score of leader
  repeat
    anyone q may
      slap with number h from 1 to 2
        add h to score of q
        add n to score of s
    add 1 to round
  until nobody moves
"""
QUICK, SEEDS, OFTEN = 1, range(6), 2
"""How often each step of a play is begun at in the quick test, and in the slow ones, with how many plays."""


def names(play: Play) -> dict[str, str]:
    """What the names of the phase are where a play stands, by what steers it."""
    cells = {name.removeprefix("turns."): row[0] for name, row in play.cells.items() if name.startswith("turns.")}
    seat = (cells["p.from"] + cells["p#"]) % 3
    trick = play.cells[c.card_of("trick")]
    found = {"p": f"player {seat + 1}", "before": str(cells["before"]), "c": card(cells["c"]), "m": str(cells["m#"])}
    if 0 <= cells["d#"] < len(trick) and trick[cells["d#"]] >= 0:
        found["d"] = card(trick[cells["d#"]])
    return found


def card(number: int) -> str:
    return f"red {number + 1}"


CHOOSES, ADDS = "p chooses a card c in hand of p", "opposite of p chooses a number e from 0 to 2"
KNOWN: dict[str, tuple[str, ...]] = {
    CHOOSES: ("p", "before"),
    "move c from hand of p to trick": ("p", "before", "c"),
    "p may choose a player t where t is not p": ("p", "before", "c", "m"),
    "left of p chooses one": ("p", "before", "c", "m"),
    ADDS: ("p", "before", "c", "d"),
    "add e + before + rank of d to score of leader": ("p", "before", "c", "d", "e"),
    "anyone q may": (),
}
"""The steps at which examples begin, each with what they tell."""


def beginnings(seed: int) -> list[tuple[str, list[str], int]]:
    """For each place of a play: the step, the lines of an example that begins there, and how many choices were made."""
    play = start(load_text(GAME), 3, seed)
    play.apply(play.random_action())
    found = []
    while not play.over:
        assert isinstance(play.decision, c.Decision)
        step = GAME[play.decision.span.start :].split("\n", 1)[0]
        told, made, laid = names(play), len(play.actions), position(play)
        found.append((step, [*laid, *begin(play, step, told)], made))
        action = play.random_action()
        after = {CHOOSES: "c", ADDS: "e"}
        if step in after:
            told[after[step]] = str(action.picks[after[step]])
            later = next(one for one in list(KNOWN)[list(KNOWN).index(step) + 1 :])
            if step == CHOOSES:
                leader = (play.cells["leader"][0] + 1) % 3 + 1
                laid = [*laid, f"given leader is player {leader}"]
            found.append((later, [*laid, *begin(play, later, told)], made + 1))
        play.apply(action)
    choices = [action.spelled() for action in play.actions[2:]]
    return [(step, [*lines, *goes_on(choices[made - 2 :]), *outcome(play)], made) for step, lines, made in found]


def position(play: Play) -> list[str]:
    cells, core = play.cells, play.core
    lines = [f"given leader is player {cells['leader'][0] + 1}", f"given round is {cells['round'][0]}"]
    for seat in range(3):
        held = cells["hand"][seat * 6 : seat * 6 + 6]
        hand = [name for name, n in zip(core.domains["card"].members, held, strict=True) if n]
        lines += [f"given hand of player {seat + 1} is {', '.join(hand) or 'empty'}",
                  f"given score of player {seat + 1} is {cells['score'][seat]}"]
    trick = [card(number) for number in cells[c.card_of("trick")] if number >= 0]
    return [*lines, f"given trick is {', '.join(trick) or 'empty'}"]


def begin(play: Play, step: str, told: dict[str, str]) -> list[str]:
    first = play.cells["turns.s"][0] + 1
    where = [f"  where {name} is {told[name]}" for name in KNOWN[step]]
    return [f"when do turns(2, player {first}) from", f"  {step}", *where]


def goes_on(choices: list[str]) -> list[str]:
    return [f"when choosing {one}" for one in choices]


def outcome(play: Play) -> list[str]:
    """How the table lies in the end."""
    return [line.replace("given", "then", 1) for line in position(play)]


def failures(seed: int, often: int = QUICK) -> list[str]:
    """Steps of a play from which an example does not come to the same end; each step is begun at so often."""
    found: dict[str, list[list[str]]] = {}
    for step, lines, _ in beginnings(seed)[::-1]:
        found.setdefault(step, []).append(lines)
    written = [(step, lines) for step, ways in found.items() for lines in ways[:often]]
    examples = "".join(
        f"\nexample e{k}\n  " + "\n  ".join(["with 3 players", *lines]) + "\n" for k, (_, lines) in enumerate(written))
    game = load_text(GAME + examples)
    if not game.sound:
        return [render_all(game.diagnostics, game.sources)]
    outcomes = [run_example(program) for program in game.examples()]
    assert len(outcomes) == len(written)
    both = zip(written, outcomes, strict=True)
    return [f"{step}: {one.message} {one.expected} {one.actual}" for (step, _), one in both if not one.passed]


def test_play_goes_on_as_it_went() -> None:
    assert failures(0) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_more_plays_go_on_as_they_went(seed: int) -> None:
    assert failures(seed, OFTEN) == []


def test_every_step_was_begun_at() -> None:
    assert {step for step, _, _ in beginnings(0)} == set(KNOWN)


# ---- the law has teeth --------------------------------------------------------------------------------------

_steps, _round, _needed = _Fixed.steps, _Fixed._round, Graph.needed


def _nothing(self: Any) -> tuple[c.Step, ...]:
    """Nothing is put in place."""
    _steps(self)
    return ()


def _next_round(self: Any, var: str, name: str) -> c.Expr:
    """The loop stands one round further."""
    return c.Op("add", (_round(self, var, name), c.Const(1)))


def _not_told(self: Any) -> tuple[c.Step, ...]:
    """What is worked out counts, whatever is told."""
    self.told.pop("before", None)
    return _steps(self)


def _no_parameters(self: Any, block: int) -> set[str]:
    """What a phase takes does not matter."""
    return {var for var in _needed(self, block) if not var.endswith(".n")}


@pytest.mark.parametrize(("where", "what", "planted"), [
    (_Fixed, "steps", _nothing), (_Fixed, "_round", _next_round), (_Fixed, "steps", _not_told),
    (Graph, "needed", _no_parameters),
])
def test_planted_mistakes_are_found(
    where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, what, planted)
    assert failures(0)
