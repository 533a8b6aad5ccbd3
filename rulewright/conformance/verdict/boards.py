"""The board of a deviation: as the rules have it and, if that differs, as the engine reports it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

from attrs import frozen

from rulewright.conformance.adapter.observation import left_out_of
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.reference import BREAKING, same_json
from rulewright.conformance.verdict.outlining import outlined
from rulewright.conformance.verdict.underlining import underlined
from rulewright.interface import Action, ImpossiblePosition, Json
from rulewright.play import games
from rulewright.play.replay import state_after

NONSENSE = (*BREAKING, AttributeError, RecursionError, MemoryError)
"""What reading or drawing a position that an adapter made up may raise."""
AFTERWARDS = ("refusal", "counting")
"""Discrepancies between two answers of the engine; the later one is what it says."""
FARTHEST = 1000
"""Numbers beyond this are no place on any board; to draw one would take all memory."""


@frozen
class Boards:
    """Drawings of one position; those of the engine are None where there is nothing to compare."""

    text: str
    svg: str
    their_text: str | None = None
    their_svg: str | None = None


def boards(reference: Any, detection: Detection, aside: Container[str] = ()) -> Boards:
    """Draw the position of a detection and what the engine reports of it; what differs is marked.

    What was set aside, because it is wrong everywhere, is drawn where it is reported itself.
    """
    moves, action = detection.observation.moves, detection.difference.action
    state = state_after(reference, moves)
    ours = reference.to_json(state)
    marks = {} if action is None else action_mark(reference, state, action)
    told = telling(reference, ours, reference.winners(state))
    text, plain, svg = drawings(told, ours, moves, **marks)
    theirs = readable(reference, reported_position(detection, ours, aside))
    if theirs is None or same_json(ours, theirs):
        return Boards(text, svg)
    try:
        told = telling(reference, theirs, reported_winners(detection))
        their_text, their_plain, their_svg = drawings(told, theirs, moves, **marks)
    except NONSENSE:
        return Boards(text, svg)
    if (their_text, their_plain) == (text, plain):
        return Boards(text, svg)
    text, their_text = underlined(text, their_text)
    their_text += f"\n\ndiffers in: {', '.join(differing_parts(ours, theirs))}"
    svg, their_svg = outlined((plain, svg), (their_plain, their_svg))
    return Boards(text, svg, their_text, their_svg)


@frozen
class Telling:
    """An engine with the winners of one position, where its JSON form does not tell who has won."""

    engine: Any
    named: tuple[str, ...]

    def winners(self, _: Any) -> tuple[str, ...]:
        """Name the winners of that position."""
        return self.named

    def from_json(self, position: Json) -> Any:
        """Read a position, though it may be impossible: only its winners are asked for."""
        try:
            return self.engine.from_json(position)
        except ImpossiblePosition:
            return None

    def __getattr__(self, name: str) -> Any:
        """Be the engine in all else."""
        return getattr(self.engine, name)


def telling(reference: Any, position: Json, winners: Sequence[str]) -> Any:
    """Return an engine that has these winners of a position: itself, if it finds them in there."""
    try:
        if tuple(reference.winners(reference.from_json(position))) == tuple(winners):
            return reference
    except NONSENSE:
        pass
    return Telling(reference, tuple(winners))


def reported_winners(detection: Detection) -> tuple[str, ...]:
    """Return the winners that an engine reports."""
    difference, answer = detection.difference, detection.observation.seen.state
    if difference.kind in AFTERWARDS and isinstance(difference.given, dict):
        return tuple(map(str, difference.given.get("winners") or ()))
    return () if answer is None else tuple(map(str, answer.winners))


def action_mark(reference: Any, state: Any, action: Action) -> dict[str, Any]:
    """Return how the action in question is to be marked."""
    if action in reference.legal_actions(state):
        return {"legal": (action,)}
    return {"forbidden": action}


def drawings(
    reference: Any, position: Json, moves: Sequence[Action], **marks: Any
) -> tuple[str, str, str]:
    """Draw a position: as text, as a picture, and with the last move and other things marked."""
    draw = games.specified(reference.game).draw
    last = moves[-1] if moves else None
    return (
        draw.text(reference, position),
        draw.svg(reference, position),
        draw.svg(reference, position, last, **marks),
    )


def picture(reference: Any, moves: tuple[Action, ...]) -> str:
    """Draw the position after some moves; raises `IllegalAction`."""
    _, _, svg = drawings(reference, reference.to_json(state_after(reference, moves)), moves)
    return svg


def differing_parts(ours: Json, theirs: Json) -> Iterator[str]:
    """Yield the names of the parts that differ."""
    for name in (*ours, *(other for other in theirs if other not in ours)):
        if name not in ours or name not in theirs or not same_json(ours[name], theirs[name]):
            yield name


def reported_position(detection: Detection, ours: Json, aside: Container[str] = ()) -> Json | None:
    """Return the position that an engine reports; parts declared as left out, or set aside, are ours."""
    difference, answer = detection.difference, detection.observation.seen.state
    if difference.kind in AFTERWARDS and isinstance(difference.given, dict):
        position = difference.given.get("position")
    else:
        position = None if answer is None else answer.position
    if answer is None or not isinstance(position, dict):
        return None
    position = {name: ours[name] for name in left_out_of(answer) if name in ours} | position
    for name in ours:
        part = f"position.{name}"
        if part in aside and part != difference.part:
            position[name] = ours[name]
    return position


def readable(reference: Any, position: Json | None) -> Json | None:
    """Return a position if its form is right, though it may be impossible; else None."""
    if position is None or too_far(position):
        return None
    try:
        read: Json = reference.to_json(reference.from_json(position))
    except ImpossiblePosition:
        return position
    except NONSENSE:
        return None
    return read


def too_far(value: Any) -> bool:
    """Return whether a value has a number in it that is no place on any board."""
    if isinstance(value, dict):
        return any(map(too_far, value.values()))
    if isinstance(value, list | tuple):
        return any(map(too_far, value))
    return isinstance(value, int | float) and not -FARTHEST <= value <= FARTHEST
