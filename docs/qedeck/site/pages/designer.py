"""The designer's edition: what stands beside each rule when the switch is on, as one script that the page asks for.

The player's page stays light, and the same address shows both. The script holds HTML that is made here, from escaped
words; it is called once, with a table from the rule's anchor to what belongs beside it.
"""

from __future__ import annotations

from qedeck.site.book.prose import Ref
from qedeck.site.book.rules import Choice, Need, Otherwise, Rule
from qedeck.site.pages.escaping import anchor_id, code, script_json, text
from qedeck.site.pages.highlight import listing
from qedeck.site.pages.parts import (
    clause,
    grade,
    listed,
    place_in_file,
    promise_link,
    ref_link,
    said,
    statement_links,
    text_run,
)
from qedeck.site.pages.place import Place

MOST_NEEDS = 12
"""Promises that stand beside a rule; of more, the rest is counted."""


def designer_script(place: Place) -> str:
    """Belongs to the page of the rules, in the same folder."""
    beside = {anchor_id(rule.anchor): _beside(place, rule) for rule in place.book.rules}
    return f"qedeckDesigner({script_json(beside)});\n"


def _beside(place: Place, rule: Rule) -> str:
    comment = f'<p class="qed-comment" lang="en">{text(rule.code.comment)}</p>' if rule.code.comment else ""
    facts = "".join(f"<dt>{place.tell(key)}</dt><dd>{what}</dd>" for key, what in (
        ("encodes", statement_links(place, rule.cites)),
        ("decides", listed(place, [_choice(place, choice) for choice in rule.choices])),
        ("readings here", "".join(_reading(place, anchor) for anchor in rule.readings)),
        ("other ways", "".join(_written(place, one) for one in rule.otherwise)),
        ("needed by", _needs(place, rule.needed_by)),
    ) if what)
    return (f'<p class="qed-written">{place_in_file(place, rule.code.file, rule.code.line)}</p>'
            f"{comment}{clause(place, rule.code)}{f'<dl>{facts}</dl>' if facts else ''}")


def _written(place: Place, one: Otherwise) -> str:
    """What a reading changes in this rule, as the reading writes it."""
    point = ref_link(place, one.heading, Ref("point", one.point))
    return (f"<div>{point}: <code>{code(one.way)}</code> {place_in_file(place, one.file, one.line)}"
            f"{listing(one.text)}</div>")


def _choice(place: Place, choice: Choice) -> str:
    words = place.say("choice", who=choice.by, what=choice.what) if choice.what else choice.by
    more = [place.say(key) for key, so in (("may decline", choice.optional), ("in secret", choice.secret)) if so]
    return text(words + (f" ({', '.join(more)})" if more else ""))


def _reading(place: Place, anchor: str) -> str:
    point = place.points.get(anchor)
    if point is None:
        return ""
    ways = "".join(
        f'<li{" class=qed-default" if one.default else ""}>{said(place, one.words)}'
        f'{text_run(" " + place.say("default mark")) if one.default else ""}</li>' for one in point.alternatives)
    return f'<div>{ref_link(place, point.heading, Ref("point", anchor))}<ul>{ways}</ul></div>'


def _needs(place: Place, needs: tuple[Need, ...]) -> str:
    known = [need for need in needs if need.promise in place.promises]
    items = "".join(f"<li>{grade(place, place.promises[need.promise].grade)} {promise_link(place, need.promise)}</li>"
                    for need in known[:MOST_NEEDS])
    left = len(known) - MOST_NEEDS
    if left > 0:
        items += f"<li>{place.tell('and more', count=left)}</li>"
    return f'<ul class="qed-needs">{items}</ul>' if items else ""
