"""Results that are computed once and kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Rest = ParamSpec("Rest")
Result = TypeVar("Result")


def memoised(
    function: Callable[Concatenate[Owner, Rest], Result],
) -> Callable[Concatenate[Owner, Rest], Result]:
    """Compute a result once for the same arguments, and keep it as long as the first of them lives."""

    @wraps(function)
    def remembering(owner: Owner, /, *args: Rest.args, **options: Rest.kwargs) -> Result:
        results: dict[Any, Result] = owner.__dict__.setdefault(
            f"results of {function.__name__}", {}
        )
        key = (*args, *options.items())
        if key not in results:
            results[key] = function(owner, *args, **options)
        return results[key]

    return remembering
