"""One query at a time: is there a model?

The plain SMT core is used throughout: Z3's default solver turns bounded whole numbers into bits, and
times out on sums that the core solves in milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

import z3
from attrs import define, field, frozen

from rulewright.proofs.anything import is_of_an_action
from rulewright.proofs.theorem import Term

SAT, UNSAT, UNKNOWN = "sat", "unsat", "unknown"
DECLARED = re.compile(r"^\(declare-fun (?:\|([^|]*)\||(\S+)) \(\) (Bool|Int)\)$", re.MULTILINE)
"""The name of a symbol, quoted or not, and its sort."""
NUMBERED = re.compile(r"\|[^|]*\||[?$]x\d+")
"""Quoted names, and names that Z3 gives to shared terms: their numbers differ from run to run."""
SHOWN = 160
"""Most characters that are quoted of a model."""


@frozen
class SolverAnswer:
    """`sat` (with a model), `unsat`, or `unknown`: it timed out or gave up."""

    result: str
    values: Mapping[str, bool | int] | None = None
    """The model: the value of each symbol; those that are left out are false, or 0."""


Known: TypeAlias = Callable[[str], SolverAnswer | None]
"""Returns the answer to a query, given as text, if it was shown before by what has been checked now."""


def not_known(_: str) -> SolverAnswer | None:
    """Return that nothing is known of a query."""


@frozen
class Query:
    """A query, kept for those who check its answer."""

    name: str
    text: str
    """In SMT-LIB 2, as the terms were before anything was solved."""
    result: str
    decided: bool = False
    """Whether constants decide it, so that there was nothing to solve."""
    model: Mapping[str, bool | int] | None = None
    """The value of each symbol, if the result is `sat`."""


@define
class AskedBefore:
    """What Z3 has answered in this process, by the terms of the query: theorems share lemmas."""

    _answers: dict[tuple[int, ...], tuple[tuple[Term, ...], SolverAnswer]] = field(factory=dict)
    """By Z3's ids of the terms; these live as long, so that no others get the ids."""

    def get(self, terms: tuple[Term, ...]) -> SolverAnswer | None:
        """Return the answer to just these terms, in this order; None if there is none."""
        kept, answer = self._answers.get(_ids(terms), ((), None))
        return answer if all(map(z3.eq, kept, terms)) else None

    def put(self, terms: tuple[Term, ...], answer: SolverAnswer) -> None:
        """Keep an answer; not that there was none, since more time may give one."""
        if answer.result != UNKNOWN:
            self._answers[_ids(terms)] = terms, answer


def _ids(terms: tuple[Term, ...]) -> tuple[int, ...]:
    return tuple(term.get_id() for term in terms)


@define
class Solving:
    """Puts queries to Z3, counts them, and keeps their text if wanted."""

    time_limit: float
    """Seconds per query."""
    keeps_text: bool = False
    count: int = 0
    decided: int = 0
    """Queries that were decided before the solver was asked."""
    asked: list[Query] = field(factory=list)
    known: Known = not_known
    """Where queries have been answered before; Z3 is not asked these. They need `keeps_text`."""
    answered: AskedBefore = field(factory=AskedBefore)
    """Nor is it asked these again. Its own answers are asked for each time if their text is kept."""

    def ask(self, name: str, terms: Iterable[Term]) -> SolverAnswer:
        """Ask whether the terms have a model in common."""
        given = tuple(terms)
        decided = is_decided(given)
        # Before the solver has seen the terms: it simplifies them, often to `false`.
        text = smt_text(given) if self.keeps_text else ""
        self.count += 1
        self.decided += decided
        known = self.known(text) if self.keeps_text else self.answered.get(given)
        answer = self._solved(given, text) if known is None else known
        if not self.keeps_text:
            self.answered.put(given, answer)
        else:
            self.asked.append(Query(name, text, answer.result, decided, answer.values))
        return answer

    def _solved(self, given: tuple[Term, ...], text: str) -> SolverAnswer:
        # Z3 works by the numbers of its terms. In a context that holds nothing else these do not hang
        # on what the process did before, and nor does the time that an answer takes.
        context = z3.Context()
        solver = z3.SimpleSolver(ctx=context)
        solver.set("timeout", max(1, int(self.time_limit * 1000)))
        solver.add(*(each.translate(context) for each in given))
        try:
            result = str(solver.check())
        except z3.Z3Exception:
            result = UNKNOWN
        if result != SAT:
            return SolverAnswer(result)
        model = solver.model()
        return SolverAnswer(SAT, values_in(model, text) if text else values_of(model))


def is_decided(terms: Iterable[Term]) -> bool:
    """Return whether constants decide a query: one term is false, or all are true."""
    negated = [(term.arg(0), True) if z3.is_not(term) else (term, False) for term in terms]
    false = [z3.is_true(term) if turned else z3.is_false(term) for term, turned in negated]
    true = [z3.is_false(term) if turned else z3.is_true(term) for term, turned in negated]
    return any(false) or all(true)


def smt_text(terms: Iterable[Term]) -> str:
    """Write terms as a query in SMT-LIB 2, the same in each run.

    The terms are printed, not simplified: text from a Z3 solver is, as soon as terms are added to it.
    They are printed from a context that holds nothing else: Z3 names those parts that occur more than
    once, and counts what other formulas refer to as well.
    """
    context = z3.Context()
    *others, last = tuple(each.translate(context) for each in tuple(terms) or (z3.BoolVal(True),))
    formulas = (z3.Ast * len(others))(*(term.as_ast() for term in others))
    text = z3.Z3_benchmark_to_smtlib_string(
        last.ctx.ref(), "", "", "unknown", "", len(others), formulas, last.as_ast()
    )
    names: dict[str, str] = {}

    def renamed(found: re.Match[str]) -> str:
        name = found[0]
        return name if name[0] == "|" else names.setdefault(name, f"{name[0]}{len(names)}")

    return NUMBERED.sub(renamed, text)


def values_of(model: z3.ModelRef) -> dict[str, bool | int]:
    """Return the value of each fact and whole number that a model decides.

    A model may have other things: what a number is divided by 0, or a number that is not whole.
    """
    values: dict[str, bool | int] = {}
    for symbol in model.decls():
        value, kind = model[symbol], symbol.range().kind()
        if symbol.arity() == 0 and kind == z3.Z3_BOOL_SORT:
            values[str(symbol.name())] = z3.is_true(value)
        elif symbol.arity() == 0 and kind == z3.Z3_INT_SORT:
            values[str(symbol.name())] = int(value.as_long())
    return values


def in_a_model(values: Mapping[str, bool | int] | None) -> str:
    """Name some of the facts that are true in a model, and of the numbers that are not 0."""
    if values is None:
        return "no model"
    said = {n: n if v is True else f"{n}={v}" for n, v in sorted(values.items()) if v}
    of_the_game = [text for name, text in said.items() if "." in name or is_of_an_action(name)]
    text = ", ".join(of_the_game or said.values())
    return f"{text[:SHOWN]} ..." if len(text) > SHOWN else text


def values_in(model: z3.ModelRef, text: str) -> dict[str, bool | int]:
    """Return the value of each symbol that a query declares; one that is free is false, or 0."""
    values: dict[str, bool | int] = {}
    for quoted, bare, sort in DECLARED.findall(text):
        kind = z3.BoolSort(model.ctx) if sort == "Bool" else z3.IntSort(model.ctx)
        constant = z3.Const(quoted or bare, kind)
        value = model.eval(constant, model_completion=True)
        values[quoted or bare] = z3.is_true(value) if sort == "Bool" else int(value.as_long())
    return values


def write_smt2(queries: Iterable[Query], folder: Path) -> tuple[Path, ...]:
    """Write one file per query to a folder, created if missing; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for query in queries:
        path = folder / f"{query.name}.smt2"
        text = f"; z3: {query.result}\n(set-logic ALL)\n{query.text}"
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return tuple(paths)
