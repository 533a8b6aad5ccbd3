"""What the code of a package asks its rulebook for, read from its syntax."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rulewright.interface import nearest
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sources import SourceFiles
from rulewright.spec.registry import Rulebook

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
