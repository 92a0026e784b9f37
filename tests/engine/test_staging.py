"""Small programs, each with one thing in it that is easily written down wrong: the engine does what it means."""

from __future__ import annotations

import pytest

from qedeck.engine import Engine
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import start
from qedeck.spec import core as c
from qedeck.spec.game import load_text
from tests.laws.positions import Position

from .agreement import different

pytest.importorskip("wasmtime")

FIRST_CARD = """
game first-card
  players 2
  starts with main

cards
  digit, rank 1 to 5

zones
  deck: pile of card, full at start

remember
  turn: player
  begun: yes or no

phase main
  turn chooses a card c in deck where may-play of c
  begun becomes yes
  turn chooses a card c in deck where may-play of c
  judge over

define may-play of card c: yes or no
  ROWS

ending over
  when begun
  drawn
"""


@pytest.mark.parametrize(
    "rows",
    ["when begun: yes\n  otherwise: c is digit 1", "when not begun: c is digit 1\n  otherwise: yes"],
    ids=["yes first", "card first"],
)
def test_the_first_card_is_not_any_card(rows: str) -> None:
    """The set of the first card alone is the number 1, and so is yes."""
    game = load_text(FIRST_CARD.replace("ROWS", rows))
    stepper = Engine(game.core(2)).stepper()
    play, state = start(game, 2, 1), stepper.begin()
    for many in (1, 5):
        legal = play.legal()
        assert len(legal) == many
        assert stepper.legal(state) == [(action.choice, action.values) for action in legal]
        play.apply(legal[0])
        stepper.apply(state, stepper.legal(state)[0])


# ---- single steps -------------------------------------------------------------------------------

PLAYERS, ENDINGS = c.Domain("player", ("Ann", "Bob")), c.Domain("ending", ("over",))
OPEN, DEEP = c.Read("open"), c.Read("deep")


def number(name: str, low: int, high: int) -> c.Var:
    return c.Var(name, c.Whole(low, high), (), "remembered", c.EVERYBODY, c.Const(low), "")


def becomes(name: str, value: c.Expr) -> c.Step:
    return c.Assign(name, (), value, "")


def position(*steps: c.Step, define: c.Define | None = None) -> Position:
    """Before these steps: `open` is no, `deep` is 3, `one` and `two` are 0."""
    variables = (
        c.Var("open", c.YesNo(), (), "remembered", c.EVERYBODY, c.Const(False), ""),
        number("deep", 3, 6),
        number("one", 0, 99),
        number("two", 0, 99),
        c.Var("ended", c.Member(ENDINGS, True), (), "remembered", c.EVERYBODY, c.Const(c.NONE), ""),
        c.Var("winner", c.YesNo(), (PLAYERS,), "remembered", c.EVERYBODY, c.Const(False), ""),
    )
    core = c.Core(
        name="steps",
        players=2,
        moderated=False,
        domains={"player": PLAYERS, "ending": ENDINGS},
        families={},
        copies={},
        vars={var.name: var for var in variables},
        zones={},
        defines={} if define is None else {define.name: define},
        constraints=(),
        endings=(c.Ending("over", c.Const(True), "drawn", None),),
        blocks=(c.Block(steps, c.Finish()),),
        nodes=(),
        start=0,
        clauses={},
    )
    cells, _ = Meaning(core, CONCRETE).initial()
    return Position(core, cells, "begin", (), frozenset())


def agree(given: Position) -> bool:
    return different(given, wasm=False) == different(given, wasm=True) == ""


def test_what_is_known_under_a_condition_is_known_nowhere_else() -> None:
    """Where `open` is tested again, `deep` has been read already; where it is not tested, perhaps not."""
    needed = c.Need(c.Op("lt", (DEEP, c.Const(5))), c.Op("add", (DEEP, c.Const(1))), "Q600")
    again = c.Ite(OPEN, c.Op("add", (DEEP, c.Const(2))), c.Const(0))
    first, second = becomes("one", c.Ite(OPEN, needed, c.Const(0))), becomes("two", again)
    assert agree(position(first, second, becomes("one", DEEP), becomes("two", c.Op("add", (DEEP, c.Const(2))))))


def test_nothing_is_looked_up_where_nobody_knows_at_which_place() -> None:
    price = c.Define("price", (("n", c.Whole(3, 6)),), c.Whole(0, 9), _by_depth(7, 2, 8, 1), "")
    paid = c.Ite(OPEN, c.Call("price", (DEEP,)), c.Const(0))
    assert agree(position(c.When(OPEN, (becomes("one", DEEP),), ()), becomes("two", paid), define=price))


def _by_depth(*values: int) -> c.Expr:
    return c.Table("price", values, c.Op("sub", (c.Local("n"), c.Const(3))))


def counting_down(last: c.Expr) -> c.Define:
    """1 if `open`, else what it is for one less: a definition that needs itself, and is remembered."""
    less = c.Call("down", (c.Op("sub", (c.Local("n"), c.Const(1))),))
    return c.Define("down", (("n", c.Whole(0, 2)),), c.Whole(0, 9), c.Ite(OPEN, c.Const(1), c.Try(less, last)), "")


DOWN = c.Call("down", (c.Const(2),))
NOWHERE = c.Need(c.Const(False), c.Const(0), "Q600")


def test_what_was_undefined_may_be_asked_again() -> None:
    """A definition that comes to nothing is undefined each time it is asked, and in no circle."""
    asked = (becomes("one", c.Try(DOWN, c.Const(7))), becomes("two", c.Try(DOWN, c.Const(8))))
    assert agree(position(*asked, define=counting_down(NOWHERE)))


def test_however_often_it_was_undefined_nobody_is_deep_in_definitions() -> None:
    tried = c.Try(DOWN, c.Op("add", (c.Read("one"), c.Const(1))))
    steps = c.Each("k", 0, 90, None, (becomes("one", tried), c.Assign("open", (), c.Const(False), "")))
    assert agree(position(steps, define=counting_down(NOWHERE)))


def test_what_is_remembered_is_old_though_nobody_came_to_ask() -> None:
    """In between `down` would have been asked anew, had not something else been undefined before."""
    asked = c.Op("add", (c.Need(c.Op("lt", (c.Const(3), DEEP)), c.Const(0), "Q600"), DOWN))
    opened = c.Assign("open", (), c.Const(True), "")
    steps = becomes("one", DOWN), opened, becomes("two", c.Try(asked, c.Const(0))), becomes("one", DOWN)
    assert agree(position(*steps, define=counting_down(c.Const(5))))


def test_sets_that_are_known_beforehand() -> None:
    """Members 0 to 4, of which those above 2 are known before anything is played."""
    above = c.Op("lt", (c.Const(2), c.Local("k")))
    last, only = c.Find("last", "k", 0, 5, above), c.Find("only", "k", 0, 5, c.Op("lt", (c.Const(3), c.Local("k"))))
    assert agree(position(becomes("one", last), becomes("two", only)))


def test_a_number_by_a_condition_and_a_set_by_the_same() -> None:
    """31, or 0; all five members, or none: written alike, and of different kinds."""
    count = c.Ite(OPEN, c.Const(31), c.Const(0))
    named = c.Op("or", (OPEN, c.Op("eq", (c.Local("k"), c.Const(3)))))
    assert agree(position(becomes("one", count), becomes("two", c.Find("first", "k", 0, 5, named))))


def test_members_counted_from_another_one() -> None:
    """The number 2 of members 0 to 3 is another member than the number 2 of members 1 to 4, one less."""
    two = c.Define(
        "two",
        (("n", c.Whole(0, 9)),),
        c.YesNo(),
        c.Op("and", (c.Op("eq", (c.Local("n"), c.Const(2))), c.Op("not", (OPEN,)))),
        "",
    )
    first = c.Find("first", "k", 1, 5, c.Call("two", (c.Local("k"),)))
    second = c.Find("first", "k", 0, 4, c.Call("two", (c.Op("add", (c.Local("k"), c.Const(1))),)))
    assert agree(position(becomes("one", first), becomes("two", second), define=two))
