"""Engines of the prover switched off, so that each of the others meets claims that are false or almost true.

What shows a play (searches, random plays) would mostly answer first; without it a wrong proof is not saved by luck.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from qedeck.proofs.answers import deciders
from qedeck.proofs.hidden.twins import Hunt
from qedeck.proofs.plays import explore
from qedeck.proofs.plays.everywhere import Sample
from qedeck.proofs.plays.hunt import Found
from qedeck.proofs.plays.many import Many
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.plays.two_tables import Looked
from qedeck.proofs.steps.induction import Proof

NOTHING = "switched off"


def _unproved(*args: object, **named: object) -> Proof:
    return Proof(False, NOTHING)


def _none(*args: object, **named: object) -> None:
    return None


SEARCHES = {
    "qedeck.proofs.plays.swept.swept": _none,
    "qedeck.proofs.plays.all_plays.all_plays": _none,
    "qedeck.proofs.kinds.reach._every_setting": lambda *args: iter(()),
    "qedeck.proofs.plays.two_tables.Tables.everywhere": _none,
    "qedeck.proofs.knowing.beliefs.Beliefs.each": lambda *args: iter(()),
}
PLAYS: dict[str, Any] = {
    "qedeck.proofs.plays.everywhere.sample": lambda *args, **named: Sample(None, 0),
    "qedeck.proofs.plays.many.many": lambda *args, **named: Many(None, 0),
    "qedeck.proofs.plays.hunt.hunt": lambda *args, **named: Found(-1),
    "qedeck.proofs.plays.seek.seek": _none,
    "qedeck.proofs.plays.two_tables.Tables.at_random": lambda *args: Looked(None, plays=1),
    "qedeck.proofs.hidden.twins.Twins.hunt": lambda *args: Hunt(),
    "qedeck.proofs.knowing.alike.Imitation.hunt": _none,
    "qedeck.proofs.knowing.beliefs.Beliefs.at_random": lambda *args: iter(()),
}
PROOFS = {
    "qedeck.proofs.steps.stepwise.stepwise": _unproved,
    "qedeck.proofs.steps.focus.focused": _unproved,
    "qedeck.proofs.steps.piecewise.piecewise": _unproved,
    "qedeck.proofs.steps.induction.prove": _unproved,
    "qedeck.proofs.steps.spacer.by_spacer": _unproved,
    "qedeck.proofs.steps.claimed.concluded": _unproved,
    "qedeck.proofs.steps.claimed.leaning": _unproved,
    "qedeck.proofs.steps.carried.carried": lambda *args, **named: NOTHING,
    "qedeck.proofs.steps.choices.followed": lambda *args, **named: NOTHING,
}


class ShortSighted(Sampler):
    """Sees a few positions of one play: so most guesses about all of them are wrong."""

    def spots(self, seconds: float, count: int = 1, longest: int = 3) -> Iterator[Spot]:
        return islice(super().spots(seconds, 1, 3), 4)


def no_plays() -> dict[str, Any]:
    """Nothing that finds a play."""
    return {**PLAYS, "qedeck.proofs.plays.sample.Sampler": ShortSighted}


def lineup(random: Random) -> dict[str, Any]:
    """What is switched off in one run: nothing, what visits every position or what finds a play, both, and some of
    the proofs."""
    match random.choice(("nothing", "searches", "plays", "both", "both", "proofs", "proofs", "proofs")):
        case "nothing":
            return {}
        case "searches":
            return SEARCHES
        case "plays":
            return no_plays()
        case "both":
            return {**SEARCHES, **no_plays()}
    off = random.sample(sorted(PROOFS), random.randint(1, len(PROOFS) - 1))
    return {**SEARCHES, **no_plays(), **{name: PROOFS[name] for name in off}}


def telling_lineup(random: Random) -> dict[str, Any]:
    """The same where what somebody can tell is asked: few engines decide that."""
    return random.choice(({}, {}, SEARCHES, {**SEARCHES, **no_plays()}))


@contextmanager
def without(off: Mapping[str, Any]) -> Iterator[None]:
    """While this lasts, each of these functions is another one, wherever a module of the prover has it."""
    deciders()  # all modules that there are
    undo: list[tuple[object, str, object]] = []
    most = explore.MOST
    try:
        if "qedeck.proofs.plays.swept.swept" in off:
            explore.MOST = 0
        for name, instead in off.items():
            for holder, attribute, real in _holders(name):
                undo.append((holder, attribute, real))
                setattr(holder, attribute, instead)
        yield
    finally:
        explore.MOST = most
        for other, known, value in undo:
            setattr(other, known, value)


def _holders(name: str) -> list[tuple[object, str, object]]:
    """Where a function is found: in every module that has it; a method only in its class."""
    path, _, attribute = name.rpartition(".")
    owner = path.rpartition(".")
    if owner[2].lstrip("_")[:1].isupper():
        holder = getattr(import_module(owner[0]), owner[2])
        return [(holder, attribute, vars(holder)[attribute])]
    real = getattr(import_module(path), attribute)
    modules = [module for key, module in sys.modules.items() if key.startswith("qedeck.proofs")]
    return [(module, known, real) for module in modules for known, value in vars(module).items() if value is real]
