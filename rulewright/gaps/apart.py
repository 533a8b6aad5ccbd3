"""Detect arrangements of cells that are connected at the start and can come apart."""

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
"""Cells one such step apart are neighbours on every lattice."""
AROUND = frozenset((q, r) for q in (-1, 0, 1) for r in (-1, 0, 1)) - {(0, 0)}
"""Steps to every neighbour on any lattice, square or hexagonal."""


def arrangements(position: Json) -> dict[str, frozenset[Cell]]:
    """Return the lists of integer pairs in a position, by name."""
    found = {}
    for name, value in position.items():
        if isinstance(value, list) and value and all(map(is_cell, value)):
            found[name] = frozenset((int(cell[0]), int(cell[1])) for cell in value)
    return found


def is_cell(value: object) -> bool:
    """Return whether a JSON value is a pair of integers."""
    return (
        isinstance(value, list) and len(value) == PAIR and all(type(each) is int for each in value)
    )


def steps_of(subject: Subject, params: Mapping[str, Any], name: str) -> frozenset[Cell]:
    """Return the steps from a cell to its neighbours.

    These are the images of one step under the symmetries of the game. If they leave the arrangement
    disconnected at the start, the steps to every neighbour on any lattice are returned instead.
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
    """Return whether cells are connected by some steps."""
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
    """Return the names of the connected arrangements in a position."""
    return sorted(name for name, cells in arrangements(position).items() if together(cells, AROUND))


@frozen
class Parted:
    """A short game that disconnects an arrangement, and how it was found."""

    name: str
    """The name of the arrangement."""
    moves: tuple[Action, ...]
    lines: int
    """The number of random games searched."""
    theorem: str
    """The theorem that shows the game; "" if it comes from a random game."""
    steps: frozenset[Cell] = AROUND
    """The steps from a cell to its neighbours."""

    @property
    def measured(self) -> str:
        """Describe what was searched, and what that leaves open."""
        source = f"is from theorem {self.theorem}" if self.theorem else "is from a random game"
        return (
            f"Every action in the first positions of {counted(self.lines, 'random games')} was tried, "
            "and the games that theorems show were searched. The shortest, shrunk to "
            f"{counted(len(self.moves), 'actions')}, {source}. This search does not establish whether "
            f"fewer suffice. {self.neighbours}"
        )

    @property
    def neighbours(self) -> str:
        """Describe which cells count as neighbours, since the search assumes no lattice."""
        if self.steps == AROUND:
            return (
                "It assumes no lattice and treats cells as neighbours if no coordinate differs by more "
                "than one; by the rules' own neighbours they may come apart sooner."
            )
        return (
            "It assumes no lattice: cells are neighbours if one coordinate differs by one and the other "
            f"not at all, or if a symmetry of the game maps such a pair to them; each has "
            f"{len(self.steps)}."
        )


def find(subject: Subject) -> Iterator[Finding | Unlooked]:
    """Search under the default rulings, then under each other reading of the text."""
    params = subject.specified.full_size[0]
    start = subject.reference(params, subject.default())
    if not holding_together(start.to_json(start.initial())):
        yield subject.unlooked(
            "arrangement comes apart",
            "no list in the starting position holds connected cells",
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
                statement=f"The {each.name} are connected at the start. Under {reading} they are in "
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
    """Yield each arrangement that comes apart, with a short game that shows it."""
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
        source, best = met[0], watch.shrunk(met[1])
        for line in lines:
            sooner = watch.soonest(line, len(best) - 1)
            if sooner is not None:
                source, best = "", watch.shrunk(sooner)
        for theorem, moves in shown:
            if watch.apart(moves):
                short = watch.shrunk(moves)
                if len(short) < len(best):
                    best, source = short, theorem
        yield Parted(name, best, len(lines), source, watch.steps)


@frozen(eq=False)
class Watch:
    """Watch one arrangement of a game."""

    engine: Engine[Any]
    name: str
    steps: frozenset[Cell]

    def apart(self, moves: Sequence[Action]) -> int | None:
        """Return the number of moves after which it is disconnected.

        Never 0: it is connected at the start. None if it stays so, or if the moves are no legal game.
        """
        for ply, state in enumerate(states_if_legal(self.engine, moves) or ()):
            if self.lies_apart(state):
                return ply
        return None

    def lies_apart(self, state: Any) -> bool:
        """Return whether it is in separate parts."""
        cells = arrangements(self.engine.to_json(state)).get(self.name)
        return bool(cells) and not together(cells or frozenset(), self.steps)

    def shrunk(self, moves: Sequence[Action]) -> tuple[Action, ...]:
        """Shrink a game in which it comes apart."""
        short = shortest(moves, lambda some: self.apart(some) is not None)
        return short[: self.apart(short)]

    def soonest(self, line: Line, most: int) -> tuple[Action, ...] | None:
        """Try every action in a game's first positions until one disconnects it.

        Returns the resulting game, of at most `most` actions; None if there is none.
        """
        for ply, state in enumerate(line.states[:most]):
            for action in self.engine.legal_actions(state):
                if self.lies_apart(self.engine.play(state, action)):
                    return (*line.moves[:ply], action)
        return None
