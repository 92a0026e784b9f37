"""What an answer depends on: rules that a claim reaches, and nothing that only people read."""

from __future__ import annotations

import pytest

from qedeck.proofs.answers import every_property
from qedeck.proofs.depends import key, of_positions, slice_
from qedeck.proofs.kinds import position
from qedeck.proofs.verdict import Grade
from qedeck.spec.game import Game, load_text
from qedeck.spec.properties import Claim, PropertyProgram, property_program

from ..all_games import text as all_of
from .games import twin

GAME = """
game shop
  players 2
  starts with main

suit is one of red, blue

cards
  red, rank 1 to 3, suit red
  blue, rank 1 to 3, suit blue

cards chip
  marker, 4 copies

reading ties: first-wins, last-wins

zones
  deck: pile of card, face down, full at start
  trick: row of card, up to 2, face up
  bank: pile of chip, face up, full at start

remember
  score of each player: 0 to 9
  round: 0 to 3

define strength of place i in trick: number
  rank of card at i in trick

define worth of number n: number
  when n < 2: 1
  otherwise: 2

define unused: number
  7

phase main
  chance chooses a player p
  add (worth of round) to score of p
  judge over

ending over
  when score of player 1 > 0
  won by player p where score of p > 0

property strong "the first title"
  any position has every place i in trick has strength of i <= 3

property priced
  any position has worth of round <= 2

property counted
  always score of player 1 <= 2

example nothing-much
  then round is 0
"""


def keys(game: Game, players: int = 2, only: frozenset[str] = frozenset()) -> dict[str, str]:
    assert game.sound, [d.title for d in game.diagnostics]
    found = {}
    for prop in every_property(game):
        if only and prop.name.text not in only:
            continue
        program = property_program(game.clauses, prop, players)
        assert program is not None
        for number, claim in enumerate(program.claims):
            found[f"{prop.name.text} {number}"] = key(program, claim)
    return found


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    assert set(before) == set(after)
    return {name for name in before if before[name] != after[name]}


def of(text: str) -> dict[str, str]:
    return keys(load_text(text))


def asked(text: str, name: str) -> tuple[PropertyProgram, Claim]:
    """The last claim of a property."""
    game = load_text(text)
    program = property_program(game.clauses, next(p for p in every_property(game) if p.name.text == name), 2)
    assert program is not None
    return program, program.claims[-1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\ndefine strength", "\n\n-- how strong a card is\n\ndefine strength"),
        ('"the first title"', '"quite another title"'),
        ("example nothing-much\n  then round is 0", "example renamed\n  then size of deck is 6"),
        ("  then round is 0\n", "  then round is 0\n\nexample one-more\n  then round is 0\n"),
        ("define unused: number\n  7", "define unused: number\n  8"),
    ],
)
def test_what_nobody_asks_changes_no_key_of_a_claim_that_cannot_see_it(old: str, new: str) -> None:
    assert changed(of(GAME), of(twin(GAME, old, new))) == set()


def test_a_changed_rule_changes_what_depends_on_it_and_nothing_else() -> None:
    before = of(GAME)
    score = changed(before, of(twin(GAME, "  otherwise: 2", "  otherwise: 3")))
    assert {"priced 0", "counted 0", "every game ends 0"} <= score
    assert "strong 0" not in score
    strength = changed(before, of(twin(GAME, "  rank of card at i in trick", "  4 - rank of card at i in trick")))
    assert "strong 0" in strength
    assert not strength & {"priced 0", "counted 0", "every game ends 0"}
    flow = changed(before, of(twin(GAME, "  judge over", "  round becomes 1\n  judge over")))
    assert {"counted 0", "nobody is stuck 0"} <= flow and not flow & {"strong 0", "priced 0"}
    cards = changed(before, of(twin(GAME, "red, rank 1 to 3", "red, rank 1 to 4")))
    assert {"strong 0", "counted 0"} <= cards


def test_what_is_claimed_and_what_is_assumed_belong_to_the_key() -> None:
    before = of(GAME)
    assert changed(before, of(twin(GAME, "worth of round <= 2", "worth of round <= 3"))) == {"priced 0"}
    assumed = twin(GAME, "  any position has worth", "  assuming round is 1\n  any position has worth")
    assert changed(before, of(assumed)) == {"priced 0"}
    helped = twin(GAME, "  always score of player 1 <= 2", "  always round <= 3\n  always score of player 1 <= 2")
    assert key(*asked(GAME, "counted")) != key(*asked(helped, "counted"))
    expected = twin(GAME, "  any position has worth", "  expected refuted\n  any position has worth")
    assert changed(before, of(expected)) == {"priced 0"}


def test_a_slice_is_small_and_decides_the_same() -> None:
    for bound, grade in (("<= 3", Grade.PROVED_SIZES), ("<= 2", Grade.REFUTED)):
        game = load_text(twin(GAME, "strength of i <= 3", f"strength of i {bound}"))
        prop = next(p for p in every_property(game) if p.name.text == "strong")
        program = property_program(game.clauses, prop, 2)
        assert program is not None
        (claim,) = program.claims
        cut = slice_(program, claim)
        assert of_positions(program, claim)
        assert set(cut.core.defines) == {"strength"} and set(cut.core.zones) == {"deck", "trick"}
        assert "score" not in cut.core.vars and not cut.core.nodes
        whole, small = (position.decide(p, claim, 20.0, False) for p in (program, cut))
        assert whole.grade is small.grade is grade


def test_scoring_in_werewolves_and_robbers_is_no_concern_of_tricks() -> None:
    text = all_of("werewolves_and_robbers")
    tricks = {"one-winner", "consistent-order", "fixed-order", "even-suits", "knife-wins", "settled-order"}
    plays = {"one-point-each", "every game ends", "nothing-lost"}

    def of_these(text: str) -> dict[str, str]:
        return keys(load_text(text), 3, frozenset(tricks | plays))

    before = of_these(text)
    assert {key.rsplit(" ", 1)[0] for key in before} == tricks | plays
    assert changed(before, of_these(f"-- a remark\n\n{text}\n-- another\n")) == set()
    after = of_these(twin(text, "add 1 to game-points of p", "add 2 to game-points of p"))
    assert {key.rsplit(" ", 1)[0] for key in changed(before, after)} == plays
