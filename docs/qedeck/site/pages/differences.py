"""What a variant comes to, beside its base: where the games part, endings and promises won and lost, other outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qedeck.site.book.answers import Promise
from qedeck.site.book.prose import Ref
from qedeck.site.book.record import Book
from qedeck.site.book.worked import RecordedPlay, WorkedExample
from qedeck.site.pages.escaping import code, fragment, text
from qedeck.site.pages.examples import lines_of
from qedeck.site.pages.parts import grade, heading, promise_link, ref_link, titled
from qedeck.site.pages.place import Place, replay_key
from qedeck.site.pages.replays import replay

HOLDS = frozenset({"proved", "proved by default", "shown"})
FAILS = frozenset({"refuted", "refuted as expected"})


def differences(place: Place, base: Book) -> Iterator[str]:
    """Of what nothing is known, nothing is said."""
    yield from _parting(place)
    yield from _endings_and_promises(place, base)
    yield from _otherwise(place, base)


def _parting(place: Place) -> Iterator[str]:
    """The recorded play in which the games part, with the fewest players."""
    found = min(_plays(place), key=lambda one: one[1].players, default=None)
    if found is not None:
        promise, play, key = found
        yield heading(2, place.say("parts from base"), "parts")
        known = ref_link(place, place.say("the proof"), Ref("promise", promise.anchor))
        lead = f'<p>{place.tell("parts from base lead")}</p>' if key in place.drawn.replays else ""
        yield (f'<div class="qed-parting"><p>{place.tell("players count", count=play.players)} {known}</p>{lead}'
               f"{replay(place, play, key)}</div>\n")


def _plays(place: Place) -> Iterator[tuple[Promise, RecordedPlay, str]]:
    for promise in place.book.promises:
        for claim in promise.claims:
            for one in claim.answers:
                if claim.beside == place.book.base and one.play is not None and one.grade in FAILS:
                    yield promise, one.play, replay_key(promise.anchor, claim.place, one.players)


def _endings_and_promises(place: Place, base: Book) -> Iterator[str]:
    before = {one.anchor: one for one in base.promises}
    here = [(one, before[one.anchor]) for one in place.book.promises if one.anchor in before]
    kept = sum(was.grade in HOLDS and now.grade in HOLDS for now, was in here)
    unknown = sum(was.grade in HOLDS and now.grade not in HOLDS | FAILS for now, was in here)
    counted = "".join(f"<p>{place.tell(key, count=count)}</p>" for key, count in (
        ("promises kept", kept), ("promises unknown", unknown)) if count)
    parts = [
        _listed(place, "endings won", _endings(place, place.book, base)),
        _listed(place, "endings lost", _endings(place, base, place.book)),
        _listed(place, "promises won", _graded(place, [now for now, was in here
                                                       if now.grade in HOLDS and was.grade in FAILS])),
        _listed(place, "promises lost", _graded(place, [now for now, was in here
                                                        if now.grade in FAILS and was.grade in HOLDS])),
        _listed(place, "promises own", _graded(place, [one for one in place.book.promises
                                                       if one.anchor not in before])),
        counted,
    ]
    if any(parts):
        yield heading(2, place.say("and its promises"), "endings-and-promises")
        yield "".join(parts) + "\n"


def _endings(place: Place, one: Book, other: Book) -> list[str]:
    """Endings of a game that the other has not."""
    known = {rule.anchor for rule in other.rules}
    return [ref_link(place, rule.heading, Ref("rule", rule.anchor)) if one is place.book else text(rule.heading)
            for rule in one.rules if rule.kind == "ending" and rule.anchor not in known]


def _graded(place: Place, promises: Iterable[Promise]) -> list[str]:
    return [f"{grade(place, one.grade)} {promise_link(place, one.anchor)}" for one in promises]


def _listed(place: Place, key: str, items: list[str]) -> str:
    inside = "".join(f"<li>{item}</li>" for item in items)
    return f'<h3>{place.tell(key)}</h3><ul class="qed-needs">{inside}</ul>' if items else ""


def _otherwise(place: Place, base: Book) -> Iterator[str]:
    """Examples of the base that are no examples of this game."""
    if place.book.unlike:
        yield heading(2, place.say("comes out otherwise"), "comes-out-otherwise")
        yield f'<p>{place.tell("comes out otherwise lead")}</p>'
        yield "".join(_example(place, base, one) for one in place.book.unlike) + "\n"


def _example(place: Place, base: Book, one: WorkedExample) -> str:
    there = f'{place.at("examples", base.name)}#{fragment(one.anchor)}'
    drawn = f'<p><a href="{code(there)}">{place.tell("see drawn")}</a></p>' if base.examples else ""
    return (f'<details class="qed-try"><summary>{text(titled(one.title))}</summary>{lines_of(place, one)}{drawn}'
            "</details>")
