"""What an engine has wrong everywhere in one part of its answers: found first, reported once, set aside.

A field that is never set, a list in another order, a part that is left out: it has nothing to do with
which rules the engine plays, and would hide them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
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
EXCEPT = 1.1
"""Where a reading changes whose turn it is, a player is called by another's name, but seldom."""
OBSERVED = "what was observed"
MISSING = object()
"""Stands for a part that an answer leaves out."""
POSITION = "position."
LEFT_OUT = "is left out"
REORDERED = "is in another order"
NO_PART, WRONG, TWICE_LISTED = "is no part of a position", "is wrong", "actions are listed twice"
EMPTY = '""'
ABSENT = (LEFT_OUT, "is null", "is []", "is {}", f"is {EMPTY}")
"""How parts of a position are, that are not reported at all."""


@frozen
class WrongEverywhere:
    """A part of the answers that is wrong everywhere, in one way; or several, in the same way."""

    parts: tuple[str, ...]
    how: str
    """What is wrong with them."""
    detection: Detection
    """The shortest game with it."""
    shown: tuple[Observation, ...] = ()
    """The positions in which it is wrong."""
    where: str = ""
    """How many these are, in words."""
    names: Mapping[str, str] = field(factory=dict)
    """The right names of players, if it is these that are wrong; then the parts are compared further."""
    shortness: str = AS_IT_WAS_MET

    @property
    def aside(self) -> bool:
        """Whether the parts are not compared any more."""
        return not self.names

    @property
    def known_as(self) -> str:
        """Say which parts are wrong, and how, without any number."""
        if self.names or self.parts in {(), (TWICE,)}:
            return self.how
        several = len(self.parts) > 1
        how = f"are {self.how.removeprefix('is ')}" if several else self.how
        return f"{joined_by_and(self.parts)} {how}"

    @property
    def said(self) -> str:
        """Say the same, and where."""
        return f"{self.known_as} {self.where}"


def follows_from(
    laboratory: Laboratory, hypotheses: tuple[Hypothesis, Hypothesis], everywhere: WrongEverywhere
) -> bool:
    """Return whether parts are right by the second hypothesis wherever they are wrong by the first.

    Who is to move is so in an engine in which another player begins: that is one bug.
    """
    parts = {*everywhere.parts}
    compared = Laboratory(laboratory.game)
    compared.names.update(laboratory.names)
    compared.aside.update(laboratory.aside - parts)
    few = spread(everywhere.shown, TRIED) if parts else ()
    in_force, followed = (
        [{part for part, _ in compared.wrong(each, one)} for one in few] for each in hypotheses
    )
    is_wrong = bool(few) and not any(each.isdisjoint(parts) for each in in_force)
    return is_wrong and all(each.isdisjoint({*parts, *IMPOSSIBLE}) for each in followed)


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
    if TWICE not in laboratory.aside:
        yield from listed_twice(observations)
    called = otherwise_called(laboratory, in_force, observations)
    if called is not None:
        yield called
        return  # with the right names it is judged again
    found = []
    for name, part in parts_of(laboratory, in_force, observations).items():
        if name in laboratory.aside:
            continue
        how, where = in_words(part)
        if how and not is_a_reading(laboratory, in_force, name, part):
            observation, difference = part.wrong[0]
            detection = Detection(observation, difference, OBSERVED)
            wrong = tuple(each for each, _ in part.wrong)
            found.append(WrongEverywhere((name,), how, detection, wrong, where))
    yield from merged(found)


def merged(found: Iterable[WrongEverywhere]) -> Iterator[WrongEverywhere]:
    """Join the parts of a position that are empty or left out in the same way: that is one bug."""
    alike: dict[tuple[str, str], list[WrongEverywhere]] = {}
    for each in found:
        is_absent = each.how in ABSENT and each.parts[0].startswith(POSITION)
        alike.setdefault((each.how, "" if is_absent else each.parts[0]), []).append(each)
    for together in alike.values():
        if len(together) == 1:
            yield together[0]
            continue
        first = min(together, key=lambda each: each.detection.length)
        yield evolve(
            first,
            parts=tuple(part for each in together for part in each.parts),
            where=max(together, key=lambda each: len(each.shown)).where,
            shown=max((each.shown for each in together), key=len),
        )


def otherwise_called(
    laboratory: Laboratory, in_force: Hypothesis, observations: Iterable[Observation]
) -> WrongEverywhere | None:
    """Find out whether the engine calls the players by names of its own, each by one nearly always."""
    called: dict[str, Counter[str]] = {}
    named: list[tuple[Observation, str, str]] = []
    for each in observations if not laboratory.names else ():
        reference, answer = laboratory.asked(in_force, each), each.seen.state
        if reference is None or answer is None:
            continue
        try:
            right = reference.engine.turn(reference.state(each.moves))
        except IllegalAction:
            continue
        if right is not None and answer.turn is not None:
            called.setdefault(answer.turn, Counter())[right] += 1
            named.append((each, right, answer.turn))
    usual = {given: times.most_common(1)[0] for given, times in called.items()}
    if any(EXCEPT * count < called[given].total() for given, (_, count) in usual.items()):
        return None
    own = {given: right for given, (right, _) in usual.items() if given != right}
    shown = [each for each, right, given in named if own.get(given) == right]
    is_swap = own.keys() & {right for right, _ in usual.values()}
    has_two = any(called.get(each, Counter())[each] >= LEAST for each in own.values())
    if is_swap or has_two or len(shown) < LEAST or len({*own.values()}) < len(own):
        return None  # nor is it a name where somebody is called by the right one as well
    first = next((each, right, given) for each, right, given in named if own.get(given) == right)
    how = (
        f"players are called {joined_by_and(tuple(own))} instead of "
        f"{joined_by_and(tuple(own.values()))}"
    )
    where = f"in {counted(len(shown), 'positions')}"
    difference = Discrepancy(TURN, *first[1:])
    detection = Detection(first[0], difference, OBSERVED)
    return WrongEverywhere((TURN,), how, detection, tuple(shown), where, names=own)


def listed_twice(observations: Iterable[Observation]) -> Iterator[WrongEverywhere]:
    """Report once that actions are listed more than once; that has nothing to do with what is legal."""
    found = tuple(each for each in observations if each.seen.twice)
    if found:
        difference = Discrepancy(TWICE, "listed once", LISTED_TWICE, found[0].seen.twice[0])
        detection = Detection(found[0], difference, OBSERVED)
        where = f"in {counted(len(found), 'positions')}"
        yield WrongEverywhere((TWICE,), TWICE_LISTED, detection, found, where)


def joined_by_and(names: Sequence[str]) -> str:
    """List some names in words."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def shrunk(run: GameRun, found: WrongEverywhere) -> WrongEverywhere:
    """Shrink the game of what is wrong everywhere, as long as it is compared, and wrong in this way."""
    source = run.evidence.sources.get(found.detection.observation.key, OBSERVED)
    detection = evolve(found.detection, source=source)
    detection, shortness = Shrinker(run, run.rules.in_force, partial(shows, found)).shrink(
        detection, ""
    )
    if len(found.parts) > 1:
        detection = with_all_parts(run, found.parts, detection)
    return evolve(found, detection=detection, shortness=shortness)


def shows(found: WrongEverywhere, detection: Detection) -> bool:
    """Return whether what is wrong everywhere shows in a detection, in the same way."""
    difference = detection.difference
    if difference.part != found.detection.difference.part:
        return False
    if found.names:
        return bool(found.names.get(difference.given) == difference.expected)
    expected, given = value_of(difference.expected), value_of(difference.given)
    ways: dict[str, bool] = {
        NO_PART: expected is MISSING,
        LEFT_OUT: given is MISSING,
        REORDERED: is_reordered(expected, given),
    }
    if found.how in ways:
        return ways[found.how]
    return found.how in {WRONG, TWICE_LISTED} or found.how == as_value(given)


def with_all_parts(run: GameRun, parts: Sequence[str], detection: Detection) -> Detection:
    """Show all parts of a position that differ, not only the first."""
    different = [
        each
        for each in run.rules.discrepancies(detection.observation)
        if each.part in parts and each.kind == "position"
    ]
    expected: dict[str, Any] = {}
    given: dict[str, Any] = {}
    for each in different:
        expected |= each.expected
        given |= each.given
    difference = evolve(detection.difference, expected=expected, given=given)
    return evolve(detection, difference=difference) if different else detection


def parts_of(
    laboratory: Laboratory, in_force: Hypothesis, observations: Iterable[Observation]
) -> dict[str, Part]:
    """Compare results and positions part by part, where the game is legal."""
    found: dict[str, Part] = {}
    for each in observations:
        reference, answer = laboratory.asked(in_force, each), each.seen.state
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


def in_words(part: Part) -> tuple[str, str]:
    """Say what is wrong with a part in the same way everywhere, and where; "" if it is not."""
    if len(part.wrong) < LEAST:
        return "", ""
    given = [value_of(each.given) for _, each in part.wrong]
    expected = [value_of(each.expected) for _, each in part.wrong]
    everywhere = len(given) == part.compared
    left_out = all(each is MISSING for each in given)
    reordered = all(map(is_reordered, expected, given))
    compared = f"in all {counted(part.compared, 'positions')} that were compared"
    ways = (
        (not part.expected, NO_PART, f"({counted(len(given), 'times')})"),
        (left_out and everywhere, LEFT_OUT, compared),
        (reordered, REORDERED, f"in {counted(len(given), 'positions')}"),
        (
            len(part.given) == 1 and (everywhere or len(part.expected) > 1),
            as_value(given[0]),
            compared,
        ),
        (everywhere, WRONG, compared),
    )
    return next(((how, where) for holds, how, where in ways if holds), ("", ""))


def as_value(value: Any) -> str:
    """Say what a part always is."""
    return f"is {shown(value) or EMPTY}"


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
