"""For a small game: recorded games are judged one position at a time, without any code of its own."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, TypeVar

from rulewright.interface import Recording
from rulewright.spec.coverage import Coverage, RecordingRefuted, tally
from rulewright.spec.engine import Specification

P = TypeVar("P", bound=Hashable)


class OneByOne(Specification[P]):
    """A specification that replays recorded games; slow, and enough where positions are few."""

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
