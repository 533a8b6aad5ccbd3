"""Proving: every part of a theorem is put to the solver or computed, and the verdict sums them up.

A theorem holds if all its claims are proved from premises that have a model; if every lemma was proved
before it is used, and is used; if all exhibits and enumerations hold, and looked at something; if it has
a broken twin, and every twin is refuted; and if no second solver, if asked, contradicts. Whatever the
solver leaves unanswered makes the verdict `open`; so does all that `refusals` finds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.interface import IllegalAction
from rulewright.proofs import consulted, refusals, second_solver
from rulewright.proofs.asked import NOTHING_ASKED, AskedEngines, computed, not_called, not_computed
from rulewright.proofs.certification import Certification, Certify
from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, ShownGame
from rulewright.proofs.consulted import Answers
from rulewright.proofs.hanging import hanging
from rulewright.proofs.held import AgainstGames, fixed_otherwise, held_against_games
from rulewright.proofs.named import left_apart
from rulewright.proofs.on_plain_values import idle_part
from rulewright.proofs.presupposed import presupposed
from rulewright.proofs.reachability import exactly_reached
from rulewright.proofs.refusals import Certificates
from rulewright.proofs.replay import replayed
from rulewright.proofs.rims import missing_at_the_rim
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.second_solver import SecondOpinion, SecondSolver, cross_checked
from rulewright.proofs.shared import of_two_things
from rulewright.proofs.solving import (
    SAT,
    UNSAT,
    AskedBefore,
    Known,
    Solving,
    in_a_model,
    not_known,
    write_smt2,
)
from rulewright.proofs.symbolic import no_branches
from rulewright.proofs.theorem import (
    Case,
    Claim,
    Lemma,
    NoCase,
    Part,
    Premises,
    Term,
    Theorem,
    Twin,
    as_terms,
)

PROVED, REFUTED, OPEN = "proved", "refuted", "open"
FOUND = "found"
NOT_ASKED, NOT_INSTALLED = "not asked", "not installed"
NO_DIFFERENCE = "what is wrong in it on purpose makes no difference to the claim"
NO_MODEL = "what is given in it has no model, so it holds of nothing: it is vacuous"
"""Why a twin was proved that must be refuted."""
SECONDS_ALONE = 2.0
"""How long a sum may take to follow without its lemmas: what does follow does so at once."""
EXACT_SECONDS = 60.0
"""How long a model may take in which what is reached is worked out."""

Progress = Callable[[str], None]


@frozen
class PartVerdict:
    """The verdict on a part; `as_it_should` is what the theorem needs of it."""

    name: str
    kind: str
    status: str
    """`proved`, `refuted` or `open`; `found` for an exhibit or enumeration that holds."""
    seconds: float
    as_it_should: bool
    detail: str = ""
    """Why it is not as it should be; what an exhibit or enumeration shows; which positions alone a
    claim is held against."""
    witness: ShownGame | None = None
    enumerated: int = 0
    """Cases that were computed: those of an enumeration, and those of a claim that are `decided`."""
    replayed: bool | None = None
    """Of a twin that is refuted by a model: whether that was replayed."""
    held: AgainstGames | None = None
    """Of a claim that is held against games, against what of them."""
    decided: tuple[str, ...] = ()
    """Why conclusions of a claim are true before anything is asked."""
    untied: tuple[str, ...] = ()
    """Of what a guest computes: why nothing ties it to the games of its scope."""

    @property
    def is_twin(self) -> bool:
        """Whether it is wrong on purpose."""
        return self.kind == Twin.kind


@frozen
class TheoremVerdict:
    """The verdict on a theorem."""

    theorem: Theorem
    status: str
    """`proved`, `refuted` (a claim has a counterexample, or an exhibit fails) or `open`."""
    holds: bool
    """Proved, not vacuous, every twin refuted, and not contradicted by a second solver."""
    seconds: float
    """A second solver's are not included."""
    queries: int
    parts: tuple[PartVerdict, ...]
    detail: str
    """One line: what failed first; else a summary."""
    cross_check: str
    """`not asked`, `not installed`, `agreed on N queries`, or what disagreed."""
    second_opinion: SecondOpinion | None
    """The same in numbers; None if no second solver was asked."""
    decided: int
    """Queries that constants decide, so that no solver has anything to do."""
    certification: Certification | None = None
    """What stands behind the answers besides the solver; None if this was not asked."""
    witness: ShownGame | None = None
    """The first game that the theorem shows, if any."""
    unshown: tuple[str, ...] = ()
    """Of a guest's theorem: what is not shown to hold in all positions, and what no claim hangs on."""

    @property
    def replayed(self) -> str:
        """How many of the twins' models were replayed, in words."""
        models = [part.replayed for part in self.parts if part.replayed is not None]
        return f"{models.count(True)} of {len(models)} counterexamples replayed"

    @property
    def enumerated(self) -> int:
        """How many cases were computed one by one."""
        return sum(part.enumerated for part in self.parts)


@define
class _Proving:
    """The state of one proof: what was asked, and which statements were proved."""

    solving: Solving
    prefix: str
    scope: TheoremScope
    at_once: Solving = field(init=False)
    """Asks whether a sum follows without its lemmas: no part of the proof, so it is not counted."""
    proved: dict[int, Term] = field(factory=dict)
    """Statements by their Z3 ids; kept alive, so that no other term gets the id."""
    witnessed: dict[frozenset[int], Premises] = field(factory=dict)
    """Premises that were found to have a model."""
    certificates: Certificates = field(factory=Certificates)
    cases: dict[str, tuple[Case, ...]] = field(factory=dict)
    """For each claim that was proved, its cases."""
    answers: Answers = field(factory=dict)
    """What formulas of its claims asked rulings for."""
    held: dict[str, AgainstGames] = field(factory=dict)
    """For each claim that was proved, against what of games it was held."""
    twins: dict[str, Case] = field(factory=dict)
    replayed: set[str] = field(factory=set)
    """The twins whose models were replayed."""
    asked: dict[str, AskedEngines] = field(factory=dict)
    """For what a guest computes, which engines that asks; for a twin, which functions it calls."""
    exactly: Solving = field(factory=lambda: Solving(EXACT_SECONDS))
    """Asks for a model in which all is reached that is reached really: not counted either."""

    @at_once.default
    def _at_once(self) -> Solving:
        return Solving(SECONDS_ALONE, answered=self.solving.answered)

    def parts(
        self, theorem: Theorem, progress: Progress | None, *, first_failure_ends: bool
    ) -> Iterator[PartVerdict]:
        """Yield the verdict on each part."""
        for number, part in enumerate(theorem.parts):
            if progress is not None:
                progress(f"{theorem.name}: {part.name}")
            verdict = self.part(part, number)
            yield verdict
            if first_failure_ends and not verdict.as_it_should:
                return

    def part(self, part: Part, number: int) -> PartVerdict:
        began = perf_counter()
        name = f"{self.prefix}-{number:02d}-{_file_name(part.name)}"
        found: Computed | None = None
        enumerated, cases = 0, tuple[Case, ...]()
        if isinstance(part, Claim):
            status, fine, detail = self.claim(part, name)
            cases = self.cases.get(part.name, ())
            enumerated = sum(bool(case.decided) for case in cases)
        elif isinstance(part, Twin):
            status, fine, detail = self.twin(part, name)
        else:
            status, fine, detail, found = self.computed(part)
        if found is not None and isinstance(part, Enumeration):
            enumerated = found.looked
        return PartVerdict(
            part.name,
            _kind(part),
            status,
            perf_counter() - began,
            fine,
            detail,
            found.game if found is not None and status == FOUND else None,
            enumerated,
            part.name in self.replayed if isinstance(part, Twin) else None,
            self.held.get(part.name),
            tuple(dict.fromkeys(case.decided for case in cases if case.decided)),
            self.untied(part, found),
        )

    def refused(self, theorem: Theorem) -> Iterator[str]:
        """Yield why a theorem is not proved though each of its parts is as it should be."""
        if classes := list(refusals.of_its_classes(theorem)):
            yield from classes
            return
        yield from refusals.of_the_whole(theorem, self.cases)
        yield from refusals.of_the_twins(theorem, self.cases, self.twins)
        yield from refusals.of_twins_alike(theorem, self.twins)
        yield from consulted.of_the_theorem(theorem, self.cases, self.answers)
        yield not_computed(theorem, self.cases, self.asked)
        yield from not_called(theorem, self.asked)
        yield of_two_things(theorem)

    def looked_through(self, theorem: Theorem) -> tuple[str, tuple[str, ...]]:
        """Say why a theorem is not proved all the same, or what nothing shows of it."""
        if refused := refusals.collected(self.refused(theorem)):
            return "; and ".join(refused), ()
        hangs = hanging(theorem, self.cases)
        if hangs.refused:
            return hangs.refused, ()
        found = presupposed(theorem, self.cases)
        away = (f"{name}, which it names, is not here" for name, _ in missing_at_the_rim(theorem))
        unbroken = refusals.without_a_twin(theorem, self.cases, self.twins)
        apart = left_apart(theorem, self.cases)
        return found.refused, (*away, *apart, *unbroken, *hangs.told, *found.told)

    def computed(
        self, part: Exhibit | Enumeration | FalseExhibit
    ) -> tuple[str, bool, str, Computed | None]:
        """Compute a part. An illegal game shows nothing, and it is no reason why a false one fails."""
        is_false = isinstance(part, FalseExhibit)
        try:
            found, asked = computed(part)
        except IllegalAction as refusal:
            if is_false:
                why = f"its game is illegal, so nothing was looked at: {refusal}"
                return OPEN, False, why, None
            return REFUTED, False, str(refusal), None
        if type(found) is not Computed:
            why = f"its function returns a {type(found).__name__}: it must return a Computed"
            return OPEN, False, why, None
        if refused := refusals.of_what_was_computed(found) or asked.refused(found):
            return OPEN, False, refused, None
        if asked is not NOTHING_ASKED:
            self.asked[part.name] = asked
        holding, as_it_should = PROVED if is_false else FOUND, found.holds != is_false
        said = found.detail if as_it_should else refusals.of_what_it_finds(found)
        return (holding if found.holds else REFUTED), as_it_should, said, found

    def untied(self, part: Part, found: Computed | None) -> tuple[str, ...]:
        """Say what of a computation of a guest is not of the games of its scope, or of what is shown."""
        asked = None if isinstance(part, FalseExhibit) else self.asked.get(part.name)
        if asked is None or found is None:
            return ()
        chosen = isinstance(part, Enumeration) and asked.chooses(found)
        return (*((chosen,) if chosen else ()), *asked.told(found, self.scope))

    def claim(self, claim: Claim, name: str) -> tuple[str, bool, str]:
        with no_branches(), consulted.watched() as answers:
            try:
                cases = claim.cases()
            except NoCase as none:
                return OPEN, False, str(none)
        if not cases:
            return OPEN, False, "it has no case"
        for index, case in enumerate(cases):
            status, why = self.case(case, f"{name}-{index:03d}")
            if status != PROVED:
                return status, False, f"{case.label}: {refusals.with_its_field(why, claim)}"
        self.cases[claim.name] = cases
        for question, readings in answers.items():
            self.answers.setdefault(question, set()).update(readings)
        if why := consulted.of_a_claim(claim, cases, answers):
            return OPEN, False, why
        held = held_against_games(claim, cases, self.scope)
        fixed = tuple(sorted(answers.get(consulted.FIXED, ())))
        self.held[claim.name] = evolve(held, fixed=fixed, said_of_nothing=idle_part(claim, cases))
        why = held.refused or fixed_otherwise(claim, cases, self.scope, fixed)
        return (OPEN, False, why) if why else (PROVED, True, "; ".join(held.told))

    def case(self, case: Case, name: str) -> tuple[str, str]:
        """Prove a case from something that has a model."""
        for used in case.lemmas:
            if used.statement().get_id() not in self.proved:
                return OPEN, f"it rests on {used.label!r}, which was not proved before"
        if refused := refusals.of_a_case(case) or self.certificates.clash(case):
            return OPEN, refused
        if not case.decided:
            status, why = self.follows(case, name)
            if status != PROVED:
                return status, why
        if not self.has_model(case, name):
            return OPEN, "no model was found of what is given: the claim would be vacuous"
        statement = case.statement()
        self.proved[statement.get_id()] = statement
        return PROVED, ""

    def follows(self, case: Case, name: str) -> tuple[str, str]:
        """Ask whether the conclusion follows from what is used of the premises."""
        answer = self.solving.ask(f"{name}-proof", case.query())
        if answer.result == SAT and (case.adds_up or case.using is not None):
            return OPEN, "it does not follow from the part of the premises that was used"
        if answer.result == SAT:
            return REFUTED, f"refuted, for example by {in_a_model(answer.values)}"
        if answer.result != UNSAT:
            return OPEN, "the solver gave no answer"
        if case.adds_up and self.at_once.ask(f"{name}-alone", case.alone()).result == UNSAT:
            return OPEN, "it follows without the lemmas that it is to add up"
        return PROVED, ""

    def has_model(self, case: Case, name: str) -> bool:
        given = case.given
        key = frozenset(term.get_id() for term in given)
        if key not in self.witnessed:
            if self.solving.ask(f"{name}-witness", (*given, *case.witness)).result != SAT:
                return False
            self.witnessed[key] = given
        return True

    def twin(self, twin: Twin, name: str) -> tuple[str, bool, str]:
        with no_branches():
            case: Any = twin.case()
        if not isinstance(case, Case):
            why = f"its function returns a {type(case).__name__}: it must return a case"
            return OPEN, False, why
        if refused := refusals.of_a_twin(case) or self.certificates.clash(case):
            return OPEN, False, refused
        self.twins[twin.name] = case
        answer = self.solving.ask(f"{name}-twin", case.in_full())
        if answer.result == UNSAT:
            possible = self.solving.ask(f"{name}-twin-given", tuple(case.given)).result == SAT
            why = NO_DIFFERENCE if possible else NO_MODEL
            return PROVED, False, f"the broken twin was proved as well: {why}"
        if answer.result != SAT or answer.values is None:
            return OPEN, False, "the solver gave no answer on the broken twin"
        if not twin.not_replayed:
            if why := self.replay(twin, case, answer.values):
                return OPEN, False, f"its counterexample cannot be replayed: {why}"
            self.replayed.add(twin.name)
        return REFUTED, True, ""

    def replay(self, twin: Twin, case: Case, values: Mapping[str, bool | int]) -> str:
        """Say why a twin has no counterexample with what is really reached; empty if it has one."""
        why = replayed(twin.case, values)
        if why and (exact := as_terms(exactly_reached(case.in_full()))):
            answer = self.exactly.ask(twin.name, (*case.in_full(), *exact))
            if answer.values is not None:
                why = replayed(twin.case, answer.values)
        return why


def prove(
    theorem: Theorem,
    *,
    cross_check: bool = False,
    smt2: Path | None = None,
    time_limit: float = 120.0,
    second_time_limit: float | None = None,
    second_seconds: float = inf,
    progress: Progress | None = None,
    first_failure_ends: bool = False,
    certify: Certify | None = None,
    known: Known = not_known,
    answered: AskedBefore | None = None,
) -> TheoremVerdict:
    """Prove a theorem, part by part.

    `time_limit` is in seconds per query, for the second solver too unless `second_time_limit` is given.
    `second_seconds` limits the second solver's time in all; the verdict counts the queries it was not
    asked. `smt2` is a folder for one SMT-LIB file per query. `progress` is called with the name of each
    part before it begins. Parts after one that failed are still tried, so that the verdict names
    everything that is wrong, unless `first_failure_ends`. `certify` checks the answers to all queries;
    `known` has those that Z3 need not be asked, because what shows them was kept and checked again. It
    is not used where Z3's own answers are to be compared, or written. `answered` has Z3's answers in the
    proofs of other theorems, and gets those in this one; it is used where no text is kept.
    """
    began = perf_counter()
    compares = cross_check or smt2 is not None
    keeps, known = compares or certify is not None, not_known if compares else known
    solving = Solving(time_limit, keeps, known=known, answered=answered or AskedBefore())
    proving = _Proving(solving, theorem.name, theorem.extent)
    parts = list(proving.parts(theorem, progress, first_failure_ends=first_failure_ends))
    if smt2 is not None:
        write_smt2(proving.solving.asked, smt2)
    seconds, second = perf_counter() - began, None
    if cross_check and second_solver.is_installed():
        if progress is not None:
            progress(f"{theorem.name}: asking a second solver")
        limit = time_limit if second_time_limit is None else second_time_limit
        second = cross_checked(proving.solving.asked, SecondSolver(limit), second_seconds)
    certification = None if certify is None else certify(proving.solving.asked)
    status, detail = _summary(parts, second, certification)
    unshown: tuple[str, ...] = ()
    if status == PROVED:
        refused, unshown = proving.looked_through(theorem)
        status, detail = (OPEN, refused) if refused else (status, detail)
    return TheoremVerdict(
        theorem=theorem,
        status=status,
        holds=status == PROVED,
        seconds=seconds,
        queries=proving.solving.count,
        parts=tuple(parts),
        detail=detail,
        cross_check=str(second or (NOT_INSTALLED if cross_check else NOT_ASKED)),
        second_opinion=second,
        decided=proving.solving.decided,
        certification=certification,
        witness=next((part.witness for part in parts if part.witness is not None), None),
        unshown=unshown,
    )


def _kind(part: Part) -> str:
    """Return what a part counts as: its class decides."""
    kinds = (Lemma, Claim, Twin, Exhibit, Enumeration, FalseExhibit)
    return next(each.kind for each in kinds if isinstance(part, each))


def _summary(
    parts: list[PartVerdict], second: SecondOpinion | None, certification: Certification | None
) -> tuple[str, str]:
    """Return the status and one line about it."""
    bad = [part for part in parts if not part.as_it_should]
    refuted = [part for part in bad if not part.is_twin and part.status == REFUTED]
    if refuted:
        return REFUTED, _line(refuted[0])
    if why := reason_against(parts, bad, second, certification):
        return OPEN, why
    fine = [part for part in parts if part.status in (PROVED, FOUND)]
    said = dict.fromkeys(part.detail for part in fine if part.detail)
    numbers = ", ".join(_plural(parts, kind) for kind in _kinds(parts))
    return PROVED, "; ".join((numbers, *said))


def reason_against(
    parts: list[PartVerdict],
    bad: list[PartVerdict],
    second: SecondOpinion | None,
    certification: Certification | None,
) -> str:
    """Return the first reason against a proof, or nothing."""
    if bad:
        return _line(bad[0])
    if all(part.is_twin for part in parts):
        return "it has no part that proves anything"
    if not any(part.is_twin for part in parts):
        return "it has no broken twin, so nothing shows that its proof can fail"
    if second is not None and second.against:
        return f"the second solver {second}"
    if certification is not None and certification.against:
        return f"the check of the answers {certification}"
    return ""


def _line(part: PartVerdict) -> str:
    return f"{part.kind} {part.name!r}: {part.detail}"


def _kinds(parts: list[PartVerdict]) -> list[str]:
    return list(dict.fromkeys(part.kind for part in parts))


def _plural(parts: list[PartVerdict], kind: str) -> str:
    number = sum(part.kind == kind for part in parts)
    name = f"broken {kind}" if kind == "twin" else kind
    return f"{number} {name}{'s' if number > 1 else ''}"


def _file_name(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:60]
