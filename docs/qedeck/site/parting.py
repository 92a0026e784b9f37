"""Two tables: a play recorded with one reading, or of a variant, its choices made again with another reading, or in the
base, as far as they can be.

In: a game, its Book, a recorded play, for readings the open point. Out: what <qed-replay> shows side by side, and below
each table what the definitions that are compared say there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from qedeck.interpreter.play import Play
from qedeck.site.book.answers import Alternative, Parting, Point
from qedeck.site.book.prose import plain
from qedeck.site.book.record import Book
from qedeck.site.pages.phrases import say
from qedeck.site.recording import Frame, played, table
from qedeck.spec import core as c
from qedeck.spec.game import Game

MOST_CALLS, MOST_TOLD = 200, 6
LAST_FRAMES = 24
"""Of a long play only the end is shown at two tables: up to there they are the same."""
Said = dict[str, str]
"""What definitions say in a position: the question in words, and the answer."""


def at_two_tables(game: Game, book: Book, point: Point, parting: Parting) -> tuple[dict[str, Any], ...]:
    """Two tables that come to differ; one, if no other way to read the point is seen to change this play.

    TraceError if what was recorded is no play of these rules any more.
    """
    assert parting.play is not None and parting.play.trace is not None
    trace = parting.play.trace
    reading = next(rule.clause for rule in book.rules if rule.anchor == point.anchor)
    usual = next(one.word for one in point.alternatives if one.default)
    ways = sorted(point.alternatives, key=lambda one: one.word != trace["settings"].get(reading, usual))
    settings = [{**trace["settings"], reading: one.word} for one in ways]
    plays = [played(game, {**trace, "settings": one}, book.language, strict=one is settings[0]) for one in settings]
    said = [dict(_said(play, parting.on, book.language)) for play, _ in plays]
    # Best one that changes what is compared; else one that changes anything.
    others = sorted((k for k in range(1, len(ways)) if (plays[k][1], said[k]) != (plays[0][1], said[0])),
                    key=lambda k: said[k] == said[0])
    shown = [0, *others][:2]
    news = [key for key in said[0] if any(said[k].get(key) != said[0][key] for k in shown)][:MOST_TOLD]
    shown.sort(key=lambda k: not ways[k].default)
    titles = [_title(book, ways[k], len(ways) > 2) for k in shown]
    notes = ["\n".join(f"{key}{said[k].get(key, '')}" for key in news) for k in shown]
    return tuple(table(game, plays[k][0].core.players, frames, title, note) for k, frames, title, note in zip(
        shown, _ends([plays[k][1] for k in shown]), titles, notes, strict=True))


def beside_its_base(game: Game, book: Book, trace: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """A play of a variant, and the same choices made in its base. TraceError if it is no play of these rules."""
    base = Game(game.name, game.sources, game.base, game.texts, [])
    plays = [played(one, trace, book.language, strict=one is game)[1] for one in (base, game)]
    titles = [say(book.language, key) for key in ("the base", "this variant")]
    return tuple(table(one, trace["players"], frames, title)
                 for one, frames, title in zip((base, game), _ends(plays), titles, strict=True))


def _ends(plays: Sequence[Sequence[Frame]]) -> list[Sequence[Frame]]:
    """Of long plays the end, from the same moment on; of one that stops earlier, at least where it stopped."""
    start = max(map(len, plays)) - LAST_FRAMES
    return [frames[max(0, min(start, len(frames) - 1)):] for frames in plays]


def _title(book: Book, one: Alternative, several: bool) -> str:
    """Which reading it is; of several others, in its words."""
    title = say(book.language, "played so" if one.default else "read otherwise")
    return f"{title}{'：' if book.language == 'ja' else ': '}{plain(one.words)}" if several else title


def _said(play: Play, names: Sequence[str], language: str) -> Iterator[tuple[str, str]]:
    """What each of these definitions says now, whatever it is asked about."""
    words, meaning, ja = play.rules.words, play.rules.meaning, language == "ja"
    for define in play.core.defines.values():
        kinds = [kind for _, kind in define.params]
        sizes = [kind.size if isinstance(kind, c.Domain) else MOST_CALLS + 1 for kind in kinds]
        if not {define.name, define.clause} & set(names) or prod(sizes) > MOST_CALLS:
            continue
        for args in product(*map(range, sizes)):
            value, faults = meaning.value(c.Call(define.name, tuple(map(c.Const, args))), play.cells)
            asked = [words.name(language, kind.members[arg]) for kind, arg in zip(kinds, args, strict=True)
                     if isinstance(kind, c.Domain)]
            about = ("（{}）" if ja else " ({})").format(("、" if ja else ", ").join(asked)) if asked else ""
            named = words.name(language, define.clause or define.name)
            answer = "–" if faults else words.name(language, words.word(define.type, int(value)))
            yield f"{named[:1].upper()}{named[1:]}{about}{'：' if ja else ': '}", answer
