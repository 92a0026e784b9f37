"""A page with a table, a replay or an explorer on it, laid out in a folder and opened from there, without a server."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import qedeck.site
from qedeck.site.packing import pack, script
from qedeck.site.scripts import DRAW, EVENING, NAME, draw_script, evening_script, page_script
from qedeck.spec.game import Game, load

STATIC = Path(qedeck.site.__file__).parent / "static"
STYLES = ("qed.css", "draw.css", "table.css", "evening.css")
SCRIPTS = (DRAW, NAME, EVENING)
MADE = {DRAW: draw_script, NAME: page_script, EVENING: evening_script}


@cache
def game_of(name: str) -> Game:
    """A shipped game, one of those beside this file, or one of tests/games."""
    tests = Path(__file__).parents[2]
    found = [path for path in (Path(__file__).parent, tests / "games") if (path / f"{name}.qed").exists()]
    return load(found[0] / f"{name}.qed" if found else name)


@cache
def packed(name: str, players: int) -> str:
    return script(pack(game_of(name), players))


def lay(
    folder: Path, body: str, language: str = "en", *packs: tuple[str, int], changed: dict[str, str] | None = None
) -> str:
    """A page in this folder with the packs beside it: its address. `changed` swaps parts of the page's scripts."""
    whole = "".join(made() for made in MADE.values())
    for old in changed or {}:
        assert whole.count(old) == 1, f"{old!r} is {whole.count(old)} times in the scripts"
    for name in (*STYLES, *SCRIPTS):
        text = MADE[name]() if name in MADE else (STATIC / name).read_text("utf-8")
        for old, new in (changed or {}).items() if name in MADE else ():
            text = text.replace(old, new)
        (folder / name).write_text(text, "utf-8")
    for game, players in packs:
        (folder / f"{game}-{players}.js").write_text(packed(game, players), "utf-8")
    styles = "".join(f'<link rel="stylesheet" href="{name}">' for name in STYLES)
    scripts = "".join(f'<script src="{name}"></script>' for name in SCRIPTS)
    page = folder / "page.html"
    page.write_text(
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>a table</title>'
        f'<meta name="viewport" content="width=device-width">{styles}'
        f'<body data-md-color-scheme="default"><main>{body}</main>{scripts}</body></html>',
        "utf-8",
    )
    return page.as_uri()


def table(game: str, players: int, seat: str = "1", more: str = "") -> str:
    """The element, with nothing that waits."""
    return (f'<qed-table game="{game}" players="{players}" seat="{seat}" packs="./" rules="rules.html" pace="0" {more}>'
            "</qed-table>")


def worked(page: Any) -> Callable[[], float]:
    """A clock that goes only while the page itself works, in seconds: whatever else the machine does, it is as fast."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return lambda: next(float(one["value"]) for one in session.send("Performance.getMetrics")["metrics"]
                        if one["name"] == "ThreadTime")


def opened(page: Any, address: str) -> None:
    """Go there and wait until every element is ready."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("section.qt")
