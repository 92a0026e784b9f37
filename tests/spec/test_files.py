"""The door: whatever is handed in, the answer is a text or a message that helps."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.spec import files
from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.encodings import Encoding, guess
from qedeck.spec.files import find_game, games_folder, read_source, shipped_games
from qedeck.spec.limits import MOST_BYTES
from qedeck.spec.render import render
from qedeck.spec.source import Source

RULES = "-- 山札から七枚ずつ配る。先に手札を無くした人の勝ち。\ngame 七ならべ\n  players 3 to 5\n"

REFUSED: dict[str, tuple[str, bytes]] = {
    "Q004_large": ("large.qed", b"x" * (MOST_BYTES + 1)),
    "Q005_utf_16": ("notepad.qed", RULES.encode("utf-16")),
    "Q005_utf_16_unmarked": ("unmarked.qed", b"game tiny\n  players 2\n".decode().encode("utf-16-le")),
    "Q005_utf_32": ("wide.qed", RULES.encode("utf-32")),
    "Q005_shift_jis": ("windows.qed", (RULES + "-- ①\n").encode("cp932")),
    "Q005_euc_jp": ("unix.qed", RULES.encode("euc_jp")),
    "Q005_iso_2022_jp": ("mail.qed", RULES.encode("iso2022_jp")),
    "Q005_unknown": ("latin.qed", "game caf\u00e9\n".encode("latin-1")),
    "Q006_binary": ("picture.qed", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"),
    "Q006_pdf": ("rules.qed", b"%PDF-1.7\n1 0 obj\n"),
    "Q007_pdf": ("rules.pdf", b"%PDF-1.7\n"),
    "Q007_csv": ("Cards.CSV", b"family,rank\n"),
    "Q008_empty": ("empty.qed", b""),
    "Q008_blank": ("blank.qed", b"\xef\xbb\xbf \r\n\t\n"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                 golden: Callable[[str, str], None]) -> None:
    monkeypatch.chdir(tmp_path)
    file, raw = REFUSED[name]
    Path(file).write_bytes(raw)
    answer = read_source(file)
    assert isinstance(answer, Diagnostic) and answer.code == name[:4]
    golden(f"files/{name}.txt", render(answer, {}))


def test_missing_with_a_suggestion(tmp_path: Path) -> None:
    (tmp_path / "my_game.qed").write_text(RULES, "utf-8")
    answer = read_source(tmp_path / "my_gmae.qed")
    assert isinstance(answer, Diagnostic) and answer.code == "Q001" and "my_game.qed" in answer.hint


@pytest.mark.parametrize("path", ["no/such/folder/x.qed", "a\0b.qed", "x" * 5000 + ".qed"])
def test_impossible_paths(path: str) -> None:
    answer = read_source(path)
    assert isinstance(answer, Diagnostic) and answer.code in ("Q001", "Q003")


def test_a_folder_lists_its_specs(tmp_path: Path) -> None:
    for n in range(5):
        (tmp_path / f"game{n}.qed").write_text(RULES, "utf-8")
    answer = read_source(tmp_path)
    assert isinstance(answer, Diagnostic) and answer.code == "Q002"
    assert "game0.qed" in answer.hint and "2 more" in answer.hint


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.qed"
    path.write_text(RULES, "utf-8")

    def deny(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    # Root may read everything, so the refusal is staged.
    monkeypatch.setattr(Path, "open", deny)
    answer = read_source(path)
    assert isinstance(answer, Diagnostic) and answer.code == "Q003"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.qed")
    answer = read_source(tmp_path / "pipe.qed")
    assert isinstance(answer, Diagnostic) and answer.code == "Q003"


def test_a_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "growing.qed"
    path.write_bytes(b"x" * 60)
    monkeypatch.setattr(files, "MOST_BYTES", 50)
    answer = read_source(path)
    assert isinstance(answer, Diagnostic) and answer.code == "Q004"


@pytest.mark.parametrize("raw", [RULES.encode(), RULES.encode("utf-8-sig")])
def test_marked_or_not_the_text_is_the_same(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "seven.qed").write_bytes(raw)
    answer = read_source(tmp_path / "seven.qed")
    assert isinstance(answer, Source) and answer.text == RULES


def test_windows_line_ends_are_kept_so_that_places_stay_true(tmp_path: Path) -> None:
    (tmp_path / "seven.qed").write_bytes(RULES.replace("\n", "\r\n").encode())
    answer = read_source(tmp_path / "seven.qed")
    assert isinstance(answer, Source) and answer.line_text(2) == "game 七ならべ"


@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(raw: bytes) -> None:
    if guess(raw) is Encoding.UTF_8:
        raw.decode("utf-8-sig")


@given(st.text(st.sampled_from("山札手捨人狼占師村のをにはがひらきカードゲム、。「」 a1\n"), min_size=12).filter(
    lambda text: sum("ぁ" <= ch <= "ん" for ch in text) >= 4))
def test_japanese_encodings_are_told_apart(text: str) -> None:
    assert guess(text.encode("cp932")) is Encoding.SHIFT_JIS
    assert guess(text.encode("euc_jp")) is Encoding.EUC_JP


# ---- shipped games --------------------------------------------------------------------


def test_shipped_games_are_there() -> None:
    assert "werewolves_and_robbers" in shipped_games()
    assert all(isinstance(read_source(path), Source) for path in shipped_games().values())


@pytest.mark.parametrize("name", ["werewolves_and_robbers", "werewolves_and_robbers.qed", "Werewolves and Robbers",
                                  "werewolves-and-robbers"])
def test_a_shipped_game_by_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_game(name) == games_folder() / "werewolves_and_robbers" / "rules.qed"


def test_an_own_file_comes_before_a_shipped_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("werewolves_and_robbers.qed").write_text(RULES, "utf-8")
    assert find_game("werewolves_and_robbers.qed") == Path("werewolves_and_robbers.qed")


def test_a_misspelt_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = find_game("werewolfs_and_robbers")
    assert isinstance(answer, Diagnostic) and answer.code == "Q009"
    assert answer.hint == "did you mean werewolves_and_robbers?"
    nothing_like_it = find_game("zzz")
    assert isinstance(nothing_like_it, Diagnostic) and "werewolves_and_robbers" in nothing_like_it.hint


@pytest.mark.parametrize("name", ["", "somewhere/else.qed", "zzz.qed", "."])
def test_what_is_a_path_stays_a_path(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = find_game(name)
    assert isinstance(path, Path) and isinstance(read_source(path), Diagnostic)


def test_an_installed_copy_finds_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The layout of a wheel: the games lie beside the package, not above it.
    (tmp_path / "qedeck" / "games").mkdir(parents=True)
    monkeypatch.setattr(files, "__file__", str(tmp_path / "qedeck" / "spec" / "files.py"))
    assert games_folder() == (tmp_path / "qedeck" / "games").resolve()
