"""schemathesis against the OpenAPI description: no answer of 500, and none outside its schema."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from common.foreign import EXAMPLES
from common.referee import RefereeClient, refereed

PROGRAM = Path(__file__).parents[1] / "schema_requests.py"


@pytest.fixture(scope="module")
def client() -> Iterator[RefereeClient]:
    """A referee with examples."""
    with refereed("--answer-limit", "2", games=str(EXAMPLES)) as started:
        yield started


def asked(client: RefereeClient, most: int) -> dict[str, int]:
    """Send so many requests to every route; return how many answers had which status."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), client.address, str(most)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert client.fine("position", {"game": "minoa"})["legal"]
    statuses: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return statuses


def test_no_answer_is_outside_its_schema(client: RefereeClient) -> None:
    """A few requests for each route; most are bad input, some are answered."""
    statuses = asked(client, most=6)
    assert statuses["200"] >= 25, statuses
    assert statuses["422"] >= 5, statuses


@pytest.mark.slow
@pytest.mark.soak
def test_no_answer_is_outside_its_schema_in_five_thousand_requests(client: RefereeClient) -> None:
    """The same, many times."""
    statuses = asked(client, most=420)
    assert sum(statuses.values()) >= 5_000, statuses
    assert statuses["200"] >= 1_500, statuses
