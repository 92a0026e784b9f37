"""What a reading can reach at all: side piles that touch no score, and every way in which they might."""

from __future__ import annotations

import pytest

from qedeck.proofs.formulas.lemma import verdict
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.kinds import readings
from qedeck.proofs.plays import two_tables
from qedeck.proofs.steps.induction import Aim, prove
from qedeck.proofs.steps.sway import Sway, sway
from qedeck.proofs.steps.unmoved import unmoved
from qedeck.proofs.verdict import Grade, Verdict

from .games import program, told, twin


@pytest.fixture(autouse=True)
def no_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody visits every position: the text has to show it."""
    monkeypatch.setattr(two_tables, "MOST", 0)


CHIPS = """
game chips
  players 2
  starts with main

reading chips-used: never, or each-round

cards chip
  token, 2 copies

zones
  supply: pile of chip, face up, full at start
  stack of each player: pile of chip, face up

remember
  rounds: 0 to 2, starting 2
  score of each player: 0 to 20
  spare: 0 to 20

phase main
  repeat
    do one-round
  until rounds is 0

phase one-round
  player 1 chooses a number n from 1 to 3
  if chips-used is each-round: move token from supply to stack of player 1
  add n to score of player 1, up to 20
  take 1 from rounds
"""
"""One chip is laid aside in each round, or none; there are as many chips as rounds."""

AGREE = "readings of chips-used agree on score"
SUFFICE = "  always size of supply is at least rounds\n"
LAST = "  take 1 from rounds\n"
PILES = {"supply", "supply.size", "stack", "stack.size"}


def reach(text: str) -> Sway:
    return sway(program(text, AGREE).core, "chips-used")


def structural(text: str, claim: str = AGREE, more: str = "", opinion: bool = False) -> Verdict | None:
    """What is said by structure alone."""
    made = program(text, claim, more=more)
    asked = made.claims[-1]
    names = asked.names[1:]
    looked = visible(made.core, [define.body for define in made.core.defines.values() if define.name in names])
    return unmoved(made, asked, "chips-used", looked | set(names), verdict(made, asked), 10.0, opinion)


def decided(text: str, more: str = "", opinion: bool = False) -> Verdict:
    made = program(text, AGREE, more=more)
    return readings.decide(made, made.claims[-1], 10.0, opinion)


def added(line: str, more: str = "") -> str:
    """The game with one more line in each round, and perhaps another clause."""
    return twin(CHIPS, LAST, f"  {line}\n{LAST}") + more


# ---- how far it goes ----------------------------------------------------------------------------------


def test_chips_reach_the_piles_only() -> None:
    found = reach(CHIPS)
    assert found.known and found.vars == PILES | {"chips-used"}


def test_what_a_pile_feeds_is_reached() -> None:
    assert reach(added("spare becomes size of supply")).vars == PILES | {"chips-used", "spare"}
    assert "score" in reach(added("spare becomes size of supply\n  score of player 2 becomes spare")).vars
    through = added("spare becomes left-over", "\ndefine left-over: number\n  size of supply + 1\n")
    assert "spare" in reach(through).vars
    # Whether it happens at all counts as much as what happens.
    assert "spare" in reach(added("if supply is empty: spare becomes 1")).vars
    assert "spare" not in reach(added("if rounds is 1: spare becomes 1")).vars
    assert "spare" in reach(added("for each player p where stack of p is empty\n    spare becomes 1")).vars


def test_order_in_the_text_does_not_matter() -> None:
    """What is read before it is written is reached in the next round."""
    text = twin(CHIPS, "  if chips-used", "  score of player 2 becomes spare\n  if chips-used")
    assert "score" not in reach(text).vars
    assert "score" in reach(twin(text, LAST, f"  spare becomes size of supply\n{LAST}")).vars


def test_through_a_name_for_what_it_is_now() -> None:
    """A name that lives between two decisions, in a branch and in a loop."""
    for line in (
        "let x be size of supply\n  spare becomes x",
        "if rounds is 1\n    let x be size of supply\n    spare becomes x",
        "for each player p\n    let x be size of stack of p\n    spare becomes x + 1",
        "do keep(size of supply)",
    ):
        assert "spare" in reach(added(line, "\nphase keep(number x)\n  spare becomes x\n")).vars, line
    aside = "if rounds is 1\n    let x be size of supply\n    let y be rounds\n    spare becomes y"
    assert "spare" not in reach(added(aside)).vars
    hidden = "if rounds is 1\n    let x be size of supply\n    let x be rounds\n    spare becomes x"
    assert "spare" not in reach(added(hidden)).vars


def test_what_is_shown_reaches_nothing() -> None:
    for line in ("show size of supply to everyone", "if supply is empty: show rounds to everyone"):
        found = reach(added(line))
        assert found.known and found.vars == reach(CHIPS).vars, line


def test_first_values_are_reached() -> None:
    first = "\ndefine first-spare: number\n  when chips-used is never: 2\n  otherwise: 3\n"
    text = twin(CHIPS, "spare: 0 to 20", "spare: 0 to 20, starting first-spare") + first
    assert "spare" in reach(text).vars
    assert "score" in reach(twin(text, LAST, f"  score of player 2 becomes spare\n{LAST}")).vars


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("until rounds is 0", "until rounds is 0 or supply is empty"),
        ("from 1 to 3\n", "from 1 to 3 where n > size of stack of player 2\n"),
        ("  player 1 chooses", "  (first player p where stack of p is empty) chooses"),
        ("phase one-round\n", "phase one-round\n  if supply is empty\n    player 2 chooses a player q\n"),
        ("phase one-round\n", "phase one-round\n  draw 1 from supply to stack of player 2\n"),
        ("  until rounds is 0\n", "  until rounds is 0\n  judge out\n"),
    ],
)
def test_where_play_goes_is_reached(old: str, new: str) -> None:
    """A branch, what may be chosen, who chooses, whether there is a choice, what is dealt, how it ends."""
    out = "\nending out\n  when supply is empty\n  drawn\n" if "judge" in new else ""
    assert not reach(twin(CHIPS, old, new) + out).known
    assert structural(twin(CHIPS, old, new) + out) is None


# ---- that nothing breaks off --------------------------------------------------------------------------

ENDLESS = twin(CHIPS, "token, 2 copies", "token, 30 copies")
"""Still the pile may be empty, as far as one step can see."""
HEAP = twin(CHIPS, "move token from supply to stack of player 1", "move all from supply to stack of player 1")
"""All of what there is can always be moved."""


def test_a_reading_that_never_reaches_the_score() -> None:
    said = decided(HEAP, opinion=True)
    assert said.grade is Grade.PROVED_SIZES and said.engine == "structure", told(said)
    assert "chips-used can only ever reach stack, supply" in said.detail
    assert said.agreed == ("z3", "cvc5")


def test_a_pile_that_feeds_the_score() -> None:
    fed = twin(HEAP, "add n to", "add n + size of stack of player 1 to")
    assert structural(fed) is None
    said = decided(fed)
    assert said.grade is Grade.REFUTED and "score" in " ".join(said.story), told(said)


def test_a_move_that_may_break_off_needs_to_know_that_it_does_not() -> None:
    for text in (CHIPS, ENDLESS):
        said = structural(text)
        assert said is not None and said.grade is Grade.UNKNOWN
        assert "but one-round may break off (Q504)" in said.detail
    said = decided(CHIPS, SUFFICE, opinion=True)
    assert said.grade is Grade.PROVED_SIZES and said.engine == "structure", told(said)
    # The claim above it has a verdict of its own, and was not shown to the other solver here.
    assert "nothing breaks off" in said.detail and said.agreed == ("z3",)
    assert said.rests[-1] == "what is claimed above it"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("token, 2 copies", "token, 1 copies"),
        (
            "supply to stack of player 1\n",
            "supply to stack of player 1\n  move token from supply to stack of player 2\n",
        ),
    ],
)
def test_a_claim_that_is_not_proved_helps_nobody(old: str, new: str) -> None:
    """The pile does not suffice: whatever the property claims before, that is no ground."""
    said = structural(twin(CHIPS, old, new), more=SUFFICE)
    assert said is not None and said.grade is Grade.UNKNOWN and "may break off" in said.detail
    assert decided(twin(CHIPS, old, new), SUFFICE).grade is not Grade.PROVED_SIZES


def test_only_what_is_claimed_before_counts() -> None:
    made = program(CHIPS, f"{AGREE}, rounds", more=f"  {AGREE}\n{SUFFICE}")
    first, _, last = made.claims
    for asked, grade in ((first, Grade.UNKNOWN), (last, Grade.PROVED_SIZES)):
        said = unmoved(made, asked, "chips-used", frozenset({"score"}), verdict(made, asked), 10.0, False)
        assert said is not None and said.grade is grade


def test_what_holds_where_somebody_decides_need_not_hold_in_between() -> None:
    """Three chips are taken one by one and all given back before anybody decides again; but there are only two."""
    loop = "  spare becomes 3\n  repeat\n  {taken}    take 1 from spare\n  until spare is 0\n  move all from {back}\n"
    taken = "  if chips-used is each-round: move token from supply to stack of player 1\n"
    text = twin(CHIPS, taken, loop.format(taken=taken, back="stack of player 1 to supply"))
    made = program(text, AGREE, more="  always supply is not empty\n")
    lemma = made.claims[0].term
    assert lemma is not None and prove(made.core, Aim(lemma), 10.0).proved
    said = structural(text, more="  always supply is not empty\n")
    assert said is not None and said.grade is Grade.UNKNOWN and "may break off (Q504)" in said.detail


BROKEN = {
    "a condition": ("if 8 / size of stack of player 1 > 3: show rounds to everyone", ""),
    "something shown": ("show (8 / size of stack of player 1) to everyone", ""),
    "a name": ("if rounds is 1\n    let x be 8 / size of stack of player 1\n    show x to everyone", ""),
    "a loop": ("for each player p where 8 / size of stack of player 1 > 3\n    show p to everyone", ""),
    "a value": ("spare becomes 8 / size of stack of player 1", ""),
    "a requirement": ("require stack of player 1 is not empty", ""),
    "a definition with a gap": (
        "spare becomes share",
        "\ndefine share: 0 to 20\n  when stack of player 1 is not empty: 3\n",
    ),
    "a definition in another one": (
        "spare becomes twice",
        "\ndefine share: 0 to 20\n  when stack of player 1 is not empty: 3\n\ndefine twice: 0 to 20\n  share * 2\n",
    ),
    "a definition that was asked before": (
        "if rounds is 0: show share to everyone\n  if chips-used is each-round: show share to everyone",
        "\ndefine share: 0 to 1\n  rounds\n",
    ),
    "a range that is too small": (
        "spare becomes share",
        "\ndefine share: 0 to 1\n  size of supply\n",
    ),
}


@pytest.mark.parametrize(("line", "more"), BROKEN.values(), ids=BROKEN.keys())
def test_whatever_may_break_off_because_of_it(line: str, more: str) -> None:
    """With one reading the game breaks off there and nobody scores any more: so it does reach the score."""
    text = twin(HEAP, "  add n to", f"  {line}\n  add n to") + more
    said = structural(text)
    assert said is None or said.grade is Grade.UNKNOWN and "may break off" in said.detail
    assert decided(text).grade is Grade.REFUTED


def test_before_anybody_decides() -> None:
    early = "phase main\n  if chips-used is each-round: spare becomes 2\n  spare becomes 8 / spare\n"
    text = twin(HEAP, "phase main\n", early)
    said = structural(text)
    assert said is not None and said.grade is Grade.UNKNOWN and "may break off (Q511)" in said.detail
    assert decided(text).grade is Grade.REFUTED
    safe = structural(twin(text, "8 / spare", "8 / (spare + 1)"))
    assert safe is not None and safe.grade is Grade.PROVED_SIZES


def test_a_first_value_that_only_one_reading_has() -> None:
    first = "\ndefine first-score: number\n  when chips-used is never: 2\n  otherwise: 3\n"
    start = "score of each player: 0 to 20"
    text = twin(HEAP, start, f"{start}, starting first-score") + first
    assert structural(text) is None
    alone = twin(text, "  if chips-used is each-round: move all from supply to stack of player 1\n", "")
    for game in (text, alone):
        said = decided(game)
        assert said.grade is Grade.REFUTED and "when the game begins" in said.detail, told(said)


def test_an_assumption_about_the_position_is_not_for_structure() -> None:
    assert structural(HEAP, more="  assuming rounds is 1\n") is None
    said = structural(HEAP, more="  with chips-used is never\n")
    assert said is not None and said.grade is Grade.PROVED_SIZES
