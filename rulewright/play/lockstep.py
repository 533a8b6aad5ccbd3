"""Two engines play the same game and must agree on everything."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from attrs import field, frozen

from rulewright.interface import (
    Action,
    BeyondTheImplementation,
    Engine,
    IllegalAction,
    ImpossiblePosition,
    Json,
    MalformedPosition,
    RulewrightError,
)
from rulewright.play.view import View, view


class Disagreement(RulewrightError):
    """Two engines disagree about a game: at least one has the rules wrong."""

    exit_status = 1

    def __init__(
        self,
        what: str,
        moves: Sequence[Action],
        expected: object,
        given: object,
        refused: Action | None = None,
    ) -> None:
        """Keep what differs, after which moves, and the two values.

        `refused` is a legal action that one of the two refuses.
        """
        self.what = what
        self.moves = tuple(moves)
        self.line = self.moves if refused is None else (*self.moves, refused)
        self.expected = expected
        self.given = given
        after = f"after {' '.join(moves)}" if moves else "at the start"
        super().__init__(f"{what} {after}: expected {expected!r}, given {given!r}")


@frozen
class Lockstep:
    """A game in progress on two engines; the first one is the reference.

    Every method raises `Disagreement` as soon as the two differ.
    """

    reference: Engine[Any]
    tested: Engine[Any]
    states: tuple[Hashable, Hashable]
    moves: tuple[Action, ...] = ()
    seen: View = field(init=False)

    @seen.default
    def _compared(self) -> View:
        expected, given = view(self.reference, self.states[0]), view(self.tested, self.states[1])
        for what in expected.differences(given):
            self.same(what, getattr(expected, what), getattr(given, what))
        self.same("turn at the end", expected.turn is None, expected.over)
        self.same("actions at the end", not expected.legal, expected.over)
        return expected

    @classmethod
    def begin(cls, reference: Engine[Any], tested: Engine[Any]) -> Lockstep:
        """Set up the game on both."""
        return cls(reference, tested, (reference.initial(), tested.initial()))

    @classmethod
    def at(cls, reference: Engine[Any], tested: Engine[Any], position: Json) -> Lockstep:
        """Start both at a position in JSON form."""
        return cls(reference, tested, (reference.from_json(position), tested.from_json(position)))

    def same(self, what: str, expected: object, given: object) -> None:
        """Raise `Disagreement` unless two values are equal."""
        if expected != given:
            raise Disagreement(what, self.moves, expected, given)

    def play(self, action: Action) -> Lockstep:
        """Play an action on both; raises `IllegalAction` if the reference forbids it."""
        expected = self.reference.play(self.states[0], action)
        try:
            given = self.tested.play(self.states[1], action)
        except IllegalAction as refusal:
            raise Disagreement(
                f"playing {action!r}", self.moves, "legal", str(refusal), action
            ) from refusal
        return Lockstep(self.reference, self.tested, (expected, given), (*self.moves, action))

    def refuse(self, action: Action) -> None:
        """Require that both refuse an illegal action and leave the position unchanged."""
        for engine, state in zip((self.reference, self.tested), self.states, strict=True):
            before = view(engine, state)
            refused = True
            try:
                engine.play(state, action)
            except IllegalAction:
                pass
            else:
                refused = False
            self.same(f"refusal of {action!r}", True, refused)
            self.same(f"position after {action!r} is refused", before, view(engine, state))

    def explained(self, explain: Callable[[Any, Action], Iterable[object]], action: Action) -> None:
        """Require an explanation of an action exactly when it is illegal."""
        because = tuple(explain(self.states[0], action))
        self.same(f"explanation of {action!r}", action not in self.seen.legal, bool(because))

    def reread(self) -> None:
        """Require that the position survives a JSON round trip on both."""
        for engine, state in zip((self.reference, self.tested), self.states, strict=True):
            again = engine.from_json(engine.to_json(state))
            self.same("position after a JSON round trip", view(engine, state), view(engine, again))

    def ranked(self) -> None:
        """Require of compiled engines that random play draws from the legal actions.

        Each must have a rank, and whatever is drawn must be one of them.
        """
        for engine, state in zip((self.reference, self.tested), self.states, strict=True):
            rank = getattr(engine, "ranking", None)
            if rank is None:
                continue
            found = rank(state)
            self.same("number of legal actions", len(self.seen.legal), found.count)
            by_rank = tuple(sorted(spelled(engine, code) for code in found.ranked))
            self.same("legal actions by rank", self.seen.legal, by_rank)
            drawn = {spelled(engine, code) for code in found.drawn}
            self.same("actions drawn that are not legal", [], sorted(drawn - {*self.seen.legal}))

    def offer(self, position: Any) -> None:
        """Require that both read a position, and agree about it, or both refuse it."""
        try:
            (expected, how), (given, other_how) = (
                self.reading(engine, position) for engine in (self.reference, self.tested)
            )
        except BeyondTheImplementation:
            return
        where = f"another position, {json.dumps(position)},"
        if (expected is None) != (given is None):
            self.same(where, how, other_how)
        if expected is not None and given is not None:
            for what in expected.differences(given):
                self.same(f"{what} of {where}", getattr(expected, what), getattr(given, what))

    def reading(self, engine: Engine[Any], position: Any) -> tuple[View | None, str]:
        """Return an engine's view of a position in JSON form, None if it is refused, and which."""
        try:
            return view(engine, engine.from_json(position)), "read"
        except BeyondTheImplementation:
            raise
        except (MalformedPosition, ImpossiblePosition) as refusal:
            return None, f"refused: {refusal}"
        except Exception as error:
            where = f"another position, {json.dumps(position)},"
            given = f"{type(error).__name__}: {error}"
            raise Disagreement(where, self.moves, "read or refused", given) from error


def spelled(engine: Any, code: int) -> Action:
    """Return the text of a code of a compiled engine, or the number where that is no action."""
    try:
        return str(engine.notation.text(code)) if code >= 0 else str(code)
    except (LookupError, ValueError, ArithmeticError):
        return str(code)


def replay_both(reference: Engine[Any], tested: Engine[Any], moves: Iterable[Action]) -> Lockstep:
    """Play moves on both from the start; raises `Disagreement` or `IllegalAction`."""
    game = Lockstep.begin(reference, tested)
    for action in moves:
        game = game.play(action)
    return game


def differs(reference: Engine[Any], tested: Engine[Any]) -> Callable[[Sequence[Action]], bool]:
    """Return a predicate: whether two engines part while playing some moves."""

    def parts(moves: Sequence[Action]) -> bool:
        try:
            replay_both(reference, tested, moves)
        except Disagreement:
            return True
        except IllegalAction:
            return False
        return False

    return parts
