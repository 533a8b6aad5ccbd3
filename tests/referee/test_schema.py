"""schemathesis against the OpenAPI description: no answer of 500, and none outside its schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from common.foreign import EXAMPLES
from common.referee import RefereeClient, refereed
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

GAMES = (str(EXAMPLES), str(Path(__file__).parent / "games"))
LINES = (
    {"game": "tictactoe", "moves": ["b2", "a1"]},
    {"game": "tictactoe", "moves": ["a1", "a3", "b1", "b3", "c1"]},
    {"game": "tictactoe", "moves": ["b2", "b2"]},
    {"game": "tictactoe", "start": {"x": ["a1"], "o": [], "turn": "o"}, "moves": ["a3"]},
    {"game": "breakthrough", "moves": []},
    {"game": "minoa", "moves": ["0,0-1,0"]},
    {"game": "minoa", "params": {"n": 2, "k": 3}, "rulings": {"closure": "coloured"}, "moves": []},
    {"game": "nonaga", "moves": ["-2,2>-1,2"]},
)
"""Real games, with which the made-up lines of some requests are replaced."""
ACTIONS = ("c3", "0,0-1,0", "-2,2>1,-1", "", "b2 ")


@pytest.fixture(scope="module")
def described() -> Iterator[tuple[RefereeClient, Any]]:
    """A referee with examples, and its description."""
    with refereed("--answer-limit", "2", games=GAMES[0]) as client:
        yield client, schemathesis.openapi.from_url(f"{client.address}api/openapi.json")


def plausible(case: Any, real: dict[str, Any], action: str) -> None:
    """Make a request about a real game; what is made up alone is nearly always refused."""
    if "game" in (case.path_parameters or {}):
        case.path_parameters["game"] = real["game"]
    body = case.body
    if not isinstance(body, dict):
        return
    if isinstance(body.get("line"), dict):
        body["line"] = real
    elif "moves" in body or case.operation.path.endswith(("position", "readings", "engine")):
        case.body = real
    if isinstance(body.get("action"), str):
        body["action"] = action
    if case.operation.path.endswith("parting"):
        body |= {
            "game": "minoa",
            "question": "end",
            "readings": ["full", "literal"],
            "seconds": 0.2,
        }
    if case.operation.path.endswith("load"):
        body |= {"document": real, "game": real["game"]}


def asked(client: RefereeClient, schema: Any, most: int) -> Counter[int]:
    """Send requests to every route, and check each answer; return how many had which status."""
    statuses: Counter[int] = Counter()
    operations = [each.ok() for each in schema.get_all_operations()]
    assert len(operations) > 12
    for operation in operations:
        slow = operation.path.endswith(("parting", "shows/{game}"))

        @settings(
            max_examples=max(most // 20, 1) if slow else most,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=operation.as_strategy(),
            real=st.sampled_from(LINES),
            action=st.sampled_from(ACTIONS),
            is_real=st.sampled_from([True, True, False]),
        )
        def send(case: Any, real: dict[str, Any], action: str, is_real: bool) -> None:
            if is_real:
                plausible(case, real, action)
            answer = case.call(timeout=300)
            statuses[answer.status_code] += 1
            assert answer.status_code < 500 or answer.status_code in {502, 503}, answer.text
            assert "InternalError" not in answer.text, answer.text
            case.operation.validate_response(answer)

        send()
    assert client.fine("position", {"game": "minoa"})["legal"]
    return statuses


def test_no_answer_is_outside_its_schema(described: tuple[RefereeClient, Any]) -> None:
    """A few requests for each route; most are bad input, some are answered."""
    statuses = asked(*described, most=6)
    assert statuses[200] >= 25, statuses
    assert statuses[422] >= 5, statuses


@pytest.mark.slow
@pytest.mark.soak
def test_no_answer_is_outside_its_schema_in_five_thousand_requests(
    described: tuple[RefereeClient, Any],
) -> None:
    """The same, many times."""
    statuses = asked(*described, most=420)
    assert sum(statuses.values()) >= 5_000, statuses
    assert statuses[200] >= 1_500, statuses
    print(dict(statuses))
