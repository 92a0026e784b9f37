"""What people write who know other languages, or who speak as at the table: one slip, one message.

`slips.txt` has a small game and what is added to it, each with one slip; `slips_of_who_sees.txt` more of them: of who
sees what, closed eyes, offers, groups, priorities, chance that is told, and what examples say; and
`slips_of_who_can_tell.txt` of what somebody knows. The golden files are meant to be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from qedeck.spec.diagnostic import ERROR, Diagnostic
from qedeck.spec.game import Game, load_text
from qedeck.spec.reader import read
from qedeck.spec.source import Source


def parts(name: str) -> list[str]:
    return re.split(r"^## (.*)\n", Path(__file__).with_name(name).read_text("utf-8"), flags=re.MULTILINE)[1:]


_NAME, BASE, *_REST = parts("slips.txt")
ABOUT_SIGHT = ("slips_of_who_sees.txt", "slips_of_who_can_tell.txt")
_EACH = {"slips.txt": _REST, **{name: parts(name) for name in ABOUT_SIGHT}}
FILES = {name: dict(zip(rest[::2], rest[1::2], strict=True)) for name, rest in _EACH.items()}
SLIPS = {name: slip for slips in FILES.values() for name, slip in slips.items()}
COURSE = "phase main\n  deal 1 from deck to hand of each player\n  add bonus of leader to round\n  judge done\n"
QUIET = ("Q414", "Q417")


def whole(slip: str) -> str:
    return f"{BASE}\n{slip}\n" + ("" if "phase main" in slip else COURSE)


def told(text: str) -> tuple[Game, list[Diagnostic]]:
    game = load_text(text)
    return game, [d for d in game.diagnostics if d.code not in QUIET and "uses bonus" not in d.title]


def mended(text: str, found: Diagnostic) -> str | None:
    """The text with what the hint says in the place of the mark, if it is to be copied."""
    how, _, words = found.hint.partition(": ")
    if how not in ("write", "leave it out") or "…" in words:
        return None
    begin, end = found.span.start, found.span.end
    if found.code == "Q101":  # the hint is the whole line
        begin = text.rfind("\n", 0, begin) + 1
        begin, end = begin + len(text[begin:]) - len(text[begin:].lstrip()), text.index("\n", begin)
    return text[:begin] + (words if how == "write" else "") + text[end:]


def test_the_base_is_sound() -> None:
    assert not told(whole(""))[1]


@pytest.mark.parametrize("name", SLIPS)
def test_one_slip_is_one_message(name: str) -> None:
    _, found = told(whole(SLIPS[name]))
    assert [d.severity for d in found] == [ERROR], found


@pytest.mark.parametrize("name", SLIPS)
def test_a_hint_can_be_copied(name: str) -> None:
    text = whole(SLIPS[name])
    (found,) = told(text)[1]
    after = mended(text, found)
    if after is not None:
        again = read(Source("game.qed", after))[1]
        assert found.code in ("Q201", "Q204") or all(d.span.start != found.span.start for d in again), (after, again)


@pytest.mark.parametrize("file", FILES)
def test_what_is_said(file: str, golden: Callable[[str, str], None]) -> None:
    lines = []
    for name, slip in FILES[file].items():
        game, found = told(whole(slip))
        for d in found:
            source = game.sources["game.qed"]
            lines += [f"## {name}", *(f"    {line}" for line in slip.rstrip().split("\n"))]
            lines += [f"{d.code} {d.title}: {source.text[d.span.start : d.span.end]!r}"]
            lines += [f"  {text}" for text in [*(note.text for note in d.notes), *d.hint.split("\n")] if text] + [""]
    golden(file, "\n".join(lines))


def test_what_cannot_be_read_is_told_with_what_serves() -> None:
    """Of a slip that the parser meets there is a hint, and it is not a list of all that could stand there."""
    for name, slip in (pair for file in ABOUT_SIGHT for pair in FILES[file].items()):
        (found,) = told(whole(slip))[1]
        assert found.hint or not found.code.startswith("Q1"), name
        assert "[" not in found.hint.replace("[announcements]", "").replace("[..]", ""), name


def test_names_that_are_slips_elsewhere_are_names_here() -> None:
    """Whoever calls something `next`, `true` or `else` may: these words mean nothing by themselves."""
    text = BASE.replace("  round: 0 to 9\n", "  round: 0 to 9\n  next: player\n  pass: 0 to 9\n  true: yes or no\n")
    _, found = told(f"{text}\nphase main\n  next becomes left of next\n  add 1 to pass\n  if true: judge done\n")
    assert not found


def test_what_is_misspelt_again_is_told_with_the_first() -> None:
    slip = "phase main\n  shuffle trik\n  move all from trik to deck\n  if trik is empty: judge done\n"
    (found,) = told(whole(slip))[1]
    assert found.hint == "did you mean trick?"
    assert [note.text for note in found.notes] == ["and at 2 more places, from here on"]


def test_two_slips_are_two_messages() -> None:
    _, found = told(whole("phase main\n  add 1 to roud\n  add 1 to skore of leader\n"))
    assert [d.title for d in found] == ["nothing here is called roud", "a player has no skore"]


def test_what_nothing_uses_is_still_told() -> None:
    """The planted other side: a definition that no broken clause speaks of."""
    slip = "phase main\n  while round < 3\n    add 1 to round\n\ndefine idle: number\n  round\n"
    assert [d.code for d in told(whole(slip))[1]] == ["Q110", "Q420"]
