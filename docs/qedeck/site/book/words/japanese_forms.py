"""Predicates of Japanese sentences: a condition as it is said, denied, joined, and put before a noun."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition in the forms that sentences need."""

    plain: str
    """手札が空である"""
    denied: str
    """手札が空でない"""
    joined: str
    """手札が空で（、…）"""
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
        stem = self.denied.removesuffix("ない")
        ends = self.denied.endswith("ない")
        joined, come = (f"{stem}なく", f"{stem}なくなる") if ends else (f"{self.denied}で", f"{self.denied}ようになる")
        return Predicate(self.denied, self.plain, joined, self.denied, f"{self.denied}とき", come)


def noun(words: str) -> Predicate:
    """Xが空（である）"""
    return Predicate(f"{words}である", f"{words}でない", f"{words}で", words, f"{words}のとき", f"{words}になる")


def there_is(words: str, alive: bool = False) -> Predicate:
    """手札に人狼がある、…プレイヤーがいる"""
    be, join = ("いる", "いて") if alive else ("ある", "あり")
    no = f"{words}いない" if alive else f"{words}ない"
    return _verb(words, be, no, join, "出てくる" if alive else "ある状態になる")


def adjective(stem: str) -> Predicate:
    """Xが3より大き（い）"""
    return _verb(stem, "い", f"{stem}くない", "く", "くなる")


def applies(words: str) -> Predicate:
    """「裏返る」が成り立つ"""
    return _verb(words, "成り立つ", f"{words}成り立たない", "成り立ち", "成り立つ")


def is_read(words: str) -> Predicate:
    """…と読む"""
    return _verb(words, "読む", f"{words}読まない", "読み", "読む")


def wins(words: str) -> Predicate:
    """Xが勝つ"""
    return _verb(words, "勝つ", f"{words}勝たない", "勝ち", "勝つ")


def ends(words: str) -> Predicate:
    """ゲームがXで終わる"""
    return _verb(words, "終わる", f"{words}終わらない", "終わり", "終わる")


def over() -> Predicate:
    """The game is over, or goes on."""
    return there_is("ゲームが終わって", alive=True)


def changes(words: str) -> Predicate:
    """Xが変わる"""
    return _verb(words, "変わる", f"{words}変わらない", "変わり", "変わる")


def as_said(plain: str, denied: str) -> Predicate:
    """A sentence of a text file in all its forms: a noun, an adjective, or a verb, which says how it is denied."""
    if not denied:
        return adjective(plain[:-1]) if plain.endswith("い") else noun(plain)
    if plain.endswith("いる"):
        return there_is(plain.removesuffix("いる"), alive=True)
    one_step = denied == f"{plain[:-1]}ない"
    joined = plain[:-1] + ("" if one_step else _JOINED.get(plain[-1], plain[-1]))
    return Predicate(plain, denied, joined, plain, f"{plain}とき", plain)


_JOINED = dict(zip("うくぐすつぬぶむるい", "いきぎしちにびみりく", strict=True))
"""How a verb or an adjective ends before more is said: 使う、使い."""


def _verb(words: str, be: str, denied: str, join: str, come: str) -> Predicate:
    said = f"{words}{be}"
    return Predicate(said, denied, f"{words}{join}", said, f"{said}とき", f"{words}{come}")


def both(parts: list[Predicate]) -> Predicate:
    """AでBで、C"""
    head = "".join(f"{part.joined}、" for part in parts[:-1])
    whole = led(head, parts[-1])
    return replace(whole, denied=f"「{whole.plain}」ということはない")


def either(parts: list[Predicate]) -> Predicate:
    """Aか、Bか、C"""
    head = "".join(f"{part.short}か、" for part in parts[:-1])
    neither = "、".join([*((~part).joined for part in parts[:-1]), parts[-1].denied])
    return replace(led(head, parts[-1]), denied=neither)


def of_each(thing: str, such: str, words: str, predicate: Predicate) -> Predicate:
    """どのプレイヤーの手札も空である, where the sentence begins with the thing; else どのプレイヤーについても、…"""
    said = predicate.plain
    if not such and said.startswith(f"{words}の") and said.count(words) == 1 and said.count("が") == 1:
        forms = (getattr(predicate, field.name) for field in fields(predicate))
        return Predicate(*(form.replace(words, f"どの{thing}", 1).replace("が", "も", 1) for form in forms))
    return led(f"{such}どの{thing}についても、", predicate)


def led(words: str, predicate: Predicate) -> Predicate:
    """The same with words in front: どのプレイヤーも、…"""
    said = (getattr(predicate, field.name) for field in fields(predicate))
    return Predicate(*(f"{words}{form}" for form in said))
