"""Stage 0, a help of `files`: which encoding a file's bytes are in, so that a message can name it.

Japanese rulebooks still travel as Shift_JIS, EUC-JP and ISO-2022-JP; guessing wrongly would
send somebody to convert a file into nonsense, so a doubtful case stays unknown.
"""

from __future__ import annotations

import codecs
from enum import Enum


class Encoding(Enum):
    """The value is the name people know."""

    UTF_8 = "UTF-8"
    UTF_16 = "UTF-16"
    UTF_32 = "UTF-32"
    SHIFT_JIS = "Shift_JIS"
    EUC_JP = "EUC-JP"
    ISO_2022_JP = "ISO-2022-JP"
    UNKNOWN = "unknown"
    BINARY = "binary"

    @property
    def iconv(self) -> str:
        # Windows writes CP932, which is Shift_JIS with the characters people actually use, such as ①.
        return "CP932" if self is Encoding.SHIFT_JIS else self.value


def guess(raw: bytes) -> Encoding:
    """UTF-8 wherever the bytes allow it; otherwise the likeliest other encoding."""
    if raw.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return Encoding.UTF_32
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or _utf_16_unmarked(raw):
        return Encoding.UTF_16
    if 0 in raw or raw.startswith(b"%PDF-"):
        return Encoding.BINARY
    if b"\x1b$" in raw and _decodes(raw, "iso2022_jp") is not None:
        # All its bytes are ASCII, so it would pass for UTF-8 and show as noise.
        return Encoding.ISO_2022_JP
    if _decodes(raw, "utf-8") is not None:
        return Encoding.UTF_8
    scores = {e: _japanese(_decodes(raw, e.iconv)) for e in (Encoding.SHIFT_JIS, Encoding.EUC_JP)}
    best = max(scores, key=lambda e: scores[e])
    if scores[best] > 0:
        return best
    controls = sum(byte < 32 and byte not in b"\t\n\r\f" for byte in raw)
    return Encoding.BINARY if controls * 50 > len(raw) else Encoding.UNKNOWN


def _decodes(raw: bytes, codec: str) -> str | None:
    try:
        return raw.decode(codec)
    except UnicodeDecodeError:
        return None


def _utf_16_unmarked(raw: bytes) -> bool:
    # Western text in UTF-16 is every other byte NUL; a binary file is not so regular.
    half = len(raw) // 2
    if half < 4:
        return False
    even, odd = raw[0::2].count(0), raw[1::2].count(0)
    return (even > half * 0.6 and odd == 0) or (odd > half * 0.6 and even == 0)


def _japanese(text: str | None) -> int:
    """How much the text looks like Japanese; EUC-JP misread as Shift_JIS gives half-width katakana."""
    if text is None:
        return -1
    score = 0
    for ch in text:
        if "\u3041" <= ch <= "\u30fe" or ch in "、。「」":
            score += 2
        elif "\u4e00" <= ch <= "\u9fff":
            score += 1
        elif "\uff61" <= ch <= "\uff9f":
            score -= 1
        elif (ord(ch) < 32 and ch not in "\t\r\n") or 0x80 <= ord(ch) < 0xA0 or "\ue000" <= ch <= "\uf8ff":
            score -= 3
    return score
