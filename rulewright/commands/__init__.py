"""The commands, one module each, loaded as they are used: `NAME_command` in the module of its name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

COMMANDS: Mapping[str, str] = {
    "verify": "Check games from end to end.",
    "lint": "Look for mistakes in the package of a game.",
    "prove": "Prove the theorems about a game.",
    "certificates": "Check certificates of theorems.",
    "conform": "Check an engine that speaks the adapter protocol, or one of a framework.",
    "compare": "Compare engines that speak the adapter protocol.",
    "perft": "Count the action sequences of a game.",
    "explain": "Explain why an action is illegal.",
    "ambiguities": "Show where two readings of a rulebook part, and whether it matters.",
    "gaps": "Find gaps in a rulebook that nobody has asked about.",
    "show": "Show a position as text or as SVG.",
    "referee": "Play any game in the browser, with the clause behind every refusal.",
    "games": "List games, parameters, questions, readings.",
    "new": "Begin a game of your own.",
    "report": "Write pages about games: theorems, clauses, ambiguities, gaps, boards.",
    "campaign": "Check games for hours, on one machine or many; stop and go on at any time.",
    "serve": "Play for another program.",
    "vectors": "Make or check the test vectors.",
}
"""The first line of each command's help, the main command first: help on all loads none of them."""


def command_named(name: str) -> click.Command:
    """Load a command."""
    found: click.Command = getattr(import_module(f"{__name__}.{name}"), f"{name}_command")
    return found
