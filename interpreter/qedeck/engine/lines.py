"""The log of a page in words: events that a seat noticed in, lines to read out; the twin of interpreter/telling."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from qedeck.engine.records import CARDS_MOVE, Event

if TYPE_CHECKING:
    from qedeck.engine.reading import Sitting

_SLOT = re.compile(r"\{([^{}]+)\}")


def lines(sitting: Sitting, language: str, events: Sequence[Event]) -> list[str]:
    """A line for each thing that happened."""
    return Teller(sitting, sitting.words[language]).lines(events)


def fill(template: str, slots: Mapping[str, str]) -> str:
    return _SLOT.sub(lambda found: slots.get(found.group(1), found.group(0)), template)


class Teller:
    def __init__(self, sitting: Sitting, words: Mapping[str, Any]) -> None:
        self.sitting, self.words = sitting, words
        self.said, self.ja = words["said"], words["language"] == "ja"

    def lines(self, events: Sequence[Event]) -> list[str]:
        found: list[str] = []
        at = 0
        while at < len(events):
            event = events[at]
            at += 1
            match event["event"]:
                case "choice":
                    if at < len(events) and _of_several(events[at]):
                        found.append(self._together(event, events[at]))
                        at += 1
                        continue
                    if at < len(events) and _is_the_pick(event, events[at]):
                        # One line for both: the sentence the texts have for the choice, or else the move.
                        if self.words["choices"][event["node"]][event["place"]] is None:
                            continue
                        if events[at]["card"] is not None:
                            event = event | {"picks": event["all picks"]}
                        at += 1
                    found.append(self._stopped(self.label(event)))
                case "shuffle":
                    zone = self._place(event["zone"], event["owner"], None, event.get("also", ()))
                    found.append(self._say("shuffle", zone=self._head(zone)))
                case "change":
                    found += self._change(event)
                case "end":
                    found.append(self.result(event["result"]))
                case kind if kind in CARDS_MOVE:
                    group = [event]
                    while at < len(events) and _goes_along(event, events[at]):
                        group.append(events[at])
                        at += 1
                    found += self._moved(event, group)
                case _:
                    found += self._shown(event)
        return found

    # ---- choices -----------------------------------------------------------------------------------

    def label(self, event: Event) -> str:
        """A choice as a sentence without a full stop; picks that are not seen are only called a card."""
        generic, picks = self.words["generic"], event["picks"]
        names = {label: self.words["card"] if word is None else self.name(word) for label, word in picks.items()}
        who = self._player(event["seat"]) if event["seat"] else self.words["actors"][event["who"]]
        topic = who if not self.ja else "全員で" if event["who"] == "table" else who + "は"
        option = self.words["names"][event["option"]]
        slots = {"player": who, "players": who, "option": option, "topic": topic, **names}
        told = self.words["choices"][event["node"]][event["place"]]
        if told is not None:
            return fill(told, slots)
        picked = list(names)[1:] if event["who"] == "anyone" else list(names)
        slots["picks"] = self.words["comma"].join(names[label] for label in picked)
        if not picks and event["option"] in self.words["staying out"]:
            return fill(generic[event["option"]], slots)
        manner = "pick" if len(picked) == 1 and event["option"] in picks else "option with" if picked else "option"
        return fill(generic[manner], slots)

    def _together(self, choice: Event, event: Event) -> str:
        """What several chose together: the sentence that the texts have for the choice, or else one for all of them."""
        who = self.words["comma"].join(map(self._player, event["seen"]))
        values = [self.name(word) for word in event["values"] or []]
        told = self.words["choices"][choice["node"]][choice["place"]]
        if told is None:
            return self._say("together", players=who, values=self.words["comma"].join(values))
        slots = {"player": who, "players": who, "option": self.words["names"][choice["option"]],
                 "topic": who + "は" if self.ja else who, **dict(zip(choice["picks"], values, strict=False))}
        return self._stopped(fill(told, slots))

    # ---- cards and shows -----------------------------------------------------------------------------

    def _moved(self, first: Event, group: Sequence[Event]) -> list[str]:
        counts: dict[str, int] | None = {}
        amount = 0
        for event in group:
            amount += event.get("amount", 1)
            here = event["cards"] if "cards" in event else None if event["card"] is None else {event["card"]: 1}
            if counts is None or here is None:
                counts = None
                continue
            for card, many in here.items():
                counts[card] = counts.get(card, 0) + many
        if not amount:
            return []
        cards = self._listing(counts) if counts is not None else ""
        source, target = (self._place(**first[end]) for end in ("from", "to"))
        owner = first["to"]["owner"] or first["from"]["owner"]
        slots = {"source": source, "target": target, "cards": cards, "amount": self._amount(amount),
                 "player": self._player(owner) if owner else ""}
        own = self._own(first["clause"], slots, bool(cards))
        if own is not None:
            return own
        if first["event"] == "deal":
            slots["target"] = self._head(target)
            return [self._say("dealt cards" if cards else "dealt", **slots)]
        slots["go"] = "goes" if amount == 1 else "go"
        return [self._head(self._say("moved cards" if cards else "moved", **slots))]

    def _shown(self, event: Event) -> list[str]:
        comma = self.words["comma"]
        values = event["values"] or []
        if event["event"].startswith("announce "):
            said = self.words["announcements"][event["event"].removeprefix("announce ")]
            return [self._head(self._stopped(said))] if said else []
        if event["event"] == "swap":
            places = comma.join(self.name(word) for word in values)
            return [self._say("swap") + (f" ({places})" if places else "")]
        viewers = event["seen"]
        if event["event"] == "together":
            return []  # of one alone the choice says it
        names = comma.join(self._player(seat) for seat in viewers)
        if len(viewers) == len(self.sitting.players):
            to = self.said["everyone"]
        else:
            to = fill(self.said["only"], {"players": names}) if viewers else self.said["nobody"]
        shown, slots = self._contents(event), {"viewers": to, "players": names}
        if not shown:
            each = [self.name(word) for word in values]
            shown, slots = comma.join(each), slots | {str(k): one for k, one in enumerate(each, 1)}
        own = self._own(event["clause"], slots | {"values": shown}, True)
        return own if own is not None else [self._say("shown" if shown else "nothing", viewers=to, values=shown)]

    def _contents(self, event: Event) -> str:
        """A whole zone that is shown: its cards, as often as they lie there."""
        zone = self.sitting.zones.get(event["event"].removeprefix("show "))
        if zone is None or event["values"] is None:
            return ""
        if zone["kind"] == "pile":
            cards = self.sitting.description["domains"][zone["cards"]]
            return self._listing(dict(zip(cards, event["values"], strict=True)))
        return str(self.words["comma"].join(self.name(word) for word in event["values"] if word != "none"))

    def _own(self, clause: str, slots: Mapping[str, str], seen: bool) -> list[str] | None:
        """The sentence that the texts have for what happens in a phase; none at all if it is empty."""
        said = self.words["log"].get(clause if seen else f"{clause}.unseen")
        return None if said is None else [self._head(self._stopped(fill(said, slots)))] if said else []

    # ---- values and results ------------------------------------------------------------------------------

    def _change(self, event: Event) -> list[str]:
        """A value that is another one now, if the texts have a sentence for that."""
        name, after, before = event["value"], event["to"], event["before"]
        slots = {"value": self.name(after), "before": self.name(before)}
        word = ("yes" if after else "no") if isinstance(after, bool) else str(after)
        keys = [f"{name}.{word}", name]
        if isinstance(after, int) and isinstance(before, int) and not isinstance(after, bool):
            keys.insert(1, f"{name}.{'more' if after > before else 'less'}")
            slots["by"] = str(abs(after - before))
        said = next((self.words["changes"][key] for key in keys if key in self.words["changes"]), None)
        dims = self.sitting.vars[name]["dims"]
        slots |= {dim: self.name(member) for dim, member in zip(dims, event["of"], strict=True)}
        return [self._head(self._stopped(fill(said, slots)))] if said else []

    def result(self, result: Mapping[str, Any]) -> str:
        """The last line of a log."""
        names = self.words["comma"].join(self._player(seat) for seat in result["winners"])
        if self.ja:
            winners = f"勝者：{names}" if names else "勝者なし"
        else:
            winners = f"{names} {'wins' if len(result['winners']) == 1 else 'win'}" if names else "Nobody wins"
        key = "nobody wins" if result["kind"] == "nobody" else result["kind"]
        ending = self.words["names"][result["ending"]] if result["ending"] else ""
        slots = {"ending": ending, "winners": winners, "reason": self.reason(result), "code": result.get("code", "")}
        return self._say(key, **slots)

    def reason(self, result: Mapping[str, Any]) -> str:
        """Why a game broke off."""
        reasons = self.words["reasons"]
        match result["kind"]:
            case "stuck":
                who = self._player(result["player"]) if result["player"] else reasons["who"][result["who"]]
                phase = self.words["names"][result["phase"]]
                return fill(reasons["stuck"], {"player": who, "phase": phase})
            case "undefined":
                clause = self.words["names"].get(result["clause"], result["clause"])
                return fill(reasons["undefined"], {"clause": clause, "why": reasons["codes"].get(result["code"], "")})
            case _:
                return ""

    # ---- words -----------------------------------------------------------------------------------------------

    def name(self, word: Any) -> str:
        if isinstance(word, bool):
            return str(self.words["no yes"][word])
        if isinstance(word, int):
            return str(word)
        return str(self.words["none"] if word == "none" else self.words["names"].get(word, word))

    def _player(self, seat: int) -> str:
        return self.name(self.sitting.players[seat - 1])

    def _place(self, zone: str, owner: int | None, place: int | None, also: Sequence[int] = ()) -> str:
        """One end of a move: Player 3's hand."""
        made = self.sitting.zones[zone]
        name = str(self.words["names"][zone])
        domains = self.sitting.description["domains"]
        which = [self.name(domains[kind][k]) for kind, k in zip(made["also"], also, strict=True)]
        if self.ja:
            name = "の".join([*which, name])
        if owner:
            name = f"{self._player(owner)}の{name}" if self.ja else f"{self._player(owner)}'s {name}"
        elif not self.ja:
            name = f"the {name}"
        spot = [] if self.ja else which
        if made["kind"] == "grid" and place is not None and place >= 0:
            spot = [*spot, self.name(domains[made["places"]][place])]
        if spot:
            name = f"{name}（{spot[0]}）" if self.ja else f"{name} ({', '.join(spot)})"
        return name

    def _listing(self, counts: Mapping[str, int]) -> str:
        names = [self.name(card) + (f" ×{many}" if many > 1 else "") for card, many in counts.items() if many]
        return str(self.words["comma"].join(names))

    def _amount(self, amount: int) -> str:
        return f"{amount}枚" if self.ja else "a card" if amount == 1 else f"{amount} cards"

    def _say(self, key: str, **slots: str) -> str:
        return self._stopped(fill(self.said[key], slots))

    def _head(self, sentence: str) -> str:
        return sentence if self.ja else sentence[0].upper() + sentence[1:]

    def _stopped(self, sentence: str) -> str:
        ended = sentence.endswith((".", "。", "!", "?", "！", "？"))
        return sentence if ended else sentence + str(self.words["stop"])


def _of_several(event: Event) -> bool:
    """Whether it tells what several chose together: then the choice itself, which one of them made, is not told."""
    return bool(event["event"] == "together" and len(event["seen"]) > 1)


def _is_the_pick(choice: Event, event: Event) -> bool:
    """Whether the move is the chosen card leaving the hand of whoever chose it."""
    if event["event"] != "move" or not choice["seat"]:
        return False
    return bool(event["from"]["owner"] == choice["seat"] and event["face"] in choice["all picks"].values())


def _goes_along(first: Event, other: Event) -> bool:
    """Several cards that go the same way at the same time are told in one line."""
    if first["event"] != "move" or other["event"] != "move":
        return False
    ways = [(e["clause"], e["from"] | {"place": None}, e["to"], e["card"] is None) for e in (first, other)]
    return ways[0] == ways[1]
