"""One process, one wrong rulebook: prove theorems of it.

Run as `python -m rulewright.mutation.trial`, with an order as JSON on standard input. Writes one line
of JSON for each theorem, as soon as it has been tried.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import asdict

from rulewright.mutation.planting import Gardener, forget
from rulewright.mutation.wrong import Change


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise `TimeoutError` after some seconds of wall time."""

    def out_of_time(*_: Any) -> None:
        raise TimeoutError(f"no verdict within {seconds} s")

    before = signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def trials(order: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Change the rules as ordered, load the game, and try its theorems."""
    gardener = Gardener(Change(**change) for change in order["changes"])
    sys.meta_path.insert(0, gardener)
    from rulewright.play.games import theorems  # noqa: PLC0415 - only now may the game be loaded
    from rulewright.proofs.mutation import BREAKS, UNANSWERED, TheoremTrial, tried  # noqa: PLC0415

    wanted = list(order["theorems"])
    try:
        known = {theorem.name: theorem for theorem in theorems(order["game"])}
    except Exception as error:  # noqa: BLE001 - wrong rules may break anything
        detail = f"{type(error).__name__}: {error}"
        for name in wanted:
            yield {"theorem": name, "asked": [], **asdict(TheoremTrial(BREAKS, "", detail))}
        return
    for name in wanted:
        forget("rulewright")
        gardener.asked.clear()
        try:
            with limited(order["seconds"]):
                trial = tried(known[name], order["time_limit"])
        except TimeoutError as late:  # where the prover was not looking
            trial = TheoremTrial(UNANSWERED, "", str(late))
        yield {"theorem": name, "asked": sorted(gardener.asked), **asdict(trial)}


def main() -> int:
    """Carry out the order."""
    for found in trials(json.load(sys.stdin)):
        sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
