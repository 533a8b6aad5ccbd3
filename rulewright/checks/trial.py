"""One process, one copy of the package: run checks of it.

Run as `python -m rulewright.checks.trial`, with an order as JSON on standard input. Writes one line of
JSON for each check, with the folder of the package that was checked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from rulewright.checks import CHECKS, QUICK
from rulewright.checks.verification import outcome_of

SEED = 1
SMALL = evolve(QUICK, option_sets=1, bulk_games=16)
"""The effort: one game, or a few, under the options that are named."""


def trials(orders: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Run the checks that are ordered, under the options of each order, or on its theorem."""
    checks = {check.name: check for check in CHECKS}
    for order in orders:
        options = ((order["params"], order["rulings"]),)
        effort = evolve(SMALL, only=options, theorems=order["theorem"])
        outcome = outcome_of(effort, SEED, (order["game"], checks[order["check"]]), unheard)
        yield {
            "package": str(Path(__file__).parents[1]),
            "check": outcome.check,
            "held": outcome.held,
            "lost": outcome.lost or outcome.left_out,
            "cases": outcome.cases,
            "failure": outcome.failure,
        }


def unheard(*_: str) -> None:
    """Nobody listens to the progress of a trial."""


def main() -> int:
    """Carry out the order."""
    for found in trials(json.load(sys.stdin)):
        sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
