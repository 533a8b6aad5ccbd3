"""Perft tables are asked about under their own parameters, and under no others."""

from __future__ import annotations

from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.report import Status
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.counting import count, tables
from rulewright.conformance.stages.run import GameRun
from rulewright.play import games
from rulewright.play.perft import perft

GIVEN: list[tuple[str, dict[str, Any]]] = [
    ("minoa", {"n": 1}),
    ("minoa", {"n": 2}),
    ("minoa", {"k": 3}),
    ("minoa", {}),
    ("nonaga", {"first": "black"}),
    ("dreieck", {"s": 2}),
    ("ari", {"n": 4}),
]


class Counting(Playing):
    """Counts, and counts right."""

    def perft(self, depth: int) -> int:
        """Count."""
        return perft(self.engine, self.position, depth)


def run_of(game: str, given: dict[str, Any]) -> GameRun:
    """Make a run of an engine that is right."""
    rulings = games.specified(game).default_rulings
    opens = Object(Counting())
    return GameRun(Setup(game, given, rulings, QUICK, 1), Crew(opens), silent)


@pytest.mark.parametrize(("game", "given"), GIVEN, ids=[f"{e[0]}-{e[1]}" for e in GIVEN])
def test_a_table_applies_to_its_own_parameters(game: str, given: dict[str, Any]) -> None:
    """Its counts are those of the game that the adapter is asked to count."""
    found = list(tables(run_of(game, given)))
    assert found
    for table in found:
        engine = games.implementation(game, table.params)
        assert table.counts[1] == len(engine.legal_actions(engine.initial()))
        assert table.params.items() >= given.items()


def test_an_engine_that_counts_right_is_right() -> None:
    """On another board than the default one."""
    run = run_of("minoa", {"n": 1})
    count(run)
    assert not run.evidence.detections
    assert Status.PASSED in {case.status for case in run.evidence.cases if case.stage == "perft"}
