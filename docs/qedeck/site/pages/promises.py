"""What the game promises: first the sentences of the rulebook, then the properties, each with its weakest grade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from qedeck.site.book.answers import GradeWord, Promise, Statement
from qedeck.site.pages.escaping import anchor_id, code, text
from qedeck.site.pages.parts import (
    TONES,
    clause,
    example_link,
    grade,
    heading,
    paragraphs,
    promise_link,
    promise_list,
    rule_links,
    statement_links,
)
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top

MOST_LINKS = 3
MANY = 40
"""Sentences of a rulebook that are folded away by chapters; promises of which the first are shown, the rest folded."""
FIRST = 20


def promises_page(place: Place) -> str:
    """The overview; each property has a page of its own."""
    title, book = place.say("promises"), place.book
    own = [promise for promise in book.promises if not promise.stock]
    stock = [promise for promise in book.promises if promise.stock]
    lines = [top(place, title),
             f'<p class="qed-lead">{place.tell("promises lead")}</p>',
             _sum(place, book.promises), _key(place), _jump(place, bool(own), bool(stock))]
    if book.statements:
        lines += [heading(2, place.say("sentences"), "sentences"), f'<p>{place.tell("sentences lead")}</p>',
                  _filter(place, "qed-sentence", book.statements), *_sentences(place, book.statements)]
    if own:
        lines += [heading(2, place.say("properties"), "properties"), _filter(place, "qed-promise", own),
                  *_listed(place, own)]
    lines += _made_to_ask(place)
    if stock:
        lines += [heading(2, place.say("asked of all"), "asked-of-all"), f'<p>{place.tell("asked of all lead")}</p>',
                  *_listed(place, stock)]
    if book.tools:
        lines += [heading(2, place.say("tools"), "tools"), f'<p>{place.tell("tools lead")}</p>']
        for rule in book.tools:
            lines += [f'<h3 id="{anchor_id(rule.anchor)}">{text(rule.heading)}</h3>',
                      f'<div class="qed-tool">{paragraphs(place, rule.prose)}'
                      f'<details class="qed-twin"><summary>{place.tell("as written")}</summary>'
                      f"{clause(place, rule.code)}</details></div>"]
    return "\n".join(lines) + "\n"


def _made_to_ask(place: Place) -> Iterator[str]:
    """Variants that are no games for a table: they are found here and nowhere else."""
    asking = [book for book in place.library.books.values() if book.for_proofs and book.base == place.book.name]
    if asking:
        yield heading(2, place.say("to ask"), "to-ask")
    for book in asking:
        to = code(place.at("promises", book.name))
        yield (f'<div class="qed-tile"><h3><a href="{to}">{text(book.title)}</a></h3>'
               f"{paragraphs(place, book.about)}</div>")


def counts(promises: Sequence[Promise]) -> list[tuple[GradeWord, int]]:
    """How many have each grade, the best first."""
    found = Counter(promise.grade for promise in promises)
    return [(word, found[word]) for word in TONES if found[word]]


def _sum(place: Place, promises: Sequence[Promise]) -> str:
    cells = "".join(f'<li>{grade(place, word)} <strong>{count}</strong></li>' for word, count in counts(promises))
    return f'<ul class="qed-sum">{cells}</ul>'


def _key(place: Place) -> str:
    rows = "".join(f"<div><dt>{grade(place, word)}</dt><dd>{place.tell(f'means {word}')}</dd></div>" for word in TONES)
    return (f'<details class="qed-twin" data-unfound><summary>{place.tell("what grades mean")}</summary>'
            f'<dl class="qed-options">{rows}</dl></details>')


def _jump(place: Place, own: bool, stock: bool) -> str:
    """To the parts of the page, for screens that have no room for the contents beside it."""
    parts = [("sentences", bool(place.book.statements)), ("properties", own), ("asked of all", stock)]
    links = "".join(f'<a href="#{key.replace(" ", "-")}">{place.tell(key)}</a>' for key, there in parts if there)
    return f'<nav class="qed-jump" aria-label="{place.tell("chapters")}" data-unfound>{links}</nav>'


def _filter(place: Place, kind: str, things: Sequence[Promise] | Sequence[Statement]) -> str:
    """By grade, by player count, by any word or the id of a statement; the script does it."""
    if len(things) < 6:
        return ""
    grades = [word for word in TONES if any(one.grade == word for one in things)]
    options = "".join(f'<option value="{code(word)}">{place.tell(f"grade {word}")}</option>' for word in grades)
    players = "".join(f'<option value="{count}">{place.tell("players count", count=count)}</option>'
                      for count in place.book.players) if kind == "qed-promise" and len(place.book.players) > 1 else ""
    by_count = (f'<label>{place.tell("how many play")} <select data-by="players"><option value="">'
                f'{place.tell("any")}</option>{players}</select></label>' if players else "")
    return (f'<form class="qed-filter" data-filter="{kind}" data-unfound hidden>'
            f'<label>{place.tell("grade word")} <select data-by="grade"><option value="">{place.tell("any")}'
            f"</option>{options}</select></label>{by_count}"
            f'<label>{place.tell("word or id")} <input type="search" autocomplete="off"></label>'
            f'<output data-all="{place.tell("all of them", count=len(things))}" '
            f'data-some="{place.tell("some of them")}">{place.tell("all of them", count=len(things))}</output></form>')


def _sentences(place: Place, statements: Sequence[Statement]) -> Iterator[str]:
    """In order; of a long rulebook by the chapters that encode them, each folded away."""
    if len(statements) < MANY:
        yield _in_order(place, statements)
        return
    home = {rule.anchor: chapter for chapter in place.book.chapters for rule in chapter.rules}
    parts: dict[str, list[Statement]] = {chapter.title: [] for chapter in place.book.chapters}
    for one in statements:
        found = next((home[anchor].title for anchor in one.encoded_by if anchor in home), place.say("elsewhere"))
        parts.setdefault(found, []).append(one)
    for title, part in parts.items():
        if part:
            yield (f'<details class="qed-twin qed-part"><summary>{text(title)} '
                   f'<span class="qed-who">{place.tell("all of them", count=len(part))}</span></summary>'
                   f"{_in_order(place, part)}</details>")


def _in_order(place: Place, statements: Sequence[Statement]) -> str:
    rows = []
    for one in statements:
        needed = [anchor for anchor in one.needed_by if anchor in place.promises]
        facts = "".join(f"<div><dt>{place.tell(key)}</dt><dd>{what}</dd></div>" for key, what in (
            ("encoded by", rule_links(place, one.encoded_by)),
            ("drawn in", "".join(example_link(place, anchor) for anchor in one.examples[:1])),
            ("needed by", promise_list(place, needed, MOST_LINKS)),
        ) if what)
        rows.append(
            f'<li class="qed-sentence" id="{anchor_id(one.anchor)}" data-grade="{code(one.grade) if needed else ""}" '
            f'data-words="{text(one.id)}"><div><span class="qed-id">{text(one.id)}</span>'
            f'{grade(place, one.grade) if needed else ""}</div><dl>{facts}</dl></li>')
    return f'<ul class="qed-sentences">{"".join(rows)}</ul>'


def _listed(place: Place, promises: Sequence[Promise]) -> Iterator[str]:
    rows = []
    for one in promises:
        words = f"{one.title} {one.name} {' '.join(one.cites)}"
        players = " ".join(map(str, one.players))
        rows.append(
            f'<li class="qed-promise" data-grade="{code(one.grade)}" data-players="{players}" '
            f'data-words="{text(words)}">{grade(place, one.grade)}<div>{_titled(place, one)}'
            f'<span class="qed-who">{text(span(place, one.players))} {statement_links(place, one.cites)}</span>'
            "</div></li>")
    first = len(rows) if len(rows) <= MANY else FIRST
    yield f'<ul class="qed-promises">{"".join(rows[:first])}</ul>'
    if rest := rows[first:]:
        # Whoever filters sees what fits, folded or not.
        yield (f'<details class="qed-twin qed-part"><summary>{place.tell("and more", count=len(rest))}</summary>'
               f'<ul class="qed-promises">{"".join(rest)}</ul></details>')


def _titled(place: Place, one: Promise) -> str:
    foreign = "" if one.translated or not one.title else ' lang="en"'
    return f"<span{foreign}>{promise_link(place, one.anchor)}</span>"


def span(place: Place, players: Sequence[int]) -> str:
    """2 to 4 players."""
    counts_ = sorted(players)
    if not counts_:
        return ""
    if len(counts_) == 1:
        return place.say("players count", count=counts_[0])
    if counts_ == list(range(counts_[0], counts_[-1] + 1)):
        return place.say("players range", low=counts_[0], high=counts_[-1])
    return place.say("players count", count=("、" if place.language == "ja" else ", ").join(map(str, counts_)))
