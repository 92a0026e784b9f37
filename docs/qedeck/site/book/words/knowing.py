"""Claims about what somebody can tell, in words: who, what, and when."""

from __future__ import annotations

from qedeck.site.book.words.english_terms import aside
from qedeck.site.book.words.japanese_clauses import Japanese
from qedeck.site.book.words.sayings import CONDITIONS
from qedeck.site.book.words.speaker import Speaker
from qedeck.site.book.words.speech import Env
from qedeck.spec import tree as t
from qedeck.spec.builder.base import UNNAMED

# Of each kind: English, Japanese; said of every player, and of one. {0} is who, {1} is what.
SAID = {
    "can_tell": (
        ("{0} can tell {1}, from all that they have noticed", "{0}も、見聞きしたことから、{1}がわかる"),
        ("{0} can tell {1}, from all that they have noticed", "{0}は、見聞きしたことから、{1}がわかる"),
    ),
    "never_tell": (
        ("{0} can ever tell {1}, whatever they have noticed", "見聞きしたことから{1}がわかる{0}はいない"),
        ("{0} can never tell {1}, whatever they have noticed", "{0}には、何を見聞きしても{1}はわからない"),
    ),
    "may_tell": (
        ("it can happen that {0} can tell {1}", "見聞きしたことから{1}がわかる{0}がいることもある"),
        ("it can happen that {0} can tell {1}", "{0}は、見聞きしたことから、{1}がわかることもある"),
    ),
}
EACH = {
    "can_tell": ("every {}", "どの{}"), "never_tell": ("no {}", "{}"), "may_tell": ("some {}", "{}"),
}  # fmt: skip
"""How all of them are named; of one who is spoken of again, with the letter."""


def knowing_in_words(speaker: Speaker, claim: t.Claim) -> str:
    """The sentence, without its end."""
    if claim.bind is None or claim.body is None:
        return ""
    ja, desk = isinstance(speaker, Japanese), speaker.lore.desk
    kind = speaker.lore.kind("player")
    env = speaker.known(claim.bind.name.text, "player", Env(lettered=frozenset({kind})))
    named, when = _whom(claim)
    what = _what(speaker, claim.body, env)
    held = _when(speaker, when, env)
    if named is not None:
        who = speaker.term(named, Env())
    else:
        letter = env.names[claim.bind.name.text].words
        thing = desk.word("player") if ja else desk.word("player").lower()
        who = EACH[claim.kind][ja].format(letter if letter in f"{what}{held}" else thing)
    said = SAID[claim.kind][named is not None][ja].format(who, what)
    return f"{held}{said}" if ja else f"{said}{held}"


def _whom(claim: t.Claim) -> tuple[t.Expr | None, t.Expr | None]:
    """One player who is named, if one is; and when."""
    assert claim.bind is not None
    if claim.bind.name.text != UNNAMED:
        return None, claim.where
    first, rest = (claim.where.left, claim.where.right) if isinstance(claim.where, t.And) else (claim.where, None)
    assert isinstance(first, t.Is)
    return first.right, rest


def _what(speaker: Speaker, body: t.Expr, env: Env) -> str:
    if not isinstance(body, CONDITIONS):
        return speaker.term(body, env)
    if isinstance(speaker, Japanese):
        return f"{speaker.holds(body, env).plain}かどうか"
    return f"whether{aside(speaker.holds(body, env))}"


def _when(speaker: Speaker, when: t.Expr | None, env: Env) -> str:
    if when is None:
        return ""
    if isinstance(speaker, Japanese):
        return f"{speaker.holds(when, env).when}、"
    return f", while{aside(speaker.holds(when, env))}"
