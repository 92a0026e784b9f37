"""Stage 2 to 3, zones: every zone becomes variables of Core, cards in it counted where they can be."""

from __future__ import annotations

from math import prod

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.card_sets import CardSet
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.scope import Scope
from qedeck.spec.checker.terms import arithmetic, both, constant, same
from qedeck.spec.checker.values import Env, Value
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.limits import MOST_CARDS, MOST_CELLS, MOST_PLACES

SIGHTS: dict[str, c.Expr] = {
    "all": c.EVERYBODY, "owner": c.OWNER, "others": c.OTHERS, "none": c.NOBODY, "unseen": c.NOBODY,
}


class Zones:
    """Builds the zones of one game."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.variables: dict[str, c.Var] = {}
        self.zones: dict[str, c.Zone] = {}
        self.exprs = Expressions(scope, self.variables, self.zones)
        self.copies: dict[str, tuple[c.Expr, ...]] = {}
        self.limits: dict[str, list[int]] = {}

    def put(self, name: str, kind: c.Type, dims: tuple[c.Domain, ...], role: str, sight: c.Expr, init: c.Expr) -> None:
        cells = prod(dim.size for dim in dims)
        if cells > MOST_CELLS:
            said = f"{name} has {cells:,} values, one for each combination: {MOST_CELLS:,} at most"
            self.scope.report.error("Q412", said, self.scope.seen.get(name, self.scope.game.span),
                                    "keep it for fewer things at once")
        self.variables[name] = c.Var(name, kind, dims, role, sight, init, name.split(".")[0])

    def kind_of(self, each: t.Word) -> c.Domain | None:
        """What something is kept for: one for each of them."""
        domain = self.scope.domain(each.text)
        if domain is None:
            self.scope.report.error(
                "Q204",
                f"there is no kind of thing called {each}",
                each.span,
                did_you_mean(each.text, self.scope.domains),
            )
        return domain

    # ---- cards and zones -----------------------------------------------------------------------

    def _copies(self, cards: CardSet) -> None:
        terms, limits = [], []
        for face, written in enumerate(cards.copies):
            term: c.Expr = c.Const(1)
            limit = 1
            if isinstance(written, t.Name) and written.word in self.scope.parameters:
                var = self.variables[written.word]
                if not isinstance(var.type, c.Whole) or var.dims not in ((), (cards.domain,)):
                    self.scope.report.error(
                        "Q301",
                        f"{written.word} does not say how many copies there are",
                        written.span,
                        f"parameter {written.word} of {cards.domain.name} x: 0 to 9",
                    )
                    continue
                self.exprs.used.add(written.word)
                term = c.Read(written.word, (c.Const(face),) if var.dims else ())
                limit = var.type.high
            elif isinstance(written, int):
                term, limit = c.Const(written), written
            elif written is not None:
                limit = self.exprs.constant_number(written, Env()) or 0
                term = c.Const(limit)
            terms.append(arithmetic("sub", term, c.Const(cards.removed[face])))
            limits.append(max(0, limit - cards.removed[face]))
        if sum(limits) > MOST_CARDS:
            said = f"there are {sum(limits):,} cards in the set {cards.domain.name}: {MOST_CARDS:,} at most"
            self.scope.report.error("Q412", said, self.scope.game.span, "fewer copies will do")
        self.copies[cards.domain.name] = tuple(terms)
        self.limits[cards.domain.name] = limits

    def _places(self, zone: t.Zone) -> None:
        if zone.kind == "row":
            if zone.up_to is None:
                limit: int | None = self._all_cards(zone)
            else:
                limit = self.exprs.constant_number(zone.up_to, Env())
            told = limit is None
            if not told and (limit is None or not 1 <= limit <= MOST_PLACES):
                self.scope.report.error(
                    "Q308",
                    f"say how many cards the row {zone.name} can hold",
                    zone.name.span,
                    f"{zone.name}: row of {zone.holds}, up to {self.scope.players}",
                )
            limit = limit if limit is not None and 1 <= limit <= MOST_PLACES else 1
            name = f"place in {zone.name}"
            self.scope.places[zone.name.text] = c.Domain(name, tuple(str(i + 1) for i in range(limit)))
        elif zone.kind == "grid" and zone.grid is not None:
            domain = self.scope.domain(zone.grid.text)
            if domain is None:
                self.scope.report.error(
                    "Q204",
                    f"there is no list of places called {zone.grid}",
                    zone.grid.span,
                    did_you_mean(zone.grid.text, self.scope.domains),
                )
                domain = c.Domain(zone.grid.text, ("1",))

    def _all_cards(self, zone: t.Zone) -> int | None:
        """A row of which nothing is said has room for every card of its set; None if that is not known."""
        known = self.scope.sets.get(zone.holds.text) or self.scope.sets.get(zone.holds.text.removesuffix("s"))
        return sum(self.limits[known.domain.name]) or None if known is not None else None

    def _zone(self, zone: t.Zone) -> None:
        name = zone.name.text
        cards = self.scope.sets.get(zone.holds.text) or self.scope.sets.get(zone.holds.text.removesuffix("s"))
        if cards is None:
            self.scope.report.error(
                "Q204",
                f"there is no set of cards called {zone.holds}",
                zone.holds.span,
                did_you_mean(zone.holds.text, self.scope.sets),
            )
            return
        each: tuple[c.Domain, ...] = ()
        for word in zone.kept_for:
            kind = self.kind_of(word)
            if kind is None:
                return
            if self.scope.goes_on(kind):
                said = f"nobody can say how many {kind.name}s there are, so there is no {name} of each of them"
                self.scope.report.error("Q308", said, word.span, "keep it for each word of a list that ends")
                return
            each = (*each, kind)
        owned = each[:1] == (self.scope.player,)
        if zone.sight in ("owner", "others") and not owned:
            self.scope.report.error(
                "Q310",
                f"{name} has no owner: it is not kept for each player",
                zone.span,
                f"write {name} of each player",
            )
        self._told_who_sees(zone)
        limits = self.limits[cards.domain.name]
        most = sum(limits)
        # Conditions ask for definitions: they are put in when those are known.
        sight = SIGHTS[zone.sight]
        counted = zone.sight != "unseen" and not zone.otherwise_unseen
        size_sight = c.EVERYBODY if counted else sight
        places = self.scope.places.get(name)
        laid, firm = zone.kind, None
        if zone.kind == "grid" and zone.grid is not None:
            places = self.scope.domain(zone.grid.text)
            firm = self.scope.named.get(places.name) if places is not None else None
        elif zone.gaps:
            # Where places keep what they are, a row is a grid whose places have numbers.
            laid, firm = "grid", 0 if zone.up_to is None else None
        if zone.gaps and zone.kind != "row":
            hint = "leave that out" if zone.kind == "grid" else f"{name}: row of {zone.holds}, keeps gaps"
            said = f"only a row is told to keep gaps, and {name} is a {zone.kind}"
            self.scope.report.error("Q310", said, zone.span, hint)
        if laid == "pile":
            full = c.Const(0) if not zone.full else _by_face(self.copies[cards.domain.name], "#0")
            total: c.Expr = c.Const(0)
            if zone.full:
                for term in self.copies[cards.domain.name]:
                    total = arithmetic("add", total, term)
            self.put(name, c.Whole(0, max(limits, default=0)), (*each, cards.domain), "zone", sight, full)
            self.put(c.size_of(name), c.Whole(0, most), each, "zone", size_sight, total)
        else:
            if places is None:
                return
            if zone.full and laid != "row":
                gaps = "; deal to one that keeps gaps" if zone.gaps else ""
                said = "only a pile or a row can be full at the start"
                self.scope.report.error("Q310", said + gaps, zone.span)
            init: c.Expr = c.Const(c.NONE)
            total = c.Const(0)
            if zone.full and laid == "row":
                init, total = self._in_order(cards, places, zone)
            self.put(c.card_of(name), c.Member(cards.domain, True), (*each, places), "zone", sight, init)
            if laid == "row":
                self.put(
                    c.by_of(name),
                    c.Member(self.scope.player, True),
                    (*each, places),
                    "zone",
                    size_sight,
                    c.Const(c.NONE),
                )
                self.put(c.size_of(name), c.Whole(0, places.size), each, "zone", size_sight, total)
        twin = next(
            (
                z
                for z in self.scope.zones.values()
                if z.full and z.name.text in self.zones and self.zones[z.name.text].cards == cards.domain
            ),
            None,
        )
        if zone.full and twin is not None:
            self.scope.report.error(
                "Q419",
                f"{name} and {twin.name} cannot both hold every {cards.domain.name}",
                zone.span,
                "only one zone is full at the start",
            )
        if zone.remembered:
            self._remember(zone, each, places)
        if zone.full and each:
            self.scope.report.error("Q310", "a zone full at the start belongs to all", zone.span)
        also = each[1:] if owned else each
        self.zones[name] = c.Zone(name, laid, owned, cards.domain, places, sight, counted, also, firm)

    def _remember(self, zone: t.Zone, each: tuple[c.Domain, ...], places: c.Domain | None) -> None:
        """Who remembers which card; it is asked by place, and what is seen all the time needs no memory."""
        wrong, name = self.scope.report.error, zone.name
        if places is None or zone.kind == "pile":
            hint = "rows and grids can be remembered, card by card"
            wrong("Q311", f"{name} is a pile, and cards in a pile are not told apart", name.span, hint)
        elif zone.sight == "all":
            wrong("Q310", f"everybody sees {name}, so there is nothing to remember", name.span, "leave remembered out")
        elif zone.sight == "unseen" or zone.otherwise_unseen:
            hint = "let everybody see how many cards there are: face down"
            wrong("Q310", f"who does not see where cards lie in {name} cannot follow them", name.span, hint)
        elif zone.seen_by:
            hint = "show the cards to whoever may look: show … to q, or q peeks at …"
            wrong("Q310", f"who sees {name} changes, and what is remembered does not follow that", name.span, hint)
        else:
            dims = (self.scope.player, *each, places)
            self.put(c.known_in(name.text), c.YesNo(), dims, "remembered", c.OWNER, c.Const(False))

    # ---- who sees it --------------------------------------------------------------------------

    def _told_who_sees(self, zone: t.Zone) -> None:
        """What is said of who sees a zone must make sense together."""
        wrong, name = self.scope.report.error, zone.name
        if zone.seen_by and zone.sight == "all":
            hint = "leave that out, or do not lay it face up"
            wrong("Q310", f"everybody sees {name}, whoever is named", zone.seen_by[0].span, hint)
        elif zone.seen_by and zone.sight == "unseen":
            hint = "who is not named sees not even how many cards there are: otherwise unseen"
            wrong("Q310", f"{name} is unseen, and somebody sees it", zone.seen_by[0].span, hint)
        elif zone.otherwise_unseen and not zone.seen_by and zone.sight not in ("owner", "others"):
            hint = "say who sees it: seen by owner, otherwise unseen" if zone.sight == "none" else "leave that out"
            wrong("Q310", f"nobody is named who sees {name}, so there are no others", zone.span, hint)

    def sight(self, line: t.Zone | t.Remembered, dims: tuple[c.Domain, ...]) -> c.Expr:
        """Who sees it, in any position; what is undefined about it is seen by nobody more."""
        return c.seen_by_any(SIGHTS[line.sight], *(self._watchers(one, line, dims) for one in line.seen_by))

    def _said_otherwise(self, one: t.SeenBy, cards: bool) -> tuple[str, str] | None:
        """What is said of everybody, of nobody and of the others in other words."""
        word = one.bind.type.text
        match one.where:
            case t.Is(_, t.Name(named)):
                word = named
        if word in self.scope.known():
            return None
        match word.lower():
            case "everyone" | "everybody" | "anyone" | "anybody" | "all":
                if cards:
                    return "cards that everybody sees lie face up", "write: face up"
                return "what is remembered is seen by everybody", "leave that out, with the comma before it"
            case "nobody" | "none":
                hint = "face down: nobody sees the faces; unseen: not even how many there are"
                return "that nobody sees something is said otherwise", hint if cards else "write: secret"
            case "owner" | "others" if one.where is None:
                return f"{word} are meant alone without a word", f"write: seen by {word}"
        return None

    def _watchers(self, one: t.SeenBy, line: t.Zone | t.Remembered, dims: tuple[c.Domain, ...]) -> c.Expr:
        bind, wrong, each = one.bind, self.scope.report.error, line.each
        instead = self._said_otherwise(one, isinstance(line, t.Zone))
        if instead is not None:
            wrong("Q110", instead[0], one.span, instead[1])
            return c.NOBODY
        if bind.within is not None or bind.low is not None or self.scope.domain(bind.type.text) != self.scope.player:
            wrong("Q310", "only players see anything", bind.span, "seen by player q where …")
            return c.NOBODY
        if one.where is None:
            hint = f"say which: seen by player {bind.name} where …; or everybody: face up"
            wrong("Q310", f"any player {bind.name} would see it", bind.span, hint)
            return c.NOBODY
        env = Env()
        if each is not None and dims:
            env = env.bind(each.text, Value(c.Local(c.WHOSE), c.Member(dims[0])))
        env = env.bind(bind.name.text, Value(c.Local(c.VIEWER), c.Member(self.scope.player)))
        term = self.exprs.condition(one.where, env)
        return term if term in c.PLAIN else c.Try(term, c.NOBODY)

    def _in_order(self, cards: CardSet, places: c.Domain, zone: t.Zone) -> tuple[c.Expr, c.Expr]:
        """A full row starts in the order the cards are declared: place i holds the face whose run covers i."""
        total: c.Expr = c.Const(0)
        init: c.Expr = c.Const(c.NONE)
        for face, term in enumerate(self.copies[cards.domain.name]):
            after = arithmetic("add", total, term)
            here = both(arithmetic("le", total, c.Local("#0")), arithmetic("lt", c.Local("#0"), after))
            init = c.Ite(here, c.Const(face), init)
            total = after
        return init, total


def _by_face(terms: tuple[c.Expr, ...], local: str) -> c.Expr:
    """One term for each face, asked by the local that holds the face."""
    values = [constant(term) for term in terms]
    if all(v is not None for v in values):
        return c.Table("copies", tuple(values), c.Local(local))
    result: c.Expr = c.Const(0)
    for face, term in enumerate(terms):
        result = c.Ite(same(c.Local(local), c.Const(face)), term, result)
    return result
