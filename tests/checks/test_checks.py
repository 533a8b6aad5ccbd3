"""Each check holds for a game, and fails for a broken one with the shortest game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from common.planted import planted

from rulewright.checks import CHECKS, NORMAL, QUICK, laws
from rulewright.checks.bulk import BulkCheck
from rulewright.checks.exhaustive import ExhaustiveCheck, Sweeping
from rulewright.checks.laws import LawsCheck
from rulewright.checks.lockstep import LockstepCheck, option_sets
from rulewright.checks.witness import OWN
from rulewright.interface import choices_of
from rulewright.interface.engine import Symmetry
from rulewright.play import games
from rulewright.play.lockstep import Disagreement
from rulewright.play.rulings import deviations, pairs
from rulewright.spec.logic import all_of, not_
from rulewright.spec.minoa import GAME, clauses
from rulewright.spec.registry import Rulebook

LITTLE = evolve(QUICK, option_sets=3, lockstep_games=1, bulk_games=32, positions=3_000)
PLAYED = [LockstepCheck(), BulkCheck(), ExhaustiveCheck(), LawsCheck()]


def silent(line: str) -> None:
    """Discard progress messages."""
    assert line


@pytest.mark.parametrize("check", PLAYED, ids=lambda check: check.name)
def test_a_check_holds_for_the_game(check: Any) -> None:
    """Cases are counted, and nothing fails."""
    outcome = check.run("minoa", LITTLE, 1, silent)
    assert outcome.held, outcome.failure
    assert outcome.cases > 100
    assert outcome.failure == ""


def crooked(rules: Any, before: Any, move: Any) -> Any:
    """Mutate MIN-9: one particular line is never free, which breaks the symmetry."""
    honest = clauses.closed_areas_trace_to_an_edge(rules, before, move)
    return all_of((honest, not_(move.stick[rules.board.interior[0]])))


def first_score_is_too_high(rules: Any, position: Any) -> Any:
    """Mutate MIN-12: the first player has a triangle too many."""
    first, *others = clauses.territory_is_the_areas_of_one_player_alone(rules, position)
    return (first + 1, *others)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[Rulebook], None]:
    """Replace the specification of Minoa with one for another rulebook."""

    def swap(rulebook: Rulebook) -> None:
        def specification(name: str, params: Any = None, rulings: Any = None) -> Any:
            assert name == "minoa"
            return GAME.engine(params, rulings, rulebook)

        monkeypatch.setattr(games, "specification", specification)

    return swap


@pytest.mark.parametrize("check", PLAYED, ids=lambda check: check.name)
@pytest.mark.parametrize(
    "rulebook",
    [
        GAME.rulebook.replacing("MIN-9", permits=crooked),
        GAME.rulebook.replacing("MIN-12", effect=first_score_is_too_high),
    ],
    ids=["crooked", "score"],
)
def test_a_check_fails_for_a_broken_game(
    check: Any, rulebook: Rulebook, broken: Callable[[Rulebook], None]
) -> None:
    """The outcome describes the game, the moves and the position."""
    broken(rulebook)
    outcome = check.run("minoa", LITTLE, 1, silent)
    assert not outcome.held
    assert "game: minoa (n=" in outcome.failure
    assert "moves (" in outcome.failure


def test_a_sweep_knows_whether_it_is_complete() -> None:
    """The small board has 20,320 positions under the default rulings (counted by both sides)."""
    sweeping = Sweeping("minoa", OWN, lambda: None)
    whole = sweeping.sweep({"n": 1}, {}, 1_000_000)
    assert (whole.positions, whole.finished, whole.complete) == (20_320, 146, True)
    part = sweeping.sweep({"n": 1}, {}, 1_000)
    assert (part.positions, part.complete) == (1_000, False)


def test_option_sets_begin_with_the_game_itself() -> None:
    """They then cover parameters and rulings, each pair once, the same for the same seed."""
    chosen = option_sets("minoa", 30, 5)
    assert chosen[0] == (
        {},
        {"end": "full", "closure": "line", "partners": "separate", "stranded": "skip"},
    )
    assert len(chosen) == 30
    assert all(chosen.count(pair) == 1 for pair in chosen)
    assert chosen == option_sets("minoa", 30, 5)
    assert chosen != option_sets("minoa", 30, 6)


@pytest.mark.parametrize("game", games.game_names())
@pytest.mark.parametrize("seed", range(3))
def test_option_sets_let_any_two_readings_meet(game: str, seed: int) -> None:
    """A mistake may show only under two particular readings; ten sets have room for most pairs."""
    specified = games.specified(game)
    questions = {name: found for name, (_, found) in choices_of(specified.rulings).items()}
    every = pairs(questions)
    for most, share in ((QUICK.option_sets, 0.8), (NORMAL.option_sets, 1.0)):
        chosen = option_sets(game, most, seed)
        assert len(chosen) <= most
        met = [pair for pair in every if any(pair <= set(each.items()) for _, each in chosen)]
        assert len(met) >= share * len(every)


@pytest.mark.parametrize("game", games.game_names())
@pytest.mark.parametrize("seed", range(3))
def test_option_sets_meet_every_parameter_and_every_single_deviation(game: str, seed: int) -> None:
    """At normal effort; ten sets include every reading, but combined with others."""
    specified = games.specified(game)
    questions = {name: found for name, (_, found) in choices_of(specified.rulings).items()}
    chosen = option_sets(game, NORMAL.option_sets, seed)
    assert all(any(params == dict(each) for params, _ in chosen) for each in specified.played)
    assert all(any(rulings == each for _, rulings in chosen) for each in deviations(questions))
    few = option_sets(game, QUICK.option_sets, seed)
    readings = {(name, each) for name, found in questions.items() for each in found}
    assert readings <= {item for _, rulings in few for item in rulings.items()}


def test_the_checks_have_distinct_names() -> None:
    """They label the rows of a table."""
    assert [check.name for check in CHECKS] == [
        "lint",
        "theorems",
        "lockstep",
        "bulk",
        "exhaustive",
        "laws",
        "vectors",
    ]


def test_laws_name_the_position_that_a_demand_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the side and the options: a demand that is false at the start hides everything else."""
    game = planted(tmp_path, monkeypatch, ("clauses.py", "any_of((x == o, x == o + 1))", "x != o"))
    found = LawsCheck().run(game, QUICK, 1, lambda _: None)
    assert not found.held
    said = "the specification refuses the position that it begins with (row=any) at the start: "
    assert found.failure.startswith(said)
    assert "(TTT-2)" in found.failure


def test_laws_name_the_theorem_that_claims_a_symmetry() -> None:
    """Only where there is one: somebody has to look at its proof."""
    symmetry = Symmetry("renamed", action=str, position=lambda json: json, player=str)
    for theorem, named in (("a_theorem", True), ("", False)):
        with pytest.raises(Disagreement) as differs:
            laws.broken(GAME.engine(), evolve(symmetry, theorem=theorem), (), "it differs")
        assert ("claimed by the theorem a_theorem" in str(differs.value)) is named
        assert ("claimed by" in str(differs.value)) is named
