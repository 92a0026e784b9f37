"""What happens, in Japanese: the statements of a phase as a list of steps."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from qedeck.site.book.prose import Paragraph
from qedeck.site.book.words.english_steps import never
from qedeck.site.book.words.japanese_conditions import JapaneseConditions
from qedeck.site.book.words.speech import Env, Known, Said, bare, prose_of
from qedeck.spec import tree as t

SHORT = 8
"""Letters that are read at a glance; before more than that a sentence has a comma."""


class JapaneseSteps(JapaneseConditions):
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
                inner, thing, such = self.bound(bind, where, env)
                way = f"{self.term(start, env)}から時計回りに、" if start is not None else ""
                which = "（同じものも1枚ずつ）" if statement.every_copy else ""
                return self._over(f"{way}{such}{thing}{which}それぞれについて、", body, inner, depth), env
            case t.EyesClosed(awake, where, body):
                but = "" if awake is None else f"{self.audience(awake, where, env)}のほかは、"
                return self._over(f"{but}全員が目を閉じたまま、", body, env, depth), env
            case t.Repeat(body, until):
                stop = "だれも何もしなくなる" if until is None else self.holds(until, env).come
                often = f"{'' if never(until) else f'{stop}まで、'}次のことをくり返します"
                return [Said(often, depth, opens=True), *self.steps(body, env, depth + 1)], env
            case t.Choose(owner, bind, where):
                secret = "ひそかに" if statement.secretly else ""
                what = f"{self.picked(owner, bind, where, env)}を{secret}1{self.lore.counter(bind.type.text)}"
                return [Said(f"{self.owner(owner, env)}、{what}選びます", depth)], self._chosen(bind, env)
            case t.MayChoose(owner, bind, where, body, otherwise):
                what = f"{self.picked(owner, bind, where, env)}を1{self.lore.counter(bind.type.text)}"
                said = f"{self.owner(owner, env)}、{what}選んでもかまいません"
                lines = [Said(said, depth), *self._over("選んだら、", body, self._chosen(bind, env), depth)]
                return lines + (self._over("選ばなければ、", otherwise, env, depth) if otherwise else []), env
            case t.ChooseOne(owner, options):
                secret = "ひそかに" if statement.secretly else ""
                head = f"{self.owner(owner, env)}、次のどれか1つを{secret}選びます"
                return [Said(head, depth, opens=True), *self._options(options, env, depth + 1)], env
            case t.Race(name, options):
                inner = self.known(name.text, "player", env)
                head = "早い者勝ちで、だれか1人が次のどれかをしてもかまいません"
                return [Said(head, depth, opens=True), *self._options(options, inner, depth + 1)], env
            case t.Meanwhile(condition, race):
                inner = self.known(race.name.text, "player", env)
                so = "" if condition is None else f"{self.holds(condition, env).when}は、"
                head = f"ここから先、{so}どの選択の前でも、早い者勝ちでだれか1人が次のどれかをしてもかまいません"
                return [Said(head, depth, opens=True), *self._options(race.options, inner, depth + 1)], env
            case t.LetBe(name, value):
                said = self.lore.desk.word(name.text)
                inner = env.bind(name.text, Known("let", f"「{said}」"))
                return [Said(f"{self.term(value, env)}を「{said}」と呼びます", depth)], inner
            case _:
                return [Said(self.sentence(statement, env), depth)], env

    def _if(self, statement: t.If, env: Env, depth: int) -> list[Said]:
        lines = self._over(f"{self.holds(statement.condition, env).if_}、", statement.then, env, depth)
        match statement.otherwise:
            case ():
                return lines
            case (t.If() as more,):
                first, *rest = self._if(more, env, depth)
                return [*lines, replace(first, text=f"そうでなく、{first.text}"), *rest]
            case otherwise:
                return lines + self._over("そうでなければ、", otherwise, env, depth)

    def _over(self, head: str, body: tuple[t.Statement, ...], env: Env, depth: int) -> list[Said]:
        """A head and what stands under it; a single step goes on in the same sentence."""
        inside = self.steps(body, env, depth + 1)
        if len(inside) == 1:
            return [Said(f"{head}{inside[0].text}", depth)]
        return [Said(f"{head}次のようにします", depth, opens=True), *inside]

    def _options(self, options: tuple[t.Option, ...], env: Env, depth: int) -> list[Said]:
        found: list[Said] = []
        for option in options:
            inner, picks = env, []
            for bind in option.binds:
                picks.append(self.bound(bind, None, inner)[1])
                inner = self._chosen(bind, inner)
            said = f"「{self.lore.desk.word(option.name.text)}」"
            said += f"（{'、'.join(picks)}を選ぶ）" if picks else ""
            said += f"（{self.holds(option.guard, inner).when}だけ）" if option.guard is not None else ""
            found.append(Said(said, depth, False, bool(option.body)))
            found += self.steps(option.body, inner, depth + 1)
        return found

    def sentence(self, statement: t.Statement, env: Env) -> str:
        """A statement that has nothing under it, without a full stop."""
        match statement:
            case t.Becomes(target, value):
                worth = self._worth(value, env)
                return f"{self.term(target, env)}を{'、' if len(bare(worth)) > SHORT else ''}{worth}にします"
            case t.Flip(target):
                return f"{self.term(target, env)}を反対にします"
            case t.Change(target, amount, sign, limit):
                verb = "に{}を足します" if sign > 0 else "から{}を引きます"
                end = f"（{self.term(limit, env)}まで）" if limit is not None else ""
                return f"{self.term(target, env)}{verb.format(self.term(amount, env))}{end}"
            case t.Move(card, source, destination):
                what = "カードをすべて" if card is None else f"{self.term(card, env)}を"
                whence = f"{self.term(source, env)}から" if source is not None else ""
                return f"{whence}{self._destination(destination, env)}へ、{what}移します"
            case t.Deal(amount, source, destination):
                how, whence = self.term(amount, env), self.term(source, env)
                to = self._destination(destination, env)
                many = f"{how}枚" if isinstance(amount, t.Integer) else f"「{how}」の枚数だけ"
                verb = "ずつ配ります" if destination.each else "引きます"
                return f"{whence}から{to}へ、カードを{many}{verb}"
            case t.Shuffle(zone):
                return f"{self.term(zone, env)}をよく混ぜます"
            case t.Swap(left, right):
                return f"{self.term(left, env)}と{self.term(right, env)}を入れ替えます"
            case t.Show(values, audience, where):
                what = "と".join(self.term(value, env) for value in values)
                return f"{what}を{self.audience(audience, where, env)}に見せます"
            case t.Secretly(voter, voter_where, bind, where, target):
                inner, who, such_who = self.bound(voter, voter_where, env)
                picked, thing, such = self.bound(bind, where, inner)
                one = f"1{self.lore.counter(bind.type.text)}"
                chosen = f"{such_who}{who}がそれぞれ、{such}{thing}をひそかに{one}選びます"
                return f"{chosen}。それが{self.term(target, picked)}になります"
            case t.Together(group, group_where, bind, where, target):
                picked, thing, such = self.bound(bind, where, env)
                one = f"1{self.lore.counter(bind.type.text)}"
                chosen = f"{such}{thing}をほかの人に知られずに{one}選びます"
                chosen = f"{self.group(group, group_where, env)}がいっしょに、{chosen}"
                return f"{chosen}。それが{self.term(target, picked)}になります"
            case t.Do(phase, args):
                about = f"{'と'.join(self.term(arg, env) for arg in args)}について、" if args else ""
                return f"{about}「{self.lore.name(phase.text)}」を行います"
            case t.Happens(event, arg):
                return f"{self.term(arg, env)}に「{self.lore.name(event.text)}」が起きます"
            case t.Resolve(event):
                deep = "（新しく起きたものを先に）" if statement.depth_first else ""
                return f"起きた「{self.lore.name(event.text)}」を順に片づけます{deep}"
            case t.Judge(endings):
                said = "".join(f"「{self.lore.name(ending.text)}」" for ending in endings)
                return f"ゲームが終わったかどうかを確かめます：{said}"
            case t.Announce(what):
                return f"「{self.lore.desk.announced(what.text)}」と告げます"
            case t.Require(condition):
                return f"{self.holds(condition, env).plain}必要があります"
            case (t.If() | t.ForEach() | t.EyesClosed() | t.Repeat() | t.Choose() | t.MayChoose() | t.ChooseOne()
                  | t.Race() | t.Meanwhile() | t.LetBe()):
                raise ValueError("this has something under it")
            case _:
                assert_never(statement)

    def group(self, bind: t.Bind, where: t.Expr | None, env: Env) -> str:
        """Those who decide together."""
        _, who, such = self.bound(bind, where, env)
        return f"{such}{who}全員"

    def _worth(self, value: t.Expr, env: Env) -> str:
        said = self.term(value, env)
        return f"「{said}」" if isinstance(value, t.YesNo | t.Nothing) else said

    def _destination(self, destination: t.Destination, env: Env) -> str:
        if destination.each and isinstance(destination.zone, t.Of | t.Call):
            kinds = [self.lore.desk.word(word.text) for word in self.lore.zones[destination.zone.word].kept_for]
            return "".join(f"各{kind}の" for kind in kinds) + self.lore.name(destination.zone.word)
        return self.term(destination.zone, env)

    def audience(self, audience: t.Expr | t.Bind | None, where: t.Expr | None, env: Env) -> str:
        if audience is None:
            return "全員"
        if isinstance(audience, t.Bind):
            _, thing, such = self.bound(audience, where, env)
            return f"{such}{thing}全員"
        return self.term(audience, env)

    def picked(self, owner: t.Owner, bind: t.Bind, where: t.Expr | None, env: Env) -> str:
        """What somebody chooses, from what is their own."""
        if isinstance(owner.player, t.Name) and owner.player.word in env.names:
            env = env.chooser(owner.player.word, words="自分")
        _, thing, such = self.bound(bind, where, env)
        return f"{such}{thing}"

    def _chosen(self, bind: t.Bind, env: Env) -> Env:
        inner, _, _ = self.bound(bind, None, env)
        thing = self.lore.desk.word(self.lore.kind(bind.type.text))
        return inner if self.lore.kind(bind.type.text) == "number" else inner.chosen(bind.name.text, f"選んだ{thing}")

    def owner(self, owner: t.Owner, env: Env) -> str:
        """Who decides, as the subject of a sentence."""
        if owner.player is not None:
            return f"{self.term(owner.player, env)}が"
        return {"table": "全員で相談して", "moderator": "司会が", "chance": "偶然で"}.get(owner.who, owner.who)


def written(line: Said) -> Paragraph:
    """A line with its end."""
    return Paragraph(prose_of(line.text + ("：" if line.opens else "。")), line.depth, line.ordered)
