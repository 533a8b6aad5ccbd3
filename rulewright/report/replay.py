"""Games to step through: every position drawn, with its legal actions, ready for the page.

Consecutive positions share most lines of their pictures and most legal actions. So a page stores each
line and each action once, and a frame is a list of runs in these tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulewright.interface import Action, Violation
from rulewright.play import games
from rulewright.play.replay import replay as states_along
from rulewright.wording.options import options
from rulewright.wording.players import listed, scores_of


@frozen
class ReplayFrame:
    """A position: its caption, its picture, and its legal actions."""

    said: str
    drawn: tuple[str, ...]
    """The lines of the picture."""
    marked: tuple[str, ...]
    """The lines of the picture with the legal actions shown."""
    legal: tuple[Action, ...]


@frozen
class Replay:
    """A game, position by position; it may end with an action that is forbidden or disputed."""

    key: str
    """Its id in the page."""
    label: str
    """Its name for screen readers."""
    options: str
    """Parameters and rulings, in words."""
    moves: tuple[Action, ...]
    frames: tuple[ReplayFrame, ...]
    refused: Action | None = None
    """The action tried in the last position."""
    violations: tuple[Violation, ...] = ()
    """The clauses that forbid it."""

    @property
    def picture(self) -> str:
        """The last position, as SVG."""
        return "\n".join(self.frames[-1].drawn)


def replay(
    engine: Any,
    moves: Sequence[Action],
    *,
    key: str,
    label: str,
    refused: Action | None = None,
) -> Replay:
    """Play a game on a specification and draw each position.

    `refused` is an action to be marked as forbidden after the last move. Raises `IllegalAction` if a
    move is illegal.
    """
    states = list(states_along(engine, moves))
    frames = [frame_of(engine, states, moves, ply) for ply in range(len(states))]
    under = options(games.not_default(engine.game, engine.params, engine.rulings))
    violations: tuple[Violation, ...] = ()
    if refused is not None:
        violations = engine.explain(states[-1], refused)
        frames.append(refused_frame(engine, states, moves, refused, violations))
    return Replay(key, label, under, tuple(moves), tuple(frames), refused, tuple(violations))


def frame_of(engine: Any, states: Sequence[Any], moves: Sequence[Action], ply: int) -> ReplayFrame:
    """Draw the position after `ply` actions."""
    legal = engine.legal_actions(states[ply])
    drawn = picture_of(engine, states, moves, ply)
    marked = picture_of(engine, states, moves, ply, legal=legal) if legal else drawn
    played = f"Action {ply} of {len(moves)}: {moves[ply - 1]}." if ply else "The start."
    return ReplayFrame(
        f"{played} {standing(engine, states[ply], len(legal))}", drawn, marked, legal
    )


def refused_frame(
    engine: Any,
    states: Sequence[Any],
    moves: Sequence[Action],
    refused: Action,
    violations: Sequence[Violation],
) -> ReplayFrame:
    """Draw the last position with an action that is forbidden or disputed."""
    legal = engine.legal_actions(states[-1])
    ply = len(states) - 1
    drawn = picture_of(engine, states, moves, ply, forbidden=refused)
    marked = picture_of(engine, states, moves, ply, legal=legal, forbidden=refused)
    clauses = " and ".join(one.clause for one in violations)
    said = f"{refused} is forbidden by {clauses}." if clauses else f"{refused} is disputed."
    return ReplayFrame(said, drawn, marked, legal)


def picture_of(
    engine: Any, states: Sequence[Any], moves: Sequence[Action], ply: int, **marks: Any
) -> tuple[str, ...]:
    """Draw a position, with the action that led to it."""
    draw = games.specified(engine.game).draw
    position = engine.to_json(states[ply])
    if not ply:
        return tuple(draw.svg(engine, position, **marks).split("\n"))
    before = engine.to_json(states[ply - 1])
    return tuple(draw.svg(engine, position, moves[ply - 1], before=before, **marks).split("\n"))


def standing(engine: Any, state: Any, legal: int) -> str:
    """Describe a position: who is to move and the number of legal actions, or the result."""
    scores = scores_of(engine, state)
    if engine.is_over(state):
        winners = listed(engine.winners(state))
        return f"The game is over: {winners} won. Scores: {scores}."
    actions = "1 legal action" if legal == 1 else f"{legal:,} legal actions"
    return f"{engine.turn(state)} to move, {actions}. Scores: {scores}."


# ----------------------------------------------------------------------------------- for the browser


@define
class Sheet:
    """The replays of one page, which share their lines and actions."""

    replays: list[Replay] = field(factory=list)

    def add(self, one: Replay) -> Replay:
        """Add a replay and return it."""
        self.replays.append(one)
        return one

    def json(self) -> str:
        """Write all replays as JSON for the page's script, without any `<`."""
        frames = [frame for one in self.replays for frame in one.frames]
        lines = numbered(line for frame in frames for line in (*frame.drawn, *frame.marked))
        actions = numbered(sorted({action for frame in frames for action in frame.legal}))
        written = {
            "lines": list(lines),
            "actions": list(actions),
            "replays": {
                one.key: {
                    "moves": one.moves,
                    "refused": one.refused,
                    "frames": [
                        {
                            "said": frame.said,
                            "drawn": runs(frame.drawn, lines),
                            "marked": runs(frame.marked, lines),
                            "legal": runs(frame.legal, actions),
                        }
                        for frame in one.frames
                    ],
                }
                for one in self.replays
            },
        }
        text = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
        return (
            text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
        )


def numbered(texts: Iterable[str]) -> dict[str, int]:
    """Number distinct texts in order of first appearance."""
    return {text: number for number, text in enumerate(dict.fromkeys(texts))}


def runs(texts: Iterable[str], numbers: Mapping[str, int]) -> list[int]:
    """Write a list of texts as runs of consecutive numbers: first, length, first, length, ..."""
    written: list[int] = []
    for text in texts:
        number = numbers[text]
        if written and written[-2] + written[-1] == number:
            written[-1] += 1
        else:
            written += [number, 1]
    return written
