"""`rulewright serve` is an adapter that must conform, for every game, with rulings and parameters."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from rulewright.conformance import Command, Conformity, Plan, conform
from rulewright.conformance.evidence.report import Status
from rulewright.conformance.evidence.thoroughness import QUICK
from rulewright.play import games

SERVE = (sys.executable, "-m", "rulewright", "serve")
OPTIONS: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("minoa", {}, {}),
    ("nonaga", {}, {}),
    ("dreieck", {}, {}),
    ("ari", {"n": 5}, {}),
    ("minoa", {"k": 4}, {"partners": "shared", "end": "exhausted"}),
    ("nonaga", {"first": "black"}, {"removal": "rim", "no_piece_step": "loses"}),
    ("dreieck", {"k": 3, "s": 2}, {"claim": "may", "stuck": "bury"}),
    ("ari", {"n": 4}, {"threat": "mate", "off_board": "sweeps"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "params", "rulings"), OPTIONS, ids=["-".join((e[0], *e[2].values())) for e in OPTIONS]
)
def test_the_built_in_adapter_conforms(
    game: str, params: dict[str, Any], rulings: dict[str, str]
) -> None:
    """Nothing deviates, nothing is at fault, nothing is unsupported."""
    report = conform(Command(SERVE), Plan(game, params, rulings, QUICK, seed=1))
    assert report.verdict is Conformity.CONFORMS, report
    assert report.exit_status() == 0
    (found,) = report.games
    assert found.checked > 5
    assert found.positions > 100
    assert {case.name for case in found.cases if case.status is Status.UNSUPPORTED} <= {"no vector"}
    for question in found.questions:
        assert found.rulings[question.question] in question.readings


@pytest.mark.slow
def test_an_adapter_is_asked_for_all_its_games() -> None:
    """Without a game all that both sides know are checked."""
    from rulewright.conformance.checking import games_of  # noqa: PLC0415
    from rulewright.protocol.messages import HelloAnswer  # noqa: PLC0415

    introduced = HelloAnswer(1, "x", "y", ("chess", *games.game_names()))
    assert tuple(games_of(Plan(), introduced)) == games.game_names()
