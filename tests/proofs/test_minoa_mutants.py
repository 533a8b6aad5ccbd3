"""A theorem of Minoa falls with the clause it rests on."""

from typing import Any

import pytest

from rulewright.interface import IllegalAction
from rulewright.proofs.minoa import (
    areas_and_cycles,
    edges,
    end_of_game,
    length_of_a_game,
    pieces,
    setting,
    stranded,
    supply,
)
from rulewright.proofs.prove import prove
from rulewright.proofs.theorem import Theorem
from rulewright.spec.minoa.rulebook import RULEBOOK
from rulewright.spec.registry import Rulebook


def nothing_is_filled(rules: Any, placed: Any, move: Any) -> Any:
    """Mutate MIN-10: the last hand stays in hand."""
    del rules, move
    return placed


def never(rules: Any, before: Any, move: Any) -> bool:
    """Forbid every action."""
    del rules, before, move
    return False


def always(rules: Any, position: Any, outlook: Any) -> bool:
    """Keep nothing true."""
    del rules, position, outlook
    return True


MUTANTS = (
    (areas_and_cycles.THEOREM, RULEBOOK.replacing("MIN-4", holds=lambda *_: False)),
    (supply.THEOREM, RULEBOOK.replacing("MIN-8", permits=never)),
    (edges.THEOREM, RULEBOOK.without("MIN-9").replacing("MIN-9", holds=RULEBOOK["MIN-9"].holds)),
    (pieces.THEOREM, RULEBOOK.replacing("MIN-10", effect=nothing_is_filled)),
    (end_of_game.SOMEBODY, RULEBOOK.replacing("MIN-10", holds=always)),
    (stranded.STRANDED, RULEBOOK.replacing("MIN-9", permits=never)),
    (length_of_a_game.LONGEST, RULEBOOK.replacing("MIN-8", holds=always)),
    (length_of_a_game.QUICKEST, RULEBOOK.replacing("MIN-10", effect=nothing_is_filled)),
)


@pytest.mark.slow
@pytest.mark.parametrize(("theorem", "mutant"), MUTANTS, ids=[each.name for each, _ in MUTANTS])
def test_theorem_falls_with_its_clause(
    theorem: Theorem, mutant: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutate one clause of the rulebook; the verdict must not hold, however it fails."""
    monkeypatch.setattr(setting, "RULEBOOK", mutant)
    try:
        holds = prove(theorem, time_limit=5).holds
    except (IllegalAction, StopIteration):  # the mutant leaves no game that the theorem could show
        holds = False
    assert not holds
