"""`rulewright prove --automatic`, and `--time-limit`."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner, Result

from rulewright.automatic import ground, running
from rulewright.automatic.asking import Solver
from rulewright.automatic.ground import Ground
from rulewright.automatic.induction import invariants
from rulewright.automatic.report import as_json
from rulewright.automatic.running import automatic, sizes_of
from rulewright.cli import application
from rulewright.play import games, time_limit
from rulewright.play.time_limit import OverTheLimit, within


def run(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(application, ["prove", *arguments])


def test_all_of_tictactoe_stands() -> None:
    """One run for the whole table: each kind of statement is there, and proved."""
    found = as_json(automatic("tictactoe", positions=300))
    (board,) = json.loads(json.dumps(found))["boards"]
    assert found["held"]
    assert board["compared"] > 100
    assert board["why_not"] == ""
    assert {each["name"] for each in board["statements"] if each["status"] != "proved"} == set()
    kinds = {each["kind"] for each in board["statements"]}
    assert kinds == {"invariants", "turns", "clauses", "readings", "symmetries"}
    answers = {each["name"]: each["answer"] for each in board["statements"]}
    assert answers["row: any and straight"] == "parted"
    assert answers["what TTT-3 alone forbids"] == "decisive"
    (ttt3,) = (each for each in board["statements"] if each["name"] == "TTT-3 is inductive")
    assert {"name": "TTT-3 off", "status": "refuted"} in ttt3["twins"]


def test_a_limit_that_is_too_short_proves_nothing_that_needs_the_solver() -> None:
    """The exit status is 1, and each verdict names the limit."""
    result = run("tictactoe", "--automatic", "--time-limit", "0.001")
    assert result.exit_code == 1
    in_json = run("tictactoe", "--automatic", "--time-limit", "0.001", "--json")
    assert json.loads(in_json.stdout)["held"] is False
    assert "verdict: undecided" in result.output
    assert "the limit of 0.001 s" in result.output
    for block in result.output.split("\n\n"):
        if "is inductive" in block:
            assert "verdict: undecided" in block


def slow(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rules of each combination of readings take so long, as those of a large board do."""
    usual = ground.compared

    def late(form: object) -> tuple[int, str]:
        sleep(seconds)
        return usual(form)

    monkeypatch.setattr(ground, "compared", late)


@pytest.mark.parametrize(("each", "limit"), [(0.7, 1.0), (60.0, 0.2)])
def test_the_limit_is_kept_though_the_work_between_two_queries_takes_longer(
    each: float, limit: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was not reached is said under its readings, and is not among what is proved."""
    slow(each, monkeypatch)
    began = monotonic()
    run_of = automatic("tictactoe", seconds=limit, positions=50)
    assert monotonic() - began < limit + running.GRACE + 3
    (board,) = run_of.boards
    assert not run_of.stands
    assert board.ran_out
    left = [verdict for verdict in board.verdicts if verdict.status == "undecided"]
    assert {"row: any and straight", "row: any and across"} <= {verdict.name for verdict in left}
    assert {verdict.kind for verdict in left} >= {"invariants", "clauses", "symmetries", "readings"}
    assert all(verdict.under for verdict in board.verdicts if verdict.status == "proved")
    if each > limit:
        assert {verdict.status for verdict in board.verdicts} == {"undecided"}
        assert {"invariants (not reached)", "turns (not reached)"} <= {each.name for each in left}


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "inf", "soon"])
def test_a_limit_must_be_a_number_above_0(limit: str) -> None:
    """One line."""
    result = run("tictactoe", "--time-limit", limit)
    assert result.exit_code == 2
    assert f"--time-limit {limit!r} must be a number of seconds above 0" in result.stderr


def test_options_that_do_not_go_together() -> None:
    """One line."""
    result = run("tictactoe", "--automatic", "--cross-check")
    assert result.exit_code == 2
    assert "--cross-check cannot be used with --automatic" in result.stderr


def test_a_theorem_over_the_limit_is_undecided() -> None:
    """Even where each query is quick: the whole theorem must be in time."""
    result = run("tictactoe", "--time-limit", "0.0001", "--jobs", "1")
    assert result.exit_code == 1
    assert "detail: undecided: the limit of 0.0001 s" in result.output
    assert "0 of 2 theorems hold" in result.output
    assert run("tictactoe", "--time-limit", "60", "--jobs", "1").exit_code == 0


def test_an_alarm_rings_again_where_it_was_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is raised in a destructor is lost; the next alarm is not."""
    monkeypatch.setattr(time_limit, "EVERY", 0.05)
    with pytest.raises(OverTheLimit), within(0.05):  # noqa: PT012 - both belong to what is interrupted
        try:
            sleep(1)
        except OverTheLimit:
            sleep(1)


def test_the_smallest_board_comes_first() -> None:
    """Shrunken boards before the game's own, each once; without a limit only the first is tried."""
    sizes = sizes_of(games.specified("minoa"))
    assert sizes[0] == {"n": 1, "k": 2}
    assert {} in sizes
    assert len({json.dumps(each, sort_keys=True) for each in sizes}) == len(sizes)


def test_a_game_without_rules_over_unknowns_says_so() -> None:
    """Its positions are visited instead; where these are all, that is a proof."""
    run_of = automatic("nonaga", seconds=None, positions=200)
    (board,) = run_of.boards
    assert "its actions are not listed" in board.why_not
    assert {each.status for each in board.verdicts} <= {"proved", "not applicable", "refuted"}
    (due,) = (v for v in board.verdicts if v.name.startswith("exactly one"))
    assert "positions of the game on this board were visited" in due.detail


def test_a_connection_game_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest with the swap: reachability, readings, and a turn that a swap passes on."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(Path(__file__).parents[1] / "common" / "guests"))
    (board,) = automatic("rhomb").boards
    assert board.stands, board
    (readings,) = (v for v in board.verdicts if v.kind == "readings")
    assert readings.answer == "parted"
    assert readings.shown is not None
    assert readings.shown.moves is not None


@pytest.mark.slow
def test_minoa_over_unknowns_is_minoa_as_it_runs() -> None:
    """Its own form: compared with the engine, what it keeps true is proved, and not without MIN-6."""
    game, form = games.specified("minoa"), games.symbolic("minoa")
    right = Ground(game.engine({"n": 1, "k": 2}), Solver(60), form, 50)
    assert {verdict.status for verdict in invariants(right)} == {"proved"}
    assert right.compared > 100
    mutant = game.rulebook.without("MIN-6")
    wrong = Ground(game.engine({"n": 1, "k": 2}, None, mutant), Solver(60), form, 50)
    statuses = {verdict.name: verdict.status for verdict in invariants(wrong)}
    assert statuses["positions are sound"] == "refuted"
