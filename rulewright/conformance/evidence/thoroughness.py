"""How much a run does, and the parameters it plays with."""

from __future__ import annotations

from attrs import frozen


@frozen
class Thoroughness:
    """Numbers that decide how long a run takes; each is an upper bound."""

    name: str
    games: int
    """Random games for each set of parameters, half of them uniform, half biased to rare events."""
    plies: int
    """Actions in a random game."""
    entries: int
    """Legal actions that are asked for in one random game, all positions together."""
    looks: int
    """Positions that are looked at in a game played to confirm a hypothesis."""
    late: int
    """Games that are played to their end with each set of parameters."""
    late_plies: int
    """Actions of all these games; those with parameters that the game's catalogue has are all played."""
    parameters: int
    """Sets of parameters that random games are played with."""
    count: int
    """Action sequences that an adapter is asked to count."""
    by_hand: int
    """Positions that are looked at, nearest first."""
    whole: int
    """A game with no more positions is looked at in all of them."""
    replays: int
    """Games replayed to shorten one deviation."""
    nearest: int
    """Positions searched, nearest first, for a still shorter game."""
    trials: int
    """Positions in which combinations of readings are weighed to explain what was observed."""
    separations: int
    """Random games in the search for one that distinguishes two readings."""


QUICK = Thoroughness(
    "quick",
    games=4,
    plies=60,
    entries=60_000,
    looks=10,
    late=1,
    late_plies=1_000,
    parameters=2,
    count=20_000,
    by_hand=150,
    whole=150,
    replays=120,
    nearest=60,
    trials=12_000,
    separations=6,
)
NORMAL = Thoroughness(
    "normal",
    games=16,
    plies=120,
    entries=150_000,
    looks=30,
    late=2,
    late_plies=4_000,
    parameters=4,
    count=200_000,
    by_hand=400,
    whole=6_000,
    replays=400,
    nearest=400,
    trials=40_000,
    separations=30,
)
THOROUGH = Thoroughness(
    "thorough",
    games=400,
    plies=400,
    entries=2_000_000,
    looks=400,
    late=6,
    late_plies=100_000,
    parameters=100,
    count=20_000_000,
    by_hand=5_000,
    whole=60_000,
    replays=2_000,
    nearest=5_000,
    trials=400_000,
    separations=500,
)
