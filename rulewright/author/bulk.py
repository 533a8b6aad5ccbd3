"""What judges many positions at once, for games whose actions are too many to be listed.

    >>> from rulewright.author.bulk import Bulk, Judge, pack, unpack

A game derived from `OneByOne` needs nothing of this: its formulas are judged in bulk as they are.
"""

from __future__ import annotations

from rulewright.spec.broadcast import LaneFact, Sizes, flat, repeated
from rulewright.spec.bulk import Actions, Bulk, Codes, Numbers, Results, Table
from rulewright.spec.coverage import Coverage, tally, tally_arrays
from rulewright.spec.deferred import Deferred, forced
from rulewright.spec.judge import Judge
from rulewright.spec.lanes import (
    any_block,
    block,
    lanes_in,
    numbers_as_lanes,
    numbers_in,
    ones,
    pack,
    pack_columns,
    split,
    stack,
    tile,
    unpack,
    unpack_rows,
)
from rulewright.spec.play import record
from rulewright.spec.side_by_side import InBlocks, Judged, Lanes, SideBySide
from rulewright.spec.structure import SHAPE, mapped
from rulewright.spec.words import (
    WordFact,
    Words,
    filled,
    packed,
    unpacked,
    vector_of,
    words_for,
    words_of,
)

__all__ = [
    "SHAPE",
    "Actions",
    "Bulk",
    "Codes",
    "Coverage",
    "Deferred",
    "InBlocks",
    "Judge",
    "Judged",
    "LaneFact",
    "Lanes",
    "Numbers",
    "Results",
    "SideBySide",
    "Sizes",
    "Table",
    "WordFact",
    "Words",
    "any_block",
    "block",
    "filled",
    "flat",
    "forced",
    "lanes_in",
    "mapped",
    "numbers_as_lanes",
    "numbers_in",
    "ones",
    "pack",
    "pack_columns",
    "packed",
    "record",
    "repeated",
    "split",
    "stack",
    "tally",
    "tally_arrays",
    "tile",
    "unpack",
    "unpack_rows",
    "unpacked",
    "vector_of",
    "words_for",
    "words_of",
]
