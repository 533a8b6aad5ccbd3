"""What two readings say of the position in which they part, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.interface import Action, Engine, Json
from rulewright.play.lockstep import Disagreement
from rulewright.play.replay import state_after
from rulewright.play.view import View, view
from rulewright.wording.options import shortened
from rulewright.wording.players import listed, scores_told, totals_of

Totals: TypeAlias = dict[str, int]
SHOWN = 4
"""Entries of a list or an object that are shown."""


@frozen
class Dispute:
    """What is disputed, and what each side says."""

    disputed: str
    what: str


def dispute(
    question: str, engines: tuple[Engine[Any], Engine[Any]], moves: Sequence[Action]
) -> Dispute:
    """Replay a game on both sides, and say what they differ about after it.

    Raises `Disagreement` where they say the same.
    """
    states = [state_after(engine, moves) for engine in engines]
    seen = [view(engine, state) for engine, state in zip(engines, states, strict=True)]
    totals = [totals_of(engine, state) for engine, state in zip(engines, states, strict=True)]
    disputed, said = told((seen[0], seen[1]), moves, (totals[0], totals[1]))
    names = (f"{question}={engine.rulings[question]}" for engine in engines)
    return Dispute(
        disputed, "; ".join(f"{name}: {words}" for name, words in zip(names, said, strict=True))
    )


def told(
    seen: tuple[View, View],
    moves: Sequence[Action],
    totals: tuple[Totals, Totals] = ({}, {}),
) -> tuple[str, tuple[str, str]]:
    """Name what differs first, of what matters most, and say it for each side."""
    one, other = seen
    stands = result(one, totals[0]), result(other, totals[1])
    if one.over != other.over:
        return "whether the game is over", stands
    places = differing(one.position, other.position)
    if places:
        what = f"what {moves[-1]} does" if moves else "the position at the start"
        return what, (
            values(one.position, other.position, places),
            values(other.position, one.position, places),
        )
    if one.turn != other.turn:
        return "whose turn it is", (f"{one.turn} is to move", f"{other.turn} is to move")
    if set(one.legal) != set(other.legal):
        action = min(set(one.legal) ^ set(other.legal))
        return action, (allowed(one, action), allowed(other, action) + others(one, other))
    if (one.winners, one.scores) != (other.winners, other.scores):
        return "the result", stands
    raise Disagreement("nothing that two readings differ about", moves, one, other)


def allowed(seen: View, action: Action) -> str:
    """Say whether an action is permitted."""
    return f"{action} is {'permitted' if action in seen.legal else 'forbidden'}"


def others(one: View, other: View) -> str:
    """Say how many more actions of the position are legal on one side only."""
    more = len(set(one.legal) ^ set(other.legal)) - 1
    actions = "1 more action" if more == 1 else f"{more:,} more actions"
    return f" (they differ about {actions} in this position)" if more else ""


def result(seen: View, totals: Totals) -> str:
    """Say how a game stands."""
    scores = scores_told(seen.scores, totals)
    if not seen.over:
        return f"the game goes on, {seen.turn} is to move ({scores})"
    winners = listed(seen.winners)
    return f"the game is over, {winners} {'win' if len(seen.winners) > 1 else 'wins'} ({scores})"


def differing(one: Json, other: Json) -> list[str]:
    """Name the entries of two positions that differ, whose turn it is aside."""
    return [
        name
        for name in {**one, **other}
        if name != "turn" and one.get(name, ...) != other.get(name, ...)
    ]


def values(position: Json, other: Json, places: list[str]) -> str:
    """Write what some entries of a position say that those of the other position do not."""
    return "; ".join(
        f"{place}: {peculiar(position.get(place), other.get(place))}" for place in places
    )


def peculiar(value: Any, other: Any) -> str:
    """Write what a JSON value says and the other does not: of a list or an object only that part."""
    if isinstance(value, dict) and isinstance(other, dict):
        said = [
            f"{name} {plain(value[name])}" if name in value else f"no {name}"
            for name in sorted({**value, **other})
            if value.get(name, ...) != other.get(name, ...)
        ]
    elif isinstance(value, list) and isinstance(other, list):
        said = [plain(each) for each in value if each not in other]
        said += [f"no {plain(each)}" for each in other if each not in value]
    else:
        return shortened(value)
    more = f" and {len(said) - SHOWN} more" if len(said) > SHOWN else ""
    return ", ".join(said[:SHOWN]) + more


def plain(value: Any) -> str:
    """Write a small JSON value without its brackets."""
    if isinstance(value, list) and not any(isinstance(each, list | dict) for each in value):
        return " ".join(map(str, value))
    return value if isinstance(value, str) else shortened(value)
