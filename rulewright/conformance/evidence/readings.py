"""A run under several rulings: the verdict on each reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from rulewright.conformance.evidence.report import GameReport, Report, worst

UNSUPPORTED = "not supported"


@frozen
class ReadingVerdict:
    """What came of the runs in which a reading was in force."""

    game: str
    question: str
    reading: str
    verdict: str
    """The worst verdict of these runs, or that the engine does not support the reading."""
    runs: int
    passed: int
    """Runs that do not fail."""
    deviations: int
    """Deviations of these runs, known ones among them."""

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers, in this order."""
        return self.runs, self.passed, self.deviations


def reading_verdicts(report: Report) -> Iterator[ReadingVerdict]:
    """Yield the verdict on each reading, in the order of the questions, the default ones first."""
    for game, readings in report.readings.items():
        runs = [each for each in report.games if each.game == game]
        for question, reading in readings:
            under = [each for each in runs if each.rulings[question] == reading]
            verdict = worst(each.verdict for each in under).value if under else UNSUPPORTED
            yield ReadingVerdict(
                game,
                question,
                reading,
                verdict,
                len(under),
                sum(each.passes for each in under),
                sum(len(each.deviations) for each in under),
            )


def beside_first(report: Report, game: GameReport) -> Mapping[str, str]:
    """Return the readings in which a run differs from the first one of its game."""
    first = next(each for each in report.games if each.game == game.game)
    return {
        name: reading for name, reading in game.rulings.items() if first.rulings[name] != reading
    }
