"""The words of `simulate` in two languages, and columns that are straight in both."""

from __future__ import annotations

SAID = {
    "en": {
        "head": "{name}, {players}, {what}", "seed": ", seed {seed}",
        "players": "{n} players", "games": "{n:,} games of random players", "games seated": "{n:,} games",
        "games usual": "{n:,} games of usual players",
        "seated": "seat {seat}: {who}",
        "who wins": "Who wins (the true rate lies in the brackets, 95 times of 100; an even share is {even})",
        "better": "better than even", "worse": "worse than even",
        "how it ends": "How it ends", "what goes wrong": "What goes wrong, and a game that shows it",
        "won": "won", "drawn": "drawn", "nobody": "nobody wins", "undeclared": "over, but by no declared ending",
        "stuck": "stuck", "undefined": "undefined", "endless": "endless", "unfinished": "not over at the limit",
        "in": "in", "broken": "broken claims", "breaks": "breaks {name} (claim {claim})",
        "refereed": "Claims that the referee watched in every game: {n:,}",
        "silent": "; that say nothing of this table: {n:,}",
        "length": "Length: {mean:.1f} decisions on average, {shortest} to {longest}",
        "always": "Length: always {n}", "decision": "{n} decision", "decisions told": "{n} decisions",
        "quantiles": "  5 % of the games have at most {}, a quarter {}, half {}, three quarters {}, 95 % {}",
        "tricks": "How often a card wins its trick", "won of played": "{won:,} of {played:,}",
        "more cards": "  and {n} more: --format json lists them all",
        "clauses": "Clauses at work, in how many games", "watched": " ({n:,} games were watched for this)",
        "asked": "Definitions, parameters and readings asked for, in how many games", "watching": "(watched)",
        "otherwise": "What comes after otherwise, needed in how many games", "never needed": "{n} more never needed",
        "always at work": "in every game: {n} clauses", "never at work": "never at work",
        "exact": "exact odds over {n:,} positions",
        "exactly who wins": "Who wins",
        "exact length": "Length: {mean} decisions on average, about {about:.2f}",
        "too large": "There are no exact odds: {why}. So {n:,} games are played.",
        "stopped": "Stopped: {done:,} of {asked:,} games were played and are kept; "
                   "the same command with --seed {seed} goes on.",
        "charts": "{n} charts in {folder}",
        "share of games": "share of the games (%)", "decisions": "decisions in a game", "games axis": "games",
        "even": "even share", "chart seats": "Who wins", "chart length": "Length of a game",
        "chart cards": "How often a card wins its trick", "chart endings": "How it ends",
        "chart foot": "{name}, {players} players, {games:,} games, seed {seed}",
        "median": "half have at most", "mean": "average",
        "chart clauses": "Clauses at work", "share of plays": "won of the times played (%)",
        "sweep": "{name}: {n} combinations, {games:,} games each, seed {seed}",
        "average length": "length", "trouble": "goes wrong", "impossible": "not possible", "wins": "{name} wins",
    },
    "ja": {
        "head": "{name}、{players}、{what}", "seed": "、シード{seed}",
        "players": "{n}人", "games": "ランダムなプレイヤーによる{n:,}ゲーム", "games seated": "{n:,}ゲーム",
        "games usual": "ふつうに遊ぶプレイヤーによる{n:,}ゲーム",
        "seated": "席{seat}：{who}",
        "who wins": "勝率（括弧内は95％信頼区間。均等なら{even}）",
        "better": "均等より有利", "worse": "均等より不利",
        "how it ends": "終わり方", "what goes wrong": "問題のあるゲームと、その再現方法",
        "won": "勝者あり", "drawn": "引き分け", "nobody": "勝者なし", "undeclared": "宣言された終わり方ではない",
        "stuck": "手詰まり", "undefined": "ルールに定めなし", "endless": "終わらない",
        "unfinished": "上限までに終わらず",
        "in": "場所：", "broken": "主張に反する", "breaks": "{name}に反する（{claim}番目の主張）",
        "refereed": "審判は全ゲームで{n:,}個の主張を見張った", "silent": "（ほか{n:,}個はこの設定では何も言わない）",
        "length": "長さ：平均{mean:.1f}回の選択（{shortest}〜{longest}回）",
        "always": "長さ：常に{n}", "decision": "{n}回の選択", "decisions told": "{n}回の選択",
        "quantiles": "  5％のゲームは{}回以下、4分の1は{}回以下、半数は{}回以下、4分の3は{}回以下、95％は{}回以下",
        "tricks": "カードがトリックに勝つ割合", "won of played": "{played:,}回中{won:,}回",
        "more cards": "  ほか{n}種（--format json ですべて表示）",
        "clauses": "条項が働いたゲームの数", "watched": "（{n:,}ゲームを観察）",
        "asked": "定義・パラメータ・解釈が参照されたゲームの数", "watching": "（観察）",
        "otherwise": "otherwise の後が必要になったゲームの数", "never needed": "ほか{n}か所は一度も必要にならず",
        "always at work": "すべてのゲームで働いた条項：{n}", "never at work": "一度も働かなかった条項",
        "exact": "{n:,}局面にわたる正確な確率",
        "exactly who wins": "勝率",
        "exact length": "長さ：平均{mean}回の選択（約{about:.2f}回）",
        "too large": "正確な確率は求められません（{why}）。代わりに{n:,}ゲームを行います。",
        "stopped": "中断しました。{asked:,}ゲーム中{done:,}ゲームを終え、保存しました。"
                   "同じコマンドに --seed {seed} を付けると続きから始まります。",
        "charts": "{folder}に{n}枚の図を書きました",
        "share of games": "ゲームの割合（％）", "decisions": "1ゲームの選択の回数", "games axis": "ゲーム数",
        "even": "均等な割合", "chart seats": "席ごとの勝率", "chart length": "ゲームの長さ",
        "chart cards": "カードがトリックに勝つ割合", "chart endings": "終わり方",
        "chart foot": "{name}、{players}人、{games:,}ゲーム、シード{seed}",
        "median": "中央値", "mean": "平均",
        "chart clauses": "条項が働いた割合", "share of plays": "出された回数のうち勝った割合（％）",
        "sweep": "{name}：{n}通り、各{games:,}ゲーム、シード{seed}",
        "average length": "長さ", "trouble": "問題", "impossible": "不可能", "wins": "{name}の勝率",
    },
}


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points(share: float) -> str:
    """Percentage points, with their sign."""
    return f"{100 * share:+.1f}".replace("-", "−")


def columns(rows: list[list[str]], sides: str) -> list[str]:
    """Rows of cells as lines; `sides` has l or r for each column. Kanji are two cells wide."""
    from rich.cells import cell_len

    widths = [max((cell_len(row[k]) for row in rows), default=0) for k in range(len(sides))]

    def cell(text: str, k: int) -> str:
        space = " " * (widths[k] - cell_len(text))
        return text + space if sides[k] == "l" else space + text

    return ["  " + "  ".join(cell(text, k) for k, text in enumerate(row)).rstrip() for row in rows]
