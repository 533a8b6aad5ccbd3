"""An arrangement of places that holds together at the start, and comes apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Subject, states_of
from rulewright.interface import Action, Json
from rulewright.lockstep import shortest

Cell: TypeAlias = tuple[int, int]
PAIR = 2
ENOUGH = 4
"""Games that are shrunken; the shortest is told."""


def arrangements(position: Json) -> dict[str, frozenset[Cell]]:
    """Find the lists of pairs of whole numbers in a position."""
    found = {}
    for name, value in position.items():
        if isinstance(value, list) and value and all(map(is_cell, value)):
            found[name] = frozenset((int(cell[0]), int(cell[1])) for cell in value)
    return found


def is_cell(value: object) -> bool:
    """Tell whether a JSON value is a pair of whole numbers."""
    return (
        isinstance(value, list) and len(value) == PAIR and all(type(each) is int for each in value)
    )


def together(cells: frozenset[Cell]) -> bool:
    """Tell whether cells hold together by steps of at most one in each coordinate.

    Whatever the lattice, square or hexagonal, cells that are neighbours are so here too.
    """
    waiting = [min(cells)]
    seen = set(waiting)
    while waiting:
        q, r = waiting.pop()
        for other in ((q + dq, r + dr) for dq in (-1, 0, 1) for dr in (-1, 0, 1)):
            if other in cells and other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == len(cells)


def find(subject: Subject) -> Iterator[Finding]:
    """Look under the default rulings, then under each other reading of the text."""
    params = subject.specified.full_size[0]
    for question, rulings in [("", subject.default()), *subject.deviations()]:
        for name, moves, looked in parted(subject, params, rulings):
            clauses = tuple(
                clause
                for each in subject.rulebook.questions
                if each.name == question
                for clause in each.clauses
            )
            reading = subject.under_which(question, rulings)
            yield subject.finding(
                detector="arrangement comes apart",
                title=f"The {name} can come apart",
                statement=f"At the start the {name} hold together. Under {reading} they lie in "
                f"separate parts after {len(moves)} actions; "
                + ("the default reading forbids that." if question else "no clause forbids that."),
                clauses=clauses,
                questions=(question,),
                params=params,
                rulings=rulings,
                moves=moves,
                measured=f"Found in {looked} random games and shrunken to {len(moves)} actions.",
            )


def parted(
    subject: Subject, params: Mapping[str, Any], rulings: Mapping[str, str]
) -> Iterator[tuple[str, tuple[Action, ...], int]]:
    """Give each arrangement that comes apart, a game that shows it, and how many were played."""
    engine = subject.engine(params, rulings)
    start = arrangements(engine.to_json(engine.initial()))
    whole = {name for name, cells in start.items() if together(cells)}

    def apart(name: str, moves: Sequence[Action]) -> int | None:
        states = states_of(engine, moves)
        for ply, state in enumerate(states or ()):
            cells = arrangements(engine.to_json(state)).get(name)
            if cells and not together(cells):
                return ply
        return None

    def comes_apart(name: str, moves: Sequence[Action]) -> bool:
        return apart(name, moves) is not None

    best: dict[str, tuple[Action, ...]] = {}
    met: Counter[str] = Counter()
    looked = 0
    for line in subject.played(engine) if whole else ():
        looked += 1
        for name in sorted(whole):
            ply = apart(name, line.moves)
            if ply is not None:
                met[name] += 1
                short = shortest(line.moves[:ply], partial(comes_apart, name))
                short = short[: apart(name, short)]
                best[name] = min(best.get(name, short), short, key=len)
        if all(met[name] >= ENOUGH for name in whole):
            break
    for name, moves in best.items():
        yield name, moves, looked
