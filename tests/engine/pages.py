"""What it means that a page plays as the interpreter does: the same choices, views, events, lines and result."""

from __future__ import annotations

from typing import Any

from qedeck.engine.lines import lines
from qedeck.engine.reading import Sitting
from qedeck.engine.records import history
from qedeck.engine.seen import view
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.telling import tell
from qedeck.spec.texts import LANGUAGES

UNTOLD = ("undefined", "stuck")
"""Results whose reason is told in words of their own."""


def different_game(play: Play, sitting: Sitting, seed: int, limit: int, every: int = 1) -> str:
    """Where a random game of a seed parts from the interpreter's, or nothing. Views of seats every so many steps."""
    sitting.begin(seed)
    try:
        play.begin()
    except Endless:
        return "" if _endless(sitting) else f"seed {seed}: endless"
    for step in range(limit):
        found = different_position(play, sitting, step % every == 0 or play.over)
        if found or play.over:
            return f"seed {seed}, step {step}: {found}" if found else ""
        place = play.chance.below(len(play.legal()))
        chosen = sitting.random_choice()
        if chosen != sitting.choices[place]:
            return f"seed {seed}, step {step}: another random choice"
        sitting.step(chosen)
        try:
            play.apply(play.legal()[place])
        except Endless:
            return "" if _endless(sitting) else f"seed {seed}, step {step}: endless"
    found = different_story(play, sitting)
    return f"seed {seed}: {found}" if found else ""


def different_position(play: Play, sitting: Sitting, views: bool) -> str:
    """Who is asked, what may be chosen, what each seat sees, and how it came out."""
    if play.over != (sitting.status < 0):
        return f"over: {play.over}, {sitting.status}"
    node = sitting.node
    if node is not None and node["kind"] == "choice":
        mine = [(option, tuple(values)) for option, values in (sitting.read(n, node) for n in sitting.choices)]
        theirs = [(action.choice, tuple(map(int, action.values))) for action in play.legal()]
        if mine != theirs:
            return f"choices {mine} instead of {theirs}"
    if play.result is not None and play.result.kind == "undefined":
        result = sitting.result
        assert result is not None
        same = (result["kind"], result["code"], result["clause"]) == ("undefined", play.result.code, play.result.clause)
        return "" if same else f"result {result} instead of {play.result}"
    seats = [None, *range(1, len(sitting.players) + 1)] if views else [None]
    for seat in seats:
        mine_, theirs_ = _plain(view(sitting, seat)), _plain(play.view(seat).data())
        if mine_ != theirs_:
            wrong = [(key, mine_[key], theirs_[key]) for key in theirs_ if mine_.get(key) != theirs_[key]]
            return f"view of {seat}: {wrong}"
    return different_story(play, sitting) if play.over else ""


def different_story(play: Play, sitting: Sitting) -> str:
    """What each seat noticed, as data and in words."""
    for seat in [None, *range(1, len(sitting.players) + 1)]:
        found = sitting.noticed(seat)
        watched = sitting.words["en"]["watched"]
        told = [event for event in found if event["event"] != "change" or event["value"] in watched]
        mine, theirs = list(map(_plain, history(told))), list(map(_plain, play.history(seat)))
        if mine != theirs:
            at = next((k for k, (one, two) in enumerate(zip(mine, theirs, strict=False)) if one != two), -1)
            return f"history of {seat}, event {at} of {len(mine)} and {len(theirs)}: {mine[at]} instead of {theirs[at]}"
        for language in LANGUAGES:
            said, wanted = lines(sitting, language, found), tell(play, language, seat)
            if play.result is not None and play.result.kind in UNTOLD and language != "en":
                said, wanted = said[:-1], wanted[:-1]
            if said != wanted:
                wrong = next(((a, b) for a, b in zip(said, wanted, strict=False) if a != b), (len(said), len(wanted)))
                return f"lines of {seat} in {language}: {wrong[0]} instead of {wrong[1]}"
    return ""


def _endless(sitting: Sitting) -> bool:
    return sitting.result is not None and bool(sitting.result["kind"] == "endless")


def _plain(data: Any) -> Any:
    """Without the reason of a result, which is for people."""
    if isinstance(data.get("result"), dict):
        kept = ("kind", "ending", "winners", "holding")
        data = {**data, "result": {key: data["result"][key] for key in kept}}
    return data
