"""Methods that are replaced for a while, so that whoever calls them is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def replaced(
    methods: Iterable[tuple[Any, str]], made: Callable[[Callable[..., Any]], Any]
) -> Iterator[None]:
    """Replace methods, each a class and a name, by what is made of them; put them back in the end."""
    usual = [(kind, name, vars(kind)[name]) for kind, name in methods]
    for kind, name, function in usual:
        setattr(kind, name, made(function))
    try:
        yield
    finally:
        for kind, name, function in usual:
            setattr(kind, name, function)
