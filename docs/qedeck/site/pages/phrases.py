"""Our own words, in both languages: one table, key -> (English, Japanese). Words of a game come from its Book."""

from __future__ import annotations

from typing import Final

PHRASES: Final[dict[str, tuple[str, str]]] = {
    # the frame of every page
    "search": ("Search", "検索"),
    "search.placeholder": ("A word of the rules", "調べたい言葉"),
    "search.none": ("Nothing was found. Try a shorter word.", "見つかりませんでした。もっと短い言葉でお試しください。"),
    "search.close": ("Close", "閉じる"),
    "search.hint": ("Any part of a word will do.", "言葉の一部でも見つかります。"),
    "menu": ("Contents", "メニュー"),
    "language": ("This page in Japanese", "このページを英語で読む"),
    "made with": ("Made by qedeck from the text of the games.", "ゲームのテキストから qedeck が作成しました。"),
    "skip": ("To the text", "本文へ"),
    "english only": ("", "このページは英語版のみです。"),
    "to light": ("Switch to light colours", "明るい配色にする"),
    "to dark": ("Switch to dark colours", "暗い配色にする"),
    "to system": ("Colours as the system has them", "配色をシステムに合わせる"),
    # the shelf and the front page of a game
    "home": ("Home", "ホーム"),
    "games": ("Games", "ゲーム"),
    # beside the games
    "guide": ("Guide", "はじめかた"),
    "reference": ("Reference", "リファレンス"),
    "commands": ("The commands", "コマンド"),
    "messages": ("Messages", "メッセージ一覧"),
    "python": ("From Python", "Python から使う"),
    "project": ("Project", "プロジェクト"),
    "decisions": ("Decisions", "設計の記録"),
    "reports": ("Reports", "検証レポート"),
}


def say(language: str, key: str, **parts: object) -> str:
    """A phrase, with its gaps filled. It is plain text still: whoever writes a page escapes the whole."""
    english, japanese = PHRASES[key]
    words = japanese if language == "ja" else english
    return words.format(**parts) if parts else words
