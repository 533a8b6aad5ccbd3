"""An arrangement of places that holds together at the start, and comes apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.ambiguity.witness import exhibited
from rulewright.console.output import counted
from rulewright.gaps.findings import Finding
from rulewright.gaps.subject import Line, Subject, states_of
from rulewright.interface import Action, Engine, Json
from rulewright.lockstep import shortest

Cell: TypeAlias = tuple[int, int]
PAIR = 2


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


@frozen
class Parted:
    """A short game after which an arrangement lies apart, and how it was found."""

    name: str
    """Of the arrangement."""
    moves: tuple[Action, ...]
    lines: int
    """Random games that were looked at."""
    theorem: str
    """The theorem that shows the game; "" if it comes from a random one."""

    @property
    def measured(self) -> str:
        """Say what was looked at, and what that leaves open."""
        source = f"is from theorem {self.theorem}" if self.theorem else "is from a random game"
        return (
            f"Every action of the first positions of {counted(self.lines, 'random games')} was tried, "
            "and the games that theorems show were looked at. The shortest, shrunken to "
            f"{counted(len(self.moves), 'actions')}, {source}. This search does not tell whether fewer "
            "are enough: it knows no lattice, and takes cells for neighbours if no coordinate "
            "differs by more than one; by the neighbours of the rules they may lie apart sooner."
        )


def find(subject: Subject) -> Iterator[Finding]:
    """Look under the default rulings, then under each other reading of the text."""
    params = subject.specified.full_size[0]
    for question, rulings in [("", subject.default()), *subject.deviations()]:
        for each in parted(subject, params, rulings, question):
            clauses = tuple(
                clause
                for asked in subject.rulebook.questions
                if asked.name == question
                for clause in asked.clauses
            )
            reading = subject.under_which(question, rulings)
            yield subject.finding(
                detector="arrangement comes apart",
                title=f"The {each.name} can come apart under {reading}",
                statement=f"At the start the {each.name} hold together. Under {reading} they lie in "
                f"separate parts after {counted(len(each.moves), 'actions')}; "
                + ("the default reading forbids that." if question else "no clause forbids that."),
                clauses=clauses,
                questions=(question,),
                params=params,
                rulings=rulings,
                moves=each.moves,
                measured=each.measured,
            )


def parted(
    subject: Subject, params: Mapping[str, Any], rulings: Mapping[str, str], question: str
) -> Iterator[Parted]:
    """Give each arrangement that comes apart, with a short game that shows it."""
    engine = subject.engine(params, rulings)
    start = arrangements(engine.to_json(engine.initial()))
    for name in sorted(name for name, cells in start.items() if together(cells)):
        lines = list(subject.played(engine))
        met = next((line for line in lines if apart(engine, name, line.moves) is not None), None)
        if met is None:
            continue
        best, source = shrunken(engine, name, met.moves), ""
        for line in lines:
            sooner = soonest(engine, name, line, len(best) - 1)
            if sooner is not None:
                best = shrunken(engine, name, sooner)
        for theorem, moves in exhibited(subject.name, question):
            if apart(engine, name, moves) is not None:
                short = shrunken(engine, name, moves)
                if len(short) < len(best):
                    best, source = short, theorem
        yield Parted(name, best, len(lines), source)


def apart(engine: Engine[Any], name: str, moves: Sequence[Action]) -> int | None:
    """Find after how many moves an arrangement lies apart; None if never, or if this is no game."""
    for ply, state in enumerate(states_of(engine, moves) or ()):
        if lies_apart(engine, name, state):
            return ply
    return None


def lies_apart(engine: Engine[Any], name: str, state: Any) -> bool:
    """Tell whether an arrangement lies in separate parts."""
    cells = arrangements(engine.to_json(state)).get(name)
    return bool(cells) and not together(cells or frozenset())


def shrunken(engine: Engine[Any], name: str, moves: Sequence[Action]) -> tuple[Action, ...]:
    """Leave out moves as long as the arrangement comes apart."""
    short = shortest(moves, lambda some: apart(engine, name, some) is not None)
    return short[: apart(engine, name, short)]


def soonest(engine: Engine[Any], name: str, line: Line, most: int) -> tuple[Action, ...] | None:
    """Try every action of a game's first positions until one parts the arrangement.

    Gives the game that does it, of `most` actions or fewer.
    """
    for ply, state in enumerate(line.states[:most]):
        for action in engine.legal_actions(state):
            if lies_apart(engine, name, engine.play(state, action)):
                return (*line.moves[:ply], action)
    return None
