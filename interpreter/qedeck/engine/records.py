"""The log of a page's module: words of 32 bits in, events as plain data out, and what one seat notices of them.

An event says what interpreter/events says of it (`brief`), and a little more for the page: EXTRA.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qedeck.engine.reading import Sitting

Event = dict[str, Any]
SEATS_IN_WORD = 16
CARDS_MOVE = ("move", "move all", "deal")
EXTRA = ("node", "action", "place", "seat", "who", "shown", "all picks", "clause", "telling", "face", "seen",
         "faces", "before", "order")
"""What an event says besides what happened. `seen` and `faces` are seats from 1; `all picks` and `face` are there so
that a choice and the card that moves by it are told in one line, and are shown to nobody."""


def events_in(sitting: Sitting, words: Sequence[int]) -> Iterator[Event]:
    """Record after record."""
    reader = _Records(sitting, words)
    while reader.at < len(words):
        yield reader.next()


def history(events: Sequence[Event]) -> list[Event]:
    """Only what happened."""
    return [{key: value for key, value in event.items() if key not in EXTRA} for event in events]


class _Records:
    def __init__(self, sitting: Sitting, words: Sequence[int]) -> None:
        self.sitting, self.words, self.at = sitting, words, 0
        self.description = sitting.description

    def take(self, count: int) -> list[int]:
        self.at += count
        return list(self.words[self.at - count : self.at])

    def next(self) -> Event:
        (first,) = self.take(1)
        match first:
            case -1:
                return self._choice(*self.take(3))
            case -2:
                (node,) = self.take(1)
                return {"event": "deals", "node": node, "clause": self.description["nodes"][node]["clause"]}
            case -3:
                return self._shuffle(*self.take(2))
            case -4:
                return self._change(*self.take(4))
            case -5:
                return self._change_for(self._change(*self.take(4)))
            case _:
                return self._telling(first, self.description["tellings"][first])

    def _choice(self, number: int, action: int, seat: int) -> Event:
        node = self.description["nodes"][number]
        place, values = self.sitting.read(action, node)
        option = node["options"][place]
        picks = {p["label"]: self.sitting.word(p["type"], v) for p, v in zip(option["picks"], values, strict=True)}
        cards = self.description["cards"]
        shown = {p["label"]: None if p["type"][0] == "member" and p["type"][1] in cards else picks[p["label"]]
                 for p in option["picks"]}
        if node["who"] == "anyone" and values:
            seat = values[0]
        by = self.sitting.players[seat] if seat >= 0 else node["who"]
        return {"event": "choice", "by": by, "phase": node["name"], "option": option["name"], "picks": picks,
                "node": number, "action": action, "place": place, "seat": seat + 1 or None, "who": node["who"],
                "all picks": picks, "shown": shown, "clause": option["clause"], "seen": self._noticers(node)}

    def _noticers(self, node: Mapping[str, Any]) -> list[int]:
        """Who notices what happens at a node: all, nobody, or those of whom the record says so."""
        if "notices" in node:
            return self._seats(self.take(-(-len(self.sitting.players) // SEATS_IN_WORD)))
        return [] if node.get("secret") else [*range(1, len(self.sitting.players) + 1)]

    def _shuffle(self, number: int, owner: int) -> Event:
        node = self.description["nodes"][number]
        zone = self.sitting.zones[node["zone"]]
        order = self.take(len(self.description["domains"][zone["places"]]))
        return {"event": "shuffle", **self._which(zone, owner), "node": number,
                "order": [card for card in order if card >= 0], "clause": node["clause"], "seen": self._noticers(node)}

    def _which(self, zone: Mapping[str, Any], part: int) -> Event:
        """Which of the zones of a name, counted one after the other; -1 where there is only one."""
        also = list[int]()
        for kind in reversed(zone["also"]):
            part, place = divmod(part, len(self.description["domains"][kind]))
            also.insert(0, place)
        made: Event = {"zone": zone["name"], "owner": part + 1 if zone["owned"] else None}
        return made | {"also": also} if also else made

    def _change(self, value: int, place: int, before: int, after: int) -> Event:
        var = self.sitting.vars[self.description["changes"][value]]
        domains = [self.description["domains"][dim] for dim in var["dims"]]
        index = list(list(product(*domains))[place])
        whose = domains[0].index(index[0]) + 1 if index else None
        seen = [seat for seat, _ in enumerate(self.sitting.players, 1) if sees(var["sight"], whose, seat)]
        word = self.sitting.word
        return {"event": "change", "value": var["name"], "of": index, "to": word(var["type"], after),
                "before": word(var["type"], before), "seen": seen}

    def _change_for(self, event: Event) -> Event:
        """A value that is seen by some in some positions: by these."""
        return event | {"seen": self._seats(self.take(-(-len(self.sitting.players) // SEATS_IN_WORD)))}

    def _seats(self, masks: Sequence[int]) -> list[int]:
        bits = [bit for mask in masks for bit in _bits(mask, SEATS_IN_WORD)]
        return [seat for seat, sees in enumerate(bits, 1) if sees]

    def _telling(self, number: int, site: Mapping[str, Any]) -> Event:
        taken = self.take(len(site["fields"]))
        event: Event = {"event": site["kind"], "telling": number, "clause": site["clause"]}
        if site["from"] is None:
            many = len(site["types"])
            seats = self._seats(taken[many:])
            values = [self.sitting.word(t, v) for t, v in zip(site["types"], taken, strict=False)]
            return event | {"values": values, "seen": seats, "faces": seats}
        known = dict(zip(site["fields"], taken, strict=True))
        for end in ("from", "to"):
            owner = known.get(f"{end} owner")
            also = [known[name] for name in known if name.startswith(f"{end} also ")]
            event[end] = {"zone": site[end], "owner": None if owner is None else owner + 1,
                          "place": known.get(f"{end} place")} | ({"also": also} if also else {})
        masks = [[word for name, word in zip(site["fields"], taken, strict=True) if name == which]
                 for which in ("faces", "awake")]
        event |= self._cards(site)
        faces, awake = (self._seats(mask) if mask else None for mask in masks)
        seers = self._seers(event, faces)
        if awake is not None:
            seers = {which: [seat for seat in seats if seat in awake] for which, seats in seers.items()}
        return event | seers

    def _cards(self, site: Mapping[str, Any]) -> Event:
        names = self.description["domains"][self.sitting.zones[site["from"]]["cards"]]
        match site["cards"]:
            case "card":
                face = names[self.take(1)[0]]
                return {"card": face, "face": face}
            case "set":
                low, high = (word & 0xFFFFFFFF for word in self.take(2))
                counts = _bits(low | high << 32, len(names))
            case _:
                counts = self.take(len(names))
        return {"amount": sum(counts), "cards": {name: many for name, many in zip(names, counts, strict=True) if many}}

    def _seers(self, event: Event, faces: list[int] | None) -> dict[str, list[int]]:
        """Whoever sees faces at either end sees the faces, or those who are told; that cards move, whoever sees them
        counted."""
        seats = range(1, len(self.sitting.players) + 1)
        ends = [(self.sitting.zones[event[end]["zone"]], event[end]["owner"]) for end in ("from", "to")]
        if faces is None:
            faces = [seat for seat in seats if any(sees(zone["sight"], owner, seat) for zone, owner in ends)]
        return {"seen": list(seats) if any(zone["counted"] for zone, _ in ends) else faces, "faces": faces}


def sees(sight: str, whose: int | None, player: int) -> bool:
    """Whether a seat sees what is kept for somebody, where that follows from who they are."""
    return sight == "all" or (sight == "owner" and whose == player) or (sight == "others" and whose != player)


def noticed(event: Event, player: int | None) -> Event | None:
    """The event as this seat noticed it; None if it did not. Without a seat: everything."""
    if event["event"] == "deals":
        return None  # what falls is told card by card
    if player is None:
        return event
    match event["event"]:
        case "choice":
            if event["seat"] == player:
                return event
            if player not in event["seen"] or event["who"] in ("moderator", "chance"):
                return None
            return event if event["who"] == "table" else event | {"picks": event["shown"]}
        case "change" | "shuffle":
            return event if player in event["seen"] else None
        case "end":
            return event | {"result": announced(event["result"])}
        case kind:
            if player not in event["seen"]:
                return None
            unseen = "card" if kind == "move" else "cards" if kind in CARDS_MOVE else "values"
            return event if player in event["faces"] else event | {unseen: None}


def announced(result: dict[str, Any] | None) -> dict[str, Any] | None:
    """What the players hear of the end: not which other endings hold."""
    return result and result | {"holding": []}


def _bits(mask: int, count: int) -> list[int]:
    return [mask >> k & 1 for k in range(count)]
