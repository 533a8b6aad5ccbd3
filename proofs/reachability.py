"""Reachability left abstract: a name for what is reached, and what is true of it.

A rule asks its `reach` which nodes can be reached. Over all positions at full size neither unrolling
nor ranks alone are feasible, so `AbstractReach` answers with fresh facts, and a claim assumes what it
needs of them:

* they hold of the start, and open links do not leave them (`closed`);
* they are inside every closed set that contains the start (`inside`, one instance for each set named);
* each reached node that is not in the start has exactly one chosen parent, one open link away and of
  lower rank (`has_parents`), and the parents alone lead everywhere (`inside_by_parents`).

All this follows by induction from the layers ``L0 = start, L(i+1) = spread(Li)``. `steps_of_layers`
are the induction steps, claims about `logic.spread` itself with arbitrary facts on the graph in hand;
the induction, and that the layers come to an end, are the assumption `BY_LAYERS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

import z3
from attrs import define, field, frozen

from rulewright.proofs.solving import smt_text
from rulewright.proofs.terms import unknowns
from rulewright.proofs.theorem import Assumption, Case, Claim, Lemma, Twin, as_term, as_terms
from rulewright.proofs.unknowns import boolean, integer, is_replaying
from rulewright.spec.logic import (
    Fact,
    Link,
    Number,
    all_of,
    any_of,
    count,
    iff,
    implies,
    is_closed,
    is_constant,
    not_,
    spread,
)

CERTIFICATE = r"(?P<name>.+)\.(?P<digest>[0-9a-f]{12})\.(reached|parent|rank)\."
"""How the facts of an answer are called: no two different questions share a fact."""
STEPS = "reachability steps from layer to layer as it should"

BY_LAYERS = Assumption(
    "reachability_goes_by_layers",
    "What `logic.reachable` returns is the last of the layers L0 = start, L(i+1) = spread(Li), and "
    "spread leaves that one as it is. So what each layer hands on to the next holds of it: it is "
    "closed, it is inside every closed set that contains the start, and every node it adds has a "
    "parent in an earlier layer, one of which can be chosen.",
    "for all graphs of up to 4 nodes, all starts and all open links; for all 64 stick sets of n=1; "
    "for random stick sets of n=4",
    (STEPS,),
)


ANSWERS: dict[str, Reached] = {}
"""The answers that were given, by name."""


@frozen(eq=False)
class Reached:
    """One answer: for each node a fact, that it is reached from the start."""

    name: str
    start: tuple[Fact, ...]
    links: tuple[Link, ...]
    worked: tuple[dict[int, int], set[int]] | None = field(init=False, repr=False)
    """While a model is replayed: the layer of each node reached, and the ways to chosen parents."""
    marks: tuple[Fact, ...] = field(init=False)
    ways: tuple[tuple[int, int, Fact, Fact], ...] = field(init=False, repr=False)
    """Child, parent, whether the link is open, whether that parent is the chosen one."""

    @worked.default
    def _worked(self) -> tuple[dict[int, int], set[int]] | None:
        if not is_replaying():
            return None
        is_open = [bool(fact) for _, _, fact in self.links]
        return worked_off(self.links, list(map(bool, self.start)), is_open)

    @marks.default
    def _marks(self) -> tuple[Fact, ...]:
        nodes = range(len(self.start))
        if self.worked is not None:
            return tuple(node in self.worked[0] for node in nodes)
        return tuple(boolean(f"{self.name}.reached.{node}") for node in nodes)

    @ways.default
    def _ways(self) -> tuple[tuple[int, int, Fact, Fact], ...]:
        return tuple(
            (child, parent, is_open, self._is_chosen(index, side))
            for index, (left, right, is_open) in enumerate(self.links)
            for side, (child, parent) in enumerate(((left, right), (right, left)))
        )

    def _is_chosen(self, link: int, side: int) -> Fact:
        if self.worked is not None:
            return 2 * link + side in self.worked[1]
        return boolean(f"{self.name}.parent.{link}.{self.links[link][side]}")

    def __attrs_post_init__(self) -> None:
        """Let the answer be found by its name."""
        ANSWERS[self.name] = self

    def exact(self) -> tuple[Fact, ...]:
        """What makes the answer that of `reachable`: all of it is reached, layer by layer."""
        return (*self.closed(), *self.has_parents())

    def begins(self, node: int) -> Fact:
        """A node of the start is reached."""
        return implies(self.start[node], self.marks[node])

    def closes(self, link: int) -> Fact:
        """A link, if open, does not lead out."""
        return is_closed(self.marks, (self.links[link],))

    def closed(self) -> tuple[Fact, ...]:
        """The start is reached, and no open link leads out."""
        return (
            *map(self.begins, range(len(self.start))),
            *map(self.closes, range(len(self.links))),
        )

    def inside(self, region: Sequence[Fact]) -> Fact:
        """If a region contains the start and is closed, all that is reached is in it."""
        contains = all_of((within(self.start, region), is_closed(region, self.links)))
        return implies(contains, within(self.marks, region))

    def parents(self, child: int) -> list[Fact]:
        """For each way to a node: it is the chosen one."""
        return [chosen for node, _, _, chosen in self.ways if node == child]

    def needs_parent(self, node: int) -> Fact:
        """The node is reached, but not a start."""
        return all_of((self.marks[node], not_(self.start[node])))

    def has_one_parent(self, node: int) -> Fact:
        """A node that needs a parent has exactly one, any other none."""
        return number(self.needs_parent(node)) == count(self.parents(node))

    def parent_precedes(self, way: int) -> Fact:
        """A chosen parent is reached, one open link away, and of lower rank."""
        child, parent, is_open, chosen = self.ways[way]
        nearer = self.rank(parent) < self.rank(child)
        return implies(chosen, all_of((is_open, self.marks[parent], nearer)))

    def rank(self, node: int) -> Number:
        """The number of the layer in which a node is reached."""
        if self.worked is not None:
            return self.worked[0].get(node, 0)
        return integer(f"{self.name}.rank.{node}")

    def has_parents(self) -> tuple[Fact, ...]:
        """Every node that needs one has one chosen parent, which precedes it."""
        return (
            *map(self.has_one_parent, range(len(self.start))),
            *map(self.parent_precedes, range(len(self.ways))),
        )

    def inside_by_parents(self, region: Sequence[Fact]) -> Fact:
        """If a region contains the start, and with a parent the child, all that is reached is in it."""
        follows = (
            implies(all_of((chosen, region[parent])), region[child])
            for child, parent, _, chosen in self.ways
        )
        contains = all_of((within(self.start, region), *follows))
        return implies(contains, within(self.marks, region))


@define(eq=False)
class AbstractReach:
    """Stands in for `reachable`: equal questions get the same answer, others a fresh one."""

    name: str
    _answers: dict[tuple[object, ...], Reached] = field(factory=dict, init=False)
    """By their questions: Z3's numbers of terms, which live as long as the answer."""

    @property
    def calls(self) -> list[Reached]:
        """The answers given so far, in order."""
        return list(self._answers.values())

    def __call__(self, start: Sequence[Fact], links: Sequence[Link]) -> list[Fact]:
        """Answer with fresh facts."""
        return list(self.answer(start, links).marks)

    def answer(self, start: Sequence[Fact], links: Sequence[Link]) -> Reached:
        """Return the answer given before to an equal question, or a fresh one."""
        question = _question(start, links)
        if question not in self._answers:
            name = f"{self.name}.{len(self._answers)}.{digest(start, links)}"
            self._answers[question] = Reached(name, tuple(start), tuple(links))
        return self._answers[question]

    def last(self) -> Reached:
        """Return the latest answer."""
        return self.calls[-1]


def _question(start: Sequence[Fact], links: Sequence[Link]) -> tuple[object, ...]:
    return (
        tuple(map(_identity, start)),
        tuple((left, right, _identity(is_open)) for left, right, is_open in links),
    )


def digest(start: Sequence[Fact], links: Sequence[Link]) -> str:
    """Return a digest of a question, so that another one never gets the same name.

    It is that of its text, which Z3 writes many times as fast as Python walks through the terms.
    """
    ends = [(left, right) for left, right, _ in links]
    facts = as_terms((*start, *(is_open for _, _, is_open in links)))
    whole = f"{len(start)} {ends}\n{smt_text(facts)}"
    return sha256(whole.encode()).hexdigest()[:12]


def _identity(fact: Fact) -> object:
    return fact if is_constant(fact) else ("term", fact.get_id())


def number(fact: Fact) -> Number:
    """Return 1 if the fact holds, else 0."""
    return count((fact,))


def within(some: Sequence[Fact], others: Sequence[Fact]) -> Fact:
    """Return whether the first set of nodes is a subset of the second."""
    return all_of(implies(one, other) for one, other in zip(some, others, strict=True))


def complement(marks: Sequence[Fact]) -> list[Fact]:
    """Return the nodes that are not marked."""
    return [not_(mark) for mark in marks]


def union(regions: Iterable[Sequence[Fact]]) -> list[Fact]:
    """Return the nodes in at least one region."""
    return [any_of(marks) for marks in zip(*regions, strict=True)]


def exactly_reached(terms: Iterable[z3.BoolRef]) -> list[Fact]:
    """For each answer that terms speak of: what makes it that of `reachable`."""
    found = (re.match(CERTIFICATE, fact) for fact in unknowns(terms))
    called = sorted({f"{name['name']}.{name['digest']}" for name in found if name})
    return [fact for name in called if name in ANSWERS for fact in ANSWERS[name].exact()]


def real_answers(base: Iterable[Fact], calls: Iterable[Reached]) -> tuple[Fact, ...]:
    """Compute layer by layer what is reached where `base` fixes all basic facts.

    Returns the base and a fact for each mark, rank and chosen parent: a witness in which reachability
    is true reachability. Nothing, while a model is replayed: it has such values itself.
    """
    if is_replaying():
        return ()
    fixed = list(as_terms(base))
    for call in calls:
        solver = z3.SimpleSolver()
        solver.add(*fixed)
        if solver.check() != z3.sat:
            raise ValueError("the base contradicts itself")
        model = solver.model()

        def holds(fact: Fact, model: z3.ModelRef = model) -> bool:
            return bool(z3.is_true(model.eval(as_term(fact), model_completion=True)))

        is_open = [holds(fact) for _, _, fact in call.links]
        rank, chosen = worked_off(call.links, list(map(holds, call.start)), is_open)
        fixed += as_terms(
            (
                *(iff(mark, node in rank) for node, mark in enumerate(call.marks)),
                *(call.rank(node) == rank.get(node, 0) for node in range(len(call.start))),
                *(iff(way[3], index in chosen) for index, way in enumerate(call.ways)),
            )
        )
    return tuple(fixed)


def worked_off(
    links: Sequence[Link], start: Sequence[bool], is_open: Sequence[bool]
) -> tuple[dict[int, int], set[int]]:
    """Return the layer of each node that is reached, and the ways from these to a chosen parent.

    The ways are two for each link: from its first node to its second, and back.
    """
    ways = [way for left, right, _ in links for way in ((left, right), (right, left))]
    rank = {node: 0 for node, begins in enumerate(start) if begins}
    chosen: set[int] = set()
    front, layer = set(rank), 0
    while front:
        layer += 1
        new: dict[int, int] = {}
        for index, (child, parent) in enumerate(ways):
            if is_open[index // 2] and parent in front and child not in rank:
                new.setdefault(child, index)
        chosen |= set(new.values())
        rank |= dict.fromkeys(new, layer)
        front = set(new)
    return rank, chosen


def steps_of_layers(name: str, nodes: int, ends: Sequence[tuple[int, int]]) -> tuple[Claim, Twin]:
    """Make the induction steps on a graph, with an arbitrary layer, region and set of open links.

    `nodes` is how many there are, `ends` the two nodes of each link.
    """
    layer, region = _fresh(f"{name}.layer", nodes), _fresh(f"{name}.region", nodes)
    is_open = _fresh(f"{name}.open", len(ends))
    links = [(left, right, fact) for (left, right), fact in zip(ends, is_open, strict=True)]

    def cases() -> Iterable[Case]:
        after = spread(layer, links)
        yield Case(
            "a layer keeps what was reached",
            (),
            within(layer, after),
            decided="`spread` says of each node that it is marked, or so is a neighbour",
        )
        yield Case(
            "a layer stays in every closed region",
            (within(layer, region), is_closed(region, links)),
            within(after, region),
        )
        yield Case(
            "a layer that does not grow is closed", (within(after, layer),), is_closed(layer, links)
        )
        yield from _steps_of_parents(name, layer, region, links)

    def broken() -> Case:
        return Case(
            "a layer stays in every region",
            (within(layer, region),),
            within(spread(layer, links), region),
        )

    return (
        Lemma(
            *(STEPS, cases),
            evident="it says what `spread` is, whatever is marked and open",
            why_not_real="it is about any graph, and no position",
        ),
        Twin(
            "a layer stays in every region, closed or not",
            broken,
            of=STEPS,
            changed="the region need not be closed",
        ),
    )


def _fresh(name: str, size: int) -> list[Fact]:
    return [boolean(f"{name}.{index}") for index in range(size)]


def _steps_of_parents(
    name: str, layer: Sequence[Fact], region: Sequence[Fact], links: Sequence[Link]
) -> Iterable[Case]:
    """What a layer adds has a parent in the layer before, one of which can be chosen."""
    after = spread(layer, links)
    ways: list[list[tuple[Fact, int]]] = [[] for _ in layer]
    for left, right, fact in links:
        ways[left].append((fact, right))
        ways[right].append((fact, left))
    added = [all_of((new, not_(old))) for new, old in zip(after, layer, strict=True)]
    yield Case(
        "what a layer adds is one open link from the layer before",
        (),
        all_of(
            implies(new, any_of(all_of((way, layer[other])) for way, other in at))
            for new, at in zip(added, ways, strict=True)
        ),
    )
    choices = [
        [
            (choice, other)
            for choice, (_, other) in zip(_fresh(f"{name}.chosen.{node}", len(at)), at, strict=True)
        ]
        for node, at in enumerate(ways)
    ]
    yield Case(
        "what a layer adds is in every region that has, with a chosen parent, the child",
        (
            within(layer, region),
            *(
                implies(new, any_of(all_of((choice, layer[other])) for choice, other in at))
                for new, at in zip(added, choices, strict=True)
            ),
            *(
                implies(all_of((choice, region[other])), child)
                for child, at in zip(region, choices, strict=True)
                for choice, other in at
            ),
        ),
        within(after, region),
    )
