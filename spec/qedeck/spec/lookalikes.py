"""Names that are not what they look like: two that the eye takes for one, and signs in them that nobody sees."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from qedeck.spec.escapes import escaped, unseen
from qedeck.spec.source import Span

# Letters of other alphabets that are drawn as one of ours; and kanji that are drawn as katakana.
_DRAWN_ALIKE = str.maketrans(
    "аеорсухіјѕԁһӏԛԝАВЕКМНОРСТУХІЈЅοναικρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ力二卜八工夕口一才千ヘベペ",
    "aeopcyxijsdhlqwABEKMHOPCTYXIJSovaikpuxABEZHIKMNOPTYXカニトハエタローオチへべぺ",
)


def skeleton(name: str) -> str:
    """The same for names that look the same."""
    return unicodedata.normalize("NFKC", name).translate(_DRAWN_ALIKE)


def wrong_names(names: Iterable[tuple[str, Span]]) -> list[tuple[str, Span, str]]:
    """What to say of names, in their order: each sentence with its place and a hint."""
    found: list[tuple[str, Span, str]] = []
    spelt: dict[str, str] = {}
    told: set[str] = set()
    for name, span in names:
        if name in told:
            continue
        other = spelt.setdefault(skeleton(name), name)
        if unseen(name):
            told.add(name)
            said = f"in the name {escaped(name)} is a sign that nobody sees"
            found.append((said, span, "write it without that sign"))
        elif other != name:
            told.add(name)
            said = f"{name} looks like {other}, but is another name"
            found.append((said, span, f"{_spelt_out(name, other)}; choose one, or another name"))
    return found


def _spelt_out(name: str, other: str) -> str:
    """The first sign in which two names differ, by what Unicode calls it."""
    for one, two in zip(name, other, strict=False):
        if one != two:
            return f"{one} is {_called(one)}, {two} is {_called(two)}"
    return "one of them is longer"


def _called(sign: str) -> str:
    return unicodedata.name(sign, "a sign without a name").lower()
