"""Text of the game language, for the eye: a listing in, HTML with its words told apart out."""

from __future__ import annotations

import re

from qedeck.site.pages.escaping import code
from qedeck.spec.grammar import keywords

_PARTS = re.compile(
    r"(?P<c>--[^\n]*)|(?P<s>\"[^\"\n]*\")|(?P<x>\[[A-Z][A-Z0-9 -]*\])|(?P<n>(?<![\w-])\d+(?![\w-]))"
    r"|(?P<w>[^\W\d][\w-]*)|(?P<o>[^\w\s])|(?P<g>\s+|.)"
)
# At the left edge, these begin a clause.
_HEADS = frozenset((
    "game", "variant", "cards", "zones", "remember", "phase", "define", "ending", "example", "property", "parameter",
    "reading", "replace", "add", "remove", "when", "event", "trigger", "leave",
))


def listing(text: str, label: str = "") -> str:
    """A whole listing, as raw HTML in one block. The label says what it is, for whoever cannot see it."""
    named = f' aria-label="{code(label)}"' if label else ""
    return f'<div class="highlight qed-listing"><pre><code tabindex="0"{named}>{spans(text)}</code></pre></div>'


def spans(text: str) -> str:
    """The inside of a listing."""
    known, written, line_start = keywords(), [], True
    for part in _PARTS.finditer(text):
        kind, words = part.lastgroup or "g", part[0]
        if kind == "w":
            kind = "k" if words in known or (line_start and words in _HEADS) else ""
        written.append(code(words) if kind in ("", "g", "o") else f'<span class="qed-{kind}">{code(words)}</span>')
        line_start = "\n" in words
    return "".join(written)
