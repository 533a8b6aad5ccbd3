"""Conformance stays readable: small classes, names that mean one thing, floors that are all used."""

from __future__ import annotations

import ast
import importlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright.conformance as package

ROOT = Path(__file__).parents[2]
CONFORMANCE = ROOT / "rulewright" / "conformance"
PROTOCOL = ROOT / "rulewright" / "protocol"
FLOORS = {"adapter", "evidence", "stages", "verdict", "outputs"}
ABOVE = {"__init__", "checking", "comparing", "pytest_plugin", "validating"}
MOST_METHODS = 12


def classes(*folders: Path) -> Iterator[ast.ClassDef]:
    """Find the classes in some folders."""
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def others() -> Iterator[ast.ClassDef]:
    """Find the classes of all other tools, and of the proofs whatever the game."""
    tools = (ROOT / "rulewright").iterdir()
    same = {CONFORMANCE, PROTOCOL}
    yield from classes(*(each for each in tools if not each.is_symlink() and each not in same))
    for path in (ROOT / "proofs").glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from (node for node in tree.body if isinstance(node, ast.ClassDef))


OF_AN_INTERFACE = {
    "AdapterEngine": "an engine has all the methods that the interface asks of one",
}
"""Classes with more methods, and why."""


def test_no_class_has_many_methods() -> None:
    """Properties and special methods count."""
    methods = {
        each.name: sum(isinstance(node, ast.FunctionDef) for node in each.body)
        for each in classes(CONFORMANCE, PROTOCOL)
    }
    assert {name for name, count in methods.items() if count > MOST_METHODS} == set(OF_AN_INTERFACE)


def test_a_class_name_means_one_thing() -> None:
    """Here, and in the rest of the tools and the proofs."""
    own = Counter(each.name for each in classes(CONFORMANCE, PROTOCOL))
    assert [name for name, count in own.items() if count > 1] == []
    assert own.keys() & {each.name for each in others()} == set()


def test_every_module_is_on_a_floor() -> None:
    """The import contract of the floors covers all of them."""
    folders = {path.name for path in CONFORMANCE.iterdir() if any(path.glob("*.py"))}
    assert folders == FLOORS
    assert {path.stem for path in CONFORMANCE.glob("*.py")} == ABOVE
    contract = (ROOT / ".importlinter").read_text(encoding="utf-8")
    assert all(f"rulewright.conformance.{floor}" in contract for floor in FLOORS)


@pytest.mark.parametrize("name", package.__all__)
def test_every_exported_name_is_found(name: str) -> None:
    """And listed."""
    assert getattr(package, name).__name__ if callable(getattr(package, name)) else True
    assert name in dir(package)


@pytest.mark.parametrize(
    ("old", "new"), [("Effort", "Thoroughness"), ("Order", "Plan"), ("Verdict", "Conformity")]
)
def test_an_old_name_warns(old: str, new: str) -> None:
    """For one release."""
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new}"):
        found = getattr(importlib.import_module("rulewright.conformance"), old)
    assert found is getattr(package, new)
