"""Every code has a page, every page has a code, and the examples on the pages do what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.explain import Page, contents, explain, pages, to_text
from qedeck.spec.game import load
from qedeck.spec.printer import format_text
from qedeck.spec.reader import read
from qedeck.spec.source import Source

ROOT = Path(__file__).resolve().parents[2]
ROOTS = [ROOT / "spec", ROOT / "interpreter", ROOT / "proofs"]
ALL = list(pages().values())


def used_codes() -> dict[str, str]:
    """Each code that the sources mention, with a file that does."""
    used: dict[str, str] = {}
    for root in ROOTS:
        for path in sorted(root.rglob("*.py")):
            for code in re.findall(r"\bQ\d{3}\b", path.read_text("utf-8")):
                used.setdefault(code, str(path.relative_to(ROOT)))
    return used


def test_every_code_has_a_page() -> None:
    missing = {code: file for code, file in used_codes().items() if code not in pages()}
    assert not missing, f"write a page in spec/qedeck/spec/codes for {missing}"


def test_every_page_is_used() -> None:
    unused = set(pages()) - set(used_codes())
    assert not unused, f"no source mentions {sorted(unused)}"


def test_groups_hold_their_own_hundreds() -> None:
    groups: dict[str, set[str]] = {}
    for page in ALL:
        groups.setdefault(page.code[:2], set()).add(page.group)
    assert all(len(names) == 1 for names in groups.values()), groups


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.code)
def test_a_page_has_its_parts(page: Page) -> None:
    meaning, example, mending = re.split(r"^### (?:An example|How to mend it)$", page.body, flags=re.MULTILINE)
    assert meaning.strip() and example.strip() and mending.strip()
    assert len(page.title) < 60 and not page.title.endswith(".")


@pytest.mark.parametrize("page", [p for p in ALL if p.blocks("qed right")], ids=lambda page: page.code)
def test_right_examples_are_right_and_formatted(page: Page) -> None:
    for text in page.blocks("qed right"):
        _, found = read(Source(page.code, text))
        assert not found, found
        assert format_text(text) == text


# A small game for the examples to stand in; an example may declare any of these lines itself.
WORDS = ["suit is one of red, black", "spot is one of upper, lower", "job is one of villager, werewolf"]
CARDS = ["chest, rank 1 to 15, suit red", "robber, rank 1 to 15, suit black", "knife, 2 copies", "traitor", "joker"]
ZONES = ["deck: pile of card, full at start", "hand of each player: pile of card", "discard: pile of card",
         "trick: row of card, up to players", "table-centre: pile of card", "supply: pile of chip, full at start",
         "chips of each player: pile of chip", "scene of each player: grid spot of card", "loot: pile of card",
         "pile-of-discards: pile of card"]
REMEMBERED = ["dealer: player", "points of each player: 0 to 20", "bid of each player: 0 to 9",
              "still-in of each player: yes or no", "role of each player: job", "on-team of each player: yes or no"]
DEFINED = ["define led: suit\n  red\n", "define trump: suit\n  black\n",
           "define strength of place i in trick: suit, rank 0 to 20\n  led, 16\n"]
ARGUMENTS = {"player": "player 1", "card": "chest 1", "spot": "upper"}


def whole_game(example: str) -> str:
    """The example with everything around it that makes it a game."""
    own = set(re.findall(r"^(?:(?:define |phase |event )?|  (?=[^ ]*(?::|,| of each)))([\w-]+)", example, re.MULTILINE))

    def missing(lines: list[str]) -> list[str]:
        return [line for line in lines if line.removeprefix("define ").split()[0].rstrip(":,") not in own]

    text = example + "\n".join(["", *missing(WORDS), ""])
    for head, lines in (("zones", ZONES), ("remember", REMEMBERED)):
        text += "\n".join([head, *(f"  {line}" for line in missing(lines)), ""])
    if not re.search(r"^cards$", example, re.MULTILINE):
        text += "\n".join(["cards", *(f"  {line}" for line in CARDS), ""])
    text += "cards chip\n  werewolf-chip, 2 copies\n" + "".join(missing(DEFINED))
    if "game" not in own:
        text += "game sample\n  players 3\n  starts with begin-here\n\nphase begin-here\n  dealer becomes player 2\n"
        for name, params in re.findall(r"^phase ([\w-]+)(?:\((.*)\))?$", example, re.MULTILINE):
            given = ", ".join(ARGUMENTS[param.split()[0]] for param in params.split(", ") if param)
            text += f"  do {name}({given})\n" if given else f"  do {name}\n"
    return text


TINY = """game tiny
  players 2
  starts with play

cards
  knife
  joker

define worth of card c: number
  by c
    knife: 1
    joker: 2

phase play
  chance chooses a player p
"""


def codes_of(page: Page, example: str, folder: Path) -> set[str]:
    """What the front end says about the example, standing in a game unless it is about whole files."""
    alone = page.code in ("Q401", "Q402") or example.startswith("variant")
    broken = bool(read(Source("page", example))[1])
    (folder / "tiny.qed").write_text(TINY, "utf-8")
    (folder / "page.qed").write_text(example if alone or broken else whole_game(example), "utf-8")
    found = {d.code for d in load(folder / "page.qed").diagnostics}
    # Around the example nothing is cited and nothing translated.
    echoes = {"Q414", "Q417", "Q420"}
    return found - (echoes - {page.code})


def examples(label: str, *groups: str) -> list[ParameterSet]:
    return [
        pytest.param(page, text, id=page.code)
        for page in ALL
        for text in page.blocks(label)
        if page.code.startswith(groups)
    ]


@pytest.mark.parametrize(("page", "text"), examples("qed wrong", "Q1", "Q2", "Q3", "Q4"))
def test_wrong_examples_are_wrong_in_this_way(page: Page, text: str, tmp_path: Path) -> None:
    assert codes_of(page, text, tmp_path) == {page.code}


@pytest.mark.parametrize(("page", "text"), examples("qed wrong", "Q5"))
def test_what_goes_wrong_in_play_is_well_written(page: Page, text: str, tmp_path: Path) -> None:
    assert codes_of(page, text, tmp_path) <= {page.code}


@pytest.mark.parametrize(("page", "text"), examples("qed right", "Q2", "Q3", "Q4", "Q5"))
def test_right_examples_make_a_game(page: Page, text: str, tmp_path: Path) -> None:
    assert codes_of(page, text, tmp_path) - {"Q417", "Q420"} == set()


def test_codes_are_found_as_people_type_them() -> None:
    assert explain("q101") == explain(" 101 ") == explain("Q1O1") == explain("Q101") == pages()["Q101"]


def test_an_unknown_code_is_answered() -> None:
    for code in ("Q999", "", "Q", "strength", "Q101x"):
        answer = explain(code)
        assert isinstance(answer, Diagnostic) and answer.code == "Q010"


def test_a_page_for_the_terminal_has_no_markdown_left() -> None:
    for page in ALL:
        text = to_text(page)
        assert text.startswith(f"{page.code}: {page.title}\n")
        assert "```" not in text and "###" not in text


def test_contents_names_every_page_once() -> None:
    lines = contents().splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == list(pages())
