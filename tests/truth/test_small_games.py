"""What the enumeration says of the small games in which the prover was wrong once is what stands in their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.spec import tree as t
from qedeck.spec.game import load
from qedeck.spec.properties import property_counts, property_program

from .truth import KINDS, truth
from .world import TooLarge, World

GAMES = sorted((Path(__file__).parents[1] / "proofs" / "repro").rglob("*.qed"))
MOST = 2_000
HOLDS = {"proved": True, "shown": True, "refuted": False}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_written_is_true(path: Path) -> None:
    """Each claim has its verdict in a comment behind it: `-- ### refuted`."""
    game = load(str(path))
    head = next((clause for clause in game.clauses if isinstance(clause, t.Game)), None)
    if not game.sound or head is None:
        pytest.skip("the text is about something else")
    for prop in (clause for clause in game.clauses if isinstance(clause, t.Property)):
        for players in property_counts(head, prop):
            program = property_program(game.clauses, prop, players)
            assert program is not None
            world: World | None = None
            for claim in program.claims:
                source = game.sources[claim.span.file].text
                line = source[claim.span.start :].split("\n", 1)[0]
                said = line.partition("### ")[2].strip()
                if claim.kind not in KINDS or said not in (*HOLDS, "claims nothing"):
                    continue
                try:
                    world = world or World(program.core, MOST, source)
                    true = truth(world, program, claim)
                except TooLarge:
                    continue
                if said == "claims nothing":
                    assert true.vacuous is not False, (prop.name.text, line)
                else:
                    assert true.holds in (None, HOLDS[said]) and true.vacuous is not True, (prop.name.text, line, true)
