"""What happens, in English: the statements of a phase as a list of steps."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from qedeck.site.book.prose import Paragraph
from qedeck.site.book.words.english_conditions import EnglishConditions
from qedeck.site.book.words.english_terms import article, aside
from qedeck.site.book.words.speech import Env, Known, Said, capital, prose_of
from qedeck.spec import tree as t


class EnglishSteps(EnglishConditions):
    """Puts statements into words."""

    def paragraphs(self, body: tuple[t.Statement, ...], env: Env) -> tuple[Paragraph, ...]:
        """The whole of a phase."""
        return tuple(written(line) for line in self.steps(body, env, 1))

    def steps(self, body: tuple[t.Statement, ...], env: Env, depth: int) -> list[Said]:
        """Each statement as an item of a list; what is inside it, one level deeper."""
        found: list[Said] = []
        for statement in body:
            lines, env = self._statement(statement, env, depth)
            found += lines
        return found

    def _statement(self, statement: t.Statement, env: Env, depth: int) -> tuple[list[Said], Env]:
        match statement:
            case t.If():
                return self._if(statement, env, depth), env
            case t.ForEach(bind, where, start, body):
                inner, thing = self.bound(bind, env)
                way = f", clockwise from {self.term(start, env)}" if start is not None else ""
                way += ", equal ones one by one" if statement.every_copy else ""
                return self._over(f"for each {thing}{self._such(where, inner)}{way}", body, inner, depth), env
            case t.EyesClosed(awake, where, body):
                but = "" if awake is None else f" but {self.audience(awake, where, env)}"
                return self._over(f"with everybody's eyes closed{but}", body, env, depth), env
            case t.Repeat(body, until):
                stop = " nobody moves" if until is None else aside(self.holds(until, env))
                often = "again and again" if never(until) else f"again and again, until{stop}"
                return self._over(often, body, env, depth), env
            case t.Choose(owner, bind, where):
                secret = " in secret" if statement.secretly else ""
                said = f"{self.owner(owner, env)} chooses{secret} {self.picked(owner, bind, where, env)}"
                return [Said(said, depth)], self._chosen(bind, env)
            case t.MayChoose(owner, bind, where, body, otherwise):
                said = f"{self.owner(owner, env)} may choose {self.picked(owner, bind, where, env)}"
                lines = self._over(f"{said}; if so", body, self._chosen(bind, env), depth)
                return lines + (self._over("if not", otherwise, env, depth) if otherwise else []), env
            case t.ChooseOne(owner, options):
                head = f"{self.owner(owner, env)} chooses one{' in secret' if statement.secretly else ''}"
                return [Said(head, depth, opens=True), *self._options(options, env, depth + 1)], env
            case t.Race(name, options):
                inner = self.known(name.text, "player", env)
                head = "whoever is first may do one of these; nobody need"
                return [Said(head, depth, opens=True), *self._options(options, inner, depth + 1)], env
            case t.Meanwhile(condition, race):
                inner = self.known(race.name.text, "player", env)
                so = "" if condition is None else f", as long as {self.holds(condition, env)}"
                head = f"from here on{so}, whoever is first may do one of these before any choice; nobody need"
                return [Said(head, depth, opens=True), *self._options(race.options, inner, depth + 1)], env
            case t.LetBe(name, value):
                said = self.lore.desk.word(name.text)
                inner = env.bind(name.text, Known("let", f"“{said}”"))
                return [Said(f"call {self.term(value, env)} “{said}”", depth)], inner
            case _:
                return [Said(self.sentence(statement, env), depth)], env

    def _if(self, statement: t.If, env: Env, depth: int) -> list[Said]:
        lines = self._over(f"if{aside(self.holds(statement.condition, env))}", statement.then, env, depth)
        match statement.otherwise:
            case ():
                return lines
            case (t.If() as more,):
                first, *rest = self._if(more, env, depth)
                return [*lines, replace(first, text=f"otherwise, {first.text}"), *rest]
            case otherwise:
                return lines + self._over("otherwise", otherwise, env, depth)

    def _over(self, head: str, body: tuple[t.Statement, ...], env: Env, depth: int) -> list[Said]:
        """A head and what stands under it; a single step goes on in the same sentence."""
        inside = self.steps(body, env, depth + 1)
        if len(inside) == 1:
            return [Said(f"{head}: {inside[0].text}", depth)]
        return [Said(head, depth, opens=True), *inside]

    def _options(self, options: tuple[t.Option, ...], env: Env, depth: int) -> list[Said]:
        found: list[Said] = []
        for option in options:
            inner, picks = env, []
            for bind in option.binds:
                picks.append(article(self.bound(bind, inner)[1]))
                inner = self._chosen(bind, inner)
            said = f"“{self.lore.desk.word(option.name.text)}”"
            said += f", with {' and '.join(picks)}" if picks else ""
            said += f", if {self.holds(option.guard, inner)}" if option.guard is not None else ""
            found.append(Said(said, depth, False, bool(option.body)))
            found += self.steps(option.body, inner, depth + 1)
        return found

    def sentence(self, statement: t.Statement, env: Env) -> str:
        """A statement that has nothing under it, without a full stop."""
        match statement:
            case t.Becomes(target, value):
                return f"{self.term(target, env)} becomes {self.term(value, env)}"
            case t.Flip(target):
                return f"turn {self.term(target, env)} to the other side"
            case t.Change(target, amount, sign, limit):
                said = ("add {} to {}" if sign > 0 else "take {} from {}").format(
                    self.term(amount, env), self.term(target, env))
                bound = "at most to" if sign > 0 else "at least down to"
                return f"{said}, {bound} {self.term(limit, env)}" if limit is not None else said
            case t.Move(card, source, destination):
                what = "all cards" if card is None else self._card(card, env)
                whence = f" from {self.term(source, env)}" if source is not None else ""
                return f"move {what}{whence} to {self._destination(destination, env)}"
            case t.Deal(amount, source, destination):
                how = self.term(amount, env)
                cards = "card" if how == "1" else "cards"
                verb = "deal" if destination.each else "draw"
                to = self._destination(destination, env)
                return f"{verb} {how} {cards} from {self.term(source, env)} to {to}"
            case t.Shuffle(zone):
                return f"shuffle {self.term(zone, env)}"
            case t.Swap(left, right):
                return f"swap {self.term(left, env)} with {self.term(right, env)}"
            case t.Show(values, audience, where):
                what = ", ".join(self.term(value, env) for value in values)
                return f"show {what} to {self.audience(audience, where, env)}"
            case t.Secretly(voter, voter_where, bind, where, target):
                inner, who = self.bound(voter, env)
                picked, thing = self.bound(bind, inner)
                said = f"every {who}{self._such(voter_where, inner)} secretly chooses {article(thing)}"
                return f"{said}{self._such(where, picked)}: that is {self.term(target, picked)}"
            case t.Together(group, group_where, bind, where, target):
                picked, thing = self.bound(bind, env)
                said = f"{self.group(group, group_where, env)} together choose {article(thing)}"
                return f"{said}{self._such(where, picked)}, unseen by the others: that is {self.term(target, picked)}"
            case t.Do(phase, args):
                said = f"“{self.lore.name(phase.text)}”"
                return f"carry out {said}" + (f" for {', '.join(self.term(arg, env) for arg in args)}" if args else "")
            case t.Happens(event, arg):
                return f"“{self.lore.name(event.text)}” happens to {self.term(arg, env)}"
            case t.Resolve(event):
                deep = "; what one of them brings goes before all that wait" if statement.depth_first else ""
                return f"carry out what follows from each “{self.lore.name(event.text)}”{deep}"
            case t.Judge(endings):
                said = ", ".join(f"“{self.lore.name(ending.text)}”" for ending in endings)
                return f"see whether the game is over: {said}"
            case t.Announce(what):
                return f"announce: “{self.lore.desk.announced(what.text)}”"
            case t.Require(condition):
                return f"it must be so that {self.holds(condition, env)}"
            case (t.If() | t.ForEach() | t.EyesClosed() | t.Repeat() | t.Choose() | t.MayChoose() | t.ChooseOne()
                  | t.Race() | t.Meanwhile() | t.LetBe()):
                raise ValueError("this has something under it")
            case _:
                assert_never(statement)

    def group(self, bind: t.Bind, where: t.Expr | None, env: Env) -> str:
        """Those who decide together."""
        inner, who = self.bound(bind, env)
        return f"all {who}{self._such(where, inner)}"

    def _card(self, card: t.Expr, env: Env) -> str:
        family = isinstance(card, t.Name) and card.word in self.lore.families and card.word not in env.names
        return article(self.term(card, env)) if family else self.term(card, env)

    def _destination(self, destination: t.Destination, env: Env) -> str:
        if destination.each and isinstance(destination.zone, t.Of | t.Call):
            zone = self.lore.zones[destination.zone.word]
            kinds = [word.text for word in zone.kept_for]
            first, *rest = (kind if kind == "player" else self.lore.desk.word(kind).lower() for kind in kinds)
            whose = f"each {first}'s {self.lore.name(destination.zone.word)}"
            return whose + "".join(f" for each {one}" for one in rest)
        return self.term(destination.zone, env)

    def audience(self, audience: t.Expr | t.Bind | None, where: t.Expr | None, env: Env) -> str:
        if audience is None:
            return "everyone"
        if isinstance(audience, t.Bind):
            inner, thing = self.bound(audience, env)
            return f"every {thing}{self._such(where, inner)}"
        return self.term(audience, env)

    def picked(self, owner: t.Owner, bind: t.Bind, where: t.Expr | None, env: Env) -> str:
        """What somebody chooses, from what is their own."""
        if isinstance(owner.player, t.Name) and owner.player.word in env.names:
            env = env.chooser(owner.player.word, whose="their")
        inner, thing = self.bound(bind, env)
        return f"{article(thing)}{self._such(where, inner)}"

    def _chosen(self, bind: t.Bind, env: Env) -> Env:
        inner, _ = self.bound(bind, env)
        kind = self.lore.kind(bind.type.text)
        said = f"the chosen {self.lore.desk.word(kind).lower()}"
        return inner if kind == "number" else inner.chosen(bind.name.text, said)

    def owner(self, owner: t.Owner, env: Env) -> str:
        """Who decides."""
        if owner.player is not None:
            return self.term(owner.player, env)
        return {"table": "the table", "moderator": "the moderator", "chance": "chance"}.get(owner.who, owner.who)


def never(until: t.Expr | None) -> bool:
    """`until no`: only an ending stops it."""
    return isinstance(until, t.YesNo) and not until.value


def written(line: Said) -> Paragraph:
    """A line with its capital letter and its end."""
    return Paragraph(prose_of(capital(line.text) + (":" if line.opens else ".")), line.depth, line.ordered)
