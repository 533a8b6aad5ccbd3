"""For a small game: what its engine would otherwise have to do itself, one position at a time.

Actions can be listed, and a formula is given a move as one fact for each of them, true of the one that
is played. Recorded games are replayed.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

import attrs

from rulewright.interface import Action, Json, MalformedPosition, Recording, options_from
from rulewright.spec.coverage import Coverage, RecordingRefuted, tally
from rulewright.spec.engine import Specification, Verdicts
from rulewright.spec.logic import Fact
from rulewright.spec.registry import Rulebook


class OfTurns(Hashable, Protocol):
    """A position: an attrs class with the turn among its fields."""

    @property
    def turn(self) -> Sequence[Fact]:
        """For each player: whether it is their turn; nobody's when the game is over."""


P = TypeVar("P", bound=OfTurns)


@attrs.frozen
class Rules:
    """What every formula is given first: the options, and who plays."""

    params: Any
    rulings: Any
    players: tuple[str, ...]


@attrs.frozen
class NoParameters:
    """There is nothing to choose."""


class OneByOne(Specification[P]):
    """A specification that judges one position at a time; slow, and enough where positions are few.

    Besides the methods that are abstract a game gives `rulebook`, `players`, `ending_clause`, `readings`
    and `actions`; and `parameters`, if it has any.
    """

    parameters: ClassVar[type[attrs.AttrsInstance]] = NoParameters
    readings: ClassVar[type[attrs.AttrsInstance]]
    """The class of its rulings."""
    actions: tuple[Action, ...]
    """Every text that is spelled as an action."""

    def __init__(
        self,
        params: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        rulebook: Rulebook | None = None,
    ) -> None:
        """Fix the options; another `rulebook` makes a mutant of the game."""
        self.rules = Rules(
            options_from(self.parameters, params or {}),
            options_from(self.readings, rulings or {}),
            self.players,
        )
        super().__init__(self.rules, rulebook or self.rulebook)

    # what a game gives

    @abstractmethod
    def played(self, state: P, move: tuple[bool, ...]) -> P:
        """Find the position after a legal move."""

    @abstractmethod
    def parsed(self, position: Json) -> P:
        """Read what `to_json` wrote.

        Of anything else it may make what it likes, or raise `KeyError`, `TypeError` or `ValueError`.
        """

    # what follows

    def effect(self, identifier: str, *arguments: Any) -> Any:
        """Apply what a clause says follows; raises `LookupError` for one without an effect.

        Only what is asked of the rulebook in this way can be wrong in a mutant.
        """
        effect = self.rulebook[identifier].effect
        if effect is None:
            raise LookupError(f"{identifier} of {self.game} has no effect")
        return effect(*arguments)

    def is_action(self, action: Action) -> bool:
        """Tell whether a text is spelled as an action of this game (legal or not)."""
        return action in self.actions

    def judge(self, state: P) -> Verdicts:
        """Evaluate the clauses on all actions at once: one bit for each."""
        moves = tuple(1 << at for at in range(len(self.actions)))
        lanes = {
            clause.identifier: clause.permits(self.rules, state, moves)
            for clause in self.rulebook.speaking_of_actions()
            if clause.permits is not None
        }
        return Verdicts(self.actions, lanes)

    def successor(self, state: P, action: Action) -> P:
        """Find the position after a legal action."""
        return self.played(state, tuple(each == action for each in self.actions))

    def turn(self, state: P) -> str | None:
        """Name the player to move; None when the game is over."""
        moving = (name for name, due in zip(self.players, state.turn, strict=True) if due)
        return next(moving, None)

    def scores(self, state: P) -> dict[str, int]:
        """Count one for who has won; a game that counts something else says so itself."""
        return {name: int(won) for name, won in zip(self.players, self.wins(state), strict=True)}

    def looked_at(self, state: P) -> tuple[object, ...]:
        """Find what clauses about positions are given: the rules and the position."""
        return self.rules, state

    def read(self, position: Json) -> P:
        """Read a position that is written just as `to_json` writes it; raises `MalformedPosition`."""
        try:
            state = self.parsed(position)
            if self.to_json(state) == position:
                return state
        except (KeyError, TypeError, ValueError):
            pass
        form = json.dumps(self.to_json(self.initial()))
        raise MalformedPosition(
            f"not as a position of {self.game} is written; the first one is {form}"
        )

    def check(self, recording: Recording) -> Coverage:
        """Judge all positions of recorded games; raises `RecordingRefuted` at the first difference."""
        total = Coverage()
        for game in range(recording.played.shape[1]):
            for ply, state in enumerate(self.replayed(recording, game)):
                for what, expected, given in self.compared(recording, game, ply, state):
                    if expected != given:
                        moves = recording.moves(game, ply)
                        raise RecordingRefuted(what, game, moves, expected, given)
                if not self.is_over(state):
                    verdicts = self.verdicts(state)
                    live = sum(1 << lane for lane in self.considered(state))
                    total += Coverage(1, tally(verdicts.lanes, live, len(verdicts.candidates)))
        return total

    def replayed(self, recording: Recording, game: int) -> Iterator[P]:
        """Play a recorded game; raises ValueError for one that does not begin at the start."""
        if not recording.from_start:
            raise ValueError("only games from the start can be replayed")
        state = self.initial()
        yield state
        for ply, action in enumerate(recording.moves(game)):
            if action not in self.legal_actions(state):
                moves = recording.moves(game, ply)
                raise RecordingRefuted(f"playing {action!r}", game, moves, "illegal", "played")
            state = self.play(state, action)
            yield state

    def compared(
        self, recording: Recording, game: int, ply: int, state: P
    ) -> Iterator[tuple[str, Any, Any]]:
        """Give what is compared: its name, what it should be, and what the recording says."""
        legal = recording.legal[ply][game].nonzero()[0].tolist()
        yield "legal", self.legal_actions(state), tuple(sorted(recording.actions[i] for i in legal))
        mover = int(recording.turn[ply, game])
        yield "turn", self.turn(state), None if mover < 0 else recording.players[mover]
        scores = recording.scores[ply, game].tolist()
        yield "scores", self.scores(state), dict(zip(recording.players, scores, strict=True))
        won = recording.winners[ply, game].tolist()
        names = (name for name, wins in zip(recording.players, won, strict=True) if wins)
        yield "winners", self.winners(state), tuple(names)

    def legal_in_bulk(self, recording: Recording, ply: int) -> int:
        """Find the legal sets of one ply of all recorded games; returns how many are not over."""
        going_on = 0
        for game in range(recording.played.shape[1]):
            states = list(self.replayed(recording, game))
            going_on += bool(self.legal_actions(states[min(ply, len(states) - 1)]))
        return going_on
