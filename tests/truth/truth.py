"""What is true of a claim: each kind as the reference says it, over every position there is.

In: a World and a claim of a property; out: whether it holds and whether it holds of nothing; None where the reference
leaves that open. Only the interpreter is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram
from qedeck.spec.tree import TELLING

from . import of_phases, of_play, of_positions, of_telling, of_two_plays
from .case import Case, Truth
from .world import World


def truth(world: World, program: PropertyProgram, claim: Claim) -> Truth:
    """What is true of a claim; TooLarge where that takes too long."""
    found = _KINDS[claim.kind](Case(world, program, claim))
    # Whether a claim says anything but that a card is not in the game is a question about its words.
    return replace(found, vacuous=found.vacuous or None) if _of_missing_cards(program, claim) else found


def _of_missing_cards(program: PropertyProgram, claim: Claim) -> bool:
    """Whether a number in it may be a card of which there is no copy with so many players."""
    gone = {face for row in program.core.copies.values() for face, copies in enumerate(row) if copies == c.Const(0)}
    said = c.subterms(*claim.terms, program.assuming)
    return bool(gone) and any(isinstance(part, c.Const) and part.value in gone for part in said)


_KINDS: dict[str, Callable[[Case], Truth]] = {
    "always": of_play.always,
    "never": of_play.always,
    "reachable": of_play.reachable,
    "each_choice": of_play.each_choice,
    "some_choice": of_play.some_choice,
    "each_phase": of_phases.each_phase,
    "endings_reachable": of_play.endings_reachable,
    "endings_complete": of_play.endings_complete,
    "endings_exclusive": of_play.endings_exclusive,
    "never_stuck": of_play.never_stuck,
    "never_undefined": of_play.never_undefined,
    "deal": of_play.deal,
    "ends": of_play.always_ends,
    "ends_within": of_play.ends_within,
    "conserved": of_play.conserved,
    "any_position": of_positions.any_position,
    "some_position": of_positions.some_position,
    "any_two": of_positions.any_two,
    "some_two": of_positions.some_two,
    "clauses": of_positions.clauses,
    "order": of_positions.order,
    "cycle": of_positions.order,
    "readings_agree": of_two_plays.readings,
    "readings_differ": of_two_plays.readings,
    "same_without": of_two_plays.same_game,
    "same_with": of_two_plays.same_game,
    "outcome_without": of_two_plays.same_outcome,
    "outcome_with": of_two_plays.same_outcome,
    "shown": of_positions.shown,
    "hidden": of_two_plays.hidden,
    **dict.fromkeys(TELLING, of_telling.telling),
}
KINDS = frozenset(_KINDS)
