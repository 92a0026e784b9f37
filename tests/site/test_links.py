"""The link checker finds what is planted, and the search index what is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qedeck.site.links import faults
from qedeck.site.search import write_index


def site(folder: Path, **pages: str) -> Path:
    for name, body in pages.items():
        path = folder / f"{name.replace('__', '/')}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<html><body><article>{body}</article></body></html>", "utf-8")
    return folder


PLANTED = [
    ('<a href="gone.html">x</a>', "no such file"),
    ('<a href="other.html#gone">x</a>', "no such place"),
    ('<a href="#gone">x</a>', "no such place"),
    ('<a href="/en/index.html">x</a>', "root"),
    ('<a href="../../../x.html">x</a>', "no such file"),
    ('<a href="folder">x</a>', "no such file"),
    ('<img src="gone.png">', "no such file"),
    ('<img src="https://example.com/x.png">', "out of the site"),
    ('<script src="//example.com/x.js"></script>', "out of the site"),
    ('<link rel="stylesheet" href="https://example.com/x.css">', "out of the site"),
    ('<a href="javascript:x()">x</a>', "out of the site"),
    ('<a href="data:text/html,x">x</a>', "out of the site"),
    ("<iframe src=https://example.com></iframe>", "out of the site"),
    ('<form action="https://example.com"></form>', "out of the site"),
    ('<svg><use href="#gone"/></svg>', "no such place"),
]


@pytest.mark.parametrize(("planted", "why"), PLANTED)
def test_planted_faults_are_found(tmp_path: Path, planted: str, why: str) -> None:
    found = faults(site(tmp_path, index=planted, other='<h2 id="there">x</h2>'))
    assert [why in fault.why for fault in found] == [True], found


GOOD = [
    '<a href="other.html#there">x</a>', '<a href="other.html?edition=designer">x</a>', '<a href="%6fther.html">x</a>',
    '<a href="https://example.com">x</a>', '<!-- <a href="gone.html"> -->', '<script>"<a href=gone.html>"</script>',
    '<img src="data:image/png;base64,AA">', '<a href="other.html#%E4%BA%BA">x</a>',
]


@pytest.mark.parametrize("good", GOOD)
def test_good_links_are_left_alone(tmp_path: Path, good: str) -> None:
    assert not faults(site(tmp_path, index=good, other='<h2 id="there">x</h2><p id="人">x</p>'))


def test_a_page_of_a_game_leads_to_no_other_host(tmp_path: Path) -> None:
    link = '<a href="https://example.com">x</a>'
    found = faults(site(tmp_path, guide=link, en__games__x__rules=link))
    assert [fault.page for fault in found] == ["en/games/x/rules.html"]


def test_styles_load_nothing(tmp_path: Path) -> None:
    style = '@import "https://example.com/y.css"; a{background:url(https://example.com/z)}'
    (tmp_path / "x.css").write_text(style, "utf-8")
    assert len(faults(tmp_path)) == 2


def indexed(folder: Path, **pages: str) -> list[list[str]]:
    write_index(site(folder, **pages), {"games/x/": "The game"})
    written = (folder / "search/index.js").read_text("utf-8")
    found: list[list[str]] = json.loads(written.removeprefix("qedeckIndex(").removesuffix(");\n"))
    return found


def test_each_section_is_found_at_its_place(tmp_path: Path) -> None:
    found = indexed(tmp_path, games__x__rules=(
        '<h1 id="top">Rules</h1><p>all</p><h2 id="a">One<a class="headerlink">#</a></h2><p>of <b>wolves</b></p>'
        '<svg><text>no</text></svg><div data-unfound>no</div><figure id="c" data-find="Knife">sharp</figure>'))
    assert found == [
        ["games/x/rules.html", "Rules", "The game", "all"],
        ["games/x/rules.html#a", "One", "The game › Rules", "of wolves"],
        ["games/x/rules.html#c", "Knife", "The game › Rules", "sharp"],
    ]


def test_the_index_holds_no_markup(tmp_path: Path) -> None:
    found = indexed(tmp_path, index="<h1>&lt;script&gt;x&lt;/script&gt;</h1><p>a &amp; b</p>")
    assert found == [["index.html", "<script>x</script>", "", "a & b"]]
    assert "<" not in (tmp_path / "search/index.js").read_text("utf-8")
