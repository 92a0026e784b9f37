"""What one seat sees of a page's module: memory through the description in, the data of interpreter/views out."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from qedeck.engine.reading import Sitting
from qedeck.engine.records import announced, sees


def view(sitting: Sitting, player: int | None = None) -> dict[str, Any]:
    """The table from one seat, counted from 1; None: everything."""
    zones = dict[str, Any]()
    for zone in sitting.description["zones"]:
        kinds = [*(["player"] if zone["owned"] else []), *zone["also"]]
        for part, index in enumerate(product(*(enumerate(sitting.description["domains"][kind], 1) for kind in kinds))):
            words = ", ".join(word for _, word in index)
            key = f"{zone['name']} of {words}" if words else zone["name"]
            zones[key] = _zone(sitting, zone, part, index[0][0] if zone["owned"] else None, player)
    asked, node = sitting.asked, sitting.node
    if player is not None and node is not None and asked is not None and asked["player"] != player:
        # Who is asked in secret is part of the secret.
        noticed = sitting.notices(node["notices"], player) if "notices" in node else not node.get("secret")
        asked = asked if noticed else None
    return {"player": player, "zones": zones, "remembered": _remembered(sitting, player), "asked": asked,
            "result": sitting.result if player is None else announced(sitting.result)}


def _may_see(sitting: Sitting, what: Mapping[str, Any], whose: int | None, player: int | None) -> bool:
    """Of a zone or a value; whose it is, counted from 1."""
    if player is None or what["sight"] != "asked":
        return player is None or sees(what["sight"], whose, player)
    return sitting.sees(what["sees"], player, whose or 1)


def _zone(
    sitting: Sitting, zone: Mapping[str, Any], part: int, owner: int | None, player: int | None
) -> dict[str, Any]:
    faces = _may_see(sitting, zone, owner, player)
    counted = faces or zone["counted"]
    names, players = sitting.description["domains"][zone["cards"]], sitting.players
    many = len(players) if zone["owned"] else 1
    for kind in zone["also"]:
        many *= len(sitting.description["domains"][kind])

    def of_this(name: str) -> list[int]:
        row = sitting.row(name)
        width = len(row) // many
        return row[part * width : (part + 1) * width]

    def cells(kind: str) -> list[int]:
        return of_this(zone["name"] + kind)

    if zone["kind"] == "pile":
        heap = {name: many for name, many in zip(names, cells(""), strict=True) if many}
        return {"size": cells(".size")[0] if counted else None, "cards": heap if faces else None}
    row = cells(".card")
    marks = {
        var["mark"]["word"]: [sitting.word(var["type"], value) for value in of_this(var["name"])]
        for var in _marks(sitting, zone) if _may_see(sitting, var, owner, player)
    }
    known = _known(sitting, zone, part, many, player)
    told = [faces or (bool(known) and known[k]) for k in range(len(row))]
    if zone["kind"] == "grid":
        if zone.get("firm") is not None:
            last = max((place for place, card in enumerate(row) if card >= 0), default=-1)
            row = row[: max(zone["firm"], last + 1)]
        shown = ["none" if card < 0 else names[card] if seen else None for card, seen in zip(row, told, strict=False)]
        places = sitting.description["domains"][zone["places"]]
        lies = {mark: dict(zip(places, laid, strict=True)) for mark, laid in marks.items()}
        at = {"known": dict(zip(places, known, strict=True))} if known else {}
        return {"places": dict(zip(places, shown, strict=False)) if counted else None} | at | _if_any(lies)
    if not counted:
        return {"size": None, "cards": None, "by": None} | _if_any(marks)
    size = cells(".size")[0]
    by = ["none" if who < 0 else players[who] for who in cells(".by")[:size]]
    cards = [names[card] if seen else None for card, seen in zip(row[:size], told, strict=False)]
    lying = {"size": size, "cards": cards, "by": by} | ({"known": known[:size]} if known else {})
    return lying | _if_any({mark: laid[:size] for mark, laid in marks.items()})


def _known(sitting: Sitting, zone: Mapping[str, Any], part: int, many: int, player: int | None) -> list[bool]:
    """Which of the cards there a seat remembers; nothing where nobody does."""
    if "known" not in zone:
        return []
    row = sitting.row(zone["known"])
    width = len(row) // (len(sitting.players) * many)
    start = 0 if player is None else ((player - 1) * many + part) * width
    return [player is not None and bool(one) for one in row[start : start + width]]


def _marks(sitting: Sitting, zone: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The marks on the cards of a zone."""
    return [var for var in sitting.vars.values() if "mark" in var and var["mark"]["zone"] == zone["name"]]


def _if_any(marks: dict[str, Any]) -> dict[str, Any]:
    return {"marks": marks} if marks else {}


def _remembered(sitting: Sitting, player: int | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    domains = sitting.description["domains"]
    for name, var in sitting.vars.items():
        if var["role"] != "remembered" or "mark" in var or "known" in var:
            continue
        row = sitting.row(name)
        for place, (key, value) in enumerate(zip(product(*(domains[d] for d in var["dims"])), row, strict=True)):
            owner = place // (len(row) // len(domains[var["dims"][0]])) + 1 if key else None
            if _may_see(sitting, var, owner, player):
                found[f"{name} of {', '.join(key)}" if key else name] = sitting.word(var["type"], value)
    return found
