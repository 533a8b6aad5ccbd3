"""Checks the answers to the queries of a theorem without the solver that gave them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from attrs import define, field, frozen

from rulewright.certificates.answers import check, refute
from rulewright.certificates.clauses import Encoding
from rulewright.certificates.text import Assertions, RefusedError, read_json
from rulewright.certifying import cadical
from rulewright.certifying.arithmetic import ArithmeticClause, add_arithmetic_clauses
from rulewright.certifying.cadical import CaDiCaL
from rulewright.certifying.hints import with_hints
from rulewright.certifying.keeping import Kept, digest
from rulewright.proofs import second_solver, solving
from rulewright.proofs.certification import Certification, Entry
from rulewright.proofs.second_solver import SecondSolver
from rulewright.proofs.solving import SAT, UNSAT, SolverAnswer

Progress = Callable[[str], None]
CERTIFICATE, MODEL, AGREED = "certificate", "model", "agreed"
CVC5 = second_solver.NAME
NO_PROOF = "that the checker refuses"
FEW = 80_000
"""Clauses of diagrams that are few."""


class ContradictionError(Exception):
    """Something says otherwise than the solver; the message says what."""


@frozen
class Allotted:
    """Seconds of the processor's time for one query."""

    tries: tuple[tuple[str, float], ...] = (
        ("diagrams", 1.5),
        ("linear", 10.0),
        ("diagrams", 25.0),
        ("linear", 25.0),
    )
    """For CaDiCaL, with sums as diagrams or with linear arithmetic, one after the other."""
    few: float = 4.0
    """For CaDiCaL with diagrams of few clauses: what it solves then, arithmetic seldom does."""
    agreement: float = 20.0
    """For cvc5."""


def encoded_if_possible(read: Assertions, sums: str) -> Encoding | None:
    """Encode a query with one way to write sums; None where it has none."""
    try:
        return Encoding(read, sums)
    except (RefusedError, RecursionError):
        return None


@define
class Certifier:
    """Makes, keeps and checks certificates, and writes them to a folder if one is named."""

    kept: Kept
    folder: Path | None = None
    limits: Allotted = field(factory=Allotted)
    progress: Progress = field(default=lambda _: None)
    cadical: CaDiCaL | None = field(factory=lambda: CaDiCaL() if cadical.is_installed() else None)
    cvc5: SecondSolver | None = field(
        factory=lambda: SecondSolver(0) if second_solver.is_installed() else None
    )
    checked: dict[tuple[str, str], str] = field(factory=dict, init=False)
    """By answer and digest of the query: certificates and models that were kept, and found right."""
    refused: int = field(default=0, init=False)
    """Proofs of CaDiCaL that are none."""
    made: dict[str, str] = field(factory=dict, init=False)
    """By digest of the query: certificates that were made, and found right."""

    def known(self, text: str) -> SolverAnswer | None:
        """Return the answer that a kept certificate or model shows, once it is checked; else None."""
        for kind, answer in ((CERTIFICATE, UNSAT), (MODEL, SAT)):
            same = answer, digest(text)
            kept = self.checked.get(same) or self.kept.get(text, kind)
            if kept is None:
                continue
            try:
                if same not in self.checked:
                    check(text, answer, kept)
            except (RefusedError, RecursionError):
                continue
            self.checked[same] = kept
            return SolverAnswer(answer, read_json(kept) if answer == SAT else None)
        return None

    def __call__(self, asked: Sequence[solving.Query]) -> Certification:
        """Check the answers until one is contradicted."""
        began = perf_counter()
        found: Counter[str] = Counter()
        entries: list[Entry] = []
        against = ""
        try:
            for number, query in enumerate(asked):
                self.progress(f"{number} of {len(asked)} answers checked")
                entries.append(self._checked(query, found))
        except ContradictionError as error:
            against = str(error)
        finally:
            for process in (self.cadical, self.cvc5):
                if process is not None:
                    process.stop()
        return Certification(
            certified=found["certified"],
            evaluated=found["evaluated"],
            decided=found["decided"],
            agreed=found["agreed"],
            agreed_earlier=found["agreed earlier"],
            without=found["without"],
            kept=found["kept"],
            unasked=found["unasked"],
            against=against,
            missing=self._missing(found["agreed"] + found["without"] > 0),
            wrong=self._wrong(),
            seconds=perf_counter() - began,
            entries=tuple(entries),
        )

    def _missing(self, matters: bool) -> str:
        lacking = (
            (self.cadical, 'no certificates without CaDiCaL: pip install "rulewright[certify]"'),
            (self.cvc5, 'no second opinion without cvc5: pip install "rulewright[crosscheck]"'),
        )
        return "; ".join(said for solver, said in lacking if solver is None and matters)

    def _wrong(self) -> str:
        """Say which solver failed, and how; one that was only too slow has not."""
        processes = (
            ("CaDiCaL", None if self.cadical is None else self.cadical.process),
            (CVC5, self.cvc5),
        )
        said = [each.wrong(name) for name, each in processes if each is not None]
        if self.refused:
            said.append(f"CaDiCaL gave {self.refused} proof{'s' * (self.refused != 1)} {NO_PROOF}")
        return "; ".join(filter(None, said))

    def _checked(self, query: solving.Query, found: Counter[str]) -> Entry:
        """Check one answer, and count what stands behind it."""
        certificate, agrees = self.checked.get((query.result, digest(query.text))), None
        found["unasked"] += certificate is not None
        if query.result == SAT:
            certificate = certificate or self._model(query)
            kind = "evaluated"
        elif query.result == UNSAT:
            found["kept"] += certificate is not None
            certificate = certificate or self._certificate(query, found)
            agrees = CVC5 if certificate is None and self._agrees(query, found) else None
            kind = "certified" if certificate else "agreed" if agrees else "without"
        else:
            kind = "without"
        found["decided" if query.decided and certificate else kind] += 1
        if self.folder is not None:
            self._write(query, certificate)
        stamp = None if certificate is None else digest(certificate)
        return Entry(query.name, query.result, digest(query.text), stamp, agrees)

    def _model(self, query: solving.Query) -> str:
        """Return the model of a query, which was checked."""
        model = json.dumps(dict(query.model or {}), indent=0)
        try:
            check(query.text, SAT, model)
        except RefusedError as error:
            raise ContradictionError(f"{query.name}: {error}") from error
        self.kept.put(query.text, MODEL, model)
        return model

    def _write(self, query: solving.Query, certificate: str | None) -> None:
        assert self.folder is not None
        (self.folder / f"{query.name}.smt2").write_text(query.text, encoding="utf-8")
        if certificate is not None:
            path = self.folder / f"{query.name}.certificate"
            path.write_text(certificate, encoding="utf-8")

    def _certificate(self, query: solving.Query, found: Counter[str]) -> str | None:
        """Return a certificate that was checked: one that was kept, else a new one."""
        if (made := self.made.get(digest(query.text))) is not None:
            return made
        try:
            read = Assertions(query.text)
        except RefusedError:  # a name that other readers take for something else, say
            return None
        kept = self.kept.get(query.text, CERTIFICATE)
        if kept is not None:
            try:
                refute(read, kept)
            except (RefusedError, RecursionError):
                kept = None
            else:
                found["kept"] += 1
                return kept
        for certificate in self._made(query.name, read):
            try:
                refute(read, certificate)
            except (RefusedError, RecursionError):
                self.refused += 1
                continue
            self.kept.put(query.text, CERTIFICATE, certificate)
            self.made[digest(query.text)] = certificate
            return certificate
        return None

    def _made(self, name: str, read: Assertions) -> Iterator[str]:
        """Yield certificates, not checked yet, from the route that is the most promising on."""
        farkas: list[ArithmeticClause] = []
        made: dict[str, Encoding | None] = {}
        for sums, least in self.limits.tries:
            if sums not in made:
                made[sums] = encoded_if_possible(read, sums)
            encoded = made[sums]
            if encoded is None or (encoded.integers > 1 and sums != "linear"):
                continue
            is_small = sums != "linear" and len(encoded.clauses) < FEW
            seconds = max(least, self.limits.few) if is_small else least
            try:
                certificate = self._by(encoded, seconds, farkas)
            except ContradictionError as error:
                raise ContradictionError(f"{name}: {error}") from error
            if certificate is not None:
                yield certificate

    def _by(self, encoded: Encoding, seconds: float, farkas: list[ArithmeticClause]) -> str | None:
        """Make a certificate with one encoding, None if time is up; what arithmetic gave is kept."""
        clauses = list(encoded.clauses)
        lines = [encoded.sums]
        steps = with_hints(clauses, ["0"])
        if steps is None and self.cadical is not None:
            if encoded.sums == "linear":
                if not add_arithmetic_clauses(farkas, encoded, self.cadical, seconds):
                    return None
                lines += [each.line() for each in farkas]
                clauses += [each.literals for each in farkas]
            solved = self.cadical.solve(clauses, seconds)
            if solved.answer == SAT and encoded.sums != "linear":
                raise ContradictionError("CaDiCaL found a model of its clauses")
            if solved.answer == UNSAT:
                steps = with_hints(clauses, solved.lines)
                self.refused += steps is None
        if steps is None:
            return None
        for number, literals, hints in steps:
            lines.append(" ".join(map(str, (number, *literals, 0, *hints, 0))))
        return "\n".join(lines) + "\n"

    def _agrees(self, query: solving.Query, found: Counter[str]) -> bool:
        """Ask the second solver, unless it was asked in an earlier run."""
        if self.kept.get(query.text, AGREED) == UNSAT:
            found["agreed earlier"] += 1
            return True
        if self.cvc5 is None:
            return False
        self.cvc5.time_limit = self.limits.agreement
        with TemporaryDirectory() as folder:
            path = Path(folder) / "query.smt2"
            path.write_text(f"(set-logic ALL)\n{query.text}", encoding="utf-8")
            answer = self.cvc5.answer(path)
        if answer == SAT:
            raise ContradictionError(f"{query.name}: {CVC5} answers sat")
        if answer == UNSAT:
            self.kept.put(query.text, AGREED, UNSAT)
        return answer == UNSAT
