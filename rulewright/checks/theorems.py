"""Prove the theorems of a game afresh."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from attrs import asdict, frozen

from rulewright.checks.outcome import GUESTS, Effort, Outcome, Progress, skipped
from rulewright.checks.proving import BROKEN, Asked, Proved, side_by_side
from rulewright.checks.scope import Scope
from rulewright.play import games
from rulewright.proofs.certification import Certification
from rulewright.proofs.theorem import Theorem

MOST_FOR_SECOND_OPINION = 30.0
"""Multiplies the second solver's limit for one query to that for all queries of a theorem."""


def asked(second_opinion: float, *, certify: bool = False) -> Asked:
    """Return how to prove; a second solver is used if it gets any seconds per query."""
    return Asked(
        cross_check=second_opinion > 0,
        second_time_limit=second_opinion or None,
        second_seconds=second_opinion * MOST_FOR_SECOND_OPINION,
        certify=certify,
    )


@frozen
class TheoremsCheck:
    """Check that every theorem is proved, every witness found, and every broken twin refuted."""

    name: str = "theorems"

    def left_out(self, game: str) -> str:
        """Return why this check is skipped: a guest need not bring theorems; our own games must."""
        brings_none = games.is_guest(game) and game not in games.game_names("proofs")
        return "it has no theorems" if brings_none else ""

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Prove a game's theorems: all of them, or those that are not slow."""
        del seed
        began = perf_counter()
        every = games.theorems(game)
        if games.is_guest(game) and not every:
            return skipped(game, self.name, "its proofs state no theorem")
        chosen = [theorem.name for theorem in every if wanted(theorem, effort.theorems)]
        done: dict[str, Proved] = {}
        how = asked(effort.second_opinion, certify=effort.certificates)
        for verdict in side_by_side(game, chosen, how, None, progress):
            done[verdict.name] = verdict
            progress(f"{len(done)} of {len(chosen)}, {verdict.name}: {verdict.status}")
        verdicts = [done[name] for name in chosen]
        failed = [verdict for verdict in verdicts if not verdict.holds]
        failure = "\n".join(f"{each.name}: {each.status}: {each.detail}" for each in failed)
        slow = [theorem.name for theorem in every if theorem.slow and theorem.name not in chosen]
        left = len(slow)
        return Outcome(
            game=game,
            check=self.name,
            held=not failed and bool(verdicts),
            cases=len(verdicts) - len(failed),
            unit="theorems",
            seconds=perf_counter() - began,
            detail=f"{sum(each.queries for each in verdicts)} queries"
            + second_opinion(verdicts)
            + certificates(verdicts)
            + (f", {left} slow theorems left out" if left else ""),
            failure=failure or ("" if verdicts else "no theorem was proved"),
            blame=GUESTS if any(each.status == BROKEN for each in verdicts) else "",
            scope=Scope(left_out=(f"slow theorems: {', '.join(slow)}",) if slow else ()),
            data={
                "theorems": {
                    each.name: {
                        "status": each.status,
                        "holds": each.holds,
                        "seconds": round(each.seconds, 3),
                        "queries": each.queries,
                        "detail": each.detail,
                        "cross_check": each.cross_check,
                        "decided": each.decided,
                        "enumerated": each.enumerated,
                        "replayed": each.replayed,
                        "certification": certification_as_json(each.certification),
                        "witness": each.witness and asdict(each.witness),
                    }
                    for each in verdicts
                }
            },
        )


def wanted(theorem: Theorem, which: str) -> bool:
    """Return whether a theorem is to be proved."""
    return which in {"all", theorem.name} or (which == "quick" and not theorem.slow)


def certification_as_json(certification: Certification | None) -> dict[str, object] | None:
    """Return the numbers of a certification, for programs."""
    if certification is None:
        return None
    return {
        "summary": str(certification),
        "certified": certification.certified,
        "evaluated": certification.evaluated,
        "agreed": certification.agreed,
        "without": certification.without,
        "kept": certification.kept,
        "unasked": certification.unasked,
        "seconds": round(certification.seconds, 3),
        "contradiction": certification.against or None,
        "missing": certification.missing or None,
    }


def certificates(verdicts: Sequence[Proved]) -> str:
    """Return, in words, how many answers were checked, if they were."""
    made = [each.certification for each in verdicts if each.certification is not None]
    if not made:
        return ""
    checked = sum(each.certified + each.evaluated + each.decided for each in made)
    agreed, without = sum(each.agreed for each in made), sum(each.without for each in made)
    remarks = [f"{agreed} agreed only"] * bool(agreed) + [f"{without} unchecked"] * bool(without)
    return ", ".join(("", f"{checked} certified", *remarks))


def second_opinion(verdicts: Sequence[Proved]) -> str:
    """Return, in words, on how many queries cvc5 agreed, if it was run."""
    agreed = sum(each.agreed for each in verdicts)
    return f", cvc5 agreed on {agreed}" if agreed else ""
