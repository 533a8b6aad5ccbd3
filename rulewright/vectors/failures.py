"""Check an engine in this process against vectors and perft tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import field, frozen

from rulewright.interface import Action, Engine, IllegalAction
from rulewright.play.perft import perfts
from rulewright.vectors.vector import PerftTable, Vector

MakeEngine: TypeAlias = Callable[[str, Mapping[str, Any], Mapping[str, str]], Engine[Any]]
"""Makes an engine for a game, parameters and rulings; what is left out has its default."""


@frozen
class Failure:
    """An answer of an engine that differs from what a vector expects."""

    vector: Vector
    what: str
    """`playing 'action'`, `legal`, `allowed`, `forbidden`, `position`, `over`, `turn`, `scores` or
    `winners`."""
    expected: Any
    given: Any

    def __str__(self) -> str:
        """Return one line."""
        moves = " ".join(self.vector.moves)
        after = f"after {moves}" if moves else "at the start"
        return (
            f"{self.vector.id}: {self.what} {after}: "
            f"expected {self.expected!r}, given {self.given!r}"
        )


def first_failure(
    engine: Engine[Any], vector: Vector, known: dict[tuple[Action, ...], Any] | None = None
) -> Failure | None:
    """Play a vector on an engine made for it, and return the first failure, if any.

    `known` has the states that the engine has reached before, by the moves, and receives new ones.
    """
    reached = {} if known is None else known
    state = engine.initial()
    for ply, action in enumerate(vector.moves, start=1):
        moves = vector.moves[:ply]
        if moves not in reached:
            try:
                reached[moves] = engine.play(state, action)
            except IllegalAction as refusal:
                return Failure(vector, f"playing {action!r}", "legal", str(refusal))
        state = reached[moves]
    return next(failures_at(engine, state, vector), None)


def failures_at(engine: Engine[Any], state: Any, vector: Vector) -> Iterator[Failure]:
    """Yield all failures of an engine in the position that a vector's moves lead to."""
    expect = vector.expect
    if expect.legal is not None or expect.allowed or expect.forbidden:
        legal = tuple(sorted(engine.legal_actions(state)))
        if expect.legal is not None and legal != expect.legal:
            yield Failure(vector, "legal", expect.legal, legal)
        for action in expect.allowed:
            if action not in legal:
                yield Failure(vector, "allowed", action, legal)
        for each in expect.forbidden:
            if each.action in legal:
                yield Failure(vector, "forbidden", f"no {each.action}", legal)
    answers: dict[str, tuple[Any, Callable[[], Any]]] = {
        "position": (expect.position, lambda: as_json(engine.to_json(state))),
        "over": (expect.over, lambda: engine.is_over(state)),
        "scores": (expect.scores, lambda: engine.scores(state)),
        "winners": (expect.winners, lambda: tuple(engine.winners(state))),
    }
    for what, (expected, answer) in answers.items():
        if expected is not None and answer() != expected:
            yield Failure(vector, what, expected, answer())
    if expect.over is not None and engine.turn(state) != expect.turn:
        yield Failure(vector, "turn", expect.turn, engine.turn(state))


def as_json(position: Any) -> Any:
    """Return a position as it is read from JSON, with lists for tuples."""
    return json.loads(json.dumps(position))


@frozen
class Playing:
    """Plays vectors on engines made once for each set of options; equal beginnings are played once."""

    make: MakeEngine
    _known: dict[str, tuple[Engine[Any], dict[tuple[Action, ...], Any]]] = field(
        factory=dict, init=False
    )

    def first_failure(self, vector: Vector) -> Failure | None:
        """Play a vector under the rulings that it depends on; return the first failure, if any."""
        options = json.dumps([vector.game, vector.params, vector.rulings], sort_keys=True)
        if options not in self._known:
            self._known[options] = self.make(vector.game, vector.params, vector.rulings), {}
        engine, known = self._known[options]
        return first_failure(engine, vector, known)


def check(make: MakeEngine, vectors: Iterable[Vector]) -> tuple[Failure, ...]:
    """Play each vector under the rulings that it depends on; returns the first failure of each."""
    return tuple(filter(None, map(Playing(make).first_failure, vectors)))


def miscounted(make: MakeEngine, tables: Iterable[PerftTable]) -> Iterator[str]:
    """Count each perft table again, and yield a line for each that differs."""
    for table in tables:
        engine = make(table.game, table.params, table.rulings)
        counts = dict(enumerate(perfts(engine, engine.initial(), max(table.counts)), start=1))
        if counts != table.counts:
            yield f"perft {table.game} {table.name}: expected {table.counts}, given {counts}"
