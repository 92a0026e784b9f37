"""A recorded play taken again in a page's module: steps of a trace in, moves out, or the step at which games part.

A trace has everything in words, also what chance did, so the module is begun with `given`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qedeck.engine.reading import Sitting


def follow(sitting: Sitting, step: Mapping[str, Any]) -> None:
    """Do what a step of a trace says; ValueError, in words, where that cannot be done here."""
    node = sitting.node
    if node is None:
        raise ValueError("the game is already over")
    if node["name"] != step["phase"]:
        raise ValueError(f"the game is in {node['name']}, not in {step['phase']}")
    if node["kind"] == "deal" and "deal" in step:
        faces = sitting.description["domains"][sitting.zones[node["zone"]]["cards"]]
        sitting.deal([[counts.get(face, 0) for face in faces] for counts in step["deal"]])
    elif node["kind"] == "shuffle" and "shuffle" in step:
        faces = sitting.description["domains"][sitting.zones[node["zone"]]["cards"]]
        sitting.shuffle([faces.index(card) for card in step["shuffle"]])
    elif node["kind"] == "choice" and "option" in step:
        sitting.step(_number(sitting, node, step))
    else:
        raise ValueError(f"this is no step of {node['name']}")


def _number(sitting: Sitting, node: Mapping[str, Any], step: Mapping[str, Any]) -> int:
    """The legal choice with this name and these picks."""
    for number in sitting.choices:
        place, values = sitting.read(number, node)
        option = node["options"][place]
        if option["name"] == step["option"]:
            picks = zip(option["picks"], values, strict=True)
            if {pick["label"]: sitting.word(pick["type"], value) for pick, value in picks} == step["picks"]:
                return number
    raise ValueError(f"{step['option']} with {step['picks']} cannot be chosen in {node['name']}")
