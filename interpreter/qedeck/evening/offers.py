"""What may be entered now, and why something else may not: an evening in, choices with short names out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qedeck.engine.asking import conditions_of
from qedeck.engine.conditions import Written
from qedeck.evening.evening import Evening
from qedeck.evening.people import COLON
from qedeck.interpreter.actions import STAYING_OUT, Action, option_name
from qedeck.interpreter.calls import together
from qedeck.interpreter.events import Asked
from qedeck.spec import core as c

MOST_OTHERS = 40
"""Of a thing of which there are more, it is not listed what may not be chosen."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice, and what it is called where it is plain what is chosen."""

    action: Action
    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Asking:
    """Who is asked now: seats from 1, several where a group decides; and where in the rules."""

    asked: Asked
    seats: tuple[int, ...]
    together: bool
    phase: str
    clause: str


def asking(evening: Evening) -> Asking | None:
    """Who decides; None when the game is over."""
    play, node, asked = evening.play, evening.play.decision, evening.play.asked
    if node is None or asked is None or play.node is None:
        return None
    group = together(play.core, node)
    awake = play.noticers(play.node) if group else None
    seats = sorted(awake) if awake else [] if asked.player is None else [asked.player]
    return Asking(asked, tuple(seats), group and len(seats) > 1, node.name, node.clause or node.name)


def offers(evening: Evening, language: str) -> list[Offer]:
    """Every legal choice, in the order of the text."""
    return _named(evening, evening.play.legal(), language)


def others(evening: Evening, language: str) -> list[Offer]:
    """What is of the same kind and may not be chosen now, so that somebody may ask why."""
    play, node, asked = evening.play, evening.play.decision, evening.play.asked
    if not isinstance(node, c.Decision) or asked is None or play.node is None:
        return []
    choices, legal = play.rules.choices, {(action.choice, action.values) for action in play.legal()}
    found: list[Action] = []
    for number, option in enumerate(node.options):
        if option.name in STAYING_OUT or len(option.picks) > 1:
            continue
        type_ = option.picks[0].type if option.picks else None
        cards = type_.domain if isinstance(type_, c.Member) and play.rules.words.is_card(type_) else None
        ranges = [play.rules.words.values(pick.type) for pick in option.picks]
        values = [(value,) for value in ranges[0]] if ranges else [()]
        made = [choices.action(play.node, number, picked, asked.player) for picked in values]
        # Of cards, those that whoever chooses has.
        there = None if cards is None else _held(evening, cards, asked.player)
        missing = [action for action in made if (number, action.values) not in legal and action.values != (c.NONE,)
                   and (there is None or action.values[0] in there)]
        found += missing if len(made) <= MOST_OTHERS else []
    return _named(evening, found, language)


def why_not(evening: Evening, action: Action, language: str, said: Mapping[str, str]) -> list[str]:
    """Why this may not be chosen now; `said`: conditions in words, by how they are written. Nothing if it may."""
    refused = evening.play.refusal(action)
    return [] if refused is None else [refused.told(language), *_failing(evening, action, said)]


def _failing(evening: Evening, action: Action, said: Mapping[str, str]) -> list[str]:
    """The conditions that do not hold."""
    play, node = evening.play, evening.play.decision
    if not isinstance(node, c.Decision) or action.node != play.node:
        return []
    option = node.options[action.choice]
    conditions = conditions_of(option.guard, play.core)
    bound = {pick.var: value for pick, value in zip(option.picks, action.values, strict=True)}
    texts = Written(evening.game).texts(node, option, conditions)
    found = []
    for condition, (text, _) in zip(conditions, texts, strict=True):
        if condition.inside is None and text:
            holds, faults = play.rules.meaning.value(condition.term, play.cells, bound)
            found += [] if holds and not faults else [said.get(text, text)]
    return list(dict.fromkeys(found))


def _held(evening: Evening, cards: c.Domain, player: int | None) -> set[int]:
    """The cards of a set that this seat has in zones of its own."""
    play, found = evening.play, set[int]()
    for zone in (one for one in play.core.zones.values() if one.owned and one.cards == cards):
        parts, row = c.parts_of(play.core, zone), play.cells[c.faces_of(zone)]
        width = len(row) // len(parts)
        for part, index in enumerate(parts):
            if index[0] + 1 == player:
                here = row[part * width : (part + 1) * width]
                found |= {k for k, many in enumerate(here) if many} if zone.kind == "pile" else {*here} - {c.NONE}
    return found


def _named(evening: Evening, actions: Sequence[Action], language: str) -> list[Offer]:
    words, node = evening.play.rules.words, evening.play.decision
    picking = [option for option in c.options_of(node) if option.picks] if node is not None else []
    alike = len(picking) == 1 and len(picking[0].picks) == 1
    found = []
    for action in actions:
        picks = list(action.picks.values())
        short = words.name(language, picks[0]) if picks else option_name(words, language, action.option)
        sentence = action.label(language)
        if len(picks) == 1 and not alike:
            short = f"{words.texts.name(language, action.option)}{COLON[language]}{short}"
        found.append(Offer(action, short if len(picks) < 2 else sentence, sentence))
    return found
