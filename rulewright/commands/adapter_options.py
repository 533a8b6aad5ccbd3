"""Options of the commands that run adapters: what is fixed, and what one adapter may use."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import click

from rulewright.console.options import BoundedNumber, Decorator, WholeNumber, read_params

if TYPE_CHECKING:
    from rulewright.conformance.adapter.process import Limits

LONGEST = 86_400
"""Seconds that a limit may be: a day."""
MOST_MEMORY = 1 << 20
"""GiB that a limit may be."""


class PositiveAmount(BoundedNumber):
    """A number of something, more than none."""

    def __init__(self, most: float, unit: str) -> None:
        """Set the bounds."""
        super().__init__(min=0, max=most, min_open=True)
        self.unit = unit

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number; one that is none passes every comparison with a bound."""
        amount = float(super().convert(value, param, ctx))
        if isnan(amount):
            self.fail(f"{value!r} is no number of {self.unit}.", param, ctx)
        return amount


SECONDS = PositiveAmount(LONGEST, "seconds")
FIXED_PARAM: Decorator[Any] = click.option(
    "--param",
    "params",
    multiple=True,
    metavar="NAME=VALUE",
    callback=read_params,
    help="Fixes a parameter; those left out take every value that the tests want.",
)
JOBS: Decorator[Any] = click.option(
    "--jobs", type=WholeNumber(1, 64), default=1, help="Adapters at work at once."
)
ANSWER_LIMIT: Decorator[Any] = click.option(
    "--answer-limit",
    type=SECONDS,
    default=10.0,
    show_default=True,
    help="Seconds for one answer.",
)
MEMORY_LIMIT: Decorator[Any] = click.option(
    "--memory-limit",
    type=PositiveAmount(MOST_MEMORY, "GiB"),
    default=4.0,
    show_default=True,
    help="GiB of memory for one adapter, with all that it starts.",
)


def limits_of(answer: float, memory: float) -> Limits:
    """Return the limits for one adapter, of seconds and GiB."""
    from rulewright.conformance.adapter.process import Limits  # noqa: PLC0415 - not for ``--help``

    return Limits(answer=answer, memory=int(memory * (1 << 30)))
