"""The page's own scripts: parts in a folder, each plain by itself, become one classic script in a function of its own.

In this order a part may use what stands before it while it is read, and everything once it is at work.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

NAME = "qed.js"
PARTS = (
    "about", "words", "events", "telling", "views", "machine", "play", "packs", "links", "choices", "phrases", "page",
    "seated", "choosing", "table", "replay", "asked", "explorer", "door",
)
_HEAD = """\
/* The tables, replays and explorers of a qedeck site: one classic script, no framework, no build step.
 *
 * In: the packs that site/packing.py writes (a module of the engine, its description, words, scenes). Out: the elements
 * <qed-table>, <qed-replay>, <qed-explorer>, and window.qedeck for whoever writes a page.
 * What the rules mean is in the module alone (docs/reference/page_module.md). Here is how it is read, seen and told:
 * what interpreter/views, events, telling and choices do, function by function; tests/site/browser holds them to it.
 */
(function () {
"use strict";
"""
EVENING = "evening.js"
EVENING_PARTS = (
    "sheets", "evening", "offers", "people", "phrases", "setup", "deals", "panels", "keeping", "moderator", "door",
)
_EVENING_HEAD = """\
/* The moderator's page of a qedeck site, read after qed.js: one classic script, no framework, no build step.
 *
 * In: packs, as for tables. Out: the element <qed-evening>. What the rules mean is in the module of the engine alone;
 * how an evening is made of that, qedeck/evening does in Python, function by function: tests/site/browser holds both
 * together.
 */
(function () {
"use strict";
"""
DRAW = "draw.js"
DRAW_PARTS = ("pen", "lying", "said", "moment")
_DRAW_HEAD = """\
/* The table at a moment: a Scene (site/draw/record.py) and what somebody sees in, SVG text out.
 *
 * The same as site/draw/moment.py and what it stands on (lettering, pen, lying, said), statement by statement: a test
 * in tests/site/browser holds both to each other, byte by byte. Whole numbers only; `over` rounds down as Python's //
 * does.
 */
(function () {
"use strict";
"""


@cache
def page_script() -> str:
    """Tables, replays and explorers, as they stand beside the pages."""
    return _joined(_HEAD, "script", PARTS)


@cache
def draw_script() -> str:
    """Pictures of the table, for the page to draw anew."""
    return _joined(_DRAW_HEAD, "draw/script", DRAW_PARTS)


@cache
def evening_script() -> str:
    """The moderator's page; it needs what page_script has."""
    return _joined(_EVENING_HEAD, "evening/script", EVENING_PARTS)


def _joined(head: str, folder: str, parts: tuple[str, ...]) -> str:
    inside = resources.files("qedeck.site").joinpath(folder)
    return "\n".join((head, *(inside.joinpath(f"{part}.js").read_text("utf-8") for part in parts), "})();\n"))
