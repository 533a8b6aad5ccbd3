"""Known differences: what is declared fails no run, hides nothing, and fails when it is out of date."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from attrs import evolve
from click.testing import CliRunner
from common.players import Playing
from common.tiny import TINY
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.cli import application
from rulewright.conformance import Conformity, Plan, Report, conform
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.evidence.declaring import MalformedKnown, read_known, written
from rulewright.conformance.evidence.known import KnownDifference, version_in
from rulewright.conformance.outputs import texts
from rulewright.conformance.outputs.lines import SCHEMA
from rulewright.conformance.outputs.summary import terminal
from rulewright.conformance.verdict import reporting
from rulewright.conformance.verdict.declared import entries_for

pytestmark = pytest.mark.usefixtures("few_vectors")
TODAY = date(2027, 1, 15)
LATER = date(2027, 1, 31)
COLOURED = KnownDifference(
    "minoa", "closure=coloured", "", "", "", "we read it so", LATER, {"n": 1}
)
LITERAL = evolve(COLOURED, reading="end=literal", reason="the end as it is written")
STACKED = KnownDifference(
    "minoa", "", "MIN-6", "off", "", "edges hold two sticks here", LATER, {"n": 1}
)


def checked(player: Playing, *known: KnownDifference, **rulings: str) -> Report:
    """Check a player of Minoa on the smallest board."""
    plan = Plan("minoa", {"n": 1}, rulings, TINY, 1, known=known)
    return conform(Object(player), plan)


def test_a_known_difference_fails_no_run() -> None:
    """It is counted and shown with its reason, and the verdict never says that all agrees."""
    found = checked(Playing(closure="coloured"), COLOURED)
    assert found.verdict is Conformity.EXCEPT_KNOWN
    assert found.exit_status() == 0
    lines = list(terminal(found))
    assert lines[-1].startswith("agrees except for 1 known difference;")
    assert any(
        each.startswith("minoa: agrees except for 1 known difference under") for each in lines
    )
    assert "  known: we read it so" in lines
    assert "known, until 2027-01-31: closure=coloured: occurs (deviation 1): we read it so" in lines


def test_an_undeclared_deviation_beside_it_fails() -> None:
    """Only what is declared is known."""
    found = checked(Playing(closure="coloured", end="literal"), COLOURED)
    assert found.verdict is Conformity.DEVIATES
    assert found.exit_status() == 1
    (game,) = found.games
    known = {each.explained_by: each.known for each in game.deviations}
    assert known["closure=coloured"] == "we read it so"
    assert known["end=literal"] == ""
    both = checked(Playing(closure="coloured", end="literal"), COLOURED, LITERAL)
    assert both.verdict is Conformity.EXCEPT_KNOWN
    assert both.known == 2


def test_a_clause_is_known_only_in_the_way_that_is_declared() -> None:
    """The same clause, wrong in another way, is another difference."""
    player = Playing("MIN-6 off")
    assert checked(player, STACKED).verdict is Conformity.EXCEPT_KNOWN
    other = evolve(STACKED, how="negated")
    assert checked(player, other).verdict is Conformity.DEVIATES


class SometimesStacks(Playing):
    """Lists a stick that lies there already, at one time of the game: no clause mutant does that."""

    def legal(self) -> list[str]:
        """List the legal actions, and one that is not."""
        found = super().legal()
        lying = sorted(set(self.engine.legal_actions(self.engine.initial())) - set(found))
        more = [each for each in lying if "-" in each and each not in found] if found else []
        return found + more[:1] if self.plies == 2 else found


def test_an_action_that_one_clause_forbids_can_be_known() -> None:
    """Without an explanation it is known by the clause and the kind, and by nothing less."""
    (game,) = checked(SometimesStacks()).games
    entries, left = entries_for(game, LATER)
    assert left == ()
    (entry,) = entries
    assert (entry.how, entry.kind) == ("", "illegal action listed")
    assert checked(SometimesStacks(), entry).verdict is Conformity.EXCEPT_KNOWN
    other = evolve(entry, clause="MIN-3")
    assert checked(SometimesStacks(), other).verdict is Conformity.DEVIATES
    other = evolve(entry, how="off", kind="")
    assert checked(SometimesStacks(), other).verdict is Conformity.DEVIATES
    other = evolve(entry, kind="illegal action accepted")
    assert checked(SometimesStacks(), other).verdict is Conformity.DEVIATES


def test_what_no_deviation_shows_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report shows only so many deviations: all of them are declared, and one more is not."""
    monkeypatch.setattr(reporting, "MOST_REPORTED", 1)
    player = Playing(closure="coloured", end="literal")
    (game,) = checked(player).games
    (shown,) = game.deviations
    by_name = {each.reading: each for each in (COLOURED, LITERAL)}
    found = checked(player, by_name[shown.explained_by])
    assert all(each.known for each in found.games[0].deviations)
    assert found.games[0].beyond > 0
    assert found.verdict is Conformity.DEVIATES
    assert "further wrong answer" in "\n".join(terminal(found))


class NeverOver(Playing):
    """Never says that the game is over."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        return {**super().state(), "over": False}


class Unsteady(Playing):
    """Plays as another reading has it, in every second game only."""

    def legal(self) -> list[str]:
        """List the legal actions, all of them in every second game."""
        if self.games % 2:
            return super().legal()
        engine, self.engine = self.engine, self.right
        try:
            return super().legal()
        finally:
            self.engine = engine

    def begin(self) -> None:
        """Set the game up, and the engine that plays by the rules."""
        super().begin()
        self.right = self.of({})

    def of(self, readings: dict[str, str]) -> Any:
        """Return an engine of the same game under other readings."""
        other = Playing(**readings)
        other.new("minoa", dict(self.engine.params), {})
        return other.engine


def test_an_answer_that_changes_is_never_a_reading() -> None:
    """Even if a declared reading explains it where it shows."""
    found = checked(Unsteady(closure="coloured"), COLOURED)
    kinds = {each.kind: each.known for each in found.games[0].deviations}
    assert found.verdict is Conformity.DEVIATES
    unsteady = {kind: known for kind, known in kinds.items() if not kind.startswith("legal")}
    assert unsteady
    assert not any(unsteady.values())


def test_a_difference_that_no_longer_occurs_fails() -> None:
    """Whether the engine is right or deviates in what is declared."""
    found = checked(Playing(), COLOURED)
    assert found.verdict is Conformity.OUTDATED
    assert found.exit_status() == 1
    assert "closure=coloured: no longer occurs: we read it so" in "\n".join(terminal(found))
    found = checked(Playing(end="literal"), COLOURED, LITERAL)
    assert found.verdict is Conformity.OUTDATED


def test_what_a_run_cannot_meet_is_not_judged() -> None:
    """Another game, a reading that is in force, other parameters, a board that it is not about."""
    elsewhere = [
        evolve(COLOURED, game="nonaga", reading="", clause="NON-5", how="off", params={}),
        evolve(COLOURED, params={"n": 2}),
        evolve(COLOURED, rulings={"end": "literal"}),
        evolve(COLOURED, params={}),
    ]
    assert checked(Playing(), *elsewhere).verdict is Conformity.CONFORMS
    as_played = checked(Playing(closure="coloured"), COLOURED, closure="coloured")
    assert as_played.verdict is Conformity.CONFORMS
    assert checked(Playing(closure="coloured"), elsewhere[1]).verdict is Conformity.DEVIATES


class Named(Playing):
    """An engine whose class names no version."""


def test_a_version_ends_a_declaration() -> None:
    """Up to and including that version; an engine that names none cannot be judged."""
    assert version_in("Minoa engine v1.10.2 (C)") == "1.10.2"
    assert version_in("engine 7 of 2") is None
    until = evolve(COLOURED, until="1.9")
    assert not until.is_over("1.9.0")
    assert until.is_over("1.10")
    found = checked(Named(closure="coloured"), until)
    assert found.verdict is Conformity.OUTDATED
    assert "the engine names no version" in "\n".join(terminal(found))


def test_every_form_of_the_report_says_so() -> None:
    """JSON lines as the schema has them, the page, Markdown, JUnit, the badge."""
    made = texts(checked(Playing(closure="coloured"), COLOURED))
    records = [json.loads(line) for line in made["report.jsonl"].splitlines()]
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    for record in records:
        validator.validate(record)
    (known,) = (each for each in records if each["record"] == "known")
    assert (known["status"], known["deviations"]) == ("occurs", [1])
    assert known["until"] == "2027-01-31"
    assert not validator.is_valid({**known, "status": "perhaps"})
    assert records[0]["verdict"] == "agrees except for known differences"
    for name in ("report.html", "summary.md"):
        assert "agrees except for 1 known difference" in made[name]
        assert "we read it so" in made[name]
    suites = ET.fromstring(made["junit.xml"])  # noqa: S314 - our own file
    assert not list(suites.iter("failure"))
    skipped = [each.get("message", "") for each in suites.iter("skipped")]
    assert any(each.startswith("known difference (we read it so)") for each in skipped)
    message = json.loads(made["badge.json"])["message"]
    assert message.startswith("1 known difference, ")
    assert message.endswith(" unsupported")
    gone = texts(checked(Playing(), COLOURED))
    suites = ET.fromstring(gone["junit.xml"])  # noqa: S314
    assert [each.get("message") for each in suites.iter("failure")] == ["no longer occurs"]


def test_what_is_written_covers_the_same_run() -> None:
    """A reading and a clause; what neither accounts for is left out, and named."""
    player = Playing("MIN-6 off", end="literal")
    (game,) = checked(player).games
    entries, left = entries_for(game, LATER)
    assert {each.about for each in entries} == {"end=literal", "MIN-6 off"}
    assert left == ()
    again = read_known("file", written(entries).encode(), TODAY)
    assert again == entries
    assert checked(player, *again).verdict is Conformity.EXCEPT_KNOWN
    unexplained = evolve(game.deviations[0], explained_by="", names=(), clauses=(), because="")
    entries, left = entries_for(evolve(game, deviations=(unexplained,)), LATER)
    assert (entries, left) == ((), (1,))


class ListsTwice(Playing):
    """Lists each action twice."""

    def legal(self) -> list[str]:
        """List the legal actions twice."""
        return super().legal() * 2


class NeverTellsThePieces(Playing):
    """Tells no pieces."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        return {**answer, "position": {**answer["position"], "pieces": None}}


@pytest.mark.parametrize(
    ("player", "bug"),
    [
        (ListsTwice(), "actions are listed twice"),
        (NeverTellsThePieces(), "position.pieces is null"),
        (NeverOver(), "an end is not noticed"),
    ],
)
def test_a_bug_can_be_known_by_its_name(player: Playing, bug: str) -> None:
    """Without the number of positions, which differs from run to run; another bug is not covered."""
    (game,) = checked(player).games
    entries, left = entries_for(game, LATER)
    assert [each.bug for each in entries] == [bug]
    assert left == ()
    assert read_known("file", written(entries).encode(), TODAY) == entries
    assert checked(player, *entries).verdict is Conformity.EXCEPT_KNOWN
    other = evolve(entries[0], bug="a stuck player")
    assert checked(player, other).verdict is Conformity.DEVIATES


@settings(max_examples=60, deadline=None)
@given(reason=st.text(min_size=1), version=st.from_regex(r"\A[0-9]{1,3}(\.[0-9]{1,3})*\Z"))
def test_any_reason_is_read_as_it_was_written(reason: str, version: str) -> None:
    """Quotation marks, line ends, control characters, no matter."""
    entry = evolve(COLOURED, reason=f"x{reason}", until=version, rulings={"end": "literal"})
    (again,) = read_known("file", written([entry]).encode(), TODAY)
    plain = entry.reason.encode("utf-8", "replace").decode()
    assert again == evolve(entry, reason=plain)


READING = 'game="minoa"\nreason="x"\nuntil=2027-01-31\nreading="closure=coloured"\n'
CLAUSE = 'game="minoa"\nreason="x"\nuntil=2027-01-31\nclause="MIN-9"\nhow="off"\n'
MALFORMED = [
    ("", "has no entry"),
    ("known = 3", "has no entry"),
    ("[[know]]", "unknown table 'know': did you mean 'known'?"),
    ("[[known]]\n\x00", "is not TOML"),
    ("[[known]]\nx = \xff", "is not UTF-8"),
    ("[[known]]\n" + READING.replace("minoa", "chess"), "entry 1: unknown game 'chess'"),
    ("[[known]]\n" + READING.replace("coloured", "any"), "entry 1: unknown reading 'any'"),
    ("[[known]]\n" + READING.replace("closure", "close"), "unknown question 'close'"),
    ("[[known]]\n" + READING.replace("=coloured", ""), "must be written QUESTION=READING"),
    (
        "[[known]]\n" + READING.replace("2027-01-31", "2027-01-14"),
        "its time is over: until 2027-01-14",
    ),
    ("[[known]]\n" + READING.replace("2027-01-31", "2027-01-31T00:00:00"), "until must be a date"),
    ("[[known]]\n" + READING.replace("2027-01-31", "3"), "until must be a date"),
    ("[[known]]\n" + READING.replace("2027-01-31", '"soon"'), "until must be a date"),
    ("[[known]]\n" + READING.replace('reason="x"', "reason=1"), "reason must be a text, is 1"),
    ("[[known]]\n" + READING.replace('reason="x"', 'reason=" "'), "reason is empty"),
    ("[[known]]\n" + READING.replace('reason="x"\n', ""), "reason is missing"),
    ("[[known]]\n" + READING + "params=1", "params must be a table, is 1"),
    ("[[known]]\n" + READING + "params={m=1}", "unknown parameter 'm'"),
    ("[[known]]\n" + READING + "params={n=0}", "parameter 'n' is 0"),
    ("[[known]]\n" + READING + "rulings={end=1}", "rulings.end must be a text, is 1"),
    ("[[known]]\n" + READING + 'rulings={end="x"}', "unknown reading 'x'"),
    ("[[known]]\n" + READING + 'clause="MIN-9"', "either a clause or a reading"),
    ("[[known]]\n" + READING + 'bug="a stuck player"', "or else a bug"),
    (
        "[[known]]\n" + READING.replace('reading="closure=coloured"', 'bug="a stuck plyer"'),
        "unknown bug 'a stuck plyer': did you mean 'a stuck player'?",
    ),
    ("[[known]]\n" + READING + 'kind="odd"', "unknown kind 'odd'"),
    ("[[known]]\n" + READING + 'how="off"', "how is about a clause"),
    ("[[known]]\n" + READING + "wehn=1", "unknown name 'wehn'"),
    ("[[known]]\n" + CLAUSE.replace("MIN-9", "MIN-99"), "unknown clause 'MIN-99'"),
    (
        "[[known]]\n" + CLAUSE.replace("off", "of"),
        "MIN-9 cannot be wrong 'of': did you mean 'off'?",
    ),
    ("[[known]]\n" + CLAUSE.replace('how="off"', ""), "a clause needs how it is wrong, or kind"),
    (f"[[known]]\n{READING}[[known]]\n{READING}", "entry 2: closure=coloured is declared twice"),
]


@pytest.mark.parametrize(("text", "message"), MALFORMED)
def test_a_file_that_is_wrong_is_refused_in_one_line(text: str, message: str) -> None:
    """With the entry, what was wrong, and what would be right."""
    with pytest.raises(MalformedKnown) as refused:
        read_known("known.toml", text.encode("latin-1"), TODAY)
    assert str(refused.value).startswith("known.toml: ")
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert refused.value.exit_status == 2


def test_the_last_day_is_not_past() -> None:
    """A declaration holds through the day that it names."""
    (entry,) = read_known("file", f"[[known]]\n{READING}".encode(), LATER)
    assert entry.until == LATER


def test_the_command_refuses_before_it_begins(tmp_path: Path) -> None:
    """One line and status 2; a file that is there keeps its reasons."""
    there, gone = tmp_path / "known.toml", tmp_path / "no" / "known.toml"
    there.write_text("[[known]]\n" + READING.replace("minoa", "chess"))
    both = ("--known", str(there), "--write-known", str(tmp_path / "new.toml"))
    for arguments, message in (
        (("--known", str(there)), "known.toml: entry 1: unknown game 'chess'"),
        (("--known", str(gone)), "No such file or directory"),
        (("--known", str(tmp_path)), "Is a directory"),
        (("--write-known", str(there)), "it is there already"),
        (("--write-known", str(gone)), "cannot write"),
        (("--rulings", "some"), "'some' is not one of 'every', 'pairs'"),
        (both, "--known and --write-known exclude each other"),
    ):
        order = ["conform", *arguments, "--", "no-such-program"]
        done = CliRunner().invoke(application, order)
        assert (done.exit_code, done.stdout) == (2, ""), done.stderr
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert "chess" in there.read_text()
    assert [each.name for each in tmp_path.iterdir()] == ["known.toml"]


@pytest.mark.slow
def test_what_the_command_writes_it_reads(tmp_path: Path, other_rules: str) -> None:
    """From a run that deviates to one that agrees but for what is known."""
    name = str(tmp_path / "known.toml")
    order = ("conform", "--game", "minoa", "--param", "n=1", "--quick", "--seed", "1")
    engine = ("--", sys.executable, other_rules, "closure=coloured")
    for option, status, last in (
        ("--write-known", 1, f"written to {name}: 1 known difference"),
        ("--known", 0, "agrees except for 1 known difference;"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", *order, option, name, *engine],
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert done.stdout.splitlines()[-1].startswith(last)
