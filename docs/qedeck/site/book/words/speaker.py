"""Whoever puts clauses into words, in the language of a desk; and texts of people with the names in them linked."""

from __future__ import annotations

import re
from functools import cached_property

from qedeck.interpreter.recent import Recent
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import Paragraph, Prose, anchor_of
from qedeck.site.book.words.english_clauses import English
from qedeck.site.book.words.japanese_clauses import Japanese
from qedeck.site.book.words.speech import Env, Lore, linked, prose_of
from qedeck.spec import tree as t

Speaker = English | Japanese

_LORES: Recent[Lore] = Recent(4)
"""Every claim and every line of an example asks for somebody who says it."""
_QUOTED = {"en": re.compile(r"“([^”]+)”"), "ja": re.compile(r"「([^」]+)」")}


def speaker_of(desk: Desk, elsewhere: str = "before") -> Speaker:
    """`elsewhere` says where `was` (before) and `other` (other) look."""
    lore = _LORES.known(desk) or _LORES.keep(Lore(desk), desk)
    return Japanese(lore, elsewhere) if desk.ja else English(lore, elsewhere)


def condition(speaker: Speaker, expr: t.Expr, env: Env | None = None) -> str:
    """That something is so, as a sentence without its end; links are still inside."""
    if isinstance(speaker, Japanese):
        return speaker.holds(expr, env or Env()).plain
    return speaker.holds(expr, env or Env())


def sentence(speaker: Speaker, expr: t.Expr, env: Env | None = None) -> str:
    """The same for a sentence that stands alone: conditions come first."""
    if isinstance(speaker, Japanese):
        return speaker.says(expr, env or Env()).plain
    return speaker.says(expr, env or Env())


class Linker:
    """Finds the names of rules in texts that people wrote."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @cached_property
    def headings(self) -> dict[str, str]:
        """What rules are called, small and large letters alike, each with its anchor."""
        found: dict[str, str] = {}
        for name in self.desk.rules:
            found.setdefault(self.desk.heading(name).lower(), anchor_of(name))
        return found

    def text(self, words: str, near: tuple[str, ...] = (), own: str = "") -> Prose:
        """A text with links: every rule that it names in quotation marks, and those nearby, once each.

        `near` are the names of clauses that the rule uses or is used by; `own` is its own name.
        """
        taken: set[str] = {anchor_of(own)} if own else set()

        def quoted(found: re.Match[str]) -> str:
            anchor = self.headings.get(found[1].lower())
            if anchor is None or anchor in taken:
                return found[0]
            taken.add(anchor)
            return found[0].replace(found[1], linked(found[1], "rule", anchor))

        said = _QUOTED[self.desk.language].sub(quoted, words)
        for name in near:
            anchor = anchor_of(name)
            if anchor not in taken:
                said, found = self._once(said, self.desk.heading(name), anchor)
                taken |= {anchor} if found else set()
        return prose_of(said)

    def _once(self, text: str, heading: str, anchor: str) -> tuple[str, bool]:
        """The first place outside of links where a heading stands, as a word of its own."""
        if len(heading) < 2:
            return text, False
        word = re.escape(heading)
        edged = word if self.desk.ja else rf"(?<![\w-]){word}(?![\w-])"
        pattern = re.compile(f"\x02[^\x04]*\x04|(?P<here>{edged})", re.IGNORECASE)
        for found in pattern.finditer(text):
            if found["here"] is not None:
                at = found.start("here"), found.end("here")
                return text[: at[0]] + linked(found["here"], "rule", anchor) + text[at[1] :], True
        return text, False

    def paragraphs(self, words: str, near: tuple[str, ...] = (), own: str = "") -> tuple[Paragraph, ...]:
        """A text of one or more lines, a paragraph each."""
        return tuple(Paragraph(self.text(line.strip(), near, own)) for line in words.splitlines() if line.strip())
