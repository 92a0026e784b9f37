"""The lines of an example in words: what is laid out, what is done, what comes of it."""

from __future__ import annotations

from typing import assert_never

from qedeck.site.book.prose import Prose
from qedeck.site.book.words.japanese_clauses import Japanese
from qedeck.site.book.words.onlookers import begun, learned
from qedeck.site.book.words.sayings import operands
from qedeck.site.book.words.speaker import Speaker, condition
from qedeck.site.book.words.speech import Env, capital, prose_of
from qedeck.spec import tree as t

LISTED = 3
"""From so many values of one kind on, they are told as a list."""


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
            return setting_in_words(speaker, setting)
        case t.Given(t.Knows() as target):
            known = speaker.holds(target, env)
            return known if isinstance(known, str) else known.short
        case t.Given(target, values, each):
            what = ", ".join(speaker.term(value, env) for value in values) or "empty"
            whose = " for each player" if each else ""
            told = _laid(speaker, target, values) if not each else ""
            return told or f"{_target(speaker, target)}{whose}: {what}"
        case t.WhenDo(phase, args, picks):
            chosen = ", then ".join(_pick(speaker, pick) for pick in picks)
            if phase is None:
                return f"then the choice is {chosen}"
            whom = f" for {', '.join(speaker.term(arg, env) for arg in args)}" if args else ""
            return f"now “{speaker.lore.name(phase.text)}”{whom}" + (f", choosing {chosen}" if picks else "")
        case t.WhenFrom(picks=picks):
            return begun(speaker, line, [_pick(speaker, pick) for pick in picks])
        case t.WhenDealt(groups):
            return "; ".join(
                f"chance deals {', '.join(speaker.term(card, env) for card in group.cards)}"
                + (f" to {speaker.term(group.to, env)}" if group.to is not None else "") for group in groups)
        case t.WhenShuffled(cards):
            return f"the shuffle brings to the top: {', '.join(speaker.term(card, env) for card in cards)}"
        case t.WhenChance(pick):
            return f"chance chooses {_pick(speaker, pick)}"
        case t.Then(expect, more):
            also = "".join(f", {speaker.term(one, env)}" for one in more)
            return f"{_expected(speaker, expect)}{also}"
        case t.ThenRefused():
            return "that is not allowed"
        case t.ThenEnded(ending):
            return f"the game is over: “{speaker.lore.name(ending.text)}”" if ending else "the game goes on"
        case t.ThenWon(players):
            many = "win" if len(players) > 1 else "wins"
            return f"{_listed([speaker.term(player, env) for player in players])} {many}"
        case t.ThenAsked(owner):
            return f"now {speaker.owner(owner, env)} decides"
        case t.ThenLearns():
            return learned(speaker, line)
        case _:
            assert_never(line)


def _japanese(speaker: Japanese, line: t.ExampleLine) -> str:
    env = Env()
    match line:
        case t.WithPlayers(low):
            return f"{low}人で遊ぶとき"
        case t.With(setting):
            return setting_in_words(speaker, setting)
        case t.Given(t.Knows() as target):
            return speaker.holds(target, env).short
        case t.Given(target, values, each):
            what = "、".join(speaker.term(value, env) for value in values) or "空"
            told = _laid(speaker, target, values) if not each else ""
            if told:
                return told
            whose = f"各{speaker.lore.desk.word('player')}の" if each else ""
            return f"{whose}{_target(speaker, target)}：{what}"
        case t.WhenDo(phase, args, picks):
            chosen = "、".join(_pick(speaker, pick) for pick in picks)
            if phase is None:
                return f"続けて、{chosen}を選びます"
            whom = f"{'と'.join(speaker.term(arg, env) for arg in args)}について、" if args else ""
            done = f"{whom}「{speaker.lore.name(phase.text)}」"
            return f"{done}で、{chosen}を選びます" if picks else f"{done}を行います"
        case t.WhenFrom(picks=picks):
            return begun(speaker, line, [_pick(speaker, pick) for pick in picks])
        case t.WhenDealt(groups):
            return "、".join(
                (f"{speaker.term(group.to, env)}に" if group.to is not None else "")
                + "と".join(speaker.term(card, env) for card in group.cards) for group in groups) + "が配られます"
        case t.WhenShuffled(cards):
            return f"切ると、上に来るのは順に{'、'.join(speaker.term(card, env) for card in cards)}です"
        case t.WhenChance(pick):
            return f"運が{_pick(speaker, pick)}を選びます"
        case t.Then(expect, more):
            also = "".join(f"、{speaker.term(one, env)}" for one in more)
            return f"{_expected(speaker, expect)}{also}"
        case t.ThenRefused():
            return "これはできません"
        case t.ThenEnded(ending):
            return f"「{speaker.lore.name(ending.text)}」でゲームが終わります" if ending else "ゲームはまだ続きます"
        case t.ThenWon(players):
            return f"{'、'.join(speaker.term(player, env) for player in players)}の勝ちです"
        case t.ThenAsked(owner):
            return f"次に決めるのは{speaker.owner(owner, env).removesuffix('が')}です"
        case t.ThenLearns():
            return learned(speaker, line)
        case _:
            assert_never(line)


def _laid(speaker: Speaker, target: t.Expr, values: tuple[t.Expr, ...]) -> str:
    """That something has a value at first, as the text file says it; nothing if it does not."""
    known = isinstance(target, t.Name | t.Of | t.Call) and speaker.lore.fact(target.word, True, [])
    if len(values) != 1 or not known:
        return ""
    return condition(speaker, t.Is(target, values[0], False)).removesuffix("である")


def _target(speaker: Speaker, target: t.Expr) -> str:
    return speaker.term(target, Env())


def setting_in_words(speaker: Speaker, setting: t.Setting) -> str:
    """A parameter or reading with its value; perhaps for everything of a kind."""
    if setting.bind is not None:
        return _for_every(speaker, setting, setting.bind)
    colon, target, value = "：" if isinstance(speaker, Japanese) else ": ", setting.target, setting.value
    if isinstance(target, t.Name) and target.word in speaker.lore.readings and isinstance(value, t.Name):
        marks = "「{}」――{}" if isinstance(speaker, Japanese) else "“{}” – {}"
        said = speaker.lore.reading(target.word, value.word).rstrip(".。")
        return marks.format(speaker.lore.name(target.word), said)
    if isinstance(value, t.YesNo) or _laid(speaker, target, (value,)):
        return condition(speaker, t.Is(target, value, False)).removesuffix("である")
    return f"{speaker.term(target, Env())}{colon}{speaker.term(value, Env())}"


def _for_every(speaker: Speaker, setting: t.Setting, bind: t.Bind) -> str:
    """`every animal x has in-play of x is …`: of a yes or no, for which it is so."""
    asked = (t.Compare, t.Is, t.In, t.Empty, t.Knows, t.Not, t.And, t.Or, t.Some, t.Every)
    word = setting.target.word if isinstance(setting.target, t.Name | t.Of | t.Call) else ""
    name, just = speaker.lore.name(word), _just(setting.value, bind)
    if isinstance(speaker, Japanese):
        inner, thing, such = speaker.bound(bind, setting.value if isinstance(setting.value, asked) else None, Env())
        if just:
            return f"{name}：{'、'.join(speaker.term(one, inner) for one in just)}だけ"
        if isinstance(setting.value, asked):
            return f"{name}：{such}{thing}だけ"
        return f"どの{thing}も、{name}：{speaker.term(setting.value, inner)}"
    env, thing = speaker.bound(bind, Env())
    if just:
        return f"{name}: just {_listed([speaker.term(one, env) for one in just])}"
    if isinstance(setting.value, asked):
        return f"{name}: just every {thing} such that {speaker.holds(setting.value, env)}"
    return f"for every {thing}, {name}: {speaker.term(setting.value, env)}"


def _just(value: t.Expr, bind: t.Bind) -> list[t.Expr]:
    """`x is wolf 1 or x is hound 1`: just these; nothing if it says anything else."""
    found: list[t.Expr] = []
    for part in operands(value) if isinstance(value, t.Or) else [value]:
        match part:
            case t.Is(t.Name(word), right, False) if word == bind.name.text:
                found.append(right)
            case _:
                return []
    return found


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _expected(speaker: Speaker, expect: t.Expr) -> str:
    """What shall be so; three or more of a kind at once, as a list: sheep in the pen – Player 1: 2; Player 2: 3."""
    parts = operands(expect) if isinstance(expect, t.And) else [expect]
    alike: dict[str, list[t.Is]] = {}
    for part in parts:
        if isinstance(part, t.Is) and isinstance(part.left, t.Of) and not part.negated:
            alike.setdefault(part.left.word, []).append(part)
    if len(parts) < LISTED or len(alike) != 1 or len(next(iter(alike.values()))) != len(parts):
        return condition(speaker, expect).removesuffix("である")
    [(word, same)] = alike.items()
    by_value: dict[str, list[str]] = {}
    for part in same:
        assert isinstance(part.left, t.Of)
        by_value.setdefault(speaker.term(part.right, Env()), []).append(speaker.term(part.left.arg, Env()))
    ja, name = isinstance(speaker, Japanese), speaker.lore.name(word)
    if len(by_value) == 1:
        [value] = by_value
        return f"{name}は、{'・'.join(by_value[value])}が{value}ずつ" if ja else f"{name} – {value} each"
    if ja:
        said = "、".join(f"{'・'.join(whose)}：{value}" for value, whose in by_value.items())
        return f"{name}は、{said}"
    said = "; ".join(f"{', '.join(whose)}: {value}" for value, whose in by_value.items())
    return f"{name} – {said}"


def _pick(speaker: Speaker, pick: t.Pick) -> str:
    if pick.decline:
        return "「しない」" if isinstance(speaker, Japanese) else "to decline"
    values = [speaker.term(value, Env()) for value in pick.values]
    option = speaker.lore.desk.word(pick.option) if pick.option else ""
    if isinstance(speaker, Japanese):
        return f"「{option}」（{'、'.join(values)}）" if option and values else option or "、".join(values)
    return f"“{option}” with {' and '.join(values)}" if option and values else option or ", ".join(values)
