"""The shortest game that shows a deviation; or why a fresh engine does not reproduce it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, groupby, islice, takewhile
from typing import Any

from attrs import evolve, frozen

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import REFUSED, Discrepancy, Observation
from rulewright.conformance.adapter.scripts import (
    ASKING,
    OPTIONS_TURNED,
    STATE_FIRST,
    UNASKED,
    Performance,
    Script,
)
from rulewright.conformance.evidence.deviations import (
    EARLIER_ONES,
    REFUSED_BEFORE,
    REFUSED_EARLIER,
    Detection,
)
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.printable import apart, options, shown
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.earlier_games import Leftover, Past
from rulewright.conformance.verdict.parting import shorter_games
from rulewright.interface import Action, Engine, IllegalAction, Nearest
from rulewright.play.nearest import Between, Bound, search_of
from rulewright.play.shorten import shortest
from rulewright.wording.numbers import counted

MANY = 40
"""Moves of a game that is too long to leave out each of them once more."""
SHORT = 5
"""Moves of a game that is short enough not to look for known ones."""
REPEATS = 3
"""Times that a deviation is replayed to see whether it always shows."""
LONGEST_TRACE = 8
"""Moves at most of the beginnings of an earlier game that are tried in its place."""
SHORTEST = "shortest: every shorter game with these parameters was tried"
IRREDUCIBLE = "minimal: every move is needed"
SHORTENED = "shortened: perhaps not every move is needed"
AS_IT_WAS_MET = "as it was met"
LOOKED_AT = 12
"""Refusals that are tried one at a time, the last ones."""
AS_MET = (
    "mind",
    ASKING,
    STATE_FIRST,
    UNASKED,
    "earlier",
    EARLIER_ONES,
    REFUSED_BEFORE,
    REFUSED_EARLIER,
    "in full",
    OPTIONS_TURNED,
    "defaults",
)
"""Kinds of difference whose games are not shrunk: they depend on what was played before."""
ABOUT_COUNTS = ("count", "counting")
"""Kinds of difference that show only where the engine is made to count."""
SEEN_BY_ASKING_AGAIN = ("refusal", *ABOUT_COUNTS)
"""Kinds of difference after which everything was asked again: that alone may be why."""


@frozen
class Shrinker:
    """Replays a detection in shorter and shorter games."""

    run: GameRun
    hypothesis: Hypothesis
    """What the engine seems to be playing."""
    due_to: Callable[[Detection], bool]
    """Returns whether a detection still shows the same cause."""
    alone: Hypothesis | None = None
    """The rulings in force with the departures that explain the detection, if some do."""

    def shrink(self, detection: Detection, cause: str) -> tuple[Detection, str]:
        """Shrink the game of a detection, after reproducing it on a fresh engine.

        An engine that breaks down meanwhile, or is asked no more, has not answered otherwise.
        """
        is_known = detection.difference.kind in AS_MET  # its cause
        if is_known or self.run.left_alone:
            return detection, AS_IT_WAS_MET
        line = detection.observation.moves
        try:
            again = self.replayed(detection, line, fresh=True)
            is_steady = again is not None and all(
                self.replayed(detection, line) for _ in range(REPEATS)
            )
        except AdapterFault:
            return detection, AS_IT_WAS_MET
        if again is None or not is_steady:
            changed = self.unsteady(detection)
            return (
                self.shrink(changed, "") if is_new(changed, detection) else (changed, AS_IT_WAS_MET)
            )
        if detection.difference.kind in SEEN_BY_ASKING_AGAIN and (
            twice := asked_twice(self.run, detection, self.script(detection))
        ):
            return twice, SHORTEST if not twice.length else AS_IT_WAS_MET
        detection = self.known(detection)
        params, effort = detection.observation.params, self.run.setup.effort
        reference = self.run.rules.reference(params)

        asked = dict[tuple[Action, ...], bool]()

        def shows(moves: tuple[Action, ...]) -> bool:
            if moves not in asked:
                shown = self.again(detection, moves)
                asked[moves] = shown is not None and self.due_to(shown)
            return asked[moves]

        moves = shortest(
            detection.observation.moves, shows, until_stuck=True, replays=effort.replays
        )
        moves = self.guessed(detection, moves, cause, shows)
        searched = (
            nearest(reference.engine, len(moves) - 1, effort.nearest, shows) if moves else None
        )
        complete = searched is None or searched.complete
        if searched is not None and searched.moves is not None:
            moves = searched.moves
        shorter = self.again(detection, moves, fresh=True)
        if shorter is None:
            return again, AS_IT_WAS_MET
        return shorter, SHORTEST if complete else how_short(moves, asked, shows)

    def known(self, detection: Detection) -> Detection:
        """Return the shortest of the games that are known to show a departure, if the engine agrees."""
        in_force = self.run.rules.in_force
        if self.alone is None or self.alone == in_force or detection.length <= SHORT:
            return detection
        for params, line in shorter_games(self.run, (in_force, self.alone), detection.length):
            there = evolve(detection.observation, params=params)
            found = self.again(evolve(detection, observation=there), line)
            if found is not None and self.due_to(found):
                return found
        return detection

    def guessed(
        self,
        detection: Detection,
        moves: tuple[Action, ...],
        cause: str,
        shows: Callable[[tuple[Action, ...]], bool],
    ) -> tuple[Action, ...]:
        """Return the shortest game that the explanation plays otherwise, if the engine agrees."""
        laboratory, params = self.run.rules.laboratory, detection.observation.params
        reference = self.run.rules.reference(params)
        other = laboratory.reference(self.hypothesis, params)
        if not cause or not moves or other is None:
            return moves

        def parts(line: tuple[Action, ...]) -> bool:
            seen = reference.seen(reference.state(line))
            return not other.explains(Observation(params, line, seen)) and shows(line)

        found = nearest(reference.engine, len(moves) - 1, 10 * self.run.setup.effort.nearest, parts)
        return moves if found.moves is None else found.moves

    def again(
        self, detection: Detection, moves: tuple[Action, ...], *, fresh: bool = False
    ) -> Detection | None:
        """Replay moves; returns the same kind of deviation, or None, as where the engine breaks down."""
        try:
            return self.replayed(detection, moves, fresh=fresh)
        except AdapterFault:
            return None

    def replayed(
        self, detection: Detection, moves: tuple[Action, ...], *, fresh: bool = False
    ) -> Detection | None:
        """Replay moves; returns the same kind of deviation, or None; raises a fault."""
        params, difference = detection.observation.params, detection.difference
        reference = self.run.rules.reference(params)
        try:
            legal = reference.engine.legal_actions(reference.state(moves))
        except IllegalAction:
            return None
        offers: tuple[Action, ...] = ()
        refused = difference.given == REFUSED
        if difference.action is not None and refused == (difference.action in legal):
            offers = (difference.action,)
        script = Script(
            "again",
            params,
            moves,
            offers={len(moves): offers},
            again=difference.kind == "refusal",
            counts={} if difference.depth is None else {len(moves): (difference.depth,)},
        )
        performance = self.run.play(script, fresh=fresh)
        if performance is None:
            return None
        found = list(self.same_kind(detection, performance))
        return next(filter(self.due_to, found), found[0] if found else None)

    def same_kind(self, detection: Detection, performance: Performance) -> Iterator[Detection]:
        """Find deviations of the same kind in a performance; a refusal counts as a missing action."""
        kind = detection.difference.kind
        for observation, change in performance.changes:
            if change.kind == kind:
                yield evolve(detection, observation=observation, difference=change)
        for observation, wrong in self.run.rules.miscounted(performance.counts):
            if kind == "count":
                yield evolve(detection, observation=observation, difference=wrong)
        observation = performance.observations[-1]
        for each in self.run.rules.discrepancies(observation):
            if each.kind == kind:
                yield evolve(detection, observation=observation, difference=each)

    def unsteady(self, detection: Detection) -> Detection:
        """Find why a detection is not reproduced by a fresh engine: an earlier game, or chance."""
        difference, moves = detection.difference, detection.observation.moves
        if self.due_to_counting(detection):
            given = f"{difference.action or difference.kind}: {difference.given}"
            changed = Discrepancy("counting", difference.expected, given, difference.action)
            return evolve(detection, difference=changed)
        refused = due_to_refusals(self, detection)
        if refused is not None:
            return refused
        kind, (expected, given) = "mind", answers_of(detection)
        if not any(self.again(detection, moves, fresh=True) for _ in range(REPEATS)):
            found = left_over(self, detection)
            if found is not None:
                kind, detection = found.kind, found.detection
                expected, given = answers_of(detection)
                given += f" (before it, on the same engine: {found.told})"
        difference = Discrepancy(kind, expected, given, detection.difference.action)
        return evolve(detection, difference=difference)

    def due_to_counting(self, detection: Detection) -> bool:
        """Return whether a detection is always reproduced if the engine counts after each move."""
        script = evolve(
            self.script(detection),
            everywhere=True,
            counts=dict.fromkeys(range(len(detection.observation.moves) + 1), (1,)),
        )
        return all(self.shown_after(detection, None, script) for _ in range(REPEATS))

    def script(self, detection: Detection) -> Script:
        """Return the game of a detection as a script, with the action that it is about."""
        observation, action = detection.observation, detection.difference.action
        depth, last = detection.difference.depth, len(observation.moves)
        offers = {} if action is None else {last: (action,)}
        counts = {} if depth is None else {last: (depth,)}
        return Script("again", observation.params, observation.moves, offers=offers, counts=counts)

    def leaving_traces(self, detection: Detection, *, plain: bool = True) -> Leftover | None:
        """Find a short game after which a detection is always reproduced, and what it shows then.

        Where it is to be a plain one, nothing is offered or counted in it.
        """
        script = self.script(detection)
        itself = evolve(script, moves=(*script.moves, *script.offers.get(len(script.moves), ())))
        preceding = self.run.evidence.preceding.get(detection.observation.key, ())
        earlier = (*reversed(preceding), *self.run.evidence.recent)
        for met in (evolve(itself, offers={}), *earlier):
            whole = evolve(met, offers={}, counts={}) if plain else met
            beginnings = (
                Script("again", whole.params, whole.moves[:plies])
                for plies in range(min(len(whole.moves), LONGEST_TRACE + 1))
            )
            if self.always_shown(detection, script, whole) is not None:
                for before in (*beginnings, whole):
                    found = self.always_shown(detection, script, before)
                    if found is not None:
                        return Leftover("earlier", story(before), found)
        return None

    def always_shown(
        self, detection: Detection, script: Script, before: Script | None = None
    ) -> Detection | None:
        """Return what a fresh engine shows, perhaps after another game, if it always shows it."""
        found = None
        for _ in range(REPEATS):
            found = self.shown_after(detection, before, script)
            if found is None:
                return None
        return found

    def shown_after(
        self, detection: Detection, before: Script | None, script: Script
    ) -> Detection | None:
        """Return what a fresh engine that may have played another game shows of a detection."""
        try:
            performance = self.run.play(*([] if before is None else [before]), script, fresh=True)
        except AdapterFault:
            return None
        return None if performance is None else next(self.same_kind(detection, performance), None)


def is_new(changed: Detection, detection: Detection) -> bool:
    """Return whether a refusal that changes the position was found behind something else."""
    return changed.difference.kind == "refusal" != detection.difference.kind


def left_over(shrinker: Shrinker, detection: Detection) -> Leftover | None:
    """Find one short game after which a detection always shows, or else what it takes of several."""
    found = shrinker.leaving_traces(detection)
    if found is not None:
        return found

    def shows(made: Performance) -> Detection | None:
        return next(shrinker.same_kind(detection, made), None)

    past = shrinker.run.evidence.past.get(detection.observation.key, ())
    after_several = Past(shrinker.run, shrinker.script(detection), shows).left_over(past)
    return after_several or shrinker.leaving_traces(detection, plain=False)


def due_to_refusals(shrinker: Shrinker, detection: Detection) -> Detection | None:
    """Return what refusals on the way change, if they do so in the game of a detection.

    What one changes at once, when everything is asked for again, is told even if the detection is not
    reproduced: what is changed may differ from process to process.
    """
    offering = with_refusals(shrinker, detection)
    if offering is None:
        return without_looking(shrinker, detection)
    at_once = evolve(detection, difference=Discrepancy("refusal", None, None))
    refused = shrinker.always_shown(at_once, evolve(offering, again=True))
    if refused is not None:
        return refused
    if shrinker.always_shown(detection, offering) is None:
        return without_looking(shrinker, detection)
    return refused_before(shrinker, detection, offering)


def without_looking(shrinker: Shrinker, detection: Detection) -> Detection | None:
    """Return the same where it shows only if nothing is asked between a refusal and what follows."""
    observation, action = detection.observation, detection.difference.action
    met = shrinker.run.evidence.met.get(observation.key)
    if met is None:
        return None
    is_played = detection.difference.given == REFUSED and action is not None
    moves = (*observation.moves, action or "") if is_played else observation.moves
    offers = {ply: each for ply, each in met.offered.items() if ply < len(moves)}
    script = evolve(met, moves=moves, offers=offers)
    if not offers or shrinker.shown_after(detection, None, evolve(script, offers={})):
        return None
    if shrinker.always_shown(detection, script) is None:
        return None
    return refused_before(shrinker, detection, script)


def refused_before(shrinker: Shrinker, detection: Detection, script: Script) -> Detection:
    """Return a detection as one that refusals are the reason of; names the only one if one is enough."""
    own = detection.difference.action
    every = [(ply, each) for ply, texts in script.offers.items() for each in texts if each != own]
    kept = {ply: (own,) for ply, texts in script.offers.items() if own is not None and own in texts}
    expected, given = answers_of(detection)
    for ply, each in islice(reversed(every), LOOKED_AT):
        alone = evolve(script, offers={**kept, ply: (each, *kept.get(ply, ()))})
        if shrinker.always_shown(detection, alone) is not None:
            given += f" ({each!r} was refused after {counted(ply, 'moves')})"
            break
    changed = Discrepancy(REFUSED_BEFORE, expected, given, own)
    return evolve(detection, difference=changed)


def with_refusals(shrinker: Shrinker, detection: Detection) -> Script | None:
    """Return the game of a detection with all that was offered until then; None if nothing was.

    In its last position, too, something may have been refused before.
    """
    script, observation = shrinker.script(detection), detection.observation
    script_met = shrinker.run.evidence.met.get(observation.key)
    met = {} if script_met is None else script_met.offered
    last, action = len(observation.moves), detection.difference.action
    until = tuple(takewhile(lambda each: each != action, met.get(last, ())))
    offers = {ply: each for ply, each in met.items() if each and ply < last}
    if not offers and not until:
        return None
    here = {last: (*until, *script.offers.get(last, ()))}
    return evolve(script, everywhere=True, offers={**offers, **here})


def asked_twice(run: GameRun, detection: Detection, script: Script) -> Detection | None:
    """Return what asking twice shows along a game, where that alone changes the answer."""
    asking = evolve(script, offers={}, counts={}, everywhere=True, twice=True)
    try:
        performance = run.play(asking, fresh=True)
    except AdapterFault:
        return None
    for observation, change in () if performance is None else performance.changes:
        return evolve(detection, observation=observation, difference=change)
    return None


def how_short(
    moves: tuple[Action, ...],
    asked: Mapping[tuple[Action, ...], bool],
    shows: Callable[[tuple[Action, ...]], bool],
) -> str:
    """Say whether each move is left out in vain; of a long game only what was asked is known."""
    without = [moves[:at] + moves[at + 1 :] for at in range(len(moves))]
    known = shows if len(moves) <= MANY else asked.get
    return IRREDUCIBLE if all(known(each) is False for each in without) else SHORTENED


def answers_of(detection: Detection) -> tuple[str, str]:
    """Return what was expected and what was given, in words."""
    difference = detection.difference
    expected, given = map(shown, apart(difference.expected, difference.given))
    if difference.kind == "count":
        given = f"'perft' counts {given}"
    if difference.action is not None and isinstance(difference.given, str):
        given = f"{difference.action!r} is {given}"
    return expected, given


def story(script: Script) -> str:
    """Describe a script in one line."""
    return (
        f"{options(script.params) or 'default parameters'}, {' '.join(script.moves) or 'no move'}"
    )


def nearest(
    engine: Engine[Any], plies: int, positions: int, shows: Callable[[tuple[Action, ...]], bool]
) -> Nearest:
    """Try positions within `plies` actions, nearest first, each once, `positions` at most.

    Positions at one distance are tried if there is room for all of them.
    """
    search = search_of(engine, Bound(plies, positions + 1, between=Between.POSITIONS))
    found = (step.moves for step in search.steps() if step.is_new)
    tried = 0
    for ply, layer in groupby(chain([()], found), key=len):
        lines = list(layer)
        if tried + len(lines) > positions:
            return Nearest(None, ply, tried, complete=False)
        tried += len(lines)
        for line in lines:
            if shows(line):
                return Nearest(line, ply, tried, complete=True)
    return Nearest(None, plies, tried, complete=True)
