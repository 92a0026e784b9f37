"""HTML that is finished is put aside and put back: the same pages, whatever stands in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.site.aside import FOLDER, put_aside, put_back
from tests.site.hostile import ATTACK

LONG = "word " * 60
DIV = f'<div class="a"><div>{LONG}</div><br><div/></div>'
PAGES = [
    DIV, f"{DIV}<p>{LONG}</p><p>short</p>", f"<p>{LONG}</p> and words", f"<br>{DIV}", f"<ul><li>{LONG}</li>",
    f"{DIV}</div>", f"# Title\n\n{DIV}\n\nwords <b>bold</b>\n{DIV}\n", f"<div {LONG}", LONG,
    f"<pre>{LONG}\n\n<span>{LONG}</span>\n</pre>", f'<svg width="1"><svg x="1"/><path d="M0"/>{LONG}</svg>',
    f"<div><divide>{LONG}</divide></div>", ATTACK, f"<p>{ATTACK}</p>",
]


def back(tmp_path: Path, page: str) -> str:
    """As a builder would hand it on that changes nothing."""
    files = put_aside({"en/games/g/p.md": page})
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(str(content), "utf-8")
    (tmp_path / "en/games/g/p.md").rename(tmp_path / "en/games/g/p.html")
    put_back(tmp_path / "en", tmp_path / FOLDER / "en")
    return (tmp_path / "en/games/g/p.html").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_what_is_put_aside_comes_back(tmp_path: Path, page: str) -> None:
    assert back(tmp_path, page) == page


def test_elements_side_by_side_are_put_aside_each_by_itself() -> None:
    page = str(put_aside({"en/games/g/p.md": f"{DIV}<p>{LONG}</p><p>short</p>"})["en/games/g/p.md"])
    assert page.startswith('<div data-aside="') and page.count("data-aside") == 2 and page.endswith("</p><p>short</p>")
    assert len(page) < 150 and LONG not in page


def test_a_page_differs_when_an_element_does() -> None:
    """So that it is made again."""
    name, other = "en/games/g/p.md", DIV.replace("word", "worn")
    assert put_aside({name: DIV})[name] != put_aside({name: other})[name]


def test_what_is_written_by_hand_is_left_alone() -> None:
    files = {"en/guide/first-game.md": DIV, "en/games/g/designer.js": DIV, "en.yml": DIV}
    assert put_aside(dict(files)) == files
