"""Styles made lighter: what no page can meet goes, and nothing that one can."""

from __future__ import annotations

from pathlib import Path

import pytest

from qedeck.site.lighter import lighten, lightened

USED = {"seen", "also", "slate"}


@pytest.mark.parametrize(("style", "left"), [
    (".seen{color:red}", ".seen{color:red}"),
    (".gone{color:red}", ""),
    (".seen .gone,.also>a,p{color:red}", ".also>a,p{color:red}"),
    ("p{color:red}.gone:before{content:'}'}a{color:blue}", "p{color:red}a{color:blue}"),
    (".gone:before{content:\"{\"}.seen{color:red}", ".seen{color:red}"),
    (".seen:not(.gone){color:red}", ".seen:not(.gone){color:red}"),
    (":is(.gone,.seen) a{color:red}", ":is(.gone,.seen) a{color:red}"),
    ("[data-md-color-scheme=slate]{color:red}[data-md-color-primary=lime]{color:red}",
     "[data-md-color-scheme=slate]{color:red}"),
    ("@media print{.gone{color:red}.seen{color:red}}", "@media print{.seen{color:red}}"),
    ("@media print{.gone{color:red}}", ""),
    ("@keyframes gone{0%{opacity:0}to{opacity:1}}", "@keyframes gone{0%{opacity:0}to{opacity:1}}"),
    ('@charset "UTF-8";/* .seen{ */.seen{color:red}', '@charset "UTF-8";.seen{color:red}'),
    (":root{--a:url('data:,<svg>{}</svg>')}", ":root{--a:url('data:,<svg>{}</svg>')}"),
])
def test_what_nothing_can_meet_goes(style: str, left: str) -> None:
    assert lightened(style, USED) == left


def test_pages_and_scripts_say_what_is_used(tmp_path: Path) -> None:
    for name, text in {
        "index.html": '<p class="on-page">', "static/own.js": 'x.className = "by-script"', "static/own.css": ".mine{}",
        "assets/theme.css": ".on-page{a:b}.by-script{a:b}.nobody{a:b}", "assets/theme.js": '"nobody"',
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    lighten(tmp_path)
    assert (tmp_path / "assets/theme.css").read_text("utf-8") == ".on-page{a:b}.by-script{a:b}"
    assert (tmp_path / "static/own.css").read_text("utf-8") == ".mine{}"
