"""The law of marks: they go along with their cards, as if each card carried its own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.engine.describe import describe
from qedeck.engine.reading import Sitting
from qedeck.interpreter import views
from qedeck.interpreter.play import Play, rules_of, start
from qedeck.spec import core as c
from qedeck.spec.checker.flow import Flow
from qedeck.spec.checker.marks import Carrying, Mark
from qedeck.spec.checker.terms import both, either, negated
from qedeck.spec.game import Game, load_text
from qedeck.spec.render import render_all
from tests.engine.pages import different_game

from .agreement import examples
from .marked import GRIDS, MARKS, PLAYERS, ROWS, SPOTS, course

SEEDS = st.integers(0, 100_000)
STEPS = 14


def lies(play: Play) -> tuple[dict[str, Any], dict[str, Any]]:
    """All that lies there, as the course by hand has it: by the moderator's view, and by what each seat is shown."""
    whole, *seats = (_by_name(play.view(seat).data()["zones"]) for seat in (None, *PLAYERS))

    def card(name: str, at: Any) -> Any:
        part = "cards" if "cards" in whole[name] else "places"
        if whole[name][part][at] == "none":
            return None
        marks = {mark: laid[at] for mark, laid in whole[name].get("marks", {}).items()}
        known = [q for q, zones in zip(PLAYERS, seats, strict=True) if zones[name][part][at] is not None]
        return {"face": whole[name][part][at], "known": known, **marks}

    rows = {name: [card(name, k) for k in range(len(whole[name]["cards"]))] for _, name in ROWS}
    return rows, {name: {spot: card(name, spot) for spot in SPOTS} for _, name in GRIDS}


def _by_name(zones: dict[str, Any]) -> dict[str, Any]:
    """Zones as they are written: `column(player 1, left-side)`."""
    found = {}
    for name, zone in zones.items():
        kind, _, whose = name.partition(" of ")
        found[f"{kind}({whose})" if ", " in whose else name] = zone
    return found


def _in_any_order(table: Any) -> Any:
    rows, grids = table
    return {name: sorted(row, key=repr) for name, row in rows.items()}, grids


def bare(play: Play) -> bool:
    """Whether every mark has its first value where no card lies, and nobody remembers what they see: equal positions
    are equal states."""
    core = play.core
    for zone in core.zones.values():
        if zone.places is None:
            continue
        cards = play.cells[c.card_of(zone.name)]
        for _, var in c.marks_on(core, zone):
            assert isinstance(var.init, c.Const)
            if any(card == c.NONE and mark != var.init.value
                   for card, mark in zip(cards, play.cells[var.name], strict=True)):  # fmt: skip
                return False
        known = play.cells[c.known_in(zone.name)] if c.is_remembered(core, zone) else ()
        for seat in range(len(known) // len(cards)):
            mine = known[seat * len(cards) : (seat + 1) * len(cards)]
            if any(one and card == c.NONE for card, one in zip(cards, mine, strict=True)):
                return False
            for owner in range(2 if zone.sight in (c.OWNER, c.OTHERS) else 0):
                width = len(cards) // 2
                if (seat == owner) is (zone.sight == c.OWNER) and any(mine[owner * width : (owner + 1) * width]):
                    return False
    return True


def loaded(text: str) -> Game:
    game = load_text(text)
    assert game.sound, render_all(game.diagnostics, game.sources)
    return game


def parted(seed: int) -> str:
    """Where the marks lie otherwise than on cards that carry them, or nothing."""
    text, tables = course(seed, STEPS)
    play = start(loaded(text), 2, seed)
    for k, table in enumerate(tables):
        if play.over:
            return f"step {k + 1}: {play.result}"
        here = lies(play)
        if k == len(tables) - 1:
            here, table = _in_any_order(here), _in_any_order(table)
        if here != table:
            return f"step {k + 1}: {here} instead of {table}"
        if not bare(play):
            return f"step {k + 1}: a mark where no card lies"
        play.apply(play.legal()[0])
    return ""


@examples(120)
@given(SEEDS)
def test_marks_go_along_with_their_cards(seed: int) -> None:
    assert parted(seed) == "", course(seed, STEPS)[0]


def test_every_step_is_drawn() -> None:
    """A law says little if what it speaks of never comes."""
    found: Counter[str] = Counter()
    wanted = ("swap", "move all", "draw 2", "shuffle", "top of", " of turn", " of whose", "show",
              *(f"{mark} of" for mark in MARKS))  # fmt: skip
    for seed in range(60):
        text, _ = course(seed, STEPS)
        found.update(word for word in wanted if word in text)
    assert all(found[word] > 5 for word in wanted), found


def test_a_page_and_its_views_carry_them_alike() -> None:
    """The engine, and the view that a page makes of it, seat by seat."""
    pytest.importorskip("wasmtime")
    for seed in range(3):
        game = loaded(course(seed, STEPS)[0])
        sitting = Sitting(describe(game, 2))
        assert different_game(Play(rules_of(game, 2), seed), sitting, seed, STEPS + 2) == ""


# ---- the law has teeth --------------------------------------------------------------------------------------


def _only_the_card(self: Carrying, move: c.Move) -> tuple[c.Step, ...]:
    return (move,)


def _nothing(self: Carrying, *given: Any) -> tuple[c.Step, ...]:
    return ()


def _from_the_top(self: Carrying, source: c.ZoneRef, card: c.Expr) -> c.Expr:
    """Of equal cards the first is the one that goes."""
    found = _last(self, source, card)
    assert isinstance(found, c.Find)
    return c.Find("first", found.local, found.low, found.high, found.where)


def _all_but_one(self: Carrying, ref: c.ZoneRef) -> tuple[c.Step, ...]:
    """Where a card has gone, its marks stay."""
    return () if ref.place is not None else _bare(self, ref)


def _behind(self: Carrying, move: c.Move, hold: Any) -> tuple[c.Step, ...]:
    """All cards of a row go, and their marks stay."""
    return tuple(step for step in _all(self, move, hold) if not isinstance(step, c.Each))


def _forgotten(self: Carrying, mark: Mark, since: c.ZoneRef, to: c.ZoneRef) -> c.Expr:
    """What lay open is not remembered where it lies face down."""
    return _comes(self, mark, since, to) if mark.seat is None or mark in self._marks(since) else c.Const(False)


def _by_sight_alone(self: Carrying, mark: Mark, since: c.ZoneRef, to: c.ZoneRef) -> c.Expr:
    """What somebody remembers, and does not see, is forgotten on the way."""
    return _comes(self, mark, since, to) if mark.seat is None else both(
        negated(self.exprs.seen(to, c.Const(mark.seat))), self.exprs.seen(since, c.Const(mark.seat)))


def _twice(self: Carrying, mark: Mark, since: c.ZoneRef, to: c.ZoneRef) -> c.Expr:
    """Whoever sees a card remembers it besides: no different to anybody, but another position."""
    if mark.seat is None:
        return _comes(self, mark, since, to)
    known = self._on(mark, since) if mark in self._marks(since) else c.Const(False)
    return either(self.exprs.seen(since, c.Const(mark.seat)), known)


def _only_words(self: Flow, ref: c.ZoneRef) -> tuple[c.Step, ...]:
    """What is mixed is known as before."""
    steps = _bare(self, ref)
    return tuple(step for step in steps if not any(known(step.body) for step in steps if isinstance(step, c.Each)))


def known(steps: tuple[c.Step, ...]) -> bool:
    return any(isinstance(step, c.Assign) and c.remembers(step.var) is not None for step in steps)


def _of_the_first(play: Any, zone: c.Zone, part: int, player: int | None) -> Any:
    """Of zones that there are several of, the memory of the first is drawn."""
    return _known(play, zone, 0, player)


_last, _bare, _all, _comes, _known = Carrying._last, Carrying.bare, Carrying._all, Carrying._comes, views._known


@pytest.mark.parametrize(("where", "what", "planted"), [
    (Carrying, "carried", _only_the_card),
    (Carrying, "swapped", _nothing),
    (Carrying, "_close_up", _nothing),
    (Carrying, "_last", _from_the_top),
    (Carrying, "bare", _all_but_one),
    (Carrying, "_all", _behind),
    (Flow, "bare", _nothing),
    (Flow, "bare", _only_words),
    (Carrying, "_comes", _forgotten),
    (Carrying, "_comes", _by_sight_alone),
    (Carrying, "_comes", _twice),
    (Carrying, "learned", _nothing),
    (views, "_known", _of_the_first),
    (Carrying, "anchored", lambda self, ref, hold, changing=None: ref),
])
def test_planted_mistakes_are_found(where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, what, planted)
    assert any(_wrong(seed) for seed in range(120))


def _wrong(seed: int) -> bool:
    try:
        return parted(seed) != ""
    except AssertionError:
        return True
