"""A bar that is reversed: the same player's last disc stays, and the opponent's may be moved."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from common.players import Playing
from common.residues import observed, residue_of
from common.tiny import LEAN

from rulewright.conformance import check
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict import questions
from rulewright.conformance.verdict.doubts import Doubts, Weighed
from rulewright.conformance.verdict.patterns import patterns_in
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games

STAYS = (
    "it never lists an action that moves again what the same player moved last, "
    "where position.step is 'disc'"
)
IN_FORCE = Hypothesis.of(games.specified("nonaga").default_rulings)
UNBARRED = IN_FORCE.but(bar="none")


class BarsItsOwn(Playing):
    """Bars, in disc steps, the disc that the same player relocated last: up to some ply, or always."""

    def __init__(self, until: int = 10_000, **readings: str) -> None:
        """Keep from which ply on nothing is barred so."""
        super().__init__(**readings)
        self.until = until

    def begin(self) -> None:
        """Bar none."""
        super().begin()
        self.own: dict[str, str] = {}

    def is_disc_step(self) -> bool:
        """Return whether a disc is due."""
        return bool(self.engine.to_json(self.position)["step"] == "disc")

    def legal(self) -> list[str]:
        """List the actions of other discs."""
        barred = self.own.get(self.engine.turn(self.position)) if self.is_disc_step() else None
        if self.plies >= self.until:
            barred = None
        return [each for each in super().legal() if each.partition(">")[0] != barred]

    def play(self, action: str) -> None:
        """Play an action that is listed."""
        disc_step, mover = self.is_disc_step(), self.engine.turn(self.position)
        super().play(action if action in self.legal() else "")
        if disc_step:
            self.own[mover] = action.partition(">")[2]


def checked(player: Playing) -> GameReport:
    """Check a player of Nonaga."""
    (found,) = check(player, "nonaga", effort=LEAN, seed=1).games
    return found


def readings(found: GameReport, question: str) -> tuple[str, ...]:
    """Return the readings that a question is left with."""
    return next(each.readings for each in found.questions if each.question == question)


def test_a_bar_that_is_turned_round_is_one_bug_and_leaves_the_reading_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beside *none* all that is missing is its own last disc, where the rules bar the other one's."""
    every = (*observed(BarsItsOwn(bar="none"), "nonaga", played=4, plies=16),)
    residue = residue_of(UNBARRED, "nonaga", every)
    assert sum(len(items) for _, items in residue.wrong.values()) > 100
    (bug,) = patterns_in(residue)
    assert bug.known_as == STAYS
    assert not residue.wrong
    doubts = Doubts(Weigher(residue.laboratory, IN_FORCE, every), UNBARRED, (bug,), every)
    assert doubts.is_turned_round("bar")
    told: Any = SimpleNamespace(tells=lambda *_: False)
    barring = evolve(Weighed("opponent"), refuted=100, supported=50)
    monkeypatch.setattr(questions, "is_doubted", lambda *_: False)  # for no other reason
    assert questions.hidden_by_bugs("bar", [barring], doubts, told) == ["opponent"]
    assert not doubts.is_turned_round("removal")
    other = UNBARRED.but(removal="rim")  # which permits more, whoever moved it
    rim = Doubts(Weigher(residue.laboratory, IN_FORCE, every), other, (bug,), every)
    assert not rim.is_turned_round("removal")
    assert not Doubts(doubts.weigher, UNBARRED, (), every).is_turned_round("bar")


def test_where_it_is_moved_again_later_on_nothing_stays() -> None:
    """As much is missing in the first nine plies."""
    every = (*observed(BarsItsOwn(until=9, bar="none"), "nonaga", played=4, plies=16),)
    residue = residue_of(UNBARRED, "nonaga", every)
    assert sum(len(items) for _, items in residue.wrong.values()) > 20
    assert not [each for each in patterns_in(residue) if each.known_as == STAYS]


@pytest.mark.slow
def test_a_bar_that_is_turned_round_is_no_reading() -> None:
    """*bar=none* was told of an engine that bars its own last disc, with nothing about that."""
    found = checked(BarsItsOwn(bar="none", removal="local"))
    assert STAYS in found.plays
    assert readings(found, "bar") == ("opponent", "none")
    assert readings(found, "removal") == ("local",)
    assert [each.explained_by[: len(STAYS)] for each in found.deviations].count(STAYS) == 1


@pytest.mark.slow
@pytest.mark.soak
def test_a_bar_of_both_discs_leaves_the_reading_in_force() -> None:
    """That one is followed, and the engine's own disc is the bug."""
    found = checked(BarsItsOwn())
    assert STAYS in found.plays
    assert readings(found, "bar") == ("opponent",)


@pytest.mark.slow
def test_what_is_moved_again_later_on_does_not_stay() -> None:
    """It is another bug, which is not told as this."""
    found = checked(BarsItsOwn(until=9, bar="none"))
    assert found.deviations
    assert STAYS not in found.plays
