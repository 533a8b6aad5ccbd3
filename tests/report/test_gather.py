"""What a report gathers besides the checks: forbidden actions, lengths, results."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve

from rulewright import ambiguity, gaps
from rulewright.checks import QUICK, Outcome
from rulewright.impl.drivers import playouts
from rulewright.play import games
from rulewright.play.lockstep import Disagreement
from rulewright.report import ReportRun, pages_of
from rulewright.report.gather import (
    forbidden_alone,
    gather,
    lonely,
    parameters_counted,
    statistics_of,
)
from rulewright.spec.coverage import alone, tally

SMALL = evolve(QUICK, bulk_games=16)


def test_a_clause_alone_forbids_what_is_shown_for_it() -> None:
    """The specification's own explanation names that clause and no other."""
    found = forbidden_alone("minoa", evolve(QUICK, bulk_games=48), seed=3)
    assert len(found) >= 2
    for clause, one in found.items():
        engine = games.specification("minoa", one.params, one.rulings)
        state = engine.initial()
        for action in one.moves:
            state = engine.play(state, action)
        assert [each.clause for each in engine.explain(state, one.action)] == [clause]


def test_the_search_stops_when_its_positions_are_used_up() -> None:
    """Clauses not found by then are left out."""
    assert set(forbidden_alone("minoa", evolve(QUICK, bulk_games=1), seed=3)) <= {"MIN-6", "MIN-9"}
    assert forbidden_alone("minoa", evolve(QUICK, bulk_games=0), seed=3) == {}


def test_what_a_clause_alone_forbids_is_what_is_tallied() -> None:
    """Bit vectors on one side, counts on the other; lanes that are not live do not count."""
    lanes: dict[str, Any] = {"one": 0b1010, "two": 0b0111, "three": 0b1111}
    live = 0b1110
    found = alone(lanes, live, 4)
    assert found == {"one": 0b0100, "two": 0b1000, "three": 0}
    counts = tally(lanes, live, 4)
    assert {name: each.alone for name, each in counts.items()} == {"one": 1, "two": 1, "three": 0}


def test_nothing_is_forbidden_when_the_game_is_over() -> None:
    """The end of the game forbids everything; no clause does so alone."""
    from random import Random  # noqa: PLC0415

    engine = games.specification("minoa", {"n": 2}, {"end": "literal"})
    over = engine.play(engine.initial(), "-1,-1-0,-2")
    assert list(lonely(engine, over, Random(1))) == []


def test_lengths_and_results_are_those_of_the_games() -> None:
    """Each game counts once; the drivers' own totals say the same."""
    found = statistics_of("minoa", {"n": 1}, SMALL, seed=11)
    assert found.games == 16 * 8 == sum(found.results.values())
    engine = games.implementation("minoa", {"n": 1})
    each = [playouts(engine, seed=11 + number, games=1) for number in range(found.games)]
    assert sum(one.plies for one in each) == sum(k * n for k, n in found.lengths.items())
    shared = sum(one.wins["red"] > 0 and one.wins["blue"] > 0 for one in each)
    assert found.results.get("red and blue", 0) == shared
    for player in ("red", "blue"):
        alone_won = sum(one.wins[player] for one in each) - shared
        assert found.results.get(player, 0) == alone_won
    assert found.broken_off == 0


@pytest.mark.slow
def test_games_that_go_on_are_not_called_finished() -> None:
    """Nonaga may never end; a game that is cut off has no length and no result."""
    found = statistics_of("nonaga", {}, evolve(QUICK, bulk_games=1), seed=1)
    assert found.games == 8
    assert sum(found.lengths.values()) == sum(found.results.values())
    assert all(length <= found.longest for length in found.lengths)


def test_each_number_of_players_is_counted_once() -> None:
    """At full size only; nobody plays on the small boards."""
    sizes = parameters_counted("minoa")
    assert sizes == ({}, {"k": 3}, {"k": 4})
    for game in ("nonaga", "ari"):
        assert len(parameters_counted(game)) == 1
    players = [
        len(games.specification("dreieck", each).players) for each in parameters_counted("dreieck")
    ]
    assert all(one < other for one, other in pairwise(players))


def test_what_the_engines_disagree_about_is_named_and_the_rest_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There is a page, it names the disagreement, and the study does not count as held."""

    def disagrees(*_: object) -> None:
        raise Disagreement("'turn' in the game that parts two readings", ["u0,0:abc"], "p1", "p2")

    monkeypatch.setattr(ambiguity, "study", disagrees)
    monkeypatch.setattr(gaps, "found", lambda *_: iter(()))
    lines: list[str] = []
    checks = (Outcome("dreieck", "lockstep", True, 3, "games", 1.0),)
    study = gather("dreieck", checks, SMALL, 1, lines.append, lines.append)
    assert len(study.unstudied) == 1
    assert study.unstudied[0].startswith("ambiguities: 'turn' in the game")
    assert study.statistics
    assert not study.held
    assert evolve(study, unstudied=()).held
    (page,) = (
        text
        for name, text in pages_of([study], ReportRun("quick", 1, "0"), lines.append).items()
        if name == "dreieck.html"
    )
    assert "after u0,0:abc: the specification says p1, the implementation says p2" in page
