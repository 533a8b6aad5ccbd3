"""Theorems of a game of one's own that hold of nothing: `rulewright prove` says why, in one line."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from pathlib import Path

import pytest
from common.copied import proved, theorems_to_be_written

from rulewright.checks.proving import not_of_the_game, refused
from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, ShownGame
from rulewright.proofs.prove import prove
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Part, Theorem

GAMES = TheoremScope("games", "one game")
PROOFS = """
from rulewright.proofs import Computed, Enumeration, FalseExhibit, Theorem, TheoremScope

def counted(limit):
    return Computed.of_each((number < limit for number in range(7)), "below")

PARTS = (
    Enumeration("all", lambda: counted(7)),
    FalseExhibit("too few", lambda: counted(6), of="all", changed="the limit"),
)

def theorem(name, clauses=("TTT-1",)):
    return Theorem(name, "Seven numbers.", TheoremScope("games", "seven"), clauses, PARTS)

"""


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "noughts")


def said_of(planted: Path, theorems: str) -> tuple[int, str]:
    """Prove the theorems of a game; return the exit status and what is printed."""
    return proved(planted, PROOFS + theorems)


def test_a_theorem_with_nothing_planted_holds(planted: Path) -> None:
    status, said = said_of(planted, "THEOREMS = (theorem('seven'),)")
    assert "1 of 1 theorems hold" in said
    assert status == 0


def test_two_theorems_of_one_name_are_refused(planted: Path) -> None:
    status, said = said_of(planted, "THEOREMS = (theorem('seven'), theorem('seven'))")
    assert "has 2 called 'seven'" in said
    assert status


@pytest.mark.parametrize("name", ["", "../seven", "se/ven"])
def test_a_name_that_is_no_file_is_refused(planted: Path, name: str) -> None:
    status, said = said_of(planted, f"THEOREMS = (theorem({name!r}),)")
    assert "its name must be a sentence of small letters" in said
    assert status


@pytest.mark.parametrize(("clauses", "why"), [(("TTT-99",), "'TTT-99'"), ((), "names no clause")])
def test_a_theorem_is_about_clauses_of_its_game(
    planted: Path, clauses: tuple[str, ...], why: str
) -> None:
    status, said = said_of(planted, f"THEOREMS = (theorem('seven', {clauses!r}),)")
    assert why in said
    assert "0 of 1 theorems hold" in said
    assert status == 1


def shown(*moves: str, **params: int) -> tuple[Part, ...]:
    """Return an exhibit of a game that was not played, and its twin."""

    def found(holds: bool) -> Computed:
        return Computed(holds, "a game", len(moves), ShownGame(params, {}, moves))

    return (
        Exhibit("a game", lambda: found(True)),
        FalseExhibit("another", lambda: found(False), of="a game", changed="what is said of it"),
    )


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (shown("-1,0-0,0", n=1), ""),
        (shown("-1,0-0,0", "-1,0-0,0", n=1), "exhibit 'a game' shows a game that the rules"),
        (shown("nonsense", n=1), "exhibit 'a game' shows a game that the rules refuse"),
        (shown("-1,0-0,0", n=0), "exhibit 'a game' shows a game that the rules refuse"),
    ],
)
def test_a_game_that_a_theorem_shows_is_played_again(parts: tuple[Part, ...], why: str) -> None:
    verdict = prove(Theorem("planted", "A game.", GAMES, ("MIN-1",), parts))
    assert verdict.holds
    found = refused("minoa", verdict)
    assert found.startswith(why)
    assert bool(found) is bool(why)
    assert isinstance(parts[0], Exhibit | Enumeration)


@pytest.mark.parametrize(
    ("params", "readings", "why"),
    [
        ({"k": (2, 3), "supply": ("hand", "stack")}, {"match": ("all", "one")}, ""),
        ({}, {"match": ("all", "some")}, "match=some"),
        ({}, {"colour": ("mauve",)}, "colour=mauve"),
        ({"k": (2, 1)}, {}, "k=1"),
        ({"size": (3,)}, {}, "size=3"),
    ],
)
def test_a_scope_has_what_the_game_has(
    params: dict[str, tuple[object, ...]], readings: dict[str, tuple[str, ...]], why: str
) -> None:
    """No claim need be held against games: the scope would be printed as it stands."""
    scope = TheoremScope("games", "one game", params=params, readings=readings)
    assert not_of_the_game("dreieck", scope) == why
    verdict = prove(Theorem("planted", "A game.", scope, ("DRE-1",), shown("u0,0:aaa")))
    assert verdict.holds
    assert ("which dreieck does not have" in refused("dreieck", verdict)) is bool(why)


def test_a_scope_that_is_over_nothing_known_is_named_with_what_would_be_right(
    planted: Path,
) -> None:
    wrong = "THEOREMS = (theorem('seven'),)".replace("theorem(", "wrong(")
    made = "def wrong(name):\n    return TheoremScope('side=2', 'all')\n\n"
    status, said = said_of(planted, made + wrong)
    assert status
    assert (
        "ValueError: the scope of a theorem is over 'side=2': it must be one of ['board'," in said
    )
    assert "proofs.py:" in said


def test_a_conclusion_that_is_true_at_once_is_told_where_to_say_why(planted: Path) -> None:
    theorems = """
from rulewright.author import any_of, not_
from rulewright.proofs import Case, Claim, Twin, boolean

def either(then):
    return Case("either", (boolean("given"),), then)

CLAIM = Claim("either", lambda: either(any_of((boolean("x"), not_(boolean("x"))))), why_not_real="facts")
TWIN = Twin("one", lambda: either(boolean("x")), of="either", changed="one of two")
THEOREMS = (Theorem("either", "Either.", TheoremScope("facts", "any"), ("TTT-1",), (CLAIM, TWIN)),)
"""
    status, said = said_of(planted, theorems)
    assert "true before anything is asked, and it does not say why (`decided`)" in said
    assert status
