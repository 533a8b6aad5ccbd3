"""What the code of a package asks its rulebook for, read from its syntax."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rulewright.interface import nearest
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sources import SourceFiles
from rulewright.spec.registry import Rulebook

COMPARING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
"""How code asks which reading is in force."""
ASKING = ("effect",)
"""The methods that are given the identifier of a clause."""


def asked_for(rulebook: Rulebook, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield the calls of `effect` that name a clause which does not exist, or has no effect."""
    clauses = {clause.identifier: clause for clause in rulebook.clauses}
    effective = [name for name, clause in clauses.items() if clause.effect is not None]
    for path, call in files.calls(ASKING):
        given = call.args[0] if call.args else None
        if not isinstance(given, ast.Constant) or not isinstance(given.value, str):
            continue
        name = given.value
        if name not in clauses:
            what = f"effect({name!r}) asks for an unknown clause"
            remedy = f"name one that exists{nearest(name, clauses)}"
        elif name not in effective:
            what = f"effect({name!r}) asks for a clause without an effect"
            remedy = f"give the Clause an `effect`, or name another{nearest(name, effective)}"
        else:
            continue
        yield finding("reference", (path, call.lineno), what, remedy)


def compared_readings(rulebook: Rulebook, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield comparisons of a ruling with a text that is none of the readings of its question."""
    readings = {
        question.name: tuple(reading.name for reading in question.readings)
        for question in rulebook.questions
    }
    for path, node in files.nodes:
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], COMPARING):
            continue
        sides = (node.left, *node.comparators)
        asked = [name for name in map(ruling_in, sides) if name in readings]
        for name in asked[:1]:
            for text in (text for side in sides for text in texts_in(side)):
                if text not in readings[name]:
                    what = f"{text!r} is compared with the reading of {name!r}, and is none of them"
                    remedy = f"name a reading{nearest(text, readings[name])}"
                    yield finding("reference", (path, node.lineno), what, remedy)


def ruling_in(node: ast.expr) -> str:
    """Return the question of ``rulings.name`` or ``rulings["name"]``; "" for anything else."""
    held = getattr(node, "value", None)
    if getattr(held, "attr", getattr(held, "id", None)) != "rulings":
        return ""
    if isinstance(node, ast.Attribute):
        return node.attr
    given = node.slice if isinstance(node, ast.Subscript) else None
    return str(given.value) if isinstance(given, ast.Constant) else ""


def texts_in(node: ast.expr) -> list[str]:
    """Return the text that a constant is, or those in a tuple, list or set of constants."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    values = (part.value for part in parts if isinstance(part, ast.Constant))
    return [value for value in values if isinstance(value, str)]
