"""The numbers of a row, for compiled code that knows its indexes to be at least zero.

`row[index]` asks first whether an index of 64 bits is negative and counts from the end; the question
costs as much as what is done with the number, and keeps loops over a row from being vectorised.
"""

from __future__ import annotations

import numpy as np

from rulewright.impl.dispatch import leaf
from rulewright.impl.kernel import Row


@leaf
def entry(row: Row, index: int) -> int:
    """Return the number at an index."""
    return row[np.uint64(index)]  # type: ignore[no-any-return]


@leaf
def clear(row: Row, begin: int, end: int) -> None:
    """Write zeros from one index up to another."""
    for index in range(begin, end):
        row[np.uint64(index)] = 0
