"""What a compiled implementation is written with: the kernel, and how functions are compiled for it.

    >>> from rulewright.author.compiled import Implementation, kernel, leaf, provides

A game gives a meaning to the functions that `kernel` declares; `provides` registers them, and `leaf`,
`branch` and `compiled` compile what they call.
"""

from __future__ import annotations

from rulewright.impl import kernel
from rulewright.impl.bits import count_ones, lowest_one, nth_one
from rulewright.impl.dispatch import branch, compiled, leaf, provides
from rulewright.impl.engine import CompiledEngine, Implementation, Notation
from rulewright.impl.kernel import Kernel, Row
from rulewright.impl.randomness import GOLDEN, below, mixed
from rulewright.impl.rows import clear, entry

__all__ = [
    "GOLDEN",
    "CompiledEngine",
    "Implementation",
    "Kernel",
    "Notation",
    "Row",
    "below",
    "branch",
    "clear",
    "compiled",
    "count_ones",
    "entry",
    "kernel",
    "leaf",
    "lowest_one",
    "mixed",
    "nth_one",
    "provides",
]
