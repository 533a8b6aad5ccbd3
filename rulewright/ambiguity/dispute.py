"""Describe how two readings differ about the position in which they part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.interface import Action, Engine, Json
from rulewright.play.lockstep import Disagreement
from rulewright.play.replay import state_after
from rulewright.play.view import View, view
from rulewright.wording.options import shortened
from rulewright.wording.players import listed, scores_in_words, totals_of

Totals: TypeAlias = dict[str, int]
SHOWN = 4
"""Entries of a list or an object to show."""


@frozen
class Dispute:
    """What is disputed, and the verdict of each side."""

    disputed: str
    what: str


def dispute(
    question: str, engines: tuple[Engine[Any], Engine[Any]], moves: Sequence[Action]
) -> Dispute:
    """Replay a game on both sides and describe how they differ after it.

    Raises `Disagreement` if they do not.
    """
    states = [state_after(engine, moves) for engine in engines]
    seen = [view(engine, state) for engine, state in zip(engines, states, strict=True)]
    totals = [totals_of(engine, state) for engine, state in zip(engines, states, strict=True)]
    disputed, said = first_difference((seen[0], seen[1]), moves, (totals[0], totals[1]))
    names = (f"{question}={engine.rulings[question]}" for engine in engines)
    return Dispute(
        disputed, "; ".join(f"{name}: {words}" for name, words in zip(names, said, strict=True))
    )


def first_difference(
    seen: tuple[View, View],
    moves: Sequence[Action],
    totals: tuple[Totals, Totals] = ({}, {}),
) -> tuple[str, tuple[str, str]]:
    """Return the most important difference, with the words of each side; else raise `Disagreement`."""
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
    raise Disagreement("two readings without a difference", moves, one, other)


def allowed(seen: View, action: Action) -> str:
    """Return, in words, whether an action is permitted."""
    return f"{action} is {'permitted' if action in seen.legal else 'forbidden'}"


def others(one: View, other: View) -> str:
    """Return, in words, how many further actions are legal on one side only."""
    more = len(set(one.legal) ^ set(other.legal)) - 1
    actions = "1 more action" if more == 1 else f"{more:,} more actions"
    return f" (they differ about {actions} in this position)" if more else ""


def result(seen: View, totals: Totals) -> str:
    """Describe the state of a game: whose turn it is, or who won."""
    scores = scores_in_words(seen.scores, totals)
    if not seen.over:
        return f"the game goes on, {seen.turn} is to move ({scores})"
    winners = listed(seen.winners)
    return f"the game is over, {winners} {'win' if len(seen.winners) > 1 else 'wins'} ({scores})"


def differing(one: Json, other: Json) -> list[str]:
    """Return the names of the entries that differ between two positions, except the turn."""
    return [
        name
        for name in {**one, **other}
        if name != "turn" and one.get(name, ...) != other.get(name, ...)
    ]


def values(position: Json, other: Json, places: list[str]) -> str:
    """Return, in words, what is peculiar to one position in some entries."""
    return "; ".join(
        f"{place}: {peculiar(position.get(place), other.get(place))}" for place in places
    )


def peculiar(value: Any, other: Any) -> str:
    """Return, in words, what is peculiar to one JSON value; of a list or an object only that part."""
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
    """Return a small JSON value as text, without its brackets."""
    if isinstance(value, list) and not any(isinstance(each, list | dict) for each in value):
        return " ".join(map(str, value))
    return value if isinstance(value, str) else shortened(value)
