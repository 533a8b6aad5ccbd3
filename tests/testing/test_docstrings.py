"""Every public name of `rulewright.testing` has a docstring with an example, and the examples run."""

from __future__ import annotations

import doctest
import inspect
from typing import Any

import pytest

import rulewright.testing

WITHOUT = {
    "FaultyAdapter",
    "UnsupportedOptions",
    "NeverMet",
    "GameFails",
    "EngineSuite",
    "PropertyTest",
}
"""Errors, and what functions return: the examples are those of the functions."""


@pytest.mark.parametrize("name", rulewright.testing.__all__)
def test_the_examples_of_a_public_name_run(name: str) -> None:
    """As they are printed."""
    thing: Any = getattr(rulewright.testing, name)
    assert inspect.getdoc(thing), "every public name says what it is"
    finder = doctest.DocTestFinder(recurse=True)
    found = finder.find(thing, name, globs={}, module=inspect.getmodule(thing))
    examples = [each for each in found if each.examples]
    assert examples or name in WITHOUT
    printed: list[str] = []
    for each in examples:
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(each, out=printed.append)
    assert not printed, "".join(printed)
