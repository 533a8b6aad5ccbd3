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
CHEAP = {"tictactoe", "breakthrough", "minoa", "nonaga"}
"""Games whose positions are put into the requests that are made."""


@pytest.fixture(scope="module")
def described() -> Iterator[tuple[RefereeClient, Any]]:
    """A referee with examples, and its description."""
    with refereed("--answer-limit", "2", games=GAMES[0]) as client:
        yield client, schemathesis.openapi.from_url(f"{client.address}api/openapi.json")


def plausible(case: Any, game: str, moves: list[str]) -> None:
    """Let some requests be about a real game; what is made up alone is nearly always refused."""
    body = case.body
    if not isinstance(body, dict):
        return
    inner = body["line"] if isinstance(body.get("line"), dict) else body
    if isinstance(inner.get("game"), str):
        inner["game"] = game
        inner.pop("start", None)
        inner.pop("params", None)
        inner.pop("rulings", None)
        if "moves" in inner:
            inner["moves"] = moves
    if "seconds" in body:
        body["seconds"] = 0.2


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
            game=st.sampled_from(sorted(CHEAP)),
            real=st.booleans(),
            moves=st.sampled_from([[], ["b2"], ["0,0-1,0"], ["b2", "b2"]]),
        )
        def send(case: Any, game: str, real: bool, moves: list[str]) -> None:
            if real:
                plausible(case, game, moves)
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
    assert statuses[200] >= 10, statuses
    assert statuses[422] >= 5, statuses


@pytest.mark.slow
@pytest.mark.soak
def test_no_answer_is_outside_its_schema_in_five_thousand_requests(
    described: tuple[RefereeClient, Any],
) -> None:
    """The same, many times."""
    statuses = asked(*described, most=420)
    assert sum(statuses.values()) >= 5_000, statuses
    assert statuses[200] >= 500, statuses
    print(dict(statuses))
