"""Mistakes that somebody could make in writing down a game, and whether a property of it notices them."""

from __future__ import annotations

import re
from typing import NamedTuple

from qedeck.proofs.portfolio import deciders, every_property
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.game import Game, load_text
from qedeck.spec.properties import property_program, read_by_default


class Bug(NamedTuple):
    """A line of the rules and what it was mistaken for; who notices, with how many players.

    `claim`: the place of the one claim that is asked; without it, one after the other.
    """

    old: str
    new: str
    property: str
    players: int
    claim: int | None = None
    seconds: float = 4.0
    """For a claim about play."""
    by_default: bool = True
    """Whether all is read by default, but for what the property sets."""


POSITIONS = ("any_position", "some_position")
"""Kinds of claims that take a position to be refuted."""


def asked(text: str, name: str) -> Game:
    """The rules with one property only, which is read much sooner; so it stands by itself."""
    clauses = re.split(r"\n(?=\S)", text)
    kept = [cl for cl in clauses if not cl.startswith(("example ", "property ")) or cl.startswith(f"property {name} ")]
    return load_text(re.sub(r"\n  follows from .*", "", "\n".join(kept)) + "\n")


def verdicts(game: Game, bug: Bug) -> list[Verdict]:
    """What is said of the claims of the property, with the default readings; after one that is refuted, no other."""
    assert game.sound, [d.title for d in game.diagnostics if d.severity == "error"]
    prop = next(p for p in every_property(game) if p.name.text == bug.property)
    program = property_program(game.clauses, prop, bug.players)
    assert program is not None
    program = read_by_default(program) if bug.by_default else program
    found = []
    for claim in program.claims if bug.claim is None else program.claims[bug.claim - 1 : bug.claim]:
        seconds = 10.0 if claim.kind in POSITIONS else bug.seconds
        found.append(deciders()[claim.kind](program, claim, seconds, False))
        if found[-1].grade is Grade.REFUTED:
            break
    return found
