"""Players in this process that count wrongly, or that counting upsets."""

from __future__ import annotations

from common.players import Counts, Playing
from rulewright.conformance.adapter.conversation import NotSupported
from rulewright.interface import IllegalAction
from rulewright.play.perft import perft


class Miscounts(Playing):
    """Counts one too many."""

    def perft(self, depth: int) -> int:
        """Count wrongly from depth 2 on."""
        return perft(self.engine, self.position, depth) + (depth > 1)


class CountsFromTheStart(Counts):
    """Counts from the start, whatever was played."""

    def perft(self, depth: int) -> int:
        """Forget the moves."""
        return perft(self.engine, self.engine.initial(), depth)


class CountsTooManyLate(Counts):
    """Counts one too many once three plies are played."""

    def perft(self, depth: int) -> int:
        """Count, and add one late in the game."""
        return super().perft(depth) + (self.plies >= 3)


class MovesWhenCounting(Counts):
    """Plays while it counts, and forgets to take the last action back."""

    def perft(self, depth: int) -> int:
        """Count, and stay where the count came to."""
        count = super().perft(depth)
        legal = self.legal()
        if self.plies and legal:
            self.position = self.engine.play(self.position, legal[0])
        return count


class TiredOfCounting(Counts):
    """States and lists everything right after a count, but refuses the action that comes next."""

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.tired = False

    def perft(self, depth: int) -> int:
        """Count, and be tired."""
        self.tired = self.plies > 1
        return super().perft(depth)

    def play(self, action: str) -> None:
        """Play, unless tired."""
        if self.tired and action in self.legal():
            raise IllegalAction(action, "too tired")
        super().play(action)


class CountsAtTheStartOnly(Counts):
    """Does not count in the middle of a game."""

    def perft(self, depth: int) -> int:
        """Count at the start."""
        if self.plies:
            raise NotSupported("perft in the middle of a game")
        return super().perft(depth)
