"""Send requests that schemathesis makes of an OpenAPI description, and check each answer.

Run as ``python schema_requests.py ADDRESS MOST``; prints how many answers had which status. It is a
program of its own since schemathesis turns off what Hypothesis prints in the whole process.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

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


def asked(schema: Any, most: int) -> Counter[int]:
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
    return statuses


if __name__ == "__main__":
    address, most = sys.argv[1:]
    print(json.dumps(asked(schemathesis.openapi.from_url(f"{address}api/openapi.json"), int(most))))
