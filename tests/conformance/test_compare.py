"""`rulewright compare`: engines side by side, where each two part, and their results over versions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from attrs import evolve
from click.testing import CliRunner
from common.players import Playing
from common.tiny import TINY

from rulewright.cli import application
from rulewright.commands.compare import contenders_of, history_of, with_known
from rulewright.conformance import Conformity, Plan
from rulewright.conformance.adapter.conversation import Command, Object
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.comparing import compare
from rulewright.conformance.evidence.comparison import (
    Contender,
    EnginesCompared,
    difference,
    first_difference,
)
from rulewright.conformance.evidence.history import (
    MalformedHistory,
    Milestone,
    milestone,
    read_history,
    trends,
    written_line,
)
from rulewright.conformance.outputs.comparison import (
    SCHEMA,
    comparison_lines,
    comparison_texts,
)
from rulewright.conformance.outputs.trend import deviations_chart, speed_chart
from rulewright.conformance.stages import vectors
from rulewright.console.options import BadOption
from rulewright.play import games
from rulewright.protocol.messages import StateAnswer
from rulewright.vectors import load

PHONE = {"width": 390, "height": 844}
TODAY = date(2027, 1, 15)


@pytest.fixture(scope="module")
def compared() -> EnginesCompared:
    """Four engines of Minoa: one right, one and the same with another reading, one that is not there."""
    engines = [
        (Contender("right", "1.0", ("right",)), Object(Playing())),
        (Contender("coloured", "", ("coloured",)), Object(Playing(closure="coloured"))),
        (Contender("again", "", ("again",)), Object(Playing(closure="coloured"))),
        (Contender("gone", "", ("gone",)), Command(("no-such-program",))),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "load", lambda game: load(game)[::6])
        return compare(engines, Plan("minoa", {"n": 1, "k": 2}, {}, TINY, 1))


def test_each_engine_has_its_verdict(compared: EnginesCompared) -> None:
    """As a run of its own; the worst one decides the exit status."""
    verdicts = [each.report.verdict for each in compared.contested]
    assert verdicts == [
        Conformity.CONFORMS,
        Conformity.DEVIATES,
        Conformity.DEVIATES,
        Conformity.FAULT,
    ]
    assert compared.exit_status() == 3
    assert evolve(compared, contested=compared.contested[:2]).exit_status() == 1
    assert evolve(compared, contested=compared.contested[:1]).exit_status() == 0
    assert [each.deviations for each in compared.contested] == [0, 1, 1, None]
    speeds = [each.speed for each in compared.contested]
    assert all(each and each > 0 for each in speeds[:3])
    assert speeds[3] is None


def test_two_engines_part_on_a_game_that_does_show_it(compared: EnginesCompared) -> None:
    """After one move, which is the shortest by the rules; equal engines do not part."""
    pairs = {(each.one, each.other): each for each in compared.pairings}
    assert len(pairs) == 6
    parted = pairs["right@1.0", "coloured"].parted
    assert parted is not None
    assert (parted.params, len(parted.moves), parted.about) == ({"n": 1}, 1, "legal actions")
    line, coloured = (
        games.fastest("minoa", {"n": 1}, {"closure": reading}) for reading in ("line", "coloured")
    )
    after = [engine.play(engine.initial(), parted.moves[0]) for engine in (line, coloured)]
    more = set(line.legal_actions(after[0])) - set(coloured.legal_actions(after[1]))
    assert parted.one.startswith("alone lists ")
    assert parted.one.split()[2].rstrip(",") in more
    assert parted.other == "lists nothing else"
    assert "<svg" in parted.svg
    same = pairs["coloured", "again"]
    assert same.parted is None
    assert same.positions > 10
    assert pairs["right@1.0", "gone"].positions == 0


def test_what_is_printed_names_options_and_moves(compared: EnginesCompared) -> None:
    """And says nothing of what was not looked at."""
    lines = list(comparison_lines(compared))
    assert "right@1.0 and coloured part after 1 move with n=1 (" in "\n".join(lines)
    assert any(each.startswith("coloured and again do not part in ") for each in lines)
    assert "right@1.0 and gone: they have played no game in common" in lines
    (gone,) = (each for each in lines if each.startswith("gone "))
    assert gone.split() == ["gone", "adapter", "fault", "unknown", "unknown", "0", "unknown"]
    (found,) = (each for each in lines if each.startswith("coloured  "))
    assert "closure=coloured" in found


def known_file(folder: Path, name: str = "known.toml") -> Path:
    """Declare that an engine reads `closure` otherwise."""
    path = folder / name
    path.write_text(
        '[[known]]\ngame = "minoa"\nreason = "as our edition has it"\nuntil = "9.9"\n'
        'reading = "closure=coloured"\n'
    )
    return path


def test_what_is_known_of_one_engine_is_not_of_another(tmp_path: Path) -> None:
    """Each has a file of its own; what is not supported fails when strict."""
    two = contenders_of(["mine@1.0=a", "other@1.0=b"], versioned=True)
    mine, other = with_known(two, [f"mine@1.0={known_file(tmp_path)}"])
    assert [each.reading for each in mine.known] == ["closure=coloured"]
    assert other.known == ()

    class Numbered(Playing):
        """Introduces itself with a version."""

    Numbered.__name__ = Numbered.__qualname__ = "Numbered 1.0"
    engines = [(each, Object(Numbered(closure="coloured"))) for each in (mine, other)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "load", lambda game: load(game)[::6])
        found = compare(engines, Plan("minoa", {"n": 1, "k": 2}, {}, TINY, 1))
        assert [each.report.verdict for each in found.contested] == [
            Conformity.EXCEPT_KNOWN,
            Conformity.DEVIATES,
        ]
        assert "agrees except for 1 known difference" in "\n".join(comparison_lines(found))
        (declared,) = json.loads(comparison_texts(found, ())["comparison.json"])["engines"][0][
            "declared"
        ]
        assert declared == {"about": "closure=coloured", "status": "occurs"}
        engines = [(other, Object(Playing()))]
        plan = Plan("minoa", {"n": 1, "k": 2}, {}, TINY, 1)
        assert [
            compare(engines, plan, strict=strict).exit_status() for strict in (False, True)
        ] == [
            0,
            1,
        ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("known.toml", "must be written NAME=FILE"),
        ("mine=", "must be written NAME=FILE"),
        ("nime=known.toml", "no engine is called 'nime': did you mean 'mine'?"),
    ],
)
def test_what_is_known_must_be_of_an_engine(text: str, message: str) -> None:
    """Before anything is begun."""
    with pytest.raises(BadOption) as refused:
        with_known(contenders_of(["mine=a"], versioned=False), [text])
    assert message in str(refused.value)


class Breaks(Playing):
    """Breaks down after two moves."""

    def legal(self) -> list[str]:
        """List the legal actions."""
        if self.plies == 2:
            raise ValueError("broken")
        return super().legal()


def test_an_engine_that_breaks_down_is_not_timed() -> None:
    """How fast it breaks down says nothing."""
    engines = [
        (Contender("breaks", "", ("x",)), Object(Breaks())),
        (Contender("right", "", ("y",)), Object(Playing())),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "load", lambda game: load(game)[::6])
        found = compare(engines, Plan("minoa", {"n": 1, "k": 2}, {}, TINY, 1))
    assert found.contested[0].report.verdict is Conformity.FAULT
    assert [each.speed is None for each in found.contested] == [True, False]
    assert found.contested[0].deviations is None
    text = "\n".join(comparison_lines(found))
    assert "breaks: fault (" in text
    assert "ValueError: broken" in text


START = Observation({}, (), Seen(legal=("a", "b")))
SCRIPT = Script("s", {}, ("a",), everywhere=True)


def state(**changed: Any) -> StateAnswer:
    """Return an answer to `state`."""
    reply = {"over": False, "turn": "x", "winners": (), "scores": {"x": 1}, "position": None}
    return StateAnswer(**{**reply, **changed})


def test_a_move_that_one_refuses_is_where_they_part() -> None:
    """Even if neither lists it, so that their lists are the same."""
    neither = evolve(START, seen=Seen(legal=("b",)))
    plays = Performance(SCRIPT, (neither, Observation({}, ("a",), Seen(legal=()))))
    refuses = Performance(SCRIPT, (neither, Observation({}, (), Seen(refused=("a",)))))
    parted = first_difference(plays, refuses)
    assert parted is not None
    assert (parted.moves, parted.about) == ((), "playing a")
    assert (parted.one, parted.other) == ("accepted", "refused")
    assert first_difference(plays, plays) is None
    assert first_difference(refuses, refuses) is None


def test_each_part_of_an_answer_can_be_where_they_part() -> None:
    """A position that one leaves out is none; a list in another order is."""
    one = Seen(legal=("a", "b"), state=state())
    assert difference(one, evolve(one, legal=("b", "a"))) is None
    assert difference(one, evolve(one, legal=None)) is None
    many = evolve(one, legal=("a", "b", "c", "d", "e", "f"))
    assert difference(one, many) == (
        "legal actions",
        "lists nothing else",
        "alone lists c, d, e and 1 more",
    )
    for part, value in (("over", True), ("turn", None), ("winners", ("x",)), ("scores", {"x": 2})):
        found = difference(one, evolve(one, state=state(**{part: value})))
        assert found is not None
        assert found[0] == part
    assert difference(one, evolve(one, state=state(position={"a": 1}))) is None
    with_position = evolve(one, state=state(position={"a": True}))
    assert difference(with_position, evolve(one, state=state(position={"a": 1}))) is not None


def results(**changed: Any) -> Milestone:
    """Return a result."""
    found = Milestone(
        date="2027-01-15",
        game="minoa",
        engine="mine",
        version="1.0",
        params={"n": 1},
        rulings={"end": "full"},
        effort="quick",
        seed=1,
        verdict="deviates",
        deviations=3,
        unsupported=0,
        readings={"end": "full"},
        speed=1500.5,
    )
    return evolve(found, **changed)


def test_a_result_is_read_as_it_was_written(compared: EnginesCompared) -> None:
    """A run that did not get through has no number of deviations, which would look like none."""
    now = [milestone(compared, each, TODAY) for each in compared.contested]
    assert read_history("file", "".join(map(written_line, now)).encode()) == tuple(now)
    assert [each.deviations for each in now] == [0, 1, 1, None]
    assert now[1].readings["closure"] == "coloured"
    (trend,) = trends([], now[3:])
    assert deviations_chart(trend) == speed_chart(trend) == ""


LINE = written_line(results()).strip()
MALFORMED = [
    ("x", "line 1: is not JSON"),
    ("[]", "line 1: is no result"),
    ('{"history": 2}', "line 1: is no result"),
    (f"{LINE}\n\n{LINE[:-1]}", "line 3: is not JSON"),
    (LINE.replace('"seed": 1', '"seed": -1'), "seed must be a whole number, 0 or more, is -1"),
    (LINE.replace('"seed": 1', '"seed": true'), "seed must be a whole number"),
    (LINE.replace("1500.5", "NaN"), "speed must be a number, 0 or more, or null, is NaN"),
    (LINE.replace("1500.5", '"fast"'), "speed must be a number"),
    (LINE.replace('"seed": 1, ', ""), "seed is missing"),
    (LINE.replace('"seed"', '"sed"'), "unknown name 'sed'"),
    (LINE.replace("2027-01-15", "soon"), "date must be a date"),
]


@pytest.mark.parametrize(("text", "message"), MALFORMED)
def test_a_wrong_history_is_refused_in_one_line(text: str, message: str) -> None:
    """With the line, and what would be right."""
    with pytest.raises(MalformedHistory) as refused:
        read_history("results.jsonl", text.encode())
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_trend_is_of_one_engine_under_the_same_options() -> None:
    """Versions in the order in which they came; the last result of each counts."""
    earlier = [
        results(version="0.9", deviations=7),
        results(version="0.10", deviations=5),
        results(version="0.9", deviations=6),
        results(version="0.11", engine="other"),
        results(version="0.12", effort="normal"),
        results(version="0.13", rulings={"end": "literal"}),
        results(version="0.14", params={}),
        results(version="0.15", game="nonaga"),
    ]
    (trend,) = trends(earlier, [results()])
    found = [(each.version, each.deviations) for each in trend.milestones]
    assert found == [("0.9", 6), ("0.10", 5), ("1.0", 3)]
    chart = deviations_chart(trend)
    assert "<title>Deviations of mine: 0.9: 6; 0.10: 5; 1.0: 3</title>" in chart
    assert chart.count("<circle") == 3
    heights = [float(part.split('"')[0]) for part in chart.split(' cy="')[1:]]
    assert heights == sorted(heights)  # fewer deviations are lower, and y grows downwards
    assert "<script>" not in deviations_chart(evolve(trend, engine="<script>"))


ENGINES = [
    ("mine", "must be written NAME=COMMAND"),
    ("=x", "the name '' must be up to 40 letters"),
    ("../mine=x", "the name '../mine' must be"),
    ("mine@=x", "the version '' must be"),
    ("mine@1/2=x", "the version '1/2' must be"),
    ("mine=", "there is no command in it"),
    ("mine='x", "No closing quotation"),
]


@pytest.mark.parametrize(("text", "message"), ENGINES)
def test_a_wrong_engine_is_refused_in_one_line(text: str, message: str) -> None:
    """Its name becomes a part of the name of a file."""
    with pytest.raises(BadOption) as refused:
        contenders_of([text], versioned=False)
    assert message in str(refused.value)


def test_engines_have_names_of_their_own(tmp_path: Path) -> None:
    """Two versions of one are two; a history needs the versions; a file that is wrong is kept."""
    two = contenders_of(["mine@1=a b", "mine@2=c 'd e'"], versioned=True)
    assert [each.label for each in two] == ["mine@1", "mine@2"]
    assert two[1].words == ("c", "d e")
    with pytest.raises(BadOption, match="mine is given twice"):
        contenders_of(["mine=a", "mine=b"], versioned=False)
    with pytest.raises(BadOption, match="--history needs versions: --engine mine@VERSION"):
        contenders_of(["mine=a"], versioned=True)
    name = tmp_path / "results.jsonl"
    assert history_of(str(name)) == ()
    assert not name.exists()
    name.write_text("wrong")
    with pytest.raises(MalformedHistory):
        history_of(str(name))
    assert name.read_text() == "wrong"


def test_all_that_is_missing_is_named_at_once() -> None:
    """Not one option after the other."""
    result = CliRunner().invoke(application, ["compare", "minoa"])
    assert result.exit_code == 2
    assert "missing --engine NAME=COMMAND and --output DIR" in result.output


def test_the_command_refuses_before_it_begins(tmp_path: Path) -> None:
    """One line and status 2, and no folder is made."""
    folder = tmp_path / "pages"
    for arguments, message in (
        (("chess", "--engine", "a=x"), "unknown game 'chess'"),
        (("minoa",), "missing --engine NAME=COMMAND"),
        (("minoa", "--engine", "a@1=x", "--history", str(tmp_path)), "it is a folder"),
        (("minoa", "--engine", "a=x", "--ruling", "end=soon"), "unknown reading 'soon'"),
    ):
        order = ["compare", *arguments, "--output", str(folder)]
        done = CliRunner().invoke(application, order)
        assert (done.exit_code, done.stdout) == (2, ""), done.stderr
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert not folder.exists()


@pytest.fixture(scope="module")
def site(compared: EnginesCompared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the comparison, in a folder."""
    now = [milestone(compared, each, TODAY) for each in compared.contested]
    earlier = [evolve(now[0], version="0.9", deviations=4), evolve(now[0], version="0.8")]
    folder = tmp_path_factory.mktemp("compared")
    for name, text in comparison_texts(compared, trends(earlier, now)).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_data_say_the_same(site: Path, compared: EnginesCompared) -> None:
    """Engines and pairs, for programs."""
    found = json.loads((site / "comparison.json").read_text())
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    validator.validate(found)
    assert not validator.is_valid({**found, "pair": []})
    assert not validator.is_valid({**found, "engines": [{**found["engines"][0], "verdict": "?"}]})
    assert [each["verdict"] for each in found["engines"]] == [
        each.report.verdict.value for each in compared.contested
    ]
    pair = found["pairs"][0]
    assert (pair["one"], pair["other"]) == ("right@1.0", "coloured")
    assert pair["parted"]["params"] == {"n": 1}
    assert "svg" not in pair["parted"]
    assert found["engines"][1]["deviations"][0]["explained_by"] == "closure=coloured"


@pytest.fixture
def tab(browser: Any, site: Path) -> Iterator[Any]:
    """The page in a browser; a console message or a request to the network fails the test."""
    complaints: list[str] = []
    page = browser.new_page(viewport=PHONE)
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda request: (
            request.url.startswith(("file:", "data:")) or complaints.append(request.url)
        ),
    )
    page.goto((site / "comparison.html").as_uri())
    yield page
    page.close()
    assert complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_opens_and_fits_a_phone(tab: Any, scheme: str) -> None:
    """Without scrolling sideways, folded or not; each table has a column for each engine."""
    tab.emulate_media(color_scheme=scheme)
    assert tab.locator("h1").inner_text() == "Minoa: 4 engines side by side"
    tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert tab.locator("#engines tbody tr").count() == 4
    assert tab.locator("#readings thead th").count() == 2 + 4
    closure = tab.locator("#readings tbody tr", has_text="closure").locator("td").all_inner_texts()
    assert closure == ["line", "line", "coloured", "coloured", "not asked"]
    assert tab.locator("svg.chart").count() == 2 * 3
    assert tab.locator("svg.chart").first.locator("circle").count() == 3


@pytest.mark.slow
def test_the_links_of_the_page_lead_somewhere(tab: Any, site: Path) -> None:
    """From the table of pairs to the game with its picture, and to the report of each engine."""
    link = tab.locator("#pairs a").first
    assert link.inner_text() == "after 1 move"
    target = tab.locator(str(link.get_attribute("href")))
    assert target.locator("h3").inner_text() == "right@1.0 and coloured"
    assert target.locator(".picture svg").count() == 1
    reports = tab.locator("#engines a")
    assert reports.count() == 4
    reports.first.click()
    assert tab.locator("h1").inner_text().startswith("Playing: conforms")
    assert (site / "report-right@1.0.html").exists()
