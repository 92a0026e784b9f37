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

    def cells(kind: str) -> list[int]:
        row = sitting.row(zone["name"] + kind)
        width = len(row) // many
        return row[part * width : (part + 1) * width]

    if zone["kind"] == "pile":
        lying = {name: many for name, many in zip(names, cells(""), strict=True) if many}
        return {"size": cells(".size")[0] if counted else None, "cards": lying if faces else None}
    row = cells(".card")
    if zone["kind"] == "grid":
        if zone.get("firm") is not None:
            last = max((place for place, card in enumerate(row) if card >= 0), default=-1)
            row = row[: max(zone["firm"], last + 1)]
        shown = ["none" if card < 0 else names[card] if faces else None for card in row]
        places = sitting.description["domains"][zone["places"]]
        return {"places": dict(zip(places, shown, strict=False)) if counted else None}
    if not counted:
        return {"size": None, "cards": None, "by": None}
    size = cells(".size")[0]
    by = ["none" if who < 0 else players[who] for who in cells(".by")[:size]]
    return {"size": size, "cards": [names[card] if faces else None for card in row[:size]], "by": by}


def _remembered(sitting: Sitting, player: int | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    domains = sitting.description["domains"]
    for name, var in sitting.vars.items():
        if var["role"] != "remembered":
            continue
        row = sitting.row(name)
        for place, (key, value) in enumerate(zip(product(*(domains[d] for d in var["dims"])), row, strict=True)):
            owner = place // (len(row) // len(domains[var["dims"][0]])) + 1 if key else None
            if _may_see(sitting, var, owner, player):
                found[f"{name} of {', '.join(key)}" if key else name] = sitting.word(var["type"], value)
    return found
