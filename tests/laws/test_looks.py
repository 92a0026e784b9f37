"""The law of looks: what a proof takes for the same in the eyes of a seat looks the same to it, and nothing else does.

Proofs about secrets compare values; a player gets views and events. Both are asked about the same two tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from qedeck.interpreter import views
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.differences import changes
from qedeck.interpreter.events import brief, happened, noticed
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.position import Position, Rules
from qedeck.interpreter.state import Cells, Telling
from qedeck.proofs.formulas.symbolic import SYMBOLIC
from qedeck.proofs.hidden import looks
from qedeck.proofs.hidden.looks import heard, heard_apart, table
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

from .agreement import QUIET, examples
from .positions import states
from .programs import cores

Pair = tuple[c.Core, Cells, Cells]


@st.composite
def pairs(draw: st.DrawFn, values: int = 3) -> Pair:
    """Two tables of one game that differ in zones and in a few values, or in one value alone; some of them secret."""
    core, vars_ = draw(cores()), {}
    for name, var in core.vars.items():
        # One value alone is mostly one that some see and some do not.
        some = values == 1 and bool(var.dims) and var.role == "remembered" and draw(st.booleans())
        vars_[name] = replace(var, sight=draw(st.sampled_from((c.OWNER, c.OTHERS)))) if some else var
    core = replace(core, vars=vars_)
    one, other = draw(states(core, True)), draw(states(core, True))
    rows = dict(one)
    for name in draw(st.sets(st.sampled_from(sorted(core.zones)))) if values > 1 else ():
        rows |= {cell: other[cell] for cell in c.cells_of(core.zones[name])}
    kept = [name for name, var in vars_.items() if var.role in ("remembered", *(("control",) if values > 1 else ()))]
    for name in draw(st.sets(st.sampled_from(kept), min_size=values == 1, max_size=values)):
        place = draw(st.integers(0, len(rows[name]) - 1))
        rows[name] = (*rows[name][:place], other[name][place], *rows[name][place + 1 :])
    return core, one, Cells(rows)


def seen(core: c.Core, cells: Cells, seat: int) -> Any:
    """What a player sees of the table, in words."""
    position = Position(Rules(core, Texts()))
    position.cells = cells
    shown = views.view(position, seat + 1)
    return shown.zones, shown.remembered


def taken_for_another(core: c.Core, one: Cells, other: Cells) -> str:
    """A seat that sees two tables as one, of which a proof says that they differ; or the other way round."""
    meaning = Meaning(core, CONCRETE)
    for seat in range(core.players):
        same = table(meaning, seat, one) == table(meaning, seat, other)
        if same != (seen(core, one, seat) == seen(core, other, seat)):
            return f"seat {seat}: {'alike' if same else 'apart'}"
    return ""


def told(core: c.Core, cells: Cells) -> list[Telling[bool, int]]:
    """All that is told by the steps of a game, taken in one position."""
    play = Meaning(core, CONCRETE).look(Cells(cells))
    for block in core.blocks:
        play.happen(block.steps, True)
    return play.tellings


def heard_otherwise(core: c.Core, one: Cells, other: Cells) -> str:
    """A seat that a proof takes to hear the same, and that notices something else."""
    here, there = told(core, one), told(core, other)
    for seat in range(core.players):
        words, words_too = ([_noticed(core, t, seat) for t in tellings] for tellings in (here, there))
        apart = [word for word in words if word] != [word for word in words_too if word]
        if apart and heard(here, seat) == heard(there, seat):
            return f"seat {seat}: played"
        if apart and SYMBOLIC.known(heard_apart(seat, here, there)) is False:
            return f"seat {seat}: proved"
    return ""


def _noticed(core: c.Core, telling: Telling[bool, int], seat: int) -> Any:
    event = noticed(happened(telling, core), seat + 1)
    return None if event is None else brief(event)


def changed_for_others(core: c.Core, one: Cells, other: Cells) -> str:
    """A change that somebody is told of who does not see the value."""
    names = [name for name, var in core.vars.items() if var.role == "remembered"]
    rules = Rules(core, Texts({"en": {"changes": dict.fromkeys(names, "{value}")}}))
    meaning = Meaning(core, CONCRETE)
    events = changes(rules.words, rules.meaning, one, other)
    for seat in range(core.players):
        if table(meaning, seat, one) == table(meaning, seat, other):
            for event in events:
                if noticed(event, seat + 1) is not None:
                    return f"seat {seat}: {event}"
    return ""


@examples(150)
@given(pairs())
def test_tables_look_as_they_are_proved_to(pair: Pair) -> None:
    assert taken_for_another(*pair) == ""


@examples(150)
@given(pairs())
def test_what_happens_is_noticed_as_it_is_proved_to_be(pair: Pair) -> None:
    assert heard_otherwise(*pair) == ""


@examples(200)
@given(pairs(1))
def test_changes_are_told_to_those_who_see_them(pair: Pair) -> None:
    assert changed_for_others(*pair) == ""


# ---- the laws have teeth ----------------------------------------------------------------------------


def _found(law: Callable[..., str], values: int = 3) -> None:
    quick = settings(QUIET, max_examples=2000, phases=[Phase.generate])
    find(pairs(values), lambda pair: law(*pair) != "", settings=quick, random=Random(1))


def _face_up(sight: c.Expr, viewer: int, whose: int | None) -> c.Expr:
    return c.Const(sight != c.NOBODY)


def _face_down(sight: c.Expr, viewer: int, whose: int | None) -> c.Expr:
    return c.NOBODY


def _open_book(play: Position, sight: c.Expr, whose: int | None, player: int | None) -> bool:
    return sight != c.NOBODY


def _whoever(meaning: Any, cells: Cells, sight: c.Expr, whose: Any, seat: int) -> Any:
    """It never depends on the position."""
    return True


def _by_yourself(meaning: Any, cells: Cells, sight: c.Expr, whose: Any, seat: int) -> Any:
    """As if everything were one's own."""
    return meaning.look(cells).sees(sight, seat, None if whose is None else seat)


@pytest.mark.parametrize(
    ("where", "what", "planted"),
    [
        (c, "for_seat", _face_up),
        (c, "for_seat", _face_down),
        (views, "_may_see", _open_book),
        (looks, "sees", _whoever),
        (looks, "sees", _by_yourself),
    ],
    ids=["too much", "too little", "a view", "in any position", "whose it is"],
)
def test_a_table_that_looks_otherwise_is_found(
    where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, what, planted)
    _found(taken_for_another)


def _all_the_same(old: Any, new: Any) -> bool:
    return False


def _wherever(side: Any) -> tuple[object, object]:
    return None, None


def _whosever(side: Any) -> tuple[object, ...]:
    return (side.owner, side.place) if side else (None, None)


@pytest.mark.parametrize(
    ("what", "planted"),
    [
        pytest.param("_at", _wherever, marks=pytest.mark.slow),
        pytest.param("_at", _whosever, marks=pytest.mark.slow),
        ("differs", _all_the_same),
    ],
    ids=["where", "which zone", "what"],
)
def test_something_that_is_heard_otherwise_is_found(what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, what, planted)
    _found(heard_otherwise)


@pytest.mark.slow
def test_a_change_that_is_told_to_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: a value for each player and card had the owner that one for each player alone would have."""

    def by_place(words: Any, meaning: Any, before: Cells, after: Cells) -> list[Any]:
        found = []
        for event in _CHANGES(words, meaning, before, after):
            places = list(product(*(dim.members for dim in words.core.vars[event.value].dims)))
            var = words.core.vars[event.value]
            if var.sight == c.OWNER:
                event = replace(event, seen=frozenset({places.index(event.index) + 1}))
            found.append(event)
        return found

    monkeypatch.setitem(globals(), "changes", by_place)
    _found(changed_for_others, 1)


def test_a_change_that_is_told_to_whoever_sees_it_only_now_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables that look the same to a seat, which is told all the same how one became the other."""

    def seen_now(words: Any, meaning: Any, before: Cells, after: Cells) -> list[Any]:
        found = []
        for event in _CHANGES(words, meaning, before, after):
            var = words.core.vars[event.value]
            whose = var.dims[0].members.index(event.index[0]) if var.dims else None
            seen = (meaning.sees(after, var.sight, seat, whose) for seat in range(words.core.players))
            found.append(replace(event, seen=frozenset(seat for seat, sees in enumerate(seen, 1) if sees)))
        return found

    monkeypatch.setitem(globals(), "changes", seen_now)
    assert _told_too_late()


def _told_too_late() -> bool:
    """Whether somebody is told what a value was who did not see it then."""
    core = _one_value()
    one, other = Cells({"told": (False,), "plan": (1,)}), Cells({"told": (True,), "plan": (2,)})
    rules = Rules(core, Texts({"en": {"changes": {"plan": "{before}"}}}))
    events = changes(rules.words, rules.meaning, one, other)
    return any(noticed(event, seat) is not None for event in events for seat in (1, 2))


def _one_value() -> c.Core:
    seen = c.Read("told")
    plan = c.Var("plan", c.Whole(0, 3), (), "remembered", seen, c.Const(0))
    told = c.Var("told", c.YesNo(), (), "remembered", c.NOBODY, c.Const(False))
    players = c.Domain("player", ("player 1", "player 2"))
    block = (c.Block((), c.Finish()),)
    return c.Core("one", 2, False, {"player": players}, {}, {}, {"plan": plan, "told": told}, {}, {}, (), (), block, (),
                  0, {})


def test_what_a_value_was_is_told_to_those_who_saw_it() -> None:
    assert not _told_too_late()


_CHANGES = changes
