"""What was proved before may be relied on, but only where it was shown: not at the head of a loop of nobody's."""

from __future__ import annotations

from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.claimed import concluded
from qedeck.proofs.steps.induction import Aim, Lemma, Proof, lasting, prove
from qedeck.proofs.steps.views import Whole
from qedeck.spec import core as c
from qedeck.spec.properties import PropertyProgram

from .games import program, twin

LOUD = """
game loud
  players 2
  starts with main

remember
  noise: 0 to 1
  echo: 0 to 3
  rounds: 0 to 9

phase main
  repeat
    player 1 chooses one
      shout
        noise becomes 1
      whisper
    rounds becomes 0
    repeat
      add 1 to rounds, up to 9
      if noise is 1: add 1 to echo, up to 3
      if rounds is 8 and noise is 0
        player 2 chooses one
          listen
          leave
    until rounds is 4
    noise becomes 0
  until echo is 3
"""
"""Whoever is asked hears no noise, and yet there is an echo: the noise is there while a loop goes round."""

MUTE = twin(LOUD, "        noise becomes 1\n", "        noise becomes 0\n")


def claimed(text: str) -> tuple[PropertyProgram, c.Expr, c.Expr]:
    made = program(text, "always noise is 0\n  always echo is 0", 2)
    quiet, silent = (claim.term for claim in made.claims)
    assert quiet is not None and silent is not None
    return made, quiet, silent


def test_a_lemma_counts_only_where_it_was_shown() -> None:
    made, quiet, silent = claimed(LOUD)
    shown = prove(made.core, Aim(quiet), 10)
    assert shown.proved, shown.reason
    heads = [node for node in range(len(made.core.nodes)) if by_itself(made.core, node)]
    assert heads and not all(node in shown.where for node in heads)
    assert not prove(made.core, Aim(silent), 10, lemmas=[Lemma(quiet, shown)]).proved


def test_with_a_lemma_that_is_taken_to_hold_anywhere_it_would_be_proved() -> None:
    made, quiet, silent = claimed(LOUD)
    everywhere = frozenset(range(lasting(made.core)))
    anywhere = Lemma(quiet, Proof(True, where=everywhere, whole=Whole(made.core)))
    assert prove(made.core, Aim(silent), 10, lemmas=[anywhere]).proved


def test_where_there_is_no_noise_the_lemma_carries_it() -> None:
    made, quiet, silent = claimed(MUTE)
    shown = prove(made.core, Aim(quiet), 10)
    assert shown.proved, shown.reason
    assert prove(made.core, Aim(silent), 10, lemmas=[Lemma(quiet, shown)]).proved


def test_what_follows_from_a_claim_above_needs_no_induction() -> None:
    """Two claims that are proved, and what they come to together."""
    made = program(MUTE, "always noise is 0\n  always rounds < 9\n  always noise is 0 and rounds is at most 8", 2)
    said = [claim.term for claim in made.claims if claim.term is not None]
    found = concluded(made.core, Aim(said[2]), None, 20, said[:2])
    assert found.proved and "what is claimed above it" in found.rests, found.reason
    assert not concluded(made.core, Aim(said[2]), None, 20, said[:1]).proved, "nobody said how many rounds there are"


def test_nothing_follows_from_what_is_not_so() -> None:
    made, quiet, silent = claimed(LOUD)
    found = concluded(made.core, Aim(c.Op("or", (quiet, silent))), None, 20, [silent])
    assert not found.proved and found.reason == "what it follows from is not proved"
