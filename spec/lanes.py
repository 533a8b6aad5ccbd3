"""Many cases in one bit vector: packing, unpacking, and blocks of lanes.

A vector over `copies` blocks of `width` lanes has block b at the bits ``b * width`` and up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rulewright.spec.broadcast import repeated
from rulewright.spec.counting import LaneCount
from rulewright.spec.logic import Fact, Number, is_constant


def pack(truths: Iterable[bool] | NDArray[np.bool_]) -> int:
    """Make a bit vector of a row of truths, lane 0 first."""
    row = np.asarray(truths if isinstance(truths, np.ndarray) else list(truths), dtype=np.bool_)
    return int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little")


def unpack(fact: Fact, width: int) -> NDArray[np.bool_]:
    """Read `width` lanes of a fact (constant or bit vector) as a row of truths."""
    if is_constant(fact):
        return np.full(width, fact, dtype=np.bool_)
    data = (int(fact) & ones(width)).to_bytes(width // 8 + 1, "little")
    return np.unpackbits(np.frombuffer(data, np.uint8), count=width, bitorder="little").view(
        np.bool_
    )


def ones(width: int) -> int:
    """Make the vector with the lowest `width` lanes set."""
    return (1 << width) - 1


def lanes_in(fact: Fact, width: int) -> int:
    """Read a fact as a non-negative vector of `width` lanes."""
    if is_constant(fact):
        return ones(width) if fact else 0
    return int(fact) & ones(width)


def tile(fact: Fact, width: int, copies: int) -> Fact:
    """Repeat the lowest `width` lanes of a fact in each of `copies` blocks."""
    if fact is True or fact is False:
        return fact
    return repeated(lanes_in(fact, width), width, copies)


def block(index: int, width: int) -> int:
    """Make the vector that holds in one block."""
    return ones(width) << (index * width)


def any_block(fact: Fact, width: int, blocks: Sequence[int]) -> Fact:
    """Find the lanes of a block in which the fact holds in at least one of the blocks named."""
    if is_constant(fact):
        return fact if blocks else False
    if blocks == range(len(blocks)):
        return folded(lanes_in(fact, width * len(blocks)), width, len(blocks))
    mask, found = ones(width), 0
    lanes = int(fact)
    for index in blocks:
        found |= lanes >> (index * width) & mask
    return found


def folded(vector: int, width: int, blocks: int) -> int:
    """Unite the blocks of a non-negative vector, the upper half with the lower one, again and again."""
    while blocks > 1:
        blocks -= blocks // 2
        vector = vector & ones(width * blocks) | vector >> width * blocks
    return vector


def unpack_rows(facts: Sequence[Fact], width: int) -> NDArray[np.bool_]:
    """Read `width` lanes of each of several facts: ``[fact, lane]``."""
    size = -(-width // 8)
    data = b"".join(lanes_in(fact, 8 * size).to_bytes(size, "little") for fact in facts)
    rows = np.frombuffer(data, np.uint8).reshape(-1, size)
    return np.unpackbits(rows, axis=1, count=width, bitorder="little").view(np.bool_)


def numbers_in(number: Number, width: int) -> NDArray[np.int64]:
    """Read a number in each of `width` lanes."""
    if isinstance(number, LaneCount):
        planes = unpack_rows(number.planes, width).astype(np.int64)
        found: NDArray[np.int64] = (planes << np.arange(len(planes))[:, None]).sum(axis=0)
        return found
    return np.broadcast_to(np.asarray(number, np.int64), width)


def numbers_as_lanes(numbers: NDArray[np.int64]) -> LaneCount:
    """Turn a number for each lane into bit planes."""
    bits = range(int(numbers.max(initial=0)).bit_length())
    return LaneCount(pack(numbers >> bit & 1 == 1) for bit in bits)


def pack_columns(table: NDArray[np.bool_]) -> list[int]:
    """Turn a table of truths ``[lane, column]`` into one bit vector for each column."""
    rows = np.packbits(table.T, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def stack(blocks: Sequence[int], width: int) -> int:
    """Put vectors of `width` lanes one above the other, block 0 lowest."""
    vectors, size = list(blocks), width
    while len(vectors) > 1:
        if len(vectors) % 2:
            vectors.append(0)
        vectors = [
            low | high << size for low, high in zip(vectors[::2], vectors[1::2], strict=True)
        ]
        size *= 2
    return vectors[0] if vectors else 0


def split(fact: Fact, width: int, blocks: int) -> list[int]:
    """Cut a vector into its blocks of `width` lanes: the inverse of `stack`."""
    vector = lanes_in(fact, width * blocks)
    if width % 8 == 0:
        step = width // 8
        data = vector.to_bytes(step * blocks, "little")
        return [int.from_bytes(data[at : at + step], "little") for at in range(0, len(data), step)]
    return [vector >> index * width & ones(width) for index in range(blocks)]
