"""Which ends of games an engine notices, and what that says of a reading."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from common.claims import Claims
from common.composites import Composite, Wrong, drawn
from common.players import Playing
from common.residues import observed as random_observations
from common.tiny import EARLY, LEAN
from common.wrong_engines.wrong_minoa import Board
from common.wrong_engines.wrong_minoa import Rules as MinoaRules

from rulewright.conformance import check
from rulewright.conformance.adapter.observation import Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict.endings import NOT_NOTICED, TOO_SOON
from rulewright.conformance.verdict.ends import Ends, ends_as, ends_decide, goes_on, have_all_ends
from rulewright.conformance.verdict.exchanged import Exchanged
from rulewright.conformance.verdict.residue import Pattern, never
from rulewright.conformance.verdict.simplest import ExplainedBesideBugs
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.interface import IllegalAction
from rulewright.play import games
from rulewright.play.replay import state_after
from rulewright.protocol.messages import StateAnswer

NONAGA = Hypothesis.of(games.specified("nonaga").default_rulings)
LATER = NONAGA.but(win="end_of_turn")
SMALL = {"n": 1}


@pytest.mark.parametrize(
    ("ends", "decide"),
    [
        (Ends(mine=4), True),
        (Ends(mine=3), False),
        (Ends(mine=40, theirs=1), False),  # an end that only the other has
        (Ends(mine=7, neither=2), True),
        (Ends(mine=6, neither=2), False),  # a bug ends games anywhere
    ],
)
def test_ends_decide_where_all_are_as_one_reading_has_them(ends: Ends, decide: bool) -> None:
    """And none is as only the other has it."""
    assert ends.decide is decide


class Judged:
    """Has some hypotheses wrong about games, by their moves."""

    laboratory = Laboratory("nonaga")

    def __init__(self, **over: Iterable[str]) -> None:
        """Keep in which games each hypothesis has the end that the engine notices."""
        self.over = over

    def wrong(self, hypothesis: str, observation: Observation) -> frozenset[tuple[str, str]]:
        """Return what is wrong."""
        right = "".join(observation.moves) in self.over[hypothesis]
        return frozenset() if right else frozenset({("over", "")})


def over_after(*moves: str) -> Observation:
    """Return the observation of an end."""
    return Observation({}, moves, Seen(state=StateAnswer(True, None, (), {}, None)))


def test_a_game_ends_once() -> None:
    """What follows from an end is no end of its own."""
    weigher: Any = Judged(own=("a",), other=("ab",))
    own, other, laboratory = "own", "other", SimpleNamespace(asked=lambda *_: None)
    weigher.laboratory = laboratory
    found = ends_as(weigher, own, other, [over_after("a"), over_after("a", "b")])  # type: ignore[arg-type]
    assert found == Ends(mine=1)


def observed(readings: dict[str, str], *faults: str) -> list[Observation]:
    """Play games of a small field on an engine, two actions further than a piece that joins."""
    player = Composite("nonaga", readings, faults).player()
    found = []
    for first in ("red", "black"):
        params = {**SMALL, "first": first}
        player.new("nonaga", params, {})
        for action in player.legal():
            line: tuple[str, ...] = ()
            for choice in (action, "", ""):
                player.new("nonaga", params, {})
                for each in line:
                    player.play(each)
                legal = player.legal()
                if not legal:
                    break
                line = (*line, choice or legal[0])
                player.play(line[-1])
                answer = player.state()
                state = StateAnswer(*(answer[key] for key in ("over", "turn")), *rest(answer))
                found.append(Observation(params, line, Seen(tuple(player.legal()), state)))
    return found


def rest(answer: dict[str, Any]) -> tuple[Any, ...]:
    """Return the rest of an answer to `state`."""
    return tuple(answer["winners"]), answer["scores"], answer["position"]


def test_ends_of_one_turn_are_told_from_those_at_once() -> None:
    """A bug beside the other reading would not notice ends just where this one has them."""
    weigher = Weigher(Laboratory("nonaga"), NONAGA)
    every = observed({"win": "end_of_turn"})
    assert ends_decide(weigher, LATER, NONAGA, every)
    assert not ends_decide(weigher, NONAGA, LATER, every)


def winners_at_once(laboratory: Laboratory, observation: Observation) -> tuple[str, ...]:
    """Return who wins after some moves by the rules in force; nobody if they cannot be played."""
    reference = laboratory.asked(NONAGA, observation)
    assert reference is not None
    try:
        return tuple(reference.engine.winners(reference.state(observation.moves)))
    except IllegalAction:
        return ()


def test_ends_that_are_noticed_decide_beside_a_bug_that_hides_some() -> None:
    """The other reading and a bug explain everything as well, but have ends which that one has not."""
    player = Composite("nonaga", {"win": "end_of_turn"}, ("hooks_do_not_win",)).player()
    every = [*random_observations(player, "nonaga", {"n": 2}, played=60, plies=30)]
    weigher = Weigher(Laboratory("nonaga"), NONAGA)
    missed = [each for each in every if ("over", "") in weigher.wrong(LATER, each)]
    assert missed
    assert ends_decide(weigher, LATER, NONAGA, every)
    assert not ends_decide(weigher, NONAGA, LATER, every)
    assert goes_on(weigher, LATER, NONAGA, every)
    assert not goes_on(weigher, NONAGA, LATER, every)
    for winner in ("red", "black"):  # it may be a bug about the other one
        won = [each for each in every if winner not in winners_at_once(weigher.laboratory, each)]
        assert len(won) < len(every)
        assert not goes_on(weigher, LATER, NONAGA, won)


def test_an_end_that_is_never_noticed_decides_nothing() -> None:
    """It goes on as if the end came later; but that is not noticed, either."""
    weigher = Weigher(Laboratory("nonaga"), NONAGA)
    every = observed({}, "win_seen_a_turn_late")
    assert any(each.seen.state and not each.seen.state.over for each in every)
    assert not ends_decide(weigher, LATER, NONAGA, every)
    assert not ends_decide(weigher, NONAGA, LATER, every)


def checked(player: Playing, params: dict[str, Any]) -> GameReport:
    """Check a player of Nonaga; returns the report."""
    (found,) = check(player, "nonaga", params, effort=LEAN, seed=1).games
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("readings", "fault", "win"),
    [
        ({"win": "end_of_turn"}, "hooks_do_not_win", "end_of_turn"),
        pytest.param({}, "only_red_wins", "immediate", marks=pytest.mark.soak),
    ],
)
def test_when_a_win_counts_is_told_beside_a_bug_about_the_end(
    readings: dict[str, str], fault: str, win: str
) -> None:
    """Either reading and a bug explain everything, but one has all ends that the engine notices.

    Whoever is stuck there is passed over, by both players: no bug about one of them hides that.
    """
    composite = Composite("nonaga", readings, (fault,))
    found = checked(composite.player(), {"first": "red"})
    said = {each.question: each.readings for each in found.questions}
    assert said["win"] == (win,)
    assert said["no_piece_step"] == ("skip",)
    assert Claims(composite, found, [Composite("nonaga", readings)]).false() == []


def test_players_of_a_game_are_exchanged() -> None:
    """Black makes the same moves, turned, where black begins."""
    parameters = [{}, {"first": "black"}]
    exchanged = Exchanged("nonaga", NONAGA, parameters)
    moves = ("2,0>1,1", "2,-1>2,1")
    ((params, image),) = exchanged.of([({}, moves)])
    assert params == {"first": "black"}
    positions = []
    for given, line in (({}, moves), (params, image)):
        engine: Any = games.fastest("nonaga", given, NONAGA.readings)
        positions.append(engine.to_json(state_after(engine, line)))
    assert [each["turn"] for each in positions] == ["black", "red"]
    assert len(positions[0]["discs"]) == len(positions[1]["discs"])
    assert not [*Exchanged("nonaga", NONAGA, [{}]).of([({}, moves)])]


def test_a_game_whose_first_player_is_fixed_has_no_other_start() -> None:
    """White begins whatever is asked for."""
    readings = games.specified("ari").default_rulings
    assert not [*Exchanged("ari", Hypothesis.of(readings), [{}, {"n": 5}]).of([({"n": 5}, ())])]


def test_ends_that_are_noticed_an_action_late_are_those_of_one_reading() -> None:
    """Any reading and a bug explain them; of `end=full` alone each is an action late."""
    composite = Composite("minoa", {"stranded": "over"}, ("end_seen_a_turn_late",))
    (found,) = check(composite.player(), "minoa", {"n": 1}, effort=LEAN, seed=1).games
    said = {each.question: each.readings for each in found.questions}
    assert said["end"] == ("full",)
    assert said["stranded"] == ("over",)
    assert Claims(composite, found, [Composite("minoa", {"stranded": "over"})]).false() == []


def test_readings_that_have_all_ends_are_found_from_others() -> None:
    """Two of them differ, and each alone has some of the ends only."""
    laboratory = Laboratory("minoa")
    in_force = Hypothesis.of(games.specified("minoa").default_rulings)
    played = in_force.but(stranded="over", end="exhausted")
    every = []
    for number in range(60):
        engine: Any = laboratory.reference(played, SMALL)
        state, moves, random = engine.engine.initial(), (), Random(number)
        while legal := engine.engine.legal_actions(state):
            moves = (*moves, random.choice(legal))
            state = engine.engine.play(state, moves[-1])
        every.append(Observation(SMALL, moves, engine.seen(state)))
    weigher = Weigher(laboratory, in_force)
    found = {dict(each.rulings)["end"] for each in have_all_ends(weigher, in_force, every)}
    assert found == {"exhausted"}
    assert not [*have_all_ends(weigher, played, every)]
    assert not [*have_all_ends(weigher, in_force, every[:5])]  # these are few


def test_what_a_bug_about_the_end_explains_away_is_not_held_against_another_reading() -> None:
    """The bug has everything right past the ends that only this reading has, whatever else is wrong."""
    hypothesis = NONAGA
    end = Pattern(NOT_NOTICED, "", {"past": frozenset({("legal", "a")})}, never)
    mine = ExplainedBesideBugs(hypothesis, (end,), 6, 2, {"before": 2})
    other = ExplainedBesideBugs(hypothesis, (), 9, 9, {"before": 2, "past": 7})
    assert other.may_be_as_good_as(mine)
    assert not other.is_as_good_as(mine)
    assert not evolve(other, left={"before": 3, "past": 6}).may_be_as_good_as(mine)
    too_soon = evolve(end, name=TOO_SOON)
    both = evolve(other, patterns=(end, too_soon))
    assert both.may_be_as_good_as(mine)  # ends that are noticed elsewhere are one bug
    assert not evolve(both, patterns=(end, evolve(end, name="other"))).may_be_as_good_as(mine)


@pytest.mark.slow
@pytest.mark.soak
def test_when_a_win_counts_is_told_beside_two_bugs() -> None:
    """Games about ends are asked for where something else is unexplained, too."""
    made = drawn("nonaga", 314)
    (found,) = check(made.player(), "nonaga", effort=LEAN, seed=1).games
    said = {each.question: each.readings for each in found.questions}
    assert (said["win"], said["no_piece_step"]) == (("end_of_turn",), ("skip",))


class BoardThatEndsAfterSticks(Board):
    """The end is looked at after a stick only."""

    placed_a_stick = False

    def play(self, line: str) -> None:
        """Play a legal action."""
        self.placed_a_stick = line in self.interior
        super().play(line)

    def ended(self) -> bool:
        """Return whether the game is over."""
        return self.placed_a_stick and super().ended()


class EndsAfterSticks(MinoaRules):
    """The literal end, where a stick brings it about."""

    board = BoardThatEndsAfterSticks

    def __init__(self, params: dict[str, int], rulings: dict[str, str]) -> None:
        """Follow a reading, whatever is asked for."""
        super().__init__(params, {**rulings, "end": "literal"})


def test_a_reading_by_which_two_bugs_about_the_end_are_one_is_open() -> None:
    """All readings but the true one were open: of that a great many ends are missed."""
    player = Wrong(Composite("minoa", {}), rules=EndsAfterSticks)
    (found,) = check(player, "minoa", SMALL, effort=EARLY, seed=1).games
    (end,) = (each for each in found.questions if each.question == "end")
    assert "literal" in end.readings
