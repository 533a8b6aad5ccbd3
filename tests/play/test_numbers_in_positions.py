"""A position is read only if it is written as it would be: in JSON, `true` and `1.0` are not 1."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from rulewright.author import Clause, MalformedPosition, OneByOne, PlainEngine, Rulebook, not_


@frozen
class Heap:
    """How much is left, and whose turn it is."""

    left: int
    turn: tuple[bool, ...] = (True,)


class HeapSpecified(OneByOne[Heap]):
    """A heap, of which one at a time is taken."""

    rulebook = Rulebook("heap", "A heap", (), (Clause("H-1", ()),))
    players = ("a",)
    ending_clause = "H-1"
    actions = ("take",)

    def initial(self) -> Heap:
        """Begin with one."""
        return Heap(1)

    def played(self, state: Heap, move: tuple[bool, ...]) -> Heap:
        """Take it."""
        del move
        return Heap(state.left - 1, (False,))

    def wins(self, state: Heap) -> tuple[bool, ...]:
        """Nobody wins."""
        del state
        return (False,)

    def to_json(self, state: Heap) -> dict[str, Any]:
        """Write how much is left."""
        return {"left": state.left, "over": not state.turn[0]}

    def parsed(self, position: Any) -> Heap:
        """Read it."""
        return Heap(position["left"], (not position["over"],))


class HeapImplemented(PlainEngine[int]):
    """The same."""

    game, players = "heap", ("a",)

    def initial(self) -> int:
        """Begin with one."""
        return 1

    def is_action(self, action: str) -> bool:
        """There is one."""
        return action == "take"

    def after(self, state: int) -> dict[str, int]:
        """Take it."""
        return {"take": state - 1}

    def turn(self, state: int) -> str | None:
        """Nobody's, if nothing is left."""
        return "a" if state else None

    def winners(self, state: int) -> tuple[str, ...]:
        """Nobody wins."""
        del state
        return ()

    def to_json(self, state: int) -> dict[str, Any]:
        """Write how much is left."""
        return {"left": int(state), "over": not state}

    def parsed(self, position: Any) -> int:
        """Read it."""
        return position["left"]  # type: ignore[no-any-return]


ENGINES = [HeapSpecified(), HeapImplemented({}, {})]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: type(engine).__name__)
@pytest.mark.parametrize(
    "wrong", [{"left": True}, {"left": 1.0}, {"left": "one"}, {"left": None}, {"over": 0}]
)
def test_what_is_written_otherwise_is_refused(engine: Any, wrong: dict[str, Any]) -> None:
    """Though Python says that the two are equal."""
    position = {"left": 1, "over": False}
    assert engine.from_json(position) == engine.initial()
    with pytest.raises(MalformedPosition, match="the first one is"):
        engine.from_json(position | wrong)


class NamedSpecified(HeapSpecified):
    """Writes who is next, and finds nobody in a position that is none."""

    def to_json(self, state: Heap) -> dict[str, Any]:
        """Write how much is left."""
        return {"left": next(number for number in (0, 1) if number == state.left), "over": False}


class NamedImplemented(HeapImplemented):
    """The same."""

    def to_json(self, state: int) -> dict[str, Any]:
        """Write how much is left."""
        return {"left": next(number for number in (0, 1) if number == state), "over": False}


@pytest.mark.parametrize(
    "engine", [NamedSpecified(), NamedImplemented({}, {})], ids=lambda engine: type(engine).__name__
)
def test_what_cannot_be_written_by_next_is_refused(engine: Any) -> None:
    """`parsed` may make what it likes of what was not written so, and `to_json` find nothing in it."""
    with pytest.raises(MalformedPosition, match="the first one is"):
        engine.from_json({"left": 2, "over": False})


@frozen
class Heaps:
    """Whether each of two heaps is gone, and whose turn it is."""

    gone: tuple[bool, ...] = (False, False)
    turn: tuple[bool, ...] = (True,)


class HeapsSpecified(OneByOne[Heaps]):
    """Two heaps, which are never gone at once."""

    rulebook = Rulebook(
        "heaps", "Heaps", (), (Clause("H-1", (), holds=lambda _, here: not_(here.gone[1])),)
    )
    players = ("a",)
    ending_clause = "H-1"
    actions = ("take",)

    def initial(self) -> Heaps:
        """Begin with both."""
        return Heaps()

    def played(self, state: Heaps, move: tuple[bool, ...]) -> Heaps:
        """Take one."""
        del state
        return Heaps((move[0], False), (False,))

    def wins(self, state: Heaps) -> tuple[bool, ...]:
        """Nobody wins."""
        del state
        return (False,)

    def to_json(self, state: Heaps) -> dict[str, Any]:
        """Write which are gone."""
        return {"gone": list(state.gone), "over": not state.turn[0]}

    def parsed(self, position: Any) -> Heaps:
        """Read it, however many there are."""
        return Heaps(tuple(position["gone"]), (not position["over"],))


@pytest.mark.parametrize("gone", [[False], [], [False, False, False]])
def test_a_position_of_another_length_is_refused(gone: list[bool]) -> None:
    """A formula would look for what is not there, and raise `IndexError`."""
    engine = HeapsSpecified()
    position = {"gone": [False, False], "over": False}
    assert engine.from_json(position) == engine.initial()
    with pytest.raises(MalformedPosition, match="the first one is"):
        engine.from_json(position | {"gone": gone})
