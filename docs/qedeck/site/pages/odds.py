"""How games come out: who wins how often, how they end, how long they take; each chart with its numbers as a table."""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.site.book.odds import Share, TableOdds
from qedeck.site.book.prose import Ref
from qedeck.site.pages.charts import Bar, bars, columns
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import heading, ref_link, rule_link, table
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top

MOST_CARDS = 40


def odds_page(place: Place) -> str:
    """One part for each player count that was recorded."""
    title, tables = place.say("odds"), place.book.odds.tables if place.book.odds else ()
    lead = "odds usual" if any(one.usual for one in tables) else "odds lead"
    lines = [top(place, title),
             f'<p class="qed-lead">{place.tell(lead)}</p>\n']
    for one in tables:
        lines += _table(place, one)
    return "\n".join(lines) + "\n"


def _table(place: Place, odds: TableOdds) -> Iterator[str]:
    name = f"players-{odds.players}"
    yield heading(2, place.say("players count", count=odds.players), name)
    yield (f'<p>{place.tell("odds made", games=f"{odds.games:,}", seed=odds.seed)}</p>'
           f'<div class="highlight qed-command"><pre><code tabindex="0">{code(odds.command)}</code></pre></div>')
    if not odds.fresh:
        yield f'<p class="qed-stale">{place.tell("odds stale")}</p>'
    yield from _seats(place, odds, name)
    yield from _endings(place, odds, name)
    yield from _length(place, odds, name)
    yield from _cards(place, odds, name)
    if odds.never:
        known = [rule_link(place, anchor) for anchor in odds.never if anchor in place.rules]
        if known:
            yield (f'<details class="qed-twin" id="{name}-never"><summary>'
                   f'{place.tell("never at work", count=len(known))}</summary>'
                   f'<ul class="qed-columns">{"".join(f"<li>{one}</li>" for one in known)}</ul></details>')


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _interval(place: Place, share: Share) -> str:
    return place.say("between", low=percent(share.low), high=percent(share.high))


def _seats(place: Place, odds: TableOdds, name: str) -> Iterator[str]:
    if not odds.seats:
        return
    yield heading(3, place.say("by seat"), f"{name}-seats")
    rows = [Bar(one.name, one.wins.share, one.wins.low, one.wins.high, percent(one.wins.share)) for one in odds.seats]
    yield bars(rows, place.say("by seat"), odds.seats[0].even)
    yield f'<p class="qed-legend">{place.tell("legend seats")}</p>'
    told = [[text(one.name), text(percent(one.wins.share)), text(_interval(place, one.wins)), f"{one.wins.number:,}",
             place.tell(f"seat {one.verdict}") if one.verdict in ("better", "worse") else ""]
            for one in odds.seats]
    yield _twin(place, ["seat", "wins", "interval", "games word", ""], told, place.say("by seat"), 1)


def _endings(place: Place, odds: TableOdds, name: str) -> Iterator[str]:
    yield heading(3, place.say("by ending"), f"{name}-endings")
    rows = [Bar(one.words, one.share.share, one.share.low, one.share.high, percent(one.share.share))
            for one in odds.endings]
    yield bars(rows, place.say("by ending"), whole=True)
    told = [[rule_link(place, one.rule) if one.rule in place.rules and one.rule else text(one.words), text(one.words),
             text(percent(one.share.share)), text(_interval(place, one.share)), f"{one.share.number:,}",
             str(one.first_seed)] for one in odds.endings]
    yield _twin(place, ["rule", "ending", "share", "interval", "games word", "a seed"], told, place.say("by ending"), 2)


def _length(place: Place, odds: TableOdds, name: str) -> Iterator[str]:
    length = odds.length
    yield heading(3, place.say("length"), f"{name}-length")
    key = "length same" if length.low == length.high else "length words"
    yield f'<p>{place.tell(key, mean=f"{length.mean:.0f}", low=length.low, high=length.high)}</p>'
    yield columns(length.classes, place.say("length"))
    told = [[f"{low}–{upto}", f"{count:,}"] for low, upto, count in length.classes]
    told += [[place.tell("at most", share=share), str(number)] for share, number in length.percentiles.items()]
    yield _twin(place, ["decisions made", "games word"], told, place.say("length"), 1)


def _cards(place: Place, odds: TableOdds, name: str) -> Iterator[str]:
    played = sorted((one for one in odds.cards if one.played), key=lambda one: -one.wins.share)
    if not played:
        return
    yield heading(3, place.say("by card"), f"{name}-cards")
    shown = played if len(played) <= MOST_CARDS else [*played[: MOST_CARDS // 2], *played[-MOST_CARDS // 2 :]]
    rows = [Bar(one.name, one.wins.share, one.wins.low, one.wins.high, percent(one.wins.share)) for one in shown[:12]]
    yield bars(rows, place.say("by card"), whole=True)
    told = [[ref_link(place, one.name, Ref("card", one.card)) if one.card in place.cards else text(one.name),
             text(percent(one.wins.share)), text(_interval(place, one.wins)), f"{one.played:,}"] for one in played]
    yield _twin(place, ["card word", "wins", "interval", "played"], told, place.say("by card"), 1)


def _twin(place: Place, keys: list[str], rows: list[list[str]], label: str, numbers: int) -> str:
    titles = [place.tell(key) if key else "" for key in keys]
    return (f'<details class="qed-twin"><summary>{place.tell("as table")}</summary>'
            f"{table(titles, rows, label, numbers)}</details>")
