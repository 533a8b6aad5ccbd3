"""A difference that one part of 10,000 shows: found, shrunk, kept, reported first, and exported."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from common.campaign_runs import SEED, Here

from rulewright.campaign import CampaignFile, opened_run, running, state_of
from rulewright.campaign.export import exported
from rulewright.campaign.running import CampaignGoal
from rulewright.campaign.work import STYLED, done, looked_again
from rulewright.play import games
from rulewright.vectors.failures import first_failure
from rulewright.vectors.vector import read_vector

PARTS = 60_000
"""After so many parts the difference is missed with a probability of less than 0.4 %."""


class UntilFound(Here):
    """Does parts here until a finding is reported; then the run is interrupted, as by Ctrl-C."""

    def __init__(self, most: int) -> None:
        """Do at most so many parts of the plan."""
        super().__init__()
        self.most = most
        self.work: list[Any] = []
        """What was done, but no more than the first and the last."""
        self.parts = 0

    def submit(self, work: Any, given: Any, limit: float = 0.0) -> Future[Any]:
        """Do it now."""
        if work is done and self.parts == self.most:
            raise KeyboardInterrupt
        future = super().submit(work, given, limit)
        self.work = [*self.work[:1], work]
        self.parts += work is done
        return future

    def stop(self) -> None:
        """Do no further part."""
        self.most = self.parts


def run_until_found(file: Path, game: str, most: int) -> tuple[UntilFound, list[str]]:
    """Run a campaign until it has found something; return what was done, and what it reported."""
    said: list[str] = []
    executor = UntilFound(most)
    with CampaignFile.write(str(file)) as opened:

        def result(line: str) -> None:
            said.append(line)
            executor.stop()

        heard = (lambda _: None), result, (lambda _: None)
        run = opened_run(opened, [game], SEED, executor, goal=CampaignGoal(), heard_by=heard)
        with pytest.raises(KeyboardInterrupt):
            run.run()
    return executor, said


@pytest.mark.soak
def test_what_one_part_of_ten_thousand_shows_is_found_shrunk_kept_and_reported_first(
    guest: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part is two games, one of them uniform; one such game of 10,920 meets the position."""
    monkeypatch.setattr(running, "sizes_of", lambda _: {STYLED: 2})
    game, file = guest("hides an action, more rarely", size=4), tmp_path / "c"
    executor, said = run_until_found(file, game, PARTS)
    print(f"found in part {executor.parts:,}")
    assert executor.parts > 1_000
    assert len(said) == 1
    assert said[0].startswith("found: difference")
    with CampaignFile.read(str(file)) as opened:
        state = state_of(opened, "c")
    (kept,) = state.findings
    moves = kept.finding.moves
    assert sorted(moves[::2]) == ["a1", "b4"] or "swap" in moves
    assert len(moves) <= 5
    assert executor.parts - 3 <= state.games[0].totals.parts <= executor.parts

    again, said = run_until_found(file, game, 0)
    assert again.work == [looked_again]
    assert [each.partition(":")[0] for each in said] == ["still there"]
    assert " ".join(moves) in said[0]

    text, count, without = exported(state)[game]
    assert (count, without) == (1, 0)
    vector = read_vector(game, json.loads(text)["vectors"][0])
    given = game, vector.params, vector.rulings
    assert first_failure(games.specification(*given), vector) is None
    assert first_failure(games.implementation(*given), vector) is not None
