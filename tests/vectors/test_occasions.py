"""Rare occasions, games with larger parameters and late positions are among the vectors."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from rulewright.impl.drivers import record
from rulewright.interface import LegalSets
from rulewright.play import games
from rulewright.play.driver import moves_of
from rulewright.play.recording import first_plies
from rulewright.vectors import Vector, load
from rulewright.vectors.choosing import by_shape, chosen_of_each_shape
from rulewright.vectors.occasions import SOUGHT, earliest, first_occurrences
from rulewright.vectors.sampling import LONG
from rulewright.vectors.suite import FOLDER
from rulewright.vectors.variants import Variants

GAMES = games.game_names()
MATRIX: dict[str, Any] = json.loads((FOLDER / "matrix.json").read_text("utf-8"))
LONGEST = {"ari"}
"""Whose games are so long that to look for all occasions takes minutes."""
WITH_OCCASIONS = [game for game in GAMES if games.specified(game).occasions]


def of_kind(game: str, kind: str) -> list[Vector]:
    """Read the vectors of one kind."""
    return [vector for vector in load(game) if vector.id.startswith(f"{kind}-")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=[pytest.mark.soak] * (g in LONGEST)) for g in WITH_OCCASIONS]
)
def test_each_occasion_has_its_vectors(game: str) -> None:
    """Wherever one is met there is a vector; under the default rulings, too, where these allow it."""
    variants = Variants(game, MATRIX[game]["seed"])
    present = {(json.dumps(v.params), v.moves) for v in of_kind(game, "occasions")}
    for occasion in games.specified(game).occasions:
        found = list(first_occurrences(variants, occasion))
        for each in found:
            assert (json.dumps(each.variant.params), each.moves) in present, occasion.name
        default = variants.default_rulings
        allowed = default | dict(occasion.rulings) == default
        assert not allowed or any(each.variant.rulings == default for each in found)


@pytest.mark.parametrize("game", GAMES)
def test_larger_parameters_have_vectors(game: str) -> None:
    """All of those that the game names, and they are beyond those of random games."""
    larger = games.specified(game).larger
    assert larger
    for params in larger:
        assert params not in games.specified(game).played
        assert sum(vector.params == params for vector in of_kind(game, "larger")) >= 3


@pytest.mark.parametrize("game", GAMES)
def test_long_games_have_vectors(game: str) -> None:
    """An engine that goes wrong late in a game is noticed."""
    late = of_kind(game, "late")
    assert late
    assert all(len(vector.moves) >= LONG and vector.expect.over is False for vector in late)
    assert max(len(vector.moves) for vector in late) >= 60


@pytest.mark.parametrize("game", WITH_OCCASIONS)
def test_an_occasion_is_found_where_it_first_occurs(game: str) -> None:
    """The moves are those of a recorded game, and with one move less nothing is met in any game."""
    occasion = games.specified(game).occasions[0]
    variants = Variants(game, 5)
    found = {each.variant: each.moves for each in first_occurrences(variants, occasion)}
    recording = variants.played[-1].recording(biased=True, games=SOUGHT)
    moves = found[variants.played[-1]]
    played = moves_of(recording)
    (number,) = [at for at, line in enumerate(played) if line[: len(moves)] == moves][:1]
    count = games.specified(game).count_occasions
    assert count(first_plies(recording, len(moves), number, number + 1))[occasion.name] > 0
    assert occasion.name not in +Counter(
        count(first_plies(recording, len(moves) - 1, 0, len(played)))
    )
    assert earliest(recording, lambda each: count(each).get(occasion.name, 0) > 0) == moves


@pytest.mark.parametrize(("game", "params"), [("minoa", {"n": 1}), ("ari", {"n": 4})])
def test_a_part_of_a_recording_is_a_recording(game: str, params: dict[str, Any]) -> None:
    """The specification accepts it, whichever way legal actions are written down."""
    whole = record(games.implementation(game, params), 3, 4, biased=True, max_plies=9)
    some = first_plies(whole, 4, 1, 3)
    assert isinstance(whole.legal, LegalSets) == (game == "ari")
    assert some.turn.shape == (5, 2)
    assert some.moves(0) == whole.moves(1)[:4]
    assert (some.legal[4] == whole.legal[4][1:3]).all()
    assert games.specification(game, params).check(some).positions > 0


def test_of_many_actions_each_shape_is_named() -> None:
    """However few strikes there are among thousands of other actions."""
    many = ["III*", *(f"III@a{row}:9217" for row in range(1, 90)), "Q@b1", "Q@b2"]
    assert list(by_shape(many)) == ["III*", "III@x#:#", "Q@x#"]
    chosen = chosen_of_each_shape(many, 6)
    assert {"III*", "Q@b1", "Q@b2"} < set(chosen)
    assert len(chosen) == 5
    assert chosen_of_each_shape(many, 1) == ("III*", "III@a1:9217", "Q@b1")
