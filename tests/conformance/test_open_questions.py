"""Questions beside bugs: what is observed is kept, and what stays doubtful is said to be open."""

from __future__ import annotations

import json
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from common import composites
from common.claims import Claims
from common.composites import Composite
from common.naive_ari import PLAYERS, SIDES, Cell, State, cell_of, copied
from common.players import Playing
from common.tiny import EARLY
from common.wrong_engines import faults_of

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.observation import (
    LEGAL,
    Discrepancy,
    Observation,
    Seen,
    spelled,
)
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.evidence.report import HIDDEN
from rulewright.conformance.evidence.rules import RulesInForce
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict import conclude
from rulewright.conformance.verdict import doubts as doubting
from rulewright.conformance.verdict.deciding import (
    is_decided_alone,
    is_decided_by_side,
    is_decided_with_others,
    is_on_the_side_of_a_bug,
)
from rulewright.conformance.verdict.doubts import ENOUGH, FEW, Doubts, Weighed
from rulewright.conformance.verdict.existing import without_such_actions
from rulewright.conformance.verdict.residue import Pattern
from rulewright.conformance.verdict.sides import sides
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games

ARI = Hypothesis.of(games.specified("ari").default_rulings)


def run_of(game: str, player: Playing, params: dict[str, Any]) -> GameRun:
    """Begin to check a player."""
    rulings = games.specified(game).default_rulings
    return GameRun(Setup(game, params, rulings, QUICK, 1), Crew(Object(player)), silent)


def test_what_other_rules_lead_to_is_kept() -> None:
    """A game that the rules in force forbid is looked at only at its end, and shows what it shows."""
    params = {"n": 5}
    engine = games.specification("ari", params, {"next_to": "four"})
    strict = games.specification("ari", params)
    state = engine.initial()
    moves: tuple[str, ...] = ()
    for _ in range(7):
        moves += (min(engine.legal_actions(state)),)
        state = engine.play(state, moves[-1])
    permitted = strict.legal_actions(strict.from_json(engine.to_json(state)))
    game = (*moves, min({*engine.legal_actions(state)} - {*permitted}))
    run = run_of("ari", Playing(next_to="four"), params)
    made = run.play(Script("forbidden", params, game))
    assert made is not None
    found = run.judge("a stage", made)
    assert {each.observation.moves for each in found} == {game[:-1]}
    kept = run.evidence.notebook.pages[spelled(params), game]
    after = engine.legal_actions(engine.play(state, game[-1]))
    assert set(kept.seen.legal or ()) == set(after)


ACTION, OTHER = (LEGAL, "action"), (LEGAL, "other")
NOTHING = Seen(legal=("action",))


def doubts(own: str, unexplained: int) -> Doubts:
    """An engine that seems to play one reading; in some games an answer is not explained."""
    wrong = [
        Observation({}, (f"wrong {each}",), Seen(legal=("action",))) for each in range(unexplained)
    ]
    weigher: Any = SimpleNamespace(in_force=ARI, wrong=lambda *_: frozenset({ACTION}))
    return Doubts(weigher, ARI.but(lifting=own), (), tuple(wrong))


def refuted(events: int, clean: int) -> Weighed:
    """Another reading that some games refute, in some of which nothing else is wrong."""
    found = Weighed("other", refuted=events)
    for number in range(events):
        each = Observation({}, (f"right {number}",), Seen(legal=("action",)))
        found.events.add(each, frozenset({ACTION}))
        if number < clean:
            found.clean.add(each, frozenset({ACTION}))
    return found


@pytest.mark.parametrize(
    ("events", "clean", "unexplained", "doubtful"),
    [
        (ENOUGH - 1, FEW, 5, True),  # in all others something of the kind is wrong
        (ENOUGH - 1, FEW + 1, 5, False),
        (ENOUGH, 0, 5, False),
        (1, 0, 0, False),  # nothing of the kind is unexplained anywhere
        (1, 0, 1, True),
    ],
)
def test_a_reading_in_force_is_doubtful_too(
    events: int, clean: int, unexplained: int, doubtful: bool
) -> None:
    """If the other one is refuted only where answers of the kind are wrong: a bug may be why."""
    found = doubts("before", unexplained).is_doubtful("lifting", refuted(events, clean))
    assert found is doubtful


@pytest.mark.parametrize(
    ("events", "clean", "unexplained", "doubtful"),
    [
        (ENOUGH, FEW + 1, ENOUGH - 1, False),
        (ENOUGH, FEW, ENOUGH - 1, True),
        (ENOUGH, FEW + 1, ENOUGH, True),  # as many answers of the kind are not explained
        (ENOUGH, ENOUGH, 2 * ENOUGH, False),
        (FEW + 1, 0, 1, False),
    ],
)
def test_a_departure_shows_in_more_games_than_nothing_explains(
    events: int, clean: int, unexplained: int, doubtful: bool
) -> None:
    """ARI's sides that are never covered were told as `lifting=after`: a part of what was wrong."""
    found = doubts("after", unexplained).is_doubtful("lifting", refuted(events, clean))
    assert found is doubtful


@pytest.mark.parametrize(
    ("right", "contrary", "unexplained", "decided"),
    [
        (FEW + 1, 0, 0, True),
        (FEW, 0, 0, False),
        (FEW + 1, 1, 0, False),  # in one game the other reading has everything right
        (FEW + 1, 0, 1, False),  # somewhere nothing explains an answer of the kind
    ],
)
def test_games_that_no_bug_touches_decide(
    right: int, contrary: int, unexplained: int, decided: bool
) -> None:
    """However much is wrong with both readings where a bug shows."""
    found = Weighed("other", refuted=9, supported=8)
    for number in range(right):
        found.entire.add(Observation({}, (f"right {number}",), NOTHING), frozenset({ACTION}))
    for number in range(contrary):
        found.entire_against.add(Observation({}, (f"wrong {number}",), NOTHING), frozenset({OTHER}))
    assert not found.is_refuted
    assert is_decided_alone(doubts("after", unexplained), found) is decided


def deviates_with(three: dict[str, Any], *everywhere: dict[str, Any]) -> Doubts:
    """An engine of Minoa with `closure=coloured`, and a bug that shows with some parameters only."""
    laboratory = Laboratory("minoa")
    in_force = Hypothesis.of(games.specified("minoa").default_rulings)
    coloured = in_force.but(closure="coloured")
    found = []
    for params in (three, *everywhere):
        reference = laboratory.reference(coloured, params)
        assert reference is not None
        for first in reference.engine.legal_actions(reference.state(())):
            seen = reference.seen(reference.state((first,)))
            found.append(Observation(params, (first,), seen))
        if params == three:
            found[-1] = evolve(found[-1], seen=evolve(found[-1].seen, legal=()))
    return Doubts(Weigher(laboratory, in_force), coloured, (), tuple(found))


def test_games_with_parameters_that_show_no_bug_decide() -> None:
    """If they are many, and with more parameters than one: a bug may show too seldom with some."""
    line, over = Weighed("line"), Weighed("over")
    one, two = {"n": 2}, {"n": 3}
    assert is_decided_with_others(deviates_with({"k": 3}, one, two), "closure", line)
    assert not is_decided_with_others(deviates_with({"k": 3}, one), "closure", line)
    assert not is_decided_with_others(deviates_with(one, two), "closure", line)
    assert not is_decided_with_others(deviates_with({"k": 3}, one, two), "stranded", over)


@pytest.mark.parametrize(
    ("expected", "given", "found"),
    [
        ({"a": 1, "b": [2]}, {"a": 1, "b": [2]}, set()),
        ({"tiles": {"u0,0": ["p1", "aaa"]}}, {"tiles": {}}, {-1}),
        ({"captured": {"p1": 1, "p2": 1}}, {"captured": {"p1": 3, "p2": 0}}, {1, -1}),
        ({"left": ["aab", "aab"]}, {"left": ["aab"]}, {-1}),
        ({"left": ["aab", "aaa"]}, {"left": ["aaa", "aab"]}, set()),
        ({"turn": "red"}, {"turn": "blue"}, {1, -1}),
        ({"tiles": {}}, {}, {-1}),
    ],
)
def test_more_is_given_than_is_right_or_less(expected: Any, given: Any, found: set[int]) -> None:
    """Parts of a position are numbers, lists, or objects with these."""
    assert sides(expected, given) == found


class WeighedByHand:
    """What two hypotheses have wrong of some positions: too much, too little, or nothing."""

    in_force = Hypothesis.of(games.specified("dreieck").default_rulings)

    def __init__(self, *wrong: tuple[int, int]) -> None:
        """Keep on which side an engine is wrong in each position, beside each of the two."""
        self.positions = tuple(
            Observation({}, (str(at),), Seen(legal=())) for at in range(len(wrong))
        )
        self.sides = dict(zip((each.moves for each in self.positions), wrong, strict=True))
        self.laboratory = self
        self.own = self.in_force

    def side(self, hypothesis: Hypothesis, observation: Observation) -> int:
        """Return whether more is told than is right, or less."""
        return self.sides[observation.moves][hypothesis != self.own]

    def wrong(self, hypothesis: Hypothesis, observation: Observation) -> frozenset[tuple[str, str]]:
        """Return what is wrong."""
        is_wrong = self.side(hypothesis, observation) != 0
        return frozenset({("position.tiles", "")} if is_wrong else ())

    def asked(self, hypothesis: Hypothesis, _: Observation) -> Any:
        """Return an engine that has something otherwise."""

        def discrepancies(observation: Observation) -> tuple[Discrepancy, ...]:
            side = self.side(hypothesis, observation)
            return (Discrepancy("position", {"tiles": 5}, {"tiles": 5 + side}),) if side else ()

        return SimpleNamespace(discrepancies=discrepancies)


MANY = FEW + 1


@pytest.mark.parametrize(
    ("wrong", "decided"),
    [
        ([*[(0, 1)] * MANY, *[(-1, -1)] * MANY], True),
        ([*[(0, 1)] * MANY, *[(-1, 0)] * MANY], False),  # the other is wrong on one side, too
        ([*[(0, 1)] * FEW, *[(-1, -1)] * MANY], False),
        ([*[(0, 1)] * MANY, *[(-1, -1)] * FEW], False),
        ([*[(0, 1)] * MANY, *[(-1, -1)] * MANY, (1, 1)], False),
        ([*[(0, -1)] * MANY, *[(-1, -1)] * MANY], False),
    ],
)
def test_a_bug_that_takes_too_little_is_not_why_too_much_is_taken(
    wrong: list[tuple[int, int]], decided: bool
) -> None:
    """Beside the reading that is followed one bug is enough, beside the other it takes two."""
    weigher: Any = WeighedByHand(*wrong)
    found = Doubts(weigher, weigher.in_force, (), weigher.positions)
    assert is_decided_by_side(found, "trigger", Weighed("standing")) is decided


@pytest.mark.parametrize(("left", "hidden"), [(3, True), (4, False)])
def test_a_reading_that_explains_nearly_everything_by_itself_is_not_dismissed(
    monkeypatch: pytest.MonkeyPatch, left: int, hidden: bool
) -> None:
    """*An end is not noticed* took for its own what was wrong at a later end, and spared a bug there."""
    explained = SimpleNamespace(
        before=30, may_be_as_good_as=lambda _: False, has_several_bugs_about_the_end=False
    )
    monkeypatch.setattr(doubting, "beside_bugs", lambda *_: explained)
    monkeypatch.setattr(doubting, "left_over", lambda *_: left)
    in_force = Hypothesis.of(games.specified("nonaga").default_rulings)
    pattern = Pattern("name", "words", {}, lambda *_: True)
    found = Doubts(Weigher(Laboratory("nonaga"), in_force), in_force, (pattern,), ())
    weighed = Weighed("end_of_turn", refuted=ENOUGH, shows=Counter({("turn", False): ENOUGH}))
    assert found.is_hidden("win", weighed) is hidden


@pytest.mark.parametrize(
    ("readings", "left", "several", "hidden"),
    [
        (
            ("exhausted", "literal"),
            10 * 3,
            False,
            False,
        ),  # ten times what is left by the one followed
        (("exhausted", "literal"), 10 * 3 - 1, False, True),
        (("exhausted", "full"), 10 * 3, False, True),  # it is in force
        (("full", "literal"), 3, False, False),
        (("full", "literal"), 3, True, True),  # ends that are missed beside others that are none
        (("full", "literal"), 2, False, True),
    ],
)
def test_a_reading_must_not_leave_everything_to_its_bugs(
    monkeypatch: pytest.MonkeyPatch,
    readings: tuple[str, str],
    left: int,
    several: bool,
    hidden: bool,
) -> None:
    """An end that is not noticed explains all that `literal` has wrong, if all other games go on."""
    own, other = readings
    explained = SimpleNamespace(
        before=3, may_be_as_good_as=lambda _: True, has_several_bugs_about_the_end=several
    )
    monkeypatch.setattr(doubting, "beside_bugs", lambda *_: explained)
    monkeypatch.setattr(doubting, "left_over", lambda *_: left)
    in_force = Hypothesis.of(games.specified("minoa").default_rulings)
    pattern = Pattern("name", "words", {}, lambda *_: True)
    found = Doubts(Weigher(Laboratory("minoa"), in_force), in_force.but(end=own), (pattern,), ())
    weighed = Weighed(other, refuted=ENOUGH, shows=Counter({("turn", False): ENOUGH}))
    assert found.is_hidden("end", weighed) is hidden


@pytest.mark.parametrize(
    ("games_right", "gained", "hidden"),
    [
        (2, False, False),
        (1, False, True),  # one game may be an accident
        (2, True, True),  # it explains what a bug explained
    ],
)
def test_a_reading_that_explains_nothing_is_not_hidden_where_games_refute_it(
    monkeypatch: pytest.MonkeyPatch, games_right: int, gained: bool, hidden: bool
) -> None:
    """Nonaga's `no_disc_step=loses` was left open by a bug about wins on large boards."""
    explained = SimpleNamespace(
        before=3, may_be_as_good_as=lambda _: True, has_several_bugs_about_the_end=False
    )
    monkeypatch.setattr(doubting, "beside_bugs", lambda *_: explained)
    monkeypatch.setattr(doubting, "left_over", lambda *_: 5)
    in_force = Hypothesis.of(games.specified("nonaga").default_rulings)

    def wrong(hypothesis: Hypothesis, _: object) -> frozenset[tuple[str, str]]:
        return frozenset() if gained and hypothesis != in_force else frozenset({("over", "")})

    monkeypatch.setattr(doubting, "without_bugs", lambda _: SimpleNamespace(wrong=wrong))
    pattern = Pattern("name", "words", {}, lambda *_: True)
    weigher = Weigher(Laboratory("nonaga"), in_force)
    found = Doubts(weigher, in_force, (pattern,), ())
    object.__setattr__(found, "observations", (None,))
    weighed = Weighed("loses", refuted=5)
    weighed.entire.times["over", False] = games_right
    assert found.is_hidden("no_disc_step", weighed) is hidden


@pytest.mark.parametrize(
    ("wrong", "doubted"),
    [
        ([(1, 1), *[(0, 1)] * 2 * ENOUGH], True),  # so many are asked about it
        ([*[(1, 1)] * MANY, *[(0, -1)] * MANY], False),
        ([*[(1, 1)] * MANY, *[(0, 0)] * MANY], False),
    ],
)
def test_a_reading_by_which_less_is_taken_is_doubted_beside_a_bug_that_takes_too_little(
    wrong: list[tuple[int, int]], doubted: bool
) -> None:
    """Dreieck's `outline=every` was told of an engine that captures no large region."""
    weigher: Any = WeighedByHand(*wrong)
    weigher.own = weigher.in_force.but(outline="every")
    found = Doubts(weigher, weigher.own, (), weigher.positions)
    assert is_on_the_side_of_a_bug(found, "outline", Weighed("outer")) is doubted
    actions = Weighed("outer")
    for each in weigher.positions[: FEW + 1]:
        actions.entire.add(each, frozenset({ACTION}))
    assert not is_on_the_side_of_a_bug(found, "outline", actions)


SCORED = ("scores", "")


@pytest.mark.parametrize(("unexplained", "doubted"), [(SCORED, True), (ACTION, False)])
def test_scores_stand_for_positions_that_are_not_reported(
    unexplained: tuple[str, str], doubted: bool
) -> None:
    """What is taken is in them, too."""
    positions = [Observation({}, (str(at),), Seen(legal=())) for at in range(2)]
    weigher: Any = SimpleNamespace(
        in_force=WeighedByHand.in_force,
        wrong=lambda _, each: frozenset({unexplained} if each == positions[0] else ()),
    )
    found = Doubts(weigher, weigher.in_force.but(outline="every"), (), tuple(positions))
    outer = Weighed("outer")
    outer.entire.add(positions[1], frozenset({SCORED}))
    assert is_on_the_side_of_a_bug(found, "outline", outer) is doubted


def without_queen_cells(rules: Any) -> Any:
    """ARI without two rules about queens: they may stand anywhere, and offer no cell to a die."""

    class WithoutQueenCells(rules):  # type: ignore[misc]
        """The rules of a naive engine, but for these."""

        def queen_may_stand(self, state: State, player: str, cell: Cell) -> bool:
            """Return whether a cell is vacant."""
            del player
            return cell in self.vacant(state)

        def offered(self, state: State, player: str, die: str) -> set[Cell]:
            """Give the target cells of dice."""
            beside = {
                (cell_of(state["queens"][player])[0] + dx, cell_of(state["queens"][player])[1] + dy)
                for dx, dy in SIDES
            }
            board = {**state, "dice": copied(state["dice"])}
            if self.rulings["lifting"] == "after":
                del board["dice"][player][die]
            targets = {
                cell
                for owner in PLAYERS
                for each in board["dice"][owner]
                if (owner, each) != (player, die) or self.rulings["own_face"] == "any"
                for cell in self.targets(board, owner, each)
            }
            return super().offered(state, player, die) - (beside - targets)

    return WithoutQueenCells


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 3])
def test_two_bugs_about_queens_are_no_reading(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """A broken clause explains one of them; once it hid which readings are followed beside it."""
    catalogue = faults_of("ari")
    right = catalogue["right"]
    bug = type("Bug", (right,), {"rules": without_queen_cells(right.rules)})
    monkeypatch.setattr(composites, "faults_of", lambda _: {**catalogue, "queens": bug})
    engine = Composite("ari", {"lifting": "after", "capture": "landing"}, ("queens",))
    (found,) = check(engine.player(), "ari", {"n": 5}, effort=EARLY, seed=seed).games
    assert Claims(engine, found, [Composite("ari", engine.readings)]).false() == []
    said = {each.question: each.readings for each in found.questions}
    assert "after" in said["lifting"]
    assert "landing" in said["capture"]


def test_what_is_said_of_some_parameters_is_put_to_the_test_with_these(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once for each set of parameters: the same games would show no more."""
    params = {"n": 5, "nets": {"V": [1, 1, 3, 2, 3, 2]}}
    accounts = {(spelled(params), ()): frozenset({ACTION})}
    played: list[Any] = []
    conclusion = conclude.Conclusion(run_of("ari", Playing(), {"n": 5}))
    monkeypatch.setattr(conclude, "refuting_games", lambda *given: played.extend(given[-1]))
    monkeypatch.setattr(conclude.Conclusion, "identify", lambda _: None)
    conclusion.identified = SimpleNamespace(hypothesis=ARI)  # type: ignore[assignment]
    conclusion.patterns = (Pattern("kind", "words", accounts, lambda *_: True, is_general=True),)
    conclusion.confirm_patterns()
    assert params in played
    assert len({*map(json.dumps, played)}) == len(played) > 1
    before = len(played)
    conclusion.confirm_patterns()
    assert len(played) == before


def lists_what_may_be_declined(positions: int) -> frozenset[tuple[str, str]]:
    """Return what an engine excludes which lists actions of `claim=may`, in some positions."""
    rules = RulesInForce(Setup("dreieck", {}, games.specified("dreieck").default_rulings, QUICK, 1))
    seen = Seen(legal=("d0,0:aaa~",))
    observations = [Observation({}, ("u0,0:aaa",), seen) for _ in range(positions)]
    for each in observations:
        rules.discrepancies(each)
    return without_such_actions(rules, observations)


def test_an_action_that_exists_under_one_reading_only_decides() -> None:
    """Bugs make illegal what is legal, but spell nothing that the rules have no word for."""
    assert lists_what_may_be_declined(FEW + 1) == {("claim", "must")}
    assert not lists_what_may_be_declined(FEW)


@pytest.mark.slow
def test_a_bug_does_not_hide_a_reading_with_actions_of_its_own() -> None:
    """Too few captures could be declined, so that all that was declined was called unexplained."""
    made = Composite("dreieck", {"claim": "may"}, ("only_own_tiles_enclose",))
    (game,) = check(made.player(), "dreieck", {"s": 2}, effort=EARLY, seed=1).games
    said = {each.question: each.readings for each in game.questions}
    assert said["claim"] == ("may",)
    assert not Claims(made, game, [Composite("dreieck", made.readings)]).false()


@pytest.mark.slow
@pytest.mark.soak
def test_discs_that_squeeze_through_are_not_told_as_a_reading_beside_another_bug() -> None:
    """Once `removal=rim` was named, since all positions that tell it from the bug follow such a step."""
    made = Composite("nonaga", {}, ("discs_squeeze_through", "field_ends_two_cells_out"))
    (game,) = check(made.player(), "nonaga", effort=EARLY, seed=1).games
    (removal,) = [each for each in game.questions if each.question == "removal"]
    assert set(removal.readings) >= {"path", "rim"}
    assert removal.status == HIDDEN
    assert "removal=rim or a bug" in game.plays
