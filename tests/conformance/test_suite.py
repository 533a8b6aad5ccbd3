"""The installed suite: a game without any vector is an error of ours; mutants are made in one place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.evidence.hypothesis import clause_mutants
from rulewright.conformance.stages import vectors as vector_games
from rulewright.play import games
from rulewright.play.mutants import mutants_of
from rulewright.vectors import load


def test_a_game_without_vectors_is_an_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing is checked, and nobody takes it for a pass: status 4, and what to do."""

    def empty(game: str) -> Any:
        return load(game, tmp_path)

    monkeypatch.setattr(vector_games, "load", empty)
    player = Playing()
    with pytest.raises(
        vector_games.NoVectors, match=r"no vector for 'minoa'.*vectors generate"
    ) as error:
        check(player, "minoa", {"n": 1}, effort=QUICK)
    assert error.value.exit_status == 4
    assert player.games == 0


@pytest.mark.parametrize("game", games.game_names())
def test_every_game_has_vectors(game: str) -> None:
    """As installed."""
    assert len(vector_games.suite(game)) >= 400


@pytest.mark.parametrize("game", games.game_names())
def test_what_the_vectors_notice_can_be_named(game: str) -> None:
    """The hypotheses have the clause mutants of the vectors, and no others."""
    named = clause_mutants(game)
    assert set(named) == {each.id for each in mutants_of(game) if each.rulebook is not None}
    assert len(named) > 10
    for name, clause in named.items():
        own = games.specified(game).rulebook[clause.identifier]
        assert name.startswith(clause.identifier)
        assert (clause.permits, clause.effect) != (own.permits, own.effect)
