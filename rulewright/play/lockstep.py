"""Two engines play the same game and must agree on everything."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import deepcopy
from typing import Any, NoReturn

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
    UsageError,
)
from rulewright.play import games
from rulewright.play.by_clauses import beside_the_clauses
from rulewright.play.difference import SIDES, Sides, called, difference, sides_of
from rulewright.play.effects import effects_asked
from rulewright.play.view import View, view
from rulewright.wording.numbers import counted

UNSUPPORTED = " (of one that it does not support it would raise `BeyondTheImplementation`)"
"""Said of an implementation that refuses a position which the specification reads."""


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
        *,
        sides: Sides = SIDES,
        said: str = "",
    ) -> None:
        """Keep what differs, after which moves, the two values, and the names of the two sides.

        `refused` is a legal action that one of the two refuses. `said` states the difference, unless
        the two values do.
        """
        self.what = what
        self.moves = tuple(moves)
        self.line = self.moves if refused is None else (*self.moves, refused)
        self.expected = expected
        self.given = given
        self.sides = sides
        self.said = said or difference(expected, given, sides)
        after = f"after {' '.join(moves)}" if moves else "at the start"
        super().__init__(f"{what} {after}: {self.said}")

    @property
    def headline(self) -> str:
        """What differs and how, without the moves, which are shown elsewhere."""
        after = f"after {counted(len(self.moves), 'moves')}" if self.moves else "at the start"
        return f"{self.what} {after}: {self.said}"


@frozen
class Lockstep:
    """A game in progress on two engines; the first one is the reference.

    Every method raises `Disagreement` as soon as the two differ.
    """

    reference: Engine[Any]
    tested: Engine[Any]
    states: tuple[Hashable, Hashable]
    moves: tuple[Action, ...] = ()
    views: tuple[View, View] = field(init=False)
    """What the two report about the position."""

    @property
    def sides(self) -> Sides:
        """What the two engines are called."""
        return sides_of(self.reference, self.tested)

    @property
    def seen(self) -> View:
        """What both report about the position."""
        return self.views[0]

    @views.default
    def _compared(self) -> tuple[View, View]:
        expected, given = view(self.reference, self.states[0]), view(self.tested, self.states[1])
        for what in expected.differences(given):
            one, other = getattr(expected, what), getattr(given, what)
            said = difference(one, other, self.sides) + self.clause_about(what, expected, given)
            raise Disagreement(what, self.moves, one, other, sides=self.sides, said=said)
        if expected.over != (expected.turn is None) or (
            expected.over != (not expected.legal) and not is_declared(self.reference.game, expected)
        ):
            said = stuck(expected, f"{self.sides[0]}, like {self.sides[1]},")
            raise Disagreement("the end", self.moves, None, None, sides=self.sides, said=said)
        beside = beside_the_clauses(self.reference, self.states[0], expected)
        if beside is not None:
            self.part(f"{beside.what} by the specification", None, None, beside.said)
        return expected, given

    @classmethod
    def begin(cls, reference: Engine[Any], tested: Engine[Any]) -> Lockstep:
        """Set up the game on both."""
        return cls(reference, tested, (reference.initial(), tested.initial()))

    @classmethod
    def at(cls, reference: Engine[Any], tested: Engine[Any], position: Json) -> Lockstep:
        """Start both at a position in JSON form."""
        return cls(reference, tested, (reference.from_json(position), tested.from_json(position)))

    def clause_about(self, what: str, expected: View, given: View) -> str:
        """Return the clause that a difference is about, as the end of a sentence; "" if unknown.

        That is the clause on the end of a game, or on who wins, or one that forbids what only the tested
        engine lists.
        """
        violation = getattr(self.reference, "violation", None)
        if what == "over" and violation is not None:
            ending: Any = self.reference
            return f"; on the end of a game: {cited([violation(ending.ending_clause)])}"
        if what in {"winners", "scores"} and violation is not None:
            clauses = effects_asked(self.reference, what, self.states[0])
            return f"; on the {what}: {cited(map(violation, clauses))}" if clauses else ""
        if what != "legal":
            return ""
        extra = sorted({*given.legal} - {*expected.legal})
        explain = getattr(self.reference, "explain", None)
        if not extra or explain is None:
            return ""
        try:
            why = cited(explain(self.states[0], extra[0]))
        except IllegalAction as malformed:
            why = malformed.reason
        return f"; {extra[0]} is illegal: {why}" if why else ""

    def same(self, what: str, expected: object, given: object) -> None:
        """Raise `Disagreement` unless two values are equal."""
        if expected != given:
            raise Disagreement(what, self.moves, expected, given, sides=self.sides)

    def part(self, what: str, expected: object, given: object, said: str) -> NoReturn:
        """Raise `Disagreement` with a sentence of its own."""
        raise Disagreement(what, self.moves, expected, given, sides=self.sides, said=said)

    def play(self, action: Action) -> Lockstep:
        """Play an action on both; raises `IllegalAction` if the reference forbids it."""
        return self.following(self.reference.play(self.states[0], action), action)

    def play_legal(self, action: Action) -> Lockstep:
        """Play an action that the reference lists as legal; it is not judged again."""
        successor = getattr(self.reference, "successor", self.reference.play)
        return self.following(successor(self.states[0], action), action)

    def following(self, expected: Hashable, action: Action) -> Lockstep:
        """Play an action on the tested engine, and compare the position with that of the reference."""
        try:
            given = self.tested.play(self.states[1], action)
        except IllegalAction as refusal:
            one, other = self.sides
            said = f"{one} allows it, {other} refuses it: {refusal.reason}"
            raise Disagreement(
                f"playing {action!r}",
                self.moves,
                "legal",
                str(refusal),
                action,
                sides=self.sides,
                said=said,
            ) from refusal
        return Lockstep(self.reference, self.tested, (expected, given), (*self.moves, action))

    def refuse(self, action: Action) -> None:
        """Require that both refuse an illegal action and leave the position unchanged."""
        engines = self.reference, self.tested
        for engine, state, before in zip(engines, self.states, self.views, strict=True):
            refused = True
            try:
                engine.play(state, action)
            except IllegalAction:
                pass
            except (LookupError, ValueError) as error:
                given = f"{type(error).__name__}: {error}"
                said = f"{called(engine)} raises {given}, and neither MalformedAction nor IllegalAction"
                self.part(f"refusal of {action!r}", "refused", given, said)
            else:
                refused = False
            if not refused:
                said = f"{called(engine)} plays it{self.though(action)}"
                self.part(f"refusal of {action!r}", True, refused, said)
            after = view(engine, state)
            if before.differences(after):
                sides = f"{called(engine)} before", f"{called(engine)} after"
                said = difference(before, after, sides)
                self.part(f"position after {action!r} is refused", before, after, said)

    def recognised(self, action: Action) -> None:
        """Require that the tested engine, where it can be asked, reads a text as an action."""
        is_action = getattr(self.tested, "is_action", None)
        if is_action is not None and not is_action(action):
            one, other = self.sides
            said = f"{other} says that it is no action, {one} considers it as one"
            self.part(f"`is_action` of {action!r}", True, False, said)

    def no_action(self, text: str) -> None:
        """Require that the tested engine, where it can be asked, reads no action in such a text."""
        known, other = (getattr(each, "is_action", None) for each in (self.reference, self.tested))
        if known is not None and other is not None and other(text) and not known(text):
            one, two = self.sides
            said = f"{two} says that it is an action, {one} that it is none"
            self.part(f"`is_action` of {text!r}", False, True, said)

    def though(self, action: Action) -> str:
        """Return why the reference forbids an action that was played, as the end of a sentence."""
        try:
            why = cited(getattr(self.reference, "explain", nothing)(self.states[0], action))
        except IllegalAction as malformed:
            why = malformed.reason
        return f", which {self.sides[0]} forbids ({why})" if why else ", though it is illegal"

    def explained(self, explain: Callable[[Any, Action], Iterable[Any]], action: Action) -> None:
        """Require an explanation of an action exactly when it is illegal."""
        because = tuple(explain(self.states[0], action))
        illegal = action not in self.seen.legal
        if illegal != bool(because):
            how = "does not list it as legal, but names no clause that forbids it"
            other = f"lists it as legal, but explains why it is not ({cited(because)})"
            said = f"{self.sides[0]} {how if illegal else other}"
            self.part(f"explanation of {action!r}", illegal, bool(because), said)

    def reread(self) -> None:
        """Require that the position survives a JSON round trip on each that reads positions."""
        engines = self.reference, self.tested
        for engine, state, before in zip(engines, self.states, self.views, strict=True):
            try:
                again = engine.from_json(self.as_read(engine, state))
            except BeyondTheImplementation:
                continue
            except UsageError as refusal:
                said = f"{called(engine)} writes it, but refuses to read it: {refusal}"
                self.part("position after a JSON round trip", "read", "refused", said)
            after = view(engine, again)
            if before.differences(after):
                sides = f"{called(engine)} before", f"{called(engine)} after"
                said = difference(before, after, sides)
                self.part("position after a JSON round trip", before, after, said)

    def as_read(self, engine: Engine[Any], state: Hashable) -> Any:
        """Return a position in JSON form as another program reads it."""
        position = engine.to_json(state)
        try:
            return json.loads(json.dumps(position))
        except (TypeError, ValueError) as error:
            said = f"{called(engine)} writes what is no JSON: {error}"
            self.part("position", None, None, said)

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
            one, other = self.sides
            said = f"{one} {how}, {other} {other_how}"
            self.part(where, how, other_how, said + (UNSUPPORTED if given is None else ""))
        if expected is not None and given is not None:
            for what in expected.differences(given):
                self.same(f"{what} of {where}", getattr(expected, what), getattr(given, what))

    def reading(self, engine: Engine[Any], position: Any) -> tuple[View | None, str]:
        """Return an engine's view of a position in JSON form, None if it is refused, and which."""
        try:
            return view(engine, engine.from_json(deepcopy(position))), "reads it"
        except BeyondTheImplementation:
            raise
        except (MalformedPosition, ImpossiblePosition) as refusal:
            return None, f"refuses it: {refusal}"
        except Exception as error:
            where = f"another position, {json.dumps(position)},"
            given = f"{type(error).__name__}: {error}"
            said = f"{called(engine)} neither reads nor refuses it, but raises {given}"
            raise Disagreement(
                where, self.moves, "read or refused", given, sides=self.sides, said=said
            ) from error


def is_declared(game: str, seen: View) -> bool:
    """Return whether a player is due without a legal action in a game that declares a deadlock."""
    if seen.over or seen.legal or game not in games.game_names():
        return False
    return bool(games.specified(game).deadlock)


def stuck(seen: View, who: str) -> str:
    """Return how a view contradicts itself about the end of the game."""
    if seen.over:
        offered = counted(len(seen.legal), "legal actions")
        return f"{who} says that the game is over, but {seen.turn} is to move, with {offered}"
    if seen.turn is None:
        return f"{who} says that the game goes on, but names nobody to move"
    return (
        f"{who} says that {seen.turn} is to move, but lists no legal action, nor is the game over"
    )


def nothing(*_: object) -> tuple[Any, ...]:
    """Return no clause."""
    return ()


def cited(violations: Iterable[Any]) -> str:
    """Return clauses and their demands in one line."""
    return "; ".join(f"{each.clause}: {each.demand}" for each in violations)


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


def replay_legal(reference: Engine[Any], tested: Engine[Any], moves: Iterable[Action]) -> Lockstep:
    """Play moves on both as `replay_both` does, without judging twice what is listed as legal."""
    game = Lockstep.begin(reference, tested)
    for action in moves:
        listed = action in game.seen.legal
        game = game.play_legal(action) if listed else game.play(action)
    return game


def differs(reference: Engine[Any], tested: Engine[Any]) -> Callable[[Sequence[Action]], bool]:
    """Return a predicate: whether two engines part while playing some moves."""

    def parts(moves: Sequence[Action]) -> bool:
        try:
            replay_legal(reference, tested, moves)
        except Disagreement:
            return True
        except IllegalAction:
            return False
        return False

    return parts
