"""Whole clauses in English: what a rule says that has no text of its own."""

from __future__ import annotations

from qedeck.site.book.fill.desk import Written
from qedeck.site.book.prose import Paragraph
from qedeck.site.book.words.english_steps import EnglishSteps, written
from qedeck.site.book.words.english_terms import article, aside
from qedeck.site.book.words.sayings import crowded
from qedeck.site.book.words.speech import Env, Known, Said, capital, prose_of
from qedeck.spec import tree as t

_KINDS = {"pile": "pile", "row": "row", "grid": "grid"}
_SIGHTS = {
    "all": "face up", "owner": "seen only by the player it belongs to", "none": "face down",
    "others": "seen by everybody but the player it belongs to",
}
_KNOWN = {
    "owner": "; only the player it belongs to knows it", "none": "; a secret",
    "others": "; everybody but the player it belongs to knows it",
}


class English(EnglishSteps):
    """Says what a clause says."""

    def clause(self, part: Written) -> tuple[Paragraph, ...]:
        match part:
            case t.Phase(params=params, body=body):
                return self.paragraphs(body, self._params(params, Env()))
            case t.Trigger(name=name, where=where, body=body):
                env = self.known(name.text, "player", Env())
                when = f", if {self.holds(where, env)}" if where is not None else ""
                said = f"when “{self.lore.name(part.event.text)}” happens{when}"
                return (written(Said(said, 0, opens=True)), *self.paragraphs(body, env))
            case t.Define():
                return self._define(part)
            case t.Parameter():
                return self._parameter(part)
            case _:
                return tuple(Paragraph(prose_of(capital(line))) for line in self._said(part))

    def _said(self, part: Written) -> list[str]:
        match part:
            case t.Game():
                return [self._game(part)]
            case t.Values(_, members, further=further):
                more = "; and as many more as are needed" if further is not None else ""
                return [f"one of these: {', '.join(self.lore.desk.word(one.text) for one in members)}{more}."]
            case t.Cards(lines=lines):
                return [f"{self._card_line(line)}." for line in lines]
            case t.LeaveOut(players, lines):
                return [f"with {players} players, leave out {', '.join(self._out(line) for line in lines)}."]
            case t.Reading(name, alternatives):
                ways = ", or ".join(f"“{self.lore.reading(name.text, one.text)}”" for one in alternatives)
                return [f"this can be read in {len(alternatives)} ways: {ways}. The first is played unless you agree "
                        "otherwise."]
            case t.Zone():
                return [self._zone(part)]
            case t.Remembered():
                return [self._remembered(part)]
            case t.Event(param=param):
                return [f"this may happen to {article(self.lore.desk.word(param.type.text).lower())}."]
            case t.Ending():
                return [self._ending(part)]
            case _:
                return []

    # ---- box and table -----------------------------------------------------------------------------

    def _game(self, part: t.Game) -> str:
        how = f"{part.low} to {part.high}" if part.high > part.low else f"{part.low}"
        ages = f", aged {part.ages} and up" if part.ages else ""
        long = f"; it takes about {part.minutes} minutes" if part.minutes else ""
        led = " A moderator leads it." if part.moderated else ""
        return f"a game for {how} player{'s' if part.high > 1 else ''}{ages}{long}.{led}"

    def _card_line(self, line: t.CardLine) -> str:
        name = self.lore.desk.word(line.family.text)
        spread = ", ".join(f"{self.lore.desk.word(word.text)} {low} to {high}" for word, low, high in line.spreads)
        has = [f"{self.lore.desk.word(word.text)} {self._key(key)}" for word, key in line.attributes]
        if line.copies is None:
            many = "one of each" if spread else "one"
        else:
            many = f"{self.term(line.copies, Env())} copies" + (" of each" if spread else "")
        return ", ".join([name, *([spread] if spread else []), *has]) + f": {many}"

    def _key(self, key: t.Key) -> str:
        if key.number is not None:
            return self.numbered(key.word, key.number) if key.word else str(key.number)
        return self.lore.desk.word(key.word or "")

    def _out(self, line: t.OutLine) -> str:
        name = self.lore.desk.word(line.family.text)
        if line.low is not None:
            name += f" {line.low}" + (f" to {line.high}" if line.high is not None and line.high != line.low else "")
        return f"{line.copies} {name}" if line.copies is not None else name

    def _zone(self, part: t.Zone) -> str:
        holds = self.lore.desk.word(part.holds.text)
        kind = f"a {_KINDS[part.kind]} of {holds}s"
        if part.kind == "grid" and part.grid is not None:
            kind = f"one {holds} for each {self.lore.desk.word(part.grid.text)}"
        said = [kind, self._seen(part) if part.seen_by else _SIGHTS.get(part.sight, "not seen by anybody")]
        said += ["whoever does not see them does not see how many there are"] if part.otherwise_unseen else []
        said += ["whoever has seen a card here knows it on, wherever it goes that can be followed"] if (
            part.remembered) else []
        kinds = [self.lore.desk.word(word.text).lower() for word in part.kept_for]
        said += [f"one for each {' and each '.join(kinds)}"] if kinds else []
        said += [f"up to {self.term(part.up_to, Env())}"] if part.up_to is not None else []
        said += ["where a card leaves, its place stays empty"] if part.gaps else []
        end = f"; at the start all {holds}s lie here" if part.full else ""
        return f"{', '.join(said)}{end}."

    def _remembered(self, part: t.Remembered) -> str:
        kinds = [self.lore.desk.word(word.text).lower() for word in part.kept_for]
        each = f" for each {' and each '.join(kinds)}" if kinds else ""
        if part.lying_in:
            zones = " or ".join(self._the(zone.text) for zone in part.lying_in)
            each = f" on each {kinds[0]} in {zones}, and let it go along with the {kinds[0]}"
        first = f", {self.term(part.starting, Env())} at the start" if part.starting is not None else ""
        seen = f"; {self._seen(part)}" if part.seen_by else _KNOWN.get(part.sight, "")
        return f"keep track of this{each}: {self.type(part.type)}{first}{seen}."

    def _seen(self, part: t.Zone | t.Remembered) -> str:
        """Who sees it, where that is said of some players."""
        whose = {"owner": "the player it belongs to", "others": "everybody but the player it belongs to"}
        seers, env = [whose[part.sight]] if part.sight in whose else list[str](), Env()
        if part.each is not None:
            env = env.bind(part.each.text, Known(part.each.text, f"the {self.lore.desk.word(part.each.text).lower()}"))
        for one in part.seen_by:
            inner, thing = self.bound(one.bind, env)
            such = "" if one.where is None else f" such that{aside(self.holds(one.where, inner))}"
            seers.append(f"every {thing}{such}")
        return f"seen by {'; and by '.join(seers)}"

    def type(self, type_: t.Type) -> str:
        match type_:
            case t.TypeYesNo():
                return "yes or no"
            case t.TypeRange(low, high):
                return f"a number from {low} to {self.term(high, Env())}"
            case t.TypeName(word, optional):
                return article(self.lore.desk.word(word.text).lower()) + (", or none" if optional else "")
            case t.TypePlace(zone):
                return f"a place in {self._the(zone.text)}"

    def _parameter(self, part: t.Parameter) -> tuple[Paragraph, ...]:
        env = self._params(part.params, Env())
        of = f" for each {self._param_types(part.params)}" if part.params else ""
        lines = [Said(f"the rules leave this open{of}: {self.type(part.type)}", 0)]
        if isinstance(part.assumed, t.By):
            lines += [Said("here this is assumed", 0, opens=True), *self._rows(part.assumed, env, 1)]
        elif part.assumed is not None:
            lines.append(Said(f"here {self.term(part.assumed, env)} is assumed", 0))
        lines += [Said(f"it must be so that{aside(self.holds(one, env))}", 0) for one in part.such_that]
        return tuple(map(written, lines))

    def _ending(self, part: t.Ending) -> str:
        when = "the game is over then" if part.condition is None or _always(part.condition) else (
            f"the game is over if {self.holds(part.condition, Env())}")
        if part.result == "won" and part.bind is not None:
            inner, thing = self.bound(part.bind, Env(lettered=crowded(part)))
            whom = f" who fits this: {self.holds(part.where, inner)}" if part.where is not None else ""
            who = f"the winner is every {thing}{whom}" if whom else f"every {thing} wins"
        else:
            who = "it is a draw" if part.result == "drawn" else "nobody wins"
        before = ", ".join(f"“{self.lore.name(word.text)}”" for word in part.before)
        return f"{when}; {who}." + (f" This comes before {before}." if before else "")

    # ---- definitions -------------------------------------------------------------------------------------

    def _params(self, params: tuple[t.Param, ...], env: Env) -> Env:
        for param in params:
            env = self.known(param.name.text, param.type.text, env)
        return env

    def _param_types(self, params: tuple[t.Param, ...], one: bool = False, env: Env | None = None) -> str:
        zones = [f" in {self._the(param.zone.text)}" if param.zone else "" for param in params]
        lettered = env.lettered if env else frozenset()
        things = [self.lore.desk.word(param.type.text).lower()
                  + (f" {param.name.text}" if param.type.text in lettered else "") for param in params]
        said = [thing + zone for thing, zone in zip(things, zones, strict=True)]
        again = [thing in said[:place] for place, thing in enumerate(said)]
        told = [f"another {thing}" if twice else article(thing) if one else thing
                for thing, twice in zip(said, again, strict=True)]
        return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)

    def _define(self, part: t.Define) -> tuple[Paragraph, ...]:
        env, name = self._params(part.params, Env(lettered=crowded(part))), self.lore.desk.word(part.name.text)
        whose = f" for {self._param_types(part.params, True, env)}" if part.params else ""
        yes_no = len(part.parts) == 1 and isinstance(part.parts[0].type, t.TypeYesNo)
        match part.body:
            case t.Cases(cases=(t.Case(condition=None, values=(value,), excepts=()),)):
                said = f"“{name}” holds{whose} if{aside(self.holds(value, env))}" if yes_no else (
                    f"“{name}”{whose} is {self.term(value, env)}")
                return (written(Said(said, 0)),)
            case t.Cases(cases):
                lines = self._cases(cases, env, 1, yes_no)
            case t.By() as by:
                lines = self._rows(by, env, 1, yes_no)
        head = f"whether “{name}” holds{whose}" if yes_no else f"“{name}”{whose}"
        return (written(Said(head, 0, opens=True)), *(written(line) for line in lines))

    def _cases(self, cases: tuple[t.Case, ...], env: Env, depth: int, yes_no: bool = False) -> list[Said]:
        found: list[Said] = []
        for case in cases:
            when = "otherwise" if case.condition is None else f"if{aside(self.holds(case.condition, env))}"
            found.append(Said(f"{when}: {self._values(case.values, env, yes_no)}", depth, False))
            for more in case.excepts:
                assert more.condition is not None
                said = f"but if {self.holds(more.condition, env)}: {self._values(more.values, env, yes_no)}"
                found.append(Said(said, depth + 1, False))
        return found

    def _rows(self, by: t.By, env: Env, depth: int, yes_no: bool = False) -> list[Said]:
        found: list[Said] = []
        for row in by.rows:
            keys = ", ".join(self._row_key(by.subject, key) for key in row.keys) or "otherwise"
            match row.cases:
                case (t.Case(condition=None, values=values, excepts=excepts),):
                    found.append(Said(f"{keys}: {self._values(values, env, yes_no)}", depth, False))
                    for more in excepts:
                        assert more.condition is not None
                        said = f"but if {self.holds(more.condition, env)}: {self._values(more.values, env, yes_no)}"
                        found.append(Said(said, depth + 1, False))
                case cases:
                    found.append(Said(keys, depth, False, True))
                    found += self._cases(cases, env, depth + 1, yes_no)
        return found

    def _row_key(self, subject: t.Expr, key: t.Key) -> str:
        if isinstance(subject, t.PlayerCount) and key.number is not None:
            return f"{key.number} players"
        if isinstance(subject, t.Name) and subject.word in self.lore.readings and key.word:
            return f"read the {self.way(subject.word, key.word)} way"
        return self._key(key)

    def _values(self, values: tuple[t.Expr, ...], env: Env, yes_no: bool) -> str:
        if yes_no and len(values) == 1 and not isinstance(values[0], t.YesNo):
            return f"it holds if{aside(self.holds(values[0], env))}"
        return ", ".join(self.term(value, env) for value in values)


def _always(condition: t.Expr) -> bool:
    return isinstance(condition, t.YesNo) and condition.value


