"""Ends of games that an engine notices: which of two readings has just these.

A bug about the end explains away whatever follows from it. It does not have the engine notice the others
where only another reading has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice

from attrs import define, field

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.reference import BREAKING, Item
from rulewright.conformance.verdict.endings import TURN
from rulewright.conformance.verdict.results import OVER
from rulewright.conformance.verdict.weighing import (
    IMPOSSIBLE,
    Weigher,
    by_length,
    possible_changes,
)
from rulewright.interface import Action

SEVERAL = 4
"""Games that end as one reading has it, and not the other, so that it is no accident."""
RATHER = 3
"""How many times as many these must be as those that end as neither has it."""
ENOUGH = 20
"""Games that must end before readings are looked for that have all their ends."""
CHANGED = 1, 2, 3
"""Readings that are changed for that."""
TRIED = 200
"""Combinations of readings that are tried at most: the first end refutes nearly all of them."""
END: Item = (OVER, "")
UNKNOWN = "unknown"
"""Who is to move in a game that cannot be played so."""
LATE = 0, 1
"""Actions after which an engine may notice ends: at once, or all of them by the next action."""


@define
class Ends:
    """Games that an engine ends: as one of two readings has it, as only the other has it, as neither."""

    mine: int = 0
    theirs: int = 0
    neither: int = 0

    @property
    def decide(self) -> bool:
        """Whether nearly all that tell anything are as the first has it, and none as the other."""
        return self.mine >= SEVERAL and not self.theirs and self.mine > RATHER * self.neither


def ends_decide(
    weigher: Weigher, own: Hypothesis, other: Hypothesis, observations: Sequence[Observation]
) -> bool:
    """Return whether an engine ends games where one hypothesis has it, and not where another has.

    `weigher` leaves nothing aside. One that notices every end an action late does so by either.
    """
    found = [ends_as(weigher, own, other, observations, late) for late in LATE]
    if any(each.decide for each in found):
        return True
    return not any(each.theirs for each in found) and goes_on(weigher, own, other, observations)


def have_all_ends(
    weigher: Weigher, near: Hypothesis, observations: Sequence[Observation]
) -> Iterator[Hypothesis]:
    """Yield hypotheses that have all ends which the engine notices, those nearest to another first.

    None if that has all of them itself, or if there are few.
    """
    ends = by_length(first_over(observations))
    if len(ends) < ENOUGH or has_all(weigher, near, ends):
        return
    every = chain(*(possible_changes(weigher, near, count) for count in CHANGED))
    for each in islice(every, TRIED):
        if has_all(weigher, each, ends):
            yield each


def has_all(weigher: Weigher, hypothesis: Hypothesis, ends: Sequence[Observation]) -> bool:
    """Return whether a hypothesis has all of some ends, or had them an action before."""
    return any(all(is_over(weigher, hypothesis, each, late) for each in ends) for late in LATE)


def goes_on(
    weigher: Weigher, own: Hypothesis, other: Hypothesis, observations: Sequence[Observation]
) -> bool:
    """Return whether an engine goes on as one hypothesis has it, where only another has an end.

    That has to be so whoever wins there, and after the next action as well: a bug may not notice that a
    certain player wins, and another one has the end late.
    """
    right = [each for each in observations if not weigher.wrong(own, each)]
    gone_on = {
        (each.key[0], each.moves[:plies]) for each in right for plies in range(len(each.moves))
    }
    met: set[tuple[str, tuple[Action, ...]]] = set()
    times: Counter[str] = Counter()
    players: set[str] = set()
    for each in right:
        reference = weigher.laboratory.asked(other, each)
        ends = END in weigher.wrong(other, each) and each.key in gone_on
        if reference is None or not ends or each.seen.state is None or each.seen.state.over:
            continue
        params, moves = each.key
        if not any((params, moves[:plies]) in met for plies in range(len(moves))):
            times.update(reference.engine.winners(reference.state(moves)))
            players.update(reference.engine.players)
        met.add(each.key)
    return bool(players) and all(times[each] >= SEVERAL for each in players)


def ends_as(
    weigher: Weigher,
    own: Hypothesis,
    other: Hypothesis,
    observations: Sequence[Observation],
    late: int = 0,
) -> Ends:
    """Count the games that an engine ends, by which of two hypotheses has them over there.

    Or at most so many actions before; of several positions after an end the first counts.
    """
    found = Ends()
    for each in first_over(observations):
        mine, theirs = (is_over(weigher, one, each, late) for one in (own, other))
        found.mine += mine and not theirs
        found.theirs += theirs and not mine
        found.neither += not mine and not theirs
    return found


def first_over(observations: Sequence[Observation]) -> Iterator[Observation]:
    """Yield the positions that an engine calls over, but for those that follow another one."""
    over = {each.key for each in observations if each.seen.state and each.seen.state.over}
    for each in observations:
        params, moves = each.key
        if each.key in over and not any(
            (params, moves[:plies]) in over for plies in range(len(moves))
        ):
            yield each


def is_over(weigher: Weigher, hypothesis: Hypothesis, observation: Observation, late: int) -> bool:
    """Return whether a hypothesis has a game over where the engine does, or a little before."""
    wrong = weigher.wrong(hypothesis, observation)
    if not any(part == OVER or part in IMPOSSIBLE for part, _ in wrong):
        return True
    reference = weigher.laboratory.asked(hypothesis, observation)
    for moves in (observation.moves[:-back] for back in range(1, late + 1)):
        with suppress(*BREAKING):
            if reference is not None and reference.engine.is_over(reference.state(moves)):
                return True
    return False


@define
class WrongTurns:
    """Where an engine has the turn wrong by each of two hypotheses, and no bug explains it."""

    weigher: Weigher
    observations: Sequence[Observation]
    known: dict[tuple[Hypothesis, Hypothesis, Item], bool] = field(factory=dict, init=False)

    def are_wrong(self, pair: tuple[Hypothesis, Hypothesis], about: Item) -> bool:
        """Return whether it has, in several positions, and there something else wrong as well."""
        key = (*pair, about)
        if key not in self.known:
            wrong = (
                each
                for each in self.observations
                if each.seen.state is not None
                and all({TURN, about} <= self.weigher.wrong(one, each) for one in pair)
            )
            self.known[key] = len([*islice(wrong, SEVERAL)]) == SEVERAL
        return self.known[key]

    def decide(self, pair: tuple[Hypothesis, Hypothesis], observation: Observation) -> bool:
        """Return whether two hypotheses differ in who is to move there, and the engine may too.

        Then it is a bug that says who is; whether anybody is only if the engine has ends wrong, too.
        """
        if not self.are_wrong(pair, TURN):
            return False
        turns = [turn_by(self.weigher, each, observation) for each in pair]
        if UNKNOWN in turns or turns[0] == turns[1]:
            return False
        return None not in turns or self.are_wrong(pair, END)


def turn_by(weigher: Weigher, hypothesis: Hypothesis, observation: Observation) -> str | None:
    """Return who is to move by a hypothesis; nobody where the game was over before."""
    reference = weigher.laboratory.asked(hypothesis, observation)
    if reference is None:
        return UNKNOWN
    moves = observation.moves
    for plies in range(len(moves), -1, -1):
        with suppress(*BREAKING):
            turn: str | None = reference.engine.turn(reference.state(moves[:plies]))
            return turn if plies == len(moves) or turn is None else UNKNOWN
    return UNKNOWN
