"""How much one request may ask for, and one worker may use."""

from __future__ import annotations

MOST_BYTES = 256 << 10
"""Bytes of a request's body."""
MOST_MOVES = 2_000
"""Moves of a line."""
LONGEST_ACTION = 200
"""Characters of an action."""
LONGEST_NAME = 100
"""Characters of a name: a game, a parameter, a question, a reading."""
MOST_OPTIONS = 50
"""Parameters, or rulings, of a game."""
LARGEST = 128
"""The largest whole number as a parameter, as on the command line."""
DEEPEST = 40
"""Levels of nested JSON in a request."""

QUICK = 10.0
"""Seconds of processor time for an answer about one position."""
SEARCH = 60.0
"""Seconds for a search, or for an answer of the foreign engine."""
GAPS = 180.0
"""Seconds to look for gaps in a rulebook."""
SLOW = 1.0
"""Seconds of work after which a request makes room for the others: its worker is replaced meanwhile."""
PATIENCE = 3.0
"""How many times its seconds of work a request may take by the clock."""
GRACE = 2.0
"""Further seconds before a worker is killed."""
ROOM = 4
"""Slow requests at once; beyond that the newest is refused."""
SEARCHES = 2
"""Searches at once."""
MOST_WAITING = 500
"""Requests that wait for a worker."""
MEMORY = 2 << 30
"""Bytes of memory that a worker may add to what it has at the start."""

ENGINES = 200
"""Engines that a worker keeps."""
POSITIONS = 2_000
"""Positions that a worker keeps."""
EXAMPLES = 5
"""Actions shown as examples of a difference."""
MOST_PLACED = 20_000
"""Actions whose places in the drawing are found."""
