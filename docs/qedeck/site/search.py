"""The index of our search: built pages in, one script out. It reads what mkdocs or zensical wrote."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from qedeck.site.pages.escaping import script_json

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
SILENT = {"script", "style", "svg", "button", "template", "select", "qed-table", "qed-explorer", "qed-replay"}
VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
LONGEST = 4000
"""Characters of one section that are searched: more is a listing."""


@dataclass
class Section:
    """A stretch of a page under a heading, or a thing with a name of its own."""

    anchor: str
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


class _Sections(HTMLParser):
    """The article of a page, cut at its headings. What has `data-find` is a section of its own, named so."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[Section] = []
        self.open: list[tuple[str, bool, bool]] = []
        """Each open element: its name, whether it is left out, whether it is a heading."""
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        said = dict(attrs)
        if tag == "article":
            self.inside = True
        silent = tag in SILENT or "headerlink" in (said.get("class") or "") or "data-unfound" in said
        heading = tag in HEADINGS and self.inside
        if self.inside and not self._quiet():
            if heading and (said.get("id") or not self.sections):
                self.sections.append(Section(said.get("id") or ""))
            elif said.get("data-find"):
                self.sections.append(Section(said.get("id") or "", [said["data-find"] or ""]))
        self.open.append((tag, silent, heading))

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self.inside = False
        for place in range(len(self.open) - 1, -1, -1):
            if self.open[place][0] == tag:
                del self.open[place:]
                break
        if self.sections and tag in ("p", "li", "td", "th", "dd", "dt", "div", "pre"):
            self.sections[-1].text.append(" ")

    def handle_data(self, data: str) -> None:
        if self.inside and self.sections and not self._quiet():
            section = self.sections[-1]
            (section.title if any(heading for _, _, heading in self.open) else section.text).append(data)

    def _quiet(self) -> bool:
        return any(silent for _, silent, _ in self.open)


def entries(page: Path, address: str) -> list[list[str]]:
    """Address, heading, where that stands, text: for each section of a page."""
    parser = _Sections()
    # What stands around the article is the same on many pages, and found on none.
    _, tag, article = page.read_text("utf-8").partition("<article")
    parser.feed(tag + article.rpartition("</article>")[0])
    if not parser.sections:
        return []
    titles = ["".join(section.title).strip() for section in parser.sections]
    found = []
    for place, section in enumerate(parser.sections):
        text = " ".join("".join(section.text).split())[:LONGEST]
        at = f"{address}#{section.anchor}" if section.anchor and place else address
        found.append([at, titles[place], titles[0] if place else "", text])
    return found


Known = dict[Path, tuple[int, list[list[str]]]]
"""What was found on each page, and when it was written then."""


def write_index(site: Path, crumbs: dict[str, str], known: Known | None = None) -> None:
    """`site` is the built folder of one language; `crumbs` says for a folder what stands before the titles in it.

    What is `known` of a page that has not changed is not looked for again.
    """
    found: list[list[str]] = []
    known = {} if known is None else known
    for page in sorted(site.rglob("*.html")):
        address = page.relative_to(site).as_posix()
        written = page.stat().st_mtime_ns
        if page not in known or known[page][0] != written:
            known[page] = (written, entries(page, address))
        before = next((words for folder, words in crumbs.items() if address.startswith(folder)), "")
        for at, title, where, text in known[page][1]:
            found.append([at, title, " › ".join(part for part in (before, where) if part and part != title), text])
    folder = site / "search"
    folder.mkdir(exist_ok=True)
    (folder / "index.js").write_text(f"qedeckIndex({script_json(found)});\n", "utf-8")
