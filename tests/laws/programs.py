"""Random well-formed Core programs: every construct, small domains, no sense at all."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from qedeck.spec import core as c

from .surveys import Surveyor
from .writer import CARDS, ENDINGS, NUMBER, PLACES, PLAYERS, SUITS, YES_NO, Scope

FIXED = ("parameter", "reading", "zone")
"""What no step sets."""
_ZERO, _NONE, _NO = c.Const(0), c.Const(c.NONE), c.Const(False)


def _var(name: str, type_: c.Type, *dims: c.Domain, role: str = "remembered", init: c.Expr = _ZERO) -> c.Var:
    return c.Var(name, type_, dims, role, c.EVERYBODY, init, f"about {name}")


class Author(Surveyor):
    """Writes one program: a table, definitions, steps, blocks and decisions."""

    def __init__(self, draw: st.DrawFn) -> None:
        super().__init__(draw)
        self.zones: dict[str, c.Zone] = {}

    # ---- steps ----------------------------------------------------------------------------

    def steps(self, most: int, depth: int, scope: Scope) -> tuple[c.Step, ...]:
        return tuple(self.step(depth, scope) for _ in range(self.roll(0, most)))

    def step(self, depth: int, scope: Scope) -> c.Step:
        kinds = ["assign", "move", "move", "tell", "check"]
        kinds += ["when", "each", "let"] if depth > 0 else []
        match self.pick(*kinds):
            case "assign":
                var = self.vars[self.pick(*(n for n, v in self.vars.items() if v.role not in FIXED))]
                value = self.expr(YES_NO if isinstance(var.type, c.YesNo) else NUMBER, 1, scope)
                index = tuple(self.index(dim, 1, scope) for dim in var.dims)
                return c.Assign(var.name, index, value, "assigning", self.span())
            case "move":
                card = self.index(CARDS, 1, scope) if self.roll(0, 3) else None
                source, target = self.zone_ref(scope), self.zone_ref(scope)
                by, span = self.index(PLAYERS, 0, scope), self.span()
                return c.Move(card, source, target, by, "moving", span, self.noticed(scope))
            case "tell":
                values = ((self.number(1, scope), c.Whole(-9, 9)), (self.truth(0, scope), c.YesNo()))
                return c.Tell("look", values, self.truth(1, scope | {"viewer": NUMBER}), "telling")
            case "check":
                return c.Check(self.truth(1, scope), "Q601", "checking", self.span())
            case "when":
                return c.When(self.truth(2, scope), self.steps(2, depth - 1, scope), self.steps(2, depth - 1, scope))
            case "each":
                local, (low, high) = self.local("e", scope), self.members(depth - 1)
                inner = scope | {local: NUMBER}
                where = self.truth(1, inner) if self.draw(st.booleans()) else None
                return c.Each(local, low, high, where, self.steps(2, depth - 1, inner))
        local, sort = self.local("l", scope), self.pick(NUMBER, YES_NO)
        return c.Let(local, self.expr(sort, 2, scope), self.steps(2, depth - 1, scope | {local: sort}))

    def zone_ref(self, scope: Scope, *kinds: str) -> c.ZoneRef:
        zone = self.zones[self.pick(*(n for n, z in self.zones.items() if not kinds or z.kind in kinds))]
        owner = self.index(PLAYERS, 1, scope) if zone.owned else None
        also = tuple(self.index(kind, 1, scope) for kind in zone.also)
        placed = zone.kind != "pile" and self.draw(st.booleans())
        return c.ZoneRef(zone.name, owner, self.index(PLACES, 1, scope) if placed else None, also)

    # ---- the table and the course of play -----------------------------------------------------

    def declare(self) -> None:
        amount, card, player = c.Whole(0, 3), c.Member(CARDS, True), c.Member(PLAYERS, True)
        plain = [
            _var("limit", c.Whole(-2, 3), role="parameter"),
            _var("open", c.YesNo(), role="parameter", init=_NO),
            _var("price", c.Whole(0, 2), PLAYERS, role="parameter"),
            _var("allowed", c.YesNo(), PLAYERS, CARDS, role="reading", init=_NO),
            _var("flag", c.YesNo(), init=_NO),
            _var("ready", c.YesNo(), PLAYERS, init=_NO),
            _var("score", c.Whole(-3, 5), PLAYERS, init=c.Op("min", (c.Read("limit"), c.Local("#0")))),
            _var("leader", player),
            _var("kept", c.Whole(0, 2), PLAYERS, CARDS),
            _var("chosen", c.Member(CARDS), role="control"),
            _var("bid", c.Whole(-1, 2), role="control"),
            _var("pass", c.YesNo(), role="control", init=_NO),
            _var("ended", c.Member(ENDINGS, True), init=_NONE),
            _var("winner", c.YesNo(), PLAYERS, init=_NO),
        ]
        for name, kind in (("deck", "pile"), ("hand", "pile"), ("trick", "row"), ("scene", "grid")):
            owned = name == "hand" or self.draw(st.booleans())
            counted = self.draw(st.booleans())
            places = None if kind == "pile" else PLACES
            # One for each word, too; or for each two players, of whom the first owns it. Of a hand there is one each.
            also = () if name == "hand" or self.roll(0, 2) else (self.draw(st.sampled_from((SUITS, PLAYERS))),)
            self.zones[name] = c.Zone(name, kind, owned, CARDS, places, c.NOBODY, counted, also)
            each = (*((PLAYERS,) if owned else ()), *also)
            if kind == "pile":
                plain.append(_var(name, amount, *each, CARDS, role="zone"))
            else:
                plain.append(_var(name + ".card", card, *each, PLACES, role="zone", init=_NONE))
            if kind == "row":
                plain.append(_var(name + ".by", player, *each, PLACES, role="zone", init=_NONE))
            if kind != "grid":
                plain.append(_var(name + ".size", c.Whole(0, 3 if kind == "row" else 9), *each, role="zone"))
        self.vars = {var.name: var for var in plain}

    def define(self) -> None:
        """Definitions may call those before them, and themselves: sometimes for ever."""
        for k, sort in enumerate((NUMBER, YES_NO, NUMBER)):
            of: c.Domain | c.Whole = PLACES if k != 1 else c.Whole(-1, 1)
            type_ = c.Whole(-9, 9) if sort == NUMBER else c.YesNo()
            name, params = f"worth {k}", (("x", of), ("y", PLAYERS))[: 1 + k // 2]
            empty = c.Define(name, params, type_, _ZERO, f"the worth {k}")
            self.defines[name] = empty
            rest = tuple(c.Const(0) for _ in params[1:])
            again = c.Call(name, (c.Op("sub", (c.Local("x"), c.Const(min(1, self.roll(0, 3))))), *rest), self.span())
            body = self.expr(sort, 2, {param: NUMBER for param, _ in params})
            if self.draw(st.booleans()):
                body = c.Ite(self.truth(1, {"x": NUMBER}), body, again)
            self.defines[name] = c.Define(name, params, type_, body, f"the worth {k}")
            self.callable.append(self.defines[name])
        for name, of, optional in (("spot", PLACES, False), ("somebody", PLAYERS, True)):
            # Mostly one of its list; now and then none, or nothing of the kind.
            member = self.index(of, 1, {})
            self.defines[name] = c.Define(name, (), c.Member(of, optional), member, f"the {name}")
            self.callable.append(self.defines[name])

    def look(self) -> None:
        """Who sees what, now that it can ask for definitions: plainly, or by anything at all."""
        for name, zone in self.zones.items():
            self.zones[name] = replace(zone, sight=self.sight(zone.owned))
        for name, var in self.vars.items():
            if var.role == "remembered":
                self.vars[name] = replace(var, sight=self.sight(bool(var.dims)))

    def sight(self, kept: bool) -> c.Expr:
        plain = (c.EVERYBODY, c.NOBODY, *((c.OWNER, c.OTHERS) if kept else ()))
        if self.roll(0, 2):
            return self.draw(st.sampled_from(plain))
        scope = {c.VIEWER: NUMBER, **({c.WHOSE: NUMBER} if kept else {})}
        return c.seen_by_any(self.draw(st.sampled_from(plain[1:])), c.Try(self.truth(2, scope), _NO))

    def noticed(self, scope: Scope) -> c.Expr:
        """By whom: mostly by everybody; where eyes are closed by whoever a condition names, or by nobody."""
        if self.roll(0, 2):
            return c.EVERYBODY
        return c.Try(self.truth(2, scope | {c.VIEWER: NUMBER}), _NO) if self.roll(0, 2) else c.NOBODY

    def exit(self, block: int, blocks: int) -> c.Exit:
        later = blocks - 1 - block
        match self.pick("decide", "finish", *(("branch",) * 3 + ("jump",) * 2 if later else ())):
            case "decide":
                return c.Decide(self.roll(0, 2))
            case "finish":
                return c.Finish()
            case "jump":
                return c.Jump(self.roll(block + 1, blocks - 1))
        return c.Branch(self.truth(2, {}), self.roll(block + 1, blocks - 1), self.roll(block + 1, blocks - 1))

    def nodes(self, blocks: int) -> tuple[c.Node, ...]:
        picks = tuple(c.Pick(name, self.vars[name].type, name) for name in ("chosen", "bid", "pass"))
        scope = {"chosen": NUMBER, "bid": NUMBER, "pass": YES_NO}
        options = (
            c.Option("play", picks, self.truth(2, scope), self.roll(0, blocks - 1), self.number(1, scope), "playing"),
            c.Option("stop", (), self.truth(1, {}), self.roll(0, blocks - 1)),
        )
        owner, noticed = c.Owner("player", self.index(PLAYERS, 1, {})), [self.noticed({}) for _ in range(3)]
        decision = c.Decision("turn", owner, options, noticed[0], span=self.span())
        targets = tuple((self.zone_ref({}), self.pick_amount()) for _ in range(self.roll(1, 2)))
        pile, to = self.zone_ref({}, "pile"), self.roll(0, blocks - 1)
        deal = c.DealDecision("deal", pile, targets, to, span=self.span(), noticed=noticed[1])
        row = replace(self.zone_ref({}, "row"), place=None)
        to = self.roll(0, blocks - 1)
        return decision, deal, c.ShuffleDecision("shuffle", row, to, span=self.span(), noticed=noticed[2])

    def pick_amount(self) -> c.Expr:
        return c.Const(self.roll(0, 2)) if self.roll(0, 3) else self.number(1, {})


@st.composite
def cores(draw: st.DrawFn, questions: int = 1, surveys: int = 0) -> c.Core:
    """A program with as many questions, asked of any state, among its constraints; some of them asked of all cards."""
    author = Author(draw)
    author.declare()
    author.define()
    author.look()
    count = author.roll(1, 4)
    blocks = tuple(c.Block(author.steps(3, 2, {}), author.exit(k, count)) for k in range(count))
    return c.Core(
        name="nonsense",
        players=PLAYERS.size,
        moderated=False,
        domains={domain.name: domain for domain in (PLAYERS, CARDS, PLACES, SUITS, ENDINGS)},
        families={"card": CARDS.members},
        copies={"card": tuple(author.number(min(questions, 3), {}) for _ in CARDS.members)},
        vars=author.vars,
        zones=author.zones,
        defines=author.defines,
        constraints=(
            *(author.truth(1 + k % 3, {}) for k in range(questions)),
            *(author.survey(1 + k % 3) for k in range(surveys)),
        ),
        endings=(c.Ending("won", author.truth(2, {}), "won", author.truth(1, {"p": NUMBER})),),
        blocks=blocks,
        nodes=author.nodes(count),
        start=0,
        clauses={"nonsense": c.Clause("nonsense", "phase", ())},
    )
