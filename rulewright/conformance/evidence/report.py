"""The result of a run, as plain values: every output is made of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from attrs import field, frozen

from rulewright.conformance.adapter.faults import TimeExhausted
from rulewright.conformance.evidence.known import Declared
from rulewright.interface import Action, Json, Violation
from rulewright.wording.numbers import counted

OPTIONS = "options"
NOT_SUPPORTED, NOT_MET = "not told apart", "not told apart within this run"
HIDDEN = "not told apart from a bug"
UNCLEAR = "not clear beside other bugs"
CLOSEST = "closest, not exact"
NOT_ABOUT_RULES = ("smoke", "state", OPTIONS)
"""Stages whose cases say nothing about the rules."""


class Status(Enum):
    """The result of one case."""

    PASSED = "passed"
    DEVIATES = "deviates"
    UNSUPPORTED = "unsupported"
    FAULT = "fault"


class Conformity(Enum):
    """The verdict on an engine."""

    CONFORMS = "conforms"
    EXCEPT_KNOWN = "agrees except for known differences"
    """All that deviates is declared."""
    OUTDATED = "known differences are out of date"
    """All that deviates is declared, but so is what no longer occurs, or whose time is over."""
    DEVIATES = "deviates"
    FAULT = "adapter fault"
    UNFINISHED = "not finished"
    """The time for the whole run was over before, and nothing else is at fault."""
    NOTHING = "nothing was checked"


BROKEN_OFF = (Conformity.FAULT, Conformity.UNFINISHED)
"""Verdicts of a run that does not know all that it was to find out."""
PASSING = (Conformity.CONFORMS, Conformity.EXCEPT_KNOWN)
"""Verdicts of a run that does not fail."""
WORST_FIRST = (
    Conformity.FAULT,
    Conformity.UNFINISHED,
    Conformity.DEVIATES,
    Conformity.OUTDATED,
    Conformity.NOTHING,
    Conformity.EXCEPT_KNOWN,
    Conformity.CONFORMS,
)
EVERY, PAIRS = "every", "pairs"
"""Ways to check an engine under several rulings: each reading once, or each pair of readings."""


def worst(verdicts: Iterable[Conformity]) -> Conformity:
    """Return the worst of some verdicts; that nothing was checked if there are none."""
    every = set(verdicts)
    return next((each for each in WORST_FIRST if each in every), Conformity.NOTHING)


@frozen
class CaseResult:
    """One thing that was tested: a step of the smoke test, a vector, a perft table, a random game."""

    stage: str
    name: str
    status: Status
    detail: str = ""
    """What was wrong, or why it was not tried; "" where it passed."""
    clauses: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


@frozen
class ReportedDeviation:
    """One deviation, with all that is needed to reproduce it."""

    kind: str
    game: str
    params: Json
    rulings: Mapping[str, str]
    moves: tuple[Action, ...]
    action: Action | None
    expected: Any
    given: Any
    sentence: str
    clauses: tuple[Violation, ...]
    """The clauses that it is about, with demand and quotation."""
    because: str
    """How the clauses were found: they forbid the action, they determine the value, and so on."""
    explained_by: str
    """The reading or clause mutant that explains it; "" where nothing does."""
    shortness: str
    """How short its game is: whether all shorter ones were tried, or to leave out each move."""
    times: int
    """Games in which the same was met."""
    source: str
    text: str
    """The position by the rules, drawn with characters."""
    svg: str
    """The same as a picture, with the action in question."""
    their_text: str | None = None
    """The position as the engine reports it, if that can be drawn and differs: carets mark where, in
    both drawings."""
    their_svg: str | None = None
    """The same as a picture; outlines mark where it differs, in both pictures."""
    names: tuple[str, ...] = ()
    """The departures that explain it, each by its name: what `explained_by` says in words."""
    known: str = ""
    """The reason, if it is a known difference."""


@frozen
class Unexplained:
    """Wrong answers about actions that nothing explains, and that the same clauses decide."""

    kind: str
    """As the kind of a deviation: ``illegal action listed``, ``legal action missing``, ..."""
    clauses: tuple[str, ...]
    """The clauses that decide; () if none could be found."""
    how: str
    """How they decide it, or why none is named."""
    under: tuple[str, ...]
    """The departures from the rulings in force under which it is judged."""
    perhaps: tuple[str, ...]
    """Departures that would explain it, of questions that are left open; or *what is left open*, where
    not all of these were tried together."""
    actions: int
    """How many there are, in all positions."""
    positions: int
    params: Json
    """Those of the first of the shortest games, and its moves and its action."""
    moves: tuple[Action, ...]
    action: Action


@frozen
class Break:
    """Where a reading does not fit what was observed."""

    moves: tuple[Action, ...]
    params: Json
    sentence: str


@frozen
class QuestionFound:
    """What was found out about one question."""

    question: str
    asks: str
    status: str
    """``follows``; ``seems to follow`` if not all that was observed could be compared; ``closest, not
    exact`` if the combination that it belongs to does not explain all; ``not told apart`` if what the
    engine does not support is the reason, ``not told apart within this run`` if no game was met that
    tells them apart, or ``not told apart from a bug`` if one of those reported explains as much with
    another reading; ``not clear beside other bugs`` if answers that nothing explains speak for and
    against each; or ``none of the known ones`` if a clause that it is about is not obeyed."""
    readings: tuple[str, ...]
    """The readings that fit what was observed; with the first three it is one."""
    in_force: str
    """The reading that was asked for."""
    breaks: Mapping[str, Break]
    """For each reading that does not fit: a shortest observed game where it breaks."""
    agreeing: int = 0
    """Answers that this question alone decides, and that are as the reading followed has them."""
    against: int = 0
    """Such answers that are otherwise."""
    best: str = ""
    """The reading that these are counted for, where several fit."""

    @property
    def evidence(self) -> str:
        """Say how many answers the question alone decides, and how."""
        if not self.agreeing + self.against:
            return ""
        decided = counted(self.agreeing + self.against, "deciding answers")
        if self.status == HIDDEN:
            decided += " apart from the bug's"
        alike = self.status in {NOT_SUPPORTED, NOT_MET}
        best = "it" if len(self.readings) == 1 else "each of these" if alike else self.best
        if not self.against:
            return f"{decided}, all for {best}"
        return f"{decided}, {self.against:,} of them against {best}"

    @property
    def said(self) -> str:
        """Say it briefly."""
        if self.status == "follows":
            return self.readings[0]
        if self.status == "seems to follow":
            return f"{self.readings[0]} (as far as it was compared)"
        if self.status == CLOSEST:
            return f"{self.readings[0]} (closest; some answers speak against it)"
        if self.status == NOT_SUPPORTED:
            return f"not told apart by what it supports: {', '.join(self.readings)}"
        if self.status in {NOT_MET, HIDDEN, UNCLEAR}:
            return f"{self.status}: {', '.join(self.readings)}"
        return "none of the known ones"


@frozen
class FaultMet:
    """A fault of the adapter, and what was going on."""

    kind: str
    message: str
    doing: str
    moves: tuple[Action, ...] = ()
    params: Json = field(factory=dict)
    """Those that are not the defaults."""
    rulings: Mapping[str, str] = field(factory=dict)
    """Those in force that are not the defaults."""


def of_faults(faults: Iterable[FaultMet]) -> Conformity:
    """Return the verdict on a run with some faults: that time ran out is none of the adapter's."""
    late = all(each.kind == TimeExhausted.kind for each in faults)
    return Conformity.UNFINISHED if late else Conformity.FAULT


@frozen
class GameReport:
    """The result of one game."""

    game: str
    title: str
    params: Json
    rulings: Mapping[str, str]
    cases: tuple[CaseResult, ...]
    deviations: tuple[ReportedDeviation, ...]
    faults: tuple[FaultMet, ...]
    questions: tuple[QuestionFound, ...]
    plays: str
    """In one line: what the engine seems to be playing."""
    suggestion: str
    """Options of a run that it would pass, if there are any; else ""."""
    positions: int
    """Positions observed."""
    messages: int
    """Requests sent."""
    seconds: float
    played: str = ""
    """The values that each parameter was played with, and the length of the longest game."""
    not_compared: tuple[str, ...] = ()
    """The position, or parts of it, that the engine does not report: nothing is known of them."""
    left_out: Mapping[str, int] = field(factory=dict)
    """Vectors that do not apply under these parameters and rulings, by reason."""
    declared: tuple[Declared, ...] = ()
    """The known differences that the run can meet."""
    unexplained: tuple[Unexplained, ...] = ()
    """What no reading, clause mutant or pattern explains about legal actions, by clause."""
    beyond: int = 0
    """Wrong answers that no known difference covers, though each deviation shown is covered."""
    seed: int = 0
    """The seed of its games."""

    def count(self, status: Status) -> int:
        """Count the cases with a status."""
        return sum(case.status is status for case in self.cases)

    @property
    def stages(self) -> dict[str, Counter[Status]]:
        """Count the cases by stage and status."""
        found: dict[str, Counter[Status]] = {}
        for case in self.cases:
            found.setdefault(case.stage, Counter())[case.status] += 1
        return found

    @property
    def checked(self) -> int:
        """Number of cases about the rules that were run."""
        tried = (Status.PASSED, Status.DEVIATES)
        return sum(
            case.status in tried and case.stage not in NOT_ABOUT_RULES for case in self.cases
        )

    @property
    def verdict(self) -> Conformity:
        """Return the verdict; a fault comes first, since it leaves the rest in doubt."""
        if self.faults:
            return of_faults(self.faults)
        if self.beyond or any(not each.known for each in self.deviations):
            return Conformity.DEVIATES
        if any(each.fails for each in self.declared):
            return Conformity.OUTDATED
        if self.deviations:
            return Conformity.EXCEPT_KNOWN
        return Conformity.CONFORMS if self.checked else Conformity.NOTHING

    @property
    def passes(self) -> bool:
        """Return whether it does not fail."""
        return self.verdict in PASSING

    @property
    def known(self) -> int:
        """Number of declared differences that occur."""
        return sum(bool(each.deviations) for each in self.declared)

    @property
    def outcome(self) -> str:
        """Say the verdict, with the number of known differences."""
        if self.verdict is Conformity.EXCEPT_KNOWN:
            return f"agrees except for {counted(self.known, 'known differences')}"
        return str(self.verdict.value)


@frozen
class Report:
    """The result of a run."""

    name: str
    """What the engine calls itself."""
    language: str
    command: str
    seed: int
    effort: str
    games: tuple[GameReport, ...]
    faults: tuple[FaultMet, ...]
    """Faults before any game was begun."""
    seconds: float
    version: str
    """The version of rulewright."""
    words: tuple[str, ...] = ()
    """The command that starts the engine; () if it is no program."""
    strict: bool = False
    """Whether what is not supported counts as a failure."""
    readings: Mapping[str, tuple[tuple[str, str], ...]] = field(factory=dict)
    """Of a run under several rulings: for each game, each question with each of its readings."""

    @property
    def verdict(self) -> Conformity:
        """The worst of all games; that one was not checked counts only under several rulings."""
        every = {game.verdict for game in self.games}
        if self.faults:
            return of_faults(self.faults)
        return worst(every if self.readings else every - {Conformity.NOTHING})

    @property
    def known(self) -> int:
        """Number of declared differences that occur, each counted once."""
        every = (each for game in self.games for each in game.declared if each.deviations)
        return len({each.difference for each in every})

    @property
    def unsupported(self) -> int:
        """Cases that the engine does not support; each reading that it lacks is one."""
        cases = sum(game.count(Status.UNSUPPORTED) for game in self.games)
        return cases + sum(len(self.lacking(game)) for game in self.readings)

    def lacking(self, game: str) -> list[tuple[str, str]]:
        """List the readings of a game that were in force in no run."""
        runs = [each.rulings for each in self.games if each.game == game]
        return [
            (question, reading)
            for question, reading in self.readings[game]
            if all(each[question] != reading for each in runs)
        ]

    @property
    def fails_strictly(self) -> bool:
        """Return whether unsupported cases are the only reason for a failure."""
        return self.strict and self.verdict in PASSING and self.unsupported > 0

    def exit_status(self) -> int:
        """Return 0, 1 (deviates, nothing checked, or unsupported when strict) or 3 (broken off)."""
        verdict = self.verdict
        if verdict in BROKEN_OFF:
            return 3
        if verdict not in PASSING:
            return 1
        return int(self.fails_strictly)
