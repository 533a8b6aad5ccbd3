"""Compare positions with their images under a renaming; find the shortest game that separates them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from attrs import frozen

from rulewright.checks.laws import renamed
from rulewright.interface import Action, Engine, RulewrightError, Symmetry
from rulewright.play.nearest import search_of
from rulewright.play.random_games import Line
from rulewright.play.replay import states_if_legal
from rulewright.play.shorten import shortest
from rulewright.play.view import view


def image_of(engine: Engine[Any], renaming: Symmetry, state: Any) -> Any:
    """Return the image of a position; None if it is impossible under the rules."""
    try:
        return engine.from_json(renaming.position(engine.to_json(state)))
    except RulewrightError:
        return None


def alike(engine: Engine[Any], renaming: Symmetry, state: Any, image: Any) -> bool:
    """Return whether the view of a position, renamed, equals the view of its image."""
    return renamed(view(engine, state), renaming) == view(engine, image)


def go_on_alike(
    engine: Engine[Any], renaming: Symmetry, state: Any, image: Any, action: Action
) -> bool:
    """Return whether an action and its image lead to a position and its image."""
    after = engine.play(state, action)
    try:
        other = engine.play(image, renaming.action(action))
    except RulewrightError:
        return False
    return renaming.position(engine.to_json(after)) == engine.to_json(other)


def speaks_of(engine: Engine[Any], renaming: Symmetry, state: Any) -> bool:
    """Return whether a renaming applies to a position."""
    return renaming.applies(engine.to_json(state))


def kept(engine: Engine[Any], renaming: Symmetry, state: Any, action: Action | None) -> bool:
    """Return whether a position, and the one after an action, match their images."""
    image = image_of(engine, renaming, state)
    return (
        image is not None
        and alike(engine, renaming, state, image)
        and (action is None or go_on_alike(engine, renaming, state, image, action))
    )


def broken(engine: Engine[Any], renaming: Symmetry, moves: Sequence[Action]) -> int | None:
    """Return the number of moves after which a position first differs from its image.

    None if none does, or if the moves are not a legal game.
    """
    states = states_if_legal(engine, moves)
    for ply, state in enumerate(states or ()):
        if not speaks_of(engine, renaming, state):
            continue
        image = image_of(engine, renaming, state)
        if image is None or not alike(engine, renaming, state, image):
            return ply
        if ply < len(moves) and not go_on_alike(engine, renaming, state, image, moves[ply]):
            return ply + 1
    return None


@frozen
class Sampled:
    """The result of testing a renaming on random games."""

    positions: int
    """Positions compared with their images, at most one per game."""
    moves: tuple[Action, ...] | None
    """A game after which a position differs from its image; None if none was found."""


def sampled(engine: Engine[Any], renaming: Symmetry, lines: Sequence[Line], seed: int) -> Sampled:
    """Test one random position of each game, of those to which the renaming applies."""
    looked = 0
    for number, line in enumerate(lines):
        random = Random(f"{seed} {number} {renaming.name}")
        for ply in random.sample(range(len(line.states)), len(line.states)):
            if not speaks_of(engine, renaming, line.states[ply]):
                continue
            looked += 1
            action = line.moves[ply] if ply < len(line.moves) else None
            if not kept(engine, renaming, line.states[ply], action):
                return Sampled(looked, line.moves[: ply + 1])
            break
    return Sampled(looked, None)


@frozen
class ShortestBreak:
    """A game after which a position differs from its image."""

    moves: tuple[Action, ...]
    exact: bool
    """Whether it is known that no game is shorter."""
    searched: str
    """What was searched, in a sentence."""


def shortest_break(
    engine: Engine[Any], renaming: Symmetry, found: tuple[Action, ...], most: int
) -> ShortestBreak:
    """Search all games, shortest first, up to `most`; after that, shrink the one found."""
    plies = 0
    for looked, (moves, goes_apart) in enumerate(every_game(engine, renaming), 1):
        if goes_apart:
            examined = "1 game was" if looked == 1 else f"{looked:,} games were"
            searched = f"Exhaustive search: no shorter game shows it; {examined} searched."
            return ShortestBreak(moves, True, searched)
        plies = max(len(moves) - 1, 0)
        if looked >= most:
            break
    short = shortest(found, lambda some: broken(engine, renaming, some) is not None)
    short = short[: broken(engine, renaming, short)]
    actions = "1 action" if plies == 1 else f"{plies} actions"
    none = f"All games of up to {actions} were searched, and none shows it"
    if len(short) <= plies + 1:
        return ShortestBreak(short, True, f"{none}, so none is shorter.")
    sampled_only = (
        "Found in random games and shrunk; this search does not establish whether a shorter game "
        "shows it."
    )
    return ShortestBreak(short, False, f"{sampled_only} {none}." if plies else sampled_only)


def every_game(
    engine: Engine[Any], renaming: Symmetry
) -> Iterator[tuple[tuple[Action, ...], bool]]:
    """Yield games, shortest first, and whether the last position of each differs from its image.

    Games that lead to a known position are skipped, unless their last action shows a difference.
    """
    search = search_of(engine)
    yield (), differs(engine, renaming, search.start)
    before, image = None, None
    for step in search.steps():
        if before is not step.before:
            before = step.before
            asked = speaks_of(engine, renaming, before)
            image = image_of(engine, renaming, before) if asked else None
        goes_apart = image is not None and not go_on_alike(
            engine, renaming, before, image, step.action
        )
        if step.is_new or goes_apart:
            yield step.moves, goes_apart or differs(engine, renaming, step.state)


def differs(engine: Engine[Any], renaming: Symmetry, state: Any) -> bool:
    """Return whether a renaming applies to a position that differs from its image."""
    return speaks_of(engine, renaming, state) and not kept(engine, renaming, state, None)
