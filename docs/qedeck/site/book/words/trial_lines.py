"""The lines of an example in words: what is laid out, what is done, what comes of it."""

from __future__ import annotations

from typing import assert_never

from qedeck.site.book.prose import Prose
from qedeck.site.book.words.japanese_clauses import Japanese
from qedeck.site.book.words.speaker import Speaker, condition
from qedeck.site.book.words.speech import Env, capital, prose_of
from qedeck.spec import tree as t


def line_in_words(speaker: Speaker, line: t.ExampleLine) -> Prose:
    """A sentence for it."""
    if isinstance(speaker, Japanese):
        return prose_of(_japanese(speaker, line) + "。")
    return prose_of(capital(_english(speaker, line)) + ".")


def _english(speaker: Speaker, line: t.ExampleLine) -> str:
    env = Env()
    match line:
        case t.WithPlayers(low):
            return f"with {low} players"
        case t.With(setting):
            return _setting(speaker, setting)
        case t.Given(target, values, each):
            what = ", ".join(speaker.term(value, env) for value in values) or "empty"
            whose = " for each player" if each else ""
            return f"{_target(speaker, target)}{whose}: {what}"
        case t.WhenDo(phase, args, picks):
            chosen = ", then ".join(_pick(speaker, pick) for pick in picks)
            if phase is None:
                return f"then is chosen: {chosen}"
            whom = f" for {', '.join(speaker.term(arg, env) for arg in args)}" if args else ""
            return f"now “{speaker.lore.name(phase.text)}”{whom}" + (f"; chosen: {chosen}" if picks else "")
        case t.Then(expect, more):
            also = "".join(f", {speaker.term(one, env)}" for one in more)
            return f"{condition(speaker, expect)}{also}"
        case t.ThenRefused():
            return "that is not allowed"
        case t.ThenEnded(ending):
            return f"the game is over: “{speaker.lore.name(ending.text)}”" if ending else "the game goes on"
        case t.ThenWon(players):
            return f"{', '.join(speaker.term(player, env) for player in players)} won"
        case t.ThenAsked(owner):
            return f"now {speaker.owner(owner, env)} decides"
        case _:
            assert_never(line)


def _japanese(speaker: Japanese, line: t.ExampleLine) -> str:
    env = Env()
    match line:
        case t.WithPlayers(low):
            return f"{low}人で遊ぶとき"
        case t.With(setting):
            return _setting(speaker, setting)
        case t.Given(target, values, each):
            what = "、".join(speaker.term(value, env) for value in values) or "空"
            whose = f"各{speaker.lore.desk.word('player')}の" if each else ""
            return f"{whose}{_target(speaker, target)}：{what}"
        case t.WhenDo(phase, args, picks):
            chosen = "、".join(_pick(speaker, pick) for pick in picks)
            if phase is None:
                return f"続けて、{chosen}を選びます"
            whom = f"{'と'.join(speaker.term(arg, env) for arg in args)}について、" if args else ""
            done = f"{whom}「{speaker.lore.name(phase.text)}」"
            return f"{done}で、{chosen}を選びます" if picks else f"{done}を行います"
        case t.Then(expect, more):
            also = "".join(f"、{speaker.term(one, env)}" for one in more)
            return f"{condition(speaker, expect).removesuffix('である')}{also}"
        case t.ThenRefused():
            return "これはできません"
        case t.ThenEnded(ending):
            return f"「{speaker.lore.name(ending.text)}」でゲームが終わります" if ending else "ゲームはまだ続きます"
        case t.ThenWon(players):
            return f"{'、'.join(speaker.term(player, env) for player in players)}の勝ちです"
        case t.ThenAsked(owner):
            return f"次に決めるのは{speaker.owner(owner, env).removesuffix('が')}です"
        case _:
            assert_never(line)


def _target(speaker: Speaker, target: t.Expr) -> str:
    return speaker.term(target, Env())


def _setting(speaker: Speaker, setting: t.Setting) -> str:
    """A parameter or reading with its value; perhaps for everything of a kind."""
    if setting.bind is not None:
        return _for_every(speaker, setting, setting.bind)
    if isinstance(setting.target, t.Name) and setting.target.word in speaker.lore.readings:
        return condition(speaker, t.Is(setting.target, setting.value, False))
    colon = "：" if isinstance(speaker, Japanese) else ": "
    return f"{speaker.term(setting.target, Env())}{colon}{speaker.term(setting.value, Env())}"


def _for_every(speaker: Speaker, setting: t.Setting, bind: t.Bind) -> str:
    """`every animal x has in-play of x is …`: of a yes or no, for which it is so."""
    asked = (t.Compare, t.Is, t.In, t.Empty, t.Not, t.And, t.Or, t.Some, t.Every)
    word = setting.target.word if isinstance(setting.target, t.Name | t.Of | t.Call) else ""
    if isinstance(speaker, Japanese):
        inner, thing, such = speaker.bound(bind, setting.value if isinstance(setting.value, asked) else None, Env())
        if isinstance(setting.value, asked):
            return f"「{speaker.lore.name(word)}」が成り立つのは、{such}{thing}だけ"
        return f"どの{thing}も、{speaker.lore.name(word)}：{speaker.term(setting.value, inner)}"
    env, thing = speaker.bound(bind, Env())
    if isinstance(setting.value, asked):
        return f"“{speaker.lore.name(word)}” holds just for every {thing} such that {speaker.holds(setting.value, env)}"
    return f"for every {thing}, {speaker.lore.name(word)}: {speaker.term(setting.value, env)}"


def _pick(speaker: Speaker, pick: t.Pick) -> str:
    if pick.decline:
        return "「しない」" if isinstance(speaker, Japanese) else "to decline"
    values = [speaker.term(value, Env()) for value in pick.values]
    option = speaker.lore.desk.word(pick.option) if pick.option else ""
    if isinstance(speaker, Japanese):
        return f"「{option}」（{'、'.join(values)}）" if option and values else option or "、".join(values)
    return f"“{option}” with {' and '.join(values)}" if option and values else option or ", ".join(values)
