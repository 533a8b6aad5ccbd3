"""The theorems of a game, proved anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import inf
from multiprocessing import get_context
from os import cpu_count
from time import perf_counter

from attrs import frozen

from rulewright import games
from rulewright.checks.outcome import Effort, Outcome, Progress

SECOND_SECONDS = {"quick": 10.0, "normal": 300.0}
"""How long a second solver is asked about one theorem, by effort; else as long as it takes."""


@frozen
class Proved:
    """What became of one theorem, without the formulas: this can be sent between processes."""

    name: str
    status: str
    holds: bool
    seconds: float
    """Without those of a second solver."""
    queries: int
    detail: str
    cross_check: str
    """What a second solver says; `not asked` if it was not."""
    witness: tuple[str, ...]


def proved(game: str, name: str, second_seconds: float = 0.0) -> Proved:
    """Prove the theorem of that name; a second solver is asked for so long, not at all for 0."""
    from rulewright.proofs.prove import prove  # noqa: PLC0415 - other checks need no prover

    (theorem,) = (each for each in games.theorems(game) if each.name == name)
    verdict = prove(theorem, cross_check=second_seconds > 0, second_seconds=second_seconds)
    return Proved(
        name,
        verdict.status,
        verdict.holds,
        sum(part.seconds for part in verdict.parts),
        verdict.queries,
        verdict.detail,
        verdict.cross_check,
        verdict.witness,
    )


def proved_side_by_side(
    game: str, names: Sequence[str], second_seconds: float = 0.0
) -> Iterator[Proved]:
    """Prove theorems on all cores; gives each verdict as soon as it is there."""
    workers = min(cpu_count() or 1, len(names))
    if workers <= 1:
        yield from (proved(game, name, second_seconds) for name in names)
        return
    # Z3 keeps threads and memory of its own: a fresh process, not a copy of this one.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        asked = [pool.submit(proved, game, name, second_seconds) for name in names]
        yield from (each.result() for each in as_completed(asked))


@frozen
class TheoremsCheck:
    """Every theorem proved, every witness found, every broken twin refuted."""

    name: str = "theorems"
    cross_check: bool = False
    """Whether a second solver is asked, if it is installed."""

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Prove a game's theorems; all of them, or those that are not slow."""
        del seed
        began = perf_counter()
        every = games.theorems(game)
        slow_too = effort.theorems == "all"
        chosen = [theorem.name for theorem in every if slow_too or not theorem.slow]
        patience = SECOND_SECONDS.get(effort.name, inf) if self.cross_check else 0.0
        done: dict[str, Proved] = {}
        for verdict in proved_side_by_side(game, chosen, patience):
            done[verdict.name] = verdict
            progress(f"{len(done)} of {len(chosen)}, {verdict.name}: {verdict.status}")
        verdicts = [done[name] for name in chosen]
        failed = [verdict for verdict in verdicts if not verdict.holds]
        failure = "\n".join(f"{each.name}: {each.status}: {each.detail}" for each in failed)
        left = len(every) - len(chosen)
        return Outcome(
            game=game,
            check=self.name,
            held=not failed and bool(verdicts),
            cases=len(verdicts) - len(failed),
            unit="theorems",
            seconds=perf_counter() - began,
            detail=f"{sum(each.queries for each in verdicts)} queries"
            + (f", {left} slow theorems left out" if left else ""),
            failure=failure or ("" if verdicts else "no theorem was proved"),
            data={
                "theorems": {
                    each.name: {
                        "status": each.status,
                        "holds": each.holds,
                        "seconds": round(each.seconds, 3),
                        "queries": each.queries,
                        "detail": each.detail,
                        "cross_check": each.cross_check,
                        "witness": list(each.witness),
                    }
                    for each in verdicts
                }
            },
        )
