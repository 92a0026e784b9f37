"""Every word of a game in one language: for pages that show positions, choices and logs in the game's own words."""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.site.book.fill.desk import Desk
from qedeck.spec import core as c
from qedeck.spec import tree as t


def vocabulary(desk: Desk) -> dict[str, str]:
    """Words as Core has them, with their names: cards, players, places, values, options, zones, clauses."""
    words: dict[str, str] = {}
    for word in _words(desk):
        words.setdefault(word, desk.word(word))
    yes_no = ("はい", "いいえ", "なし") if desk.ja else ("yes", "no", "none")
    return words | dict(zip(("yes", "no", "none"), yes_no, strict=True))


def _words(desk: Desk) -> Iterator[str]:
    for count in desk.game.players:
        core = desk.game.core(count)
        for name, domain in core.domains.items():
            yield name.removeprefix("reading ").removeprefix("queue ")
            if not name.startswith("queue "):
                yield from domain.members
        for families in core.families.values():
            yield from dict.fromkeys(families)
        yield from core.zones
        kept = (name for name, var in core.vars.items() if var.role in ("remembered", *c.RIGID))
        yield from ((c.marked(name) or (name,))[0] for name in kept if c.remembers(name) is None)
        for node in core.nodes:
            yield node.name
            for option in node.options if isinstance(node, c.Decision) else ():
                yield option.name
                yield from (pick.label for pick in option.picks if len(pick.label) > 1)
        yield from (ending.name for ending in core.endings)
    for name, part in desk.written.items():
        if desk.clauses[name].kind not in ("example", "property"):
            word = getattr(part, "name", None)
            yield word.text if isinstance(word, t.Word) else name
        if isinstance(part, t.Cards):
            yield from (word.text for line in part.lines for word, _ in line.attributes)
            yield from (word.text for line in part.lines for word, _, _ in line.spreads)
