"""What `qedeck play --moderate` says, in English and Japanese."""

from __future__ import annotations

SAID: dict[str, dict[str, str]] = {
    "en": {
        # ---- before the evening
        "kept": "The evening is kept in {file}, after every entry. The same command goes on with it.",
        "names": "Who is at the table ({low} to {high} people)? Type the names in the order of the seats,\n"
                 "one on a line or with commas between them. An empty line ends the list.",
        "how many": "That makes {n} people, and {low} to {high} can play.",
        "no room": "There is no seat left for {name}.",
        "bad name": "{name} cannot be told apart, or has more than {n} letters.",
        "seats": "At the table:",
        "change names": "Enter: so it is.  3 Clara: seat 3 is Clara.  3 > 1: seat 3 moves to seat 1.\n"
                        "3 -: nobody sits there.",
        "cast": "To be settled:",
        "change cast": "Enter: so it is.  {example}: change that.\n"
                       "o: how the rules are read, where they can be read in two ways ({open}).",
        "open points": "How the rules are read. Type a number to read that point in its other way; Enter goes back.",
        "usual": " (as usual)",
        "objection": "With these values it cannot be played. What does not hold: {why}.",
        "deal": "How are the cards dealt?",
        "deal by hand": "You have dealt them, and tell me who got what",
        "deal by me": "I draw, and tell you who gets what",
        "unknown": "I do not know {text}.",
        # ---- leaves
        "aloud": "READ ALOUD", "show": "For {names} alone: {text}", "all": "For everybody: {text}",
        "cards": "Cards: {text}", "note": "For you: {text}", "awake": "Awake: {names}.",
        "pretended": "Nobody answers this call. Wait about as long as usual, then read on.",
        "on": "[Enter: read on]", "under": "(read last: {text})",
        # ---- questions
        "player": "{names}: choose", "together": "{names}: choose together", "table": "All at the table: choose",
        "moderator": "You: say what happened", "anyone": "Whoever is first", "chance": "Chance: what came?",
        "not now": "not now: {names}  (type one to hear why)",
        "no such": "There is no choice {text}. Type a number or a name; ? for help.",
        "refused": "Not now: {reason}.", "failing": "What does not hold: {conditions}.",
        "fell": "{target}?", "left": "still there: {cards}", "draw": "Enter: leave it to chance.",
        "fell help": "Type the card, or its beginning. Several are separated by commas.",
        "order": "All cards from the bottom to the top, with commas between them.",
        "too many": "There is no {card} left.", "wants": "That wants {n}.",
        # ---- commands
        "prompt": "> ",
        "keys": "u take back · t who is who · w who was shown what · b last leaf again\n"
                "m timer · s story so far · ? help · q leave",
        "help": "Type the number or the name of a choice. Besides that:\n"
                "  u    take something back, as far as you like\n  t    who is who, and who is still in the game\n"
                "  w    who was shown what\n  b    the leaf before this one again\n"
                "  m 5  a timer of five minutes for the talk\n  s    the story so far\n"
                "  q    leave; everything is kept, and the same command goes on",
        "living": "In the game: {n} of {all}", "out": "out",
        "shown nothing": "nothing", "shown": "Who was shown what:",
        "first leaf": "This is the first leaf since your last entry. u takes the entry back.",
        # ---- taking back
        "nothing to take back": "There is nothing to take back.",
        "take back": "Take back how many entries? (Enter: 1, q: none)",
        "takes": "This takes back, last entry first:",
        "learned": "      stays known: {text}",
        "sure": "Take it back? (y, or Enter to leave it)", "yes": "y",
        "taken": "Taken back.",
        # ---- time
        "time": "The talk: {left} left. [Enter: end it]", "time up": "Time is up.",
        "minutes": "m {n}: a timer of {n} minutes",
        "until": "{left} left",
        # ---- the end
        "over": "The evening is over.", "story": "The story of the evening is in {file}, to be shared.",
        "bye": "Everything is kept in {file}. The same command goes on with it.",
        "not saved": "NOT SAVED: {file} cannot be written: {why}. Mend that; the next entry tries again.",
        "goes on": "The evening of {names} goes on. Entries so far: {n}.",
        "was over": "The evening in {file} is over. With --new another one begins.",
        "parted": "The rules have changed since: {why}.\n"
                  "What was entered before that stands. Go on from there? (y, or Enter to leave)",
    },
    "ja": {
        "kept": "入力するたびに {file} に保存します。同じコマンドで続きから始められます。",
        "names": "参加者の名前を席の順に入力してください（{low}〜{high}人）。\n"
                 "1行に1人ずつでも、読点で区切ってもかまいません。空の行で終わります。",
        "how many": "今は{n}人です。{low}〜{high}人で遊べます。", "no room": "{name}の席はもうありません。",
        "bad name": "「{name}」は同じ名前の人がいるか、{n}文字を超えています。",
        "seats": "席順：",
        "change names": "Enter：これでよい　3 さくら：3番の席はさくら\n3 > 1：3番の席を1番へ移す　3 -：3番の席を空ける",
        "cast": "はじめに決めること：",
        "change cast": "Enter：これでよい　{example}：変える\no：二通りに読めるルールの読み方（{open}件）",
        "open points": "ルールの読み方です。番号を入力すると、その点を別の読み方にします。Enter：戻る",
        "usual": "（通常）",
        "objection": "この値では遊べません。満たされていない条件：{why}",
        "deal": "カードはどう配りますか。",
        "deal by hand": "卓で配った。だれが何を持っているかを入力する",
        "deal by me": "抽選して、だれが何を受け取るかを教えてもらう",
        "unknown": "「{text}」がわかりません。",
        "aloud": "読み上げる", "show": "{names}だけに：{text}", "all": "全員に伝える：{text}",
        "cards": "カード：{text}", "note": "進行役だけ：{text}", "awake": "起きている人：{names}。",
        "pretended": "この呼びかけにはだれも応じません。いつもと同じくらい待ってから、次を読みます。",
        "on": "［Enter：次へ］", "under": "（直前に読んだもの：{text}）",
        "player": "{names}が選ぶ", "together": "{names}が相談して選ぶ", "table": "全員で選ぶ",
        "moderator": "進行役が記録する", "anyone": "早い者勝ち", "chance": "運：何が出たか",
        "not now": "今は選べない：{names}　（名前を入力すると理由を表示）",
        "no such": "「{text}」という選択肢はありません。番号か名前を入力してください。? で説明を表示します。",
        "refused": "それはできません：{reason}。", "failing": "満たされていない条件：{conditions}。",
        "fell": "{target}は？", "left": "残り：{cards}", "draw": "Enter：抽選にまかせる。",
        "fell help": "カードの名前を入力してください（はじめの数文字でもかまいません）。\n2枚以上は読点で区切ります。",
        "order": "いちばん下から上の順に、すべてのカードを読点で区切って入力してください。",
        "too many": "{card}はもう残っていません。", "wants": "{n}枚必要です。",
        "prompt": "> ",
        "keys": "u 取り消す・t 一覧・w 見せたもの・b 前の画面\nm タイマー・s ここまでの話・? 説明・q 終わる",
        "help": "選択肢の番号か名前を入力してください。ほかに次の操作ができます。\n"
                "  u    入力を取り消す（好きなところまで戻れます）\n  t    だれが何か、だれが残っているか\n"
                "  w    だれに何を見せたか\n  b    ひとつ前の画面をもう一度\n"
                "  m 5  話し合いのタイマー（5分）\n  s    ここまでの話\n"
                "  q    終わる（すべて保存されています。同じコマンドで続けられます）",
        "living": "残っている人：{all}人中{n}人", "out": "脱落",
        "shown nothing": "なし", "shown": "だれに何を見せたか：",
        "first leaf": "前の入力のあとの最初の画面です。u で入力を取り消せます。",
        "nothing to take back": "取り消せる入力はありません。",
        "take back": "いくつ取り消しますか（Enter：1、q：やめる）",
        "takes": "次の入力を取り消します（新しい順）：",
        "learned": "      知られたまま：{text}",
        "sure": "取り消しますか（y：はい、Enter：いいえ）", "yes": "y",
        "taken": "取り消しました。",
        "time": "話し合い：残り{left}　［Enter：終える］", "time up": "時間です。", "minutes": "m {n}：{n}分のタイマー",
        "until": "残り{left}",
        "over": "これで終わりです。", "story": "今夜の物語を {file} に書き出しました。みんなに送れます。",
        "bye": "すべて {file} に保存してあります。同じコマンドで続けられます。",
        "not saved": "保存できていません：{file}に書き込めません（{why}）。\n"
                     "直してください。次の入力でもう一度試します。",
        "goes on": "続きから始めます（{names}、ここまでの入力は{n}件）。",
        "was over": "{file} の会は終わっています。--new で新しく始められます。",
        "parted": "保存したときとルールが変わっています：{why}\n"
                  "それより前の入力は残っています。そこから続けますか（y：はい、Enter：やめる）",
    },
}
