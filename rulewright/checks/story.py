"""Describe a disagreement for a human reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interface import IllegalAction, RulewrightError
from rulewright.play import games
from rulewright.play.difference import called
from rulewright.play.lockstep import Disagreement, differs, replay_legal
from rulewright.play.replay import state_after
from rulewright.play.shorten import shortest
from rulewright.play.view import view

AGAIN = 12
"""How often a game that shows a difference is played again."""
REPLAYS = 600
"""Games that are tried in order to find a shorter one."""


def story(engine: Any, moves: Sequence[str], what: str) -> str:
    """Describe a game: what is wrong, the options, the moves, and the position they lead to."""
    options = ", ".join(
        f"{name}={value}" for name, value in {**engine.params, **engine.rulings}.items()
    )
    lines = [
        f"{what}",
        f"game: {engine.game} ({options})",
        f"moves ({len(moves)}): {' '.join(moves) or 'none'}",
    ]
    try:
        state = state_after(engine, moves)
        draw = games.specified(engine.game).draw
        lines.append(draw.text(engine, engine.to_json(state)))
    except RulewrightError as refusal:
        lines.append(f"(not drawn: {refusal})")
    return "\n".join(lines)


def story_of(found: Disagreement, engine: Any) -> str:
    """Describe a disagreement and the game that shows it."""
    return story(engine, found.moves, found.headline)


def shortest_story(
    reference: Any,
    tested: Any,
    moves: Sequence[str],
    otherwise: str,
    *,
    replays: int = REPLAYS,
) -> str:
    """Describe the shortest game found in which two engines differ; see `shortest_game`."""
    return shortest_game(reference, tested, moves, otherwise, replays=replays)[1]


def shortest_game(
    reference: Any,
    tested: Any,
    moves: Sequence[str],
    otherwise: str,
    *,
    replays: int = REPLAYS,
) -> tuple[tuple[str, ...], str]:
    """Return the shortest game found in which two engines differ as they are played, and describe it.

    The moves are shrunk, and the sentence is about the game that is shown. If playing the moves on both
    does not show the difference, all of them are shown, with `otherwise` as the sentence. It is said if
    what the tested engine answers is not the same each time.
    """
    parts, found = differs(reference, tested), None
    if parts(moves):
        kept = shortest(moves, parts, until_stuck=True, replays=replays)
        found = disagreement(reference, tested, kept)
    shown = tuple(moves) if found is None else found.line
    text = story(reference, moves, otherwise) if found is None else story_of(found, reference)
    return shown, text + unsteadiness(tested, shown)


def unsteadiness(tested: Any, moves: Sequence[str]) -> str:
    """Return a line to add if an engine answers otherwise when moves are played again; else ""."""
    first = answers(tested, moves)
    if all(answers(tested, moves) == first for _ in range(AGAIN)):
        return ""
    return (
        f"\nplayed again on {called(tested)}, these moves have other answers: they depend on more than "
        "the moves"
    )


def answers(tested: Any, moves: Sequence[str]) -> list[object]:
    """Return all that an engine says while moves are played, until it raises."""
    seen: list[object] = []
    try:
        state = tested.initial()
        seen.append(view(tested, state))
        for move in moves:
            state = tested.play(state, move)
            seen.append(view(tested, state))
    except Exception as error:  # whatever it raises is an answer, too  # noqa: BLE001
        seen.append(type(error))
    return seen


def disagreement(reference: Any, tested: Any, moves: Sequence[str]) -> Disagreement | None:
    """Return the first disagreement as two engines play some moves; None if there is none."""
    try:
        replay_legal(reference, tested, moves)
    except Disagreement as found:
        return found
    except IllegalAction:
        return None
    return None
