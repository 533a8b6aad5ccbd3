"""Combinators that build rules over facts of four algebras.

A **fact** is the truth of something small ("line e carries a stick"). What a fact is decides what a
rule computes:

* `bool`: one position;
* `int`, read as a bit vector in two's complement (bit i = lane i; a negative number has ones in all
  higher lanes): many positions, or many candidate actions, or both;
* a `LaneFact`: such a vector that is repeated where it meets one over more lanes;
* a `WordFact`: such vectors along several axes, as a NumPy array of words;
* a NumPy boolean array: the same as a vector, one element a lane;
* `z3.BoolRef`: all positions.

Python's `True` and `False` are the constants of every algebra: they may stand beside facts of any
kind and are absorbed. That is why rules are written with these combinators alone and never with the
bare operators `& | ^ ~ ==`, which read `True` as the number 1 when they meet a bit vector.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce, wraps
from itertools import zip_longest
from operator import and_, or_, xor
from typing import Any, TypeAlias

import numpy as np
import z3

from rulewright.spec.broadcast import LaneFact, flat, folded
from rulewright.spec.counting import LaneCount, NotCounted, planes_of, total_of
from rulewright.spec.joined_terms import conjunction, disjunction, negation, total
from rulewright.spec.words import WordFact

Fact: TypeAlias = Any
"""`bool`, `int` (bit vector), NumPy boolean array or `z3.BoolRef`."""
Number: TypeAlias = Any
"""`int`, `LaneCount`, NumPy integer array or `z3.ArithRef`: what `count` returns."""
Link: TypeAlias = tuple[int, int, Fact]
"""Two nodes of a graph, and whether one can go from either to the other."""
Formula: TypeAlias = Callable[..., Fact]
"""A rule: what it demands of its arguments."""

true: Fact = True
false: Fact = False


def is_symbolic(fact: Fact) -> bool:
    """Return whether a fact is a Z3 term."""
    return isinstance(fact, z3.BoolRef)


def is_constant(fact: Fact) -> bool:
    """Return whether a fact is `True` or `False`, the constants of every algebra."""
    return fact is True or fact is False


def not_(fact: Fact) -> Fact:
    """Negation."""
    if fact is True:
        return False
    if fact is False:
        return True
    return negation(fact) if isinstance(fact, z3.BoolRef) else ~fact


def all_of(facts: Iterable[Fact]) -> Fact:
    """Conjunction; `True` of nothing. Stops at the first fact that settles it."""
    # Most conjunctions keep one fact or none: no list is made for these.
    found, several = None, None
    for fact in facts:
        if fact is False:
            return False
        if fact is not True:
            if found is None:
                found = fact
            elif several is None:
                several = [found, fact]
            else:
                several.append(fact)
    if several is None:
        return True if found is None else found
    if type(found) is int:
        return reduce(and_, several)
    return conjunction(several) if is_symbolic(found) else folded(and_, several)


def any_of(facts: Iterable[Fact]) -> Fact:
    """Disjunction; `False` of nothing. Stops at the first fact that settles it."""
    found, several = None, None
    for fact in facts:
        if fact is True:
            return True
        if fact is not False:
            if found is None:
                found = fact
            elif several is None:
                several = [found, fact]
            else:
                several.append(fact)
    if several is None:
        return False if found is None else found
    if type(found) is int:
        return reduce(or_, several)
    return disjunction(several) if is_symbolic(found) else folded(or_, several)


def differ(left: Fact, right: Fact) -> Fact:
    """Exclusive or."""
    if is_constant(left):
        return not_(right) if left else right
    if is_constant(right):
        return not_(left) if right else left
    return z3.Xor(left, right) if is_symbolic(left) else xor(left, right)


def iff(left: Fact, right: Fact) -> Fact:
    """Equivalence."""
    return not_(differ(left, right))


def implies(premise: Fact, conclusion: Fact) -> Fact:
    """Implication."""
    return any_of((not_(premise), conclusion))


def unless(exempt: Fact, demand: Callable[[], Fact]) -> Fact:
    """Disjunction with a demand that is not even evaluated where the exemption always holds."""
    return True if exempt is True else any_of((exempt, demand()))


def only_where(condition: Formula) -> Callable[[Formula], Formula]:
    """Make a formula's demand where a condition of the same arguments holds, and only there.

    Where the condition never holds, the formula is not even evaluated.
    """

    def restricted(formula: Formula) -> Formula:
        @wraps(formula)
        def demand(*given: Any) -> Fact:
            return unless(not_(condition(*given)), partial(formula, *given))

        return demand

    return restricted


def if_then_else(condition: Fact, then: Fact, otherwise: Fact) -> Fact:
    """Choice between two facts."""
    return any_of((all_of((condition, then)), all_of((not_(condition), otherwise))))


def pick(condition: Fact, then: Number, otherwise: Number) -> Number:
    """Choice between two numbers: `int`, `LaneCount`, NumPy integer arrays or `z3.ArithRef`."""
    if is_constant(condition):
        return then if condition else otherwise
    if is_symbolic(condition):
        return z3.If(condition, then, otherwise)
    if isinstance(condition, int | LaneFact | WordFact):
        pairs = zip_longest(planes_of(then), planes_of(otherwise), fillvalue=0)
        without = not_(condition)
        return LaneCount(condition & one | without & other for one, other in pairs)
    return np.where(condition, then, otherwise)


def none_of(facts: Iterable[Fact]) -> Fact:
    """No fact holds."""
    return not_(any_of(facts))


def exactly_one(facts: Iterable[Fact]) -> Fact:
    """One fact holds and no second one."""
    kept = [fact for fact in facts if fact is not False]
    if len(kept) <= 1:
        return kept[0] if kept else False
    if any(map(is_constant, kept)) or is_symbolic(kept[0]):
        return _exactly_one_of_any_kind(kept)
    once = kept[0]
    twice = once & ~once
    for fact in kept[1:]:
        twice = twice | once & fact
        once = once | fact
    return once & ~twice


def _exactly_one_of_any_kind(facts: Iterable[Fact]) -> Fact:
    once: Fact = False
    twice: Fact = False
    for fact in facts:
        twice = any_of((twice, all_of((once, fact))))
        once = any_of((once, fact))
    return all_of((once, not_(twice)))


def count(facts: Iterable[Fact]) -> Number:
    """How many facts hold: a number that compares with `<= < >= > == !=` and adds with `+`."""
    certain, kept = 0, []
    for fact in facts:
        if fact is True:
            certain += 1
        elif fact is not False:
            kept.append(fact)
    if not kept:
        return certain
    if any(map(is_symbolic, kept)):
        return total(kept) + certain
    if any(isinstance(fact, np.ndarray) for fact in kept):
        return np.sum(kept, axis=0, dtype=np.int64) + certain
    return total_of(kept) + certain


def at_most(limit: int, facts: Iterable[Fact]) -> Fact:
    """No more than `limit` facts hold."""
    return count(facts) <= limit


def at_least(limit: int, facts: Iterable[Fact]) -> Fact:
    """No fewer than `limit` facts hold."""
    return count(facts) >= limit


def spread(layer: Sequence[Fact], links: Sequence[Link]) -> list[Fact]:
    """One round of reachability: the nodes of `layer` and those one open link away."""
    ways: list[list[Fact]] = [[fact] for fact in layer]
    for left, right, is_open in links:
        ways[left].append(all_of((layer[right], is_open)))
        ways[right].append(all_of((layer[left], is_open)))
    return [any_of(way) for way in ways]


def reachable(
    start: Sequence[Fact], links: Sequence[Link], rounds: int | None = None
) -> list[Fact]:
    """Find the nodes that can be reached: the least set with `start` that open links do not leave.

    `start` has one fact for each node; links work both ways. Concrete facts (`bool`, `int`, NumPy)
    are worked off until nothing changes. With Z3 terms `spread` is unrolled `rounds` times (default:
    the number of nodes, which always suffices, less one).
    """
    kinds = {type(fact) for fact in start} | {type(is_open) for _, _, is_open in links}
    if any(issubclass(kind, z3.BoolRef) for kind in kinds):
        layer = list(start)
        for _ in range(len(layer) - 1 if rounds is None else rounds):
            layer = spread(layer, links)
        return layer
    if any(issubclass(kind, np.ndarray) for kind in kinds):
        return _flood_arrays(start, links)
    if WordFact in kinds:
        from rulewright.spec.flooding import flooded  # noqa: PLC0415 - it takes long to import

        return list(flooded(start, links))
    if LaneFact in kinds:
        return _flood_levels(start, links)
    if kinds - {bool}:
        return _flood_lanes(start, links)
    return _flood_one(start, links)


def _flood_one(start: Sequence[Fact], links: Sequence[Link]) -> list[Fact]:
    """Work off reachability in a single position: from node to node."""
    reached = list(start)
    ways: list[list[int]] = [[] for _ in reached]
    for left, right, is_open in links:
        if is_open:
            ways[left].append(right)
            ways[right].append(left)
    waiting = [node for node, fact in enumerate(reached) if fact]
    while waiting:
        for other in ways[waiting.pop()]:
            if not reached[other]:
                reached[other] = True
                waiting.append(other)
    return reached


def _flood_arrays(start: Sequence[Fact], links: Sequence[Link]) -> list[Fact]:
    """Work off reachability node by node, for arrays of positions."""
    reached = list(start)
    ways: list[list[tuple[int, Fact]]] = [[] for _ in reached]
    for left, right, is_open in links:
        if is_open is not False:
            ways[left].append((right, is_open))
            ways[right].append((left, is_open))
    news = list(start)
    waiting = [node for node, fact in enumerate(news) if fact is not False]
    while waiting:
        node = waiting.pop()
        new, news[node] = news[node], False
        for other, is_open in ways[node]:
            gain = all_of((new, is_open, not_(reached[other])))
            if np.any(gain):
                if news[other] is False:
                    waiting.append(other)
                news[other] = any_of((news[other], gain))
                reached[other] = any_of((reached[other], gain))
    return reached


def _flood_levels(start: Sequence[Fact], links: Sequence[Link]) -> list[Fact]:
    """Work off reachability at the highest level that any fact has.

    What is reached in no lane is `False`: in many positions that is most of the nodes, and whatever is
    joined with them is settled without looking at lanes.
    """
    facts = [fact for fact in (*start, *(link[2] for link in links)) if not is_constant(fact)]
    low = [fact for fact in facts if isinstance(fact, LaneFact)]
    level = max(fact.level for fact in low) if len(low) == len(facts) else -1
    reached = _flood_inside(
        [flat(fact, level) for fact in start],
        [(one, other, flat(fact, level)) for one, other, fact in links],
        low[0].masks[level],
    )
    if level < 0:
        return list(reached)
    return [low[0].like(lanes, level) if lanes else False for lanes in reached]


def _flood_lanes(start: Sequence[Fact], links: Sequence[Link]) -> list[Fact]:
    """Work off reachability on bit vectors.

    All lanes above the highest one in use carry the same facts, so one lane stands for them: inside,
    the vectors are non-negative, and the result is extended again.
    """
    width = max(
        (int(fact).bit_length() for fact in (*start, *(link[2] for link in links))), default=0
    )
    reached = _flood_inside(start, links, (2 << width) - 1)
    top = 1 << width
    return [lanes | -top if lanes & top else lanes for lanes in reached]


def _flood_inside(start: Sequence[Fact], links: Sequence[Link], universe: int) -> list[int]:
    """Work off reachability in the lanes of a universe: without negative numbers, which are slow."""

    def inside(fact: Fact) -> int:
        if is_constant(fact):
            return universe if fact else 0
        return int(fact) & universe

    reached = [inside(fact) for fact in start]
    ways: list[list[tuple[int, int]]] = [[] for _ in reached]
    for left, right, fact in links:
        is_open = inside(fact)
        if is_open:
            ways[left].append((right, is_open))
            ways[right].append((left, is_open))
    order = [node for node, links_from in enumerate(ways) if links_from]
    has_news = [any(reached[other] for other, _ in links_from) for links_from in ways]
    while _sweep(order, ways, reached, has_news):
        order.reverse()  # to and fro, so that few sweeps serve the lanes that spread either way
    return reached


def _sweep(
    order: Sequence[int],
    ways: Sequence[Sequence[tuple[int, int]]],
    reached: list[int],
    has_news: list[bool],
) -> bool:
    """Take over, node after node, what its neighbours have; return whether anything was new.

    A node is visited only if a neighbour has news since it was visited last.
    """
    changed = False
    for node in order:
        if not has_news[node]:
            continue
        has_news[node] = False
        found = known = reached[node]
        for other, is_open in ways[node]:
            found |= reached[other] & is_open
        if found != known:
            reached[node] = found
            for other, _ in ways[node]:
                has_news[other] = True
            changed = True
    return changed


def is_closed(marked: Sequence[Fact], links: Sequence[Link]) -> Fact:
    """No open link leads from a marked node to an unmarked one."""
    return all_of(
        implies(is_open, iff(marked[left], marked[right])) for left, right, is_open in links
    )


def reachable_by_certificate(
    name: str, start: Sequence[Fact], links: Sequence[Link]
) -> tuple[list[Fact], Fact]:
    """Reachability without unrolling, for Z3: fresh facts, and the condition that makes them right.

    Each node gets a Boolean `name`.reached and a rank. The condition says that the start is reached,
    that the reached set is closed, and that every reached node is in the start or is one open link
    away from a reached node of lower rank. It can be met, and the reached set is then the least one.
    """
    reached = [z3.Bool(f"{name}.reached.{node}") for node in range(len(start))]
    rank = [z3.Int(f"{name}.rank.{node}") for node in range(len(start))]
    parents: list[list[Fact]] = [[fact] for fact in start]
    for left, right, is_open in links:
        for child, parent in ((left, right), (right, left)):
            parents[child].append(all_of((is_open, reached[parent], rank[parent] < rank[child])))
    grounded = (implies(mark, any_of(ways)) for mark, ways in zip(reached, parents, strict=True))
    begun = (implies(fact, mark) for fact, mark in zip(start, reached, strict=True))
    return list(reached), all_of((*begun, is_closed(reached, links), *grounded))


__all__ = [
    "Fact",
    "LaneCount",
    "Link",
    "NotCounted",
    "Number",
    "all_of",
    "any_of",
    "at_least",
    "at_most",
    "count",
    "differ",
    "exactly_one",
    "false",
    "if_then_else",
    "iff",
    "implies",
    "is_closed",
    "is_constant",
    "is_symbolic",
    "none_of",
    "not_",
    "only_where",
    "pick",
    "reachable",
    "reachable_by_certificate",
    "spread",
    "true",
    "unless",
]
