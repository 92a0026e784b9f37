"""Predicates of Japanese sentences: a condition as it is said, denied, joined, and put before a noun."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition in the forms that sentences need, and the same denied."""

    plain: str
    """手札が空である"""
    denied: str
    """手札が空でない"""
    joined: str
    """手札が空で（、…）"""
    unjoined: str
    """手札が空でなく（、…）"""
    short: str
    """手札が空: before か, if the form allows it, else as plain."""
    when: str
    """手札が空のとき"""
    come: str
    """手札が空になる（まで）"""

    @property
    def if_(self) -> str:
        """手札が空なら"""
        return f"{self.short}なら"

    @property
    def before_noun(self) -> str:
        """手札が空である（プレイヤー）"""
        return self.plain

    def __invert__(self) -> Predicate:
        ends = self.denied.endswith("ない")
        come = f"{self.denied.removesuffix('い')}くなる" if ends else f"{self.denied}ようになる"
        when = f"{self.denied}とき"
        return Predicate(self.denied, self.plain, self.unjoined, self.joined, self.denied, when, come)


def noun(words: str) -> Predicate:
    """Xが空（である）"""
    joined = f"{words}で", f"{words}でなく"
    return Predicate(f"{words}である", f"{words}でない", *joined, words, f"{words}のとき", f"{words}になる")


def there_is(words: str, alive: bool = False) -> Predicate:
    """手札に人狼がある、…プレイヤーがいる"""
    if alive:
        return _verb(words, "いる", "いない", "いて", "おらず", "出てくる")
    return _verb(words, "ある", "ない", "あり", "なく", "ある状態になる")


def adjective(stem: str) -> Predicate:
    """Xが3より大き（い）"""
    return _verb(stem, "い", "くない", "く", "くなく", "くなる")


def applies(words: str) -> Predicate:
    """「裏返る」が成り立つ"""
    return _verb(words, "成り立つ", "成り立たない", "成り立ち", "成り立たず", "成り立つ")


def is_read(words: str) -> Predicate:
    """…と読む"""
    return _verb(words, "読む", "読まない", "読み", "読まず", "読む")


def wins(words: str) -> Predicate:
    """Xが勝つ"""
    return _verb(words, "勝つ", "勝たない", "勝ち", "勝たず", "勝つ")


def ends(words: str) -> Predicate:
    """ゲームがXで終わる"""
    return _verb(words, "終わる", "終わらない", "終わり", "終わらず", "終わる")


def over() -> Predicate:
    """The game is over, or goes on."""
    return there_is("ゲームが終わって", alive=True)


def changes(words: str) -> Predicate:
    """Xが変わる"""
    return _verb(words, "変わる", "変わらない", "変わり", "変わらず", "変わる")


def grows(words: str) -> Predicate:
    """Xが2増える"""
    return _verb(words, "増える", "増えない", "増え", "増えず", "増える")


def shrinks(words: str) -> Predicate:
    """Xが減る"""
    return _verb(words, "減る", "減らない", "減り", "減らず", "減る")


def so_many(words: str, limit: str, alive: bool) -> Predicate:
    """使うアニマルがちょうど4枚ある、…3人以上いる、…3人以下である"""
    return noun(f"{words}は{limit}") if limit.endswith("以下") else there_is(f"{words}が{limit}", alive)


def exactly_when(said: Predicate, given: Predicate) -> Predicate:
    """Bのときだけ、A: the two are so together, or not at all."""
    return led(f"{given.when}（そのときにかぎり）、", said)


def as_said(plain: str, denied: str) -> Predicate:
    """A sentence of a text file in all its forms: a noun, an adjective, or a verb, which says how it is denied."""
    if not denied:
        return adjective(plain[:-1]) if plain.endswith("い") else noun(plain)
    joined = _before_more(plain, denied), _before_more(denied, plain)
    return Predicate(plain, denied, *joined, plain, f"{plain}とき", plain)


def _before_more(said: str, opposite: str) -> str:
    """使う：使い、使わない：使わず、いる：いて、いない：おらず、ある：あり、ない：なく"""
    if said.endswith("ない"):
        stem = said.removesuffix("ない")
        if opposite.endswith("ある") or not opposite.endswith(tuple(_JOINED)) or stem.endswith("く"):
            return f"{stem}なく"
        if opposite == f"{stem}いる" or opposite == f"{stem}る" and stem.endswith("い"):
            return f"{stem.removesuffix('い')}おらず"
        return f"{stem.removesuffix('し')}せず" if stem.endswith("し") else f"{stem}ず"
    if said.endswith("する"):
        return f"{said.removesuffix('する')}し"
    if said.endswith("いる"):
        return f"{said.removesuffix('る')}て"
    one_step = opposite == f"{said[:-1]}ない"
    return said[:-1] + ("" if one_step else _JOINED.get(said[-1], said[-1]))


_JOINED = dict(zip("うくぐすつぬぶむるい", "いきぎしちにびみりく", strict=True))
"""How a verb or an adjective ends before more is said: 使う、使い."""


def _verb(words: str, be: str, no: str, join: str, unjoin: str, come: str) -> Predicate:
    said = f"{words}{be}"
    joined = f"{words}{join}", f"{words}{unjoin}"
    return Predicate(said, f"{words}{no}", *joined, said, f"{said}とき", f"{words}{come}")


def both(parts: list[Predicate]) -> Predicate:
    """AでBで、C"""
    head = "".join(f"{part.joined}、" for part in parts[:-1])
    whole = led(head, parts[-1])
    no = f"「{whole.plain}」ということは"
    return replace(whole, denied=f"{no}ない", unjoined=f"{no}なく")


def either(parts: list[Predicate]) -> Predicate:
    """Aか、Bか、C"""
    head = "".join(f"{part.short}か、" for part in parts[:-1])
    none = "".join(f"{part.unjoined}、" for part in parts[:-1])
    return replace(led(head, parts[-1]), denied=f"{none}{parts[-1].denied}", unjoined=f"{none}{parts[-1].unjoined}")


def of_each(every: str, such: str, words: str, predicate: Predicate) -> Predicate:
    """どのプレイヤーの手札も空である, where the sentence begins with the thing; else どのプレイヤーについても、…"""
    said = predicate.plain
    if not such and said.startswith(f"{words}の") and said.count(words) == 1 and said.count("が") == 1:
        forms = (getattr(predicate, field.name) for field in fields(predicate))
        return Predicate(*(form.replace(words, every, 1).replace("が", "も", 1) for form in forms))
    return led(f"{such}{every}についても、", predicate)


def led(words: str, predicate: Predicate) -> Predicate:
    """The same with words in front: どのプレイヤーも、…"""
    said = (getattr(predicate, field.name) for field in fields(predicate))
    return Predicate(*(f"{words}{form}" for form in said))
