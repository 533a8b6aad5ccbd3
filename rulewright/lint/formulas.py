"""Formulas on other facts: each is evaluated on bit vectors, arrays and Z3 terms, and compared.

A formula that branches on a fact, or compares facts as Python objects, may be right for one position and
wrong for many at once, or for all. The facts of calls that were met in random games are put side by
side, and the formula must say of each what it said of it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import process_time
from typing import Any, TypeAlias

import numpy as np
import z3
from attrs import define, field

from rulewright.author.bulk import LaneFact, numbers_as_lanes, pack
from rulewright.lint.arguments import (
    Lift,
    by_rules,
    facts_of,
    fields,
    is_structure,
    lifted,
    thinned,
)
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.impossible import impossible
from rulewright.lint.sampling import Asked, Call, Calls, SampledGames
from rulewright.lint.sources import SourceFiles, place_of
from rulewright.play.attribution import Place, place_in, raised_by
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.logic import LaneCount, NotCounted

USE = "use the combinators (all_of, any_of, not_, iff, implies, if_then_else, pick, count)"
COUNT_UP = "keep a number that grows, such as `used`, and compare it with the limit"
GIVEN = "let it depend on nothing but what it is given, and return facts and numbers in tuples"
SAYS = " says "
"""What stands in a finding of two evaluations that differ, and not in one of an exception."""
MOST = 128
"""Calls of one formula that are put side by side."""
ASKED_AGAIN = 16
"""How often a formula is asked the same: chance may well give one answer twice."""
SOLVED = 4
"""Calls of one formula that are compared with its Z3 term."""
SHOWN = 40
"""Characters shown of a value."""
SYMBOLIC = 6.0
"""Seconds of the processor after which no further Z3 term is begun."""

Lower: TypeAlias = Callable[[Any, int, Any], Any]
"""Reads what stands at one place, given what kind of thing is expected there."""


class NotComparable(Exception):
    """What a formula is given is no structure of facts and numbers."""


@define(eq=False)
class FormulasLint:
    """Evaluates the formulas of a game on other facts than those of one position."""

    specified: SpecifiedGame
    files: SourceFiles
    calls: Calls
    evaluated: int = 0
    """How many evaluations were compared."""
    left_out: list[str] = field(factory=list)
    _told: set[Asked] = field(factory=set)
    _symbolic: float = 0.0

    def findings(self, every: Sequence[SampledGames]) -> Iterator[LintFinding]:
        """Yield each formula that depends on facts by other means than the combinators.

        The game derives from `OneByOne`, so it is known which arguments are candidates.
        """
        for (asked, _), calls in self.calls.kept.items():
            if asked not in self._told:
                yield from self.formula(asked, calls)
        for sampled in every:
            if not self._told:
                yield from self.methods(sampled)

    def formula(self, asked: Asked, calls: Sequence[Call]) -> Iterator[LintFinding]:
        """Yield at most one finding of a formula."""
        identifier, kind = asked
        formula = getattr(self.specified.rulebook[identifier], kind)
        try:
            alone = [
                one
                for call in calls
                for one in (each_action(call) if kind == "permits" else [call])
            ]
            alone = thinned(alone, MOST)
            found = self.compared(asked, formula, alone)
            if found is None and kind == "holds":
                others = impossible(self.specified.rulebook, identifier, alone)
                found = self.compared(asked, formula, others)
        except NotComparable:
            self.left_out.append(f"`{kind}` of {identifier} on many positions at once: no facts")
            return
        if found is not None:
            self._told.add(asked)
            yield found

    def compared(
        self, asked: Asked, formula: Callable[..., Any], calls: Sequence[Call]
    ) -> LintFinding | None:
        """Return the first difference between evaluations of a formula; None if there is none."""
        identifier, kind = asked
        name = f"`{kind}` of {identifier}"
        place = place_of(formula, self.files.anywhere)
        look = partial(self.in_other_ways, (name, kind), place, formula, calls)
        return self.asked_again(name, place, look, lambda: [formula(*given) for given, _ in calls])

    def asked_again(
        self,
        name: str,
        place: Place,
        look: Callable[[], LintFinding | None],
        alone: Callable[[], Sequence[Any]],
    ) -> LintFinding | None:
        """Return what a look finds; if all says something else when it is asked again, that it does."""
        before, found = self._symbolic, look()
        if found is None or SAYS not in found.what:
            return found
        self._symbolic = before
        first = plain(alone())
        if not any(differs(first, alone()) for _ in range(ASKED_AGAIN)) and look() == found:
            return found
        return self.varying(name, place)

    def varying(self, name: str, place: Place) -> LintFinding:
        """Return the finding of a formula that depends on more than it is given."""
        what = f"{name} says something else when it is asked the same again"
        return finding("formula", place, what, GIVEN)

    def in_other_ways(
        self,
        called: tuple[str, str],
        place: Place,
        formula: Callable[..., Any],
        calls: Sequence[Call],
    ) -> LintFinding | None:
        """Return the first difference between what a formula says of other facts, and of each alone."""
        name, kind = called
        alone = [(given, formula(*given)) for given, _ in calls]
        for _, said in alone:
            if other := no_plain_facts(said):
                return finding("formula", place, f"{name} returns {other} of plain facts", GIVEN)
        for algebra in (
            ("bit vectors", lanes_of, in_lane),
            ("NumPy arrays", array_of, in_array),
        ):
            found = self.side_by_side(name, place, formula, alone, algebra)
            if found is not None:
                return found
        for (_, again), (_, said) in zip(alone, calls, strict=True):
            self.evaluated += 1
            if plain(again) != plain(said):
                if kind != "permits":  # what was said in a game was said of one position, too
                    return self.varying(name, place)
                both = f"{shown(plain(again))} on bools, and {shown(plain(said))} on bit vectors"
                return finding("formula", place, f"{name} says {both}", USE)
        return self.symbolic(name, place, formula, alone)

    def side_by_side(
        self,
        name: str,
        place: Place,
        formula: Callable[..., Any],
        calls: Sequence[Call],
        algebra: tuple[str, Lift, Lower],
    ) -> LintFinding | None:
        """Return the difference between a formula on calls side by side and on each alone."""
        facts, lift, lower = algebra
        for alike in by_rules(calls):
            given = lifted([arguments for arguments, _ in alike], lift)
            try:
                together = formula(*given)
            except Exception as error:  # noqa: BLE001 - whatever it raises, it raises on facts
                return self.raised(name, place, error, facts)
            for at, (_, said) in enumerate(alike):
                self.evaluated += 1
                there = read(together, said, at, lower)
                if differs(there, said):
                    one, other, where = first_difference(there, said)
                    what = f"{name} says {one} on {facts}, and {other} on bools{where}"
                    return finding("formula", place, what, USE)
        return None

    def symbolic(
        self, name: str, place: Place, formula: Callable[..., Any], calls: Sequence[Call]
    ) -> LintFinding | None:
        """Return the difference between the term of a formula and what it says of some calls."""
        if self._symbolic > SYMBOLIC:
            return None
        began = process_time()
        for alike in by_rules(calls)[:2]:
            term, unknowns = self.term(formula, alike[0][0])
            if isinstance(term, Exception):
                return self.raised(name, place, term, "Z3 terms")
            for arguments, said in thinned(alike, SOLVED):
                self.evaluated += 1
                there = read(term, said, 0, InModel(valued(unknowns, facts_of(arguments))))
                if differs(there, said):
                    one, other, where = first_difference(there, said)
                    both = f"{one} as a Z3 term, and {other} on bools{where}"
                    return finding("formula", place, f"{name} says {both}", USE)
        self._symbolic += process_time() - began
        return None

    def term(self, formula: Callable[..., Any], like: tuple[Any, ...]) -> tuple[Any, list[Any]]:
        """Return a formula of unknowns, and these; an exception in its place, if it raises one."""
        unknowns: list[Any] = []
        given = lifted([like], lambda values: unknown(values[0], unknowns))
        try:
            return formula(*given), unknowns
        except Exception as error:  # noqa: BLE001 - see above
            return error, unknowns

    def raised(self, name: str, place: Place, error: Exception, facts: str) -> LintFinding | None:
        """Return the finding of an exception on facts of one kind."""
        where = place_in(error, [self.files.first.parent])
        what = f"{name} raises {raised_by(error)} on {facts}"
        remedy = COUNT_UP if isinstance(error, NotCounted) else USE
        return finding("formula", where or place, what, remedy)

    def methods(self, sampled: SampledGames) -> Iterator[LintFinding]:
        """Yield a difference that `played`, `wins` or `points` make between many positions and each."""
        engine: Any = sampled.engine
        pairs = [
            (line.states[at], line.moves[at])
            for line in sampled.lines
            for at in range(len(line.moves))
        ]

        def formula(state: Any, move: Any) -> Any:
            after = engine.played(state, move)
            return after, tuple(engine.wins(after)), tuple(engine.points(after))

        given = [
            (before, tuple(each == action for each in engine.actions))
            for before, action in thinned(pairs, MOST)
        ]

        def alone() -> list[Any]:
            return [formula(*each) for each in given]

        def look() -> LintFinding | None:
            calls = list(zip(given, alone(), strict=True))
            return self.side_by_side(name, place, formula, calls, lanes)

        lanes = ("bit vectors", lanes_of, in_lane)
        name = "what `played`, `wins` and `points` make of a position"
        place = place_of(type(engine).played, self.files.anywhere)
        try:
            found = self.asked_again(name, place, look, alone) if pairs else None
        except NotComparable:
            return
        if found is not None:
            self._told.add(("", "played"))
            yield found


def each_action(call: Call) -> Iterator[Call]:
    """Yield what a clause says of each action by itself, from what it says of all at once."""
    (*given, moves), said = call
    if not isinstance(moves, tuple) or any(lanes != 1 << at for at, lanes in enumerate(moves)):
        raise NotComparable
    for at in range(len(moves)):
        move = tuple(at == other for other in range(len(moves)))
        yield (*given, move), said if isinstance(said, bool) else bool(said >> at & 1)


def lanes_of(values: Sequence[Any]) -> Any:
    """Return facts or numbers as lanes that refuse to be truths."""
    sizes = (len(values),)
    if all(isinstance(each, bool) for each in values):
        return LaneFact(pack(values), 0, sizes)
    if min(values) < 0:
        raise NotComparable
    counts = numbers_as_lanes(np.array(values, np.int64))
    planes: list[Any] = [LaneFact(plane, 0, sizes) for plane in counts.planes]
    return LaneCount(planes)


def in_lane(leaf: Any, at: int, like: Any) -> Any:
    """Read one lane of a fact or a number."""
    if isinstance(leaf, LaneCount):
        bits = (in_lane(plane, at, True) for plane in leaf.planes)
        return sum(int(bit) << index for index, bit in enumerate(bits))
    if isinstance(leaf, LaneFact):
        return bool(leaf.bits >> at & 1)
    if isinstance(leaf, bool) or not isinstance(leaf, int):
        return leaf
    return bool(leaf >> at & 1) if isinstance(like, bool) else leaf


def array_of(values: Sequence[Any]) -> Any:
    """Return facts or numbers as an array."""
    is_fact = all(isinstance(each, bool) for each in values)
    return np.array(values, np.bool_ if is_fact else np.int64)


def in_array(leaf: Any, at: int, like: Any) -> Any:
    """Read one element of an array."""
    del like
    value = leaf[at] if isinstance(leaf, np.ndarray) and leaf.ndim else leaf
    return value.item() if isinstance(value, np.generic | np.ndarray) else value


def unknown(value: Any, unknowns: list[Any]) -> Any:
    """Return an unknown of the kind of a value, and note it."""
    name = f"unknown{len(unknowns)}"
    unknowns.append(z3.Bool(name) if isinstance(value, bool) else z3.Int(name))
    return unknowns[-1]


def value_of(term: Any, value: Any) -> Any:
    """Return a value as a constant of the kind of a term."""
    return z3.BoolVal(value) if z3.is_bool(term) else z3.IntVal(int(value))


def valued(unknowns: Sequence[Any], values: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Pair unknowns with their values as constants."""
    return [(one, value_of(one, value)) for one, value in zip(unknowns, values, strict=True)]


@define(eq=False)
class InModel:
    """Evaluates terms for values of their unknowns."""

    pairs: list[tuple[Any, Any]]
    """Each unknown, and its value as a constant."""
    _known: dict[int, Any] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Remember the value of each unknown: most places of a position do not change."""
        self._known = {one.get_id(): constant for one, constant in self.pairs}

    def __call__(self, leaf: Any, at: int, like: Any) -> Any:
        """Return the value of a term; None if it has none."""
        del at
        if not isinstance(leaf, z3.ExprRef):
            return leaf
        known = self._known.get(leaf.get_id())
        if known is None:
            known = z3.simplify(z3.substitute(leaf, *self.pairs))
        if isinstance(like, bool):
            return True if z3.is_true(known) else False if z3.is_false(known) else None
        return known.as_long() if z3.is_int_value(known) else None


def read(together: Any, like: Any, at: int, lower: Lower) -> Any:
    """Read what a formula says at one place, in the shape of what it said of one position."""
    if isinstance(like, tuple | list):
        if not isinstance(together, tuple | list) or len(together) != len(like):
            return f"something of another shape ({type(together).__name__})"
        return tuple(read(one, other, at, lower) for one, other in zip(together, like, strict=True))
    if is_structure(like):
        if type(together) is not type(like):
            return f"something of another shape ({type(together).__name__})"
        return tuple(
            read(getattr(together, each), getattr(like, each), at, lower) for each in fields(like)
        )
    value = lower(together, at, like)
    return as_like(value, like)


def as_like(value: Any, like: Any) -> Any:
    """Return a fact that stands for 0 or 1 as a number where one is expected, and conversely."""
    if isinstance(like, bool | np.bool_) and isinstance(value, int):
        return bool(value)
    return int(value) if isinstance(like, int) and isinstance(value, bool) else value


def plain(said: Any) -> Any:
    """Return what a formula said of one position, as nested tuples."""
    if isinstance(said, tuple | list):
        return tuple(map(plain, said))
    if is_structure(said):
        return tuple(plain(getattr(said, each)) for each in fields(said))
    return said.item() if isinstance(said, np.generic) else said


def no_plain_facts(said: Any) -> str:
    """Return the kind of facts in what is said of one position that are of many; empty if none is."""
    if isinstance(said, tuple | list):
        return next(filter(None, map(no_plain_facts, said)), "")
    if is_structure(said):
        return no_plain_facts([getattr(said, each) for each in fields(said)])
    kinds = {
        LaneFact | LaneCount: "bit vectors",
        np.ndarray: "NumPy arrays",
        z3.ExprRef: "Z3 terms",
    }
    return next((kind for each, kind in kinds.items() if isinstance(said, each)), "")


def differs(there: Any, said: Any) -> bool:
    """Return whether a formula says something else there; facts of many positions are no fact of one."""
    if isinstance(said, tuple | list) or is_structure(said):
        parts = plain(said)
        is_long = isinstance(there, tuple) and len(there) == len(parts)
        return not is_long or any(map(differs, there, parts))
    return bool(no_plain_facts(there)) or bool(there != plain(said))


def first_difference(there: Any, said: Any, path: str = "") -> tuple[str, str, str]:
    """Return what is said of the first part that differs, by each side, and which part that is."""
    if is_structure(said):
        names = [f".{each}" for each in fields(said)]
        parts = [getattr(said, each) for each in fields(said)]
    else:
        parts = list(said) if isinstance(said, tuple | list) else []
        names = [f"[{at}]" for at in range(len(parts))]
    if parts and isinstance(there, tuple) and len(there) == len(parts):
        for name, one, other in zip(names, there, parts, strict=True):
            if differs(one, other):
                return first_difference(one, other, path + name)
    return shown(there), shown(plain(said)), f" (of what it returns, {path})" if path else ""


def shown(value: Any) -> str:
    """Return a value in words, cut where it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
