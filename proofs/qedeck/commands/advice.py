"""What to do next about a verdict, for whoever wrote the claim: a line for each way on."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote
from typing import assert_never

from qedeck.proofs.answers import FULL, LEANING
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.plain import and_so_on

LONGER, AT_LEAST = 3, 60
"""How often the time to propose where a question is open, and seconds."""


def advice(verdict: Verdict, called: str) -> tuple[str, ...]:
    """Ways on from here; none where all is well."""
    again = f"qedeck verify {quote(called)} -k {quote(verdict.property)} --players {verdict.players}"
    match verdict.grade:
        case Grade.FAULT:
            return ("this is a mistake of qedeck's: please report it, with the game",)
        case Grade.REFUTED:
            return () if verdict.expected else tuple(_refuted(verdict, again))
        case Grade.BOUNDED | Grade.SAMPLED | Grade.UNKNOWN:
            return tuple(_open(verdict, again))
        case Grade.PROVED | Grade.PROVED_SIZES | Grade.SHOWN | Grade.LAID_OUT:
            return () if verdict.expected else ("take `expected refuted` out of the property",)
        case Grade.VACUOUS:
            return ("nothing was shown: look at what it assumes, and for how many players it speaks",)
    assert_never(verdict.grade)


def _refuted(verdict: Verdict, again: str) -> Iterator[str]:
    yield "mend the rules, or the claim"
    if verdict.story:
        yield f"keep it as an example: {again} --save-example"
    if verdict.trace is not None and verdict.trace.get("settings") and not verdict.default_readings:
        yield "if only the default readings are meant: write `with default readings` in the property"
    if not verdict.wording.stock:
        yield "if the rulebook means it so: write `expected refuted` in the property"


def _open(verdict: Verdict, again: str) -> Iterator[str]:
    if verdict.detail == FULL:
        yield f"give it more memory: {again} --memory 9000"
        return
    yield f"try longer: {again} --seconds {max(AT_LEAST, LONGER * verdict.seconds):.0f}"
    if verdict.claim in LEANING and not verdict.wording.stock:
        what = and_so_on(verdict.leads) or "the things it speaks of"
        yield f"or claim above it, in the same property, what is always so of {what}: it may be a step"
