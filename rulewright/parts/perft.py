"""Perft in parts: the sequences after each first action are counted apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulewright.interface import Action, RulewrightError
from rulewright.parts.executor import Executor, in_order
from rulewright.parts.part import PartOutcome, WorkPart
from rulewright.parts.processes import silent
from rulewright.parts.version import check_version, version_of
from rulewright.play import games
from rulewright.play.explain import play_all
from rulewright.play.perft import perfts


class PerftBroken(RulewrightError):
    """The sequences after an action could not be counted."""

    exit_status = 4


def count_part(part: WorkPart, note: Callable[..., None] = silent) -> PartOutcome:
    """Count the sequences of each length after some moves."""
    del note
    check_version(part)
    engine = games.engine(part.game, part.params, part.rulings, part.share["engine"])
    state = play_all(engine, part.share["moves"])
    return PartOutcome(part, data={"counts": list(perfts(engine, state, part.share["depth"]))})


def by_first_action(
    executor: Executor,
    game: str,
    options: tuple[Mapping[str, Any], Mapping[str, str]],
    depth: int,
    *,
    side: str,
    moves: Sequence[Action] = (),
) -> Iterator[tuple[Action, list[int]]]:
    """Yield each first action, sorted, with its number of sequences of each length from 1 to `depth`.

    `options` are parameters and rulings. Raises `PerftBroken` and `ClusterError`.
    """
    engine = games.engine(game, *options, side)
    actions = engine.legal_actions(play_all(engine, moves))
    if depth == 1:
        yield from ((action, [1]) for action in actions)
        return
    rules = version_of(game)
    parts = (
        WorkPart(
            *(game, "perft", dict(options[0]), dict(options[1]), 0),
            share={"engine": side, "moves": [*moves, action], "depth": depth - 1},
            rules=rules,
        )
        for action in actions
    )
    for action, outcome in zip(actions, in_order(executor, count_part, parts), strict=True):
        if outcome.findings:
            raise PerftBroken(outcome.findings[0].headline)
        yield action, [1, *outcome.data["counts"]]


def added_up(counts: Iterator[tuple[Action, list[int]]], depth: int) -> list[int]:
    """Return the number of sequences of each length from 1 to `depth`."""
    total = [0] * depth
    for _, several in counts:
        for at, number in enumerate(several):
            total[at] += number
    return total
