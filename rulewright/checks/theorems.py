"""The theorems of a game, proved anew."""

from __future__ import annotations

from time import perf_counter

from attrs import frozen

from rulewright import games
from rulewright.checks.outcome import Effort, Outcome, Progress


@frozen
class TheoremsCheck:
    """Every theorem proved, every witness found, every broken twin refuted."""

    name: str = "theorems"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Prove a game's theorems; all of them, or those that are not slow."""
        from rulewright.proofs.prove import prove  # noqa: PLC0415 - other checks need no prover

        del seed
        began, verdicts = perf_counter(), []
        every = games.theorems(game)
        chosen = [each for each in every if effort.theorems == "all" or not each.slow]
        for theorem in chosen:
            progress(theorem.name)
            verdicts.append(prove(theorem))
        failed = [verdict for verdict in verdicts if not verdict.holds]
        failure = "\n".join(f"{each.theorem.name}: {each.status}: {each.detail}" for each in failed)
        queries = sum(verdict.queries for verdict in verdicts)
        left = len(every) - len(chosen)
        return Outcome(
            game=game,
            check=self.name,
            held=not failed and bool(verdicts),
            cases=len(verdicts) - len(failed),
            unit="theorems",
            seconds=perf_counter() - began,
            detail=f"{queries} queries" + (f", {left} slow theorems left out" if left else ""),
            failure=failure or ("" if verdicts else "no theorem was proved"),
            data={
                "theorems": {
                    verdict.theorem.name: {
                        "status": verdict.status,
                        "holds": verdict.holds,
                        "seconds": round(verdict.seconds, 3),
                    }
                    for verdict in verdicts
                }
            },
        )
