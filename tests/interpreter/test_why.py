"""Why a condition does not hold: who is named, which part fails, and what is so instead."""

from __future__ import annotations

import pytest

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.interpreter.why import Table, why
from qedeck.interpreter.words import Words
from qedeck.spec import tree as t
from qedeck.spec.game import load_text
from qedeck.spec.properties import claim_anatomy
from qedeck.spec.texts import Texts

GAME = """\
game taken-apart
  players 3
  starts with main

suit is one of sun, moon

cards
  sun, rank 1 to 3, suit sun
  moon, rank 1 to 3, suit moon

zones
  deck: pile of card, face down, full at start
  line: row of card, up to 3, face up

remember
  x of each player: 0 to 9
  turn: player
  done: yes or no

define late: yes or no
  x of player 1 > 5

phase main
  player 1 chooses a number n from 0 to 9
  x of player 1 becomes n

property asked
"""

LINE = {"line.card": (2, 4, -1), "line.size": (2,), "x": (7, 0, 3), "turn": (1,)}
"""sun 3 and moon 2 lie there; the players have 7, 0 and 3; it is player 2's turn."""


def reasons(claim: str, wanted: bool = True, before: dict[str, tuple[int, ...]] | None = None) -> list[str]:
    game = load_text(f"{GAME}  {claim}\n")
    assert game.sound, [d.title for d in game.diagnostics]
    (prop,) = (clause for clause in game.clauses if isinstance(clause, t.Property))
    part = claim_anatomy(game.clauses, prop, 0, 3)
    assert part is not None
    core = game.core(3)
    meaning = Meaning(core, CONCRETE)
    first, _ = meaning.initial()
    other = None if before is None else Cells({**first.rows, **before})
    (source,) = game.sources.values()
    table = Table(meaning, Words(core, Texts()), Cells({**first.rows, **LINE}), other, source.words)
    return list(map(str, why(table, part, wanted)))


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("always x of player 1 is 2", ["x of player 1 is 7"]),
        ("always x of player 2 is x of player 3", ["x of player 2 is 0", "x of player 3 is 3"]),
        ("always turn is player 1", ["turn is player 2"]),
        ("always x of turn is 0 and turn is player 3", ["turn is player 2"]),
        ("always x of turn is 1 or turn is player 3", ["x of turn is 0", "turn is player 2"]),
        ("always every player p has x of p < 3", ["p is player 1", "x of p is 7"]),
        ("always every player p where p is not player 1 has x of p < 3", ["p is player 3", "x of p is 3"]),
        ("always no player p where x of p is 3", ["p is player 3", "x of p is 3"]),
        ("always not (some player p where x of p is 3 and p is not turn)",
         ["p is player 3", "x of p is 3", "turn is player 2"]),
        ("always every place i in line has (every place j in line where i < j has rank of card at i < rank of "
         "card at j)",
         ["i is 1", "j is 2", "rank of card at i is 3", "rank of card at j is 2"]),
        ("always every card c in line has c is a sun", ["c is moon 2"]),
        ("always late is no", ["late is yes"]),
        ("always not late", ["late is yes"]),
        ("always done", ["done is no"]),
        ("always rank of card at 3 in line is 1", ["card at 3 in line is undefined"]),
        ("always some player p where x of p > 8", []),
        ("always line is empty", ["line is sun 3, moon 2"]),
        ("always sun 1 is in line and done", ["line is sun 3, moon 2"]),
        ("always x of player 1 is 7", []),
    ],
)  # fmt: skip
def test_what_breaks_a_claim(claim: str, said: list[str]) -> None:
    assert reasons(claim) == said


def test_what_makes_a_claim_hold_that_never_should() -> None:
    claim = "never some player p where x of p is 7 and turn is not p"
    assert reasons(claim, wanted=False) == ["p is player 1", "x of p is 7", "turn is player 2"]


def test_before_and_after_a_choice() -> None:
    claim = "each choice keeps every player p has x of p is was x of p"
    assert reasons(claim, before={"x": (7, 0, 2)}) == ["p is player 3", "x of p is 3", "was x of p is 2"]
