"""The page's script is joined of all the parts there are, each plain by itself, with a head that says what it is."""

from __future__ import annotations

import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from qedeck.site.scripts import PARTS, page_script

FOLDER = resources.files("qedeck.site").joinpath("script")


def test_every_part_is_in_it_once_and_says_what_it_is() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(f"{part}.js" for part in PARTS)
    for part in PARTS:
        text = FOLDER.joinpath(f"{part}.js").read_text("utf-8")
        assert text.startswith("/* ") and page_script().count(text) == 1


def test_no_part_is_a_module_or_asks_for_anything() -> None:
    assert not [word for word in ("import(", "export ", "require(", "fetch(", "http") if word in page_script()]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("name", [*PARTS, "the whole"])
def test_it_can_be_read(name: str, tmp_path: Path) -> None:
    file = tmp_path / "part.js"
    file.write_text(FOLDER.joinpath(f"{name}.js").read_text("utf-8") if name in PARTS else page_script(), "utf-8")
    subprocess.run(["node", "--check", str(file)], check=True)
