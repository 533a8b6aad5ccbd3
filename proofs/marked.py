"""Whether what a guest's claims say hangs on the rules that are run, and not on a copy of them.

The claims are made once more, while each formula of the game's clauses answers something else: what it
says, unless a mark is set that belongs to it. A clause whose marks are in no formula of a claim makes no
difference to it, whatever it calls. So it is seen whether what follows from an action is what the
rulebook says, or what the author of a theorem has written once more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from inspect import unwrap
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import z3
from attrs import define, field, frozen

from rulewright.proofs.anything import is_of_an_action
from rulewright.proofs.consulted import is_unknown, loaded_games, owner_of, top_of
from rulewright.proofs.induction import NOT_OVER_UNKNOWNS
from rulewright.proofs.named import forget_what_is_kept_of, functions_of, names_in
from rulewright.proofs.symbolic import no_branches
from rulewright.proofs.terms import unknowns
from rulewright.proofs.theorem import Case, Claim
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.logic import (
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    exactly_one,
    none_of,
)
from rulewright.spec.structure import leaves, mapped

MARK = "marked!"
"""How the unknowns begin that mark what formulas say."""
COMBINATORS = (all_of, any_of, none_of, exactly_one, count, at_most, at_least)


@frozen
class Role:
    """What a function is for: it says what a clause permits, keeps true or has for its effect."""

    clause: str
    kind: str
    """`permits`, `holds` or `effect`."""
    itself: bool
    """Whether it is that formula, and not a function that the formula calls."""

    @property
    def follows(self) -> bool:
        """Whether it says what follows from something."""
        return self.itself and self.kind == "effect"


@define(eq=False)
class Marked:
    """A function of the rules, and what it answers while claims are made once more."""

    function: Any
    number: int
    roles: set[Role] = field(factory=set)
    is_called: bool = False
    says_something: bool = False
    """Whether it answered with a formula over unknowns."""
    given: list[Any] = field(factory=list)
    """What it was given while a claim is made."""
    usual: Callable[..., Any] = field(init=False)
    """It, as it was."""

    @usual.default
    def _usual(self) -> Callable[..., Any]:
        return as_it_is(self.function)

    @property
    def mark(self) -> str:
        """The name of its mark."""
        return f"{MARK}{self.number}"

    def answer(self, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Answer as usual, and mark each fact and number of which something is unknown."""
        self.is_called = True
        self.given += (*given, *named.values())
        return mapped(self.marked, self.usual(*given, **named))

    def marked(self, value: Any) -> Any:
        """Mark what a formula says; what it says without unknowns stays as it is."""
        if isinstance(value, dict):
            return {key: mapped(self.marked, each) for key, each in value.items()}
        if isinstance(value, Iterator):
            return (mapped(self.marked, each) for each in value)
        if not is_unknown(value):
            return value
        self.says_something = True
        mark = z3.Bool(self.mark)
        return z3.Xor(value, mark) if z3.is_bool(value) else value + z3.If(mark, 1, 0)


@define(eq=False)
class Joining:
    """A combinator, and whether it is ever given a fact, by where proofs ask for it."""

    function: Any
    usual: Any
    modules: Callable[[str], bool]
    """Whether a module of that name writes theorems."""
    is_empty: dict[tuple[str, int, int], bool] = field(factory=dict)

    @property
    def mark(self) -> str:
        """The name under which it stands in."""
        return f"{MARK}{self.function.__name__}"

    def answer(self, asked: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Answer as usual, and note who gives no facts at all: they are what comes last."""
        if named or not asked or not isinstance(asked[-1], Iterable):
            return self.usual(*asked, **named)
        *first, facts = asked
        several = tuple(facts)
        frame = sys._getframe(3)  # noqa: SLF001 - who asks, beyond what stands in
        if self.modules(str(frame.f_globals.get("__name__", ""))):
            where = frame.f_code.co_name, frame.f_lineno, frame.f_lasti
            self.is_empty[where] = self.is_empty.get(where, True) and not several
        return self.usual(*first, several)


STANDING_IN: dict[str, Marked | Joining] = {}
"""By its mark, what stands in for a function at this time."""


def as_it_is(function: Any) -> FunctionType:
    """Return another function that does the same, whatever becomes of this one."""
    code, names, name = function.__code__, function.__globals__, function.__name__
    copied = FunctionType(code, names, name, function.__defaults__, function.__closure__)
    copied.__kwdefaults__ = function.__kwdefaults__
    return copied


def answered(mark: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Answer for a function."""
    return STANDING_IN[mark].answer(given, named)


def _stand_in(*given: Any, **named: Any) -> Any:
    """Answer for a function whose module need not know this one."""
    from rulewright.proofs.marked import answered  # noqa: PLC0415 - see above

    return answered("marked!", given, named)


@contextmanager
def standing_in(every: Iterable[Marked | Joining]) -> Iterator[None]:
    """Have functions answer with marks, whoever has a reference to them."""
    template = _stand_in.__code__
    replaced: list[Marked | Joining] = []
    try:
        for each in every:
            constants = tuple(each.mark if const == MARK else const for const in template.co_consts)
            free = each.function.__code__.co_freevars
            replaced.append(each)
            STANDING_IN[each.mark] = each
            each.function.__code__ = template.replace(co_consts=constants, co_freevars=free)
        yield
    finally:
        for each in replaced:
            each.function.__code__ = each.usual.__code__
            del STANDING_IN[each.mark]


def functions_with_roles(game: SpecifiedGame) -> list[Marked]:
    """Return the functions of all clauses of a game, and those that these call in their modules."""
    found: dict[FunctionType, Marked] = {}
    for clause in game.rulebook.clauses:
        for kind in ("permits", "holds", "effect"):
            formula = getattr(clause, kind)
            for number, each in enumerate(functions_of(formula)):
                marked = found.setdefault(each, Marked(each, len(found)))
                marked.roles.add(Role(clause.identifier, kind, itself=not number))
    return list(found.values())


@frozen(eq=False)
class Remade:
    """The claims of a theorem, made of marked formulas."""

    game: SpecifiedGame
    functions: list[Marked]
    rules: set[CodeType]
    """The code of all that the rules and the engine of the game do."""
    cases: dict[str, tuple[Case, ...]] = field(factory=dict)
    by_hand: dict[str, str] = field(factory=dict)
    """By the claim, a function that is no rule and makes a position out of what is played."""
    of_nothing: dict[str, str] = field(factory=dict)
    """By the claim, a combinator and the function that gives it no facts, whenever it asks."""
    positions: dict[str, list[Any]] = field(factory=dict)
    """By the claim, the positions that are made for it, or given to a formula of the rules."""
    of_rules: dict[int, z3.ExprRef] = field(factory=dict)
    """By Z3's ids, what positions consist of that the rules make: kept alive."""

    def roles_in(self, terms: Iterable[z3.ExprRef]) -> set[Role]:
        """Return what the functions are for whose marks are in some formulas."""
        marks = {name.removeprefix(MARK) for name in unknowns(terms) if name.startswith(MARK)}
        return {role for mark in marks for role in self.functions[int(mark)].roles}

    def of_clause(self, name: str) -> list[Marked]:
        """Return the functions of a clause."""
        return [each for each in self.functions if any(role.clause == name for role in each.roles)]

    def is_by_hand(self, value: Any) -> bool:
        """Return whether a part of a position follows from an action, and nothing in it from a rule."""
        if not is_unknown(value) or not value.num_args() or value.get_id() in self.of_rules:
            return False
        acts = any(map(is_of_an_action, unknowns((value,))))
        return acts and not any(role.follows for role in self.roles_in((value,)))


def remade(claims: Iterable[Claim]) -> Remade | None:
    """Make the claims of a guest's theorem of marked formulas; None if they cannot be."""
    every = list(claims)
    owners = {owner_of(claim.make) for claim in every}
    games = [game for module, game in loaded_games() if top_of(module) in owners]
    games = [game for game in games if owners & {*map(top_of, modules_of(game))}]
    if not games or "rulewright" in owners:
        return None
    found = Remade(games[0], functions_with_roles(games[0]), codes_of_rules(games[0]))
    forget_what_is_kept_of(owners)
    try:
        with no_branches(), standing_in(found.functions):
            for claim in every:
                with noting_positions(found, claim.name), noting_facts(found, claim.name, owners):
                    found.cases[claim.name] = claim.cases()
    except NOT_OVER_UNKNOWNS:
        return None
    finally:
        forget_what_is_kept_of(owners)
    return found


@contextmanager
def noting_positions(found: Remade, claim: str) -> Iterator[None]:
    """Note who makes a position out of what is played, and is neither a rule nor the engine."""
    kind: Any = type(found.game.engine().initial())
    usual, every = kind.__init__, found.positions.setdefault(claim, [])

    def noted(position: Any, *given: Any, **named: Any) -> None:
        usual(position, *given, **named)
        every.append(position)
        frame = maker(sys._getframe(1))  # noqa: SLF001 - the one who makes it
        values = [value for _, value in leaves(position)]
        if frame.f_code in found.rules:
            of_rules = filter(is_unknown, values)
            found.of_rules.update((value.get_id(), value) for value in of_rules)
        elif any(map(found.is_by_hand, values)):
            found.by_hand.setdefault(claim, frame.f_code.co_name)

    kind.__init__ = noted
    try:
        yield
    finally:
        kind.__init__ = usual
        for each in found.functions:
            every += (one for one in each.given if isinstance(one, kind))
            each.given.clear()


@contextmanager
def noting_facts(found: Remade, claim: str, owners: set[str]) -> Iterator[None]:
    """Note where theorems join facts and there are none: such as those of a range that is empty."""
    rules = modules_of(found.game)
    writes = lambda module: top_of(module) in owners and module not in rules  # noqa: E731
    joining = [Joining(each, as_it_is(each), writes) for each in COMBINATORS]
    with standing_in(joining):
        yield
    for each in joining:
        for (function, line, _), is_empty in each.is_empty.items():
            if is_empty:
                said = f"{each.function.__name__} of no facts ({function}, line {line})"
                found.of_nothing.setdefault(claim, said)


def codes_of_rules(game: SpecifiedGame) -> set[CodeType]:
    """Return the code of the formulas and of the engine of a game, and of all that these call.

    What lies beside them and is called by none of them is no rule.
    """
    waiting: list[Any] = [each for clause in game.rulebook.clauses for each in clause.formulas]
    waiting += type(game.engine()).__mro__
    own = {top_of(module) for module in modules_of(game)} - {"rulewright"}
    seen: set[Any] = set()
    found = set[CodeType]()
    while waiting:
        each = opened(waiting.pop())
        if top_of(str(getattr(each, "__module__", ""))) not in own:
            continue
        if not isinstance(each, type | FunctionType):
            waiting.append(type(each))
        elif each not in seen:
            seen.add(each)
            waiting += vars(each).values() if isinstance(each, type) else referred_to(each)
            found |= set() if isinstance(each, type) else set(within(each.__code__))
    return found


def opened(called: Any) -> Any:
    """Return the function that something calls which is made of one: a property, a method, a partial."""
    for name in ("__wrapped__", "__func__", "fget", "func"):
        inner = getattr(called, name, None)
        if callable(inner) and not isinstance(called, type):
            return opened(inner)
    return called


def referred_to(function: FunctionType) -> Iterator[Any]:
    """Yield what a function refers to: by its name, by that of a module, or in what is around it."""
    names = set(names_in(function.__code__))
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        yield value
        if isinstance(value, ModuleType):
            yield from (vars(value)[each] for each in names & vars(value).keys())
    yield from (cell.cell_contents for cell in function.__closure__ or ())


def within(code: CodeType) -> Iterator[CodeType]:
    """Yield code, and what is written inside of it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from within(inner)


def modules_of(game: SpecifiedGame) -> set[str]:
    """Return the modules in which the rules of a game are written, and its engine."""
    formulas = (unwrap(each) for clause in game.rulebook.clauses for each in clause.formulas)
    found = {str(getattr(each, "__module__", "")) for each in formulas}
    return found | {kind.__module__ for kind in type(game.engine()).__mro__}


def maker(frame: FrameType) -> FrameType:
    """Return the frame of the function that makes something; ours and those of attrs are passed over."""
    here: FrameType | None = frame
    while here is not None:
        module = str(here.f_globals.get("__name__", ""))
        is_generated = here.f_code.co_filename.startswith("<")
        if not is_generated and top_of(module) not in {"attr", "attrs", "rulewright"}:
            return here
        here = here.f_back
    return frame
