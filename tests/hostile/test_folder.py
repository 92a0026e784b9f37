"""What lies beside a spec: links, tables of cards in every shape, files that are no files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from qedeck.spec import files

from .conftest import HEAD, MAIN, Run

ZONES = "\nzones\n  deck: pile of card, face down, full at start\n"
TABLE = HEAD + '\ncards from "cards.csv"\n' + ZONES + MAIN
linked = pytest.mark.skipif(not hasattr(os, "symlink") or os.name != "posix", reason="this system has no links")


@pytest.fixture
def away(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another folder, with files in it that are nobody's business."""
    folder = tmp_path_factory.mktemp("away")
    (folder / "cards.csv").write_text("family\nsecret\n", "utf-8")
    (folder / "base.qed").write_text(HEAD + MAIN, "utf-8")
    (folder / "g.en.toml").write_text('[title]\nname = "secret"\n', "utf-8")
    return folder


@linked
def test_links_that_lead_out_are_not_followed(qedeck: Run, folder: Path, away: Path) -> None:
    (folder / "g.qed").write_text(TABLE, "utf-8")
    (folder / "cards.csv").symlink_to(away / "cards.csv")
    said = qedeck("check", "g.qed")
    assert said.code == 2 and "Q416" in said.out and "a link that leads out of the folder" in said.out
    (folder / "cards.csv").unlink()
    (folder / "cards.csv").write_text("family\nwolf\n", "utf-8")
    (folder / "g.en.toml").symlink_to(away / "g.en.toml")
    said = qedeck("check", "g.qed")
    assert said.code == 2 and "Q003" in said.out and "secret" not in said.out
    (folder / "base.qed").symlink_to(away / "base.qed")
    (folder / "v.qed").write_text("variant v of base\n", "utf-8")
    said = qedeck("check", "v.qed")
    assert said.code == 2 and "Q212" in said.out and "a link that leads out of the folder" in said.out
    (folder / "g.en.toml").unlink()
    (folder / "g.qed").write_text(TABLE + "\nproperty p\n  same game as base\n", "utf-8")
    said = qedeck("check", "g.qed")
    assert said.code == 2 and "Q213" in said.out and "a link that leads out of the folder" in said.out


@linked
def test_links_that_stay_are_followed(qedeck: Run, folder: Path, away: Path) -> None:
    (folder / "g.qed").write_text(TABLE, "utf-8")
    (folder / "animals.csv").write_text("family\nwolf\n", "utf-8")
    (folder / "cards.csv").symlink_to("animals.csv")
    assert qedeck("check", "g.qed").code == 0
    # A folder that is a link itself is the folder that somebody named.
    (away / "door").symlink_to(folder)
    assert qedeck("check", str(away / "door" / "g.qed")).code == 0
    # And so is a spec that somebody names.
    (folder / "named.qed").symlink_to(away / "base.qed")
    assert qedeck("check", "named.qed").code == 0


@linked
def test_shipped_games_may_be_links(qedeck: Run, away: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some installations put every file into a store of its own."""
    store, games = away / "store", away / "games"
    shutil.copytree(files.games_folder(), store)
    games.mkdir()
    for path in store.iterdir():
        (games / path.name).symlink_to(path)
    monkeypatch.setattr(files, "games_folder", lambda: games)
    assert qedeck("check", "sharp_knives", "-q").code == 0


def test_a_base_is_beside_the_spec_or_shipped_and_nowhere_else(qedeck: Run, folder: Path) -> None:
    (folder / "inner").mkdir()
    (folder / "base").write_text(HEAD + MAIN, "utf-8")
    (folder / "inner" / "v.qed").write_text("variant v of base\n", "utf-8")
    assert "there is no game base to vary" in qedeck("check", "inner/v.qed").out


def test_circles_of_variants(qedeck: Run, folder: Path) -> None:
    (folder / "own.qed").write_text("variant own of own\n", "utf-8")
    (folder / "a1.qed").write_text("variant a1 of b1\n", "utf-8")
    (folder / "b1.qed").write_text("variant b1 of a1\n", "utf-8")
    for number in range(12):
        (folder / f"v{number}.qed").write_text(f"variant v{number} of v{number + 1}\n", "utf-8")
    for name in ("own", "a1", "v0"):
        said = qedeck("check", f"{name}.qed")
        assert said.code == 2 and "Q212" in said.out


def test_things_that_are_no_files(qedeck: Run, folder: Path) -> None:
    (folder / "g.qed").write_text(TABLE, "utf-8")
    (folder / "cards.csv").mkdir()
    (folder / "g.en.toml").mkdir()
    (folder / "dir.qed").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.qed")
    for name in ("g.qed", "dir.qed", "pipe.qed", "", ".", "/dev/null", "/", "nul\0l.qed", "x" * 5000):
        assert qedeck("check", name).code == 2
    for words in (("run", "--script"), ("run", "--replay"), ("fmt",)):
        for name in ("dir.qed", "pipe.qed", "nul\0l"):
            (folder / "ok.qed").write_text(HEAD + MAIN, "utf-8")
            assert qedeck(words[0], *(["ok.qed", *words[1:]] if words[1:] else []), name).code == 2


CSV = {
    "bom": "\ufefffamily,rank\nwolf,1\n",
    "quotes": 'family,rank\n"wolf","1"\n',
    "crlf": "family,rank\r\nwolf,1\r\n",
    "cr": "family,rank\rwolf,1\r",
    "no_end": "family,rank\nwolf,1",
    "blank_lines": "\n\nfamily,rank\n\nwolf,1\n,\n",
    "short_lines": "family,rank,copies\nwolf\nsheep,2\n",
    "kana": "family,rank\nオオカミ,1\n",
}
BAD_CSV = {
    "semicolons": "family;rank\nwolf;1\n",
    "open_quote": 'family,rank\n"wolf,1\n',
    "quote_and_more": 'family,rank\n"wolf"x,1\n',
    "long_cell": "family,rank\n" + "x" * 200_000 + ",1\n",
    "long_name": "family,rank\n" + "x" * 101 + ",1\n",
    "empty": "",
    "only_commas": ",,,\n",
    "empty_family": "family,rank\n,1\n",
    "number_sign": "family,rank\nwolf,+1\n",
    "other_digits": "family,number\nwolf,٣\n",
    "long_number": "family,rank\nwolf,99999999999999999999\n",
    "nul": "family\nwo\x00lf\n",
    "control": "family\nwo\x1blf\n",
    "bidi": "family\nwo\u202elf\n",
    "line_separator": "family\nwo\u2028lf\n",
    "newline_in_a_name": 'family\n"wo\nlf"\n',
    "own_word": "family,for\nwolf,1\n",
    "formula": "family\n=cmd|'/c calc'!A1\n",
    "copies": "family,copies\nwolf,many copies\n",
}  # fmt: skip


@pytest.mark.parametrize("name", CSV)
def test_tables(name: str, qedeck: Run, folder: Path) -> None:
    (folder / "g.qed").write_text(TABLE, "utf-8")
    (folder / "cards.csv").write_bytes(CSV[name].encode())
    said = qedeck("check", "g.qed")
    assert said.code == 0, said.out


@pytest.mark.parametrize("name", BAD_CSV)
def test_bad_tables(name: str, qedeck: Run, folder: Path, golden: Callable[[str, str], None]) -> None:
    (folder / "g.qed").write_text(TABLE, "utf-8")
    (folder / "cards.csv").write_bytes(BAD_CSV[name].encode())
    said = qedeck("check", "g.qed")
    assert said.code == 2
    golden(f"table_{name}.txt", said.out)
