"""Lists of actions whose texts were worked out before: most positions have the same ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from rulewright.interface import Action

SPELLED = 1 << 20
"""Actions whose texts are remembered."""
LISTED = 4096
"""Lists of actions that are remembered in the order of their texts."""


class Spelling:
    """The texts of one notation, as far as they were asked for."""

    def __init__(self, text: Callable[[int], Action]) -> None:
        """Remember what `text` says of the code of an action."""
        self.text = text
        self._texts: dict[int, Action] = {}
        self._lists: dict[bytes, tuple[tuple[int, ...], tuple[Action, ...]]] = {}

    def texts(self, codes: Sequence[int]) -> tuple[Action, ...]:
        """Spell actions."""
        known = self._texts
        if len(known) > SPELLED:
            known.clear()
        known.update((code, self.text(code)) for code in codes if code not in known)
        return tuple(map(known.__getitem__, codes))

    def in_order(self, codes: NDArray[np.int64]) -> tuple[tuple[int, ...], tuple[Action, ...]]:
        """Return some actions in the order of their texts, and these texts."""
        key = codes.tobytes()
        known = self._lists.get(key)
        if known is None:
            if len(self._lists) >= LISTED:
                self._lists.clear()
            listed = codes.tolist()
            pairs = sorted(zip(self.texts(listed), listed, strict=True))
            ordered = tuple(code for _, code in pairs), tuple(text for text, _ in pairs)
            known = self._lists[key] = ordered
        return known


_IN_USE: WeakValueDictionary[tuple[object, str], Spelling] = WeakValueDictionary()


def shared_spelling(
    game: object, params: Mapping[str, Any], text: Callable[[int], Action]
) -> Spelling:
    """Return the spelling of a game under some parameters that engines have in use, or a new one."""
    key = game, json.dumps(params, sort_keys=True)
    known = _IN_USE.get(key)
    if known is None:
        known = _IN_USE[key] = Spelling(text)
    return known
