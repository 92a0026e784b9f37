"""The page's own script: the parts in script/, each by itself, become one classic script in a function of its own.

In this order a part may use what stands before it while it is read, and everything once it is at work.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

NAME = "qed.js"
PARTS = (
    "about", "words", "events", "telling", "views", "machine", "play", "packs", "links", "choices", "phrases", "page",
    "table", "replay", "explorer", "door",
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


@cache
def page_script() -> str:
    """The whole of it, as it stands beside the pages."""
    folder = resources.files("qedeck.site").joinpath("script")
    parts = (folder.joinpath(f"{part}.js").read_text("utf-8") for part in PARTS)
    return "\n".join((_HEAD, *parts, "})();\n"))
