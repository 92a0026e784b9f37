r"""Signs that nobody sees, made visible: control characters, directions, zero-width signs.

They come out of files that others have written, and could steer a terminal, turn a line round or make two names look
alike. Whatever is shown passes through `escaped`, which writes them as JSON does (\u202e), so that text escaped here
stays valid inside JSON, and means the same.
"""

from __future__ import annotations

import re

# Unicode's Cc, Cf, Cs, Zl and Zp, what it lets a font leave out (Default_Ignorable_Code_Point), the blank Braille
# pattern, and noncharacters.
_UNSEEN = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17))
)
# Behind a sign that it gives another shape (a heart in colour, an old form of a kanji), a variation selector is seen.
_SHAPES = rf"(?<=[^\x00-\x7f{_UNSEEN}])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
_FOUND = re.compile(rf"({_SHAPES})|[{_UNSEEN}]")


def escaped(text: str, keep: str = "") -> str:
    r"""The text with every unseen sign written out, \u202e; those in `keep` stay as they are."""

    def written(found: re.Match[str]) -> str:
        sign = found[0]
        if found[1] or sign in keep:
            return sign
        units = sign.encode("utf-16-be", "surrogatepass")
        return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))

    return _FOUND.sub(written, text)


def unseen(text: str) -> bool:
    """Whether some of it would not be seen."""
    return escaped(text) != text
