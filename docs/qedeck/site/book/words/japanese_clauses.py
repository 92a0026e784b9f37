"""Whole clauses in Japanese: what a rule says that has no text of its own."""

from __future__ import annotations

from qedeck.site.book.fill.desk import Written
from qedeck.site.book.prose import Paragraph
from qedeck.site.book.words.japanese_steps import JapaneseSteps, written
from qedeck.site.book.words.sayings import crowded
from qedeck.site.book.words.speech import Env, Known, Said, prose_of
from qedeck.spec import tree as t

_KINDS = {"pile": "山", "row": "列"}
_SIGHTS = {
    "all": "表向きに置きます", "owner": "持ち主だけが見ます", "none": "裏向きに置きます",
    "others": "持ち主のほかの全員が見ます",
}
_KNOWN = {
    "owner": "本人だけが知っています。", "none": "だれにも見せません。", "others": "本人のほかの全員が知っています。",
}


class Japanese(JapaneseSteps):
    """Says what a clause says."""

    def clause(self, part: Written) -> tuple[Paragraph, ...]:
        match part:
            case t.Phase(params=params, body=body):
                return self.paragraphs(body, self._params(params, Env()))
            case t.Trigger(name=name, where=where, body=body):
                env = self.known(name.text, "player", Env())
                when = f"（{self.holds(where, env).when}だけ）" if where is not None else ""
                said = f"「{self.lore.name(part.event.text)}」が起きたら{when}、次のようにします"
                return (written(Said(said, 0, opens=True)), *self.paragraphs(body, env))
            case t.Define():
                return self._define(part)
            case t.Parameter():
                return self._parameter(part)
            case _:
                return tuple(Paragraph(prose_of(line)) for line in self._said(part))

    def _said(self, part: Written) -> list[str]:
        match part:
            case t.Game():
                return [self._game(part)]
            case t.Values(_, members, further=further):
                listed = "、".join(self.lore.desk.word(one.text) for one in members)
                if further is not None:
                    return [f"{listed}があり、足りなければいくつでも増えます。"]
                return [f"{listed}の{len(members)}つがあります。"]
            case t.Cards(lines=lines):
                return [f"{self._card_line(line)}。" for line in lines]
            case t.LeaveOut(players, lines):
                return [f"{players}人で遊ぶときは、{'、'.join(self._out(line) for line in lines)}を使いません。"]
            case t.Reading(name, alternatives):
                ways = "、または".join(f"「{self.lore.reading(name.text, one.text)}」" for one in alternatives)
                usual = "決めておかなければ、1つ目の読み方で遊びます。"
                return [f"読み方が{len(alternatives)}通りあります。{ways}です。{usual}"]
            case t.Zone():
                return [self._zone(part)]
            case t.Remembered():
                return [self._remembered(part)]
            case t.Event(param=param):
                return [f"{self.lore.desk.word(param.type.text)}に起こることがあります。"]
            case t.Ending():
                return [self._ending(part)]
            case _:
                return []

    # ---- box and table -----------------------------------------------------------------------------

    def _game(self, part: t.Game) -> str:
        how = f"{part.low}人から{part.high}人" if part.high > part.low else f"{part.low}人"
        ages = f"対象は{part.ages}歳以上です。" if part.ages else ""
        long = f"1ゲームは約{part.minutes}分です。" if part.minutes else ""
        led = "司会が進めます。" if part.moderated else ""
        return f"{how}で遊ぶゲームです。{ages}{long}{led}"

    def _card_line(self, line: t.CardLine) -> str:
        name = self.lore.desk.word(line.family.text)
        spread = "、".join(f"{self.lore.desk.word(word.text)}は{low}から{high}" for word, low, high in line.spreads)
        has = [f"{self.lore.desk.word(word.text)}は{self._key(key)}" for word, key in line.attributes]
        if line.copies is None:
            many = "1枚"
        elif isinstance(line.copies, t.Integer):
            many = f"{line.copies.value}枚"
        else:
            many = f"「{self.term(line.copies, Env())}」の枚数"
        each = "ずつ" if spread else ""
        about = "、".join([*([spread] if spread else []), *has])
        return f"{name}{f'（{about}）' if about else ''}：{many}{each}"

    def _key(self, key: t.Key) -> str:
        if key.number is not None:
            return self.numbered(key.word, key.number) if key.word else str(key.number)
        return self.lore.desk.word(key.word or "")

    def _out(self, line: t.OutLine) -> str:
        name = self.lore.desk.word(line.family.text)
        if line.low is not None:
            name += f"の{line.low}" + (f"から{line.high}" if line.high is not None and line.high != line.low else "")
        return f"{name}{line.copies}枚" if line.copies is not None else name

    def _zone(self, part: t.Zone) -> str:
        holds = self.lore.desk.word(part.holds.text)
        kinds = [self.lore.desk.word(word.text) for word in part.kept_for]
        each = f"{'と'.join(kinds)}ごとに1つの、" if kinds else ""
        kind = f"{each}{holds}の{_KINDS.get(part.kind, '')}です"
        if part.kind == "grid" and part.grid is not None:
            kind = f"{self.lore.desk.word(part.grid.text)}ごとに{holds}を1枚置きます"
        said = [self._seen(part) if part.seen_by else _SIGHTS.get(part.sight, "だれも見ません")]
        said += ["見ない人には枚数もわかりません"] if part.otherwise_unseen else []
        said += [f"ここで見た{holds}は、動いた先を追えるかぎり覚えていられます"] if part.remembered else []
        many = "枚" if isinstance(part.up_to, t.Integer) else "と同じ枚数"
        said += [f"{self.term(part.up_to, Env())}{many}まで置けます"] if part.up_to is not None else []
        said += ["カードがなくなった場所は空いたままです"] if part.gaps else []
        said += [f"始めるときは、{holds}がすべてここにあります"] if part.full else []
        return "".join(f"{one}。" for one in [kind, *said])

    def _remembered(self, part: t.Remembered) -> str:
        kinds = [self.lore.desk.word(word.text) for word in part.kept_for]
        each = f"{'と'.join(kinds)}ごとに" if kinds else ""
        if part.lying_in:
            zones = "と".join(self.lore.desk.word(zone.text) for zone in part.lying_in)
            each = f"{zones}にある{kinds[0]}ごとに、その{kinds[0]}とともに動く印として"
        first = f"最初は{self.term(part.starting, Env())}です。" if part.starting is not None else ""
        seen = f"{self._seen(part)}。" if part.seen_by else _KNOWN.get(part.sight, "")
        return f"{each}覚えておきます（{self.type(part.type)}）。{first}{seen}"

    def _seen(self, part: t.Zone | t.Remembered) -> str:
        """Who sees it, where that is said of some players."""
        whose = {"owner": "持ち主", "others": "持ち主のほかの全員"}
        seers, env = [whose[part.sight]] if part.sight in whose else list[str](), Env()
        if part.each is not None:
            env = env.bind(part.each.text, Known(part.each.text, f"その{self.lore.desk.word(part.each.text)}"))
        for one in part.seen_by:
            _, thing, such = self.bound(one.bind, one.where, env)
            seers.append(f"{such}{thing}")
        return f"{'と、'.join(seers)}が見ます"

    def type(self, type_: t.Type) -> str:
        match type_:
            case t.TypeYesNo():
                return "はいかいいえ"
            case t.TypeRange(low, high):
                return f"{low}から{self.term(high, Env())}までの数"
            case t.TypeName(word, optional):
                return self.lore.desk.word(word.text) + ("、またはなし" if optional else "")
            case t.TypePlace(zone):
                return f"{self.lore.name(zone.text)}の中の場所"

    def _parameter(self, part: t.Parameter) -> tuple[Paragraph, ...]:
        env = self._params(part.params, Env())
        of = f"（{self._param_types(part.params)}ごとに）" if part.params else ""
        lines = [Said(f"説明書からはわかりません{of}。{self.type(part.type)}です", 0)]
        if isinstance(part.assumed, t.By):
            lines += [Said("ここでは次のようにしておきます", 0, opens=True), *self._rows(part.assumed, env, 1)]
        elif part.assumed is not None:
            lines.append(Said(f"ここでは{self.term(part.assumed, env)}としておきます", 0))
        lines += [Said(f"ただし、{self.holds(one, env).plain}ものとします", 0) for one in part.such_that]
        return tuple(map(written, lines))

    def _ending(self, part: t.Ending) -> str:
        always = part.condition is None or (isinstance(part.condition, t.YesNo) and part.condition.value)
        when = "ここで" if always or part.condition is None else f"{self.holds(part.condition, Env()).if_}、"
        if part.result == "won" and part.bind is not None:
            _, thing, such = self.bound(part.bind, part.where, Env(lettered=crowded(part)))
            who = f"{such}{thing}の勝ちです"
        else:
            who = "引き分けです" if part.result == "drawn" else "勝者はいません"
        before = "".join(f"「{self.lore.name(word.text)}」" for word in part.before)
        return f"{when}ゲームは終わりです。{who}。" + (f"{before}より先に調べます。" if before else "")

    # ---- definitions -------------------------------------------------------------------------------------

    def _params(self, params: tuple[t.Param, ...], env: Env) -> Env:
        for param in params:
            env = self.known(param.name.text, param.type.text, env)
        return env

    def _param_types(self, params: tuple[t.Param, ...], env: Env | None = None) -> str:
        zones = [f"{self.lore.name(param.zone.text)}の" if param.zone else "" for param in params]
        lettered = env.lettered if env else frozenset()
        things = ["数" if param.type.text == "number" else self.lore.desk.word(param.type.text)
                  + (param.name.text if param.type.text in lettered else "") for param in params]
        said = [zone + thing for thing, zone in zip(things, zones, strict=True)]
        return "と".join(f"もう一方の{one}" if one in said[:place] else one for place, one in enumerate(said))

    def _define(self, part: t.Define) -> tuple[Paragraph, ...]:
        env, name = self._params(part.params, Env(lettered=crowded(part))), self.lore.desk.word(part.name.text)
        whose = f"{self._param_types(part.params, env)}について、" if part.params else ""
        yes_no = len(part.parts) == 1 and isinstance(part.parts[0].type, t.TypeYesNo)
        match part.body:
            case t.Cases(cases=(t.Case(condition=None, values=(value,), excepts=()),)):
                said = f"{whose}{self.holds(value, env).when}「{name}」が成り立ちます" if yes_no else (
                    f"{whose}「{name}」は、{self.term(value, env)}です")
                return (written(Said(said, 0)),)
            case t.Cases(cases):
                lines = self._cases(cases, env, 1, yes_no)
            case t.By() as by:
                lines = self._rows(by, env, 1, yes_no)
        asked = "が成り立つかどうかは" if yes_no else "は"
        head = f"{whose}「{name}」{asked}、次のとおりです"
        return (written(Said(head, 0, opens=True)), *(written(line) for line in lines))

    def _cases(self, cases: tuple[t.Case, ...], env: Env, depth: int, yes_no: bool = False) -> list[Said]:
        found: list[Said] = []
        for case in cases:
            when = "そうでなければ" if case.condition is None else self.holds(case.condition, env).if_
            found.append(Said(f"{when}、{self._values(case.values, env, yes_no)}", depth, False))
            found += self._excepts(case.excepts, env, depth + 1, yes_no)
        return found

    def _excepts(self, excepts: tuple[t.Case, ...], env: Env, depth: int, yes_no: bool) -> list[Said]:
        found: list[Said] = []
        for case in excepts:
            assert case.condition is not None
            when = self.holds(case.condition, env).if_
            found.append(Said(f"ただし、{when}、{self._values(case.values, env, yes_no)}", depth, False))
        return found

    def _rows(self, by: t.By, env: Env, depth: int, yes_no: bool = False) -> list[Said]:
        found: list[Said] = []
        for row in by.rows:
            keys = "、".join(self._row_key(by.subject, key) for key in row.keys) or "そのほか"
            match row.cases:
                case (t.Case(condition=None, values=values, excepts=excepts),):
                    found.append(Said(f"{keys}：{self._values(values, env, yes_no)}", depth, False))
                    found += self._excepts(excepts, env, depth + 1, yes_no)
                case cases:
                    found.append(Said(keys, depth, False, True))
                    found += self._cases(cases, env, depth + 1, yes_no)
        return found

    def _row_key(self, subject: t.Expr, key: t.Key) -> str:
        if isinstance(subject, t.PlayerCount) and key.number is not None:
            return f"{key.number}人"
        if isinstance(subject, t.Name) and subject.word in self.lore.readings and key.word:
            return f"{self.way(subject.word, key.word)}つ目の読み方"
        return self._key(key)

    def _values(self, values: tuple[t.Expr, ...], env: Env, yes_no: bool) -> str:
        if yes_no and len(values) == 1 and not isinstance(values[0], t.YesNo):
            return f"{self.holds(values[0], env).when}成り立ちます"
        return "、".join(self.term(value, env) for value in values)
