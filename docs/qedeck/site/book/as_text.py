"""A Book as plain text, for a terminal: chapters and rules, the box, the set-up, examples, open points, promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.cells import cell_len

from qedeck.site.book.answers import GradeWord
from qedeck.site.book.box import Count
from qedeck.site.book.prose import Paragraph, plain
from qedeck.site.book.record import Book
from qedeck.site.book.rules import Chapter, Rule
from qedeck.site.book.words.grades import WEAKEST

_SAID: dict[str, tuple[str, str]] = {
    "draft": (
        "A draft: texts are missing, and told from the clauses instead.",
        "下書きです。文章がないところは、条文から作っています。",
    ),
    "assumed": ("assumed", "仮定"),
    "open": ("Open points", "未確定の点"),
    "promises": ("Promises", "約束"),
    "default": ("by default", "決めておかなければこれ"),
    "variants": ("Variants", "バリアント"),
    "changes": ("What changes", "変わること"),
    "odds": ("How games come out", "ゲームの結果"),
    "stale": ("(of other rules)", "（前のルールでの結果）"),
}
GRADES: dict[GradeWord, str] = {
    "proved": "証明済み",
    "proved by default": "証明済み（標準の読み方で）",
    "shown": "確認済み",
    "refuted as expected": "成り立たない（わかっていること）",
    "refuted": "成り立たない",
    "claims nothing": "何も述べていない",
    "open": "未決着",
    "stale": "古い結果",
    "not asked": "まだ調べていない",
}


def text_of(book: Book) -> Iterator[str]:
    """The lines of the whole Book."""
    yield from _heading(book.title, "=")
    if book.draft:
        yield from (_say(book, "draft"), "")
    for chapter in book.chapters:
        yield from _chapter(book, chapter)
    yield from _points(book)
    yield from _promises(book)
    yield from _variants(book)
    yield from _odds(book)


def _say(book: Book, key: str) -> str:
    return _SAID[key][book.language == "ja"]


def _heading(words: str, line: str) -> Iterator[str]:
    yield from (words, line * cell_len(words), "")


def _chapter(book: Book, chapter: Chapter) -> Iterator[str]:
    yield from _heading(f"{chapter.number}. {chapter.title}", "-")
    if chapter.key == "box":
        yield from _box(book)
    if chapter.key == "setup":
        yield from _table(book)
    for rule in chapter.rules:
        yield from _rule(rule)
    for example in book.examples if chapter.key == "examples" else ():
        yield f"* {example.title}"
        yield from (f"    {plain(line.words)}" for line in example.lines)
        yield ""


def _rule(rule: Rule) -> Iterator[str]:
    mark = f"  [{rule.mark.words}]" if rule.mark.words else ""
    yield f"{rule.number} {rule.heading}{mark}"
    yield from _paragraphs(rule.prose)
    yield ""


def _paragraphs(prose: Iterable[Paragraph]) -> Iterator[str]:
    numbers: list[int] = []
    for paragraph in prose:
        numbers = numbers[: paragraph.depth]
        numbers += [0] * (paragraph.depth - len(numbers))
        sign = ""
        if paragraph.depth:
            numbers[-1] += 1
            sign = f"{numbers[-1]}. " if paragraph.ordered else "- "
        yield "  " * (paragraph.depth + 1) + sign + plain(paragraph)


def _box(book: Book) -> Iterator[str]:
    for cards in book.box.sets:
        yield f"{cards.name}: {_count(book, cards.total)}"
        families: dict[str, list[str]] = {}
        for card in cards.cards:
            families.setdefault(card.family_name, []).append(f"{card.name} ×{_count(book, card.copies)}")
        yield from (f"  {', '.join(row)}" for row in families.values())
    yield from (plain(paragraph) for paragraph in book.box.other)
    yield ""


def _count(book: Book, count: Count) -> str:
    if not count.assumed:
        return str(count.number)
    allowed = f", {count.low}–{count.high}" if count.low is not None and count.high is not None else ""
    return f"{count.number} ({_say(book, 'assumed')}{allowed})"


def _table(book: Book) -> Iterator[str]:
    head = ["", *(f"{count}人" if book.language == "ja" else f"{count} players" for count in book.setup.players)]
    rows = [head, *([plain(row.label), *row.values] for row in book.setup.rows if row.differs)]
    if len(rows) == 1:
        return
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        yield "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""


def _points(book: Book) -> Iterator[str]:
    readings = [point for point in book.points if point.kind == "reading"]
    if not readings:
        return
    yield from _heading(_say(book, "open"), "-")
    for point in readings:
        yield point.heading
        for other in point.alternatives:
            yield f"  - {plain(other.words)}" + (f" ({_say(book, 'default')})" if other.default else "")
    yield ""


def _promises(book: Book) -> Iterator[str]:
    counts = Counter(promise.grade for promise in book.promises)
    yield from _heading(_say(book, "promises"), "-")
    for grade in reversed(WEAKEST):
        if counts[grade]:
            yield f"  {counts[grade]:4} {GRADES[grade] if book.language == 'ja' else grade}"
    yield ""


def _variants(book: Book) -> Iterator[str]:
    if book.changes:
        yield from _heading(_say(book, "changes"), "-")
        yield from (f"  {change.heading}: {''.join(map(plain, change.words))}" for change in book.changes)
        yield ""
    if book.variants:
        yield from _heading(_say(book, "variants"), "-")
        yield from (f"  {link.title} ({link.name})" for link in book.variants)
        yield ""


def _odds(book: Book) -> Iterator[str]:
    if book.odds is None:
        return
    yield from _heading(_say(book, "odds"), "-")
    for table in book.odds.tables:
        yield f"$ {table.command}" + ("" if table.fresh else f"  {_say(book, 'stale')}")
        yield "  " + ", ".join(f"{seat.name} {seat.wins.share:.1%}" for seat in table.seats)
        yield "  " + ", ".join(f"{ending.words} {ending.share.share:.1%}" for ending in table.endings)
    yield ""
