"""The games that theorems show can be replayed by anyone: their options come with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulewright.play import games
from rulewright.proofs.theorem import Exhibit, FalseExhibit, ShownGame


def shown(game: str) -> Iterator[tuple[str, ShownGame]]:
    """Compute every exhibit of a game, the wrong ones too, and give the games they show."""
    for theorem in games.theorems(game):
        for part in theorem.parts:
            if isinstance(part, Exhibit | FalseExhibit):
                found = part.show().game
                if found is not None:
                    yield f"{theorem.name}, {part.name}", found


@pytest.mark.parametrize(
    ("game", "least"), [("minoa", 6), ("nonaga", 20), ("dreieck", 12), ("ari", 8)]
)
def test_a_game_is_replayed_under_its_own_options(game: str, least: int) -> None:
    """By specification and implementation, which say the same of where it leads."""
    number = 0
    for name, played in shown(game):
        number += 1
        seen = []
        for make in (games.specification, games.fastest):
            engine = make(game, played.params, played.rulings)
            assert engine.params == played.params, name
            assert engine.rulings == played.rulings, name
            state = engine.initial()
            for action in played.moves:
                state = engine.play(state, action)
            seen.append((engine.to_json(state), engine.winners(state)))
        assert seen[0] == seen[1], name
    assert number >= least
