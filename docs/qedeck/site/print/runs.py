"""Words on their way to the press: plain strings, and where they lead, as labels of ours.

No word of a game becomes a label or an address: labels are numbers, given out here to what stands in this print.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from qedeck.site.book.prose import Paragraph, Prose
from qedeck.site.book.rules import Rule
from qedeck.spec.escapes import escaped

Run = dict[str, str]
"""Some words (`t`), the label that they lead to (`to`), and whether they are only a number (`n`)."""
CLOSING = ("”", "」", "』")


def words(text: str) -> str:
    """Words of a game, in one line; signs that nobody sees are written out."""
    return " ".join(escaped(text, keep=" \n\t").split())


@dataclass
class Labels:
    """What can be pointed at in one print."""

    given: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    placed: set[str] = field(default_factory=set)

    def give(self, anchor: str, number: str = "") -> None:
        self.given.setdefault(anchor, f"to-{len(self.given)}")
        self.numbers.setdefault(anchor, number)

    def of(self, anchor: str) -> str:
        """The label that leads to something, or nothing."""
        return self.given.get(anchor, "")

    def place(self, anchor: str) -> str:
        """The label that stands where it leads to: once."""
        if anchor in self.placed:
            return ""
        self.placed.add(anchor)
        return self.of(anchor)

    def runs(self, prose: Prose) -> list[Run]:
        """Running words. A rule that is named in quotation marks has its number behind them: paper has no links."""
        found: list[Run] = []
        waiting = ""
        for phrase in prose:
            said = _spaced(phrase.words)
            if waiting and said.startswith(CLOSING):
                found += [{"t": said[0]}, {"t": self.numbers[waiting], "to": self.given[waiting], "n": "yes"}]
                said = said[1:]
            waiting = ""
            if said:
                found.append({"t": said})
            if phrase.to is not None and phrase.to.anchor in self.given:
                found[-1:] = [{"t": said, "to": self.given[phrase.to.anchor]}]
                waiting = phrase.to.anchor if self.numbers[phrase.to.anchor] else ""
        return found

    def paragraphs(self, told: Sequence[Paragraph]) -> list[dict[str, Any]]:
        """Paragraphs; items of a list stand one under the other inside the paragraph or item above them."""
        top: list[dict[str, Any]] = []
        open_: list[list[dict[str, Any]]] = [top]
        for paragraph in told:
            while len(open_) > paragraph.depth + 1:
                open_.pop()
            while len(open_) <= paragraph.depth:
                above = open_[-1]
                if not above:
                    above.append({"runs": [], "ordered": False, "inside": []})
                open_.append(above[-1]["inside"])
            open_[-1].append({"runs": self.runs(paragraph.phrases), "ordered": paragraph.ordered, "inside": []})
        return top

    def rules(self, rules: Iterable[Rule]) -> list[Run]:
        """Rules by number and heading."""
        return [{"t": f"{rule.number} {words(rule.heading)}", "to": self.of(rule.anchor)} for rule in rules]


def _spaced(said: str) -> str:
    """Words inside a sentence: the spaces at their ends count."""
    if not said.strip():
        return " " if said else ""
    return f"{' ' * said[0].isspace()}{words(said)}{' ' * said[-1].isspace()}"
