"""The fenced blocks of the documentation: Markdown in, blocks with their info strings out.

A block tagged `qed` is a whole game. `qed base` is the game that the fragments of the same page
belong to, `qed fragment` is appended to it. `plays CODE` says how a random play comes out,
`wrong CODE` which message the block must get, `beside NAME` that the block is a file of that name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: where it stands, its info string in words, its text."""

    page: Path
    line: int
    info: tuple[str, ...]
    text: str

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    def after(self, word: str) -> str | None:
        """The word after this one in the info string."""
        return self.info[self.info.index(word) + 1] if word in self.info else None


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    found = []
    for fence in _FENCE.finditer(text):
        found.append(Block(page, text.count("\n", 0, fence.start()) + 1, tuple(fence.group(1).split()), fence.group(2)))
    return found


def specs() -> list[Block]:
    return [block for page in PAGES if page.is_file() for block in blocks(page) if block.info[:1] == ("qed",)]


def whole(block: Block) -> str:
    """The game that a block stands for: a fragment with its base in front, and a phase to start with."""
    text = f"{base(block.page)}\n{block.text}" if "fragment" in block.info else block.text
    if ("fragment" in block.info or "base" in block.info) and "\nphase main" not in text:
        text += "\nphase main\n  round becomes 1\n"
    return text


def base(page: Path) -> str:
    return next(block.text for block in blocks(page) if "base" in block.info)
