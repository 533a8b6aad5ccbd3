"""The same game in another direction: what keeps an engine from its end may not be in the way there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.verdict.variations import Line
from rulewright.interface import Action, Symmetry
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
    met = {moves}
    for each in games.specified(game).symmetries(engine):
        begun = unchanged(engine, each, moves)
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


def unchanged(engine: Any, symmetry: Symmetry, moves: tuple[Action, ...]) -> int | None:
    """Return after how many moves a symmetry keeps the position as it is; None if it never does."""
    if any(symmetry.player(each) != each for each in engine.players):
        return None
    state = engine.initial()
    for plies in range(BEGUN + 1):
        position = engine.to_json(state)
        if symmetry.applies(position) and symmetry.position(position) == position:
            return plies
        if plies == len(moves) or moves[plies] not in engine.legal_actions(state):
            return None
        state = engine.play(state, moves[plies])
    return None
