"""A foreign engine beside the game: where it first differs, what it said, and what was expected."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulewright.conformance.adapter.engine import AdapterEngine, AdapterWitness, BrokeDown
from rulewright.conformance.adapter.process import Limits
from rulewright.interface import IllegalAction, Json, UsageError
from rulewright.play.difference import difference
from rulewright.play.view import View, view
from rulewright.referee.lines import LineOfPlay, PositionReached, Shelf, reached, spelled

KEPT = 1_000
"""Positions whose answers are kept."""


class NotPlayed(UsageError):
    """The foreign engine does not play this line."""


@define(eq=False)
class EngineBeside:
    """A foreign engine, started from the command line alone, and what it has said of lines."""

    witness: AdapterWitness
    agreed: Shelf[Any] = field(factory=lambda: Shelf(KEPT))
    """What the engine has reported where it agrees."""

    @classmethod
    def of(cls, words: tuple[str, ...], answer: float) -> EngineBeside:
        """Name the command, and the seconds for one answer; it is started when it is first asked."""
        return cls(AdapterWitness(words, Limits(answer=answer)))

    def compare(self, line: LineOfPlay) -> Json:
        """Play a line on the engine, and return the first difference.

        Raises `NotPlayed`, and `ProgramNotFound` if there is no such program.
        """
        if line.start is not None:
            raise NotPlayed(
                f"{self.witness.called} plays from the start of a game: it reads no positions"
            )
        here = reached(line)
        path = [*here.path()][::-1]
        try:
            self.must_play(line)
            return self.along(path, self.engine(line))
        except BrokeDown as fault:
            return self.fault(path, fault)

    def engine(self, line: LineOfPlay) -> AdapterEngine:
        """Return the engine under the options of a line."""
        return self.witness.engine(line.game, line.params, line.rulings)

    def must_play(self, line: LineOfPlay) -> None:
        """Raise `NotPlayed` unless the engine supports game and options."""
        missing = self.witness.missing(line.game)
        if missing:
            raise NotPlayed(missing)
        if not self.witness.plays(line.game, line.params, line.rulings):
            raise NotPlayed(f"{self.witness.called} does not support these options of {line.game}")

    def along(self, path: list[PositionReached], engine: AdapterEngine) -> Json:
        """Compare position by position, from as far as the engine is known to agree."""
        done = max((n for n, here in enumerate(path) if self.key(here) in self.agreed), default=-1)
        state: Any = None if done < 0 else self.agreed[self.key(path[done])]
        for here in path[done + 1 :]:
            if here.last is None or here.before is None:
                state = engine.initial()
            else:
                try:
                    state = engine.play(state, here.last)
                except IllegalAction as refusal:
                    said = (
                        f"it lists {here.last} as legal, but refuses to play it: {refusal.reason}"
                    )
                    return self.differs(here.before, what="playing", said=said)
            found = self.difference_at(here, view(engine, state), engine)
            if found is not None:
                return self.differs(here, **found)
            self.agreed.keep(self.key(here), state)
        return {
            "called": self.witness.called,
            "agrees": True,
            "ply": path[-1].ply,
            "difference": None,
        }

    def key(self, here: PositionReached) -> tuple[str, ...]:
        """Name a position by its options and moves."""
        full = here.line.json()
        return (here.line.game, spelled(full["params"]), spelled(full["rulings"]), *here.line.moves)

    def difference_at(
        self, here: PositionReached, given: View, engine: AdapterEngine
    ) -> Json | None:
        """Return the first thing that the engine says otherwise; None if it agrees."""
        expected = here.seen
        for what in expected.differences(given):
            one, other = getattr(expected, what), getattr(given, what)
            clause = clause_about(here, what, expected, given)
            said = difference(one, other, ("the specification", engine.called))
            return {
                "what": what,
                "said": f"{what}: {said}",
                "expected": plain(one),
                "given": plain(other),
                "clause": clause,
            }
        return None

    def differs(self, here: PositionReached, **found: Any) -> Json:
        """Write a difference."""
        none: Json = {"expected": None, "given": None, "clause": None}
        return {
            "called": self.witness.called,
            "agrees": False,
            "ply": here.ply,
            "difference": {**none, **found, "line": here.line.json()},
        }

    def fault(self, path: list[PositionReached], fault: BrokeDown) -> Json:
        """Write that the engine broke down, and in which position."""
        return self.differs(path[len(fault.moves)], what="fault", said=str(fault))

    def close(self) -> None:
        """End the engine."""
        self.witness.close()


def clause_about(here: PositionReached, what: str, expected: View, given: View) -> str | None:
    """Return the clause that forbids what only the engine lists, or that ends the game."""
    if what == "over":
        return str(getattr(here.engine, "ending_clause", "")) or None
    extra = sorted({*given.legal} - {*expected.legal})
    if what != "legal" or not extra or not here.engine.is_action(extra[0]):
        return None
    if extra[0] not in here.engine.candidates(here.state) and not expected.over:
        return None
    violations = here.engine.explain(here.state, extra[0])
    return str(violations[0].clause) if violations else None


def plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value
