"""Charts of what `simulate` found: its data in, SVG files in a folder out. Text stays text, so it can be searched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qedeck.commands.exits import Wrong
from qedeck.commands.said import SAID

FONTS = ["Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic", "Meiryo", "IPAexGothic", "Noto Sans",
         "DejaVu Sans"]
INK, PALE, EVEN = "#2b5d8a", "#9db8d2", "#b0413e"
MOST = 40
"""Bars in one chart."""
WIDTH = 8.0
LONGEST = 40
"""Characters of a name beside its bar."""


def draw(data: dict[str, Any], folder: Path, language: str) -> str:
    """The charts that there is something to draw for; what is said about them."""
    said = SAID[language]
    drawn = 0
    try:
        for name, chart in _charts(data, said):
            with _page(folder / f"{name}.svg", chart, _under(data, said)) as axes:
                chart["draw"](axes)
            drawn += 1
    except OSError as error:
        raise Wrong(f"the charts cannot be written: {error}") from None
    return said["charts"].format(n=drawn, folder=folder)


def _under(data: dict[str, Any], said: dict[str, str]) -> str:
    name = f"{data['variant']} ({data['game']})" if data["variant"] else data["game"]
    return said["chart foot"].format(name=name, players=data["players"], games=data["games"], seed=data["seed"])


def _charts(data: dict[str, Any], said: dict[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    seats = data["seats"]
    yield "seats", _bars(said["chart seats"], said["share of games"], seats, seats[0]["even"], said["even"])
    yield "endings", _bars(said["chart endings"], said["share of games"], data["outcomes"])
    if data["length"]:
        yield "length", _lengths(data["length"], said)
    if data["cards"]:
        yield "cards", _bars(said["chart cards"], said["share of plays"], data["cards"][:MOST])
    if data["clauses"]:
        from qedeck.simulation.figures import Rate

        rates = [(clause["clause"], Rate(clause["games"], clause["of"])) for clause in data["clauses"]
                 if clause["of"]]
        rows = [{"name": name, "share": rate.share, "low": rate.interval[0], "high": rate.interval[1]}
                for name, rate in sorted(rates, key=lambda item: item[1].share) if rate.count < rate.of]
        if rows:
            yield "clauses", _bars(said["chart clauses"], said["share of games"], rows[:MOST])


def _bars(
    title: str, axis: str, rows: list[dict[str, Any]], even: float | None = None, label: str = ""
) -> dict[str, Any]:
    """A bar for each row, with its interval; a line where an even share would be."""

    labels = [_short(row["name"]) for row in rows]

    def paint(axes: Any) -> None:
        places = range(len(rows))
        shares = [100 * row["share"] for row in rows]
        spread = [[100 * max(0.0, row["share"] - row["low"]) for row in rows],
                  [100 * max(0.0, row["high"] - row["share"]) for row in rows]]
        axes.barh(places, shares, color=PALE, height=0.66, zorder=2)
        axes.errorbar(shares, places, xerr=spread, fmt="none", ecolor=INK, elinewidth=1.4, capsize=3, zorder=3)
        axes.set_yticks(places, labels)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlabel(axis)
        right = max(100 * row["high"] for row in rows)
        axes.set_xlim(0, min(118.0, right * 1.18 + 1))
        for place, row in enumerate(rows):
            axes.annotate(f"{100 * row['share']:.1f} %", (100 * row["high"], place), (7, 0), textcoords="offset points",
                          va="center", fontsize=8.5, color="#333333")
        if even is not None:
            axes.axvline(100 * even, color=EVEN, linewidth=1.2, linestyle=(0, (4, 3)), zorder=4, label=label)
            axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), borderaxespad=0.1, frameon=False, fontsize=9)

    return {"title": title, "labels": labels, "height": 0.28 * len(rows) + 0.1, "draw": paint}


def _short(name: str) -> str:
    """A name that leaves room for the chart."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _lengths(length: dict[str, Any], said: dict[str, str]) -> dict[str, Any]:
    from qedeck.simulation.figures import Lengths

    classes = Lengths({int(k): n for k, n in length["counts"].items()}).histogram(40)

    def paint(axes: Any) -> None:
        width = classes[0][1] - classes[0][0] + 1
        starts = [low - 0.5 for low, _, _ in classes]
        axes.bar(starts, [n for _, _, n in classes], width=width * 0.94, align="edge", color=PALE)
        middle = length["quantiles"]["0.5"]
        axes.axvline(middle, color=INK, linewidth=1.6, label=f"{said['median']} {middle}")
        axes.axvline(length["mean"], color=EVEN, linewidth=1.4, linestyle=(0, (4, 3)),
                     label=f"{said['mean']} {length['mean']:.1f}")
        axes.set_xlim(min(starts) - 1, max(starts) + width + 1)
        axes.set_xlabel(said["decisions"])
        axes.set_ylabel(said["games axis"])
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.1, frameon=False, fontsize=9, ncols=2)

    return {"title": said["chart length"], "labels": ["00,000,000"], "height": 2.8, "draw": paint}


@contextmanager
def _page(path: Path, chart: dict[str, Any], under: str) -> Iterator[Any]:
    """One figure with quiet axes. Margins are counted in characters: which font shows them is decided elsewhere."""
    import logging
    import warnings

    import matplotlib
    from rich.cells import cell_len

    # A font that is not installed here, or lacks kanji, is no news: whoever looks at the file has one.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    style: dict[Any, Any] = {
        "svg.fonttype": "none", "font.family": FONTS, "axes.spines.top": False, "axes.spines.right": False,
        "font.size": 10, "text.parse_math": False, "svg.hashsalt": "qedeck", "axes.edgecolor": "#777777",
    }
    height = 1.75 + chart["height"]
    left = 0.35 + 0.082 * max(map(cell_len, chart["labels"]))
    with warnings.catch_warnings(), matplotlib.rc_context(style):
        warnings.filterwarnings("ignore", "Glyph")
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH, height))
        axes = figure.add_axes((left / WIDTH, 0.9 / height, 1 - (left + 0.3) / WIDTH, chart["height"] / height))
        axes.grid(color="#e4e4e4", linewidth=0.8)
        axes.set_axisbelow(True)
        yield axes
        figure.text(0.02, 1 - 0.3 / height, chart["title"], va="center", fontsize=13, fontweight="bold")
        figure.text(0.02, 0.2 / height, under, va="center", fontsize=8, color="#666666")
        figure.savefig(path, format="svg", metadata={"Date": None})
