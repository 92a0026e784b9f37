"""Charts as SVG that grows with the page: lengths are percent, type stays as it is. Their tables stand beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qedeck.site.pages.escaping import text

ROW = 44
BAR = 14
LEAST_COLUMNS = 4
"""With fewer there is nothing to be seen that the words beside it do not say."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a chart. Shares are between 0 and 1."""

    label: str
    share: float
    low: float
    high: float
    value: str
    """The number in words, behind the label."""


def bars(rows: Sequence[Bar], title: str, even: float | None = None, whole: bool = False) -> str:
    """Lying bars with their intervals; `even` is where all would end if alike; `whole`: the far end is all games."""
    most = max([*(row.high for row in rows), even or 0.0, 0.01])
    # A quarter more, so that the longest interval is seen to end, and a small difference is not made large.
    scale = 100 if whole else 100 / min(1.0, most * 1.25)
    height = ROW * len(rows) + 4
    parts = []
    for place, row in enumerate(rows):
        y = ROW * place
        parts.append(
            f'<text x="0" y="{y + 15}" class="qed-label">{text(row.label)}</text>'
            f'<text x="100%" y="{y + 15}" class="qed-value" text-anchor="end">{text(row.value)}</text>'
            f'<rect x="0" y="{y + 22}" width="100%" height="{BAR}" rx="3" class="qed-groove"/>'
            f'<rect x="0" y="{y + 22}" width="{_percent(row.share * scale)}" height="{BAR}" rx="3" class="qed-bar"/>'
            f'<line x1="{_percent(row.low * scale)}" x2="{_percent(row.high * scale)}" y1="{y + 22 + BAR / 2}" '
            f'y2="{y + 22 + BAR / 2}" class="qed-interval"/>'
        )
        if even is not None:
            at = _percent(even * scale)
            parts.append(f'<line x1="{at}" x2="{at}" y1="{y + 18}" y2="{y + 26 + BAR}" class="qed-even"/>')
    return _svg(title, height, parts)


def columns(classes: Sequence[tuple[int, int, int]], title: str) -> str:
    """Standing bars, side by side: from, to, how many."""
    if len(classes) < LEAST_COLUMNS:
        return ""
    most = max(count for _, _, count in classes) or 1
    width, high, parts = 100 / len(classes), 150, []
    for place, (low, upto, count) in enumerate(classes):
        tall = max(1, round(high * count / most)) if count else 0
        parts.append(
            f'<rect x="{_percent(place * width + width * .08)}" width="{_percent(width * .84)}" y="{high - tall + 6}" '
            f'height="{tall}" class="qed-bar"><title>{text(f"{low}–{upto}: {count}")}</title></rect>')
    parts.append(f'<line x1="0" x2="100%" y1="{high + 6}" y2="{high + 6}" class="qed-floor"/>')
    for share, (low, upto, _), anchor in ((0, classes[0], "start"), (50, classes[len(classes) // 2], "middle"),
                                          (100, classes[-1], "end")):
        number = low if share < 100 else upto
        parts.append(f'<text x="{share}%" y="{high + 24}" text-anchor="{anchor}" class="qed-label">{number}</text>')
    return _svg(title, high + 32, parts)


def _percent(share: float) -> str:
    return f"{max(0.0, min(100.0, share)):.2f}%"


def _svg(title: str, height: int, parts: Sequence[str]) -> str:
    return (f'<svg class="qed-chart" width="100%" height="{height}" role="img" aria-label="{text(title)}">'
            f"{''.join(parts)}</svg>")
