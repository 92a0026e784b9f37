"""`qedeck play`: a person at one seat, usual or random players at the others; what the seat may see, and no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from qedeck.commands.common import Parser, add_table, complain, open_game, players_of, seed_of, settings_of
from qedeck.commands.exits import FAILING, GOOD, WRONG, Wrong
from qedeck.commands.moderate import add_evening, evening

if TYPE_CHECKING:
    from qedeck.interpreter.actions import Action
    from qedeck.interpreter.play import Play
    from qedeck.simulation.seats import Player

MANY = 12
"""More choices than this are asked for step by step."""

_SAID = {
    "en": {
        "help": "Type the number of a choice, or the choice in the words of the spec.\n"
                "t shows the table as you see it, ? this help, q leaves the game.",
        "you": "You are {name}.", "all": "You are the moderator: you see everything and enter everybody's choices.",
        "turn": "{name} decides:", "which": "Which {label}?", "prompt": "> ", "bye": "Goodbye. The seed was {seed}.",
        "number": "There is no choice {text}: type a number from 1 to {most}, or ? for help.",
        "refused": "That is not allowed: {reason}.", "table": "the table", "moderator": "the moderator",
        "anyone": "whoever is first", "nobody else": "(anyone may go first; choose for yourself, or let the others)",
        "cards": "{n} cards", "option": "What happens?", "known": "remembered",
    },
    "ja": {
        "help": "選択肢の番号を入力してください。ルールの言葉で書くこともできます。\n"
                "t で見える範囲の卓を表示、? でこの説明、q で終わります。",
        "you": "あなたは{name}です。", "all": "あなたは進行役です。すべてが見え、全員の選択を入力します。",
        "turn": "{name}の番：", "which": "{label}は？", "prompt": "> ", "bye": "終わります。シードは{seed}でした。",
        "number": "「{text}」という選択肢はありません。1から{most}の番号か ? を入力してください。",
        "refused": "それはできません：{reason}。", "table": "全員", "moderator": "進行役",
        "anyone": "早い者勝ち", "nobody else": "（誰でも動けます。自分が動くか、ほかの人に任せるか）",
        "cards": "{n}枚", "known": "覚えている", "option": "どうする？",
    },
}


def command(argv: Sequence[str]) -> int:
    parser = Parser("play", "Sit down and play a game, seeing only what your seat may see. The others play as usual.",
                    "  qedeck play stool_pigeon --seat 1 --players 3\n"
                    "  qedeck play werewolf_village --moderate --lang ja\n"
                    "  qedeck play werewolf_village --seat moderator --players 8 --lang ja")
    parser.game()
    add_table(parser)
    parser.add_argument("--seat", default="1", metavar="SEAT",
                        help="your seat (default: 1), or moderator to see and enter everything")
    parser.add_argument("--lang", choices=("en", "ja"), default="en", help="the language at the table")
    add_evening(parser)
    parser.formats()
    args = parser.parse_args(argv)
    if args.format == "json":
        return complain("play is for people; for programs there is: qedeck run --format json")
    game = open_game(args.game)
    if game is None:
        return WRONG
    if args.moderate:
        return evening(game, args)
    from qedeck.commands.simulate import seats_of
    from qedeck.interpreter.play import Endless, start
    from qedeck.interpreter.settings import SettingError

    players = players_of(game, args.players)
    seat = None if args.seat == "moderator" else _seat(args.seat, players)
    others = seats_of(game, players, (), args.at_random)
    try:
        play = start(game, players, seed_of(args.seed), settings_of(args.settings))
        return _Table(play, seat, args.lang, others).sit()
    except SettingError as error:
        return complain(str(error))
    except Endless as endless:
        print(f"qedeck: {endless}")
        return FAILING


def _seat(text: str, players: int) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= players:
        raise Wrong(f"there is no seat {text}: they are 1 to {players}, or moderator")
    return int(text)


class _Left(Exception):
    """The person has had enough."""


class _Table:
    def __init__(self, play: Play, seat: int | None, language: str, others: Mapping[int, Player]) -> None:
        self.play = play
        self.seat = seat
        self.others = others
        """Who sits at the other seats."""
        self.language = language
        self.said = _SAID[language]
        self.told = 0

    def sit(self) -> int:
        """Play to the end, or until the person leaves."""
        from qedeck.interpreter.words import fill

        words = self.play.rules.words
        if self.seat:
            print(fill(self.said["you"], {"name": words.name(self.language, words.player(self.seat))}))
        else:
            print(self.said["all"])
        print(self.said["help"])
        print()
        try:
            while not self.play.over:
                self._tell()
                self.play.apply(self._decide())
        except _Left:
            print(fill(self.said["bye"], {"seed": str(self.play.seed)}))
            return GOOD
        self._tell()
        result = self.play.result
        return FAILING if result is not None and result.kind in ("stuck", "undefined") else GOOD

    def _tell(self) -> None:
        """What happened since last time, as far as this seat noticed."""
        from qedeck.interpreter.telling import tell

        for line in tell(self.play, self.language, self.seat, self.told):
            print(line)
        self.told = len(self.play.events)

    # ---- deciding -------------------------------------------------------------------------------

    def _decide(self) -> Action:
        play, asked, legal = self.play, self.play.asked, self.play.legal()
        assert asked is not None
        if self.seat is None or asked.player == self.seat or asked.who == "table":
            return self._ask(legal)
        if asked.who != "anyone":
            return self._drawn()
        mine = [a for a in legal if a.player in (self.seat, None)]
        if any(a.player == self.seat for a in mine):
            chosen = self._ask(mine)
            if chosen.player == self.seat:
                return chosen
        # The person lets the others go first; half of the time nobody wants to.
        if self.others:
            return self._drawn()
        still = [a for a in legal if a.player is None]
        if still and play.chance.below(2):
            return still[0]
        others = [a for a in legal if a.player != self.seat]
        return others[play.chance.below(len(others))]

    def _drawn(self) -> Action:
        """What somebody else decides; whoever sits here has had the chance to be quicker."""
        from qedeck.simulation.seats import likely

        wishes = likely(self.play, self.others, absent=self.seat)
        return wishes[self.play.chance.weighted([weight for _, weight in wishes])][0]

    def _ask(self, legal: list[Action]) -> Action:
        from qedeck.interpreter.words import fill

        asked, words = self.play.asked, self.play.rules.words
        assert asked is not None
        name = words.name(self.language, words.player(asked.player)) if asked.player else self.said[asked.who]
        self._show_own()
        print(fill(self.said["turn"], {"name": name[0].upper() + name[1:]}))
        if asked.who == "anyone" and self.seat is not None:
            print(self.said["nobody else"])
        if len(legal) <= MANY:
            chosen = self._number([a.label(self.language) for a in legal], legal)
            return legal[chosen] if isinstance(chosen, int) else chosen
        return self._step_by_step(legal)

    def _step_by_step(self, legal: list[Action]) -> Action:
        """First which option, then one pick after the other."""
        from qedeck.interpreter.words import fill

        left, depth = legal, 0
        words = self.play.rules.words
        while len(left) > 1:
            keys = [(a.option, *a.picks.values()) for a in left]
            here = list(dict.fromkeys(key[depth] for key in keys if depth < len(key)))
            if len(here) > 1:
                if depth == 0:
                    print(self.said["option"])
                else:
                    label = words.name(self.language, list(left[0].picks)[depth - 1])
                    print(fill(self.said["which"], {"label": label}))
                chosen = self._number([words.name(self.language, word) for word in here], legal)
                if not isinstance(chosen, int):
                    return chosen
                left = [a for a, key in zip(left, keys, strict=True) if depth < len(key) and key[depth] == here[chosen]]
            depth += 1
        return left[0]

    def _number(self, labels: list[str], legal: list[Action]) -> int | Action:
        """Which of these, counted from 0; or a whole action that was typed in words."""
        from qedeck.interpreter.choices import Refused
        from qedeck.interpreter.scripts import read_line
        from qedeck.interpreter.words import fill

        for number, label in enumerate(labels, 1):
            print(f"  {number:>2}  {label}")
        while True:
            text = self._line()
            if text.isascii() and text.isdigit() and len(text) < 6:
                if 1 <= int(text) <= len(labels):
                    return int(text) - 1
                print(fill(self.said["number"], {"text": text, "most": str(len(labels))}))
                continue
            who, option, values = read_line(text)
            try:
                action = self.play.action(option, values, who)
                refusal = self.play.refusal(action)
                if refusal is not None:
                    raise refusal
                if action in legal:
                    return action
                print(fill(self.said["number"], {"text": text, "most": str(len(labels))}))
            except Refused as refused:
                print(fill(self.said["refused"], {"reason": refused.told(self.language)}))

    def _line(self) -> str:
        """A line that is a choice; questions are answered, and leaving is leaving."""
        while True:
            try:
                text = input(self.said["prompt"]).strip()
            except EOFError:
                print()
                raise _Left from None
            except UnicodeDecodeError:
                text = "?"
            match text.lower():
                case "q" | "quit" | "exit":
                    raise _Left
                case "?" | "h" | "help" | "？":
                    print(self.said["help"])
                case "t" | "table":
                    self._show_table()
                case "":
                    continue
                case _:
                    return text

    # ---- showing ----------------------------------------------------------------------------------

    def _show_own(self) -> None:
        self._glance()
        if self.seat is not None:
            self._show(own=True)

    def _glance(self) -> bool:
        """What the texts want to be seen at once; whether there is any such thing."""
        from qedeck.interpreter.board import glance

        lines = glance(self.play, self.language)
        for line in lines:
            print(f"  {line}")
        return bool(lines)

    def _show_table(self) -> None:
        self._show(own=False)
        if self._glance():
            return
        words = self.play.rules.words
        for key, value in self.play.view(self.seat).remembered:
            print(f"  {self._key(key)}: {words.name(self.language, value)}")

    def _show(self, own: bool) -> None:
        """Zones with cards in them; `own`: only those whose cards this seat sees."""
        from qedeck.interpreter.views import Grid, Pile, Row
        from qedeck.interpreter.words import fill

        words = self.play.rules.words
        for key, zone in self.play.view(self.seat).zones:
            match zone:
                case Pile(size, cards):
                    faces = None if cards is None else words.listing(self.language, dict(cards))
                case Row(size, row, _, marks, known):
                    said = [self._laid(dict(marks), k, known is not None and known[k]) for k in range(len(row or ()))]
                    seen = row is not None and (None not in row or any(said))
                    faces = ", ".join(words.name(self.language, card or "?") + on
                                      for card, on in zip(row or (), said, strict=True)) if seen else None
                case Grid(places, lies, at):
                    remembered = dict(at or ())
                    on_places = {mark: dict(laid) for mark, laid in lies}
                    filled = [(place, card) for place, card in places or () if card != "none"]
                    size = len(filled)
                    seen = any(card for _, card in filled)
                    if not seen and own:
                        continue
                    faces = ", ".join(f"{words.name(self.language, place)} {words.name(self.language, card or '?')}"
                                      f"{self._laid(on_places, place, remembered.get(place, False))}"
                                      for place, card in filled)
            if size and (faces or not own):
                print(f"  {self._key(key)}: {faces or fill(self.said['cards'], {'n': str(size)})}")

    def _laid(self, marks: Mapping[str, Any], at: int | str, known: bool) -> str:
        """That a card is told from memory, and what lies on it; what every card begins with goes without saying."""
        from qedeck.spec import core as c

        words, core, said = self.play.rules.words, self.play.core, [self.said["known"]] if known else list[str]()
        first = {mark: words.word(var.type, int(var.init.value)) for zone in core.zones.values()
                 for mark, var in c.marks_on(core, zone) if isinstance(var.init, c.Const)}
        for mark, laid in marks.items():
            if laid[at] != first.get(mark):
                value = "" if laid[at] is True else " " + words.name(self.language, laid[at])
                said.append(words.texts.name(self.language, mark) + value)
        return f" ({', '.join(said)})" if said else ""

    def _key(self, key: str) -> str:
        """`hand of player 1` in this language."""
        words = self.play.rules.words
        name, of, members = key.partition(" of ")
        if not of:
            return words.texts.name(self.language, name)
        owner, *rest = (words.name(self.language, member) for member in members.split(", "))
        if self.language == "ja":
            return "の".join((owner, *rest, words.texts.name(self.language, name)))
        return f"{owner}'s {words.texts.name(self.language, name)}" + (f" ({', '.join(rest)})" if rest else "")
