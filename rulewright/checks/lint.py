"""Look for what is wrong with a game's package, before anything is compared."""

from __future__ import annotations

from time import perf_counter

from attrs import frozen

from rulewright.checks.outcome import GUESTS, Effort, Outcome, Progress


@frozen
class LintCheck:
    """Check the package itself: rulebook, names, options, formulas, drawings."""

    name: str = "lint"
    answers: float = 3.0

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Examine a game's package; every finding is a line of the failure."""
        # Loads the implementations, on which verdicts of theorems must not rest.
        from rulewright.lint import lint  # noqa: PLC0415
        from rulewright.lint.effort import NORMAL, QUICK  # noqa: PLC0415

        began = perf_counter()
        report = lint(game, seed, QUICK if effort.name == "quick" else NORMAL, progress)
        return Outcome(
            game=game,
            check=self.name,
            held=not report.findings,
            cases=report.cases,
            unit="cases",
            seconds=perf_counter() - began,
            detail=", ".join(report.looked_at),
            failure="\n".join(finding.sentence for finding in report.findings),
            remarks=tuple(f"left out: {each}" for each in report.left_out),
            blame=GUESTS if report.raised else "",
        )
