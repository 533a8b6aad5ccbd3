"""What a recording calls contents, places and actions, in the numbers of the rules."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from attrs import frozen

from rulewright.interface import Recording
from rulewright.spec.bulk import Actions, Bulk, Codes, Numbers


@frozen(eq=False)
class Naming:
    """The names of a recording, each looked up once."""

    bulk: Bulk[Any]
    recording: Recording

    @cached_property
    def contents(self) -> Numbers:
        """The index here of each of the recording's contents."""
        index = {name: number for number, name in enumerate(self.bulk.contents)}
        return np.array([index[name] for name in self.recording.contents], np.int64)

    @cached_property
    def columns_of_places(self) -> list[int]:
        """For each place its column in the recording."""
        column = {name: number for number, name in enumerate(self.recording.places)}
        return [column[name] for name in self.bulk.places]

    @cached_property
    def coded(self) -> list[int | None]:
        """The code of each action of the recording; None for a text that is no action."""
        return self.bulk.codes_of(self.recording.actions)

    @cached_property
    def codes(self) -> Codes:
        """The same as an array, where each is an action."""
        return np.array(self.coded, np.int64)

    @cached_property
    def are_distinct(self) -> bool:
        """Whether no two of the recording's actions have one code."""
        return len(np.unique(self.codes)) == len(self.codes)

    @cached_property
    def order(self) -> Numbers:
        """The columns of the recording's actions, by their codes."""
        return np.argsort(self.codes, kind="stable")

    @cached_property
    def ascending(self) -> Codes:
        """The codes of the recording's actions, in ascending order."""
        return self.codes[self.order]

    @cached_property
    def column_of_code(self) -> Numbers:
        """For each action of a game that lists them, by its code: its column, or -1."""
        column = np.full(len(self.bulk.actions or ()), -1)
        column[self.codes] = np.arange(len(self.codes))
        return column

    def columns(self, legal: Actions) -> Numbers:
        """Find the recording's columns for actions; -1 for actions that it does not name."""
        if self.bulk.actions is not None:
            found: Numbers = self.column_of_code[legal.codes]
            return found
        if not len(self.codes):
            return np.full(len(legal.codes), -1)
        ascending = self.ascending
        at = np.minimum(np.searchsorted(ascending, legal.codes), len(ascending) - 1)
        return np.where(ascending[at] == legal.codes, self.order[at], -1)
