"""The course of play: phases where they are done, as a tree; and who is asked what in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qedeck.site.book.fill.coding import nodes
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.phases import Phases
from qedeck.site.book.prose import anchor_of
from qedeck.site.book.rules import Choice, Stage
from qedeck.site.book.words.english_steps import never
from qedeck.site.book.words.japanese_clauses import Japanese
from qedeck.site.book.words.speaker import Speaker, speaker_of
from qedeck.site.book.words.speech import Env, Known, bare, prose_of
from qedeck.spec import tree as t


@dataclass(frozen=True)
class Course:
    """Phases as they follow one another."""

    phases: Phases

    @property
    def desk(self) -> Desk:
        return self.phases.desk

    # ---- the tree ----------------------------------------------------------------------------------------

    def stages(self) -> tuple[Stage, ...]:
        """From the phase that the game starts with, as it is played by default: open points tell what else there is."""
        first = self.phases.order[:1]
        return tuple(self._stage(name, "", set(), speaker_of(self.desk)) for name in first)

    def _stage(self, name: str, manner: str, seen: set[str], speaker: Speaker) -> Stage:
        part, again = self.desk.written[name], name in seen
        seen.add(name)
        inside: tuple[Stage, ...] = ()
        if not again and isinstance(part, t.Phase | t.Trigger):
            env = self._env(part, speaker)
            inside = tuple(self._inside(part.body, env, "", seen, speaker))
        leads = bool(self.phases.done_in(name))
        return Stage(anchor_of(name), self.desk.heading(name), prose_of(manner), inside, again and leads)

    def _inside(
        self, body: tuple[t.Statement, ...], env: Env, manner: str, seen: set[str], speaker: Speaker
    ) -> Iterator[Stage]:
        for statement in body:
            match statement:
                case t.Do(phase):
                    yield self._stage(self.desk.named[phase.text], manner, seen, speaker)
                case t.Resolve(event):
                    for key, one in self.desk.written.items():
                        if isinstance(one, t.Trigger) and one.event.text == event.text:
                            yield self._stage(key, manner, seen, speaker)
                case t.Repeat(inner, until):
                    how = self._joined(manner, self._until(until, env, speaker))
                    yield from self._inside(inner, env, how, seen, speaker)
                case t.ForEach(bind, where, _, inner):
                    how = self._joined(manner, self._for_each(bind, where, env, speaker))
                    yield from self._inside(inner, self._bind(bind, env, speaker), how, seen, speaker)
                case t.EyesClosed(_, _, inner):
                    yield from self._inside(inner, env, manner, seen, speaker)
                case t.If(condition, then, otherwise):
                    left = self.phases.left(condition)
                    if isinstance(left, bool):
                        yield from self._inside(then if left else otherwise, env, manner, seen, speaker)
                        continue
                    so = self._joined(manner, self._if(left, env, speaker, True))
                    yield from self._inside(then, env, so, seen, speaker)
                    if otherwise:
                        not_so = self._joined(manner, self._if(left, env, speaker, False))
                        yield from self._inside(otherwise, env, not_so, seen, speaker)
                case t.MayChoose(_, bind, _, inner, otherwise):
                    yield from self._inside(inner, self._bind(bind, env, speaker), manner, seen, speaker)
                    yield from self._inside(otherwise, env, manner, seen, speaker)
                case t.ChooseOne(_, options) | t.Race(_, options):
                    for option in options:
                        said = self.desk.word(option.name.text)
                        chosen = f"「{said}」を選んだら" if self.desk.ja else f"on “{said}”"
                        known = env
                        for bind in option.binds:
                            known = self._bind(bind, known, speaker)
                        yield from self._inside(option.body, known, self._joined(manner, chosen), seen, speaker)
                case t.Meanwhile(_, race):
                    yield from self._inside((race,), env, manner, seen, speaker)
                case t.LetBe(name):
                    env = env.bind(name.text, Known("let", self.desk.word(name.text)))
                case t.Choose(_, bind):
                    env = self._bind(bind, env, speaker)
                case _:
                    pass

    def _joined(self, first: str, second: str) -> str:
        return ("、" if self.desk.ja else "; ").join(part for part in (first, second) if part)

    def _until(self, until: t.Expr | None, env: Env, speaker: Speaker) -> str:
        again = "くり返す" if self.desk.ja else "again and again"
        if until is None:
            return f"だれも何もしなくなるまで{again}" if self.desk.ja else f"{again}, until nobody moves"
        left = self.phases.left(until)
        if never(until) or isinstance(left, bool):
            return again
        until = left
        if isinstance(speaker, Japanese):
            return f"{speaker.holds(until, env).come}まで{again}"
        said = speaker.holds(until, env)
        return f"{again}, until{',' if said.startswith('for ') else ''} {said}"

    def _for_each(self, bind: t.Bind, where: t.Expr | None, env: Env, speaker: Speaker) -> str:
        if isinstance(speaker, Japanese):
            _, thing, such = speaker.bound(bind, where, env)
            return f"{such}{thing}ごとに"
        inner, thing = speaker.bound(bind, env)
        such = f" such that {speaker.holds(where, inner)}" if where is not None else ""
        return f"for each {thing}{such}"

    def _if(self, condition: t.Expr, env: Env, speaker: Speaker, so: bool) -> str:
        if isinstance(speaker, Japanese):
            said = speaker.holds(condition, env)
            return (said if so else ~said).when
        words = speaker.holds(condition, env) if so else speaker.fails(condition, env)
        return f"if{',' if words.startswith('for ') else ''} {words}"

    def _bind(self, bind: t.Bind, env: Env, speaker: Speaker) -> Env:
        return speaker.known(bind.name.text, bind.type.text, env)

    def _env(self, part: t.Phase | t.Trigger, speaker: Speaker) -> Env:
        env = Env()
        if isinstance(part, t.Trigger):
            return speaker.known(part.name.text, "player", env)
        for param in part.params:
            env = speaker.known(param.name.text, param.type.text, env)
        return env

    # ---- who is asked what ---------------------------------------------------------------------------------

    def choices(self, name: str) -> tuple[Choice, ...]:
        """What is decided in a phase itself, in order."""
        part = self.desk.written[name]
        if not isinstance(part, t.Phase | t.Trigger):
            return ()
        speaker = speaker_of(self.desk)
        env, each = self._env(part, speaker), set[str]()
        found: list[Choice] = []
        for node in nodes(part):
            match node:
                case t.ForEach(bind):
                    each |= {bind.name.text} if bind.type.text in ("player", "players") else set()
                    env = self._bind(bind, env, speaker)
                case t.LetBe(word):
                    env = env.bind(word.text, Known("let", self.desk.word(word.text)))
                case t.Choose(owner, bind, where) | t.MayChoose(owner, bind, where):
                    what = bare(speaker.picked(owner, bind, where, env))
                    may = isinstance(node, t.MayChoose)
                    by = self._by(owner, env, each, speaker)
                    found.append(Choice(owner.who, by, what, (), may, node.secretly))
                    env = self._bind(bind, env, speaker)
                case t.ChooseOne(owner, options):
                    named = tuple(self.desk.word(option.name.text) for option in options)
                    what = "次のどれか" if self.desk.ja else "one of these"
                    found.append(
                        Choice(owner.who, self._by(owner, env, each, speaker), what, named, False, node.secretly))
                case t.Race(_, options):
                    named = tuple(self.desk.word(option.name.text) for option in options)
                    by = "いちばん早い人" if self.desk.ja else "whoever is first"
                    what = "次のどれか" if self.desk.ja else "one of these"
                    found.append(Choice("anyone", by, what, named, True, False))
                case t.Secretly(voter, _, bind, where):
                    env = self._bind(voter, env, speaker)
                    owner = t.Owner("player", t.Name(voter.name.text))
                    by = self._by(owner, env, {voter.name.text}, speaker)
                    found.append(Choice("player", by, bare(speaker.picked(owner, bind, where, env)), (), False, True))
                case t.Together(group, group_where, bind, where):
                    owner = t.Owner("player", t.Name(group.name.text))
                    by = speaker.group(group, group_where, env)
                    what = bare(speaker.picked(owner, bind, where, env))
                    found.append(Choice("player", bare(by), what, (), False, True))
                case t.Option(binds=binds):
                    for bind in binds:
                        env = self._bind(bind, env, speaker)
                case _:
                    pass
        return tuple(found)

    def _by(self, owner: t.Owner, env: Env, each: set[str], speaker: Speaker) -> str:
        if owner.player is None:
            names = {"table": ("the table", "全員で相談"), "moderator": ("the moderator", "司会"),
                     "chance": ("chance", "偶然")}
            return names.get(owner.who, (owner.who, owner.who))[self.desk.ja]
        if isinstance(owner.player, t.Name) and owner.player.word in each:
            return f"各{self.desk.word('player')}" if self.desk.ja else f"each {self.desk.word('player').lower()}"
        return bare(speaker.term(owner.player, env))


