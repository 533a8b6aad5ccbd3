"""A reader of the pages of a report."""

from __future__ import annotations

from html.parser import HTMLParser

from attrs import evolve

from rulewright.report import GameStudy, ReportRun, pages_of

RUN = ReportRun("quick", 7, "0.1.0")


class Reader(HTMLParser):
    """Collects what the tests ask about."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.words: list[str] = []
        self.inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take ids, links, and whatever is loaded."""
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given["href"])
        self.sources += [given[name] for name in ("src", "srcset", "data") if name in given]
        self.sources += [given["href"]] if tag == "link" else []
        if tag in {"script", "style"}:
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave a script or a style."""
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        """Take the words that are read."""
        if not self.inside:
            self.words.append(data)

    @property
    def text(self) -> str:
        """All words, white space folded."""
        return " ".join("".join(self.words).split())


def page_with(study: GameStudy, **changes: object) -> Reader:
    """Read the page of a study that is changed."""
    return Reader(pages_of((evolve(study, **changes),), RUN)[f"{study.game}.html"])
