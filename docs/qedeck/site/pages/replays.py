"""A recorded play on a page: a table that plays it again step by step, and the story told beside it."""

from __future__ import annotations

from qedeck.site.book.worked import RecordedPlay
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.place import Place

SHORT = 12
"""A position in so many lines is read at once."""


def is_position(play: RecordedPlay) -> bool:
    """Whether it is one moment of a game, told by what lies where."""
    return play.told and play.trace is None


def replay(place: Place, play: RecordedPlay, key: str) -> str:
    """Without a recording, or without a table to show it on, the story alone."""
    facts = "".join(f"<li>{text(line)}</li>" for line in play.facts)
    witness = "".join(f"<li><code>{code(line)}</code></li>" for line in play.witness)
    foreign = "" if play.told else ' lang="en"'
    story = "".join(f"<li>{text(line)}</li>" for line in play.story)
    parts = []
    recorded = place.drawn.replays.get(key)
    if recorded is not None:
        parts.append(f'<qed-replay game="{text(place.book.name)}"><script type="application/json">{recorded}</script>'
                     "</qed-replay>")
    if facts:
        parts.append(f'<p>{place.tell("stands out in words")}</p><ul class="qed-short">{facts}</ul>')
    elif witness:
        parts.append(f'<p>{place.tell("stands out")}</p><ul class="qed-short" lang="en">{witness}</ul>')
    if story and is_position(play) and len(play.story) <= SHORT:
        parts.append(f'<p>{place.tell("lies so")}</p><ul class="qed-short">{story}</ul>')
    elif story:
        parts.append(f'<details class="qed-twin" data-unfound><summary>{place.tell("the story", count=len(play.story))}'
                     f'</summary><ol class="qed-story"{foreign}>{story}</ol></details>')
    return "".join(parts)
