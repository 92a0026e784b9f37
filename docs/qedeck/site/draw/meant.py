"""Words that say by themselves what they look like: a first guess for games without a [look]."""

from __future__ import annotations

from qedeck.spec.looks import SYMBOLS

_SAID = {
    "wolf": "werewolf wolves werewolves 狼 人狼 オオカミ ウルフ",
    "hound": "dog dogs 犬 いぬ ハウンド",
    "sheep": "lamb flock ram 羊 ひつじ シープ",
    "bird": "pigeon dove crow raven eagle owl parrot 鳥 鳩 カラス",
    "rat": "mouse rats mice 鼠 ねずみ",
    "fish": "shark 魚 さかな",
    "cat": "lion tiger 猫 ねこ",
    "paw": "beast animal",
    "mask": "robber thief bandit burglar spy rogue trickster otori 泥棒 どろぼう 怪盗",
    "eye": "seer witness prophet watcher oracle scout 占い師 目撃者",
    "hand": "beggar held",
    "skull": "death ghost dead vampire zombie poison poisoned 死神 幽霊",
    "heart": "cupid lover love life lives ハート 恋人",
    "person": "human man woman girl boy child jack apprentice peasant 人",
    "people": "team crowd family 村人たち",
    "cap": "idiot fool jester joker clown ジョーカー 道化師",
    "horns": "devil demon scapegoat goat ogre 鬼 悪魔",
    "chest": "treasure loot box 宝箱 宝",
    "knife": "dagger assassin blade murderer 短剣 ナイフ",
    "sword": "knight soldier warrior fighter 剣 騎士",
    "bow": "hunter archer arrow 弓 狩人",
    "shield": "guardian guard bodyguard protector defender 盾",
    "crown": "king queen prince princess emperor sheriff mayor ace 王 女王",
    "lantern": "lamp light",
    "coin": "money gold penny stake points score price 金 コイン",
    "meat": "meatball food 肉",
    "bone": "bones 骨",
    "cup": "grail chalice cups 杯",
    "scroll": "letter book spell map priest 巻物",
    "flask": "witch potion wizard alchemist 魔女 薬",
    "flute": "piper siren bard music 笛",
    "hourglass": "elder time grandfather clock 長老",
    "house": "villager village home citizen 村人 家",
    "gem": "jewel ruby emerald crystal 宝石",
    "anchor": "captain sailor harbour",
    "ship": "pirate boat fleet 船 海賊",
    "die": "dice luck chance",
    "flag": "nation castle",
    "sun": "day light 日 太陽",
    "moon": "night 月 夜",
    "star": "stars special trump 星",
    "drop": "water rain blood 水 雨",
    "leaf": "plant grass leaves 葉",
    "flame": "fire dragon torch 火 炎",
    "flower": "rose lily blossom 花",
    "tree": "forest wood woods 木 森",
    "snow": "ice winter frost 雪 氷",
    "bolt": "thunder lightning storm power energy 雷",
    "mountain": "earth stone rock hill 山 土",
    "wave": "sea ocean river 海",
    "cloud": "wind air sky 風 雲",
    "diamond": "ダイヤ",
    "spade": "スペード",
    "club": "クラブ",
    "cross": "x",
    "ring": "nought o",
}
_MEANT = {word: symbol for symbol, words in _SAID.items() for word in words.split()}
_MEANT.update({symbol: symbol for symbol in SYMBOLS})

FALLBACK = ("circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "ring", "petals", "bars",
            "crescents", "drop", "leaf", "flower", "gem", "bell", "key", "lantern", "shield", "anchor", "cloud", "bolt")
"""For words that say nothing to us, in this order."""

COLOUR_WORDS = {
    "red": "red", "blue": "blue", "green": "green", "yellow": "gold", "gold": "gold", "golden": "gold", "black": "ink",
    "white": "slate", "grey": "slate", "gray": "slate", "silver": "slate", "orange": "orange", "purple": "purple",
    "violet": "purple", "pink": "rose", "rose": "rose", "brown": "brown", "hearts": "red", "heart": "red",
    "diamonds": "blue", "diamond": "blue", "clubs": "green", "club": "green", "spades": "ink", "spade": "ink",
    "赤": "red", "青": "blue", "緑": "green", "黄": "gold", "黒": "ink", "白": "slate", "紫": "purple",
}

NATURAL = {
    "sun": "gold", "moon": "blue", "wolf": "slate", "hound": "orange", "sheep": "teal", "bird": "purple",
    "rat": "brown", "mask": "purple", "eye": "teal", "skull": "ink", "heart": "rose", "crown": "gold", "coin": "gold",
    "chest": "gold", "knife": "red", "sword": "red", "bow": "orange", "shield": "blue", "flask": "green",
    "flute": "purple", "house": "brown", "hourglass": "brown", "cap": "orange", "horns": "red", "leaf": "green",
    "tree": "green", "flame": "orange", "drop": "blue", "wave": "blue", "snow": "sky", "flower": "rose",
    "meat": "red", "bone": "slate", "ship": "teal", "anchor": "blue", "gem": "teal", "person": "teal", "star": "gold",
    "bolt": "gold", "cloud": "sky",
}
"""The colour one thinks of first; another is taken if a family of the game has it already."""


def meant(word: str) -> str | None:
    """The symbol that a word means: the whole word, then its parts, the last one first (grandfather-wolf, chest 7)."""
    name = word.lower().rstrip("0123456789 ")
    parts = name.replace("_", "-").split("-")
    for part in (name, *reversed(parts)):
        if part in _MEANT:
            return _MEANT[part]
        if part.endswith("s") and part[:-1] in _MEANT:
            return _MEANT[part[:-1]]
    return None
