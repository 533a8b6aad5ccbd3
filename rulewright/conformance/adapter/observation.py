"""What an engine says of a position: raw records, partial where it was not asked or did not answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, Json
from rulewright.protocol.messages import StateAnswer


@frozen
class PartialState(StateAnswer):
    """The answer to `state` of an adapter that has declared parts of the position as left out."""

    left_out: tuple[str, ...] = ()


def left_out_of(answer: StateAnswer) -> tuple[str, ...]:
    """Return the parts of the position that an answer leaves out, as it was declared."""
    return answer.left_out if isinstance(answer, PartialState) else ()


REFUSED, LISTED, NOT_LISTED = "refused when played", "listed as legal", "not listed as legal"
PLAYED, MISSPELT, TWICE = "played", "misspelt", "twice"
LISTED_TWICE = "listed more than once"
"""How an engine says that an action is legal or not."""
LEGAL = "legal"
ASPECTS = ("over", "turn", "winners", "scores", "position")
"""What `state` reports, in the order in which differences are reported after those of `legal`."""


@frozen(cache_hash=True)
class Seen:
    """What an engine said of one position; None where it was not asked.

    Unlike a `View` it may be partial, and contradict itself: it is kept as it was given.
    """

    legal: tuple[Action, ...] | None = None
    state: StateAnswer | None = field(default=None, hash=False)
    """The answer to `state`; several winners come as given, in turn order."""
    accepted: tuple[Action, ...] = ()
    """Actions that were offered here and played."""
    refused: tuple[Action, ...] = ()
    """Actions that were offered here and refused."""
    twice: tuple[Action, ...] = ()
    """Actions that were listed more than once."""


@frozen(cache_hash=True)
class Observation:
    """Parameters, moves from the start, and what was seen after them."""

    params: Json = field(hash=False)
    moves: tuple[Action, ...]
    seen: Seen

    @cached_property
    def key(self) -> tuple[str, tuple[Action, ...]]:
        """What was played: parameters in a fixed spelling, and the moves."""
        return spelled(self.params), self.moves


SPELLING = json.JSONEncoder(sort_keys=True)
"""Made once: `json.dumps` makes one at every call."""


def spelled(params: Mapping[str, Any]) -> str:
    """Spell parameters in one fixed way, to compare and look them up."""
    return SPELLING.encode(params)


@frozen
class Discrepancy:
    """One thing that an engine reports otherwise than expected."""

    kind: str
    """``extra`` (an illegal action taken as legal), ``missing`` (the reverse), ``misspelt`` (a text that
    is no action, played all the same), ``refusal`` or ``counting`` (another position after a refused
    action, or after a count), ``count`` (another number of sequences), or one of `ASPECTS`."""
    expected: Any = field(hash=False)
    given: Any = field(hash=False)
    action: Action | None = None
    """The action in question, where the difference is about one."""
    depth: int | None = None
    """The length of the sequences that were counted, where the difference is about a count."""

    @property
    def part(self) -> str:
        """What of an answer differs: ``legal``, an aspect, or one part of the position."""
        if self.action is not None:
            return {PLAYED: PLAYED, LISTED_TWICE: TWICE}.get(str(self.given), LEGAL)
        if self.kind != "position":
            return self.kind
        return ".".join((self.kind, *sorted({*self.expected, *self.given})))
