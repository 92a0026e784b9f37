"""The page's script is joined of all the parts there are, each plain by itself, with a head that says what it is."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from qedeck.site.scripts import DRAW_PARTS, EVENING_PARTS, PARTS, draw_script, evening_script, page_script

SITE = resources.files("qedeck.site")
SCRIPTS = {"script": (PARTS, page_script()), "draw/script": (DRAW_PARTS, draw_script()),
           "evening/script": (EVENING_PARTS, evening_script())}


@pytest.mark.parametrize("folder", SCRIPTS)
def test_every_part_is_in_it_once_and_says_what_it_is(folder: str) -> None:
    parts, script = SCRIPTS[folder]
    assert sorted(file.name for file in SITE.joinpath(folder).iterdir()) == sorted(f"{part}.js" for part in parts)
    for part in parts:
        text = SITE.joinpath(folder, f"{part}.js").read_text("utf-8")
        assert text.startswith("/* ") and script.count(text) == 1


def test_no_part_is_a_module_or_asks_for_anything() -> None:
    # A picture says by an address what it is; nobody goes there.
    script = page_script() + evening_script() + draw_script().replace("http://www.w3.org/2000/svg", "")
    assert not [word for word in ("import(", "export ", "require(", "fetch(", "http") if word in script]


def test_the_moderators_words_are_there_in_both_languages_and_each_once() -> None:
    """A word that stands twice is silently the later one."""
    text = SITE.joinpath("evening/script/phrases.js").read_text("utf-8")
    english, japanese = (re.findall(r"(?:^| |, )(\w+): \"", half, re.MULTILINE) for half in text.split("\n  ja: {"))
    assert sorted(set(english)) == sorted(english) == sorted(japanese) and len(english) > 80


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("name", [*(f"{folder}/{part}" for folder, (parts, _) in SCRIPTS.items() for part in parts),
                                  *SCRIPTS])
def test_it_can_be_read(name: str, tmp_path: Path) -> None:
    file = tmp_path / "part.js"
    text = SCRIPTS[name][1] if name in SCRIPTS else SITE.joinpath(f"{name}.js").read_text("utf-8")
    file.write_text(text, "utf-8")
    subprocess.run(["node", "--check", str(file)], check=True)
