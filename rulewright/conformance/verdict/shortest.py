"""The shortest game that shows a deviation, on a fresh engine; or why it does not show again."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from attrs import evolve, frozen

from rulewright.conformance.adapter.faults import AdapterFault
from rulewright.conformance.adapter.observation import REFUSED, Difference, Observation
from rulewright.conformance.adapter.scripts import Performance, Script
from rulewright.conformance.evidence.deviations import Finding
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.printable import options
from rulewright.conformance.stages.run import Run
from rulewright.conformance.verdict.shorten import nearest, shortened
from rulewright.interface import Action, IllegalAction

REPEATS = 3
"""Times that a deviation which does not always show is asked for again."""
SHORTEST = "shortest: every shorter game was tried"
IRREDUCIBLE = "no move can be left out"
AS_IT_WAS_MET = "as it was met"
AS_MET = ("mind", "earlier", "in full")
"""Kinds of difference whose games are not shortened: they hang on what was played before."""
ABOUT_COUNTS = ("count", "counting")
"""Kinds of difference that show only where the engine is made to count."""


@frozen
class Shortest:
    """Plays a finding again and again, in shorter games."""

    run: Run
    hypothesis: Hypothesis
    """What the engine seems to be playing."""
    due_to: Callable[[Finding, str], bool]
    """Tells whether a finding still shows a cause."""

    def of(self, finding: Finding, cause: str) -> tuple[Finding, str]:
        """Shorten the game of a finding, having made sure that it shows again on a fresh engine."""
        if finding.difference.kind in {"earlier", "in full"}:  # it is known what it hangs on
            return finding, AS_IT_WAS_MET
        line = finding.observation.moves
        again = self.again(finding, line, fresh=True)
        if again is None or not all(self.again(finding, line) for _ in range(REPEATS)):
            return self.unsteady(finding), AS_IT_WAS_MET
        if finding.difference.kind in AS_MET:
            return again, AS_IT_WAS_MET
        params, effort = finding.observation.params, self.run.effort
        reference = self.run.reference(params)
        assert reference is not None

        def shows(moves: tuple[Action, ...]) -> bool:
            shown = self.again(finding, moves)
            return shown is not None and self.due_to(shown, cause)

        moves = shortened(finding.observation.moves, shows, effort.replays)
        moves = self.guessed(finding, moves, cause, shows)
        searched = (
            nearest(reference.engine, len(moves) - 1, effort.nearest, shows) if moves else None
        )
        complete = searched is None or searched.complete
        if searched is not None and searched.moves is not None:
            moves = searched.moves
        shorter = self.again(finding, moves, fresh=True)
        return shorter or again, SHORTEST if complete and shorter is not None else IRREDUCIBLE

    def guessed(
        self,
        finding: Finding,
        moves: tuple[Action, ...],
        cause: str,
        shows: Callable[[tuple[Action, ...]], bool],
    ) -> tuple[Action, ...]:
        """Take the shortest game on which the explanation parts from the rules, if the engine agrees."""
        laboratory, params = self.run.laboratory, finding.observation.params
        reference = self.run.reference(params)
        other = laboratory.replay(self.hypothesis, params)
        if not cause or not moves or reference is None or other is None:
            return moves
        deadline = monotonic() + self.run.effort.seconds / 4

        def parts(line: tuple[Action, ...]) -> bool:
            if monotonic() > deadline:
                return False
            seen = reference.seen(reference.state(line))
            return not other.explains(Observation(params, line, seen)) and shows(line)

        found = nearest(reference.engine, len(moves) - 1, 10 * self.run.effort.nearest, parts)
        return moves if found.moves is None else found.moves

    def again(
        self, finding: Finding, moves: tuple[Action, ...], *, fresh: bool = False
    ) -> Finding | None:
        """Play moves and look for the same kind of deviation; None if they do not show it."""
        params, difference = finding.observation.params, finding.difference
        reference = self.run.reference(params)
        assert reference is not None
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
        try:
            performance = self.run.fresh(script) if fresh else self.run.play(script)
            if performance is None:
                return None
            return self.same_kind(finding, performance)
        except AdapterFault:
            return None

    def same_kind(self, finding: Finding, performance: Performance) -> Finding | None:
        """Find a deviation of the same kind in a performance; a refusal counts as a missing action."""
        kind = finding.difference.kind
        for observation, change in performance.changes:
            if change.kind == kind:
                return evolve(finding, observation=observation, difference=change)
        for observation, wrong in self.run.miscounted(performance):
            if kind == "count":
                return evolve(finding, observation=observation, difference=wrong)
        observation = performance.observations[-1]
        for each in self.run.against(observation):
            if each.kind == kind:
                return evolve(finding, observation=observation, difference=each)
        return None

    def unsteady(self, finding: Finding) -> Finding:
        """Find out why a finding does not show on a fresh engine: an earlier game, or chance."""
        difference, observation = finding.difference, finding.observation
        moves = observation.moves
        if self.due_to_counting(finding):
            given = f"{difference.action or difference.kind}: {difference.given}"
            changed = Difference("counting", difference.expected, given, difference.action)
            return evolve(finding, difference=changed)
        if any(self.again(finding, moves, fresh=True) for _ in range(REPEATS)):
            kind, given = "mind", str(difference.given)
        else:
            before = self.leaving_traces(finding)
            kind = "mind" if before is None else "earlier"
            given = str(difference.given)
            if before is not None:
                given += f" (before it, on the same engine: {story(before)})"
        changed = Difference(kind, difference.expected, given, difference.action)
        return evolve(finding, difference=changed)

    def due_to_counting(self, finding: Finding) -> bool:
        """Tell whether a finding shows, time and again, if the engine counts after each move."""
        script = evolve(
            self.script(finding),
            everywhere=True,
            counts=dict.fromkeys(range(len(finding.observation.moves) + 1), (1,)),
        )
        return all(self.shows_after(finding, None, script) for _ in range(REPEATS))

    def script(self, finding: Finding) -> Script:
        """Write the game of a finding as a script, with the action that it is about."""
        observation, action = finding.observation, finding.difference.action
        offers = {} if action is None else {len(observation.moves): (action,)}
        return Script("again", observation.params, observation.moves, offers=offers)

    def leaving_traces(self, finding: Finding) -> Script | None:
        """Find a game after which a finding shows, time and again; None if there is none."""
        script = self.script(finding)
        shorter = (Script("again", each.params, each.moves[:3]) for each in self.run.lately)
        for before in (*shorter, *self.run.lately):
            if all(self.shows_after(finding, before, script) for _ in range(REPEATS)):
                return before
        return None

    def shows_after(self, finding: Finding, before: Script | None, script: Script) -> bool:
        """Tell whether a finding shows on a fresh engine that may have played another game."""
        try:
            performance = self.run.fresh(*([] if before is None else [before]), script)
        except AdapterFault:
            return False
        return performance is not None and self.same_kind(finding, performance) is not None


def story(script: Script) -> str:
    """Write a script in one line."""
    return (
        f"{options(script.params) or 'default parameters'}, {' '.join(script.moves) or 'no move'}"
    )
