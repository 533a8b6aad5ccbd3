"""Engines that are wrong, or careless, where it is easily missed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from common.players import (
    ChangesItsOrders,
    Counts,
    Exits,
    MustBeAskedFirst,
    Playing,
    PlaysOn,
    RemembersARefusal,
    SulksAfterRefusing,
    TellsTheSameObject,
    TellsWhatIsNoJson,
    TiresOfAGame,
    TiresOfTelling,
)
from common.tiny import BRIEF, TINY

from rulewright.conformance import QUICK, Command, Conformity, Plan, Report, check, conform
from rulewright.conformance.evidence.report import FaultMet, GameReport
from rulewright.conformance.outputs import texts
from rulewright.conformance.outputs.summary import fault_line, terminal


def report(player: Playing, game: str = "minoa", **params: object) -> tuple[Report, GameReport]:
    """Check a player, of Minoa on the smallest board unless another game is named."""
    found = check(player, game, params or {"n": 1}, effort=BRIEF, seed=1)
    return found, found.games[0]


def test_actions_after_the_end_are_illegal() -> None:
    """Real ones, not only texts that are none; the end is where they were forgotten."""
    found, game = report(PlaysOn())
    assert found.verdict is Conformity.DEVIATES
    assert {each.kind for each in game.deviations} == {"illegal action accepted"}


def test_what_was_told_is_kept_as_it_was() -> None:
    """A player that changes what it has returned cannot change what is compared."""
    found, game = report(TellsTheSameObject())
    assert found.verdict is Conformity.DEVIATES
    assert "refusal changed the position" in {each.kind for each in game.deviations}


def test_what_a_player_does_with_its_orders_is_its_own_affair() -> None:
    """The run goes on with its own."""
    orders: list[tuple[str, dict[str, Any]]] = [("minoa", {"n": 1}), ("ari", {"n": 4})]
    for game, params in orders:
        found = check(ChangesItsOrders(), game, params, effort=TINY, seed=1)
        assert found.verdict is Conformity.CONFORMS


def test_a_player_that_ends_the_program_is_at_fault() -> None:
    """Nobody takes its status for the result of the run."""
    found, game = report(Exits())
    assert found.verdict is Conformity.FAULT
    assert {each.kind for each in game.faults} == {"exception"}
    assert "SystemExit" in game.faults[0].message


def test_a_fault_is_told_with_the_options_that_are_not_the_defaults() -> None:
    """So that somebody else can follow it, wherever it is shown."""
    rulings = {"closure": "coloured", "end": "full"}
    found = check(Exits(), "minoa", {"n": 1}, rulings, effort=QUICK, seed=1)
    fault = found.games[0].faults[0]
    assert fault.params["n"] == 1
    params = " ".join(f"{name}={value}" for name, value in fault.params.items())
    said = f", parameters {params}, rulings closure=coloured, after {' '.join(fault.moves)}]"
    assert any(line.endswith(said) for line in terminal(found))
    made = texts(found)
    assert "rulings closure=coloured" in made["report.html"]
    assert '}, "rulings": {"closure": "coloured"}}\n' in made["report.jsonl"]
    plain = FaultMet("garbage", "x", "smoke: hello")
    assert fault_line(plain) == "fault (garbage): x [smoke: hello]"


def test_what_is_no_json_is_a_fault() -> None:
    """And every output can still be written."""
    found, game = report(TellsWhatIsNoJson())
    assert found.verdict is Conformity.FAULT
    assert "set" in game.faults[0].message
    assert texts(found)


UNSTEADY = [TiresOfTelling(), MustBeAskedFirst(), SulksAfterRefusing(), RemembersARefusal()]


@pytest.mark.parametrize("player", UNSTEADY, ids=lambda player: type(player).__name__)
def test_what_hangs_on_the_way_of_asking_deviates(player: Playing) -> None:
    """Asked in the usual order, and once, each of them is right."""
    found, game = report(player)
    assert found.verdict is Conformity.DEVIATES
    assert all(not each.explained_by for each in game.deviations)


TIRED = [
    (TiresOfAGame(most=1), "smoke: the same game again"),
    (TiresOfAGame(most=2), "vectors: "),
    (TiresOfAGame(after="no action"), "random games: "),
]


@pytest.mark.parametrize(("player", "doing"), TIRED, ids=[each[1] for each in TIRED])
def test_what_was_played_once_is_supported(player: Playing, doing: str) -> None:
    """Whoever refuses a game that was begun before is at fault, in whichever stage; it is no pass."""
    found, game = report(player)
    assert found.exit_status() == 3
    assert {each.kind for each in game.faults} == {"no longer supported"}
    assert game.faults[0].doing.startswith(doing)
    assert game.faults[0].message == (
        "'new' is answered with unsupported: 'enough of that', though the same game, parameters and "
        "rulings were taken before"
    )


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "stage"), [("tires", "smoke"), ("tires-late", "vectors")])
def test_what_one_process_played_every_one_supports(
    mode: str, stage: str, other_rules: str
) -> None:
    """Two adapters at work at once: what one has begun is known for both."""
    order = Plan("minoa", {"n": 1}, effort=QUICK, seed=1, jobs=2)
    found = conform(Command((sys.executable, other_rules, mode)), order)
    assert found.exit_status() == 3
    (game,) = found.games
    assert {each.kind for each in game.faults} == {"no longer supported"}
    assert {each.doing.split(":")[0] for each in game.faults} == {stage}


@pytest.mark.parametrize("player", [Counts()])
def test_an_engine_that_is_right_is_none_of_them(player: Playing, tmp_path: Path) -> None:
    """Nothing deviates, and nothing is left out."""
    found = check(player, "minoa", {"n": 1}, effort=QUICK, seed=1)
    assert evolve(found, strict=True).exit_status() == 0
    assert not any(tmp_path.iterdir())
