"""Plays that an engine found, played again at the table and told.

In: a Core, what the readings and parameters are, and decisions as numbers; out: a Play, or Refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qedeck.interpreter.actions import Action
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.interpreter.settings import values_in_words
from qedeck.interpreter.telling import tell
from qedeck.interpreter.words import in_words
from qedeck.proofs.fixed.settled import as_written
from qedeck.proofs.plays.sample import Taken
from qedeck.spec import core as c
from qedeck.spec.texts import Texts


def replay(core: c.Core, fixed: Mapping[str, tuple[int, ...]], path: Sequence[Taken], endless: bool = False) -> Play:
    """The play again, every step checked by the rules as they are written; Refused if one is not legal.

    Endless if it goes on without anybody; with `endless` such a play is given back as far as it was watched.
    """
    play = Play(Rules(as_written(core), Texts()), 0, auto=False)
    try:
        play.begin(fixed)
        for step in path:
            apply(play, step)
    except Endless:
        if not endless:
            raise
    play.settings = _settings(play)
    return play


def apply(play: Play, step: Taken) -> None:
    """One more step of a play."""
    words = play.rules.words
    if step.outcome is not None:
        play.apply(Action(step.node, 0, outcome=step.outcome, words=words))
        return
    seat = play.asked.player if play.asked else None
    play.apply(play.rules.choices.action(step.node, step.option, step.values, seat))


def story(play: Play) -> tuple[str, ...]:
    """The play told at the table, with the readings and parameters that are not as assumed."""
    lines = []
    for name, value in play.settings.items():
        each = value.items() if isinstance(value, dict) else ()
        told = ", ".join(f"{key} {in_words(word)}" for key, word in each) or in_words(value)
        lines.append(f"With {name}: {told}.")
    return (*lines, *tell(play)) or ("The game is set up.",)


def _settings(play: Play) -> dict[str, object]:
    """What differs from what is assumed beside the rest, in words: what follows from other values is not said again."""
    meaning, words = play.rules.meaning, play.rules.words
    open_ = [name for name, var in play.core.vars.items() if var.rigid]
    found: dict[str, object] = {}
    for role in ("reading", "parameter"):
        now = values_in_words(meaning, words, play.cells, role)
        for name, value in now.items():
            rest = {other: play.cells[other] for other in open_ if other != name}
            assumed, _ = meaning.initial(rest, open_)
            if assumed[name] == play.cells[name]:
                continue
            old = values_in_words(meaning, words, assumed, role)[name]
            if isinstance(value, dict) and isinstance(old, dict):
                value = {key: word for key, word in value.items() if old[key] != word}
            found[name] = value
    return found
