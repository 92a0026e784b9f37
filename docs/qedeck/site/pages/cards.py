"""The cards of a game: every one drawn, with what it has, how many there are, and the rules that speak of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qedeck.site.book.box import Attribute, CardFace, CardSet, Count
from qedeck.site.book.prose import Ref
from qedeck.site.pages.escaping import anchor_id, code, text
from qedeck.site.pages.parts import heading, ref_link, rule_links
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top

MOST_IN_THE_BOX = 42
"""Cards of a set that the box shows; the page of the cards shows all."""
MOST_RULES = 4
MOST_COUNTS = 4
"""Player counts that are told one by one; of more, the first and the last."""


def cards_page(place: Place) -> str:
    """All cards, with a filter that the script runs."""
    title = place.say("cards")
    lines = [top(place, title), _filter(place)]
    for one in place.book.box.sets:
        lines += _set(place, one)
    return "\n".join(lines) + "\n"


def _filter(place: Place) -> str:
    total = sum(len(one.cards) for one in place.book.box.sets)
    if total < 8:
        return ""
    return (f'<form class="qed-filter" data-filter="qed-card" data-words-only data-unfound hidden>'
            f'<label>{place.tell("find a card")} <input type="search" autocomplete="off"></label>'
            f'<output data-all="{place.tell("all cards", count=total)}" '
            f'data-some="{place.tell("some cards")}">{place.tell("all cards", count=total)}</output></form>')


def named(place: Place, one: CardSet) -> str:
    """A set as its rule calls it: "Number cards" rather than "card"."""
    rule = place.rules.get(one.anchor)
    return rule.heading if rule else one.name


def _set(place: Place, one: CardSet) -> Iterator[str]:
    yield heading(2, named(place, one), one.anchor)
    yield f'<p class="qed-lead">{text(in_words(place, one.total))}{_used(place, one.in_play)}</p>\n'
    rules, facts = _of_all(one)
    told = "".join(_fact(place, fact) for fact in facts)
    more = rule_links(place, rules[:MOST_RULES])
    yield (f'<dl class="qed-alike">{told}</dl>' if told else "") + (
        f'<p class="qed-see"><span>{place.tell("see also")}</span> {more}</p>\n' if more else "")
    families: dict[str, list[CardFace]] = {}
    for card in one.cards:
        families.setdefault(card.family, []).append(card)
    # What is so of every card stands above them, once.
    figures = "".join(_figure(place, replace(card, rules=tuple(rule for rule in card.rules if rule not in rules),
                                             attributes=tuple(fact for fact in card.attributes if fact not in facts)))
                      for cards in families.values() for card in cards)
    yield f'<div class="qed-cards">{figures}</div>\n'


def _of_all(one: CardSet) -> tuple[list[str], list[Attribute]]:
    """The rules that speak of every card of a set, and what all of them have alike."""
    if len(one.cards) < 2:
        return [], []
    first, *others = one.cards
    return ([rule for rule in first.rules if all(rule in card.rules for card in others)],
            [fact for fact in first.attributes if all(fact in card.attributes for card in others)])


def _figure(place: Place, card: CardFace) -> str:
    rules = rule_links(place, card.rules[:MOST_RULES])
    odds = _odds(place, card)
    # That something assumed is not so of a card is no news of it.
    facts = "".join(_fact(place, one) for one in card.attributes if not (one.assumed and one.value == "no"))
    return (
        f'<figure class="qed-card" id="{anchor_id(card.anchor)}" data-find="{text(card.name)}" '
        f'data-words="{text(_words(card))}">'
        f"{picture(place, card)}"
        f'<figcaption><strong>{text(card.name)}</strong> '
        f'<span class="qed-copies">{text(copies(place, card.copies))}</span>'
        f'{f"<dl>{facts}</dl>" if facts else ""}'
        f'{f"<p>{odds}</p>" if odds else ""}'
        f'{f"<p>{rules}</p>" if rules else ""}</figcaption></figure>'
    )


def _words(card: CardFace) -> str:
    """What the filter looks through."""
    return " ".join([card.name, card.family_name, *(f"{one.name} {one.words}" for one in card.attributes)])


def _fact(place: Place, one: Attribute) -> str:
    value = text(one.words)
    if one.assumed:
        allowed = place.say("allowed", low=one.low, high=one.high) if one.low is not None else ""
        note = text(place.say("assumed") + (f" ({allowed})" if allowed else ""))
        link = f' <a class="qed-assumed" href="{code(place.to(Ref("rule", one.parameter)))}">{note}</a>' if (
            one.parameter in place.rules and one.parameter) else f' <span class="qed-assumed">{note}</span>'
        value += link
    gap = "" if place.language == "ja" else " "
    return f"<div><dt>{text(one.name)}</dt>{gap}<dd>{value}</dd></div> "


def _odds(place: Place, card: CardFace) -> str:
    """How often it wins its trick at each number of players; what was played by other rules does not count."""
    tables = [table for table in (place.book.odds.tables if place.book.odds else ()) if table.fresh]
    found = [(table.players, one) for table in tables for one in table.cards if one.card == card.anchor and one.played]
    shares = [place.say("card share", players=players, share=f"{100 * one.wins.share:.0f}") for players, one in found]
    between = "、" if place.language == "ja" else ", "
    return place.tell("card wins", shares=between.join(shares)) if shares else ""


def used(place: Place, in_play: dict[int, int]) -> str:
    """How many are used with each number of players, where that differs."""
    if len(set(in_play.values())) < 2:
        return ""
    told = [place.say("used with", players=players, count=count) for players, count in sorted(in_play.items())]
    if len(told) > MOST_COUNTS:
        told = [f"{told[0]} … {told[-1]}"]
    return ("、" if place.language == "ja" else "; ").join(told)


def _used(place: Place, in_play: dict[int, int]) -> str:
    return text_after(used(place, in_play), place)


def text_after(words: str, place: Place) -> str:
    """More about what was just said, in brackets."""
    if not words:
        return ""
    return text(f"（{words}）") if place.language == "ja" else " " + text(f"({words})").replace("&#40;", "(")


def in_words(place: Place, count: Count) -> str:
    """How many, and whether that is stated."""
    words = place.say("cards count", count=count.number)
    if not count.assumed:
        return words
    if count.low is not None and count.high is not None and count.low != count.high:
        return place.say("assumed count", words=words, low=count.low, high=count.high)
    return f"{words} ({place.say('assumed')})"


def copies(place: Place, count: Count) -> str:
    """How many of one face; a single card says nothing."""
    if count.number == 1 and not count.assumed:
        return ""
    return f"×{count.number}" + (f" {place.say('assumed')}" if count.assumed else "")


def _times(count: Count) -> str:
    return f"×{count.number}" if count.number != 1 else ""


def picture(place: Place, card: CardFace, small: bool = False) -> str:
    """The card as a picture, or, where there is none, its name on a blank one."""
    drawn = (place.drawn.small if small else place.drawn.cards).get(card.word)
    if drawn is None:
        return f'<span class="qed-blank" aria-hidden="true">{text(card.name)}</span>'
    return drawn


def shelf_of_cards(place: Place) -> str:
    """The contents of the box: small pictures of each set, and how many there are."""
    rows = []
    for one in place.book.box.sets:
        shown = _spread(one)
        cards = "".join(
            f'<a href="{code(place.to(Ref("card", card.anchor)))}"><span class="qed-unseen">{text(card.name)}</span>'
            f'<span aria-hidden="true">{picture(place, card, small=True)}</span>{_times(card.copies)}</a>'
            for card in shown)
        name = ref_link(place, named(place, one), Ref("card", one.anchor))
        rows.append(f'<div class="qed-boxed"><p><strong>{name}</strong> '
                    f"{text(in_words(place, one.total))}{_used(place, one.in_play)}</p>"
                    f'<div class="qed-fan">{cards}</div></div>')
    return "".join(rows)


def _spread(one: CardSet) -> list[CardFace]:
    """A few cards that show what the set is like: all of a small one; else the first of each family, then more."""
    if len(one.cards) <= MOST_IN_THE_BOX:
        return list(one.cards)
    firsts = {card.family: card for card in reversed(one.cards)}
    chosen = {card.anchor for card in list(firsts.values())[:MOST_IN_THE_BOX]}
    step = max(1, len(one.cards) // (MOST_IN_THE_BOX - len(chosen) + 1))
    for card in one.cards[::step]:
        if len(chosen) < MOST_IN_THE_BOX:
            chosen.add(card.anchor)
    return [card for card in one.cards if card.anchor in chosen]
