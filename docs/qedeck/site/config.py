"""The configuration that mkdocs and zensical share: one base, and a file for each language that inherits it.

JSON is YAML, so nothing in a name can break out of it. No plugin, no font, no script of another host; addresses end
in .html, so that the same folder works from a server and from a disk.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qedeck.site.pages.escaping import text
from qedeck.site.pages.phrases import say

LANGUAGES = ("en", "ja")
FEATURES = ("navigation.indexes", "navigation.prune", "navigation.top", "toc.follow", "content.code.copy")
LONGEST_TITLE = 80
NAMES = {"en": "English", "ja": "日本語"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents: a page, or a part with lines of its own. The title is plain text."""

    title: str
    to: str | tuple[Entry, ...]
    """The file of a page in the tree, or what stands under this part."""


def base() -> str:
    """What all languages have in common."""
    return _written({
        "site_name": "qedeck",
        "use_directory_urls": False,
        "theme": {
            "name": "material",
            # zensical's own variant has other markup; this is the one that both know.
            "variant": "classic",
            "custom_dir": "theme",
            "font": False,
            "favicon": "static/mark.svg",
            "logo": "static/mark.svg",
        },
        "plugins": [],
        "extra_css": ["static/qed.css", "static/draw.css", "static/table.css"],
        "extra_javascript": ["static/frame.js", "static/search.js", "static/pages.js"],
        "markdown_extensions": [
            "attr_list", "md_in_html", "tables", "admonition", "pymdownx.superfences",
            {"pymdownx.highlight": {"use_pygments": True}},
            {"toc": {"permalink": "#", "toc_depth": "2-3"}},
        ],
        "validation": {"nav": {"omitted_files": "ignore"}, "links": {"anchors": "warn", "absolute_links": "warn"}},
    })


def of_language(language: str, contents: Sequence[Entry], out: str, live: bool = False) -> str:
    """The rest, for one language. `out` is relative to the folder that the file lies in."""
    return _written({
        "INHERIT": "base.yml",
        "docs_dir": language,
        "site_dir": out,
        "nav": [_line(entry) for entry in contents],
        # Lists are not added up in all programs that read this: the whole list stands here.
        "theme": {"language": language, "palette": _palette(language),
                  "features": [*FEATURES, *(["navigation.tabs"] if len(contents) > 1 else [])]},
        "extra": {
            "generator": False,
            "homepage": "index.html",
            "languages": [{"lang": one, "name": NAMES[one]} for one in LANGUAGES],
            "live": live,
            "words": {key: text(say(language, key)) for key in _IN_TEMPLATES},
        },
    })


_IN_TEMPLATES = ("search", "search.placeholder", "search.none", "search.close", "search.hint", "menu", "language",
                 "made with", "english only")


def _palette(language: str) -> list[dict[str, Any]]:
    """As the reader's system has it; then one of the two, if they say so."""
    def option(media: str, scheme: str, icon: str, name: str) -> dict[str, Any]:
        look = {"media": media, "primary": "custom", "accent": "custom",
                "toggle": {"icon": f"material/{icon}", "name": say(language, name)}}
        return look | ({"scheme": scheme} if scheme else {})

    return [
        option("(prefers-color-scheme)", "", "theme-light-dark", "to light"),
        option("(prefers-color-scheme: light)", "default", "weather-sunny", "to dark"),
        option("(prefers-color-scheme: dark)", "slate", "weather-night", "to system"),
    ]


def _line(entry: Entry) -> dict[str, Any]:
    # A key of YAML is short, and so is a line of the contents.
    title = entry.title if len(entry.title) <= LONGEST_TITLE else entry.title[:LONGEST_TITLE] + "…"
    return {text(title): entry.to if isinstance(entry.to, str) else [_line(one) for one in entry.to]}


def _written(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
