"""The play log: events in, lines to read at the table out, in English or Japanese.

From one seat's view the log says only what that seat noticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from qedeck.interpreter.actions import Action, sentence
from qedeck.interpreter.events import Changed, Chose, Event, Happened, Over, Result, Shuffled
from qedeck.interpreter.play import Play
from qedeck.interpreter.state import Side
from qedeck.interpreter.words import Words, fill
from qedeck.spec import core as c

SAID = {
    "en": {
        "dealt": "{target} gets {amount}", "dealt cards": "{target} gets {amount}: {cards}",
        "moved": "{amount} {go} from {source} to {target}", "moved cards": "{cards} {go} from {source} to {target}",
        "shown": "{viewers}: {values}", "nothing": "{viewers}: nothing to see", "swap": "Two cards change places",
        "together": "{players} together choose {values}",
        "everyone": "Everyone sees", "only": "Shown to {players}", "nobody": "Shown to nobody",
        "shuffle": "{zone} is shuffled",
        "won": "The game ends: {ending}. {winners}", "drawn": "The game ends in a draw: {ending}",
        "nobody wins": "The game ends: {ending}. Nobody wins",
        "undeclared": "The play is over, but by no declared ending",
        "stuck": "Stuck: {reason}", "undefined": "Undefined: {reason} ({code})",
    },
    "ja": {
        "dealt": "{target}に{amount}配る", "dealt cards": "{target}に{amount}配る：{cards}",
        "moved": "{source}から{target}へ{amount}", "moved cards": "{source}から{target}へ：{cards}",
        "shown": "{viewers}：{values}", "nothing": "{viewers}：何もない", "swap": "カード2枚が入れ替わる",
        "together": "{players}は相談して{values}を選ぶ",
        "everyone": "全員に公開", "only": "{players}だけが見る", "nobody": "誰にも見せない",
        "shuffle": "{zone}を切る",
        "won": "ゲーム終了：{ending}。{winners}", "drawn": "ゲーム終了：引き分け（{ending}）",
        "nobody wins": "ゲーム終了：{ending}。勝者なし", "undeclared": "手順は終わったが、定められた終わり方ではない",
        "stuck": "行き詰まり：{reason}", "undefined": "ルールに定めがない：{reason}（{code}）",
    },
}
STOP = {"en": ".", "ja": "。"}
COMMA = {"en": ", ", "ja": "、"}
Line: TypeAlias = tuple[str, tuple[Event, ...]]
"""A line of the log, and what it tells."""


def tell(play: Play, language: str = "en", player: int | None = None, since: int = 0) -> list[str]:
    """The log so far, a line for each thing that happened; `since` skips that many events of the play."""
    return tell_events(play.rules.words, play.noticed(player, since), language)


def tell_events(words: Words, events: Sequence[Event], language: str = "en") -> list[str]:
    """The lines of some events, as somebody noticed them."""
    return [line for line, _ in lines_of(words, events, language)]


def lines_of(words: Words, events: Sequence[Event], language: str, said: Mapping[str, str] | None = None) -> list[Line]:
    """The same, each with the events that it tells; `said` has other sentences than SAID for some things."""
    return _Teller(words, language, said or {}).lines(events)


def tell_result(words: Words, result: Result, language: str) -> str:
    """The last line of a log."""
    names = [words.name(language, words.player(seat)) for seat in result.winners]
    if language == "ja":
        winners = f"勝者：{'、'.join(names)}" if names else "勝者なし"
    else:
        winners = f"{', '.join(names)} {'wins' if len(names) == 1 else 'win'}" if names else "Nobody wins"
    key = "nobody wins" if result.kind == "nobody" else result.kind
    slots = {"ending": words.clause(language, result.ending or ""), "winners": winners,
             "reason": result.reason, "code": result.code}
    return fill(SAID[language][key], slots) + STOP[language]


class _Teller:
    def __init__(self, words: Words, language: str, said: Mapping[str, str]) -> None:
        self.words = words
        self.language = language
        self.said = {**SAID[language], **said}

    def lines(self, events: Sequence[Event]) -> list[Line]:
        found: list[Line] = []
        at = 0
        while at < len(events):
            told, after = self._next(events, at)
            found += [(line, tuple(events[at:after])) for line in told]
            at = after
        return found

    def _next(self, events: Sequence[Event], first: int) -> tuple[list[str], int]:
        """What is told of the event at a place and of those that go along with it, and the place after them."""
        event, at = events[first], first + 1
        match event:
            case Chose(action, hidden):
                follows = events[at] if at < len(events) else None
                if isinstance(follows, Happened) and _of_several(follows):
                    return [self._together(action, follows)], at + 1
                if isinstance(follows, Happened) and _is_the_pick(action, follows):
                    # One line for both: the sentence the texts have for the choice, or else the move.
                    if not self._told(action):
                        return [], at
                    hidden = hidden if follows.words is None else frozenset()
                    at += 1
                return [self._stopped(action.label(self.language, hidden))], at
            case Shuffled(zone, owner, also=also):
                place = self.words.place(self.language, Side(zone, owner, None, also))
                return [self._say("shuffle", zone=self._head(place))], at
            case Happened():
                while at < len(events) and _goes_along(event, events[at]):
                    at += 1
                return self._happened(event, [e for e in events[first:at] if isinstance(e, Happened)]), at
            case Changed():
                return self._changed(event), at
            case Over(result):
                return [tell_result(self.words, result, self.language)], at
            case _:
                assert_never(event)

    def _told(self, action: Action) -> bool:
        return sentence(self.words.texts, self.language, action.phase, action.option) is not None

    def _together(self, action: Action, event: Happened) -> str:
        """What several chose together: the sentence that the texts have for the choice, or else one for all of them."""
        players = [self.words.player(seat) for seat, sees in enumerate(event.telling.seen, 1) if sees]
        names = COMMA[self.language].join(self.words.name(self.language, player) for player in players)
        values = [self.words.name(self.language, word) for word in event.words or ()]
        told = action.told(self.language, names, dict(zip(action.picks, values, strict=False)))
        if told is None:
            return self._say("together", players=names, values=COMMA[self.language].join(values))
        return self._stopped(told)

    def _happened(self, first: Happened, group: list[Happened]) -> list[str]:
        telling = first.telling
        if telling.source is None or telling.target is None:
            return [line for event in group for line in self._shown(event)]
        counts: Counter[str] | None = Counter()
        amount = 0
        for event in group:
            amount += event.amount
            if counts is not None and event.words is not None:
                counts[str(event.words[0])] += 1
            elif counts is not None and event.counts is not None:
                counts.update(dict(event.counts))
            else:
                counts = None
        if not amount:
            return []
        cards = self.words.listing(self.language, counts) if counts is not None else ""
        source = self.words.place(self.language, telling.source)
        target = self.words.place(self.language, telling.target)
        owner = telling.source.owner if telling.target.owner is None else telling.target.owner
        slots = {"source": source, "target": target, "cards": cards, "amount": self._amount(amount),
                 "player": "" if owner is None else self.words.name(self.language, self.words.player(owner + 1))}
        own = self._own(telling.clause, slots, seen=bool(cards))
        if own is not None:
            return own
        if telling.kind == "deal":
            key = "dealt cards" if cards else "dealt"
            return [self._say(key, target=self._head(target), amount=self._amount(amount), cards=cards)]
        line = self._say("moved cards" if cards else "moved", source=source, target=target, cards=cards,
                         amount=self._amount(amount), go="goes" if amount == 1 else "go")
        return [self._head(line)]

    def _own(self, phase: str, slots: dict[str, str], seen: bool) -> list[str] | None:
        """The sentence that the texts have for what happens in a phase; none at all if it is empty."""
        said = self.words.texts.logged(self.language, phase if seen else f"{phase}.unseen")
        return None if said is None else [self._head(self._stopped(fill(said, slots)))] if said else []

    def _changed(self, event: Changed) -> list[str]:
        """A value that is another one now, if the texts have a sentence for that."""
        after, before, keys = event.after, event.before, [event.value]
        slots = {"value": self.words.name(self.language, after), "before": self.words.name(self.language, before)}
        if isinstance(after, int) and isinstance(before, int) and not isinstance(after, bool):
            keys.insert(0, f"{event.value}.{'more' if after > before else 'less'}")
            slots["by"] = str(abs(after - before))
        word = {True: "yes", False: "no"}[after] if isinstance(after, bool) else str(after)
        said = self.words.texts.changed(self.language, f"{event.value}.{word}", *keys)
        for dim, member in zip(self.words.core.vars[event.value].dims, event.index, strict=True):
            slots[dim.name] = self.words.name(self.language, member)
        return [self._head(self._stopped(fill(said, slots)))] if said else []

    def _shown(self, event: Happened) -> list[str]:
        if event.telling.kind.startswith(c.ANNOUNCED):
            said = self.words.texts.announced(self.language, event.telling.kind.removeprefix(c.ANNOUNCED))
            return [self._head(self._stopped(said))] if said else []
        if event.telling.kind == "swap":
            places = [self.words.name(self.language, w) for w in event.words or ()]
            return [self._say("swap") + (f" ({COMMA[self.language].join(places)})" if places else "")]
        viewers = [seat for seat, sees in enumerate(event.telling.seen, 1) if sees]
        names = COMMA[self.language].join(self.words.name(self.language, self.words.player(s)) for s in viewers)
        if event.telling.kind == "together":
            return []  # of one alone, and whoever slept meanwhile: the choice says it
        if len(viewers) == len(event.telling.seen):
            to = self.said["everyone"]
        else:
            to = fill(self.said["only"], {"players": names}) if viewers else self.said["nobody"]
        values, slots = self._contents(event), {"viewers": to, "players": names}
        if not values:
            each = [self.words.name(self.language, w) for w in event.words or ()]
            values, slots = COMMA[self.language].join(each), slots | {str(k): one for k, one in enumerate(each, 1)}
        own = self._own(event.telling.clause, slots | {"values": values}, seen=True)
        return own if own is not None else [self._say("shown" if values else "nothing", viewers=to, values=values)]

    def _contents(self, event: Happened) -> str:
        """A whole zone that is shown: its cards, as often as they lie there."""
        zone = self.words.core.zones.get(event.telling.kind.removeprefix("show "))
        if zone is None or event.words is None:
            return ""
        if zone.kind == "pile":
            counts = {card: int(n) for card, n in zip(zone.cards.members, event.words, strict=True) if int(n)}
            return self.words.listing(self.language, counts)
        return COMMA[self.language].join(self.words.name(self.language, w) for w in event.words if w != "none")

    def _amount(self, amount: int) -> str:
        if self.language == "ja":
            return f"{amount}枚"
        return "a card" if amount == 1 else f"{amount} cards"

    def _say(self, key: str, **slots: str) -> str:
        return self._stopped(fill(self.said[key], slots))

    def _head(self, sentence: str) -> str:
        return sentence[0].upper() + sentence[1:] if self.language == "en" else sentence

    def _stopped(self, sentence: str) -> str:
        return sentence if sentence.endswith((".", "。", "!", "?", "！", "？")) else sentence + STOP[self.language]


def _is_the_pick(action: Action, event: Happened) -> bool:
    """Whether the move is the chosen card leaving the hand of whoever chose it."""
    telling = event.telling
    if telling.kind != "move" or telling.source is None or action.player is None:
        return False
    card = action.words.core.zones[telling.source.zone].cards.members[telling.values[0]]
    return telling.source.owner == action.player - 1 and card in action.picks.values()


def _of_several(event: Happened) -> bool:
    """Whether it tells what several chose together: then the choice itself, which one of them made, is not told."""
    return event.telling.kind == "together" and sum(event.telling.seen) > 1


def _goes_along(first: Happened, other: Event) -> bool:
    """Several cards that go the same way at the same time are told in one line."""
    if not isinstance(other, Happened) or first.telling.kind != "move" or other.telling.kind != "move":
        return False
    one, two = first.telling, other.telling
    assert one.source and two.source and one.target and two.target
    same = (one.clause, _grid_free(one.source), one.target) == (two.clause, _grid_free(two.source), two.target)
    return same and (first.words is None) == (other.words is None)


def _grid_free(side: Side[int]) -> Side[int]:
    return replace(side, place=None)


__all__ = ["Line", "lines_of", "tell", "tell_events", "tell_result"]
