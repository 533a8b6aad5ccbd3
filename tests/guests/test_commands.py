"""Every command on every guest in every form: status, no traceback, and what it says."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from common.foreign import program
from common.guest_forms import FORMS, GUESTS, Guest, options

from rulewright.cli import application
from rulewright.play import games

pytestmark = pytest.mark.usefixtures("catalogue")

EVERY = [pytest.param(guest, kind, id=f"{guest.name}-{kind}") for guest in GUESTS for kind in FORMS]
GAMES = pytest.mark.parametrize(("guest", "kind"), EVERY)
KINDS = pytest.mark.parametrize("guest", GUESTS, ids=lambda guest: guest.name)


def run(*arguments: str, given: str | None = None, status: int = 0) -> Result:
    """Run a command that must end with a status, and with no traceback."""
    result = CliRunner().invoke(application, list(arguments), input=given)
    assert result.exit_code == status, f"{arguments}\n{result.stdout}\n{result.stderr}"
    assert "Traceback" not in result.stdout + result.stderr
    return result


def named(guest: Guest, kind: str) -> str:
    """Name a guest in one of its forms."""
    return f"{guest.name}_{kind}"


def against(guest: Guest, catalogue: Path) -> str:
    """Write the command of the second witness."""
    engine = catalogue / named(guest, "adapter") / "engine.mjs"
    return f"{program('node')} {engine}"


# ----------------------------------------------------------------------------------- at once


@GAMES
def test_games_says_what_there_is(guest: Guest, kind: str) -> None:
    """Its title, and whether it has an implementation."""
    first, *rest = run("games", named(guest, kind)).stdout.splitlines()
    implemented = kind in {"plain", "compiled"}
    assert ("implemented" in first) == implemented
    assert "specified" in first
    assert any(line.strip().startswith(f"{guest.ruling[0]}: ") for line in rest)


def test_games_lists_all_of_them() -> None:
    """Beside our own."""
    found = json.loads(run("games", "--json").stdout)
    listed = {each["game"] for each in found["games"]}
    assert {named(guest, kind) for guest in GUESTS for kind in FORMS} <= listed
    assert not found["broken"]


@GAMES
def test_perft_counts_alike(guest: Guest, kind: str) -> None:
    """On both sides, or on the one that there is; the first counts are easily checked by hand."""
    expected = "".join(f"{depth} {count}\n" for depth, count in enumerate(guest.perft, 1))
    given = ["--depth", str(len(guest.perft)), *options(guest.small)]
    assert run("perft", named(guest, kind), *given).stdout == expected
    assert run("perft", named(guest, kind), *given, "--engine", "spec").stdout == expected


@GAMES
def test_explain_names_the_clause(guest: Guest, kind: str) -> None:
    """In the rulebook's words; a legal action is legal."""
    action, clause = guest.illegal
    given = ["--moves", " ".join(guest.moves)]
    said = run("explain", named(guest, kind), *given, "--action", action).stdout
    assert said.startswith(f"{action}: illegal\n\n{clause}: ")
    begin = run("explain", named(guest, kind), "--action", guest.moves[0]).stdout
    assert begin.startswith(f"{guest.moves[0]}: legal")


@GAMES
def test_show_draws_the_position(guest: Guest, kind: str, tmp_path: Path) -> None:
    """As text and as a picture."""
    given = [named(guest, kind), "--moves", " ".join(guest.moves)]
    assert len(run("show", *given).stdout.splitlines()) >= 4
    picture = run("show", *given, "--svg", str(tmp_path / "board.svg"))
    assert "<svg" in picture.stdout + (tmp_path / "board.svg").read_text("utf-8")


@GAMES
def test_serve_plays_it(guest: Guest, kind: str) -> None:
    """Set up, play, count, end."""
    question, reading = guest.ruling
    game = {"game": named(guest, kind), "params": guest.small, "rulings": {question: reading}}
    requests = [{"cmd": "new", **game}, {"cmd": "legal"}, {"cmd": "state"}]
    requests += [{"cmd": "perft", "depth": 1}, {"cmd": "quit"}]
    said = run("serve", given="".join(f"{json.dumps(each)}\n" for each in requests)).stdout
    answers = [json.loads(line) for line in said.splitlines()]
    assert [each["ok"] for each in answers] == [True] * 5
    assert len(answers[1]["actions"]) == answers[3]["count"] == guest.perft[0]


@KINDS
def test_its_theorems_are_proved(guest: Guest) -> None:
    """The forms have the same theorems."""
    said = run("prove", named(guest, "plain")).stdout
    assert "\n2 of 2 theorems hold" in said


@KINDS
def test_a_clause_that_speaks_of_passing_is_met(guest: Guest) -> None:
    """The guest with a pass is one in which somebody must."""
    engine = games.engine(named(guest, "plain"), guest.small, side="spec")
    seen, waiting = {engine.initial()}, [engine.initial()]
    played = set()
    while waiting:
        state = waiting.pop()
        legal = engine.legal_actions(state)
        assert legal or engine.is_over(state), "somebody is to move, and cannot"
        played.update(legal)
        following = {engine.play(state, action) for action in legal} - seen
        seen |= following
        waiting += following if len(seen) < 3_000 else ()
    assert {"pass"} & played == ({"pass"} if guest.name == "trefoil" else set())
    assert len(seen) > 50


# ----------------------------------------------------------------------------------- at length


@pytest.mark.slow
@GAMES
def test_verify_holds(guest: Guest, kind: str, catalogue: Path) -> None:
    """All checks that there are, on the small board; the engine in JavaScript as a second witness."""
    given = ["--quick", "--seed", "1", "--jobs", "1", "--json", *options(guest.small)]
    if kind == "adapter":
        given += ["--against", against(guest, catalogue)]
    found = json.loads(run("verify", named(guest, kind), *given).stdout)
    done = {each["check"]: each for each in found["outcomes"] if not each["left_out"]}
    assert found["held"]
    assert {"theorems", "laws", "exhaustive"} <= set(done)
    assert ("lockstep" in done) == (kind != "specified")
    assert all(outcome["held"] and outcome["cases"] for outcome in done.values())


QUICKEST = {("skirmish", "plain"), ("trefoil", "specified")}
"""Vectors take long to make: those of two guests are, each in one form, and the others with `make soak`.
Those of a compiled guest are made by `test_a_longer_command_works` in `tests/checks`."""
WITH_VECTORS = [
    pytest.param(
        *(guest, kind),
        id=f"{guest.name}-{kind}",
        marks=pytest.mark.slow if (guest.name, kind) in QUICKEST else pytest.mark.soak,
    )
    for guest in GUESTS
    for kind in ("plain", "compiled", "specified")
]


@pytest.mark.parametrize(("guest", "kind"), WITH_VECTORS)
def test_vectors_are_made_and_checked(guest: Guest, kind: str) -> None:
    """They lie in the package, and hold on what there is."""
    run("vectors", "generate", named(guest, kind))
    said = run("vectors", "check", named(guest, kind)).stdout
    row = next(line.split() for line in said.splitlines() if line.startswith(guest.name))
    assert int(row[1]) > 10
    assert row[-1] == "0"


@pytest.mark.slow
@KINDS
def test_ambiguities_part_the_readings(guest: Guest) -> None:
    """With the shortest game on which they part."""
    said = run("ambiguities", named(guest, "specified"), "--quick", "--seed", "1").stdout
    assert "1 pair of readings: 1 parts" in said or "1 part" in said


@pytest.mark.slow
@KINDS
def test_gaps_are_looked_for(guest: Guest) -> None:
    """Whether there are any is up to the game."""
    said = run("gaps", named(guest, "specified"), "--quick", "--seed", "1").stdout
    assert "effort quick, seed 1" in said


@pytest.mark.slow
@KINDS
def test_the_engine_in_javascript_conforms(guest: Guest, catalogue: Path) -> None:
    """Judged by the specification alone."""
    given = ["conform", "--quick", "--seed", "1", "--game", named(guest, "adapter"), "--"]
    said = run(*given, *against(guest, catalogue).split()).stdout
    assert f"{named(guest, 'adapter')}: conforms under " in said


@pytest.mark.slow
@GAMES
def test_what_serve_says_conforms(guest: Guest, kind: str) -> None:
    """The specification, or the implementation, as an adapter."""
    given = ["conform", "--quick", "--seed", "1", "--game", named(guest, kind)]
    given += [*options(guest.small), "--"]
    said = run(*given, sys.executable, "-m", "rulewright", "serve").stdout
    assert f"{named(guest, kind)}: conforms under " in said


@pytest.mark.soak
@GAMES
def test_a_report_is_written(guest: Guest, kind: str, tmp_path: Path) -> None:
    """Pages with the drawings."""
    name = named(guest, kind)
    run("report", name, "--quick", "--seed", "1", "--jobs", "1", "--output", str(tmp_path))
    assert "<svg" in (tmp_path / f"{name}.html").read_text("utf-8")
