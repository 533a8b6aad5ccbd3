"""A deviation described: the clauses it is about with their words, the position, and pictures."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulewright.conformance.adapter.observation import Observation
from rulewright.conformance.evidence.deviations import Detection, Deviation
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import ReportedDeviation
from rulewright.conformance.verdict.boards import boards
from rulewright.conformance.verdict.clauses import Clauses
from rulewright.interface import IllegalAction, RulewrightError
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, replay_both


class EnginesDisagree(RulewrightError):
    """Rulewright's own engines disagree about a position: no other engine is to blame."""

    exit_status = 4

    def __init__(self, game: str, what: str) -> None:
        """Name the game and what they disagree about."""
        super().__init__(
            f"this is a bug in rulewright, and nothing can be said of the engine that was checked: the "
            f"specification and the implementation of {game} disagree: {what}"
        )


@frozen
class Describer:
    """Describes deviations of one game from the rulings in force."""

    laboratory: Laboratory
    in_force: Hypothesis

    def describe(
        self, detection: Detection, cause: str, shortness: str, times: int
    ) -> ReportedDeviation:
        """Describe a detection."""
        observation, difference = detection.observation, detection.difference
        deviation = Deviation(observation, difference)
        game, readings = self.laboratory.game, self.in_force.readings
        reference: Any = games.specification(game, observation.params, readings)
        self.check_agreement(reference, observation)
        board = boards(reference, detection, self.laboratory.aside)
        about = Clauses(game, self.in_force).about(detection, cause)
        return ReportedDeviation(
            kind=deviation.kind,
            game=game,
            params=observation.params,
            rulings=readings,
            moves=observation.moves,
            action=difference.action,
            expected=difference.expected,
            given=difference.given,
            sentence=str(deviation),
            clauses=about.clauses,
            because=about.because,
            explained_by=cause,
            shortness=shortness,
            times=times,
            source=detection.source,
            text=board.text,
            svg=board.svg,
            their_text=board.their_text,
            their_svg=board.their_svg,
        )

    def check_agreement(self, reference: Any, observation: Observation) -> None:
        """Check that the specification agrees with the implementation.

        Raises `EnginesDisagree`: an engine is not to be blamed for a mistake of ours.
        """
        tested = self.laboratory.engine(self.in_force, observation.params)
        try:
            replay_both(reference, tested, observation.moves)
        except (Disagreement, IllegalAction) as error:
            raise EnginesDisagree(self.laboratory.game, str(error)) from error
