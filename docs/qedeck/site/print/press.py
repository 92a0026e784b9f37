"""The press: a template of ours and plain data in, the bytes of a PDF or of pictures out, by typst.

Words of a game reach typst only as JSON among its inputs, never as source: whatever they say, they are set as words.
Nothing is fetched, and the same data makes the same bytes: no date, no name of a machine.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

TEMPLATES = Path(__file__).parent / "templates"

# What a typesetter would reach for on each system; the first that is there is taken. Latin letters, and English as a
# whole, come from the face that typst brings along.
LATIN = "Libertinus Serif"
MINCHO = ("Noto Serif CJK JP", "Noto Serif JP", "Source Han Serif JP", "Hiragino Mincho ProN", "Yu Mincho",
          "BIZ UDPMincho", "IPAexMincho")
GOTHIC = ("Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans JP", "Hiragino Sans", "Hiragino Kaku Gothic ProN",
          "Yu Gothic", "BIZ UDPGothic", "Meiryo", "IPAexGothic")


class NotReady(RuntimeError):
    """Nothing can be printed here, and what would have to be installed."""


@dataclass(frozen=True)
class Press:
    """Typst with the fonts of this machine, in one language."""

    language: str

    def __post_init__(self) -> None:
        if find_spec("typst") is None:
            raise NotReady("printing needs typst, which is not installed: pip install 'qedeck[print]'")
        if self.language == "ja" and not self.faces["body"][1:]:
            raise NotReady("no Japanese font is installed, so the Japanese pages would be empty boxes: "
                           "apt install fonts-noto-cjk, or install Noto Serif CJK JP and Noto Sans CJK JP")

    @cached_property
    def fonts(self) -> Any:
        import typst

        return typst.Fonts()

    @cached_property
    def faces(self) -> dict[str, list[str]]:
        """For running text and for headings: Latin first, then the Japanese face that is there, if any."""
        there = set(self.fonts.families())
        mincho = next((name for name in (*MINCHO, *GOTHIC) if name in there), None)
        gothic = next((name for name in (*GOTHIC, *MINCHO) if name in there), None)
        body = [LATIN, *filter(None, [mincho])]
        return {"body": body, "head": [gothic] if self.language == "ja" and gothic else body}

    def pdf(self, template: str, data: dict[str, Any]) -> bytes:
        """A tagged PDF that a screen reader can read aloud (PDF/UA-1)."""
        made = self._made(template, data, format="pdf", pdf_standards="ua-1", timestamp=0)
        assert isinstance(made, bytes)
        return made

    def png(self, template: str, data: dict[str, Any], ppi: float) -> list[bytes]:
        """A picture of each page."""
        made = self._made(template, data, format="png", ppi=ppi)
        return [made] if isinstance(made, bytes) else list(made)

    def _made(self, template: str, data: dict[str, Any], **wishes: Any) -> Any:
        import typst

        inputs = {"data": json.dumps({**data, "lang": self.language, "faces": self.faces})}
        return typst.compile(str(TEMPLATES / template), root=str(TEMPLATES), font_paths=self.fonts,
                             sys_inputs=inputs, **wishes)


def streams(pdf: bytes) -> Iterator[bytes]:
    """What a PDF holds, piece by piece, unpacked."""
    yield re.sub(rb"stream\r?\n.*?endstream", b"", pdf, flags=re.DOTALL)
    for found in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            yield zlib.decompressobj().decompress(found[1])
        except zlib.error:
            yield found[1]


def pages(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return sum(len(re.findall(rb"/Type\s*/Page\b(?!s)", part)) for part in streams(pdf))
