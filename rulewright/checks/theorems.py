"""Prove the theorems of a game afresh."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any, cast

import cattrs
from attrs import asdict, define, evolve, field, frozen

from rulewright.checks.outcome import GUESTS, Effort, Outcome, Progress, skipped
from rulewright.checks.parted import blame_of
from rulewright.checks.proving import BROKEN, Asked, Proved, proved, side_by_side, slow_first
from rulewright.checks.scope import Scope
from rulewright.parts.part import PartFinding, PartOutcome, WorkPart
from rulewright.play import games
from rulewright.proofs.certification import Certification
from rulewright.proofs.theorem import ShownGame, Theorem
from rulewright.wording.numbers import counted

PROVED = "proved"
"""Where the data of a part have its verdict."""
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


@define
class TheoremsPlan:
    """A part for each theorem, the slow ones first."""

    game: str
    effort: Effort
    rules: str = ""
    check: str = field(default="theorems", init=False)
    every: Sequence[Theorem] = field(init=False)
    done: dict[str, Proved] = field(factory=dict, init=False)
    lost: list[PartFinding] = field(factory=list, init=False)
    """What is said of theorems without a verdict: their process was killed, or never ended."""

    @every.default
    def _of_the_game(self) -> Sequence[Theorem]:
        return games.theorems(self.game)

    @property
    def chosen(self) -> list[str]:
        """The names of the theorems that are to be proved."""
        return [each.name for each in self.every if wanted(each, self.effort.theorems)]

    def parts(self) -> Iterator[WorkPart | None]:
        """Yield the parts."""
        for name in slow_first(self.game, self.chosen):
            share = {"theorem": name}
            yield WorkPart(self.game, self.check, {}, {}, 0, share, self.rules)

    def take(self, outcome: PartOutcome) -> bool:
        """Take a verdict; the others are wanted whatever it is."""
        if outcome.findings:
            name = outcome.part.share["theorem"]
            self.lost += [
                evolve(each, text=f"{name}: no verdict: {each.text}") for each in outcome.findings
            ]
        else:
            self.proved(verdict_of(outcome.data[PROVED]))
        return True

    def proved(self, verdict: Proved) -> None:
        """Take a verdict."""
        self.done[verdict.name] = verdict

    def said(self) -> str:
        """How many were proved so far, and the latest."""
        if not self.done:
            return ""
        latest = list(self.done.values())[-1]
        return f"{len(self.done)} of {len(self.chosen)}, {latest.name}: {latest.status}"

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome of the check."""
        chosen = self.chosen
        verdicts = [self.done[name] for name in chosen if name in self.done]
        failed = [verdict for verdict in verdicts if not verdict.holds]
        failures = [f"{each.name}: {each.status}: {each.detail}" for each in failed]
        failure = "\n".join((*failures, *(each.text for each in self.lost)))
        slow = [each.name for each in self.every if each.slow and each.name not in chosen]
        blame = GUESTS if any(each.status == BROKEN for each in verdicts) else blame_of(self.lost)
        return Outcome(
            game=self.game,
            check=self.check,
            held=not failure and bool(chosen) and len(verdicts) == len(chosen),
            cases=len(verdicts) - len(failed),
            unit="theorems",
            seconds=seconds,
            detail=f"{sum(each.queries for each in verdicts)} queries"
            + second_opinion(verdicts)
            + certificates(verdicts)
            + on_trust(self.every, verdicts)
            + (f", {len(slow)} slow theorems left out" if slow else ""),
            failure=failure or ("" if verdicts else "no theorem was proved"),
            blame=blame,
            scope=Scope(left_out=(f"slow theorems: {', '.join(slow)}",) if slow else ()),
            data={"theorems": {each.name: for_programs(each) for each in verdicts}},
        )


@frozen
class TheoremsCheck:
    """Check that every theorem is proved, every witness found, and every broken twin refuted."""

    name: str = "theorems"

    def left_out(self, game: str) -> str:
        """Return why this check is skipped: a guest need not bring theorems; our own games must."""
        brings_none = games.is_guest(game) and game not in games.game_names("proofs")
        return "it has no theorems" if brings_none else ""

    def plan_parts(
        self, game: str, effort: Effort, seed: int, rules: str = ""
    ) -> TheoremsPlan | Outcome:
        """Return the plan: all of a game's theorems, or those that are not slow."""
        del seed
        plan = TheoremsPlan(game, effort, rules)
        if games.is_guest(game) and not plan.every:
            return skipped(game, self.name, "its proofs state no theorem")
        return plan

    def shares(self, game: str, effort: Effort) -> tuple[TheoremShare, ...]:
        """Return a check for each theorem, slow ones first; a guest, whose code may end us, has none."""
        if games.is_guest(game):
            return ()
        chosen = slow_first(game, TheoremsPlan(game, effort).chosen)
        slow = {each.name for each in games.theorems(game) if each.slow}
        return tuple(TheoremShare(name, is_slow=name in slow) for name in chosen)

    def joined(
        self, game: str, effort: Effort, outcomes: Iterable[Outcome], seconds: float
    ) -> Outcome:
        """Return the outcome of the check from those of its shares; without a verdict, what happened."""
        plan = TheoremsPlan(game, effort)
        for each in outcomes:
            if PROVED not in each.data:
                return evolve(each, seconds=seconds)
            plan.proved(verdict_of(cast("Mapping[str, Any]", each.data[PROVED])))
        return plan.outcome(seconds)

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Prove the theorems here, in several processes."""
        began = perf_counter()
        plan = self.plan_parts(game, effort, seed)
        if isinstance(plan, Outcome):
            return plan
        for verdict in side_by_side(game, plan.chosen, how(effort), None, progress):
            plan.proved(verdict)
            progress(plan.said())
        return plan.outcome(perf_counter() - began)


@frozen
class TheoremShare:
    """One theorem of the check: a task of its own where several run side by side."""

    theorem: str
    is_slow: bool
    name: str = "theorems"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Prove the theorem; the verdict is among the data."""
        del seed
        verdict = proved(game, how(effort), self.theorem, progress)
        held = int(verdict.holds)
        return Outcome(
            *(game, self.name, verdict.holds, held, "theorems", verdict.seconds),
            data={PROVED: asdict(verdict)},
        )


def how(effort: Effort) -> Asked:
    """Return how to prove with an effort."""
    return asked(effort.second_opinion, certify=effort.certificates)


def prove_part(part: WorkPart, effort: Effort, progress: Progress) -> PartOutcome:
    """Prove the theorem of a part."""
    verdict = proved(part.game, how(effort), part.share["theorem"], progress)
    return PartOutcome(part, seconds=verdict.seconds, data={PROVED: asdict(verdict)})


def verdict_of(written: Mapping[str, Any]) -> Proved:
    """Read the verdict on a theorem from the data of its part."""
    certification, witness = written["certification"], written["witness"]
    return Proved(
        **{
            **written,
            "certification": certification and cattrs.structure(certification, Certification),
            "witness": witness and ShownGame(**{**witness, "moves": tuple(witness["moves"])}),
            "unheld": tuple(written["unheld"]),
        }
    )


def for_programs(verdict: Proved) -> dict[str, object]:
    """Return a verdict as JSON."""
    return {
        "status": verdict.status,
        "holds": verdict.holds,
        "seconds": round(verdict.seconds, 3),
        "queries": verdict.queries,
        "detail": verdict.detail,
        "cross_check": verdict.cross_check,
        "decided": verdict.decided,
        "enumerated": verdict.enumerated,
        "replayed": verdict.replayed,
        "certification": certification_as_json(verdict.certification),
        "witness": verdict.witness and asdict(verdict.witness),
    }


def on_trust(theorems: Sequence[Theorem], verdicts: Sequence[Proved]) -> str:
    """Say how many statements are left to whoever reads the theorems, which `prove` prints."""
    unheld = {verdict.name: len(verdict.unheld) for verdict in verdicts}
    number = sum(
        len(list(theorem.on_trust())) + unheld[theorem.name]
        for theorem in theorems
        if theorem.name in unheld
    )
    return f", {counted(number, 'statements')} on trust" if number else ""


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
        "agreed_earlier": certification.agreed_earlier,
        "without": certification.without,
        "kept": certification.kept,
        "unasked": certification.unasked,
        "seconds": round(certification.seconds, 3),
        "contradiction": certification.against or None,
        "missing": certification.missing or None,
        "wrong": certification.wrong or None,
    }


def certificates(verdicts: Sequence[Proved]) -> str:
    """Return, in words, how many answers were checked, if they were."""
    made = [each.certification for each in verdicts if each.certification is not None]
    if not made:
        return ""
    checked = sum(each.certified + each.evaluated for each in made)
    decided = sum(each.decided for each in made)
    agreed, without = sum(each.agreed for each in made), sum(each.without for each in made)
    remarks = [f"{agreed} agreed only"] * bool(agreed) + [f"{without} unchecked"] * bool(without)
    apart = [f"{decided} decided before"] * bool(decided)
    return ", ".join(("", f"{checked} certified", *apart, *remarks))


def second_opinion(verdicts: Sequence[Proved]) -> str:
    """Return, in words, on how many queries cvc5 agreed, if it was run."""
    agreed = sum(each.agreed for each in verdicts)
    return f", cvc5 agreed on {agreed}" if agreed else ""
