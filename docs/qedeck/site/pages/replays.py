"""A recorded play on a page: a table that plays it again step by step, and the story told beside it."""

from __future__ import annotations

from qedeck.site.book.worked import RecordedPlay
from qedeck.site.pages.escaping import script_json, text
from qedeck.site.pages.place import Place


def replay(place: Place, play: RecordedPlay) -> str:
    """Without a trace, or without a table to play it on, the story alone."""
    witness = "".join(f"<li>{text(line)}</li>" for line in play.witness)
    story = "".join(f"<li>{text(line)}</li>" for line in play.story)
    parts = []
    if play.trace is not None and play.players in place.library.packs.get(place.book.name, {}):
        parts.append(_element(place, play))
    if witness:
        parts.append(f'<p>{place.tell("stands out")}</p><ul class="qed-short" lang="en">{witness}</ul>')
    if story:
        closed = "" if len(play.story) < 12 and not parts else ""
        parts.append(f'<details class="qed-twin"{closed}><summary>{place.tell("the story", count=len(play.story))}'
                     f'</summary><ol class="qed-story" lang="en">{story}</ol></details>')
    return "".join(parts)


def _element(place: Place, play: RecordedPlay) -> str:
    trace = script_json(play.trace).replace("</", "<\\/")
    return (f'<qed-replay game="{text(place.book.name)}" players="{play.players}" lang="{place.language}">'
            f'<script type="application/json">{trace}</script></qed-replay>')
