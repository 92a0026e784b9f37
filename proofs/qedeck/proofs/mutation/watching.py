"""Random plays, watched for many claims at once: the plays cost more than the looking.

In: a Core and what shall hold along its plays; out: the first claim that a play breaks. A play is played
again at the table before anybody is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.plays.everywhere import Given, again, given, hold_at
from qedeck.proofs.plays.sample import Sampler, Spot, by_itself
from qedeck.proofs.steps.induction import Aim
from qedeck.spec import core as c
from qedeck.spec.properties import PropertyProgram

KINDS = frozenset({"always", "never", "each_choice", "never_stuck", "deal", "endings_complete"})
"""Claims that one play can refute."""
PLAYS = 60
"""How many random plays are watched at most."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A claim with what is assumed for it."""

    property: str
    claim: int
    kind: str
    aim: Aim
    rules: c.Expr | None

    def broken(self, core: c.Core, meaning: Meaning[bool, int], spot: Spot) -> bool:
        """Whether this spot refutes the claim."""
        match self.kind:
            case "never_stuck":
                return spot.end == "stuck"
            case "deal":
                short = spot.node is not None and isinstance(core.nodes[spot.node], c.DealDecision)
                return spot.end == "undefined" and short
            case "endings_complete":
                return spot.end == "over" and not hold_at(meaning, self.aim, spot.cells)
            case "each_choice":
                done = spot.before is not None and spot.end in ("", "over")
                return done and not hold_at(meaning, self.aim, spot.cells, spot.before)
        seen = spot.end != "undefined" or spot.node is not None
        return seen and not hold_at(meaning, self.aim, spot.cells)


def watched(program: PropertyProgram, claim: int) -> Watched | None:
    """A claim to be watched; None if plays say nothing about it."""
    asked = program.claims[claim]
    if asked.kind not in KINDS or program.refuted:
        return None
    assumed: Given = given(program.core, program.assuming)
    if asked.term is not None:
        aim = Aim(asked.term, asked.kind == "never", assumed.position)
    else:
        aim = Aim(c.Op("ne", (c.Read("ended"), c.Const(c.NONE))), False, assumed.position)
    return Watched(program.name, claim, asked.kind, aim, assumed.rules)


@dataclass(frozen=True, slots=True)
class Seen:
    """What random plays came to: claims that they break, and whether one came to where the rules say nothing."""

    broken: tuple[Watched, ...]
    undefined: bool


def broken_by_plays(core: c.Core, claims: Sequence[Watched], seconds: float, seed: int = 1, all_: bool = False) -> Seen:
    """The claims that random plays break: the first one that is found, or with `all_` every one."""
    sampler = Sampler(core, seed)
    meaning = sampler.meaning
    found: list[Watched] = []
    left, looking, play = list(claims), list(claims), -1
    undefined = False
    for spot in sampler.spots(seconds, PLAYS) if claims else ():
        undefined = undefined or spot.end == "undefined"
        if spot.end == "long" or (spot.node is not None and by_itself(core, spot.node)):
            continue
        if spot.play != play:
            # Readings and parameters last for a whole play: what is assumed of them is asked once.
            play = spot.play
            looking = [w for w in left if w.rules is None or hold_at(meaning, Aim(w.rules), spot.cells)]
        for claim in [w for w in looking if w.broken(core, meaning, spot)]:
            if again(spot, core) is None:
                continue
            found.append(claim)
            left.remove(claim)
            looking.remove(claim)
            if not all_ or not left:
                return Seen(tuple(found), undefined)
    return Seen(tuple(found), undefined)
