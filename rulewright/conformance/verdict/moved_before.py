"""What was moved by one of the first moves of a game, and is never moved again: a bar that is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import takewhile
from math import inf
from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.observation import LEGAL, Observation
from rulewright.conformance.evidence import spelling
from rulewright.conformance.evidence.reference import BREAKING, Item
from rulewright.conformance.verdict.directions import LEGAL_THERE, MAIN, way_of
from rulewright.conformance.verdict.residue import Pattern, Recognises, Residue
from rulewright.interface import Action
from rulewright.wording.numbers import counted

MET_AGAIN = 3
"""Moves of a game, the first ones, after each of which something must be missing."""
Cell = tuple[int, int]
Phase = frozenset[tuple[str, str]]
"""The parts of a position that are texts and no players, with these texts: a step of the turn, say."""
Earlier = tuple[Phase, int]
"""A move of a game: the phase that it was made in, and its number among those in this phase, from 1."""


@define
class EarlierMoves:
    """Where the moves of games ended, and in which phases they were made."""

    residue: Residue
    phases: dict[Any, Phase] = field(factory=dict, init=False)
    ends: dict[Any, dict[Cell, Earlier]] = field(factory=dict, init=False)

    def phase(self, observation: Observation, plies: int) -> Phase:
        """Return the phase of the position after so many moves of a game.

        Raises what an engine raises that cannot play them.
        """
        params, moves = observation.key[0], observation.moves[:plies]
        if (params, moves) not in self.phases:
            reference = self.residue.laboratory.asked(self.residue.hypothesis, observation)
            assert reference is not None
            position = reference.engine.to_json(reference.state(moves))
            texts = (each for each in position.items() if isinstance(each[1], str))
            players = {*reference.engine.players}
            self.phases[params, moves] = frozenset(each for each in texts if each[1] not in players)
        return self.phases[params, moves]

    def before(self, observation: Observation) -> dict[Cell, Earlier]:
        """Return for each cell the last move before that ended there, of those in the phase of now.

        Nothing if they cannot be played.
        """
        if observation.key not in self.ends:
            try:
                self.ends[observation.key] = self._before(observation)
            except BREAKING:
                self.ends[observation.key] = {}
        return self.ends[observation.key]

    def _before(self, observation: Observation) -> dict[Cell, Earlier]:
        now = self.phase(observation, len(observation.moves))
        found: dict[Cell, Earlier] = {}
        number = 0
        for plies, action in enumerate(observation.moves):
            if way_of(action) is not None and self.phase(observation, plies) == now:
                number += 1
                found[cells_of(action)[1]] = now, number
        return found


def cells_of(action: Action) -> tuple[Cell, Cell]:
    """Return the two cells of an action that leads from one to another."""
    a, b, c, d = spelling.numbers(action)
    return (a, b), (c, d)


def never_moved_again(residue: Residue) -> Iterator[Pattern]:
    """Nothing that one of the first moves has moved is ever moved again, in the same phase of a turn."""
    asked = {each.key for each in residue.of_right_turn(residue.observations)}
    missing = {
        key: frozenset(action for part, action in items if part == LEGAL and way_of(action))
        for key, (_, items) in residue.wrong.items()
        if key in asked
    }
    if sum(map(len, missing.values())) < LEGAL_THERE:
        return
    moved = EarlierMoves(residue)
    lasting = of_the_first(moved, (each for each in residue.observations if each.key in asked))
    due = partial(is_due, moved, lasting)
    accounts = {
        key: found
        for key, actions in missing.items()
        if (
            found := frozenset(
                (LEGAL, a) for a in actions if due(residue.wrong[key][0], (LEGAL, a))
            )
        )
    }
    lying = sum(map(len, accounts.values()))
    if lying >= max(LEGAL_THERE, MAIN * sum(map(len, missing.values()))):
        yield pattern(lasting, accounts, due)


def of_the_first(moved: EarlierMoves, observations: Iterable[Observation]) -> dict[Phase, float]:
    """Return for each phase how many of the first moves are those after which nothing is listed.

    `inf` if it is so after each. No phase in which these are few: what is moved seldom need not be moved
    again.
    """
    legal, listed = Counter[Earlier](), Counter[Earlier]()
    for each in observations:
        earlier = moved.before(each)
        for action in asked_about(moved.residue, each) if earlier else ():
            move = earlier.get(cells_of(action)[0])
            if move is not None:
                legal[move] += 1
                listed[move] += action in (each.seen.legal or each.seen.accepted)
    numbers: dict[Phase, list[int]] = {}
    for phase, number in sorted(legal, key=lambda move: move[1]):
        numbers.setdefault(phase, []).append(number)
    found: dict[Phase, float] = {}
    for phase, every in numbers.items():
        listed_again = {number for number in every if listed[phase, number]}
        first = [*takewhile(lambda number: number not in listed_again, every)]  # noqa: B023 - called here
        if len(first) >= MET_AGAIN:
            found[phase] = first[-1] if listed_again else inf
    return found


def asked_about(residue: Residue, observation: Observation) -> set[Action]:
    """Return the legal actions from cell to cell of which it is known whether they are listed."""
    expected, seen = residue.expected(observation), observation.seen
    if expected is None:
        return set()
    reference, state = expected
    legal = {each for each in reference.engine.legal_actions(state) if way_of(each) is not None}
    return legal if seen.legal is not None else legal & {*seen.refused, *seen.accepted}


def is_due(
    moved: EarlierMoves, lasting: Mapping[Phase, float], observation: Observation, item: Item
) -> bool:
    """Return whether an action is not listed that moves what one of the first moves has moved."""
    part, action = item
    seen = observation.seen
    if part != LEGAL or way_of(action) is None or action in {*(seen.legal or ()), *seen.accepted}:
        return False
    earlier = moved.before(observation).get(cells_of(action)[0])
    return earlier is not None and earlier[1] <= lasting.get(earlier[0], 0)


def pattern(
    lasting: Mapping[Phase, float], accounts: dict[Any, frozenset[Item]], due: Recognises
) -> Pattern:
    """Say of which moves what they moved is never moved again, with an action that shows it."""
    said = "; nor ".join(
        f"what {one_of(number)} has moved{where(phase)}"
        for phase, number in sorted(lasting.items(), key=lambda each: sorted(each[0]))
    )
    known_as = f"it never lists an action that moves again {said}"
    actions = sorted(action for items in accounts.values() for _, action in items)
    words = f"{known_as} (legal {counted(len(actions), 'times')}, as {min(actions, key=len)!r})"
    name = "what was moved stays"
    return Pattern(name, words, accounts, due, known_as, is_general=True, is_due_anyway=due)


def one_of(number: float) -> str:
    """Name one of so many of the first moves."""
    return "an earlier move" if number == inf else f"one of the first {number} moves"


def where(phase: Phase) -> str:
    """Say in which phase moves are made."""
    texts = " and ".join(f"position.{name} is {text!r}" for name, text in sorted(phase))
    return f", where {texts}" if texts else ""
