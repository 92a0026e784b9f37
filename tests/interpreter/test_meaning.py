"""The meaning of Core by example: each fault, each way a card can travel, who sees what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells
from qedeck.spec import core as c

PLAYERS = c.Domain("player", ("Ann", "Bob"))
CARDS = c.Domain("card", ("ace", "king", "queen"))
PLACES = c.Domain("place", ("first", "second", "third"))
ACE, KING, QUEEN = range(3)
ANN, BOB = range(2)
NONE = c.NONE


def num(value: int | bool) -> c.Const:
    return c.Const(value)


def op(name: str, *args: c.Expr) -> c.Op:
    return c.Op(name, args)


X = c.Local("x")
LIES_IN_A_CIRCLE = c.Define("circle", (("x", PLACES),), c.Whole(0, 9), c.Call("circle", (X,)), "circle")
FACTORIAL = c.Define(
    "factorial",
    (("x", c.Whole(0, 5)),),
    c.Whole(0, 120),
    c.Ite(op("eq", X, num(0)), num(1), op("mul", X, c.Call("factorial", (op("sub", X, num(1)),)))),
    "factorial",
)
LONG = c.Define(
    "long",
    (("x", c.Whole(0, 999)),),
    c.Whole(0, 999),
    c.Ite(op("eq", X, num(0)), num(0), op("add", num(1), c.Call("long", (op("sub", X, num(1)),)))),
    "long",
)
NEXT_SCORE = c.Define("next", (), c.Whole(0, 9), op("add", c.Read("score", (num(ANN),)), num(1)), "next")


def game(*steps: c.Step, nodes: tuple[c.Node, ...] = ()) -> Meaning[bool, int]:
    """A table with a deck, hands, a trick and scenes, where these steps happen at once."""
    card, player = c.Member(CARDS, True), c.Member(PLAYERS, True)
    variables = [
        c.Var("score", c.Whole(0, 9), (PLAYERS,), "remembered", c.EVERYBODY, num(0)),
        c.Var("bid", c.Whole(0, 2), (), "control", c.NOBODY, num(0)),
        c.Var("hand", c.Whole(0, 2), (PLAYERS, CARDS), "zone", c.OWNER, num(0)),
        c.Var("hand.size", c.Whole(0, 6), (PLAYERS,), "zone", c.EVERYBODY, num(0)),
        c.Var("deck", c.Whole(0, 2), (CARDS,), "zone", c.NOBODY, num(0)),
        c.Var("deck.size", c.Whole(0, 6), (), "zone", c.EVERYBODY, num(0)),
        c.Var("trick.card", card, (PLACES,), "zone", c.EVERYBODY, num(NONE)),
        c.Var("trick.by", player, (PLACES,), "zone", c.EVERYBODY, num(NONE)),
        c.Var("trick.size", c.Whole(0, 3), (), "zone", c.EVERYBODY, num(0)),
        c.Var("scene.card", card, (PLAYERS, PLACES), "zone", c.NOBODY, num(NONE)),
    ]
    zones = [
        c.Zone("hand", "pile", True, CARDS, None, c.OWNER),
        c.Zone("deck", "pile", False, CARDS, None, c.NOBODY),
        c.Zone("trick", "row", False, CARDS, PLACES, c.EVERYBODY),
        c.Zone("scene", "grid", True, CARDS, PLACES, c.NOBODY),
    ]
    core = c.Core(
        name="test",
        players=2,
        moderated=False,
        domains={},
        families={},
        copies={},
        vars={var.name: var for var in variables},
        zones={zone.name: zone for zone in zones},
        defines={d.name: d for d in (LIES_IN_A_CIRCLE, FACTORIAL, LONG, NEXT_SCORE)},
        constraints=(),
        endings=(),
        blocks=(c.Block(steps, c.Finish()),),
        nodes=nodes,
        start=0,
        clauses={},
    )
    return Meaning(core, CONCRETE)


def after(*steps: c.Step, **cells: tuple[int, ...]) -> Arrival[bool, int]:
    """Cells are named as variables are, with _ for the dot."""
    meaning = game(*steps)
    start, faults = meaning.initial({name.replace("_", "."): row for name, row in cells.items()})
    assert not faults
    (arrival,) = meaning.begin(start)
    return arrival


def codes(arrival: Arrival[Any, Any]) -> list[str]:
    return [fault.code for fault in arrival.faults]


def asked(expr: c.Expr) -> tuple[Any, list[str]]:
    meaning = game()
    value, faults = meaning.value(expr, meaning.initial()[0])
    return value, [fault.code for fault in faults]


def cases(*rows: tuple[bool, int], default: c.Expr | None = None) -> c.Cases:
    return c.Cases(tuple(c.CaseRow("row", num(applies), num(value)) for applies, value in rows), default)


@pytest.mark.parametrize(
    ("expr", "code"),
    [
        (cases((True, 1), (True, 2)), "Q501"),
        (cases((False, 1)), "Q502"),
        (c.Read("score", (num(2),)), "Q506"),
        (c.Read("score", (num(NONE),)), "Q506"),
        (c.Table("rank", (1, None, 3), num(NONE)), "Q506"),
        (c.Table("rank", (1, None, 3), num(KING)), "Q507"),
        (c.Call("factorial", (num(6),)), "Q508"),
        (c.Find("first", "i", 0, 3, num(False)), "Q509"),
        (c.Find("only", "i", 0, 3, num(True)), "Q509"),
        (c.Fold("max", "i", 0, 3, num(False), c.Local("i")), "Q510"),
        (op("div", num(1), num(0)), "Q511"),
        (op("mod", num(1), num(0)), "Q511"),
        (c.Call("circle", (num(0),)), "Q512"),
        (c.Call("long", (num(999),)), "Q512"),
        (c.Need(num(False), num(7), "Q599"), "Q599"),
    ],
)
def test_undefined(expr: c.Expr, code: str) -> None:
    value, found = asked(expr)
    assert found == [code]
    if code != "Q512":
        assert asked(c.Try(expr, num(42))) == (42, [])
    untouched = (c.Ite(num(True), num(5), expr), c.Ite(num(False), expr, num(5)))
    assert [asked(e) for e in untouched] == [(5, []), (5, [])]


def test_a_circle_is_not_a_missing_value() -> None:
    assert asked(c.Try(c.Call("circle", (num(0),)), num(42)))[1] == ["Q512"]


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (cases((True, 3), (True, 3), (False, 4)), 3),
        (cases((False, 3), default=num(9)), 9),
        (c.Call("factorial", (num(5),)), 120),
        (c.Call("long", (num(100),)), 100),
        (op("div", num(-7), num(2)), -4),
        (op("div", num(7), num(-2)), -4),
        (op("mod", num(-7), num(3)), 2),
        (op("mod", num(7), num(-3)), -2),
        (op("and", num(False), c.Need(num(False), num(True), "Q599")), False),
        (op("or", num(True), c.Need(num(False), num(True), "Q599")), True),
        (op("implies", num(False), c.Need(num(False), num(True), "Q599")), True),
        (c.Find("last", "i", 0, 3, op("lt", c.Local("i"), num(2))), 1),
        (c.Find("only", "i", 1, 3, op("lt", c.Local("i"), num(2))), 1),
        (c.Fold("sum", "i", 0, 4, op("ne", c.Local("i"), num(2)), c.Local("i")), 4),
        (c.Fold("min", "i", 2, 4, None, c.Local("i")), 2),
        (c.Fold("all", "i", 0, 0, None, num(False)), True),
        (op("eq", num(True), num(False)), False),
    ],
)
def test_defined(expr: c.Expr, value: int | bool) -> None:
    assert asked(expr) == (value, [])


def test_assign() -> None:
    arrival = after(c.Assign("score", (num(BOB),), num(9)))
    assert (arrival.node, arrival.cells["score"], codes(arrival)) == (None, (0, 9), [])
    assert codes(after(c.Assign("score", (num(BOB),), num(10), "greed"))) == ["Q503"]
    assert after(c.Assign("score", (num(BOB),), num(10))).cells["score"] == (0, 0)
    assert codes(after(c.Assign("score", (num(2),), num(1)))) == ["Q506"]


def test_definitions_see_what_has_changed() -> None:
    steps = [c.Assign("score", (num(ANN),), c.Call("next", ()))] * 3
    assert after(*steps).cells["score"] == (3, 0)


def test_check_says_its_clause() -> None:
    (fault,) = after(c.Check(num(False), "Q590", "honesty")).faults
    assert (fault.code, fault.clause) == ("Q590", "honesty")


def test_loops_and_branches() -> None:
    i = c.Local("i")
    add = c.Assign("score", (i,), op("add", c.Read("score", (i,)), X))
    each = c.Each("i", 0, 2, op("eq", i, num(BOB)), (add,))
    arrival = after(c.Let("x", num(4), (c.When(num(True), (each,), (each, each)),)))
    assert arrival.cells["score"] == (0, 4)


def ref(zone: str, owner: int | None = None, place: int | None = None) -> c.ZoneRef:
    return c.ZoneRef(zone, None if owner is None else num(owner), None if place is None else num(place))


def move(card: int | None, source: c.ZoneRef, target: c.ZoneRef, by: int = ANN) -> c.Move:
    return c.Move(None if card is None else num(card), source, target, num(by), "move")


def test_pile_to_pile() -> None:
    arrival = after(move(KING, ref("deck"), ref("hand", BOB)), deck=(0, 2, 0), deck_size=(2,))
    assert (arrival.cells["deck"], arrival.cells["deck.size"]) == ((0, 1, 0), (1,))
    assert (arrival.cells["hand"], arrival.cells["hand.size"]) == ((0, 0, 0, 0, 1, 0), (0, 1))


def test_pile_to_row_remembers_who() -> None:
    arrival = after(
        move(KING, ref("hand", BOB), ref("trick"), BOB),
        move(ACE, ref("hand", ANN), ref("trick"), ANN),
        hand=(1, 0, 0, 0, 1, 0),
        hand_size=(1, 1),
    )
    assert (arrival.cells["trick.card"], arrival.cells["trick.by"]) == ((KING, ACE, NONE), (BOB, ANN, NONE))
    assert (arrival.cells["trick.size"], arrival.cells["hand.size"], codes(arrival)) == ((2,), (0, 0), [])


FULL = {"trick_card": (ACE, KING, ACE), "trick_by": (ANN, BOB, ANN), "trick_size": (3,)}


def test_a_row_closes_up() -> None:
    first = after(move(ACE, ref("trick", place=0), ref("deck")), **FULL)
    assert (first.cells["trick.card"], first.cells["trick.by"]) == ((KING, ACE, NONE), (BOB, ANN, NONE))
    last = after(move(ACE, ref("trick"), ref("deck")), **FULL)
    assert (last.cells["trick.card"], last.cells["trick.size"]) == ((ACE, KING, NONE), (2,))
    assert last.cells["deck"] == (1, 0, 0)


def test_all_at_once() -> None:
    collected = after(move(None, ref("trick"), ref("hand", ANN)), **FULL)
    assert (collected.cells["hand"], collected.cells["hand.size"]) == ((2, 1, 0, 0, 0, 0), (3, 0))
    assert (collected.cells["trick.card"], collected.cells["trick.size"]) == ((NONE,) * 3, (0,))
    assert [telling.values for telling in collected.tellings] == [(ACE,), (KING,), (ACE,)]
    laid = after(move(None, ref("deck"), ref("trick")), deck=(1, 0, 2), deck_size=(3,))
    assert (laid.cells["trick.card"], laid.cells["deck.size"]) == ((ACE, QUEEN, QUEEN), (0,))
    swept = after(move(None, ref("deck"), ref("hand", BOB)), deck=(1, 0, 2), deck_size=(3,))
    assert (swept.cells["hand"], swept.cells["hand.size"]) == ((0, 0, 0, 1, 0, 2), (0, 3))
    assert (swept.tellings[0].kind, swept.tellings[0].values) == ("move all", (1, 0, 2))


def test_grids() -> None:
    placed = after(move(KING, ref("deck"), ref("scene", BOB, 1)), deck=(0, 1, 0), deck_size=(1,))
    assert placed.cells["scene.card"] == (NONE, NONE, NONE, NONE, KING, NONE)
    scene = (NONE, ACE, NONE, KING, NONE, NONE)
    given = after(move(ACE, ref("scene", ANN, 1), ref("scene", BOB)), scene_card=scene)
    assert given.cells["scene.card"] == (NONE, NONE, NONE, KING, ACE, NONE)
    assert codes(given) == []
    nothing = after(move(None, ref("scene", ANN, 0), ref("trick")), scene_card=scene)
    assert (nothing.cells["trick.size"], codes(nothing), nothing.tellings) == ((0,), [], ())


@pytest.mark.parametrize(
    "wrong",
    [
        move(QUEEN, ref("deck"), ref("hand", ANN)),
        move(NONE, ref("deck"), ref("hand", ANN)),
        move(ACE, ref("deck"), ref("hand", NONE)),
        move(ACE, ref("deck"), ref("trick")),
        move(ACE, ref("deck"), ref("scene", ANN, 0)),
        move(QUEEN, ref("trick"), ref("deck")),
        move(KING, ref("trick", place=0), ref("deck")),
        move(ACE, ref("scene", BOB, 0), ref("deck")),
        move(None, ref("deck"), ref("trick")),
        move(None, ref("trick"), ref("deck")),
    ],
)
def test_a_move_that_cannot_be_changes_nothing(wrong: c.Move) -> None:
    table = {**FULL, "deck": (2, 0, 0), "deck_size": (2,), "scene_card": (KING, *(NONE,) * 5)}
    arrival = after(wrong, **table)
    assert codes(arrival) == ["Q504"]
    assert arrival.cells == after(**table).cells
    assert arrival.tellings == ()


def test_who_sees_a_card() -> None:
    drawn = after(move(ACE, ref("deck"), ref("hand", BOB)), deck=(1, 0, 0), deck_size=(1,)).tellings[0]
    assert (drawn.kind, drawn.values, drawn.seen, drawn.faces) == ("move", (ACE,), (True, True), (False, True))
    assert (drawn.source.zone, drawn.target.zone, drawn.target.owner) == ("deck", "hand", BOB)
    played = after(move(ACE, ref("deck"), ref("trick")), deck=(1, 0, 0), deck_size=(1,)).tellings[0]
    assert played.faces == (True, True)


def test_tell() -> None:
    look = c.Tell("look", ((num(KING), c.Member(CARDS)),), op("eq", c.Local("viewer"), num(BOB)), "peek")
    (telling,) = after(look).tellings
    assert (telling.kind, telling.values, telling.seen, telling.clause) == ("look", (KING,), (False, True), "peek")


# ---- decisions ---------------------------------------------------------------------------------------

BID = c.Option("bid", (c.Pick("bid", c.Whole(0, 2), "bid"),), op("lt", num(0), c.Local("bid")), 0)
DEAL = c.DealDecision("deal", ref("deck"), ((ref("hand", ANN), num(1)), (ref("hand", BOB), num(2))), 0)
NODES = (c.Decision("bidding", c.Owner("player", num(ANN)), (BID,)), DEAL, c.ShuffleDecision("mix", ref("trick"), 0))


def at_the_table(**cells: tuple[int, ...]) -> tuple[Meaning[bool, int], Cells]:
    meaning = game(nodes=NODES)
    return meaning, meaning.initial({name.replace("_", "."): row for name, row in cells.items()})[0]


def test_choosing() -> None:
    meaning, cells = at_the_table()
    assert [meaning.legal(cells, 0, 0, (bid,)) for bid in (-1, 0, 1, 2, 3)] == [False, False, True, True, False]
    (arrival,) = meaning.advance(cells, 0, 0, (2,))
    assert (arrival.cells["bid"], cells["bid"]) == ((2,), (0,))


def test_dealing() -> None:
    meaning, cells = at_the_table(deck=(1, 2, 0), deck_size=(3,))
    fair, greedy, short = [(0, 1, 0), (1, 1, 0)], [(0, 1, 0), (0, 2, 0)], [(0, 1, 0), (1, 0, 0)]
    assert [meaning.deal_legal(cells, 1, outcome) for outcome in (fair, greedy, short)] == [True, False, False]
    assert meaning.deal_amounts(cells, 1) == ((1, 2), ())
    (arrival,) = meaning.deal(cells, 1, fair)
    assert (arrival.cells["hand"], arrival.cells["hand.size"]) == ((0, 1, 0, 1, 1, 0), (1, 2))
    assert (arrival.cells["deck"], arrival.cells["deck.size"]) == ((0, 0, 0), (0,))
    assert [telling.faces for telling in arrival.tellings] == [(True, False), (False, True)]


def test_too_few_cards_to_deal() -> None:
    meaning, cells = at_the_table(deck=(1, 1, 0), deck_size=(2,))
    assert [fault.code for fault in meaning.deal_amounts(cells, 1)[1]] == ["Q505"]
    assert not meaning.deal_legal(cells, 1, [(0, 1, 0), (1, 0, 0)])


def test_shuffling() -> None:
    meaning, cells = at_the_table(**FULL)
    assert meaning.shuffle_legal(cells, 2, (KING, ACE, ACE))
    assert not meaning.shuffle_legal(cells, 2, (KING, KING, ACE))
    assert not meaning.shuffle_legal(cells, 2, (KING, ACE))
    (arrival,) = meaning.shuffle(cells, 2, (KING, ACE, ACE))
    assert (arrival.cells["trick.card"], arrival.cells["trick.by"]) == ((KING, ACE, ACE), (NONE,) * 3)


def test_first_values_follow_what_they_read() -> None:
    core = game().core
    twice = op("mul", c.Read("limit"), c.Local("#0"))
    doubled = c.Var("twice", c.Whole(0, 9), (PLAYERS,), "remembered", c.EVERYBODY, twice)
    limit = c.Var("limit", c.Whole(0, 9), (), "parameter", c.EVERYBODY, num(4))
    more = {**core.vars, "twice": doubled, "limit": limit}
    meaning = Meaning(replace(core, vars=more), CONCRETE)
    assert meaning.initial()[0]["twice"] == (0, 4)
    assert meaning.initial({"limit": (3,)})[0]["twice"] == (0, 3)
    low = c.Var("limit", c.Whole(0, 3), (), "parameter", c.EVERYBODY, num(4))
    meaning = Meaning(replace(core, vars=more | {"limit": low}), CONCRETE)
    assert [fault.code for fault in meaning.initial()[1]] == ["Q503"]


def test_blocks_that_go_round_are_refused() -> None:
    endless = replace(game().core, blocks=(c.Block((), c.Jump(0)),))
    with pytest.raises(ValueError, match="without a decision"):
        Meaning(endless, CONCRETE)
