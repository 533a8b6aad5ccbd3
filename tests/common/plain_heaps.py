"""The game of `common.heaps`, its random games and its searches, written as one would say them.

The random numbers are those of SplitMix64, with Python's own whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from common.heaps import Heaps

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB


def mixed(counter: int) -> int:
    """Return a number of 64 bits."""
    value = ((counter ^ (counter >> 30)) * FIRST) & WORD
    value = ((value ^ (value >> 27)) * SECOND) & WORD
    return value ^ (value >> 31)


def below(value: int, bound: int) -> int:
    """Reduce it to less than a bound."""
    return ((value >> 32) * bound) >> 32


def stream(seed: int, number: int) -> int:
    """Return the counter with which a game begins."""
    return mixed((mixed((seed + GOLDEN) & WORD) + number * FIRST) & WORD)


@frozen
class Position:
    """A position, with what may be done in it."""

    game: Heaps
    heaps: tuple[int, int]
    mover: int
    last: int
    taken: tuple[int, ...]

    @classmethod
    def first(cls, game: Heaps) -> Position:
        """Set it up."""
        return cls(game, (game.stones, game.stones + 1), 0, -1, (0,) * game.player_count)

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return sum(self.heaps) <= self.game.rest

    @property
    def turn(self) -> int:
        """Who is to move; -1 once it is over."""
        return -1 if self.over else self.mover

    @property
    def legal(self) -> list[int]:
        """The legal actions in the order of the kernel."""
        bound = self.game.most if self.last < 0 else self.game.most + self.game.more
        most = [] if self.over else [min(heap, bound) for heap in self.heaps]
        bounds = [(3 * heap, range(self.game.least - 1, each)) for heap, each in enumerate(most)]
        return sorted((code + each for code, amounts in bounds for each in amounts), reverse=True)

    def after(self, action: int) -> Position:
        """Play an action."""
        heap, amount = action // 3, action % 3 + 1
        heaps, taken = list(self.heaps), list(self.taken)
        heaps[heap] -= amount
        taken[self.mover] += amount + self.game.bonus
        passed = 0 if amount == self.game.again else 1
        following = (self.mover + passed) % len(taken)
        return evolve(
            self,
            heaps=(heaps[0], heaps[1]),
            taken=tuple(taken),
            last=self.mover,
            mover=following,
        )

    @property
    def key(self) -> list[int]:
        """The numbers of its key."""
        return [*self.heaps, self.mover, self.last, *self.taken]

    @property
    def board(self) -> list[int]:
        """What the places hold."""
        return [*self.heaps, sum(self.heaps), int(self.over)]

    @property
    def scores(self) -> list[int]:
        """The score of each player."""
        return [self.game.counted * taken for taken in self.taken]

    @property
    def winners(self) -> list[int]:
        """1 for each winner."""
        if not self.over or self.game.last_wins > 1:
            return [0] * len(self.taken)
        if self.game.last_wins:
            return [int(player == self.last) for player in range(len(self.taken))]
        return [int(taken == max(self.taken)) for taken in self.taken]

    def weights(self, temper: int) -> list[int]:
        """The weights of the legal actions."""
        preferred = {0: lambda a: a % 3, 1: lambda a: 3 - a % 3, 2: lambda _: 1}[temper]
        return [1 + 5 * preferred(action) + action // 3 for action in self.legal]

    def drawn(self, value: int) -> int:
        """Return the action that a number draws."""
        return self.legal[below(value, len(self.legal))]

    def drawn_by_weight(self, temper: int, value: int) -> int:
        """Return the action that a number draws by weight."""
        weights = self.weights(temper)
        left = below(value, sum(weights))
        for action, each in zip(self.legal, weights, strict=True):
            if left < each:
                return action
            left -= each
        raise AssertionError(f"{left} is left of all weights")


def perft(position: Position, depth: int) -> int:
    """Count sequences of actions by playing all of them."""
    if depth == 0:
        return 1
    return sum(perft(position.after(action), depth - 1) for action in position.legal)


def line(
    game: Heaps, seed: int, number: int, most: int, *, biased: bool = False
) -> list[tuple[Position, int]]:
    """Play one random game: each position with the action played, -1 in the last."""
    counter = stream(seed, number)
    temper = below(mixed(counter), game.temper_count)
    position, found = Position.first(game), list[tuple[Position, int]]()
    while len(found) < most and not position.over:
        counter = (counter + GOLDEN) & WORD
        value = mixed(counter)
        action = position.drawn_by_weight(temper, value) if biased else position.drawn(value)
        found.append((position, action))
        position = position.after(action)
    return [*found, (position, -1)]


def reachable(game: Heaps) -> Iterator[tuple[int, Position]]:
    """Yield all positions with their distances, as a search finds them that goes breadth first."""
    layer, known, distance = [Position.first(game)], {Position.first(game)}, 0
    while layer:
        yield from ((distance, each) for each in layer)
        following = dict.fromkeys(each.after(action) for each in layer for action in each.legal)
        layer = [each for each in following if each not in known]
        known |= set(layer)
        distance += 1


def observed(position: Position) -> Sequence[object]:
    """Return all that one may know of a position."""
    told = position.key, position.turn, sorted(position.legal), position.scores
    return *told, position.winners
