"""Stage 3, the second look: properties, decks that cannot be dealt, and what nobody uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.beside import COMPARED, beside
from qedeck.spec.checker.citing import clauses_of
from qedeck.spec.checker.elaborate import Workshop, workshop
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.swallowed import swallowed
from qedeck.spec.checker.terms import constant
from qedeck.spec.checker.values import Env, plain
from qedeck.spec.checker.work import judge, too_much
from qedeck.spec.diagnostic import DID_YOU_MEAN, Note, Report, did_you_mean
from qedeck.spec.over_phases import over_phase
from qedeck.spec.readings import with_readings

COMPARING = ("any_two", "some_two", "each_choice", "some_choice", "each_phase")


def lint(clauses: tuple[t.Clause, ...], cores: dict[int, c.Core], report: Report) -> None:
    """What can only be seen once the whole game is read."""
    game = next(cl for cl in clauses if isinstance(cl, t.Game))
    _properties(clauses, game, report)
    for players, core in cores.items():
        _deals(core, players, report)
        _swallowed(core, report)
        too_much(core, report)
    _citations(clauses, report)
    _unused(with_readings(clauses, report), report)
    _twins(clauses, report)


def _twins(clauses: tuple[t.Clause, ...], report: Report) -> None:
    seen: dict[tuple[type, str], t.Word] = {}
    for clause in clauses:
        if isinstance(clause, t.Example | t.Property):
            key = (type(clause), clause.name.text)
            if key in seen:
                kind = type(clause).__name__.lower()
                report.error(
                    "Q202",
                    f"there are two {kind}s called {clause.name}".replace("propertys", "properties"),
                    clause.name.span,
                    notes=(Note("the first one is here", seen[key].span),),
                )
            seen.setdefault(key, clause.name)


def _unused(clauses: tuple[t.Clause, ...], report: Report) -> None:
    """What is declared and never mentioned again."""
    # What cannot be read, or is misspelt, may well be what uses it.
    misspelt = {word for d in report.found if d.hint.startswith(DID_YOU_MEAN) for word in re.findall(r"[\w-]+", d.hint)}
    mentions: dict[str, int] = dict.fromkeys(report.mentioned | misspelt, 1)
    for clause in clauses:
        own = getattr(clause, "name", None) if isinstance(clause, t.Define | t.Phase | t.Parameter) else None
        for word in _words(clause):
            if own is None or word != own.text:
                mentions[word] = mentions.get(word, 0) + 1
    for clause in clauses:
        if isinstance(clause, t.Define | t.Phase | t.Parameter) and not mentions.get(clause.name.text):
            report.warn("Q420", f"nothing uses {clause.name}", clause.name.span, "use it, or take it out")


def _words(node: object) -> Iterator[str]:
    if isinstance(node, tuple):
        for item in node:
            yield from _words(item)
    elif isinstance(node, t.Word):
        yield node.text
    elif isinstance(node, t.Node):
        for field in fields(node):
            value = getattr(node, field.name)
            if field.name in ("word", "option") and isinstance(value, str):
                yield value
            elif field.name not in ("span", "beside"):
                yield from _words(value)


def _deals(core: c.Core, players: int, report: Report) -> None:
    """A first deal that asks for more cards than there are, at a player count the game allows."""
    for node in core.nodes:
        if not isinstance(node, c.DealDecision):
            continue
        size = constant(core.vars[c.size_of(node.source.zone)].init)
        asked = [constant(_amount(amount, core)) for _, amount in node.targets]
        if size is None or any(a is None for a in asked):
            continue
        total = sum(int(a) for a in asked if a is not None)
        if total > int(size) > 0:
            report.error(
                "Q406",
                f"with {players} players this deals {total} cards, but there are {size}",
                node.span,
                "deal fewer, or leave fewer cards out",
            )


def _swallowed(core: c.Core, report: Report) -> None:
    """Where one card of many without an attribute makes all of it undefined, and `otherwise` hides that."""
    for found in swallowed(core):
        sets = [name for name in core.families if core.domains[name].size == len(found.table.values)]
        named = f": {found.named(core.domains[sets[0]])}" if len(sets) == 1 else ""
        report.warn(
            "Q430",
            f"otherwise is taken as soon as one of them has no {found.table.name}{named}",
            found.table.span,
            f"leave those out with where, or say it for each: ({found.table.name} of c otherwise …)",
        )


def _amount(amount: c.Expr, core: c.Core) -> c.Expr:
    # A hand size is usually a definition by player count; its cases are constants by now.
    if isinstance(amount, c.Call) and not amount.args:
        body = core.defines[amount.define].body
        if isinstance(body, c.Cases):
            live = [row.value for row in body.rows if row.guard == c.Const(True)]
            return live[0] if len(live) == 1 else amount
        return body
    return amount


def _properties(clauses: tuple[t.Clause, ...], game: t.Game, report: Report) -> None:
    shops: dict[tuple[int, tuple[t.Setting, ...]], Workshop | None] = {}
    # A game with errors has them without one of its clauses, too.
    whole = all(d.severity != "error" or d.code in ("Q213", "Q425") for d in report.found)
    for clause in clauses:
        if not isinstance(clause, t.Property):
            continue
        low = clause.counts.low if clause.counts else game.low
        high = clause.counts.high if clause.counts else game.high
        if not game.low <= low <= high <= game.high:
            report.error("Q403", f"{game.name} is for {game.low} to {game.high} players", clause.span)
            continue
        _follows(clause, clauses, report)
        if not clause.claims:
            report.error("Q407", f"the property {clause.name} claims nothing", clause.name.span, "add: always …")
        for players in sorted({low, high}):
            key = (players, clause.settings)
            if key not in shops:
                shops[key] = workshop(clauses, players, report, clause.settings)
            shop = shops[key]
            if shop is None:
                return
            shop.state.exprs.claiming = True
            kinds = {claim.kind for claim in clause.claims}
            shop.state.exprs.comparing = not kinds.isdisjoint(COMPARING)
            for assumption in clause.assuming:
                shop.state.exprs.condition(assumption, Env())
            shop.state.exprs.comparing = False
            for claim in clause.claims:
                _claim(claim, shop, report)
                if claim.kind in COMPARED and whole:
                    beside(clauses, clause, claim, players, report)
                elif claim.kind == "each_phase" and whole:
                    over = over_phase(clauses, clause, claim, players, report)
                    if over is not None:
                        too_much(over.core, report)


def _follows(prop: t.Property, clauses: tuple[t.Clause, ...], report: Report) -> None:
    """What a property follows from stands above it: so nothing is proved by itself."""
    if not prop.follows:
        return
    every = [clause for clause in clauses if isinstance(clause, t.Property)]
    above = {one.name.text: one for one in every[: every.index(prop)]}
    for word in prop.follows:
        if word.text in above:
            if above[word.text].default_readings and not prop.default_readings:
                said = f"{prop.name} is claimed for every reading, but {word} for the default ones only"
                report.error("Q426", said, word.span, "write here too: with default readings")
            continue
        if any(one.name.text == word.text for one in every):
            report.error("Q405", f"{prop.name} follows from {word}, which is not above it", word.span, "write it above")
        else:
            report.error("Q201", f"there is no property {word}", word.span, did_you_mean(word.text, above))


def _claim(claim: t.Claim, shop: Workshop, report: Report) -> None:
    exprs, scope = shop.state.exprs, shop.scope
    exprs.comparing = claim.kind in COMPARING
    if claim.kind in ("ends", "ends_within"):
        if claim.body is not None:
            exprs.number(claim.body, Env())
    elif claim.kind == "same":
        _stand_in(claim, exprs, report)
    elif claim.body is not None and claim.kind not in (*t.SIGHTED, "each_phase"):
        judge(shop.work, exprs.condition(claim.body, Env()), claim.span, report)
    elif claim.kind in ("order", "cycle"):
        for word in claim.names:
            takes, gives = exprs.signatures.get(word.text, ((), c.YesNo()))
            pair = len(takes) == 2 and takes[0] == takes[1]
            if pair and gives != c.YesNo():
                report.error("Q301", f"{word} gives {plain(gives)}, but yes or no is needed here", word.span)
            if word.text not in scope.defines or not pair:
                report.error(
                    "Q304",
                    f"{word} does not compare two things of one kind",
                    word.span,
                    did_you_mean(word.text, scope.defines),
                )
    elif claim.kind == "can_win":
        _winners(claim, exprs, report)
    elif claim.kind == "conserved":
        for word in claim.names:
            if scope.domain(word.text) is None or scope.domain(word.text).name not in scope.sets:  # type: ignore[union-attr]
                report.error(
                    "Q208", f"there is no set of cards called {word}", word.span, did_you_mean(word.text, scope.sets)
                )
    elif claim.kind.startswith("readings"):
        for word in claim.names[:1]:
            if word.text not in scope.readings:
                report.error(
                    "Q201", f"there is no reading called {word}", word.span, did_you_mean(word.text, scope.readings)
                )
    elif claim.kind in t.SIGHTED:
        assert claim.bind is not None and claim.body is not None
        bound = exprs.open(claim.bind, Env())
        if bound is not None and bound.value.kind != c.Member(scope.player):
            preposition = {"hidden": "from", "shown": "to"}[claim.kind]
            said = f"only {preposition} players can something be {claim.kind}"
            report.error("Q309", said, claim.bind.span, f"{claim.kind} … {preposition} player p")
        elif bound is not None:
            exprs.check(claim.body, bound.env, None)
            exprs.condition(claim.where, bound.env)
            exprs.condition(claim.until, bound.env)


def _winners(claim: t.Claim, exprs: Expressions, report: Report) -> None:
    cards, comparison = claim.names
    if cards.text not in exprs.scope.sets:
        hint = did_you_mean(cards.text, exprs.scope.sets)
        report.error("Q208", f"there is no set of cards called {cards}", cards.span, hint)
        return
    takes, gives = exprs.signatures.get(comparison.text, ((), c.YesNo()))
    rows = [zone.places for zone in exprs.zones.values() if zone.kind == "row" and zone.cards.name == cards.text]
    places = [c.Member(row) for row in rows if row is not None]
    if gives != c.YesNo() or len(takes) != 2 or takes[0] != takes[1] or takes[0] not in places:
        report.error(
            "Q304",
            f"{comparison} does not compare two places of a row of {cards}",
            comparison.span,
            "define beats(place i in trick, place j in trick): yes or no",
        )


def _stand_in(claim: t.Claim, exprs: Expressions, report: Report) -> None:
    for word in claim.names:
        if word.text not in exprs.signatures:
            known = exprs.scope.defines
            report.error("Q201", f"there is no definition called {word}", word.span, did_you_mean(word.text, known))
            return
    stand_in, original = claim.names[:2]
    if exprs.signatures[stand_in.text] != exprs.signatures[original.text]:
        report.error(
            "Q301", f"{stand_in} cannot stand in for {original}: it takes or gives something else", stand_in.span
        )


def _citations(clauses: tuple[t.Clause, ...], report: Report) -> None:
    """Where a rulebook is cited at all, a clause that cites nothing is one nobody asked for."""
    found = clauses_of(clauses)
    rules = [cl for cl in found.values() if cl.kind not in ("example", "property", "event")]
    if not any(cl.cites for cl in rules):
        return
    for clause in rules:
        if not clause.cites:
            report.warn(
                "Q417",
                f"{clause.name} cites no statement of the rulebook",
                clause.span,
                "add the statements it encodes at the end of its first line: [WR-001]",
            )
