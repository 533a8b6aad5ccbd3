"""An arrangement of places that holds together at the start, and comes apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.ambiguity.witness import exhibited, played_under
from rulewright.gaps.findings import Finding, Unlooked
from rulewright.gaps.subject import Subject
from rulewright.interface import Action, Engine, Json
from rulewright.play.random_games import Line
from rulewright.play.replay import states_if_legal
from rulewright.play.shorten import shortest
from rulewright.wording.numbers import counted

Cell: TypeAlias = tuple[int, int]
PAIR = 2
STEP: Cell = (1, 0)
"""Cells this far apart are neighbours on every lattice."""
AROUND = frozenset((q, r) for q in (-1, 0, 1) for r in (-1, 0, 1)) - {(0, 0)}
"""Steps to all that are neighbours on some lattice, square or hexagonal."""


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


def steps_of(subject: Subject, params: Mapping[str, Any], name: str) -> frozenset[Cell]:
    """Find the steps from a cell to its neighbours.

    They are what the symmetries of the game make of one step. Where that leaves an arrangement in parts
    at the start already, all steps are taken that lead to a neighbour on any lattice.
    """
    engine = subject.reference(params, subject.default())
    start = engine.to_json(engine.initial())
    found = {STEP}
    for symmetry in subject.specified.symmetries(engine):
        if symmetry.applies(start):
            moved = symmetry.position(start | {name: [[0, 0], list(STEP)]}).get(name)
            if isinstance(moved, list) and len(moved) == PAIR and all(map(is_cell, moved)):
                (q, r), (u, v) = moved
                found.add((u - q, v - r))
    steps = frozenset(found | {(-q, -r) for q, r in found})
    return steps if together(arrangements(start)[name], steps) else AROUND


def together(cells: frozenset[Cell], steps: frozenset[Cell]) -> bool:
    """Tell whether cells hold together by some steps."""
    waiting = [min(cells)]
    seen = set(waiting)
    while waiting:
        q, r = waiting.pop()
        for other in ((q + dq, r + dr) for dq, dr in steps):
            if other in cells and other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == len(cells)


def holding_together(position: Json) -> list[str]:
    """Name the arrangements of cells in a position that hold together."""
    return sorted(name for name, cells in arrangements(position).items() if together(cells, AROUND))


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
    steps: frozenset[Cell] = AROUND
    """From a cell to its neighbours."""

    @property
    def measured(self) -> str:
        """Say what was looked at, and what that leaves open."""
        source = f"is from theorem {self.theorem}" if self.theorem else "is from a random game"
        return (
            f"Every action of the first positions of {counted(self.lines, 'random games')} was tried, "
            "and the games that theorems show were looked at. The shortest, shrunken to "
            f"{counted(len(self.moves), 'actions')}, {source}. This search does not tell whether fewer "
            f"are enough. {self.neighbours}"
        )

    @property
    def neighbours(self) -> str:
        """Say which cells are taken for neighbours, since the search knows no lattice."""
        if self.steps == AROUND:
            return (
                "It knows no lattice, and takes cells for neighbours if no coordinate differs by more "
                "than one; by the neighbours of the rules they may lie apart sooner."
            )
        return (
            "It knows no lattice: cells are neighbours if one coordinate differs by one and the other "
            f"not at all, or if a symmetry of the game makes them such; each has {len(self.steps)}."
        )


def find(subject: Subject) -> Iterator[Finding | Unlooked]:
    """Look under the default rulings, then under each other reading of the text."""
    params = subject.specified.full_size[0]
    start = subject.reference(params, subject.default())
    if not holding_together(start.to_json(start.initial())):
        yield subject.unlooked(
            "arrangement comes apart",
            "at the start, no list in the position holds cells that lie together",
        )
        return
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
    for name in holding_together(engine.to_json(engine.initial())):
        watch = Watch(engine, name, steps_of(subject, params, name))
        lines = list(subject.played(engine))
        shown = [
            (theorem.name, game.moves)
            for theorem, game in exhibited(subject.name)
            if question in theorem.clauses or played_under(engine, game)
        ]
        sources = [("", line.moves) for line in lines] + shown
        met = next(((source, moves) for source, moves in sources if watch.apart(moves)), None)
        if met is None:
            continue
        source, best = met[0], watch.shrunken(met[1])
        for line in lines:
            sooner = watch.soonest(line, len(best) - 1)
            if sooner is not None:
                source, best = "", watch.shrunken(sooner)
        for theorem, moves in shown:
            if watch.apart(moves):
                short = watch.shrunken(moves)
                if len(short) < len(best):
                    best, source = short, theorem
        yield Parted(name, best, len(lines), source, watch.steps)


@frozen(eq=False)
class Watch:
    """Looks at one arrangement of a game."""

    engine: Engine[Any]
    name: str
    steps: frozenset[Cell]

    def apart(self, moves: Sequence[Action]) -> int | None:
        """Find after how many moves it lies apart; None if never, or if this is no game.

        At the start it does not.
        """
        for ply, state in enumerate(states_if_legal(self.engine, moves) or ()):
            if self.lies_apart(state):
                return ply
        return None

    def lies_apart(self, state: Any) -> bool:
        """Tell whether it lies in separate parts."""
        cells = arrangements(self.engine.to_json(state)).get(self.name)
        return bool(cells) and not together(cells or frozenset(), self.steps)

    def shrunken(self, moves: Sequence[Action]) -> tuple[Action, ...]:
        """Leave out moves as long as it comes apart."""
        short = shortest(moves, lambda some: self.apart(some) is not None)
        return short[: self.apart(short)]

    def soonest(self, line: Line, most: int) -> tuple[Action, ...] | None:
        """Try every action of a game's first positions until one parts it.

        Gives the game that does it, of `most` actions or fewer.
        """
        for ply, state in enumerate(line.states[:most]):
            for action in self.engine.legal_actions(state):
                if self.lies_apart(self.engine.play(state, action)):
                    return (*line.moves[:ply], action)
        return None
