"""What follows from the rules: theorems over the specification itself, proved with Z3.

    >>> from rulewright.proofs import Case, Claim, Theorem, TheoremScope, Twin

Exported names are loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.proofs.anything import any_move, any_position, facts_in, moves_in
    from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, game_of
    from rulewright.proofs.computed import replay as state_after
    from rulewright.proofs.mutation import NoticedByNone, Unnoticed
    from rulewright.proofs.partings import Parting
    from rulewright.proofs.reachability import (
        BY_LAYERS,
        AbstractReach,
        Reached,
        complement,
        number,
        real_answers,
        steps_of_layers,
        union,
        within,
    )
    from rulewright.proofs.reading import Values
    from rulewright.proofs.real_positions import RealPositions
    from rulewright.proofs.scope import TheoremScope
    from rulewright.proofs.symbolic import Symbolic
    from rulewright.proofs.theorem import (
        Assumption,
        Case,
        Cases,
        Claim,
        Lemma,
        Part,
        Premises,
        Term,
        Theorem,
        Twin,
        added_up,
        as_cases,
        as_terms,
        lemma,
    )
    from rulewright.proofs.unknowns import boolean, integer, once

__all__ = [
    "BY_LAYERS",
    "AbstractReach",
    "Assumption",
    "Case",
    "Cases",
    "Claim",
    "Computed",
    "Enumeration",
    "Exhibit",
    "FalseExhibit",
    "Lemma",
    "NoticedByNone",
    "Part",
    "Parting",
    "Premises",
    "Reached",
    "RealPositions",
    "Symbolic",
    "Term",
    "Theorem",
    "TheoremScope",
    "Twin",
    "Unnoticed",
    "Values",
    "added_up",
    "any_move",
    "any_position",
    "as_cases",
    "as_terms",
    "boolean",
    "complement",
    "facts_in",
    "game_of",
    "integer",
    "lemma",
    "moves_in",
    "number",
    "once",
    "real_answers",
    "state_after",
    "steps_of_layers",
    "union",
    "within",
]

_HOMES = {
    "BY_LAYERS": "reachability",
    "AbstractReach": "reachability",
    "Assumption": "theorem",
    "Case": "theorem",
    "Cases": "theorem",
    "Claim": "theorem",
    "Computed": "computed",
    "Enumeration": "computed",
    "Exhibit": "computed",
    "FalseExhibit": "computed",
    "Lemma": "theorem",
    "NoticedByNone": "mutation",
    "Part": "theorem",
    "Parting": "partings",
    "Premises": "theorem",
    "Reached": "reachability",
    "RealPositions": "real_positions",
    "Symbolic": "symbolic",
    "Term": "theorem",
    "Theorem": "theorem",
    "TheoremScope": "scope",
    "Twin": "theorem",
    "Unnoticed": "mutation",
    "Values": "reading",
    "added_up": "theorem",
    "any_move": "anything",
    "any_position": "anything",
    "as_cases": "theorem",
    "as_terms": "theorem",
    "boolean": "unknowns",
    "complement": "reachability",
    "facts_in": "anything",
    "game_of": "computed",
    "integer": "unknowns",
    "lemma": "theorem",
    "moves_in": "anything",
    "number": "reachability",
    "once": "unknowns",
    "real_answers": "reachability",
    "state_after": "computed",
    "steps_of_layers": "reachability",
    "union": "reachability",
    "within": "reachability",
}

_DEFINED_AS = {"state_after": "replay"}
"""Names that a module of this package has itself."""


def __getattr__(name: str) -> Any:
    """Load an exported name from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), _DEFINED_AS.get(name, name))


def __dir__() -> list[str]:
    """List the exported names, loaded or not."""
    return sorted({*globals(), *__all__})
