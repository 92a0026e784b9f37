"""`play --moderate`: whole evenings as somebody types them, one killed in the middle; what is printed is golden."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from qedeck.evening.sheet import read_sheet
from tests.commands.terminal import Terminal

Run = Callable[..., Any]
GAMES = Path(__file__).parents[1] / "games"

EVENING = """\
Anna, Ben
Carla
Ben
Dan
Eva

2 Bo

wolf 2

villager 1
o
1

wolf 1
villager 2
o
1


1
wolf
see, hunter
see
hunter
vill


Bo
Anna
?
b

w

Carla
1


3
nobody
6

3
3
3
3
w
u 2
y
2
1
t
u
q


5
1
s
q
"""
"""Names with one mended, a cast that does not add up, tiles by hand, a choice refused, votes taken back, leaving."""


@pytest.fixture
def at_table(qedeck: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The games of evenings beside the command, and lines typed, in a terminal of 80 cells."""
    for name in ("hamlet", "omens"):
        for path in GAMES.glob(f"{name}.*"):
            shutil.copy(path, path.name)
    monkeypatch.setenv("COLUMNS", "80")

    def typed(text: str, *words: str) -> Any:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return qedeck("play", *words)

    return typed


def sheet(name: str = "hamlet.evening.json") -> Any:
    return read_sheet(Path(name).read_text("utf-8"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_evening_as_it_is_typed(at_table: Run, golden: Callable[[str, str], None], language: str) -> None:
    text = EVENING
    if language == "ja":
        for word, ja in (("wolf", "人狼"), ("villager", "村人"), ("vill", "村"), ("see, hunter", "占、狩人"),
                         ("see", "占"), ("hunter", "狩人"), ("nobody", "だれも")):
            text = text.replace(word, ja)
    said = at_table(text, "hamlet.qed", "--moderate", "--seed", "4", "--lang", language)
    assert said.code == 0 and not said.err
    golden(f"evening/hamlet.{language}.txt", said.out)
    assert sheet().names == ("Anna", "Bo", "Carla", "Dan", "Eva") and sheet().settings == {}


def test_the_whole_of_an_evening_and_its_story(at_table: Run, golden: Callable[[str, str], None]) -> None:
    """The program draws; the first choice always, to the end. The story is a file of its own."""
    said = at_table("\n1\n" * 200, "hamlet.qed", "--moderate", "--seed", "4", "--names", "Anna,Ben,Carla,Dan")
    assert said.code == 0 and "The evening is over." in said.out and "hamlet.story.txt" in said.out
    golden("evening/whole.txt", said.out)
    story = Path("hamlet.story.txt").read_text("utf-8")
    assert story.startswith("The hamlet: an evening with 4 players\n") and "The game ends: " in story
    again = at_table("", "hamlet.qed", "--moderate")
    assert again.code == 0 and "is over. With --new another one begins." in again.out
    assert story.strip() in again.out.replace("\n  ", "\n")


def test_what_chance_does_by_hand(at_table: Run, golden: Callable[[str, str], None]) -> None:
    """A deal, a shuffle, a die; each told, or left to chance."""
    order = "bone 3, bone 2, omen 4, omen 3, bone 1"
    text = f"\n1\nomen 1\nbone 4\n{order}\n{order}, omen 2\n2\n6\nnobody\ndecline\n1\n1\n\n\n\n\n"
    said = at_table(text, "omens.qed", "--moderate", "--seed", "4", "--names", "Anna, Ben")
    assert said.code == 0
    golden("evening/omens.txt", said.out)
    entries = sheet("omens.evening.json").entries
    assert entries[0]["deal"] == [{"omen 1": 1}, {"bone 4": 1}]
    assert entries[1]["shuffle"] == ["bone 3", "bone 2", "omen 4", "omen 3", "bone 1", "omen 2"]
    assert entries[3]["picks"] == {"n": 6} and entries[3]["by"] == "chance"


# ---- nothing is lost ---------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in GAMES.glob("hamlet.*"):
        shutil.copy(path, tmp_path)
    return tmp_path


@pytest.fixture
def sit(folder: Path) -> Iterator[Callable[..., Terminal]]:
    made: list[Terminal] = []

    def down(*words: str) -> Terminal:
        made.append(Terminal(folder, "play", "hamlet.qed", "--moderate", *words))
        return made[-1]

    yield down
    for one in made:
        one.close()


def test_killed_in_the_middle(sit: Callable[..., Terminal], folder: Path) -> None:
    """While names, tiles, a leaf and a vote are entered: the same command goes on where it was killed."""
    one = sit("--seed", "4")
    one.wait("1> ")
    one.type("Anna, Ben, Carla")
    one.wait("4> ")
    one.kill()
    two = sit()
    two.wait("4> ")
    two.type("Dan", "Eva", "")
    assert "5  Eva" in two.wait("nobody sits there.")
    two.type("", "", "1")
    two.wait("Anna's tile? ")
    two.type("seer")
    two.wait("Ben's tile? ")
    two.type("wolf")
    two.wait("Carla's tile? ")
    two.kill()
    three = sit()
    three.wait("The evening of Anna, Ben, Carla, Dan, Eva goes on. Entries so far: 0.")
    assert "hunter, villager ×2" in three.wait("Carla's tile? ")
    three.type("hunter")
    three.wait("Welcome to the hamlet.")
    three.type("")
    three.wait("Night falls.")
    three.kill()
    four = sit()
    assert "Welcome" not in four.wait("Night falls. Close your eyes, everybody.")
    four.type("")
    four.wait("The seer – Anna: choose")
    four.type("Dan")
    four.wait("For Anna alone: Dan, villager.")
    four.type("", "")
    four.wait("The wolves – Ben: choose")
    four.type("Anna")
    four.wait("Did anybody peek? – ")
    four.type("1", "", "", "", "")
    four.wait("Ben: choose")
    four.type("Carla")
    four.wait("Carla: choose")
    four.kill()
    five = sit()
    five.wait("goes on. Entries so far: 5.")
    five.wait("Carla: choose")
    five.type("Ben")
    five.wait("Dan: choose")
    five.type("Ben")
    five.wait("Eva: choose")
    five.type("Ben", "")
    five.wait("The game ends: the hamlet wins. Anna, Carla, Dan, Eva win.")
    assert five.ends() == 0
    assert "“Night falls. Close your eyes, everybody.”" in (folder / "hamlet.story.txt").read_text("utf-8")
    assert not list(folder.glob(".*")), "nothing is left of files that were being written"


def test_hung_up_and_interrupted(sit: Callable[..., Terminal], folder: Path) -> None:
    one = sit("--seed", "4", "--names", "Anna, Ben, Carla, Dan")
    one.wait("nobody sits there.")
    one.type("", "", "2")
    one.wait("[Enter: read on]")
    one.type("\x03")
    one.wait("The same command goes on with it.")
    assert one.ends() == 0
    two = sit()
    two.wait("goes on. Entries so far: 1.")
    two.type("q")
    assert two.ends() == 0 and read_sheet((folder / "hamlet.evening.json").read_text("utf-8")).names[0] == "Anna"


def test_a_timer_goes_on_after_a_kill(sit: Callable[..., Terminal], folder: Path) -> None:
    one = sit("--seed", "4", "--names", "Anna, Ben, Carla, Dan")
    one.wait("nobody sits there.")
    one.type("", "", "2")
    one.wait("[Enter: read on]")
    one.type("m 30")
    one.wait("29:5")
    one.kill()
    two = sit()
    two.wait("The talk: 29:")
    two.type("")
    two.wait("[Enter: read on]")
    assert read_sheet((folder / "hamlet.evening.json").read_text("utf-8")).until is None
    two.type("m 0.02")
    two.wait("Time is up.")
    assert "\a" in two.raw


# ---- what is refused ---------------------------------------------------------------------------------------


def test_a_game_without_a_moderator(at_table: Run) -> None:
    said = at_table("", "small.qed", "--moderate")
    assert said.code == 2 and "small has no moderator" in said.err


@pytest.mark.parametrize(("words", "why"), [
    (("--set", "copies-of of wolf=9"), "copies-of cannot be 9"), (("--set", "nothing=1"), "no parameter or reading"),
    (("--players", "5", "--names", "Anna, Ben, Carla, Dan"), "--names has 4"),
])
def test_what_cannot_begin(at_table: Run, words: tuple[str, ...], why: str) -> None:
    said = at_table("", "hamlet.qed", "--moderate", *words)
    assert said.code == 2 and why in said.err and not Path("hamlet.evening.json").exists()


def test_another_evening_beside_the_first(at_table: Run) -> None:
    at_table("\n\n2\n", "hamlet.qed", "--moderate", "--names", "Anna, Ben, Carla, Dan")
    first = sheet()
    said = at_table("", "hamlet.qed", "--moderate", "--seed", "5")
    assert said.code == 2 and "--new begins another evening" in said.err and sheet() == first
    at_table("\n\n2\n", "hamlet.qed", "--moderate", "--new", "--names", "Ida, Jon, Kim, Lea")
    assert sheet().names[0] == "Ida" and sheet("hamlet.evening.1.json") == first
    said = at_table("", "hamlet.qed", "--moderate", "--evening", "hamlet.evening.1.json")
    assert "The evening of Anna, Ben, Carla, Dan goes on. Entries so far: 1." in said.out


@pytest.mark.parametrize("text", ["", "{}", "[" * 100, '{"format": "qedeck-trace", "version": 1}', "\x00"])
def test_a_file_that_is_no_evening(at_table: Run, text: str) -> None:
    Path("hamlet.evening.json").write_text(text, "utf-8")
    said = at_table("", "hamlet.qed", "--moderate")
    assert said.code == 2 and "is no file of an evening" in said.err
    assert Path("hamlet.evening.json").read_text("utf-8") == text, "and it is left alone"


def test_rules_that_have_changed(at_table: Run) -> None:
    """It is said what cannot be done any more; only who wants it goes on without that, and the file is put away."""
    at_table("\n1\n" * 9, "hamlet.qed", "--moderate", "--seed", "4", "--names", "Anna, Ben, Carla, Dan")
    before = Path("hamlet.evening.json").read_text("utf-8")
    assert len(json.loads(before)["entries"]) > 2
    rules = Path("hamlet.qed")
    rules.write_text(rules.read_text("utf-8").replace("t is not p\n", "t is p\n"), "utf-8")
    said = at_table("n\n", "hamlet.qed", "--moderate")
    assert said.code == 0 and "The rules have changed since: entry 2: " in said.out
    assert Path("hamlet.evening.json").read_text("utf-8") == before
    said = at_table("y\n", "hamlet.qed", "--moderate")
    assert Path("hamlet.evening.1.json").read_text("utf-8") == before and len(sheet().entries) == 1


def test_a_disk_that_takes_nothing(at_table: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said at every entry, and the evening goes on."""
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    said = at_table("\n\n2\n", "hamlet.qed", "--moderate", "--names", "Anna, Ben, Carla, Dan")
    assert said.code == 0 and "NOT SAVED: hamlet.evening.json cannot be written: No space left on device" in said.out
    assert "Anna's tile gets a card" in said.out and not Path("hamlet.evening.json").exists()
    assert sys.stdin is not None
