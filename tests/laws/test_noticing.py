"""The law of what somebody was shown, noticed or heard: an example says of each seat just what its history has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qedeck.interpreter import examples_run
from qedeck.interpreter.events import Event, Happened
from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.learned import learned
from qedeck.interpreter.play import Play, start
from qedeck.spec.game import load_text
from qedeck.spec.render import render_all

TEXT = (Path(__file__).parents[1] / "lang/examples/good/noticing.qed").read_text("utf-8").split("\nexample ")[0]
WORDS = ("red 1", "red 2", "red 3", "red 4", "red 5", "red 6", "red 7", "red 8", "red 9", "knife", "player 1",
         "player 2", "player 3", "yes", "no", "3", "1", "stay", "count-up", "t", "c", "d")
ALOUD = ("wolves-wake", "nothing-is-heard", "dawn")
OPTIONS = ("stay", "count-up", "t", "c", "d")


def written(play: Play) -> list[str]:
    """What each seat was told, and was not, as an example says it: by its history alone."""
    lines = []
    for seat in range(1, 4):
        seen = [event for event in play.history(seat) if event["event"] not in ("change", "end")]
        shown = [event for event in seen if str(event["event"]).split()[0] == "show"]
        heard = [str(event["event"]).removeprefix("announce ") for event in seen
                 if str(event["event"]).startswith("announce ")]
        who = f"then player {seat}"
        lines += [f"{who} {'heard' if word in heard else 'did not hear'} {word}" for word in ALOUD]
        lines += [f"{who} {'noticed' if word in told(seen) else 'did not notice'} {word}" for word in WORDS]
        lines += [f"{who} {'was' if word in told(shown) else 'was not'} shown {word}" for word in WORDS
                  if word not in OPTIONS]
        lines += [f"{who} {verb} {'something' if events else 'nothing'}"
                  for verb, events in (("noticed", seen), ("was shown", shown), ("heard", heard))]
    return lines


def told(events: Sequence[dict[str, Any]]) -> set[str]:
    """All words that these say; counts of a pile that is shown become its cards."""
    found = set[str]()
    for event in events:
        if event["event"] == "choice":
            found |= {event["by"], event["option"], *map(word, event["picks"].values())}
        for end in ("from", "to"):
            if event.get(end) and event[end]["owner"] is not None:
                found.add(f"player {event[end]['owner']}")
        if event["event"] == "shuffle" and event["owner"] is not None:
            found.add(f"player {event['owner']}")
        found |= set(event.get("cards") or ())
        found |= {word(event["card"])} if event.get("card") is not None else set()
        found |= set(map(word, event.get("values") or ())) - ({"none"} if event["event"] != "show" else set())
    return found


def word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@cache
def examples(seed: int) -> str:
    """A play of the game as an example, with all that was told after each choice."""
    play = start(load_text(TEXT), 3, seed, auto=False)
    lines: list[str] = []
    since = 0
    while not play.over:
        action = play.random_action()
        before = len(play.events)
        play.apply(action)
        if not lines:
            lines = ["with 3 players", "when do main", f"when {say(play)}"]
        else:
            lines.append(f"when {say(play)}")
        lines += written_since(play, since if len(lines) == 3 else before)
    return "\n  ".join(["\nexample told", *lines]) + "\n"


def say(play: Play) -> str:
    """The last thing that was done, as an example tells it."""
    action = play.actions[-1]
    if action.outcome is None:
        return f"choosing {action.spelled()}"
    node = play.core.nodes[action.node]
    cards = play.core.domains["card"].members
    groups = []
    for (ref, _), counts in zip(node.targets, action.outcome, strict=True):  # type: ignore[union-attr]
        fallen = [cards[k] for k, n in enumerate(counts) for _ in range(n)]
        seat = play.rules.meaning.value(ref.owner, play.cells)[0] + 1  # type: ignore[arg-type]
        groups.append(f"{', '.join(fallen)} to player {seat}")
    return f"dealt {', '.join(groups)}"


def written_since(play: Play, since: int) -> list[str]:
    twin = play.copy()
    twin.events = play.events[since:]
    return written(twin)


def wrong(seed: int) -> str:
    game = load_text(TEXT + examples(seed))
    assert game.sound, render_all(game.diagnostics, game.sources)
    (outcome,) = [run_example(program) for program in game.examples()]
    return "" if outcome.passed else f"{outcome.message}: {outcome.expected}; {outcome.actual}"


def test_an_example_tells_what_the_history_of_a_seat_has() -> None:
    assert [wrong(seed) for seed in range(2)] == [""] * 2


@pytest.mark.slow
def test_more_plays() -> None:
    assert [wrong(seed) for seed in range(3, 25)] == [""] * 22


# ---- the law has teeth --------------------------------------------------------------------------------------


def _everything(core: Any, events: Sequence[Event], how: str, wanted: Any) -> list[bool]:
    """What is seen is shown."""
    return learned(core, events, "noticed" if how == "shown" else how, wanted)


def _unseen(core: Any, events: Sequence[Event], how: str, wanted: Any) -> list[bool]:
    """Cards whose faces are not seen are no event."""
    kept = [event for event in events if not isinstance(event, Happened) or event.words or event.counts]
    return learned(core, kept, how, wanted)


def _some_of_it(core: Any, events: Sequence[Event], how: str, wanted: Any) -> list[bool]:
    """Only what came last counts."""
    return learned(core, events[-1:], how, wanted)


@pytest.mark.parametrize("planted", [_everything, _unseen, _some_of_it])
def test_planted_mistakes_are_found(planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert examples(0)
    monkeypatch.setattr(examples_run, "learned", planted)
    assert wrong(0)


def test_what_another_seat_noticed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert examples(0)
    noticed = Play.noticed
    monkeypatch.setattr(Play, "noticed", lambda self, seat=None, since=0: noticed(self, seat and seat % 3 + 1, since))
    assert wrong(0)


def test_what_came_before_is_no_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert examples(0)
    monkeypatch.setattr(examples_run._Runner, "_mark", lambda self, line: None)
    assert wrong(0)
