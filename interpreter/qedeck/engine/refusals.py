"""Why a choice may not be made, read from a page's module: a sentence as interpreter/choices has it, and what fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qedeck.engine.lines import Teller, fill

if TYPE_CHECKING:
    from qedeck.engine.reading import Sitting


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The sentence, and the conditions of the choice that do not hold, as the description has them."""

    sentence: str
    failing: tuple[Mapping[str, Any], ...]


def why_not(sitting: Sitting, language: str, place: int, values: Sequence[int]) -> WhyNot | None:
    """Why this option with these picks is not legal where play stands; None if it is."""
    node = sitting.node
    assert node is not None
    option, words = node["options"][place], sitting.words[language]
    if sitting.number(option, values) in sitting.choices:
        return None
    legal = [picks for which, picks in (sitting.read(number, node) for number in sitting.choices) if which == place]
    key, choice = _key(sitting, option, list(values), legal)
    slots = {"choice": "" if choice == "" else Teller(sitting, words).name(choice),
             "phase": words["names"][node["name"]], "players": str(sitting.description["players"])}
    failing = [option["conditions"][k] for k in sitting.failing(option, values)]
    return WhyNot(fill(words["why not"][key], slots), tuple(failing))


def _key(sitting: Sitting, option: Mapping[str, Any], values: list[int], legal: list[list[int]]) -> tuple[str, Any]:
    """Which sentence fits, and what it names."""
    if not option["picks"]:
        return "option", option["name"]
    if not legal:
        return "nothing", ""
    for level, (pick, value) in enumerate(zip(option["picks"], values, strict=True)):
        if not any(other[: level + 1] == values[: level + 1] for other in legal):
            word = sitting.word(pick["type"], value)
            if level and any(other[level] == value for other in legal):
                return "together", word
            cards = sitting.description["cards"].get(pick["type"][1] if pick["type"][0] == "member" else "")
            left_out = cards is not None and 0 <= value < len(cards["copies"]) and cards["copies"][value] <= 0
            return "left out" if left_out else "not among", word
    return "rules", ""
