"""Whatever an adapter calls itself, and whatever it says, every output stays well-formed."""

from __future__ import annotations

import io
import json
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from attrs import evolve
from common.players import Playing, TellsOtherwise
from common.tiny import TINY
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rulewright.commands.conform import publish
from rulewright.conformance import NotSupported, Report, check
from rulewright.conformance.evidence.printable import NAME, named
from rulewright.conformance.evidence.report import CaseResult, FaultMet, Status
from rulewright.conformance.evidence.thoroughness import QUICK
from rulewright.conformance.outputs import texts
from rulewright.conformance.outputs.lines import SCHEMA
from rulewright.conformance.outputs.summary import terminal
from rulewright.wording.signs import visible

NASTY = (
    "\x00\x1b[31mred\x1b]0;title\x07",
    "two\nlines\r\n\u2028\u2029\x85",
    "<script>alert(1)</script>&lt;&#65;\"'",
    "`|*_#[x](javascript:1)![i](u)~~s~~ \\ -->",
    "\u202eflipped\u2066",
    "\ud800 half",
    "]]> <![CDATA[",
    "",
    "x" * 100_000,
)
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))


@cache
def a_report() -> Report:
    """Make a report with a deviation whose given value is free, once."""
    player = TellsOtherwise()
    player.what, player.value = "turn", "nobody"
    return check(player, "minoa", {"n": 1}, effort=TINY, seed=1)


def with_text(text: str) -> Report:
    """Put a text wherever an adapter, or its command, has a say."""
    (game,) = a_report().games
    fault = FaultMet("garbage", text, text)
    case = CaseResult("vectors", text, Status.UNSUPPORTED, text)
    deviation = evolve(
        game.deviations[0], given={text: [text]}, expected=text, action=text, sentence=text
    )
    changed = evolve(
        game,
        faults=(fault,),
        cases=(*game.cases[:3], case),
        deviations=(deviation,),
        plays=text,
        suggestion=text or "nothing",
    )
    return evolve(
        a_report(),
        name=named(text),
        language="python",
        command=text,
        faults=(fault,),
        games=(changed,),
    )


class Page(HTMLParser):
    """Reads a page: its headline, and what begins and ends in it."""

    def __init__(self) -> None:
        """Begin outside of everything."""
        super().__init__()
        self.begun: list[str] = []
        self.headline = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Note a tag."""
        del attrs
        self.begun.append(tag)

    def handle_data(self, data: str) -> None:
        """Note the headline."""
        if self.begun[-1:] == ["h1"]:
            self.headline += data


def tags(report: Report) -> tuple[list[str], str]:
    """Read the tags of a page, and its headline up to the verdict."""
    page = Page()
    page.feed(texts(report)["report.html"])
    page.close()
    return page.begun, page.headline


@cache
def own_tags() -> list[str]:
    """Give the tags of a page without any nasty text."""
    return tags(with_text("plain"))[0]


MARKDOWN = MarkdownIt("gfm-like", {"linkify": False})


def kinds(text: str) -> list[str]:
    """List the kinds of all tokens of a Markdown text, those in lines included."""
    found = []
    for token in MARKDOWN.parse(text):
        found.append(token.type)
        found.extend(each.type for each in token.children or ())
    return found


def is_well_formed(report: Report, text: str) -> None:
    """Read every output with a parser of its form."""
    written = texts(report)
    for name, content in written.items():
        content.encode()  # no half characters
        assert all(sign == "\n" or sign.isprintable() for sign in content), name
    records = [json.loads(line) for line in written["report.jsonl"].splitlines()]
    for record in records:
        VALIDATOR.validate(record)
    assert records[0]["name"] == named(text)
    for name in ("junit.xml", "badge.svg"):
        ET.fromstring(written[name])  # noqa: S314 - our own text
    json.loads(written["badge.json"])
    begun, headline = tags(report)
    assert begun == own_tags()
    assert headline == f"{named(text)}: "
    lines = list(terminal(report))
    assert all(line.isprintable() for line in lines)
    assert len(lines) == len(list(terminal(with_text("plain"))))
    summary = written["summary.md"]
    assert not {"html_inline", "html_block", "link_open", "image", "s_open"} & set(kinds(summary))
    assert kinds(summary).count("heading_open") == 3
    headline = MARKDOWN.parse(summary)[1]
    shown = "".join(each.content for each in headline.children or ())
    assert bare(shown) == bare(f"{named(text)}: {report.verdict.value}")


def bare(text: str) -> str:
    """Leave out the blanks, of which Markdown keeps no more than one."""
    return "".join(text.split())


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_what_is_known_to_be_nasty(text: str) -> None:
    """Each of these once broke one output or another."""
    is_well_formed(with_text(text), text)


@pytest.mark.slow
@given(st.text(alphabet=st.characters(), max_size=40))
@example("0 ")
@example("a  b")
@example("*a*")
@example("&amp;")
@settings(max_examples=25, deadline=None)
def test_any_text_leaves_every_output_well_formed(text: str) -> None:
    """Any text of any characters, half ones included."""
    is_well_formed(with_text(text), text)


@given(st.text(alphabet=st.characters(), max_size=200))
def test_what_is_visible_is_one_printable_line(text: str) -> None:
    """And what was so before is left as it is."""
    assert visible(text).isprintable()
    assert visible(visible(text)) == visible(text)
    assert len(named(text)) <= 12 * (NAME + 3)
    if text.isprintable():
        assert visible(text) == text


class CalledOtherwise(Playing):
    """Supports three players under a name that a terminal obeys."""

    def new(self, game: str, params: Any, rulings: Any) -> None:
        """Begin a game for two."""
        if "k" in params:
            raise NotSupported("\x1b[2J<b>only</b>\ntwo")
        super().new(game, params, rulings)


def test_reasons_are_shown_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What an adapter answers besides its name."""
    report = check(CalledOtherwise(), "minoa", {"n": 1}, effort=QUICK, seed=1)
    assert report.unsupported
    publish(report, tmp_path)
    printed = capsys.readouterr().out
    assert "unsupported" in printed
    assert "\\x1b[2J<b>only</b>\\ntwo" in printed
    assert "\x1b" not in printed
    assert "<b>only" not in (tmp_path / "report.html").read_text()


ODD = """
import json, sys
for line in sys.stdin:
    cmd = json.loads(line)["cmd"]
    if cmd == "hello":
        about = {"version": 1, "name": NAME, "language": NAME, "games": GAMES}
        print(json.dumps({"ok": True, **about}), flush=True)
    else:
        print(json.dumps({"ok": cmd == "quit", "unsupported": NAME}), flush=True)
        if cmd == "quit":
            break
"""


@pytest.mark.parametrize("text", NASTY[:6], ids=range(6))
def test_a_process_with_a_nasty_name(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """From its answer to the files, through all of the runner."""
    from rulewright.conformance import Command, Plan, conform  # noqa: PLC0415

    code = ODD.replace("NAME", repr(text)).replace("GAMES", repr(["minoa", "minoa", text]))
    report = conform(Command((sys.executable, "-c", code)), Plan(effort=QUICK, seed=1))
    assert [game.game for game in report.games] == ["minoa"]
    publish(report, tmp_path)
    assert report.name == named(text)  # a nameless one is called by its command
    assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())
    for file in tmp_path.iterdir():
        content = io.StringIO(file.read_text(encoding="utf-8")).read()
        assert all(sign == "\n" or sign.isprintable() for sign in content), file.name
