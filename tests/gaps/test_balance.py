"""Forward movement is no inequality of the players; what favours one of them still is."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulewright.gaps import Clear, Finding, Subject, asymmetry
from rulewright.interface import Json, Symmetry
from rulewright.spec.logic import all_of, any_of, not_

GUESTS = Path(__file__).parents[1] / "common" / "guests"
PLAYERS = ("white", "black")


def upside_down(text: str) -> str:
    return text.translate(str.maketrans("1234", "4321"))


def other(player: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player)]


def flipped(position: Json) -> Json:
    return position | {name: sorted(map(upside_down, position[name])) for name in PLAYERS}


def exchanged(position: Json) -> Json:
    turn = position["turn"]
    men = {name: position[other(name)] for name in PLAYERS}
    return men | {"turn": None if turn is None else other(turn)}


FLIP = Symmetry("top and bottom", upside_down, flipped, str)
COLOURS = Symmetry("the colours", str, exchanged, other)
BOTH = Symmetry("the players", upside_down, lambda here: exchanged(flipped(here)), other)
EARLY = evolve(BOTH, name="the players at the start", applies=lambda here: len(here["white"]) == 3)


@pytest.fixture
def subject(monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Two rows of men that move forward, each player in their own direction."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(GUESTS))
    return Subject.of("skirmish", 1, 10, 30)


def detected(subject: Subject, *candidates: Symmetry) -> tuple[list[Finding], list[Clear]]:
    specified: Any = evolve(subject.specified, renamings=lambda _: candidates)
    every = list(asymmetry.find(evolve(subject, specified=specified)))
    return (
        [each for each in every if isinstance(each, Finding)],
        [each for each in every if isinstance(each, Clear)],
    )


def favouring_white(rules: Any, before: Any, move: Any) -> Any:
    """Black does not move from the last file."""
    del before
    steps = import_module("skirmish.clauses").steps(rules.params.columns)
    return all_of(
        any_of((not_(played), start % rules.params.columns > 0))
        for played, (player, _, start, _) in zip(move, steps, strict=True)
        if player == "black"
    )


@pytest.mark.parametrize("offered", [(FLIP, COLOURS), (FLIP, BOTH), (COLOURS, BOTH)])
def test_each_in_their_own_direction_is_no_hole(
    subject: Subject, offered: tuple[Symmetry, ...]
) -> None:
    """Whether the specification names what balances them, or it is made of two candidates."""
    findings, clear = detected(subject, *offered)
    assert findings == []
    said = [each.statement for each in clear if "the players are equal" in each.statement]
    assert len(said) == sum(each is not BOTH for each in offered)
    by = "“the players”" if BOTH in offered else "“top and bottom, and the colours”"
    assert all(by in each for each in said)


@pytest.mark.parametrize("offered", [(FLIP, COLOURS), (FLIP, BOTH), (COLOURS, BOTH), (BOTH,)])
def test_what_favours_a_player_is_still_found(
    subject: Subject, offered: tuple[Symmetry, ...]
) -> None:
    book = subject.rulebook.replacing("SKI-4", permits=favouring_white)
    findings, clear = detected(subject.under(book), *offered)
    assert len(findings) == len(offered)
    assert not [each for each in clear if "are equal" in each.statement]


def test_a_reading_that_favours_a_player_is_found_by_what_balances_them_else(
    subject: Subject,
) -> None:
    """By default they are equal: it is the two candidates together that change the game."""
    clause = subject.rulebook["SKI-5"]
    permits: Any = clause.permits

    def by_reading(rules: Any, before: Any, move: Any) -> Any:
        """A demand that favours White under one reading only."""
        if rules.rulings.ahead == "passed":
            return favouring_white(rules, before, move)
        return permits(rules, before, move)

    book = subject.rulebook.replacing("SKI-5", permits=by_reading)
    (found,), _ = detected(subject.under(book), FLIP, COLOURS)
    assert found.rulings == {"ahead": "passed"}
    assert "“top and bottom” and “the colours”, together," in found.title


def test_what_balances_in_one_phase_says_nothing_of_another(subject: Subject) -> None:
    findings, _ = detected(subject, COLOURS, EARLY)
    assert len(findings) == 1
    assert "the colours" in findings[0].title
    assert "early" not in findings[0].title


def test_directions_that_differ_for_nobody_in_particular_are_found(subject: Subject) -> None:
    """A reflection that no exchange of players balances is a finding, as before."""

    def sideways(text: str) -> str:
        return text.translate(str.maketrans("abc", "cba"))

    def mirrored(here: Json) -> Json:
        return here | {name: sorted(map(sideways, here[name])) for name in PLAYERS}

    mirror = Symmetry("left and right", sideways, mirrored, str)

    def leaning(rules: Any, before: Any, move: Any) -> Any:
        """Nobody moves from the first file."""
        del before
        steps = import_module("skirmish.clauses").steps(rules.params.columns)
        columns = rules.params.columns
        return all_of(
            not_(played)
            for played, (_, _, start, _) in zip(move, steps, strict=True)
            if start % columns == 0
        )

    book = subject.rulebook.replacing("SKI-4", permits=leaning)
    findings, clear = detected(subject.under(book), mirror, FLIP, COLOURS)
    assert [each.title for each in findings] == ["The renaming “left and right” changes the game"]
    assert len([each for each in clear if "are equal" in each.statement]) == 2
