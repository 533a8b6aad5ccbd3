"""Sweeps of a small game: every position is looked at, and what is wrong in one is found there."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from common.twin_rows import KNOWN, LIES, ToldWitness, TwinRules

from rulewright.checks import QUICK, exhaustive
from rulewright.checks.exhaustive import (
    ExhaustiveCheck,
    Sweep,
    Sweeping,
    failure_of,
    sound,
    swept_scope,
    why_nothing,
)
from rulewright.checks.witness import ALONE
from rulewright.play import games
from rulewright.play.lockstep import Disagreement
from rulewright.spec.coverage import Coverage, RecordingRefuted

GAME = "minoa"
TOY = TwinRules()
STATES = KNOWN[2]
ACTIONS = sum(len(TOY.legal_actions(state)) for state in STATES)
OVER = sum(TOY.is_over(state) for state in STATES)


class Witness(ToldWitness):
    """Plays the toy."""

    def __init__(self, engine: Any = None, *, asked: bool = False, missing: str = "") -> None:
        """Take an engine."""
        super().__init__(engine, missing)
        self.asked = asked

    def plays(self, game: str, params: Any, rulings: Any) -> bool:
        """Say that it plays everything but larger boards."""
        return bool(game == GAME and params.get("n", 1) < 3 and rulings is not None)

    def engine(self, game: str, params: Any, rulings: Any) -> Any:
        """Return the engine."""
        assert self.plays(game, params, rulings)
        return self.made


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Sweep]:
    """Sweep the toy with a witness, or alone."""

    def sweep(
        tested: Any, most: int = 1_000, seconds: float = 60.0, rules: Any = TOY, alive: Any = None
    ) -> Sweep:
        monkeypatch.setattr(games, "specification", lambda *_: rules)
        witness: Any = None if tested is None else Witness(tested)
        sweeping = Sweeping(GAME, witness, alive or (lambda: None), seconds)
        return sweeping.sweep({"n": 1}, {"end": "full"}, most)

    return sweep


@pytest.mark.parametrize("tested", [None, TOY])
def test_all_positions_are_swept(swept: Callable[..., Sweep], tested: Any) -> None:
    """With every action of each; the counts are those of the game."""
    whole = swept(tested)
    assert whole == Sweep({"n": 1}, {"end": "full"}, len(STATES), ACTIONS, OVER, 3, complete=True)
    part = swept(tested, 5)
    assert (part.positions, part.complete) == (5, False)
    assert (part.depth, part.finished) == (1, 0)
    assert swept(tested, seconds=0.0).positions <= 2


@pytest.mark.parametrize("alone", [True, False])
def test_a_game_that_is_over_at_the_start_has_one_position(
    swept: Callable[..., Sweep], alone: bool
) -> None:
    """Which is looked at, too."""
    over = TwinRules(0)
    done = swept(None if alone else over, rules=over)
    assert done == Sweep({"n": 1}, {"end": "full"}, 1, 0, 1, 0, complete=True)
    wrong = evolve(over, lies={("is_over", over.initial()): False})
    with pytest.raises(Disagreement):
        swept(None, rules=wrong) if alone else swept(wrong, rules=over)


def test_a_sweep_says_that_it_is_alive(swept: Callable[..., Sweep]) -> None:
    """At each action."""
    calls: list[None] = []
    swept(None, alive=lambda: calls.append(None))
    assert len(calls) == ACTIONS


@pytest.mark.parametrize("question", [*LIES, "from_json"])
def test_a_lie_about_any_position_is_found_there(
    swept: Callable[..., Sweep], question: str
) -> None:
    """By the comparison: at the shortest game that leads to it."""
    for state in STATES:
        lie = STATES[0] if state != STATES[0] else STATES[1]
        if question != "from_json":
            lie = LIES[question](getattr(TOY, question)(state))
        with pytest.raises(Disagreement) as told:
            swept(evolve(TOY, lies={(question, state): lie}))
        reached = TOY.initial()
        for action in told.value.moves:
            reached = TOY.play(reached, action)
        assert reached == state


def test_a_legal_action_that_is_refused_is_found(swept: Callable[..., Sweep]) -> None:
    """Wherever it is."""
    for state in STATES:
        for action in TOY.legal_actions(state):
            with pytest.raises(Disagreement, match="refuses it"):
                swept(evolve(TOY, refuses=(state, action)))


DEMAND = SimpleNamespace(identifier="TWI-9", demand="this is never so")


@pytest.mark.parametrize(
    ("question", "lie", "said"),
    [
        ("broken_clauses", lambda _: (DEMAND,), "clause TWI-9"),
        ("is_over", lambda state: not TOY.is_over(state), "the end"),
        ("legal_actions", lambda state: () if TOY.legal_actions(state) else ("left1",), "the end"),
        ("from_json", lambda _: None, "reading the position"),
        ("from_json", lambda state: STATES[state == STATES[0]], "reading the position"),
    ],
)
def test_what_is_unsound_in_any_position_is_found(
    swept: Callable[..., Sweep], question: str, lie: Any, said: str
) -> None:
    """Of a specification alone, too."""
    for state in STATES:
        rules = evolve(TOY, lies={(question, state): lie(state)})
        with pytest.raises(Disagreement) as told:
            sound(rules, state, ("left1",))
        assert (told.value.what, told.value.moves) == (said, ("left1",))
        others = [each for each in STATES if each != state]
        assert [sound(rules, each, ()) for each in others] == [TOY.is_over(each) for each in others]
        with pytest.raises(Disagreement) as found:
            swept(None, rules=rules)
        reached = TOY.initial()
        for action in found.value.moves:
            reached = TOY.play(reached, action)
        assert reached == state
    assert told.value.said


def test_compiled_engines_are_swept_at_full_speed(
    monkeypatch: pytest.MonkeyPatch, swept: Callable[..., Sweep]
) -> None:
    """And others one position after the other."""
    took: list[str] = []
    found = exhaustive.Swept(7, 8, 1, 2, complete=True, coverage=Coverage())
    driver = SimpleNamespace(sweep=lambda *_: took.append("driver") or found)
    monkeypatch.setattr(exhaustive, "driver_of", lambda _: driver)
    monkeypatch.setattr(Sweeping, "stepwise", lambda *_: took.append("steps") or found)
    for compiled in (True, False):
        monkeypatch.setattr(exhaustive, "is_compiled", lambda _, compiled=compiled: compiled)
        assert swept(TOY) == Sweep({"n": 1}, {"end": "full"}, 7, 8, 1, 2, complete=True)
    assert took == ["driver", "steps"]


# --- the check ------------------------------------------------------------------------------------


@pytest.fixture
def sweeps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Replace the sweeps: each has 10 positions, as far as it may; note what they are of."""
    made: list[tuple[Any, ...]] = []

    def sweep(self: Sweeping, params: Any, rulings: Any, most: int) -> Sweep:
        made.append((params, rulings, most, self.witness, self.seconds))
        return Sweep(params, rulings, min(most, 10), 3, 1, 2, complete=most >= 10)

    monkeypatch.setattr(Sweeping, "sweep", sweep)
    return made


def run(witness: Any, positions: int = 1_000, **changed: Any) -> Any:
    """Run the check with a witness."""
    effort = evolve(QUICK, witness=witness, positions=positions, **changed)
    return ExhaustiveCheck().run(GAME, effort, 1, lambda _: None)


def test_every_sweep_of_the_plan_is_made(sweeps: list[tuple[Any, ...]]) -> None:
    """In its order, with the second witness, and without a limit of time."""
    check, witness = ExhaustiveCheck(), Witness()
    plan = check.plan(GAME, evolve(QUICK, witness=witness), 1)  # type: ignore[arg-type]
    outcome = run(witness, 1_000_000)
    assert [(dict(each[0]), dict(each[1])) for each in sweeps] == plan
    assert {each[3:] for each in sweeps} == {(witness, float("inf"))}
    assert (outcome.held, outcome.failure, outcome.cases) == (True, "", 10 * len(plan))
    assert outcome.detail == f"{len(plan)} games in full, 0 in part, {3 * len(plan)} actions"
    assert [each["positions"] for each in outcome.data["sweeps"]] == [10] * len(plan)
    assert not any("the comparison" in each for each in outcome.scope.left_out)
    assert 0 <= outcome.seconds < 60


def test_what_is_left_of_the_positions_bounds_the_sweeps(sweeps: list[tuple[Any, ...]]) -> None:
    """And what is left out is said."""
    small = dict(games.specified(GAME).exhausted[0])
    only = ((small, {}),) * 4
    outcome = run(Witness(), 25, only=only)
    assert [each[2] for each in sweeps] == [25, 15, 5]
    assert (outcome.held, outcome.cases) == (True, 25)
    assert outcome.detail == "2 games in full, 1 in part, 9 actions"
    assert outcome.scope.left_out


def test_a_specification_alone_is_asked_by_itself(sweeps: list[tuple[Any, ...]]) -> None:
    """Which is said twice; not if another witness was asked for."""
    outcome = run(Witness(missing="gone"), 1_000_000)
    assert {each[3] for each in sweeps} == {None}
    assert outcome.held
    assert outcome.detail.startswith("the specification alone, nothing compared: ")
    assert f"the comparison: {ALONE}" in outcome.scope.left_out
    sweeps.clear()
    asked = run(Witness(missing="gone", asked=True))
    assert (asked.verdict, sweeps) == ("left out", [])


def test_a_witness_that_was_asked_for_has_so_much_time(sweeps: list[tuple[Any, ...]]) -> None:
    """For all sweeps together; without any, none is begun, and nothing has held."""
    outcome = run(Witness(asked=True), seconds_a_size=40)
    assert {each[4] for each in sweeps} == {exhaustive.ADAPTER * 40}
    assert outcome.held
    sweeps.clear()
    none = run(Witness(asked=True), seconds_a_size=0)
    assert (none.held, none.cases, sweeps) == (False, 0, [])
    assert none.failure == why_nothing(GAME, Witness(asked=True))  # type: ignore[arg-type]
    assert "plays none of the boards" in none.failure
    assert why_nothing(GAME, Witness(missing="gone")) == "gone"  # type: ignore[arg-type]
    larger = run(Witness(asked=True), only=(({"n": 3}, {}),))
    assert larger.verdict == "left out"


def test_options_that_are_named_are_all_that_is_swept() -> None:
    """As far as the witness plays them; there is none without a witness that was asked for."""
    only = (({"n": 1}, {}), ({"n": 3}, {}))
    check = ExhaustiveCheck()
    for witness, expected in (
        (Witness(), list(only[:1])),
        (Witness(missing="gone"), list(only)),
        (Witness(missing="gone", asked=True), []),
        (Witness(asked=True), list(only[:1])),
    ):
        effort: Any = evolve(QUICK, witness=witness, only=only)  # type: ignore[arg-type]
        assert check.plan(GAME, effort, 1) == expected


def test_a_plan_has_small_boards_then_large_ones_then_other_rulings() -> None:
    """Each once; only small boards have other rulings, in an order drawn from the seed."""
    check, specified = ExhaustiveCheck(), games.specified(GAME)
    plan, other = (check.plan(GAME, QUICK, seed) for seed in (1, 2))
    small, large = (list(map(dict, each)) for each in (specified.exhausted, specified.explored))
    first = len(small) + len(large)
    assert [params for params, _ in plan[:first]] == small + large
    assert {str(rulings) for _, rulings in plan[:first]} == {str(specified.default_rulings)}
    assert all(params in small for params, _ in plan[first:])
    assert len({str(each) for each in plan}) == len(plan) > first
    assert plan[:first] == other[:first]
    assert sorted(map(str, plan)) == sorted(map(str, other))
    assert plan != other


def test_what_a_sweep_has_not_finished_is_in_its_scope() -> None:
    """And what of the plan was not begun."""
    done = [Sweep({"n": n}, {}, 10, 1, 1, 1, complete=n == 1) for n in (1, 2)]
    plan = [({"n": n}, {}) for n in (1, 2, 4)]
    texts = {alone: swept_scope(GAME, plan, done, alone=alone).left_out for alone in (False, True)}
    assert len(texts[True]) == len(texts[False]) + 1
    assert "in part only, the nearest positions: n=2" in texts[False]
    assert any(each.startswith("1 of 3 planned sweeps not begun: n=4") for each in texts[False])
    assert {*texts[True]} - {*texts[False]} == {f"the comparison: {ALONE}"}
    assert len(swept_scope(GAME, plan[:1], done[:1], alone=False).left_out) < len(texts[False])


def test_a_failure_is_described_with_its_game() -> None:
    """Whether it was found move by move or in a recording."""
    legal = games.specification(GAME, {"n": 1}).legal_actions(
        games.specification(GAME, {"n": 1}).initial()
    )
    for found in (
        Disagreement("the turn", legal[:1], "red", "blue"),
        RecordingRefuted("the turn", 0, list(legal[:1]), "red", "blue"),
    ):
        text = failure_of(GAME, {"n": 1}, {}, found)
        assert "the turn" in text.splitlines()[0]
        assert f"moves (1): {legal[0]}" in text
