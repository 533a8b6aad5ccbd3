"""The same game in another direction: what keeps an engine from its end may not be in the way there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.verdict.variations import Line
from rulewright.interface import Action, Json, Symmetry
from rulewright.play import games

BEGUN = 1
"""Actions that a game may begin with, and that a symmetry leaves as they are, before it is renamed."""
Renaming = Callable[[Action], Action]
"""What an action is in another direction."""


def turned(game: str, hypothesis: Hypothesis, line: Line) -> Iterator[tuple[Action, ...]]:
    """Yield a game as it is, then renamed by each symmetry that keeps its beginning and every player."""
    yield line[1]
    for moves, _ in directions(game, hypothesis, line):
        yield moves


def directions(
    game: str, hypothesis: Hypothesis, line: Line
) -> Iterator[tuple[tuple[Action, ...], Renaming]]:
    """Yield a game in each other direction, with what renames its actions."""
    params, moves = line
    engine: Any = games.specification(game, params, hypothesis.readings)
    met, positions = {moves}, beginning(engine, moves)
    for each in games.specified(game).symmetries(engine):
        begun = unchanged(engine, each, positions)
        if begun is None:
            continue
        rename: Renaming = each.action
        while (image := (*moves[:begun], *map(rename, moves[begun:]))) not in met:
            met.add(image)
            yield image, rename
            rename = after(rename, each.action)


def after(first: Renaming, then: Renaming) -> Renaming:
    """Return two renamings as one."""
    return lambda action: then(first(action))


def beginning(engine: Any, moves: tuple[Action, ...]) -> list[Json]:
    """Return the first positions of a game, the set-up and a few more, as far as moves are legal."""
    state = engine.initial()
    positions = [engine.to_json(state)]
    for action in moves[:BEGUN]:
        if action not in engine.legal_actions(state):
            break
        state = engine.play(state, action)
        positions.append(engine.to_json(state))
    return positions


def unchanged(engine: Any, symmetry: Symmetry, positions: Sequence[Json]) -> int | None:
    """Return which of the first positions a symmetry keeps as it is; None if it keeps none of them."""
    if any(symmetry.player(each) != each for each in engine.players):
        return None
    return next(
        (
            plies
            for plies, each in enumerate(positions)
            if symmetry.applies(each) and symmetry.position(each) == each
        ),
        None,
    )
