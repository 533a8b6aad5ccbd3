"""What was moved is never moved again: one bug, whichever reading it is met beside."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from common.claims import Claims
from common.composites import Composite
from common.players import Playing
from common.residues import observed, residue_of
from common.tiny import LEAN

from rulewright.conformance import check
from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict.doubts import ENOUGH, RATHER, Weighed
from rulewright.conformance.verdict.patterns import patterns_in
from rulewright.conformance.verdict.residue import Residue
from rulewright.play import games

STAYS = "it never lists an action that moves again what "


class Keeps(Playing):
    """Bars, in disc steps, the discs that were relocated before: the first ones, or all."""

    def __init__(self, most: int, *, after: int = 0, **readings: str) -> None:
        """Keep how many are barred, and from which action on."""
        super().__init__(**readings)
        self.most, self.after = most, after

    def begin(self) -> None:
        """Bar none."""
        super().begin()
        self.kept: list[str] = []

    def is_disc_step(self) -> bool:
        """Return whether a disc is due."""
        return bool(self.engine.to_json(self.position)["step"] == "disc")

    def legal(self) -> list[str]:
        """List the actions of other discs."""
        is_barred = self.is_disc_step() and self.plies >= self.after
        kept = self.kept if is_barred else []
        return [each for each in super().legal() if each.partition(">")[0] not in kept]

    def play(self, action: str) -> None:
        """Play an action that is listed."""
        disc_step = self.is_disc_step()
        super().play(action if action in self.legal() else "")
        if disc_step and len(self.kept) < self.most:
            self.kept.append(action.partition(">")[2])


def checked(player: Any) -> GameReport:
    """Check a player of Nonaga."""
    (found,) = check(player, "nonaga", effort=LEAN, seed=1).games
    return found


def residue(player: Any, **readings: str) -> Residue:
    """Return what the rules with some readings have otherwise than a player of Nonaga, in some games."""
    rules = Hypothesis.of(games.specified("nonaga").default_rulings).but(**readings)
    every = (*observed(player, "nonaga", played=4, plies=16),)
    return residue_of(rules, "nonaga", every)


@pytest.mark.parametrize(
    ("player", "reading", "which"),
    [
        (Keeps(100), "opponent", "an earlier move"),
        (Keeps(4, bar="none"), "none", "one of the first 4 moves"),
    ],
)
def test_what_is_never_moved_again_is_one_bug(player: Playing, reading: str, which: str) -> None:
    """Of all moves, or of so many; nothing else is told of it, nor left over."""
    left = residue(player, bar=reading)
    assert sum(len(items) for _, items in left.wrong.values()) > 100
    (bug,) = patterns_in(left)
    assert bug.known_as == f"{STAYS}{which} has moved, where position.step is 'disc'"
    assert not left.wrong


def test_a_bar_that_is_kept_is_the_same_bug_in_an_engine_of_another_make() -> None:
    """That of the wrong engines keeps four discs, by either reading."""
    composite = Composite("nonaga", {"bar": "none"}, ("bar_stays_for_good",))
    (bug,) = patterns_in(residue(composite.player(), bar="none"))
    assert bug.known_as.startswith(f"{STAYS}one of the first 4 moves has moved")


def test_what_stays_after_some_plies_only_is_no_such_bug() -> None:
    """As much is missing from the ninth on."""
    left = residue(Keeps(100, after=9))
    assert sum(len(items) for _, items in left.wrong.values()) > 100
    assert not [each for each in patterns_in(left) if each.known_as.startswith(STAYS)]


@pytest.mark.slow
def test_a_bar_that_is_kept_is_one_bug_beside_a_reading() -> None:
    """By the reading in force the last disc is barred anyway; here it is the bug that keeps it."""
    composite = Composite("nonaga", {"bar": "none"}, ("bar_stays_for_good",))
    found = checked(composite.player())
    assert found.plays.startswith(
        f"bar=none explains everything observed, apart from 1 bug: {STAYS}"
        "one of the first 4 moves has moved, where position.step is 'disc' (legal "
    )
    bug, reading = sorted(found.deviations, key=lambda each: len(each.moves))
    assert bug.explained_by.startswith(STAYS)
    assert reading.explained_by == "bar=none"
    assert Claims(composite, found, [Composite("nonaga", {"bar": "none"})]).false() == []


@pytest.mark.slow
def test_it_may_be_so_after_each_move() -> None:
    """Then no number is named."""
    found = checked(Keeps(100))
    assert f"{STAYS}an earlier move has moved, where position.step is 'disc'" in found.plays


@pytest.mark.slow
@pytest.mark.soak
def test_what_is_moved_again_at_first_does_not_stay() -> None:
    """It is another bug, which is not told as this."""
    found = checked(Keeps(100, after=9))
    assert found.deviations
    assert STAYS not in found.plays


@pytest.mark.parametrize(
    ("listed", "refuted"),
    [(0, True), (ENOUGH // RATHER, True), (ENOUGH // RATHER + 1, False)],
)
def test_a_reading_that_permits_what_is_listed_is_not_refuted_by_games(
    listed: int, refuted: bool
) -> None:
    """A bug that leaves out actions leaves no game in which such a reading has everything right."""
    found = evolve(Weighed("none"), refuted=100, supported=50)
    item = frozenset({(LEGAL, "action")})
    for number in range(ENOUGH):
        found.entire.add(Observation({}, (f"right {number}",), Seen(legal=())), item)
    for number in range(listed):
        found.against.add(Observation({}, (f"more {number}",), Seen(legal=("action",))), item)
    assert found.is_refuted is refuted
