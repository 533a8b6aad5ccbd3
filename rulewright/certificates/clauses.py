"""Turn a query into clauses that have a model whenever the query has one.

A literal is a number: the variable v is true (v) or false (-v); TRUE is always true. An integer is a
form, a coefficient for each key. A positive key is a variable (1 if true, 0 if false), so TRUE has the
constant; a negative key is an integer symbol that is not split into bits.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import zip_longest
from math import gcd, inf
from typing import Any

from .text import BOOL, Assertions, RefusedError, demand

TRUE, FALSE, FEW, MOST, HUGE = 1, -1, 64, 3_000_000, 1 << 1000
"""Two literals; most nodes of a decision diagram that is built even where sums are left to linear
arithmetic; most variables of a query, nodes of all its diagrams, and keys of all its sums; what no
number may reach."""

Form = dict[int, int]
Items = Sequence[tuple[int, int]]
Inequality = tuple[Items, int]
"""Keys with their coefficients, and the most that their sum is."""


class Encoding:
    """The clauses of a query, with sums as `diagrams`, or left to `linear` arithmetic."""

    def __init__(self, query: Assertions, sums: str) -> None:
        """Encode the query; raises `RefusedError` where that is impossible."""
        demand(sums in ("diagrams", "linear"), f"unknown encoding: {sums[:60]}")
        self.sums, self.integers = sums, TRUE
        self.clauses: list[tuple[int, ...]] = [(TRUE,)]
        self.meaning: dict[int, Inequality] = {}
        """What holds of integers where a literal is true."""
        self._fresh, self._visit = _numbers("variables").__next__, _numbers("nodes").__next__
        self._gates: dict[tuple[Any, ...], int] = {}
        bounds = {} if sums == "linear" else _bounds(query)
        made: dict[str, Callable[..., Any]] = {
            "not": lambda one: -one,
            "and": lambda *facts: self._and(facts),
            "=": self._equal,
            "<=": self._at_most,
            "ite": self._chosen,
            "+": lambda *forms: _sum(*((form, 1) for form in forms)),
            "*": lambda *forms: reduce(self._product, forms),
        }
        values, keys = list[Any](), 0
        for number, (operator, sort, given) in enumerate(query.terms):
            if operator == "symbol":
                value = self._fresh() if sort == BOOL else self._integer(*bounds.get(number, ()))
            elif operator == "constant":
                value = _sum(({TRUE: given[0]}, 1)) if sort != BOOL else TRUE if given[0] else FALSE
            else:
                value = made[operator](*(values[each] for each in given))
            values.append(value)
            demand((keys := keys + (sort != BOOL and len(values[-1]))) < MOST, "its sums are long")
        self.clauses += [(values[number],) for number in query.asserted]

    def _and(self, literals: Iterable[int]) -> int:
        kept = tuple(sorted({*literals} - {TRUE}))
        if FALSE in kept or any(-literal in kept for literal in kept):
            return FALSE
        if len(kept) < 2:
            return kept[0] if kept else TRUE
        if kept not in self._gates:
            gate = self._gates[kept] = self._fresh()
            self.clauses += [*((-gate, one) for one in kept), (gate, *(-one for one in kept))]
        return self._gates[kept]

    def _choice(self, condition: int, then: int, otherwise: int) -> int:
        if condition < 0:
            condition, then, otherwise = -condition, otherwise, then
        then = {condition: TRUE, -condition: FALSE}.get(then, then)
        otherwise = {condition: FALSE, -condition: TRUE}.get(otherwise, otherwise)
        if condition == TRUE or then == otherwise:
            return then
        if then < 0:
            return -self._choice(condition, -then, -otherwise)
        if TRUE in (then, otherwise):
            return self._and((-self._and((condition, -then)), -self._and((-condition, -otherwise))))
        if otherwise == FALSE:
            return self._and((condition, then))
        if then == -otherwise and condition > then:
            condition, then, otherwise = then, condition, -condition
        key = ("ite", condition, then, otherwise)
        if key not in self._gates:
            gate = self._gates[key] = self._fresh()
            self.clauses += [(-condition, -then, gate), (-condition, then, -gate)]
            self.clauses += [(condition, -otherwise, gate), (condition, otherwise, -gate)]
            self.clauses += [(-then, -otherwise, gate), (then, otherwise, -gate)]
        return self._gates[key]

    def _integer(self, least: float = -inf, most: float = inf) -> Form:
        if most - least == inf:
            self.integers += 1
            return {-self.integers: 1}
        bits = {self._fresh(): 1 << place for place in range(int(most - least).bit_length())}
        self.clauses.append((self._at_most(bits, {TRUE: int(most - least)}),))
        return _sum((bits, 1), ({TRUE: int(least)}, 1))

    def _product(self, one: Form, other: Form) -> Form:
        one, other = sorted((one, other), key=lambda form: not form.keys() <= {TRUE})
        demand(one.keys() <= {TRUE} or min(*one, *other) > 0, "a product of unbounded integers")
        return _sum(*((self._chosen(key, other, {}), by) for key, by in one.items()))

    def _chosen(self, condition: int, then: Any, otherwise: Any) -> Any:
        if isinstance(then, int):
            return self._choice(condition, then, otherwise)
        if condition == TRUE:
            return then
        if min((TRUE, *then, *otherwise)) > 0:
            pairs = _paired(then, otherwise)
            return _sum(*((_value(self._choice(condition, *pair)), by) for pair, by in pairs))
        chosen = self._integer()
        self.clauses.append((-condition, self._equal(chosen, then)))
        self.clauses.append((condition, self._equal(chosen, otherwise)))
        return chosen

    def _equal(self, one: Any, other: Any) -> int:
        if isinstance(one, int):
            return self._choice(one, other, -other)
        return self._and((self._at_most(one, other), self._at_most(other, one)))

    def _at_most(self, one: Form, other: Form) -> int:
        form = _sum((one, 1), (other, -1))
        most = -form.pop(TRUE, 0)
        if not form:
            return TRUE if most >= 0 else FALSE
        divisor, sign = gcd(*form.values()), 1
        most //= divisor
        if form[min(form)] < 0:  # at least n is not at most n - 1: one variable for both
            divisor, sign, most = -divisor, -1, -most - 1
        items = tuple(sorted((key, by // divisor) for key, by in form.items()))
        if (items, most) not in self._gates:
            literal = self._gates[items, most] = self._compared(items, most)
            self.meaning[literal] = items, most
            self.meaning[-literal] = tuple((key, -by) for key, by in items), -most - 1
        return sign * self._gates[items, most]

    def _compared(self, items: Items, most: int) -> int:
        bits = [(by, key) if by > 0 else (-by, -key) for key, by in items]
        room, total = most - sum(by for _, by in items if by < 0), sum(by for by, _ in bits)
        small = self.sums == "diagrams" or len(bits) * min(room + 1, total - room) <= FEW
        if items[0][0] < 0 or not small:
            return self._fresh()
        return self._diagram(sorted(bits, reverse=True), room, total, {})

    def _diagram(self, bits: Items, room: int, rest: int, known: dict[Any, int]) -> int:
        """Decide bit by bit, the last first, whether what is left adds up to at most `room`."""
        if room < 0 or room >= rest:
            return FALSE if room < 0 else TRUE
        if (rest, room) not in known:
            self._visit()
            (by, bit), others = bits[0], bits[1:]
            with_it = self._diagram(others, room - by, rest - by, known)
            without = self._diagram(others, room, rest - by, known)
            known[rest, room] = self._choice(bit, with_it, without)
        return known[rest, room]


def _numbers(things: str) -> Iterator[int]:
    """Yield the numbers from the first that is not taken, and refuse to go on for ever."""
    yield from range(TRUE + 1, MOST)
    raise RefusedError(f"it takes more than {MOST:,} {things}")


def _value(literal: int) -> Form:
    """Return 1 if the literal is true, else 0."""
    return {literal: 1} if literal > 0 else _sum(({TRUE: 1}, 1), ({-literal: 1}, -1))


def _paired(one: Form, other: Form) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield pairs of keys with the coefficient that both have; what has no partner gets FALSE."""
    keys = defaultdict[int, tuple[list[int], list[int]]](lambda: ([], []))
    for side, form in enumerate((one, other)):
        for key, by in form.items():
            keys[by][side].append(key)
    for by in sorted(keys):
        yield from ((pair, by) for pair in zip_longest(*keys[by], fillvalue=FALSE))


def _sum(*parts: tuple[Form, int]) -> Form:
    total: defaultdict[int, int] = defaultdict(int)
    for form, by in parts:
        for key, coefficient in form.items():
            total[key] += by * coefficient
    demand(all(-HUGE < each < HUGE for each in total.values()), "a coefficient is too large")
    return {key: coefficient for key, coefficient in total.items() if coefficient}


def _bounds(query: Assertions) -> dict[int, tuple[float, float]]:
    """Find what assertions of the forms symbol <= constant and constant <= symbol demand."""
    least, most = dict[int, float](), dict[int, float]()
    holding = set(query.asserted)
    for number, (operator, _, arguments) in reversed([*enumerate(query.terms)]):
        if number in holding and operator == "and":
            holding.update(arguments)
        elif number in holding and operator == "<=":
            (kind, _, low), (other_kind, _, high) = (query.terms[number] for number in arguments)
            if kind == "constant":
                least[arguments[1]] = max(least.get(arguments[1], -inf), low[0])
            elif other_kind == "constant":
                most[arguments[0]] = min(most.get(arguments[0], inf), high[0])
    return {each: (low, max(low, most.get(each, inf))) for each, low in least.items()}
