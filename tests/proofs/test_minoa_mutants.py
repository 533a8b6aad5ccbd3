"""A theorem of Minoa falls with the clause it rests on."""

from typing import Any

import pytest

from rulewright.interface import IllegalAction
from rulewright.proofs.minoa import (
    areas_and_cycles,
    edges,
    end_of_game,
    length_of_a_game,
    literal_end,
    material,
    pieces,
    setting,
    stranded,
    supply,
    territory,
)
from rulewright.proofs.prove import prove
from rulewright.proofs.theorem import Theorem
from rulewright.spec.minoa.board import Board
from rulewright.spec.minoa.facts import Rules
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


def one_too_many(rules: Any, position: Any) -> Any:
    """Mutate MIN-12: everybody has one triangle more."""
    effect = RULEBOOK["MIN-12"].effect
    assert effect is not None
    return tuple(territory + 1 for territory in effect(rules, position))


def goes_on(rules: Any, position: Any, able: Any) -> bool:
    """Mutate MIN-11: no game ends."""
    del rules, position, able
    return False


MUTANTS = (
    (areas_and_cycles.THEOREM, RULEBOOK.replacing("MIN-4", holds=lambda *_: False)),
    (supply.THEOREM, RULEBOOK.replacing("MIN-8", permits=never)),
    (edges.THEOREM, RULEBOOK.without("MIN-9").replacing("MIN-9", holds=RULEBOOK["MIN-9"].holds)),
    (territory.SUM, RULEBOOK.replacing("MIN-12", effect=one_too_many)),
    (literal_end.THEOREMS[0], RULEBOOK.replacing("MIN-11", effect=goes_on)),
    (literal_end.THEOREMS[0], RULEBOOK.replacing("MIN-12", effect=one_too_many)),
    (pieces.THEOREM, RULEBOOK.replacing("MIN-10", effect=nothing_is_filled)),
    (end_of_game.SOMEBODY, RULEBOOK.replacing("MIN-10", holds=always)),
    (stranded.STRANDED, RULEBOOK.replacing("MIN-9", permits=never)),
    (length_of_a_game.LONGEST, RULEBOOK.replacing("MIN-8", holds=always)),
    (length_of_a_game.QUICKEST, RULEBOOK.replacing("MIN-10", effect=nothing_is_filled)),
)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(("theorem", "mutant"), MUTANTS, ids=[each.name for each, _ in MUTANTS])
def test_theorem_falls_with_its_clause(
    theorem: Theorem, mutant: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutate one clause of the rulebook; the verdict must not hold, however it fails."""
    monkeypatch.setattr(setting, "RULEBOOK", mutant)
    try:
        holds = prove(theorem, time_limit=5, first_failure_ends=True).holds
    except (IllegalAction, StopIteration):  # the mutant leaves no game that the theorem could show
        holds = False
    assert not holds


@pytest.mark.parametrize(("owner", "name"), [(Board, "supply"), (Rules, "material")])
def test_theorem_on_material_falls_with_the_material(
    owner: type, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One stick more in the supply, or one piece more in each hand, is not the rulebook's material."""
    (theorem,) = material.THEOREMS
    assert prove(theorem).holds
    genuine = getattr(owner, name)
    monkeypatch.setattr(owner, name, property(lambda self: genuine.__get__(self) + 1))
    assert not prove(theorem).holds
