"""The deviations of a report: one for each cause, each by a shortest game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import evolve, field, frozen

from rulewright.conformance.evidence.collected import shortest_first
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.report import ReportedDeviation
from rulewright.conformance.stages.run import GameRun, held_against
from rulewright.conformance.verdict.causes import LATE, Cause, Causes, rank, special
from rulewright.conformance.verdict.consequences import (
    are_of_another_position,
    are_of_another_turn,
    are_refused_after_an_end,
    independent,
    is_of_that_end,
    shows_as_well,
    told_as_ends,
)
from rulewright.conformance.verdict.describe import Describer
from rulewright.conformance.verdict.everywhere import WrongEverywhere
from rulewright.conformance.verdict.following import CHOICES, RESULTS
from rulewright.conformance.verdict.hidden import Hidden
from rulewright.conformance.verdict.passed_over import leave_out_who_is_passed_over
from rulewright.conformance.verdict.shortest import AS_IT_WAS_MET, Shrinker
from rulewright.conformance.verdict.weighing import only

TOGETHER = 0.8
"""Share of the positions of one cause that must show another one, to be the same."""
MOST_REPORTED = 12
"""Deviations that are reported; the others are counted with those of their kind."""

ATTRIBUTED = 40
"""Moves of the longest game in which the clause that forbids an unexplained action is always found."""
LATE_ONES = 8
"""Longer games of which it is found all the same; the others are taken to be like most of them."""
COUNTED = ("position", *RESULTS)
"""Kinds of answers that what is taken, or counted, shows in."""
MOST_UNEXPLAINED = 3
"""Answers of one position that nothing explains, of which the clause is found."""
UNDER = ", under "
"""What precedes the readings under which a sentence is so, if they are not those in force."""


@frozen
class Reporting:
    """Reports what the causes account for, and keeps which game shows what."""

    run: GameRun
    causes: Causes
    shown: list[tuple[Cause, Detection]] = field(factory=list, init=False)
    """The causes that deviations are reported for, with what shows each."""

    def by_cause(self) -> Iterator[ReportedDeviation]:
        """Report one deviation for each cause, the one that explains the most first."""
        describer = describer_of(self.run)
        ordered = sorted(self.groups().items(), key=lambda each: -len(each[1]))
        for cause, found in ordered[:MOST_REPORTED]:
            self.run.note(f"the shortest game for {cause.said or found[0].difference.kind}")
            met = next((each for each in found if is_of_that_end(self.causes, each)), found[0])
            due_to = partial(shows_as_well, self.causes, cause=cause, met=met)
            alone = (
                None if self.causes.is_bug(cause) else only(cause.names, self.run.rules.in_force)
            )
            shrinker = Shrinker(self.run, self.causes.hypothesis, due_to, alone)
            detection, shortness = shrinker.shrink(met, cause.said)
            if not due_to(detection):  # shrunk to something else
                detection, shortness = met, AS_IT_WAS_MET
            # An answer that changes is explained by nothing.
            shows = Cause(kind=detection.difference.kind) if special(detection) else cause
            self.shown.append((shows, detection))
            self.run.observe(detection.observation, detection.source, deviates=True)
            described = describer.describe(detection, shows.said, shortness, len(found))
            yield evolve(described, names=self.causes.identities(shows))

    def beside_readings(self) -> Iterator[ReportedDeviation]:
        """Report the bugs that no game shows which the rulings in force permit.

        They are held against the readings that the engine seems to play.
        """
        laboratory, plain = self.causes.plain
        names = ", ".join(plain.departures(self.run.rules.in_force))
        shown = {name for cause, _ in self.shown for name in cause.names}
        run = held_against(self.run, plain.readings)
        for pattern in self.causes.patterns if len(self.shown) < MOST_REPORTED else ():
            known = pattern.words in shown or not names
            met = None if known else Hidden(self.causes).beside_readings(pattern)
            if met is None:
                continue
            due_to = partial(self.causes.is_due_to, pattern)
            detection, shortness = Shrinker(run, plain, due_to).shrink(met, "")
            if special(detection) or not due_to(detection):
                detection, shortness = met, AS_IT_WAS_MET
            self.shown.append((Cause((pattern.words,)), detection))
            describer = Describer(laboratory, plain)
            found = describer.describe(detection, pattern.words, shortness, pattern.times)
            under = f"{found.sentence}{UNDER}{names}"
            yield evolve(found, sentence=under, names=(pattern.identity,))
        yield from self.unexplained_beside_readings()

    def unexplained_beside_readings(self) -> Iterator[ReportedDeviation]:
        """Report what nothing explains, if only games that the rulings in force forbid show any."""
        laboratory, plain = self.causes.plain
        names = ", ".join(plain.departures(self.run.rules.in_force))
        if not names or any(not cause.names for cause, _ in self.shown):
            return
        met = Hidden(self.causes).unexplained()
        if not met:
            return

        def due_to(detection: Detection) -> bool:
            return not special(detection) and not self.causes.is_explained(detection)

        shrinker = Shrinker(held_against(self.run, plain.readings), plain, due_to)
        detection, shortness = shrinker.shrink(met[0], "")
        if not due_to(detection):
            detection, shortness = met[0], AS_IT_WAS_MET
        self.shown.append((Cause(kind=detection.difference.kind), detection))
        found = Describer(laboratory, plain).describe(detection, "", shortness, len(met))
        yield evolve(found, sentence=f"{found.sentence}{UNDER}{names}")

    def groups(self) -> dict[Cause, list[Detection]]:
        """Return what is due to each cause, the shortest game first."""
        found: dict[Cause, list[Detection]] = {}
        detections = shortest_first(self.run.evidence.detections)
        for cause, detection in events(self.causes, detections):
            found.setdefault(cause, []).append(detection)
        attribute_late_ones(self.causes, found)
        merge_results(self.causes, detections, found)
        leave_out_who_is_passed_over(self.causes, found)
        leave_out_what_another_turn_decides(self.causes, found)
        merge_what_shows_together(found)
        self.give_the_reason(found)
        for name in self.causes.departures:
            cause = Cause((name,))
            shown = None if cause in found else Hidden(self.causes).showing(name)
            if shown is not None:
                found[cause] = [shown]
        for pattern in self.causes.patterns:
            cause = Cause((pattern.words,))
            shown = None if cause in found else Hidden(self.causes).showing_pattern(pattern)
            if shown is not None:
                found[cause] = [shown]
        for cause in [each for each in found if len(each.names) > 1]:
            if all(Cause((name,)) in found for name in cause.names):  # each has its own
                del found[cause]
        return found

    def give_the_reason(self, found: dict[Cause, list[Detection]]) -> None:
        """Leave out what is refused because of something else, or tell the end that is the reason."""
        for cause in [each for each in found if not each.names and each.kind in CHOICES]:
            refused = shortest_first(found[cause])
            if self.is_refused_for_another_reason(found, refused):
                del found[cause]
            elif ends := told_as_ends(self.causes, refused):
                del found[cause]
                found.setdefault(Cause(kind="over"), []).extend(ends)

    def is_refused_for_another_reason(
        self, found: Iterable[Cause], refused: Sequence[Detection]
    ) -> bool:
        """Return whether actions are refused only because of an end, or a position, that is wrong."""
        if are_refused_after_an_end(self.causes, refused):
            return True
        positions = any(not cause.names and cause.kind == "position" for cause in found)
        return positions and are_of_another_position(self.causes, refused)


def events(causes: Causes, detections: Iterable[Detection]) -> Iterator[tuple[Cause, Detection]]:
    """Yield one detection of each cause in each position, however many answers it changes."""
    positions: dict[Any, list[Detection]] = {}
    for each in detections:
        positions.setdefault(each.observation.key, []).append(each)
    for here in positions.values():
        together = independent(causes, here)
        found: dict[Cause, Detection] = {}
        for each in sorted(together, key=rank):
            unexplained = [cause for cause in found if not cause.names]
            if len(unexplained) < MOST_UNEXPLAINED or causes.is_explained(each):
                found.setdefault(causes.of(each, ATTRIBUTED), each)
        first = next((cause for cause in found if not cause.names), None)
        for cause, each in found.items():
            # Of what nothing explains in one position, results follow from what comes first.
            if cause.names or special(each) or cause == first or cause.kind in CHOICES:
                yield cause, each


def attribute_late_ones(causes: Causes, found: dict[Cause, list[Detection]]) -> None:
    """Put unexplained actions of long games to those of short ones that a clause forbids."""
    for cause in [each for each in found if each.clause == LATE]:
        late = found.pop(cause)
        some = late[:: max(len(late) // LATE_ONES, 1)][:LATE_ONES]
        due = [causes.of(each) for each in some]
        likely, _ = Counter(due).most_common(1)[0]
        known = {each.observation.key: like for each, like in zip(some, due, strict=True)}
        for each in late:
            found.setdefault(known.get(each.observation.key, likely), []).append(each)


def merge_results(
    causes: Causes, detections: Iterable[Detection], found: dict[Cause, list[Detection]]
) -> None:
    """Join wrong positions, scores and winners that nothing explains if one of them shows in all.

    A capture that counts for another is in the position, in the scores, and at the end in the winners.
    """
    several = [each for each in found if not each.names and each.kind in COUNTED]
    every = {one.observation.key: one for each in several for one in found[each]}
    at: dict[str, dict[Any, Detection]] = {}
    for one in detections:
        if one.observation.key in every and not causes.is_explained(one):
            at.setdefault(one.difference.kind, {}).setdefault(one.observation.key, one)
    shared = [each for each in several if len(at.get(each.kind, ())) == len(every)]
    if len(several) > 1 and shared:
        kept = max(shared, key=lambda each: len(found[each]))
        for each in several:
            del found[each]
        found[kept] = shortest_first(list(at[kept.kind].values()))


def leave_out_what_another_turn_decides(
    causes: Causes, found: dict[Cause, list[Detection]]
) -> None:
    """Drop unexplained actions that are right for the player who is to move as the engine has it."""
    if not any(cause.kind == "turn" and not cause.names for cause in found):
        return
    for cause in [each for each in found if not each.names and each.kind in CHOICES]:
        if are_of_another_turn(causes, shortest_first(found[cause])):
            del found[cause]


def merge_what_shows_together(found: dict[Cause, list[Detection]]) -> None:
    """Drop what nothing explains if nearly all of it shows beside something else, which shows more.

    An action that goes one cell too far is missing where it should go, and listed where it does.
    """
    places = {
        cause: {each.observation.key for each in detections}
        for cause, detections in found.items()
        if not cause.names and not special(detections[0])
    }
    for cause, here in places.items():
        beside = [other for other in places if other in found and other != cause]
        if any(
            len(here & places[other]) >= TOGETHER * len(here) and len(places[other]) >= len(here)
            for other in beside
        ):
            del found[cause]


def describer_of(run: GameRun) -> Describer:
    """Return what describes deviations from the rules in force."""
    return Describer(run.rules.laboratory, run.rules.in_force)


def about_everywhere(
    run: GameRun, everywhere: tuple[WrongEverywhere, ...]
) -> Iterator[ReportedDeviation]:
    """Report what is wrong everywhere, each part once."""
    for each in everywhere:
        found = describer_of(run).describe(
            each.detection, each.said, each.shortness, len(each.shown)
        )
        yield evolve(found, names=(each.known_as,))


def unreduced(run: GameRun) -> Iterator[ReportedDeviation]:
    """Report the shortest detection of each kind as it was met, because the adapter is gone."""
    kinds: dict[str, list[Detection]] = {}
    for detection in shortest_first(run.evidence.detections):
        kinds.setdefault(detection.difference.kind, []).append(detection)
    for found in kinds.values():
        yield describer_of(run).describe(found[0], "", AS_IT_WAS_MET, len(found))


def about_options(run: GameRun) -> Iterator[ReportedDeviation]:
    """Report what was wrong about options."""
    for detection, times in run.evidence.about_options:
        yield describer_of(run).describe(detection, "", AS_IT_WAS_MET, times)
