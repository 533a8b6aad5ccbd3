"""A game of two equal rows whose symmetries are plain, and engines of it that lie in one position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from attrs import field, frozen

from rulewright.checks.witness import OWN
from rulewright.interface import (
    BeyondTheImplementation,
    IllegalAction,
    ImpossiblePosition,
    Json,
    MalformedPosition,
    Symmetry,
    Violation,
)

Rows: TypeAlias = tuple[int, int, int, int, int]
"""What is left of both rows, what both players have taken, and who is to move."""
PLAYERS = ("ann", "bob")
OTHER = {"ann": "bob", "bob": "ann", "left": "right", "right": "left"}


@frozen
class TwinRows:
    """Take one or two from a row. Whoever has taken most wins; both win if they took as many."""

    length: int = 2
    reads: bool = True
    """Whether it reads positions."""
    called: str = "the toy"
    lies: dict[tuple[str, Rows], Any] = field(factory=dict)
    """What it says instead, by question and position."""
    refuses: tuple[Rows, str] | None = None
    """A legal action that it refuses in a position."""
    misplays: tuple[Rows, str, Rows] | None = None
    """A legal action in a position, and the wrong position to which it leads."""
    game = "twin rows"
    players = PLAYERS
    params: dict[str, Any] = field(factory=dict)
    rulings: dict[str, str] = field(factory=dict)

    def said(self, question: str, state: Rows, truth: Any) -> Any:
        """Return the truth, or the lie instead."""
        return self.lies.get((question, state), truth)

    def initial(self) -> Rows:
        """Set it up."""
        return self.length, self.length, 0, 0, 0

    def legal_actions(self, state: Rows) -> tuple[str, ...]:
        """List what may be taken."""
        rows = zip(("left", "right"), state[:2], strict=True)
        actions = tuple(f"{name}{amount}" for name, row in rows for amount in (1, 2)[:row])
        return self.said("legal_actions", state, actions)  # type: ignore[no-any-return]

    def play(self, state: Rows, action: str) -> Rows:
        """Take something."""
        if action not in self.legal_actions(state) or (state, action) == self.refuses:
            raise IllegalAction(action, "it is not there")
        if self.misplays is not None and (state, action) == self.misplays[:2]:
            return self.misplays[2]
        left, right, ann, bob, mover = state
        amount = int(action[-1])
        rows = (left - amount, right) if action[:-1] == "left" else (left, right - amount)
        taken = (ann, bob + amount) if mover else (ann + amount, bob)
        return (*rows, *taken, 1 - mover)

    def is_over(self, state: Rows) -> bool:
        """Return whether nothing is left."""
        return self.said("is_over", state, state[:2] == (0, 0))  # type: ignore[no-any-return]

    def turn(self, state: Rows) -> str | None:
        """Name the player to move."""
        truth = None if state[:2] == (0, 0) else PLAYERS[state[4]]
        return self.said("turn", state, truth)  # type: ignore[no-any-return]

    def scores(self, state: Rows) -> dict[str, int]:
        """Tell what each has taken."""
        truth = dict(zip(PLAYERS, state[2:4], strict=True))
        return self.said("scores", state, truth)  # type: ignore[no-any-return]

    def winners(self, state: Rows) -> tuple[str, ...]:
        """Name who has taken most, once it is over."""
        most = max(state[2:4]) if state[:2] == (0, 0) else -1
        pairs = zip(PLAYERS, state[2:4], strict=True)
        truth = tuple(name for name, taken in pairs if taken == most)
        return self.said("winners", state, truth)  # type: ignore[no-any-return]

    def to_json(self, state: Rows) -> Json:
        """Write a position."""
        left, right, ann, bob, mover = state
        truth = {"left": left, "right": right, "ann": ann, "bob": bob, "mover": PLAYERS[mover]}
        return self.said("to_json", state, truth)  # type: ignore[no-any-return]

    def from_json(self, position: Json) -> Rows:
        """Read a position."""
        if not self.reads:
            raise BeyondTheImplementation("it reads no positions")
        numbers = (position[name] for name in ("left", "right", "ann", "bob"))
        state: Any = (*numbers, PLAYERS.index(position["mover"]))
        read = self.said("from_json", state, state)
        if read is None:
            raise ImpossiblePosition("TWI-1", "it is not read")
        return read  # type: ignore[no-any-return]

    def reachable(self) -> Iterator[Rows]:
        """Yield every position once."""
        known = [self.initial()]
        for state in known:
            yield state
            after = (self.play(state, action) for action in self.legal_actions(state))
            known += [each for each in dict.fromkeys(after) if each not in known]


def swapped(names: tuple[str, str]) -> Callable[[Json], Json]:
    """Exchange what two names say in a position, and the names themselves."""

    def rename(position: Json) -> Json:
        new = {OTHER[name] if name in names else name: it for name, it in position.items()}
        mover = OTHER[new["mover"]] if new["mover"] in names else new["mover"]
        return {**new, "mover": mover}

    return rename


def other_row(action: str) -> str:
    """Name the same action in the other row."""
    return OTHER[action[:-1]] + action[-1]


ROWS = Symmetry("rows", other_row, swapped(("left", "right")), str, clauses=("TWI-2", "TWI-3"))
NAMES = Symmetry("names", str, swapped(PLAYERS), OTHER.__getitem__, theorem="no_name_matters")
BOTH = Symmetry(
    "both",
    other_row,
    lambda position: swapped(PLAYERS)(swapped(("left", "right"))(position)),
    OTHER.__getitem__,
)
LIES: dict[str, Callable[[Any], Any]] = {
    "legal_actions": lambda truth: truth[1:] if truth else ("left1",),
    "is_over": lambda truth: not truth,
    "turn": lambda truth: {"ann": "bob", "bob": None, None: "ann"}[truth],
    "scores": lambda truth: {**truth, "bob": 9},
    "winners": lambda truth: ("ann",) if truth != ("ann",) else (),
    "to_json": lambda truth: {**truth, "ann": truth["ann"] + 1},
}
"""By question: something else than the truth."""


@frozen
class TwinRules(TwinRows):
    """The same game as an engine that explains, and reads no position that cannot occur."""

    accepts: tuple[Rows, str] | None = None
    """An action that it plays in a position, though it may be none."""
    unexplained: tuple[Rows, str] | None = None
    """What it does not explain, or, if it is legal, explains."""

    def candidates(self, state: Rows) -> tuple[str, ...]:
        """List all actions that there are."""
        del state
        return "left1", "left2", "right1", "right2"

    def explain(self, state: Rows, action: str) -> tuple[Violation, ...]:
        """Say why an action is illegal."""
        illegal = action not in super().legal_actions(state)
        if illegal == ((state, action) == self.unexplained):
            return ()
        return (Violation("TWI-4", "nothing is taken that is not there", "", ""),)

    def broken_clauses(self, state: Rows) -> tuple[Any, ...]:
        """Return the clauses that hold in every position, but not in this one."""
        return self.said("broken_clauses", state, ())  # type: ignore[no-any-return]

    def play(self, state: Rows, action: str) -> Rows:
        """Take something, or leave everything as it is."""
        if (state, action) == self.accepts and action not in self.legal_actions(state):
            return state
        return super().play(state, action)

    def from_json(self, position: Json) -> Rows:
        """Read a position that can occur."""
        if self.reads and position not in map(TwinRows(self.length).to_json, KNOWN[self.length]):
            raise MalformedPosition("it cannot occur")
        return super().from_json(position)


KNOWN = {length: tuple(TwinRows(length).reachable()) for length in range(4)}
"""All positions by the length of the rows."""


class ToldWitness:
    """Plays an engine as it is told, or says what it lacks; all else is as of OWN, the package's own."""

    called = "the guest"

    def __init__(self, engine: Any, missing: str) -> None:
        """Take an engine, and why nothing is played."""
        self.made, self.lacks = engine, missing

    def __getattr__(self, name: str) -> Any:
        """Ask the package."""
        return getattr(OWN, name)

    def missing(self, _: str) -> str:
        """Return why it plays nothing."""
        return self.lacks
