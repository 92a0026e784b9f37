"""The one place where words of a game become part of a page. Whatever they say, they are read as words.

What `text` gives means itself in Markdown, in HTML, in a double-quoted attribute, in a template and in YAML: signs that
could mean anything else are character references, and signs that nobody sees are written out.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from qedeck.site.book.prose import Prose
from qedeck.spec.escapes import escaped

# Signs that Markdown, HTML, attribute lists or templates might take for their own, wherever they stand.
_EVERYWHERE = r"""[&<>"'\\`*_{}\[\]#+|~^=$@%]"""
# Harmless inside a sentence, but not where a line may begin, nor behind a digit that it could make a list of.
_AT_FIRST = r"^[!-/:-@\[-`{-~]"
_LISTED = r"(?<=\d)[.)]"
# An address would be made a link by some readers of Markdown.
_ADDRESS = r"(?<=\w):(?=//?)|(?<=www)\.|:(?=\S+:)"
_SIGNS = re.compile("|".join((_EVERYWHERE, _AT_FIRST, _LISTED, _ADDRESS)))
LONGEST_NAME = 200
_IN_HTML = re.compile(r"""[&<>"'{}]""")


@lru_cache(2**14)
def text(words: str) -> str:
    """Words of a game, in one line."""
    line = " ".join(escaped(words, keep=" \n\t").split())
    return _SIGNS.sub(_reference, line)


@lru_cache(2**14)
def code(words: str) -> str:
    """The same for what stands in <pre> or <code>: lines and spaces stay. In raw HTML only, not in Markdown."""
    return _IN_HTML.sub(_reference, escaped(words, keep="\n"))


def _reference(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"


def anchor_id(anchor: str) -> str:
    """An anchor as an id. Names have nothing odd in them; whatever has is written as numbers."""
    return re.sub(r"[^\w.-]", lambda sign: f"~{ord(sign[0]):x}", escaped(anchor))


@lru_cache(2**14)
def fragment(anchor: str) -> str:
    """An anchor behind the # of an address."""
    return quote(anchor_id(anchor), safe=".-_~")


def file_name(anchor: str) -> str:
    """An anchor as the name of a file, the same on every system, also where capitals do not count."""
    name = re.sub(r"[^\w.-]|[A-Z]|^\.|\.$", lambda sign: f"~{ord(sign[0]):x}", escaped(anchor)) or "~"
    # No system takes a name of more than 255 bytes.
    return name if len(name.encode()) <= LONGEST_NAME else f"{name[:40]}~{sha256(anchor.encode()).hexdigest()[:16]}"


def link(words: str, href: str) -> str:
    """Words that lead somewhere inside the site. `href` is ours: made of names of pages and of anchors."""
    return f'<a href="{code(href)}">{text(words)}</a>'


def script_json(data: Any) -> str:
    """Data inside a script, also one that stands in a page."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        written = written.replace(sign, f"\\u{ord(sign):04x}")
    return written


def words_of(prose: Prose) -> str:
    """A paragraph without its links."""
    return text("".join(phrase.words for phrase in prose))
