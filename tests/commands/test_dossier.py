"""`qedeck verify --report` and `--quick`: a page to publish, and the questions that are answered in no time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from qedeck.commands.dossier import MARK, dossier
from qedeck.commands.dossier_plays import LONGEST
from qedeck.proofs.answers import Question
from qedeck.proofs.record import EDITION, Entry, Row
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.game import Game, load_text

from .conftest import Said

GAME = """\
game fair [FA-001]
  players 2 to 3
  starts with main

cards [FA-002]
  stall, 2 copies

reading closing: at-dusk, or at-night [FA-U-01]
reading weather: dry, or wet [FA-U-02]

zones [FA-003]
  deck: pile of card, face down, full at start

remember [FA-003 FA-U-03]
  sold: 0 to 9
  x: 1 to 30000
  y: 1 to 30000
  z: 1 to 30000

define price: number [FA-004 FA-U-01]
  when closing is at-night: 2
  otherwise: 1

phase main [FA-005]
  player 1 chooses a number n from 1 to 3
  sold becomes n * price

property small "never more than 6 | not even at night" [FA-P-01]
  always sold is at most 6

property cheap "nothing costs 2" [FA-P-02]
  expected refuted
  always sold is at most 3

property sells-out "six can be sold" [FA-P-03]
  with 2 players
  reachable sold is 6

property by-day "at dusk no more than 3" [FA-P-04]
  with 2 players
  with default readings
  always sold is at most 3

property closing-matters [FA-U-01]
  readings of closing differ on sold

property cubes
  with 2 players
  any position has x * x * x + y * y * y is not z * z * z
"""

Command = Callable[..., Said]


@pytest.fixture
def fair(qedeck: Command) -> Path:
    Path("fair.qed").write_text(GAME, "utf-8")
    return Path("fair.qed")


def page(game: Game, *verdicts: Verdict) -> str:
    return dossier(game, [entry(verdict) for verdict in verdicts])


def entry(verdict: Verdict, fresh: bool = True, digest: str = "0123456789abcdef") -> Entry:
    question = Question("fair.qed", verdict.property, verdict.place, verdict.players, 1.0, False)
    return Entry(question, Row(verdict, digest, EDITION if fresh else EDITION - 1), fresh)


def made(name: str, grade: Grade = Grade.PROVED_SIZES, players: int = 2, **more: object) -> Verdict:
    told = {"story": ("The game is set up.",)} if grade is Grade.REFUTED else {}
    return Verdict(name, "always", players, grade, "induction", 1.25, **told | more)  # type: ignore[arg-type]


def section(text: str, heading: str) -> list[str]:
    """The lines under a heading, without empty ones."""
    assert text.count(f"## {heading}\n") == 1, text
    return [line for line in text.split(f"## {heading}\n")[1].split("\n## ")[0].splitlines() if line]


# ---- written by the command ---------------------------------------------------------------------------


def test_the_report_of_a_run(fair: Path, qedeck: Command) -> None:
    said = qedeck("verify", "fair.qed", "--own", "--jobs", "1", "--seconds", "1", "--report", "page.md")
    assert "the report is in page.md" in said.out and said.code == 3, said.err
    text = Path("page.md").read_text("utf-8")
    rows = [[cell.strip() for cell in line.split(" | ")] for line in section(text, "Every property")[3:]]
    found = {row[0].removeprefix("| "): row[1:] for row in rows if "small" not in row[0]}
    assert found["cheap"][:4] == ["FA-P-02", "nothing costs 2", "2 and 3", "refuted, as expected"]
    assert found["sells-out"][:4] == ["FA-P-03", "six can be sold", "2", "shown by a play"]
    assert found["by-day"][2:4] == ["2", "proved for these sizes, with default readings"]
    assert found["closing-matters"][:4] == ["FA-U-01", "", "2 and 3", "shown by a play"]
    assert found["cubes"][:4] == ["", "", "2", "unknown"]
    # A bar in a title does not make another column.
    (row,) = [line for line in section(text, "Every property") if line.startswith("| small |")]
    assert "| FA-P-01 | never more than 6 \\| not even at night | 2 and 3 | proved for these sizes |" in row
    assert row.replace("\\|", "").count("|") == 11

    short = section(text, "In short")
    assert short[0].startswith("9 questions, each a claim at one player count") and "2 refuted, as expected" in short[0]
    assert "2 proved for these sizes; 1 proved for these sizes, with default readings; " in short[0]
    assert short[1].startswith("What is refuted as expected")
    fails = section(text, "What fails, and how")
    assert fails[0] == "### cheap: nothing costs 2" and fails[1].endswith("(2 and 3 players).")
    assert fails[1].startswith("Refuted, as expected: it does not hold")
    assert fails[2:4] == ["With 2 players:", "```text"] and fails[-1] == "```"
    assert any(line.startswith("Player 1 chooses ") for line in fails)
    happens = section(text, "What can happen")
    assert "### sells-out: six can be sold" in happens and "### closing-matters" in happens
    assert "Player 1 chooses 3." in happens and "With closing as at-night:" in happens

    assert section(text, "The readings") == [
        "| reading | alternatives | what was found |",
        "|---|---|---|",
        "| closing | at-dusk, at-night | closing-matters: shown by a play (2 and 3 players) |",
        "| weather | dry, wet | not asked |",
        "Claimed of the default readings only: by-day.",
    ]
    assert section(text, "The checklist at a glance")[-5:] == [
        "|---|---|---|---|",
        "| FA-P-01 | *small* | proved | proved |",
        "| FA-P-02 | *cheap* | refuted, as expected | refuted, as expected |",
        "| FA-P-03 | *sells-out* | shown | – |",
        "| FA-P-04 | *by-day* | proved (default readings) | – |",
    ]
    assert section(text, "Where each open point went")[2:] == [
        "| FA-U-01 | closing, price |",
        "| FA-U-02 | weather |",
        "| FA-U-03 | sold, x, y, z |",
    ]
    (left,) = section(text, "Not shown")
    assert left.startswith("- cubes, 2 players: unknown; ")


def test_the_report_goes_beside_what_programs_read(fair: Path, qedeck: Command) -> None:
    words = ("verify", "fair.qed", "--own", "--jobs", "1", "-k", "small", "--players", "2")
    said = qedeck(*words, "--report", "page.md", "--format", "json")
    assert [v["property"] for v in json.loads(said.out)["verdicts"]] == ["small"]
    assert "the report is in page.md" in said.err
    text = Path("page.md").read_text("utf-8")
    assert "| small |" in text and "| cheap |" not in text
    for heading in ("What fails", "What can happen", "Not shown"):
        assert heading not in text


def test_a_report_that_cannot_be_written(fair: Path, qedeck: Command) -> None:
    said = qedeck("verify", "fair.qed", "--own", "--jobs", "1", "-k", "small", "--report", "nowhere/page.md")
    assert said.code == 2 and "page.md cannot be written" in said.err


# ---- the page itself ----------------------------------------------------------------------------------


def test_one_row_for_what_is_alike() -> None:
    game = load_text(GAME)
    same = [made("small", players=3, agreed=("z3", "cvc5")), made("small", players=2, agreed=("z3", "cvc5"))]
    (row,) = section(page(game, *same), "Every property")[3:]
    assert row.endswith(
        f"| 2 and 3 | proved for these sizes | induction | 1.2, 1.2 | z3 cvc5 | 01234567, 01234567 | {EDITION} |"
    )
    apart = section(page(game, same[0], made("small", Grade.REFUTED, expected=False)), "Every property")[3:]
    assert ["| 2 | refuted |" in apart[0], "| 3 | proved" in apart[1]] == [True, True]


def test_no_text_makes_another_column() -> None:
    """Neither a title, nor the name of a property that every game should satisfy, nor an engine."""
    game = load_text(GAME)
    for row in section(page(game, made("small"), made("nobody is stuck")), "Every property")[3:]:
        assert row.replace("\\|", "").count("|") == 11


def test_stock_properties_come_first() -> None:
    rows = section(page(load_text(GAME), made("small"), made("every game ends")), "Every property")[3:]
    assert [row.split(" | ")[0] for row in rows] == ["| every game ends", "| small"]


def test_what_is_not_expected_is_not_called_so() -> None:
    text = page(load_text(GAME), made("small", Grade.REFUTED, expected=False, detail="it does not hold here"))
    assert "as expected" not in text and "are expected" not in text
    assert "Refuted: it does not hold here (2 players)." in text


def test_what_came_out_differently_is_counted() -> None:
    mixed = [
        made("small", place=0),
        made("small", Grade.SAMPLED, place=1),
        made("small", Grade.REFUTED, expected=False, place=2),
    ]
    (row,) = section(page(load_text(GAME), *mixed), "The checklist at a glance")[-1:]
    assert row == "| FA-P-01 | *small* | 1 proved, 1 refuted, 1 open |"


def test_a_long_play_is_cut() -> None:
    story = tuple(f"line {number}" for number in range(LONGEST + 7))
    fails = section(page(load_text(GAME), made("cheap", Grade.REFUTED, story=story)), "What fails, and how")
    assert fails[-3:] == [f"line {LONGEST - 1}", "… 7 more lines", "```"]


def test_a_game_without_readings_or_open_points() -> None:
    plain = "game plain\n  players 2\n  starts with main\n\nremember\n  n: 0 to 3\n\nphase main\n  n becomes 2\n"
    game = load_text(f"{plain}\nproperty p\n  always n is at most 3\n")
    assert game.sound
    text = page(game, made("p"))
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## In short", "## Every property"]


# ---- quick --------------------------------------------------------------------------------------------


def test_quick_asks_what_needs_no_plays(fair: Path, qedeck: Command) -> None:
    words = ("verify", "fair.qed", "--jobs", "1", "--seconds", "1", "--format", "json")
    found = json.loads(qedeck(*words, "--quick").out)["verdicts"]
    assert {v["players"] for v in found} == {2}
    asked = {v["property"] for v in found}
    assert "cubes" in asked and {"nobody is stuck", "every game ends", "no card is lost or made"} < asked
    assert asked.isdisjoint({"small", "cheap", "sells-out", "by-day"})


def test_quick_for_another_number_of_players(fair: Path, qedeck: Command) -> None:
    words = ("verify", "fair.qed", "--jobs", "1", "--seconds", "1", "--format", "json", "--quick")
    found = json.loads(qedeck(*words, "--players", "3", "-k", "stuck").out)["verdicts"]
    assert [(v["property"], v["players"]) for v in found] == [("nobody is stuck", 3)]


def test_quick_without_anything_to_ask(fair: Path, qedeck: Command) -> None:
    said = qedeck("verify", "fair.qed", "--quick", "--own", "-k", "small")
    assert said.code == 2 and said.err


# ---- rows and what they count for ----------------------------------------------------------------------


def test_a_stale_row_is_shown_and_never_counted() -> None:
    game = load_text(GAME)
    never = Question("fair.qed", "sells-out", 0, 2, 1.0, False)
    rows = [entry(made("small")), entry(made("small", players=3), fresh=False), Entry(never, None, False)]
    text = dossier(game, rows)
    assert section(text, "In short") == [
        "3 questions, each a claim at one player count. Answered for the rules as they are, by a prover in which no "
        "mistake was found since: 1, in 0 minutes (1 proved for these sizes).",
        "Stale, counted nowhere: 1 answer, of other rules or by an older prover.",
        "Never asked: 1 question.",
    ]
    assert section(text, "The checklist at a glance")[-2:] == [
        "| FA-P-01 | *small* | proved | stale |",
        "| FA-P-03 | *sells-out* | not asked | – |",
    ]
    fresh, stale, unasked = section(text, "Every property")[3:]
    assert fresh.endswith(f"| 01234567 | {EDITION} |") and "| proved for these sizes |" in fresh
    assert stale.endswith(f"| 01234567 | {EDITION - 1} |") and "| stale (it was: proved for these sizes) |" in stale
    assert unasked.endswith("| 2 | not asked |  |  |  |  |  |")
    assert section(text, "To be asked") == ["- small: stale with 3 players", "- sells-out: never asked with 2 players"]


def test_a_stale_play_is_not_told() -> None:
    stale = made("cheap", Grade.REFUTED, story=("Player 1 chooses 3.",), detail="it does not hold")
    text = dossier(load_text(GAME), [entry(stale, fresh=False)])
    assert "What fails" not in text and "Player 1 chooses" not in text


def test_each_row_is_labelled_by_its_own_verdict() -> None:
    """Of one property, with three players all readings and with two only the default ones."""
    both = [made("small", players=2, default_readings=True), made("small", players=3)]
    rows = section(page(load_text(GAME), *both), "Every property")[3:]
    assert ["with default readings" in row for row in rows] == [True, False]
    short = section(page(load_text(GAME), *both), "In short")[0]
    assert short.endswith("(1 proved for these sizes; 1 proved for these sizes, with default readings).")


def test_what_claims_nothing_is_counted_apart() -> None:
    both = [made("small", players=2), made("small", Grade.VACUOUS, players=3, expected=False)]
    text = page(load_text(GAME), *both)
    assert section(text, "In short")[0].endswith("(1 proved for these sizes; 1 claims nothing).")
    assert section(text, "The checklist at a glance")[-1] == "| FA-P-01 | *small* | proved | claims nothing |"


def test_the_record_is_the_report(fair: Path, qedeck: Command) -> None:
    asked = ("verify", "fair.qed", "--own", "--jobs", "1", "--players", "2", "-k", "small", "--record")
    assert qedeck(*asked, "--report", "page.md").code == 0
    first = Path("page.md").read_text("utf-8")
    assert "- cheap: never asked with 2 and 3 players" in section(first, "To be asked")
    # Nothing is asked to make the page again, and the page is the same.
    said = qedeck("verify", "fair.qed", "--recorded", "--report", "again.md")
    assert said.code == 3 and "0 stale" in said.out and "they count nowhere" in said.out
    assert Path("again.md").read_text("utf-8") == first
    # Another price, another text: the answer is stale.
    fair.write_text(GAME.replace("at-night: 2", "at-night: 1"), "utf-8")
    qedeck("verify", "fair.qed", "--recorded", "--report", "again.md")
    assert "- small: stale with 2 players, never asked with 3 players" in Path("again.md").read_text("utf-8")


def test_only_what_the_record_does_not_answer_is_asked(fair: Path, qedeck: Command) -> None:
    asked = ("verify", "fair.qed", "--own", "--jobs", "1", "-k", "small")
    assert qedeck(*asked, "--players", "2", "--record").code == 0
    rest = qedeck(*asked, "--unanswered")
    assert rest.code == 0 and "fair: 1 question" in rest.out and "3 players" in rest.out
    again = qedeck(*asked, "--unanswered")
    assert again.code == 0 and "answers all of it" in again.out
    # Another price, another text: both are asked again.
    fair.write_text(GAME.replace("at-night: 2", "at-night: 1"), "utf-8")
    assert "fair: 2 questions" in qedeck(*asked, "--unanswered").out


def test_what_somebody_wrote_above_the_mark_stays(fair: Path, qedeck: Command) -> None:
    ours = f"# Our fair\n\nWe like it.\n\n{MARK}\n\nold rows\n"
    Path("page.md").write_text(ours, "utf-8")
    qedeck("verify", "fair.qed", "--own", "--jobs", "1", "--players", "2", "-k", "small", "--report", "page.md")
    text = Path("page.md").read_text("utf-8")
    assert text.startswith(f"# Our fair\n\nWe like it.\n\n{MARK}\n\n## In short\n") and "old rows" not in text


def test_recorded_without_a_record(fair: Path, qedeck: Command) -> None:
    said = qedeck("verify", "fair.qed", "--recorded")
    assert said.code == 2 and "there are no verdicts in" in said.err
