"""Words of the card table that many games use, in Japanese: for a game that has no Japanese names of its own."""

from __future__ import annotations

JAPANESE = {
    "animal": "動物", "aside": "わきに置いたカード", "auction": "競り", "bid": "ビッド", "board": "ボード",
    "box": "箱", "card": "カード", "cards": "カード", "chip": "チップ", "coin": "コイン", "colour": "色",
    "color": "色", "deck": "山札", "dealer": "親", "discard": "捨て札", "discards": "捨て札", "draw": "引く",
    "field": "場", "hand": "手札", "hand-size": "手札の枚数", "leader": "リードする人", "led": "リードのスート",
    "number": "数", "pass": "パス", "place": "場所", "play": "出す", "player": "プレイヤー", "point": "点",
    "points": "得点", "pot": "ポット", "rank": "数字", "role": "役割", "round": "ラウンド", "score": "得点",
    "result": "結果", "set-up": "準備", "spot": "場所", "stock": "山札", "suit": "スート", "table": "場",
    "gap": "空き場所", "taken": "取ったカード",
    "team": "チーム", "tile": "タイル", "token": "トークン", "trick": "トリック", "tricks": "トリック",
    "trump": "切り札", "turn": "手番", "value": "数", "winner": "勝者", "winning-place": "勝つ場所",
}
