"""Answers that change, by chance or with what was played before: reported once, as what they are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import frozen
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.conversation import (
    REMEMBERED,
    Conversation,
    PlayerChannel,
)
from rulewright.conformance.checking import Plan, conform
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict.earlier_games import sizes
from rulewright.interface import IllegalAction
from rulewright.play import perft
from rulewright.protocol.messages import LegalRequest

SMALL = {"n": 1, "k": 2}


class LeavesOutByChance(Playing):
    """Leaves the last action out, now and then."""

    def __init__(self) -> None:
        """Begin a row of chances, which does not begin again with a game."""
        super().__init__()
        self.chance = Random(1)

    def legal(self) -> list[str]:
        """List the legal actions."""
        actions = super().legal()
        return actions[:-1] if actions and self.chance.random() < 1 / 3 else actions


class Remembers(Playing):
    """Neither lists nor plays what began the game before."""

    first = before = ""

    def begin(self) -> None:
        """Remember how the last game began."""
        super().begin()
        self.before, self.first = self.first, ""

    def legal(self) -> list[str]:
        """List the legal actions, but for that one."""
        return [action for action in super().legal() if action != self.before]

    def play(self, action: str) -> None:
        """Play an action, unless it is that one."""
        super().play("" if action == self.before else action)
        self.first = self.first or action


class ListsOnce(Playing):
    """Uses its list of legal actions up: asked again, it lists none."""

    listed = False

    def begin(self) -> None:
        """Nothing is listed yet."""
        super().begin()
        self.listed = False

    def legal(self) -> list[str]:
        """List the legal actions, if they have not been listed."""
        actions, self.listed = [] if self.listed else super().legal(), True
        return actions

    def play(self, action: str) -> None:
        """Play an action; those after it can be listed."""
        super().play(action)
        self.listed = False


class AddsUp(Playing):
    """Adds the scores to those that it has told before, each time that it is asked."""

    asked = 0

    def begin(self) -> None:
        """Nothing is added up yet."""
        super().begin()
        self.asked = 0

    def play(self, action: str) -> None:
        """Play an action; scores begin anew."""
        super().play(action)
        self.asked = 0

    def state(self) -> dict[str, Any]:
        """Return the position, with scores that grow."""
        self.asked += 1
        told = super().state()
        return {**told, "scores": {n: self.asked * each for n, each in told["scores"].items()}}


def checked(player: Playing, params: dict[str, Any], game: str = "minoa") -> GameReport:
    """Check a player; returns the report of the game."""
    (found,) = check(player, game, params, effort=QUICK, seed=1).games
    return found


def test_chance_is_no_earlier_game_and_no_option() -> None:
    """It is reported once, with an action, and no pattern beside it."""
    found = checked(LeavesOutByChance(), SMALL)
    assert [each.kind for each in found.deviations] == ["not deterministic"]
    assert "does not always answer the same: once " in found.deviations[0].sentence
    assert found.plays.endswith("1 bug: the same question has several answers")


@pytest.mark.parametrize("player", [ListsOnce(), AddsUp()], ids=lambda each: type(each).__name__)
def test_what_asking_changes_is_told_once_as_such(player: Playing) -> None:
    """It shows after a refused action, and after counting, but neither of them is why."""
    found = checked(player, SMALL)
    assert [each.kind for each in found.deviations] == ["asking changed the answer"]
    (told,) = found.deviations
    assert told.sentence.startswith("asked again, with nothing in between, the engine reports {")
    assert told.because.endswith("must change nothing")
    assert not told.clauses


@pytest.mark.parametrize(
    ("game", "params"),
    [("minoa", SMALL), ("nonaga", {"n": 1}), ("dreieck", {"k": 3, "s": 2}), ("ari", {"n": 4})],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_remembered_is_left_over_from_an_earlier_game(
    game: str, params: dict[str, Any]
) -> None:
    """Once, with a game before it, as short as it can be; neither chance, nor options.

    The first action of Dreieck is forced: whatever was played before shows it.
    """
    found = checked(Remembers(), params, game)
    (deviation,) = found.deviations
    assert deviation.kind == "earlier game matters"
    if game != "dreieck":
        remembered = str(deviation.action)
        assert f"{remembered!r} is " in deviation.sentence
        before = deviation.sentence.partition("on the same engine: ")[2].partition(")")[0]
        assert before.split(", ")[-1].split() == [remembered]
    assert found.plays.endswith("1 bug: something is left over from an earlier game")


class RemembersTwo(Playing):
    """Forgets an action if both games before it were played for two actions or more."""

    lengths = (0, 0)
    plies = 0

    def begin(self) -> None:
        """Remember how long the last games were."""
        self.lengths = (self.lengths[1], self.plies)
        super().begin()

    def legal(self) -> list[str]:
        """List the legal actions, or all but one."""
        actions = super().legal()
        return actions[1:] if min(self.lengths) >= 2 and self.plies == 1 else actions


class LeavesARefusal(Playing):
    """What was refused last is not listed in the next game."""

    refused = banned = ""

    def begin(self) -> None:
        """Take over what was refused."""
        super().begin()
        self.banned, self.refused = self.refused, ""

    def legal(self) -> list[str]:
        """List the legal actions, but for that one."""
        return [each for each in super().legal() if each != self.banned]

    def play(self, action: str) -> None:
        """Play an action, or remember that it was refused."""
        try:
            super().play(action)
        except IllegalAction:
            self.refused = action
            raise


class KeepsCounts(Playing):
    """Keeps counts by the depth and the number of actions, whatever the game."""

    def __init__(self) -> None:
        """Nothing is counted yet."""
        super().__init__()
        self.counts: dict[tuple[int, int], int] = {}

    def perft(self, depth: int) -> int:
        """Count, or return what was counted."""
        key = (depth, self.plies)
        if key not in self.counts:
            self.counts[key] = perft.perft(self.engine, self.position, depth)
        return self.counts[key]


class HoldsOldList(Playing):
    """After a refusal takes nothing that the last list lacks, until it is asked for another one."""

    def begin(self) -> None:
        """Nothing was refused."""
        super().begin()
        self.held: list[str] | None = None

    def legal(self) -> list[str]:
        """List the legal actions."""
        self.held = None
        return super().legal()

    def play(self, action: str) -> None:
        """Play an action, unless a list that is held lacks it."""
        actions = super().legal()
        if self.held is not None and self.plies > 10 and action not in self.held:
            raise IllegalAction(action, "it was not listed")
        try:
            super().play(action)
        except IllegalAction:
            self.held = actions
            raise


@frozen
class Afresh:
    """Opens conversations with new players, as a program is started anew."""

    makes: type[Playing]

    @property
    def name(self) -> str:
        """What is made."""
        return self.makes.__name__

    @property
    def words(self) -> tuple[str, ...]:
        """None: it is no program."""
        return ()

    def open(self) -> Conversation:
        """Begin with a new player."""
        return Conversation(PlayerChannel(self.makes()))


def checked_afresh(makes: type[Playing], params: dict[str, Any], game: str) -> GameReport:
    """Check players that are made anew where a program would be; returns the report of the game."""
    (found,) = conform(Afresh(makes), Plan(game, params, effort=QUICK, seed=1)).games
    return found


def test_what_takes_two_games_is_told_with_both() -> None:
    """No single game leaves it over, so it was told as chance."""
    found = checked_afresh(RemembersTwo, SMALL, "minoa")
    (deviation,) = found.deviations
    assert deviation.kind == "earlier game matters"
    assert deviation.sentence.startswith("only after other games, ")
    assert "; then " in deviation.sentence
    assert found.plays.endswith("1 bug: something is left over from an earlier game")


def test_a_refusal_in_an_earlier_game_is_named() -> None:
    """The moves of that game alone do not show it."""
    found = checked_afresh(LeavesARefusal, {"n": 2, "k": 3}, "minoa")
    (deviation,) = found.deviations
    assert deviation.kind == "refusal changed a later game"
    assert f"{deviation.action!r} refused)" in deviation.sentence
    assert found.plays.endswith("1 bug: actions that it refuses change later games")


def test_only_so_many_requests_are_asked_again() -> None:
    """As many games as have them, most recent first."""
    request = (LegalRequest(), False)
    assert sizes([]) == []
    assert sizes([[request]] * 20) == [1, 4, 16, 20]
    assert sizes([[request] * 4_000] * 300) == [1, 2]
    assert sizes([[request]] * REMEMBERED)[-1] == REMEMBERED > 400  # games of one stage


def test_a_count_that_is_kept_from_an_earlier_game_is_told_so() -> None:
    """The game before it is told with what was counted in it."""
    found = checked_afresh(KeepsCounts, {"n": 4}, "ari")
    (deviation,) = found.deviations
    assert deviation.kind == "earlier game matters"
    assert "'perft' counts " in deviation.sentence
    assert "counted to depth " in deviation.sentence


def test_a_list_that_is_held_after_a_refusal_is_told_so() -> None:
    """It shows only where no list is asked for between the refusal and the action."""
    found = checked_afresh(HoldsOldList, {"n": 5}, "ari")
    (deviation,) = found.deviations
    assert deviation.kind == "refusal changed the game"
    assert " was refused after " in deviation.sentence
