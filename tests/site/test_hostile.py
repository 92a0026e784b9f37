"""Words of a game are untrusted: nothing in them becomes markup, script, a link, or a request."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from qedeck.site.build import build
from qedeck.site.pages.escaping import code, file_name, fragment, script_json, text
from qedeck.site.pages.place import Library
from qedeck.site.trees import site_of

from .hostile import ATTACK, hostile_book

pytest.importorskip("mkdocs", reason="the site needs the extra: pip install qedeck[docs]")


class _Seen(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.text: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        for name, value in attrs:
            if name.startswith(("on", "{")) or name in ("evil", "srcdoc"):
                self.faults.append(f"<{tag} {name}={value}>")
            parts = urlsplit(value or "") if name in ("href", "src", "action", "data") else urlsplit("")
            if parts.scheme or parts.netloc:
                self.faults.append(f"<{tag} {name}={value}>")
            if name in ("id", "class") and re.search(r"(^|\s)evil-(id|class)(\s|$)", value or ""):
                self.faults.append(f"<{tag} {name}={value}>")
        if tag in ("img", "i", "b", "mark", "del") and self.article:
            self.faults.append(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if "script" in self.inside and "pwned" in data and "\\u003c" not in data:
            self.faults.append(f"<script>{data[:80]}")
        self.text.append(data)

    @property
    def article(self) -> bool:
        return "article" in self.inside


@pytest.fixture(scope="module", params=["mkdocs", "zensical"])
def hostile_site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    folder = tmp_path_factory.mktemp("hostile")
    libraries = []
    for language in ("en", "ja"):
        book = hostile_book(language)
        variant = replace(hostile_book(language, "hostile_too"), base="hostile")
        libraries.append(Library(language, {"hostile": book, "hostile_too": variant}))
    built = build(site_of(libraries), folder / "work", folder / "site", request.param)
    assert not [fault for fault in built.faults if "another host" in fault.why or "out of the site" in fault.why]
    return folder / "site"


def test_nothing_becomes_markup(hostile_site: Path) -> None:
    pages = sorted(hostile_site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        seen = _Seen()
        seen.feed(page.read_text("utf-8"))
        assert not seen.faults, (page, seen.faults[:5])


def test_the_words_are_read_as_words(hostile_site: Path) -> None:
    seen = _Seen()
    seen.feed((hostile_site / "en/games/hostile/rules.html").read_text("utf-8"))
    said = " ".join("".join(seen.text).split())
    for words in ("<script>alert('pwned')</script>", "{{ config.site_name }}", "[x](javascript:alert(3))", "**bold**",
                  "{: onclick=evil() }", "&lt;b&gt;", "\\u202eesrever"):
        assert words in said, words


def test_scripts_hold_data_only(hostile_site: Path) -> None:
    """What is written into scripts cannot end them, nor the text inside."""
    for path in hostile_site.rglob("*.js"):
        if "static" in path.parts or "assets" in path.parts:
            continue
        assert not re.search(r"</script|<!--|[\u2028\u2029]", path.read_text("utf-8")), path


@pytest.mark.parametrize("line", [
    "# x", "- x", "+ x", "1. x", "12) x", "> x", "!!! x", "??? x", "    x", "***", "---", "===", "| x", ": x", "``` x",
    "~~~", "[a]: b", "*[a]: b", "^x^", "&amp;", "<b>", "\\x", "$x$", "@x",
])
def test_no_line_begins_anything(line: str) -> None:
    markdown = pytest.importorskip("markdown")
    made = markdown.markdown(text(line), extensions=["attr_list", "md_in_html", "tables", "admonition", "toc"])
    assert re.fullmatch(r"<p>[^<]*</p>", made), made


def test_an_attack_stays_inside_its_quotes() -> None:
    for made in (text(ATTACK), code(ATTACK)):
        assert not set('<>"') & set(made)
    assert not set(' <>"#?%/') & set(file_name(ATTACK))
    assert not set(' <>"#?/') & set(fragment(ATTACK))
    assert "<" not in script_json(ATTACK) and "\u2028" not in script_json("\u2028")


@pytest.mark.parametrize("name", ["..", ".", ".x", "x.", "Con", "a/b", "a\\b", "人狼", ""])
def test_names_of_files_are_harmless(name: str) -> None:
    made = file_name(name)
    assert "/" not in made and "\\" not in made and not made.startswith(".") and not made.endswith(".")


def test_names_that_differ_in_capitals_only_are_two_files() -> None:
    assert file_name("Knife").lower() != file_name("knife").lower()
