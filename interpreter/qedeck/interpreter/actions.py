"""What somebody may do: an Action is one choice with everything picked, or one outcome of chance.

Seats are counted from 1, as at the table: seat 2 is `player 2`. Words are those of the spec.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from qedeck.interpreter.words import Word, Words, fill, slots
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

STAYING_OUT = ("decline", "nobody")
"""Options that the language adds by itself: not wanting to, and nobody wanting to."""
STAYING_SLOTS = {"player", "players", "option", "topic"}
"""What can be said of them."""

ACTORS = {
    "en": {"table": "The table", "moderator": "The moderator", "chance": "Chance", "anyone": "Nobody"},
    "ja": {"table": "全員", "moderator": "進行役", "chance": "運", "anyone": "誰も"},
}
GENERIC = {
    "en": {"decline": "{player} declines", "nobody": "Nobody moves", "pick": "{topic} chooses {picks}",
           "option": "{player}: {option}", "option with": "{player}: {option} ({picks})",
           "secret": "{player} chooses in secret", "deal": "Cards are dealt from {zone}",
           "shuffle": "The {zone} is shuffled"},
    "ja": {"decline": "{player}は見送る", "nobody": "誰も動かない", "pick": "{topic}{picks}を選ぶ",
           "option": "{player}：{option}", "option with": "{player}：{option}（{picks}）",
           "secret": "{player}はひそかに選ぶ", "deal": "{zone}からカードを配る", "shuffle": "{zone}を切る"},
}
NOT_WANTING = {
    "en": {"decline": "choose nothing", "nobody": "nobody"}, "ja": {"decline": "選ばない", "nobody": "だれも動かない"},
}
"""What staying out is called among what may be chosen, if the texts do not say it."""
A_CARD = {"en": "a card", "ja": "カード"}


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that may happen at a decision. Make them with `legal` or from words, not by hand."""

    node: int
    choice: int
    """Which option of the decision; 0 for a deal or a shuffle."""
    values: tuple[int, ...] = ()
    outcome: tuple[tuple[int, ...], ...] | None = None
    """What chance does: the counts for each target of a deal, the one new order of a shuffle; None: draw it."""
    player: int | None = None
    """The seat that acts, counted from 1; None for chance, the table, the moderator, or nobody."""
    words: Words = field(kw_only=True, compare=False, repr=False)

    @property
    def actor(self) -> str:
        """player, anyone, table, moderator or chance."""
        node = self.words.core.nodes[self.node]
        return c.who_decides(node)

    @property
    def phase(self) -> str:
        return self.words.core.nodes[self.node].name

    @property
    def option(self) -> str:
        node = self.words.core.nodes[self.node]
        match node:
            case c.Decision(options=options):
                return options[self.choice].name
            case c.DealDecision():
                return "deal"
            case c.ShuffleDecision():
                return "shuffle"
            case _:
                assert_never(node)

    @property
    def picks(self) -> dict[str, Word]:
        """What was picked, by the name it has in the spec; who reaches first in a race is left to `player`."""
        return {pick.label: self.words.word(pick.type, value) for pick, value in self._picked()}

    def _picked(self) -> list[tuple[c.Pick, int]]:
        node = self.words.core.nodes[self.node]
        if not isinstance(node, c.Decision):
            return []
        return list(zip(node.options[self.choice].picks, self.values, strict=True))

    def label(self, language: str = "en", hidden: frozenset[str] = frozenset()) -> str:
        """The choice as a sentence without a full stop; picks named in `hidden` are only called a card."""
        words, node = self.words, self.words.core.nodes[self.node]
        generic = GENERIC[language]
        if not isinstance(node, c.Decision):
            zone = node.source.zone if isinstance(node, c.DealDecision) else node.zone.zone
            return fill(generic[self.option], {"zone": words.texts.name(language, zone)})
        names = {label: words.name(language, word) for label, word in self.picks.items()}
        names |= {label: A_CARD[language] for label in names if label in hidden}
        who = words.name(language, words.player(self.player)) if self.player else ACTORS[language][self.actor]
        told = self.told(language, who, names)
        if told is not None:
            return told
        slots = {"player": who, "option": words.texts.name(language, self.option), **names}
        slots["topic"] = who if language == "en" else "全員で" if self.actor == "table" else who + "は"
        picked = self._picked()[1:] if self.actor == "anyone" else self._picked()
        slots["picks"] = ("、" if language == "ja" else ", ").join(names[pick.label] for pick, _ in picked)
        return fill(generic[self._manner(len(picked))], slots)

    def told(self, language: str, who: str, names: dict[str, str]) -> str | None:
        """The sentence that the texts have for it; None if they have none."""
        words, node = self.words, self.words.core.nodes[self.node]
        said = sentence(words.texts, language, node.name, self.option)
        topic = who if language == "en" else "全員で" if self.actor == "table" else who + "は"
        slots = {"player": who, "players": who, "option": words.texts.name(language, self.option), "topic": topic}
        return None if said is None else fill(said, slots | names)

    def _manner(self, picked: int) -> str:
        if not self.values and self.option in STAYING_OUT:
            return self.option
        if picked == 1 and self.option in self.picks:
            return "pick"
        return "option with" if picked else "option"

    def spelled(self) -> str:
        """The choice as a script writes it: `match with player 2 and top-left`."""
        values = " and ".join(spell(word) for word in self.picks.values())
        if not values or not self.option_is_pick():
            return f"{self.option} with {values}" if values else self.option
        return values

    def option_is_pick(self) -> bool:
        """Whether the option has no name of its own: `p chooses a card c` is called c."""
        return self.option in self.picks and len(self.picks) == 1


def sentence(texts: Texts, language: str, phase: str, option: str) -> str | None:
    """What the texts say of a choice. What they say of a whole phase speaks of what is picked, not of staying out."""
    said = (texts.choice(language, key) for key in (f"{phase}.{option}", phase, option))
    stays = option in STAYING_OUT
    return next((one for one in said if one is not None and not (stays and {*slots(one)} - STAYING_SLOTS)), None)


def option_name(words: Words, language: str, option: str) -> str:
    """What an option is called among others."""
    named = words.texts.files.get(language, {}).get("names", {})
    return NOT_WANTING[language].get(option, "") if option in STAYING_OUT and option not in named else words.texts.name(
        language, option)


def spell(word: Word) -> str:
    return {True: "yes", False: "no"}[word] if isinstance(word, bool) else str(word)


def secretly(language: str, words: Words, player: int) -> str:
    """What is said of a choice that nobody may see."""
    return fill(GENERIC[language]["secret"], {"player": words.name(language, words.player(player))})
