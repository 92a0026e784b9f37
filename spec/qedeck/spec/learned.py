"""Stage 2 to 3, what somebody was shown, noticed or heard: `then player 2 was shown red 1`.

In: such a line; out: who is meant, and what they are told of, in terms and words; or a message.
"""

from __future__ import annotations

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.elaborate import Workshop
from qedeck.spec.checker.kinds import Cards, Number, Unknown
from qedeck.spec.checker.terms import TRUE, same
from qedeck.spec.checker.values import UNBOUNDED, Env, plain
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.texts import announcements

What = tuple[c.Expr, c.Type] | str


def audience(shop: Workshop, line: t.ThenLearns) -> c.Expr:
    """Who is meant, over VIEWER."""
    who = line.who
    if isinstance(who, t.Bind) and (who.within is not None or who.low is not None or not _players(shop, who)):
        hint = "then every player q where … noticed …"
        shop.state.exprs.wrong("Q309", "only players are shown something, notice and hear", who.span, hint)
        return c.NOBODY
    if isinstance(who, t.Name) and who.word in ("nobody", "no-one") and who.word not in shop.scope.known():
        hint = "then everyone noticed nothing; or then everyone did not notice red 1"
        shop.state.exprs.wrong("Q110", f"of {who.word} it is said the other way round", who.span, hint)
        return c.NOBODY
    if who is None or isinstance(who, t.Bind):
        return TRUE if who is None else shop.flow.players(who, line.where, Env())
    # One who is named must be there; of all for whom something holds there may be none.
    return same(c.Local(c.VIEWER), shop.state.exprs.seat(who, Env()))


def _players(shop: Workshop, bind: t.Bind) -> bool:
    return shop.scope.domain(bind.type.text) == shop.scope.player


def what(shop: Workshop, line: t.ThenLearns, options: set[str]) -> tuple[What, ...]:
    """What they are told of; nothing here means anything at all."""
    if line.whatever is not None:
        if (line.whatever.text == "anything") is not line.negated:
            verb = {"shown": "was not shown", "noticed": "did not notice", "heard": "did not hear"}[line.how]
            plainly = {"shown": "was shown"}.get(line.how, line.how)
            said = f"nobody can tell what {line.whatever} means here"
            hint = f"write {plainly} nothing, {plainly} something or {verb} anything"
            shop.state.exprs.wrong("Q309", said, line.whatever.span, hint)
        return ()
    found = (_one(shop, line, one, options) for one in line.what)
    return tuple(one for one in found if one is not None)


def _aloud(shop: Workshop) -> set[str]:
    """All that is announced anywhere."""
    clauses, kept = shop.scope.clauses, shop.scope.report.kept
    key = ("said aloud", id(clauses))
    if key not in kept:
        rules = tuple(clause for clause in clauses if isinstance(clause, t.Phase | t.Trigger))
        kept[key] = {announce.what.text for announce in announcements(rules)}
    found: set[str] = kept[key]
    return found


def _one(shop: Workshop, line: t.ThenLearns, written: t.Expr, options: set[str]) -> What | None:
    exprs, scope = shop.state.exprs, shop.scope
    word = written.word if isinstance(written, t.Name) else ""
    aloud = _aloud(shop)
    if line.how == "heard":
        if word not in aloud:
            hint = did_you_mean(word, aloud) or "what is announced is heard; of all else: noticed, was shown"
            exprs.wrong("Q201", f"nothing is announced as {word}" if word else "this is never announced",
                        written.span, hint)
        return word
    if word and word not in scope.known():
        if word in aloud:
            exprs.wrong("Q309", f"{word} is announced, and so it is heard", written.span, f"heard {word}")
            return None
        if line.how == "noticed" and word in options:
            return word
    value = exprs.check(written, Env(), None)
    if isinstance(value.kind, c.YesNo | c.Member):
        return value.term, value.kind
    if isinstance(value.kind, Number):
        return value.term, UNBOUNDED
    if isinstance(value.kind, Cards):
        said = f"{plain(value.kind)} is a place where cards lie"
        exprs.wrong("Q309", said, written.span, "name the cards: was shown red 1, knife")
    elif not isinstance(value.kind, Unknown):
        hint = "name a card, a player or a word"
        exprs.wrong("Q309", f"{plain(value.kind)} is not one thing", written.span, hint)
    return None
