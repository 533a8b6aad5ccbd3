"""The theorems of a game, proved anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from os import cpu_count
from time import perf_counter

from attrs import frozen

from rulewright import games
from rulewright.checks.outcome import Effort, Outcome, Progress

MOST_FOR_SECOND_OPINION = 30.0
"""Times the seconds of one query that a second solver gets for all of a theorem's."""


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
    agreed: int
    """Queries that a second solver answered alike."""
    witness: tuple[str, ...]
    """The moves of the game that the theorem shows, where it shows one."""


def proved(game: str, name: str, second_opinion: float = 0.0) -> Proved:
    """Prove the theorem of that name; have it checked by a second solver if that gets any seconds."""
    from rulewright.proofs.prove import prove  # noqa: PLC0415 - other checks need no prover

    (theorem,) = (each for each in games.theorems(game) if each.name == name)
    verdict = prove(
        theorem,
        cross_check=second_opinion > 0,
        second_time_limit=second_opinion or None,
        second_seconds=second_opinion * MOST_FOR_SECOND_OPINION,
    )
    second = verdict.second_opinion
    return Proved(
        name,
        verdict.status,
        verdict.holds,
        sum(part.seconds for part in verdict.parts),
        verdict.queries,
        verdict.detail,
        verdict.cross_check,
        0 if second is None else second.agreed,
        verdict.witness,
    )


def proved_side_by_side(game: str, names: Sequence[str], second_opinion: float) -> Iterator[Proved]:
    """Prove theorems on all cores; gives each verdict as soon as it is there."""
    workers = min(cpu_count() or 1, len(names))
    if workers <= 1:
        yield from (proved(game, name, second_opinion) for name in names)
        return
    # Z3 keeps threads and memory of its own: a fresh process, not a copy of this one.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        asked = [pool.submit(proved, game, name, second_opinion) for name in names]
        yield from (each.result() for each in as_completed(asked))


@frozen
class TheoremsCheck:
    """Every theorem proved, every witness found, every broken twin refuted."""

    name: str = "theorems"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Prove a game's theorems; all of them, or those that are not slow."""
        del seed
        began = perf_counter()
        every = games.theorems(game)
        slow_too = effort.theorems == "all"
        chosen = [theorem.name for theorem in every if slow_too or not theorem.slow]
        done: dict[str, Proved] = {}
        for verdict in proved_side_by_side(game, chosen, effort.second_opinion):
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
            + second_opinion(verdicts)
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


def second_opinion(verdicts: Sequence[Proved]) -> str:
    """Say on how many queries cvc5 agreed, if it was asked."""
    agreed = sum(each.agreed for each in verdicts)
    return f", cvc5 agreed on {agreed}" if agreed else ""
