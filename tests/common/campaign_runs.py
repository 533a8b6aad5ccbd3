"""Runs of a campaign in this process, for tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self

from attrs import frozen

from rulewright.campaign import CampaignFile, CampaignState, opened_run, state_of
from rulewright.campaign.running import CampaignGoal, CampaignRun

SEED = 7


class Here:
    """An executor that does each part in this process, as it is submitted."""

    where, width = "here", 1

    def __init__(self, *, backwards: bool = False) -> None:
        """Complete in the order of submission, or `backwards`."""
        self.finished: deque[Future[Any]] = deque()
        self.next = self.finished.pop if backwards else self.finished.popleft

    def submit(self, work: Any, given: Any, limit: float = 0.0) -> Future[Any]:
        """Do it now."""
        del limit
        future: Future[Any] = Future()
        future.set_result(work(given, lambda *_: None))
        self.finished.append(future)
        return future

    def as_completed(self) -> Iterator[Future[Any]]:
        """Yield what was done."""
        while self.finished:
            yield self.next()

    def shutdown(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing."""


@frozen
class Played:
    """A run, the lines about its findings, and the state of the campaign after it."""

    run: CampaignRun
    said: list[str]
    state: CampaignState


def played(
    file: Path,
    game: str,
    held: int | list[int],
    *,
    executor: Any = None,
    answer: float = 60.0,
    prepare: Callable[[CampaignFile], None] = lambda _: None,
) -> Played:
    """Run a campaign until so many positions have held, or one after the other."""
    result: Played | None = None
    for target in held if isinstance(held, list) else [held]:
        said: list[str] = []
        with CampaignFile.write(str(file)) as opened:
            prepare(opened)
            goal = CampaignGoal(held=target, answer=answer)
            heard = print, said.append, print
            run = opened_run(opened, [game], SEED, executor or Here(), goal=goal, heard_by=heard)
            run.run()
            result = Played(run, said, state_of(opened, file.name))
    assert result is not None
    return result


def totals_of(state: CampaignState) -> dict[str, Any]:
    """Return all that must not depend on how a campaign was run."""
    (game,) = state.games
    document = game.as_json()
    del document["seconds"]
    for each in document["findings"]:
        del each["state"], each["number"]
    document["findings"].sort(key=lambda each: (each["kind"], each["moves"], str(each["rulings"])))
    return document
