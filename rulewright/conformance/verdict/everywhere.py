"""What an engine has wrong everywhere in one part of its answers: found first, told once, set aside.

A field that is never set, a list in another order, a part that is left out: it has nothing to do with
which rules the engine plays, and would hide them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.conformance.adapter.observation import LISTED_TWICE, TWICE, Discrepancy, Observation
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.printable import shown
from rulewright.conformance.evidence.reference import Reference
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.shortest import AS_IT_WAS_MET, Shrinker
from rulewright.conformance.verdict.weighing import IMPOSSIBLE, Weigher, changes, spread
from rulewright.interface import IllegalAction
from rulewright.protocol.messages import StateAnswer
from rulewright.wording.numbers import counted

LEAST = 3
"""Positions in which a part must be wrong."""
TRIED = 16
"""Of these, those in which other readings are tried."""
RESULTS = ("winners", "scores")
TURN = "turn"
OBSERVED = "what was observed"
MISSING = object()
"""Stands for a part that an answer leaves out."""


@frozen
class WrongEverywhere:
    """A part of the answers that is wrong everywhere, in one way."""

    part: str
    words: str
    """What is wrong with it."""
    detection: Detection
    """The shortest game with it."""
    times: int
    """Positions in which it is wrong."""
    shortness: str = AS_IT_WAS_MET

    @property
    def said(self) -> str:
        """Say which part it is, and what is wrong with it."""
        return self.words if self.part == TWICE else f"{self.part} {self.words}"


@define
class Part:
    """What was said of one part, and what was expected."""

    wrong: list[tuple[Observation, Discrepancy]] = field(factory=list)
    expected: set[str] = field(factory=set)
    given: set[str] = field(factory=set)
    compared: int = 0


def wrong_everywhere(
    laboratory: Laboratory, in_force: Hypothesis, observations: Iterable[Observation]
) -> Iterator[WrongEverywhere]:
    """Yield the parts that are wrong everywhere, whatever the readings; shortest games come first."""
    observations = tuple(observations)
    yield from listed_twice(observations)
    for name, part in parts_of(laboratory, in_force, observations).items():
        words = in_words(part)
        if words and not is_a_reading(laboratory, in_force, name, part):
            observation, difference = part.wrong[0]
            detection = Detection(observation, difference, OBSERVED)
            yield WrongEverywhere(name, words, detection, len(part.wrong))


def listed_twice(observations: Iterable[Observation]) -> Iterator[WrongEverywhere]:
    """Tell once that actions are listed more than once; that has nothing to do with what is legal."""
    found = [each for each in observations if each.seen.twice]
    if found:
        difference = Discrepancy(TWICE, "listed once", LISTED_TWICE, found[0].seen.twice[0])
        words = f"actions are listed twice in {counted(len(found), 'positions')}"
        yield WrongEverywhere(TWICE, words, Detection(found[0], difference, OBSERVED), len(found))


def shrunk(run: GameRun, found: WrongEverywhere) -> WrongEverywhere:
    """Shrink the game of what is wrong everywhere, as long as it is compared."""

    def of_the_part(detection: Detection) -> bool:
        return detection.difference.part == found.part

    source = run.evidence.sources.get(found.detection.observation.key, OBSERVED)
    detection = evolve(found.detection, source=source)
    detection, shortness = Shrinker(run, run.rules.in_force, of_the_part).shrink(detection, "")
    return evolve(found, detection=detection, shortness=shortness)


def parts_of(
    laboratory: Laboratory, in_force: Hypothesis, observations: Iterable[Observation]
) -> dict[str, Part]:
    """Compare results and positions part by part, where the game is legal."""
    found: dict[str, Part] = {}
    for each in observations:
        reference, answer = laboratory.reference(in_force, each.params), each.seen.state
        if reference is None or answer is None:
            continue
        try:
            state = reference.state(each.moves)
        except IllegalAction:
            continue
        expected = reference.seen(state).state
        assert expected is not None
        wanted, given = values_of(expected), values_of(answer)
        for name in wanted if answer.position is not None else (*RESULTS, TURN):
            if name == TURN and None in {wanted[name], given[name]}:
                continue  # of the end
            part = found.setdefault(name, Part())
            part.compared += 1
            part.expected.add(spelled_out(wanted[name]))
            part.given.add(spelled_out(given.get(name, MISSING)))
        differences = tuple(reference.about_state(state, answer))
        ended = any(difference.kind == "over" for difference in differences)
        for difference in differences:
            if difference.kind == TURN and is_only_named(reference, state, each, difference):
                found[TURN].wrong.append((each, difference))
            of_the_end = ended and difference.kind in RESULTS
            if difference.kind in {*RESULTS, "position"} and not of_the_end:
                found.setdefault(difference.part, Part()).wrong.append((each, difference))
    return found


def is_only_named(
    reference: Reference, state: Any, observation: Observation, turn: Discrepancy
) -> bool:
    """Return whether another player is named, whose actions are not listed."""
    named = None not in {turn.expected, turn.given}
    return named and not any(reference.about_actions(state, observation.seen))


def in_words(part: Part) -> str:
    """Say what is wrong with a part in the same way everywhere; "" if it is not."""
    if len(part.wrong) < LEAST:
        return ""
    given = [value_of(each.given) for _, each in part.wrong]
    expected = [value_of(each.expected) for _, each in part.wrong]
    where = f"all {counted(part.compared, 'positions')} that were compared"
    everywhere = len(given) == part.compared
    left_out = all(each is MISSING for each in given)
    reordered = all(map(is_reordered, expected, given))
    ways = (
        (not part.expected, f"is no part of a position ({counted(len(given), 'times')})"),
        (left_out and everywhere, f"is left out in {where}"),
        (reordered, f"is in another order in {counted(len(given), 'positions')}"),
        (len(part.given) == 1 < len(part.expected), f"is {shown(given[0])} in {where}"),
        (everywhere, f"is wrong in {where}"),
    )
    return next((words for holds, words in ways if holds), "")


def values_of(answer: StateAnswer) -> dict[str, Any]:
    """Return results and parts of the position by name."""
    position = answer.position or {}
    return {
        **{name: getattr(answer, name) for name in (*RESULTS, TURN)},
        **{f"position.{name}": value for name, value in position.items()},
    }


def spelled_out(value: Any) -> str:
    """Spell a value in one fixed way."""
    return json.dumps(value, sort_keys=True, default=repr)


def value_of(one: Any) -> Any:
    """Return the value of a part; that of a part of the position lies in an object with its name."""
    if not isinstance(one, dict):
        return one
    return next(iter(one.values())) if one else MISSING


def is_reordered(expected: Any, given: Any) -> bool:
    """Return whether two lists hold the same in another order."""
    if not (isinstance(expected, list | tuple) and isinstance(given, list | tuple)):
        return False
    return sorted(map(json.dumps, expected)) == sorted(map(json.dumps, given))


def is_a_reading(laboratory: Laboratory, in_force: Hypothesis, name: str, part: Part) -> bool:
    """Return whether another reading of one question explains a good part of it."""
    tried = spread([each for each, _ in part.wrong], TRIED)
    weigher = Weigher(laboratory, in_force)

    def left(hypothesis: Hypothesis) -> int:
        return sum(
            any(item[0] in {name, *IMPOSSIBLE} for item in weigher.wrong(hypothesis, each))
            for each in tried
        )

    return any(2 * left(each) < len(tried) for each in changes(laboratory.game, in_force, 1))
