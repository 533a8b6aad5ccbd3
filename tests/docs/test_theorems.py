"""Theorems are listed on the page of their game and on one page for all; the README retells ten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from refresh_readme import README, TEN, THEOREMS, all_theorems, between, ten_theorems
from theorems_page import theorems_page

from rulewright.play import games

MOST_LINES = 200
"""A README that takes three minutes to read."""
CHOSEN = {game: tuple(names) for game, names in json.loads(TEN.read_text("utf-8")).items()}


def names(game: str) -> tuple[str, ...]:
    """Name the theorems of a game."""
    return tuple(theorem.name for theorem in games.theorems(game))


def test_ten_theorems_of_all_games_are_chosen_from_the_registry() -> None:
    """Each exists, under its game; none is chosen twice."""
    chosen = [name for theorems in CHOSEN.values() for name in theorems]
    assert len(chosen) == len(set(chosen)) == 10
    assert len(CHOSEN) == 4
    assert {game: set(theorems) - set(names(game)) for game, theorems in CHOSEN.items()} == {
        game: set() for game in CHOSEN
    }


@pytest.mark.parametrize(
    ("path", "name", "body"),
    [(README, "ten theorems", ten_theorems()), (THEOREMS, "theorems", all_theorems())],
    ids=["README.md", "theorems.md"],
)
def test_the_generated_lists_are_up_to_date(path: Path, name: str, body: str) -> None:
    """`python docs/refresh_readme.py` would change nothing."""
    text = path.read_text("utf-8")
    assert between(text, name, body) == text


def test_the_readme_names_the_ten_and_no_other_theorem() -> None:
    """Not even outside of the generated part."""
    known = {name for game in games.game_names() for name in names(game)}
    named = known & set(re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", README.read_text("utf-8")))
    assert named == {name for theorems in CHOSEN.values() for name in theorems}


def test_the_readme_is_read_in_three_minutes() -> None:
    """Code and outputs included."""
    assert len(README.read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("game", games.game_names())
def test_every_theorem_is_on_the_pages(game: str) -> None:
    """On the page that is generated for its game, and on the page for all of them."""
    generated = "\n".join(theorems_page(games.specified(game), {})).replace("<wbr>", "")
    listed = re.findall(r"\(`([a-z0-9_]+)`\)$", THEOREMS.read_text("utf-8"), re.MULTILINE)
    assert names(game)
    for name in names(game):
        assert f"{name}</code>](#" in generated
        assert listed.count(name) == 1


def test_a_page_says_what_is_left_to_the_reader() -> None:
    """With the verdict that it shows."""
    (game, *_) = games.game_names()
    first = games.theorems(game)[0]
    verdict = {
        "status": "proved",
        "holds": True,
        "queries": 2,
        "seconds": 0.1,
        "detail": "a claim",
        "certification": None,
        "enumerated": 0,
        "assumed": 0,
        "replayed": "1 of 1 counterexamples replayed",
        "witness": None,
        "on_trust": ["claim 'one' is evident: so it is", "claim 'two' is evident: it is"],
    }
    page = "\n".join(theorems_page(games.specified(game), {first.name: verdict}))
    assert page.count("On trust, left to the reader\n: claim ") == 1
    assert page.count("is evident: ") == 2
    without = {**verdict, "on_trust": []}
    assert "On trust" not in "\n".join(theorems_page(games.specified(game), {first.name: without}))


def test_theorems_md_names_no_other_theorem() -> None:
    """A theorem that is gone would be noticed."""
    listed = re.findall(r"\(`([a-z0-9_]+)`\)$", THEOREMS.read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(name for game in games.game_names() for name in names(game))


def test_missing_markers_are_refused() -> None:
    """Else a list would silently go stale."""
    with pytest.raises(LookupError, match="ten theorems"):
        between("no markers", "ten theorems", "")
