"""Lockstep play: whatever an engine gets wrong is caught and named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from common.planted import planted
from hypothesis import given, settings

from rulewright.checks.story import shortest_game, unsteadiness
from rulewright.interface import IllegalAction
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, Lockstep, differs, replay_both
from rulewright.play.nearest import shortest_by_search
from rulewright.play.rulings import deviations, every_set, how_many, pairs, sample
from rulewright.play.shorten import shortest
from rulewright.testing import games as played_games
from rulewright.testing import machine, parameters, positions, rulings

ALSO = '        self.effect("TTT-5", self.rules, state)\n'
REFERENCE = games.specification("minoa", {"n": 1})


class Wrong:
    """An engine that answers one question wrongly once three things are on the board."""

    def __init__(self, what: str) -> None:
        """Choose the question to answer wrongly."""
        self.right = games.implementation("minoa", {"n": 1})
        self.what = what

    def __getattr__(self, name: str) -> Any:
        """Answer like the right engine, except for one question."""
        answer = getattr(self.right, name)
        if name != self.what:
            return answer

        def lying(state: Any, *rest: Any) -> Any:
            position = self.right.to_json(state)
            if len(position["sticks"]) + len(position["pieces"]) < 3:
                return answer(state, *rest)
            return LIES[name](self.right, state, *rest)

        return lying


def refuses(engine: Any, state: Any, action: str) -> Any:
    """Refuse a legal action."""
    del engine, state
    raise IllegalAction(action, "no particular reason")


def accepts(engine: Any, state: Any, action: str) -> Any:
    """Accept an illegal action."""
    try:
        return engine.play(state, action)
    except IllegalAction:
        return state


LIES: dict[str, Any] = {
    "legal_actions": lambda engine, state: engine.legal_actions(state)[1:],
    "is_over": lambda engine, state: not engine.is_over(state),
    "turn": lambda engine, state: "blue" if engine.turn(state) == "red" else "red",
    "scores": lambda *_: {"red": 1, "blue": 0},
    "winners": lambda *_: ("red",),
    "to_json": lambda engine, state: {**engine.to_json(state), "sticks": []},
    "play": refuses,
}

MOVES = ["0,0-1,0", "0,0-0,1", "-1,0-0,0", "-1,1-0,0"]


@pytest.mark.parametrize("what", LIES)
def test_every_lie_is_caught_where_it_occurs(what: str) -> None:
    """The disagreement names the question and the moves so far."""
    with pytest.raises(Disagreement) as found:
        replay_both(REFERENCE, Wrong(what), MOVES)
    named = {"legal_actions": "legal", "is_over": "over", "to_json": "position", "play": "playing"}
    assert found.value.what.startswith(named.get(what, what))
    assert found.value.moves == tuple(MOVES[:3])
    assert found.value.exit_status == 1


def test_wrong_winners_are_about_who_wins_and_not_about_the_end() -> None:
    """The end is right: what decides between players is what differs."""
    params = {"k": 2, "s": 1}
    reference = games.specification("dreieck", params)
    tested: Any = games.implementation("dreieck", params)
    game = replay_both(reference, tested, ("u0,0:aaa", "d0,0:aaa"))
    assert game.seen.over
    other = attrs.evolve(game.seen, winners=("p1",) if game.seen.winners != ("p1",) else ())
    assert game.clause_about("winners", game.seen, other).startswith("; on the winners: DRE-11: ")
    assert game.clause_about("scores", game.seen, other).startswith("; on the scores: DRE-10: ")
    assert game.clause_about("over", game.seen, other).startswith("; on the end of a game: DRE-9: ")


def test_every_clause_that_wins_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that lists its actions, whose `wins` asks several: the last one was blamed alone."""
    old = "        won: tuple[bool, ...] ="
    name = planted(tmp_path, monkeypatch, ("spec.py", old, f"{ALSO}{old}"))
    reference = games.specification(name)
    game = Lockstep.begin(reference, reference)
    other = attrs.evolve(game.seen, winners=reference.players[:1])
    said = game.clause_about("winners", game.seen, other)
    assert said.startswith("; on the winners: TTT-5: ")
    assert "; TTT-4: " in said


def test_an_engine_that_raises_where_it_must_refuse_is_caught() -> None:
    """What `play` of a text that is no action raises says which exception is due."""

    class Raises(Wrong):
        def play(self, state: Any, action: str) -> Any:
            return {each: self.right.play(state, each) for each in self.right.legal_actions(state)}[
                action
            ]

    game = Lockstep.begin(REFERENCE, Raises("nothing"))
    with pytest.raises(Disagreement, match="raises KeyError: 'no'") as found:
        game.refuse("no")
    assert found.value.said.endswith("and neither MalformedAction nor IllegalAction")


def test_an_engine_that_accepts_an_illegal_action_is_caught() -> None:
    """Refusal is demanded, with the position unchanged."""
    LIES["play"], before = accepts, LIES["play"]
    try:
        game = replay_both(REFERENCE, Wrong("play"), MOVES[:3])
        with pytest.raises(Disagreement, match="refusal"):
            game.refuse(MOVES[0])
    finally:
        LIES["play"] = before


def test_right_engines_agree_and_reread() -> None:
    """No false alarm; illegal actions are refused, malformed ones too."""
    game = replay_both(REFERENCE, games.implementation("minoa", {"n": 1}), MOVES)
    game.refuse(MOVES[0])
    game.refuse("nonsense")
    game.reread()
    game.explained(REFERENCE.explain, MOVES[0])
    again = Lockstep.at(REFERENCE, game.tested, game.seen.position)
    assert again.seen == game.seen


class Moody:
    """An engine that forgets an action now and then, whatever was played."""

    def __init__(self) -> None:
        """Count what it was asked."""
        self.right = games.implementation("minoa", {"n": 1})
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        """Answer like the right engine."""
        return getattr(self.right, name)

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Leave one out every seventh time."""
        self.asked += 1
        legal: tuple[str, ...] = self.right.legal_actions(state)
        return legal[1:] if self.asked % 7 == 0 else legal


def test_answers_that_vary_are_said_to_vary() -> None:
    """The rules are not what is wrong; an engine that is always wrong is not accused of it."""
    varies = "they depend on more than the moves"
    for tested, wanted in ((Moody(), True), (Wrong("legal_actions"), False)):
        moves, text = shortest_game(REFERENCE, tested, MOVES, "legal differs")
        assert text.endswith(varies) == wanted
        assert f"moves ({len(moves)})" in text
    steady = Wrong("legal_actions")
    assert unsteadiness(steady, MOVES) == ""


def test_long_games_shrink_by_deleting_moves() -> None:
    """The rest still differs, and no single move can be deleted."""
    wrong = Wrong("scores")
    parts = differs(REFERENCE, wrong)
    long = ["0,0-1,0", "0,0-0,1", "-1,0-0,0", "-1,1-0,0", "0,-1-0,0"]
    short = shortest(long, parts)
    assert len(short) == 3
    assert parts(short)
    assert not parts(("0,0-1,0", "0,0-1,0"))


def test_exhaustive_search_finds_the_shortest_game_or_reports_its_depth() -> None:
    """It searches nearest first, so the game it finds is shortest."""
    found = shortest_by_search(REFERENCE, Wrong("winners"), most_plies=5)
    assert found.moves is not None
    assert len(found.moves) == found.plies == 3
    none = shortest_by_search(REFERENCE, games.implementation("minoa", {"n": 1}), 2)
    assert (none.moves, none.plies, none.complete) == (None, 2, False)
    # the start, 6 sticks, 6 pieces, 15 pairs of sticks, 36 of a stick and a red piece, 36 of a stick
    # and a blue one, 30 of a red and a blue piece
    assert none.positions == 1 + 12 + 15 + 36 + 36 + 30


QUESTIONS = {"a": ("1", "2"), "b": ("1", "2", "3"), "c": ("1", "2"), "d": ("1", "2")}


def test_rulings_are_sampled_so_that_pairs_meet() -> None:
    """All if few; otherwise defaults, single deviations, then pairs."""
    assert sample(QUESTIONS, 24, 0) == list(every_set(QUESTIONS))
    assert how_many(QUESTIONS) == 24
    some = sample(QUESTIONS, 16, 0)
    assert len(some) == 16
    assert some[: len(deviations(QUESTIONS))] == deviations(QUESTIONS)
    met = {pair for pair in pairs(QUESTIONS) if any(pair <= set(each.items()) for each in some)}
    assert met == pairs(QUESTIONS)


@settings(max_examples=20, deadline=None)
@given(played_games(REFERENCE, max_plies=12))
def test_games_are_legal_games(game: Any) -> None:
    """Each drawn move is legal when it is played."""
    for before, move in zip(game.states, game.moves, strict=False):
        assert move in REFERENCE.legal_actions(before)
    assert len(game.states) == len(game.moves) + 1
    assert game.last == game.states[-1]


@settings(max_examples=20, deadline=None)
@given(positions(REFERENCE, max_plies=12), parameters("minoa"), rulings("minoa"))
def test_positions_and_options_are_of_the_game(here: Any, params: Any, chosen: Any) -> None:
    """Positions survive a round trip; drawn options make an engine."""
    assert REFERENCE.from_json(here.json) == here.state
    assert games.specification("minoa", params, chosen).rulings == chosen


@pytest.mark.slow
@pytest.mark.parametrize("params", [{}, {"n": 2, "k": 3}, {"n": 2, "k": 4}], ids=str)
@pytest.mark.parametrize("closure", ["line", "coloured"])
def test_the_machine_plays_both_engines_in_lockstep(params: dict[str, int], closure: str) -> None:
    """Specification and implementation agree on everything, step by step."""
    tested = games.implementation("minoa", params, {"closure": closure, "end": "exhausted"})
    case = machine("minoa", tested).TestCase
    case.settings = settings(case.settings, max_examples=4, stateful_step_count=40, database=None)
    case("runTest").debug()
