"""How much `lint` plays, counted: the same seed looks at the same, however fast the machine is."""

from attrs import frozen


class TooSlow(Exception):
    """Too little was looked at in the time there was: nothing can be said."""


@frozen
class LintEffort:
    """How much is played; seconds only cut short what takes many times as long as in our games."""

    positions: int = 1000
    """Positions of random games under each set of options."""
    most: int = 12
    """Random games under each set of options."""
    reading: int = 40
    """Sets of options under which many games are searched for a difference that a reading makes."""
    images: int = 10
    """Positions under each set of options that are compared with their image under a symmetry."""
    kept: int = 24
    """Calls of each formula that are evaluated in other ways."""
    seconds: float = 120.0
    """Seconds after which each of these is cut short, and left out."""
    answer: float = 300.0
    """Seconds that the game's code may take for one thing that is looked at."""


QUICK = LintEffort(positions=60, most=3, reading=12, images=2, kept=5, seconds=30.0, answer=60.0)
NORMAL = LintEffort()
