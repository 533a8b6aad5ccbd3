"""Pictures of positions as arrays of pixels."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulewright.bridges.extras import required

BACKGROUND = "#ffffff"
WIDTH = 480
"""Pixels of a picture from left to right."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""Bytes of a pixel for the colour types that are read."""


def pixels_of(svg: str) -> NDArray[np.uint8]:
    """Draw an SVG element on white: `[height, width, 3]`; raises `MissingExtra` without a renderer."""
    resvg: Any = required("resvg_py", "pettingzoo")
    drawn = resvg.svg_to_bytes(svg_string=svg, background=BACKGROUND, width=WIDTH)
    return read_png(bytes(drawn))


def read_png(data: bytes) -> NDArray[np.uint8]:
    """Read a PNG of eight bits for each colour, not interlaced: `[height, width, 3]`."""
    at, compressed, header = len(SIGNATURE), b"", b""
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        header = body if kind == b"IHDR" else header
        compressed += body if kind == b"IDAT" else b""
        at += size + 12
    width, height = (int.from_bytes(header[each : each + 4], "big") for each in (0, 4))
    channels = CHANNELS[header[9]]
    rows = np.frombuffer(zlib.decompress(compressed), np.uint8).reshape(height, -1)
    plain = np.zeros((height + 1, width * channels), np.int64)
    for line, row in enumerate(rows):
        plain[line + 1] = unfiltered(int(row[0]), row[1:].astype(np.int64), plain[line], channels)
    return plain[1:].astype(np.uint8).reshape(height, width, channels)[..., :3]


def unfiltered(
    kind: int, row: NDArray[np.int64], above: NDArray[np.int64], step: int
) -> NDArray[np.int64]:
    """Undo the filter of one line of a PNG; `step` is the bytes of a pixel."""
    if kind == 0:
        return row
    if kind == 2:  # noqa: PLR2004 - the numbers of the filters are those of the format
        return (row + above) & 255
    if kind == 1:
        summed: NDArray[np.int64] = np.cumsum(row.reshape(-1, step), axis=0).reshape(-1) & 255
        return summed
    return by_neighbours(kind, row.tolist(), above.tolist(), step)


def by_neighbours(kind: int, row: list[int], above: list[int], step: int) -> NDArray[np.int64]:
    """Undo the filters that mix the bytes to the left and above."""
    for at in range(len(row)):
        left, up = row[at - step] if at >= step else 0, above[at]
        corner = above[at - step] if at >= step else 0
        if kind == 3:  # noqa: PLR2004 - the average; the other is Paeth's
            guess = (left + up) // 2
        else:
            ways = [abs(left + up - corner - each) for each in (left, up, corner)]
            guess = (left, up, corner)[ways.index(min(ways))]
        row[at] = (row[at] + guess) & 255
    return np.array(row, np.int64)
