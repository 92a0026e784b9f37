"""What one seat was told, of all that happened since: what examples expect somebody to be shown, to notice or to hear.

In: the events as that seat noticed them; out: whether they tell of something, and the log that it had instead. A value
that lies open and has changed is no event here: it shows in the view, and `then x is …` asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from qedeck.interpreter.events import Changed, Chose, Event, Happened, Over, Shuffled
from qedeck.interpreter.play import Play
from qedeck.interpreter.telling import tell_events
from qedeck.interpreter.words import Word, Words
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

DID = {
    "shown": ("was not shown", "was shown"),
    "noticed": ("did not notice", "noticed"),
    "heard": ("did not hear", "heard"),
}
"""How it is said that it is not so, and that it is."""


def learned(core: c.Core, events: Sequence[Event], how: str, wanted: Sequence[Word]) -> list[bool]:
    """Of each word, whether one of the events tells it in this way; without a word, whether there was any."""
    told = [word for event in _of(events, how) for word in _told(core, event)]
    if not wanted:
        return [bool(list(_of(events, how)))]
    # 1 is no yes.
    return [any(type(one) is type(word) and one == word for one in told) for word in wanted]


def retold(play: Play, how: str, events: Sequence[Event]) -> str:
    """The log of this, in the words of the rules; nothing if there is nothing to tell."""
    return " ".join(tell_events(Words(play.core, Texts()), list(_of(events, how))))


def _of(events: Sequence[Event], how: str) -> Iterator[Event]:
    """The events that somebody was shown, heard, or noticed at all."""
    for event in events:
        kind = event.telling.kind if isinstance(event, Happened) else ""
        match how:
            case "shown":
                fits = kind == "show" or kind.startswith("show ")
            case "heard":
                fits = kind.startswith(c.ANNOUNCED)
            case _:
                # That a phase is over which an example began with is no event of the game.
                done = isinstance(event, Over) and event.result.kind == "undeclared"
                fits = not isinstance(event, Changed) and not done
        if fits:
            yield event


def _told(core: c.Core, event: Event) -> Iterator[Word]:
    """All that an event tells whoever noticed it so: who, or whose, what was chosen, which cards."""
    match event:
        case Chose(action, hidden):
            if action.player is not None:
                yield action.words.player(action.player)
            yield action.option
            yield from (word for label, word in action.picks.items() if label not in hidden)
        case Shuffled(owner=owner):
            yield from _owners(core, owner)
        case Happened(telling, words, counts):
            ends = (telling.source, telling.target)
            yield from _owners(core, *(end.owner for end in ends if end is not None))
            if telling.kind.startswith(c.ANNOUNCED):
                yield telling.kind.removeprefix(c.ANNOUNCED)
            elif telling.kind.startswith("show ") and words is not None:
                yield from _lying(core.zones[telling.kind.removeprefix("show ")], words)
            else:
                yield from words or ()
                yield from (face for face, many in counts or () if many)
        case Changed():
            return
        case Over(result):
            yield from () if result.ending is None else (result.ending,)
        case _:
            assert_never(event)


def _owners(core: c.Core, *owners: int | None) -> Iterator[Word]:
    yield from (core.domains["player"].members[owner] for owner in owners if owner is not None)


def _lying(zone: c.Zone, words: tuple[Word, ...]) -> Iterator[Word]:
    """The cards of a zone that is shown: of a pile how many of each were told, elsewhere the card at each place."""
    if zone.kind == "pile":
        yield from (face for face, many in zip(zone.cards.members, words, strict=True) if many)
    else:
        yield from (word for word in words if word != "none")
