"""Our own words about what is sure, open or likely, in both languages: a part of the table in `phrases`."""

from __future__ import annotations

from typing import Final

PROVED: Final[dict[str, tuple[str, str]]] = {
    # grades
    "grade proved": ("proved", "証明済み"),
    "grade proved by default": ("proved for the default readings", "標準の読み方で証明済み"),
    "grade shown": ("shown", "確認済み"),
    "grade refuted as expected": ("refuted, as expected", "予想どおり不成立"),
    "grade refuted": ("refuted", "不成立"),
    "grade claims nothing": ("claims nothing", "何も言っていない"),
    "grade open": ("open", "未決着"),
    "grade stale": ("stale", "古い判定"),
    "grade not asked": ("not asked", "未検証"),
    "means proved": (
        "No deal, no choice and no reading breaks it, at the player counts that are named.",
        "書かれた人数では、どんな配り方、選び方、読み方でも破られません。"),
    "means proved by default": (
        "No deal and no choice breaks it, at the player counts that are named, while open points are read as usual.",
        "書かれた人数では、標準の読み方で遊ぶかぎり、どんな配り方や選び方でも破られません。"),
    "means shown": (
        "It can happen, and a play or a position shows how.",
        "実際に起こります。そうなるプレイか局面を示せます。"),
    "means refuted as expected": (
        "The rules do not keep it, and the game was written to say so.",
        "ルールはこれを守りません。そのことを示すために書かれた約束です。"),
    "means refuted": (
        "It is not so, and a play or a position shows it.",
        "成り立ちません。そうなるプレイか局面を示せます。"),
    "means claims nothing": (
        "There is nothing it speaks of. True, and worth nothing.",
        "あてはまるものがありません。正しくても意味がありません。"),
    "means open": (
        "Asked, and not decided. Nobody should rely on it.",
        "調べましたが、決まっていません。あてにしないでください。"),
    "means stale": (
        "Answered for other rules, or by an older prover. Nobody should rely on it.",
        "前のルールか、古い証明器での結果です。あてにしないでください。"),
    "means not asked": ("Nobody has asked it yet.", "まだ調べていません。"),
    "grade count": ("{count} {grade}", "{grade} {count}件"),
    "grade word": ("Grade", "判定"),
    "what grades mean": ("What the grades mean", "判定の意味"),
    # promises
    "promises lead": (
        "What holds in every game, whatever the players do and however the cards fall; and how sure we are of it.",
        "だれが何をしても、カードがどう配られても成り立つこと。そして、それがどこまで確かか。"),
    "sentences": ("The sentences of the rulebook", "ルールブックの文"),
    "sentences lead": (
        "Each sentence has a number. Here is which rule says it, which promises need it, and the weakest grade among "
        "those.",
        "どの文にも番号がついています。どのルールがその文を表し、どの約束がその文に頼り、"
        "いちばん弱い判定は何かを示します。"),
    "properties": ("The promises of this game", "このゲームの約束"),
    "asked of all": ("What every game is asked", "どのゲームにもたずねること"),
    "asked of all lead": (
        "Nobody had to write these down: they are asked of every game.",
        "だれも書かなくても、どのゲームにもたずねる約束です。"),
    "tools": ("What only promises speak of", "約束だけで使う言葉"),
    "tools lead": (
        "No rule uses these words; promises do, to say what they claim.",
        "ルールには出てこない、約束を言い表すためだけの言葉です。"),
    "asked of base": ("asked of the base game", "もとのゲームで検証"),
    "encoded by": ("Said by", "表すルール"),
    "drawn in": ("Drawn in", "図"),
    "elsewhere": ("In no rule", "どのルールにも出てこない"),
    "any": ("any", "すべて"),
    "how many play": ("Players", "人数"),
    "word or id": ("Word or number", "言葉か番号"),
    "all of them": ("all {count}", "全{count}件"),
    "some of them": ("# of them", "#件"),
    # one promise
    "claim": ("What is claimed", "主張"),
    "claim number": ("Claim {number}", "主張{number}"),
    "name word": ("Name", "名前"),
    "holds with": ("Claimed of", "対象"),
    "about": ("About", "もとの文"),
    "under": ("Only where", "条件"),
    "which readings": ("Readings", "読み方"),
    "default readings only": ("the default ones only", "標準の読み方のみ"),
    "speaks of": ("Open points", "関係する未決事項"),
    "known to fail": ("Known", "既知"),
    "known to fail words": (
        "The rulebook does not keep this, and the game says so.",
        "ルールブックはこれを守りません。ゲームにもそう書いてあります。"),
    "answers": ("What was found", "結果"),
    "in words": ("In words", "くわしく"),
    "found by": ("Found by", "調べた方法"),
    "agreed": ("{method}; {who} agree", "{method}（{who} が一致）"),
    "engine induction": ("induction", "帰納法"),
    "engine lemma": ("one question about every position", "すべての局面への問い"),
    "engine random plays": ("random plays", "ランダムなプレイ"),
    "engine bounded search": ("every short play", "短いプレイの総当たり"),
    "engine exhaustive search": ("every play", "すべてのプレイの総当たり"),
    "engine structure": ("the text of the rules", "ルールの文面"),
    "engine measure": ("a number that shrinks", "減っていく数"),
    "engine step by step": ("every single step", "1手ずつの確認"),
    "engine none": ("", ""),
    "seconds": ("Seconds", "秒"),
    "prover says": ("In the prover's own words", "証明器の記録（英語）"),
    "was": ("it was: {grade}", "前の判定：{grade}"),
    "refuting play": ("A play that refutes it, with {count} players", "成り立たないプレイ（{count}人）"),
    "showing play": ("A play that shows it, with {count} players", "成り立つプレイ（{count}人）"),
    "stands out": ("What stands out, in the words of the rules file:", "注目するところ（ルールファイルの言葉で）："),
    "refuting position": ("A position that refutes it, with {count} players", "成り立たない局面（{count}人）"),
    "showing position": ("A position that shows it, with {count} players", "成り立つ局面（{count}人）"),
    "lies so": ("The position:", "場のようす："),
    "stands out in words": ("What stands out:", "注目するところ："),
    "the story": ("The play, told ({count} lines)", "プレイの記録（{count}行）"),
    "rests on": ("What it rests on, and what rests on it", "何に頼り、何を支えるか"),
    "graph of": ("What {name} rests on, and what rests on it", "「{name}」が頼るものと支えるもの"),
    "rests on rule": ("rests on the rule", "頼るルール"),
    "rests on promise": ("follows from", "もとになる約束"),
    "carries promise": ("carries", "支える約束"),
    "as table": ("As a table", "表で見る"),
    "as written": ("As it is written", "条文"),
    "as data": ("The same as data (JSON)", "データ（JSON）"),
    # open points
    "open lead": (
        "{count} question that the rulebook leaves open. We had to choose; the publisher may choose "
        "otherwise.¦{count} questions that the rulebook leaves open. We had to choose; the publisher may choose "
        "otherwise.",
        "ルールブックからは決まらないことが{count}件あります。ここでは1つの読み方を選びましたが、"
        "出版社が別の読み方を選ぶこともできます。"),
    "all points": ("All {count} open points", "全{count}件の一覧"),
    "to numbers": (
        "{count} number is not stated, either.¦{count} numbers are not stated, either.",
        "書かれていない数も{count}件あります。"),
    "numbers": ("Numbers that are not stated", "書かれていない数"),
    "numbers lead": (
        "The rulebook only says what they must satisfy. Play uses the values assumed here; proofs hold for every "
        "value that fits.",
        "ルールブックは条件だけを示しています。プレイではここに書いた値を使い、"
        "証明は条件を満たすすべての値について行います。"),
    "played so": ("Played so", "こう読みます"),
    "or so": ("Or so", "または"),
    "read otherwise": ("Read the other way", "別の読み方では"),
    "parts here": (
        "The same choices at both tables. Here they part; what differs is framed, or said below.",
        "どちらのテーブルでも、ここまで同じ手を選んでいます。違うところを枠か下の文で示します。"),
    "why so": ("Why:", "理由："),
    "assumed is": ("Assumed: {what}", "仮定：{what}"),
    "the proof": ("How we know", "根拠を見る"),
    "asked in": ("Asked in", "関係するルール"),
    "from": ("From", "もとの文"),
    "depends on it": ("Depends on it", "これに左右される約束"),
    "seen in": ("Examples", "例"),
    "to ask": ("Made to ask a question", "問いを立てるためのゲーム"),
    "default only": ("Claimed of the default only", "標準の読み方だけでの約束"),
    # odds
    "odds lead": (
        "Players who choose at random, everything as assumed. Not how good players fare: whether a seat or a rule "
        "tips the game by itself.",
        "ランダムに手を選ぶプレイヤーどうしの結果です（仮定はすべて標準どおり）。上手な人の勝率ではなく、"
        "席やルールだけでかたよりが出るかを見るものです。"),
    "odds usual": (
        "Players who keep to a few plain habits and choose at random otherwise, everything as assumed. Not how good "
        "players fare: whether a seat or a rule tips the game by itself.",
        "かんたんな方針だけを守り、あとはランダムに手を選ぶプレイヤーどうしの結果です（仮定はすべて標準どおり）。"
        "上手な人の勝率ではなく、席やルールだけでかたよりが出るかを見るものです。"),
    "odds made": ("{games} games, from seed {seed}:", "{games}ゲーム（シード{seed}から）："),
    "odds stale": ("These games were played by other rules than these.", "今とはちがうルールでの結果です。"),
    "by seat": ("Who wins", "だれが勝つか"),
    "by ending": ("How it ends", "どう終わるか"),
    "by card": ("Which card wins its trick", "どのカードがトリックに勝つか"),
    "length": ("How long it takes", "どれくらい続くか"),
    "length same": ("{low} decisions, always.", "決断の数はいつも{low}回です。"),
    "length words": (
        "{mean} decisions on average, between {low} and {high}.",
        "決断の数は平均{mean}回、{low}回から{high}回まででした。"),
    "never at work": (
        "{count} rule was never at work¦{count} rules were never at work",
        "一度も使われなかったルール（{count}件）"),
    "legend seats": (
        "The thin line is where the true share lies, 19 times out of 20; the upright line is an even share.",
        "細い線は、本当の割合が20回に19回は収まる範囲です。たての線は、全員が同じ場合の割合です。"),
    "seat": ("Seat", "席"),
    "wins": ("Wins", "勝ち"),
    "interval": ("Between", "範囲"),
    "games word": ("Games", "ゲーム数"),
    "ending": ("Ending", "終わり方"),
    "share": ("Share", "割合"),
    "a seed": ("A seed", "シードの例"),
    "decisions made": ("Decisions", "決断の数"),
    "card word": ("Card", "カード"),
    "played": ("Played", "出された回数"),
    "between": ("{low} to {high}", "{low}〜{high}"),
    "at most": ("{share} % of games at most", "{share}%のゲームがこれ以下"),
    "seat better": ("better than chance explains", "偶然とは思えないほど有利"),
    "seat worse": ("worse than chance explains", "偶然とは思えないほど不利"),
}
