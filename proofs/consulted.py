"""Which options the formulas of some cases were built of: found by watching what rules are asked for.

A case says which rules it is `under`, and games are played under these. Nothing else ties its formulas
to them: built of other rules, they would prove nothing of those. So every answer of the rulings and of
the parameters to a formula is noted. A question that no formula asks is of no matter; one that is asked
must have been answered with each reading that is spoken of. A parameter must not have been answered
with a value that is not: two readings may be compared, but a board is of one size. Nor must a formula
come from a rulebook in which a clause is changed, as twins have it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from types import FrameType, ModuleType
from typing import Any, TypeAlias

import attrs
import z3

from rulewright.proofs.scope import listed, readings_of
from rulewright.proofs.symbolic import no_branches
from rulewright.proofs.theorem import Case, Claim, Theorem
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.engine import Ruled
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.registry import Clause, Rulebook
from rulewright.spec.structure import leaves

Answers: TypeAlias = dict[str, set[str]]
"""For each question or parameter that a formula asked for, the answers that it was given."""
CHANGED = "changed clauses"
"""Under which name the clauses are noted that a rulebook has otherwise than the game's own."""
FIXED, ENGINES = "fixed parts", "engines"
"""Under which names parts of positions are noted that are no unknowns, and engines that are none of the
game's."""
ASKED_FOR = {"effect", "permitting", "speaking_of_actions", "speaking_of_positions"}
"""How formulas are taken from a rulebook."""
PROOFS = "proofs"
"""Modules with this name, or below it, write theorems: what they ask is for a label, or a choice."""


@contextmanager
def watched() -> Iterator[Answers]:
    """Note what formulas ask rulings and parameters for while cases are made."""
    answers: Answers = {}
    kinds = {kind: {name: name for name in questions_of(kind)} for kind in kinds_of_rulings(object)}
    kinds |= {kind: noted_parameters(kind) for kind in kinds_of_parameters() if kind not in kinds}
    for kind, names in kinds.items():
        kind.__getattribute__ = noting(names, answers)
    watches_rulebooks = "__getattribute__" not in vars(Rulebook)
    if watches_rulebooks:
        Rulebook.__getattribute__ = noting_rulebooks(answers)  # type: ignore[method-assign]
    try:
        with watched_plays(answers):
            yield answers
    finally:
        for kind in kinds:
            del kind.__getattribute__
        if watches_rulebooks:
            del Rulebook.__getattribute__


@contextmanager
def watched_plays(answers: Answers) -> Iterator[None]:
    """Note in which positions games that list their actions are played, and by which engines."""
    known = tuple(kind for _, game in loaded_games() if isinstance(kind := game.engine, type))
    usual: list[tuple[Any, Any]] = []
    for kind in subclasses_of(OneByOne):
        if "played" in vars(kind) and not hasattr(kind.played, "is_noted"):
            usual.append((kind, kind.played))
            kind.played = noting_plays(kind.played, known, answers)
    try:
        yield
    finally:
        for kind, played in usual:
            kind.played = played


def subclasses_of(kind: type) -> Iterator[Any]:
    """Yield the classes that inherit from one."""
    kinds: list[Any] = type.__subclasses__(kind)
    for each in kinds:
        yield each
        yield from subclasses_of(each)


def noting_plays(
    played: Callable[..., Any], known: tuple[type, ...], answers: Answers
) -> Callable[..., Any]:
    """Return how a position over unknowns is played, if what is no unknown in it is noted.

    What follows from a position may have what is no unknown: it is played further as it is.
    """
    followed: list[Any] = []

    def noted(engine: Any, state: Any, move: Any) -> Any:
        parts = dict(leaves(state))
        fixed = {".".join(path): value for path, value in parts.items() if not is_unknown(value)}
        if len(fixed) < len(parts):
            if not any(state is each for each in followed):
                answers.setdefault(FIXED, set()).update(f"{k}={v}" for k, v in fixed.items())
            if type(engine) not in known and isinstance(engine, known):
                answers.setdefault(ENGINES, set()).add(type(engine).__name__)
        followed.append(played(engine, state, move))
        return followed[-1]

    noted.is_noted = True  # type: ignore[attr-defined]
    return noted


def is_unknown(value: object) -> bool:
    """Return whether part of a position is a formula or a sum, and no constant."""
    constant = z3.is_true(value) or z3.is_false(value) or z3.is_int_value(value)
    return isinstance(value, z3.ExprRef) and not constant


def noting_rulebooks(answers: Answers) -> Callable[[Any, str], Any]:
    """Return how rulebooks are asked for an attribute, if clauses are noted that are not the game's."""
    own: dict[str, list[tuple[Clause, ...]]] = {}
    for _, game in loaded_games():
        own.setdefault(game.rulebook.game, []).append(game.rulebook.clauses)

    def answer(rulebook: Any, name: str) -> Any:
        if name in ASKED_FOR:
            books = own.get(rulebook.game, [rulebook.clauses])
            if not any(rulebook.clauses is each for each in books):
                known = [clause for each in books for clause in each]
                other = {each.identifier for each in rulebook.clauses if each not in known}
                answers.setdefault(CHANGED, set()).update(other)
        return object.__getattribute__(rulebook, name)

    return answer


def kinds_of_rulings(above: type) -> Iterator[Any]:
    """Yield every class that has been defined with fields for questions, and inherits from no other."""
    kinds: list[Any] = type.__subclasses__(above)
    for kind in kinds:
        if attrs.has(kind) and questions_of(kind):
            if "__getattribute__" not in vars(kind):
                yield kind
        else:
            yield from kinds_of_rulings(kind)


def kinds_of_parameters() -> Iterator[Any]:
    """Yield the class of the parameters of every game that has been loaded."""
    for _, game in loaded_games():
        if "__getattribute__" not in vars(game.parameters):
            yield game.parameters


def loaded_games() -> Iterator[tuple[str, SpecifiedGame]]:
    """Yield the names of modules that have a game, with that."""
    for name, module in tuple(sys.modules.items()):
        game = getattr(module, "__dict__", {}).get("GAME")
        if isinstance(game, SpecifiedGame):
            yield name, game


def noted_parameters(kind: Any) -> dict[str, str]:
    """Return the names of parameters, and how they are noted: a question may have the same name."""
    return {each.name: f"parameter {each.name}" for each in attrs.fields(kind)}


def questions_of(kind: Any) -> dict[str, attrs.Attribute[Any]]:
    """Return the fields of a class that are questions, by name."""
    return {each.name: each for each in attrs.fields(kind) if "readings" in each.metadata}


def noting(names: Mapping[str, str], answers: Answers) -> Callable[[Any, str], Any]:
    """Return how options are asked for an attribute, if what formulas ask for is noted, so named."""

    def answer(options: Any, name: str) -> Any:
        value = object.__getattribute__(options, name)
        if name in names and is_of_a_formula(sys._getframe(1)):  # noqa: SLF001 - the one who asks
            answers.setdefault(names[name], set()).add(str(value))
        return value

    return answer


def is_of_a_formula(frame: FrameType) -> bool:
    """Return whether rules are evaluated here: no theorem is written, nothing copied or compared."""
    module = str(frame.f_globals.get("__name__", "")).split(".")
    is_generated = frame.f_code.co_filename.startswith("<")
    return not is_generated and PROOFS not in module and module[0] not in {"attr", "attrs"}


def built_again(claims: Sequence[Claim]) -> Answers:
    """Return what formulas ask for if none is kept from before: those asked at that time."""
    owners = {owner_of(claim.make) for claim in claims}
    for name, module in tuple(sys.modules.items()):
        if PROOFS in name.split(".") or top_of(name) in owners - {"rulewright"}:
            forget_what_is_kept(module)
    with no_branches(), watched() as answers:
        for claim in claims:
            claim.cases()
    return answers


def owner_of(make: Callable[..., Any]) -> str:
    """Return the package that a function belongs to in the end."""
    while isinstance(make, partial):
        make = make.func
    return top_of(str(getattr(make, "__module__", "")))


def is_of_a_guest(make: Callable[..., Any]) -> bool:
    """Return whether a function was not written for a game that is part of rulewright."""
    return owner_of(make) != "rulewright"


def top_of(module: str) -> str:
    """Return the package that a module belongs to in the end."""
    return module.partition(".")[0]


def forget_what_is_kept(module: ModuleType) -> None:
    """Empty the caches of the functions of a module."""
    for each in tuple(vars(module).values()):
        if callable(clear := getattr(type(each), "cache_clear", None)):
            clear(each)


def never_built(
    answers: Answers, spoken_of: Answers, claims: Sequence[Claim]
) -> tuple[str, str, str]:
    """Name a question that was asked, a reading that is spoken of and was no answer, and the answers.

    Empty if there is none. The claims are built again before that is said.
    """
    if not any(missing(answers, spoken_of)):
        return "", "", ""
    return next(missing(built_again(claims), spoken_of), ("", "", ""))


def missing(answers: Answers, spoken_of: Answers) -> Iterator[tuple[str, str, str]]:
    """Yield each reading that is spoken of and was no answer, with its question and those that were."""
    for question, readings in spoken_of.items():
        asked = answers.get(question, set())
        for reading in sorted(readings - asked) if asked else ():
            yield question, reading, listed(sorted(asked))


def of_a_claim(claim: Claim, cases: Iterable[Case], answers: Answers) -> str:
    """Say which rules the cases of a claim are said to be `under`, and its formulas not built of.

    Or of which parameters they were built that no case is said to be under. Empty if there are none.
    """
    if changed := sorted(answers.get(CHANGED, ())):
        return (
            f"its formulas are of a rulebook that has {', '.join(changed)} otherwise than the game's "
            "own: only a twin may be wrong on purpose"
        )
    if engines := sorted(answers.get(ENGINES, ())):
        return f"its positions are played by {engines[0]}, which is not the engine of the game"
    spoken_of: Answers = {}
    parameters: Answers = {}
    for rules in rules_of(cases):
        for question in questions_of(type(rules.rulings)):
            spoken_of.setdefault(question, set()).add(str(getattr(rules.rulings, question)))
        for name in noted_parameters(type(rules.params)):
            parameters.setdefault(name, set()).add(str(getattr(rules.params, name)))
    for name, values in parameters.items():
        if others := answers.get(f"parameter {name}", set()) - values:
            return (
                f"its cases are said to be under {name}={listed(sorted(values))}, but formulas were "
                f"built of {name}={listed(sorted(others))}"
            )
    question, reading, asked = never_built(answers, spoken_of, (claim,))
    return question and (
        f"a case is said to be under {question}={reading}, but its formulas ask for {question}, and "
        f"were built of {question}={asked} alone"
    )


def of_the_theorem(
    theorem: Theorem, cases: Mapping[str, Iterable[Case]], answers: Answers
) -> Iterator[str]:
    """Yield a question that a scope has read in any way, if formulas were not built of each reading."""
    if not theorem.extent.any_others:
        return
    kinds = {type(rules.rulings) for made in cases.values() for rules in rules_of(made)}
    spoken_of = {
        name: set(readings_of(each))
        for kind in kinds
        for name, each in questions_of(kind).items()
        if name not in theorem.extent.readings
    }
    claims = [part for part in theorem.parts if isinstance(part, Claim)]
    question, reading, asked = never_built(answers, spoken_of, claims)
    if question:
        yield (
            f"its scope has {question} read in any way, but its formulas ask for {question}, and were "
            f"built of {question}={asked} alone, never of {reading}"
        )


def rules_of(cases: Iterable[Case]) -> Iterator[Ruled]:
    """Yield the rules that cases are said to be about."""
    return (case.under for case in cases if case.under is not None)
