"""Grades in words, in both languages: what became of a claim, and what stands in the margin beside a rule."""

from __future__ import annotations

from qedeck.proofs.verdict import BY_DEFAULT, Grade, Verdict, brief
from qedeck.site.book.answers import GradeWord
from qedeck.site.book.rules import MarkKind

WORDS: dict[str, tuple[str, str]] = {
    "PROVED": ("proved, for every number of everything", "証明済み（どんな大きさでも）"),
    "PROVED_SIZES": ("proved, for this number of players", "証明済み（この人数で）"),
    "SHOWN": ("shown by a play", "実際の手順で確認済み"),
    "LAID_OUT": ("shown by a position", "実際の場面で確認済み"),
    "BOUNDED": ("not decided: no play of limited length breaks it", "未決着：限られた長さの手順では、破れない"),
    "SAMPLED": ("not decided: it held in all plays that were tried", "未決着：試した範囲では、いつも成り立った"),
    "REFUTED": ("does not hold: a play or position shows it", "成り立たない（反例あり）"),
    "VACUOUS": ("claims nothing: there is nothing that it speaks of", "当てはまるものがなく、何も述べていない"),
    "UNKNOWN": ("not decided", "未決着"),
    "FAULT": ("not decided: the prover failed", "未決着（証明器の不具合）"),
    "": ("not asked yet", "まだ調べていない"),
}
DEFAULT_ONLY = (", with the default readings", "、標準の読み方で")
AS_EXPECTED = ("; the game says so itself", "（わかっていること）")
STALE = (
    "out of date: the rules or the prover have changed since; it was: ",
    "古い結果（ルールか証明器が変わった）。以前は、",
)
MARKS: dict[MarkKind, tuple[str, str]] = {
    "proved": ("proved", "証明済み"),
    "shown": ("shown", "確認済み"),
    "open": ("open: {} readings", "未確定：読み方が{}通り"),
    "refuted": ("does not hold as promised", "約束どおりにならない"),
    "stale": ("to be checked again", "要再確認"),
    "nothing": ("", ""),
}
_BRIEF: dict[str, GradeWord] = {
    "proved": "proved", BY_DEFAULT: "proved by default", "shown": "shown", "refuted": "refuted",
    "refuted, as expected": "refuted as expected", "claims nothing": "claims nothing", "open": "open",
    "our own fault": "open",
}
WEAKEST: tuple[GradeWord, ...] = (
    "refuted", "open", "stale", "not asked", "claims nothing", "refuted as expected", "shown", "proved by default",
    "proved",
)
"""From the weakest: what a promise or a sentence as a whole is worth."""


def grade_word(verdict: Verdict) -> GradeWord:
    return _BRIEF[brief(verdict)]


def weakest(grades: list[GradeWord]) -> GradeWord:
    return min(grades, key=WEAKEST.index) if grades else "not asked"


def in_words(verdict: Verdict | None, fresh: bool, ja: bool) -> str:
    """A grade as a sentence."""
    if verdict is None:
        return WORDS[""][ja]
    said = WORDS[verdict.grade.name][ja]
    if verdict.default_readings:
        said += DEFAULT_ONLY[ja]
    if verdict.grade is Grade.REFUTED and verdict.expected:
        said += AS_EXPECTED[ja]
    return said if fresh else STALE[ja] + said
