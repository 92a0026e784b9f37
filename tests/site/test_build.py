"""`qedeck docs build`: a game of one's own becomes a good site by one command, with either builder."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from qedeck.commands.main import main
from tests.docs.blocks import ROOT, blocks

pytest.importorskip("mkdocs", reason="the site needs the extra: pip install qedeck[docs]")

KINDS = ("index", "rules", "examples", "cards", "table", "promises")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games of the README, which have no text files."""
    folder = tmp_path_factory.mktemp("games")
    for block in blocks(ROOT / "README.md"):
        if block.info[:2] == ("qed", "file"):
            (folder / block.info[2]).write_text(block.text, "utf-8")
    return folder


@pytest.fixture(scope="module", params=["mkdocs", "zensical"])
def site(request: pytest.FixtureRequest, games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    out = tmp_path_factory.mktemp(request.param) / "site"
    assert main(["docs", "build", str(games / "moonlight.qed"), "--out", str(out), "--with", request.param]) == 0
    return out


def test_every_page_is_there_in_both_languages(site: Path) -> None:
    for language in ("en", "ja"):
        for game in ("sun_and_moon", "moonlight"):
            for kind in KINDS:
                assert (site / language / "games" / game / f"{kind}.html").is_file(), (language, game, kind)
        assert (site / language / "games/moonlight/variants.html").is_file()
    names = [{path.relative_to(site / language).as_posix() for path in (site / language).rglob("*.html")}
             for language in ("en", "ja")]
    assert names[0] == names[1]
    assert (site / "index.html").is_file()
    assert (site / "data/sun_and_moon-3.js").is_file()


def test_a_rule_has_its_anchor_and_the_words_of_its_language(site: Path) -> None:
    english = (site / "en/games/sun_and_moon/rules.html").read_text("utf-8")
    japanese = (site / "ja/games/sun_and_moon/rules.html").read_text("utf-8")
    for page in (english, japanese):
        assert 'id="play-trick"' in page and 'id="winning-place"' in page
    assert "See also" in english and "関連" in japanese
    assert '<html lang="ja"' in japanese


def test_what_was_put_aside_is_back(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert "data-aside" not in page.read_text("utf-8"), page
    assert 'class="qed-rule"' in (site / "en/games/sun_and_moon/rules.html").read_text("utf-8")


def test_nothing_leads_to_another_host(site: Path) -> None:
    for page in (site / "en/games").rglob("*.html"):
        assert "://" not in page.read_text("utf-8").replace("http://www.w3.org/2000/svg", ""), page


def test_the_search_has_rules_and_cards(site: Path) -> None:
    index = (site / "ja/search/index.js").read_text("utf-8")
    assert "games/sun_and_moon/rules.html#play-trick" in index and "games/sun_and_moon/cards.html#card..sun.1" in index


def test_strict_wants_every_text(games: Path, monkeypatch: pytest.MonkeyPatch,
                                 capsys: pytest.CaptureFixture[str]) -> None:
    # As somebody writes it who stands in the folder of the game.
    monkeypatch.chdir(games)
    assert main(["docs", "build", "sun_and_moon.qed", "--out", "site", "--strict"]) == 1
    told = capsys.readouterr().err
    assert "play-trick has no ja text" in told and "no such file" not in told
    assert (games / "site/en/games/sun_and_moon/rules.html").is_file()


def test_a_game_that_cannot_be_played_has_no_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.qed").write_text("game broken\n  players 2\n  starts with nothing\n", "utf-8")
    assert main(["docs", "build", str(tmp_path / "broken.qed"), "--out", str(tmp_path / "site")]) == 2
    assert "Q404" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_a_folder_of_others_is_left_alone(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", "utf-8")
    assert main(["docs", "build", str(games / "sun_and_moon.qed"), "--out", str(tmp_path)]) == 2
    assert "no site that qedeck made" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_second_build_takes_away_what_is_gone(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert main(["docs", "build", str(games / "moonlight.qed"), "--out", str(out)]) == 0
    (out / "notes.txt").write_text("mine", "utf-8")
    assert main(["docs", "build", str(games / "sun_and_moon.qed"), "--out", str(out)]) == 0
    assert not list(out.rglob("moonlight*")) and (out / "notes.txt").is_file()
    assert (out / "en/games/sun_and_moon/rules.html").is_file()


def test_there_is_no_such_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "build", "wolf_and_hund", "--out", str(tmp_path / "site")]) == 2
    assert "wolf_and_hound" in capsys.readouterr().err
