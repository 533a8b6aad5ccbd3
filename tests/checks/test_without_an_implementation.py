"""A game with a specification only: what needs no second engine is checked, the rest is left out."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulewright.checks.bulk import BulkCheck
from rulewright.checks.exhaustive import ExhaustiveCheck
from rulewright.checks.laws import LawsCheck
from rulewright.checks.lockstep import LockstepCheck
from rulewright.checks.outcome import QUICK, Outcome
from rulewright.checks.theorems import TheoremsCheck
from rulewright.checks.unplayed import ALONE, unplayed
from rulewright.checks.verification import verify
from rulewright.commands.verify import games_for
from rulewright.conformance.adapter.engine import AdapterWitness, PlaysOthers
from rulewright.interface import UnknownGame
from rulewright.play import games
from rulewright.play.position import start
from rulewright.vectors.generate import ready

EXAMPLE = Path(__file__).parents[2] / "examples" / "tictactoe"


@pytest.fixture
def specified_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return tic-tac-toe under another name, without its implementation and theorems."""
    package = tmp_path / "lonely"
    shutil.copytree(
        EXAMPLE, package, ignore=shutil.ignore_patterns("impl.py", "proofs.py", "vectors")
    )
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("tictactoe", "lonely"), encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_GAMES", f"{tmp_path}:{EXAMPLE.parent}")
    return "lonely"


def outcomes(game: str, *checks: Any) -> dict[str, Outcome]:
    """Run checks in this process."""
    effort = evolve(QUICK, positions=2_000, option_sets=2)
    return {each.check: each for each in verify((game,), checks, effort, 1, lambda *_: None)}


def test_what_can_be_checked_is_and_the_rest_is_left_out(specified_only: str) -> None:
    """Nothing fails for want of an implementation, and nothing holds that was not compared."""
    assert specified_only in games.game_names()
    found = outcomes(
        specified_only,
        TheoremsCheck(),
        LockstepCheck(),
        BulkCheck(),
        ExhaustiveCheck(),
        LawsCheck(),
    )
    alone = "there is no implementation to compare the specification with"
    assert {name: each.left_out for name, each in found.items()} == {
        "theorems": "it has no theorems",
        "lockstep": alone,
        "bulk": alone,
        "exhaustive": "",
        "laws": "",
    }
    assert found["exhaustive"].held
    assert found["exhaustive"].detail.startswith("the specification alone, nothing compared: ")
    assert f"the comparison: {alone}" in found["exhaustive"].scope.left_out
    assert found["laws"].held
    assert found["laws"].detail.endswith("the specification alone")
    left = unplayed(specified_only, [({}, {})])
    assert {each.reason for each in left} == {ALONE}
    assert ready(specified_only).own.is_witnessed


@pytest.mark.usefixtures("guests_in_this_process")
def test_a_specification_that_breaks_its_own_demand_is_found(
    specified_only: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the first position that shows it, with the clause."""
    kind = type(games.specification(specified_only))
    clause = games.specified(specified_only).rulebook.clauses[0]

    def broken(_: Any, state: Any) -> Any:
        return iter([clause] if sum(map(sum, state.marks)) == 2 else [])

    monkeypatch.setattr(kind, "broken_clauses", broken)
    (found,) = outcomes(specified_only, ExhaustiveCheck()).values()
    assert found.verdict == "FAILED"
    assert found.failure.startswith(f"clause {clause.identifier} after 2 moves: it holds in every")
    assert "moves (2): " in found.failure


def test_what_serve_plays_by_the_specification_is_no_second_engine(specified_only: str) -> None:
    """It would be compared with itself; the game that has an implementation is compared."""
    witness = AdapterWitness((sys.executable, "-m", "rulewright", "serve"))
    try:
        reason = witness.missing(specified_only)
        assert reason.endswith(
            f"serve' plays {specified_only} by its specification, and one engine cannot be compared "
            "with itself: name a program that plays by another one"
        )
        assert not witness.missing("tictactoe")
        with pytest.raises(PlaysOthers, match="cannot be compared with itself"):
            games_for((specified_only,), (specified_only,), witness)
        assert games_for((specified_only, "tictactoe"), (), witness) == ("tictactoe",)
        introduced = witness.table.introduced
        assert introduced is not None
        assert introduced.name.endswith(f"(impl, but of {specified_only} the specification itself)")
    finally:
        witness.close()


def test_the_specification_plays_where_nothing_else_does(specified_only: str) -> None:
    """Without being asked for by name; and an engine that is asked for must be there."""
    assert start(specified_only).legal_actions == start("tictactoe").legal_actions
    assert games.side_of(specified_only) == "spec"
    assert games.side_of("minoa") == "impl"
    with pytest.raises(UnknownGame, match="among those that are implemented"):
        start(specified_only, engine="impl")
