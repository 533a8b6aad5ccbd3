"""Laws on a game of two equal rows: what breaks a symmetry in one position is found there."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import pytest
from attrs import evolve
from common.twin_rows import BOTH, LIES, NAMES, ROWS, TwinRows

from rulewright.checks import NORMAL, QUICK, laws
from rulewright.checks.laws import (
    GamePlayed,
    LawsCheck,
    applicable,
    broken,
    looked_at,
    mirrored_game,
    random_game,
    reads,
    unmoved,
)
from rulewright.interface import IllegalAction, Symmetry
from rulewright.play import games
from rulewright.play.difference import IMPLEMENTATION, SPECIFICATION, called
from rulewright.play.lockstep import Disagreement

TOY = TwinRows()
UNREADABLE = TwinRows(reads=False)
EVERY = (ROWS, NAMES, BOTH)
NOWHERE = evolve(ROWS, name="nowhere", applies=lambda _: False)
STATES = list(TOY.reachable())


def image(state: Any) -> Any:
    """Return a position with its rows exchanged."""
    return (state[1], state[0], *state[2:])


def wrong(question: str, state: Any, toy: TwinRows = TOY) -> TwinRows:
    """Make an engine that lies about one position."""
    return evolve(toy, lies={(question, state): LIES[question](getattr(toy, question)(state))})


@pytest.mark.parametrize("symmetries", [(), (ROWS,), (ROWS, NAMES), EVERY, (*EVERY, NOWHERE)])
def test_each_position_is_compared_with_images(symmetries: tuple[Symmetry, ...]) -> None:
    """Of two symmetries on the way, and of all that apply at the end."""
    able = len([each for each in symmetries if each.name != "nowhere"])
    for seed in range(20):
        calls: list[None] = []
        cases = random_game(TOY, symmetries, Random(seed), lambda calls=calls: calls.append(None))
        plies, odd = divmod(
            len(calls) - able, 2
        )  # noted when played and compared, and for each image
        assert 2 <= plies <= 4
        assert not odd
        assert cases == plies * min(able, 2) + able


@pytest.mark.parametrize("most", [1, 2, 3, 9])
def test_as_many_positions_are_compared_as_are_asked_for(most: int) -> None:
    """And the last one; the game may be another engine's, from which positions are read."""
    game = GamePlayed.by(TOY, Random(3))
    plies = len(game.moves)
    for engine in (TOY, TwinRows()):
        cases = random_game(engine, EVERY, Random(1), game=game, most=most)
        assert cases == min(most, plies) * 2 + 3
    drawn = {tuple(looked_at(plies, most, Random(seed))) for seed in range(50)}
    assert {len(each) for each in drawn} == {min(most, plies)}
    assert {ply for each in drawn for ply in each} == set(range(plies))


@pytest.mark.parametrize("question", LIES)
def test_a_lie_is_found_in_the_game_of_another_engine(question: str) -> None:
    """Whichever of its positions it is about; and what is not read or played is told as just that."""
    game = GamePlayed.by(TOY, Random(3))
    for ply, state in enumerate(game.states):
        if question not in {"legal_actions", "to_json"} and image(state) == state:
            continue
        with pytest.raises(Disagreement) as told:
            random_game(wrong(question, state), (ROWS,), Random(1), game=game)
        assert len(told.value.moves) in {ply - 1, ply}


def test_another_engine_must_read_and_play_what_was_played() -> None:
    """Otherwise that is told, and no symmetry."""
    game = GamePlayed.by(TOY, Random(3))
    deaf = evolve(TOY, lies={("from_json", game.states[1]): None})
    with pytest.raises(Disagreement, match="the toy refuses a position of the toy") as told:
        random_game(deaf, (), Random(1), game=game)
    assert told.value.moves == game.moves[:1]
    strict = evolve(TOY, refuses=(game.states[0], game.moves[0]))
    with pytest.raises(Disagreement, match="does not play an action that the toy lists") as told:
        random_game(strict, (ROWS,), Random(1), game=game)
    assert told.value.moves == ()


def test_a_long_game_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """So is its image."""
    monkeypatch.setattr(laws, "LONGEST", 3)
    assert random_game(TwinRows(9), EVERY, Random(1)) == 3 * 2 + 3
    assert mirrored_game(TwinRows(9, reads=False), EVERY, Random(1)) == 3


@pytest.mark.parametrize("question", LIES)
def test_a_lie_about_any_position_breaks_a_law(question: str) -> None:
    """Whichever position it is, the last of a game or its first, unless it is its own image."""
    found = 0
    for state in STATES:
        if question not in {"legal_actions", "to_json"} and image(state) == state:
            continue
        engine = wrong(question, state)
        told = [outcome(random_game, engine, (ROWS,), seed) for seed in range(60)]
        assert any(each is not None for each in told), state
        found += 1
    assert found > len(STATES) // 2


@pytest.mark.parametrize("question", LIES)
def test_a_lie_is_found_without_reading_positions(question: str) -> None:
    """In the game and its image, after the moves that lead there."""
    found = 0
    for state in STATES:
        if image(state) == state:
            continue
        engine = wrong(question, state, UNREADABLE)
        for seed in range(60):
            told = outcome(mirrored_game, engine, (ROWS,), seed)
            if told is not None:
                found += 1
                break
        else:
            raise AssertionError(state)
    assert found > len(STATES) // 2


def outcome(play: Any, engine: Any, symmetries: Any, seed: int) -> Disagreement | None:
    """Play a game; return what is found, if anything is."""
    try:
        play(engine, symmetries, Random(seed))
    except Disagreement as told:
        return told
    return None


@pytest.mark.parametrize("question", ["scores", "winners", "turn"])
@pytest.mark.parametrize("symmetry", [NAMES, BOTH])
def test_players_are_renamed_where_the_engine_names_them(question: str, symmetry: Symmetry) -> None:
    """A lie about a position and the same lie, renamed, about its image keep the symmetry."""
    for state in STATES:
        lie = LIES[question](getattr(TOY, question)(state))
        engine = evolve(TOY, lies={(question, state): lie})
        told = [outcome(random_game, engine, (symmetry,), seed) for seed in range(60)]
        assert any(each is not None for each in told), state


def test_the_moves_are_those_up_to_what_is_wrong() -> None:
    """With the action after which it is."""
    for state in STATES:
        if TOY.is_over(state) or image(state) == state:
            continue
        for play, toy in ((random_game, TOY), (mirrored_game, UNREADABLE)):
            for seed in range(30):
                for engine in (wrong("scores", state, toy), wrong("legal_actions", state, toy)):
                    check_moves(outcome(play, engine, (ROWS,), seed), state)


def check_moves(told: Disagreement | None, state: Any) -> None:
    """Play the moves of a difference: they, or their images, lead to the position."""
    if told is None:
        return
    reached = TOY.initial()
    for action in told.moves:
        reached = TOY.play(reached, action)
    assert state in {reached, image(reached)}


@pytest.mark.parametrize("play", [random_game, mirrored_game])
def test_an_action_that_leads_elsewhere_breaks_a_law(play: Any) -> None:
    """Though the position to which it leads is right in itself."""
    toy = TOY if play is random_game else UNREADABLE
    for state in STATES:
        for action in toy.legal_actions(state):
            right = toy.play(state, action)
            elsewhere = (*right[:2], right[2] + 1, *right[3:])
            engine = evolve(toy, misplays=(state, action, elsewhere))
            told = [outcome(play, engine, (ROWS,), seed) for seed in range(60)]
            assert any(each is not None for each in told), (state, action)
            refusing = evolve(toy, refuses=(state, action))
            assert refused(play, refusing), (state, action)


def refused(play: Any, engine: TwinRows) -> bool:
    """Return whether some game finds that the image of an action is refused."""
    for seed in range(60):
        with suppress(IllegalAction):  # the game itself came there
            if outcome(play, engine, (ROWS,), seed) is not None:
                return True
    return False


def test_an_action_whose_image_is_refused_breaks_a_law() -> None:
    """The moves are those before it. That the action itself is refused is another finding."""
    found = {"the image of left1 is refused": 0, "illegal action 'right1'": 0}
    for state, seed in product(STATES, range(30)):
        engine = evolve(UNREADABLE, refuses=(state, "right1"))
        told = outcome(mirrored_game, engine, (ROWS,), seed)
        check_moves(told, state)
        if told is not None:
            itself = told.what.startswith("the toy does not play an action that it lists (")
            what = list(found)[itself]
            assert told.said.startswith(what)
            found[what] += 1
    assert min(found.values()) > len(STATES)


def test_a_game_and_its_image_are_compared_ply_by_ply() -> None:
    """As long as the symmetry applies, and only if the start is its own image."""
    for seed in range(20):
        calls: list[None] = []
        cases = mirrored_game(
            UNREADABLE, EVERY, Random(seed), lambda calls=calls: calls.append(None)
        )
        assert 2 <= cases <= 4
        assert len(calls) == 2 * cases
        assert mirrored_game(UNREADABLE, (NAMES, BOTH, NOWHERE), Random(seed)) == 0
        early = evolve(ROWS, applies=lambda position: position["left"] + position["right"] > 2)
        assert 1 <= mirrored_game(UNREADABLE, (early,), Random(seed)) <= 2
    assert unmoved(UNREADABLE, UNREADABLE.initial(), ROWS)
    assert not unmoved(UNREADABLE, UNREADABLE.initial(), NAMES)
    assert applicable(TOY, TOY.initial(), (*EVERY, NOWHERE)) == list(EVERY)


def test_an_engine_that_has_no_action_left_is_not_asked_for_one() -> None:
    """Whoever says that it goes on is somebody else's business."""
    start = TOY.initial()
    stuck = evolve(TOY, lies={("legal_actions", start): ()})
    assert random_game(stuck, (ROWS,), Random(1)) == 1
    assert mirrored_game(evolve(stuck, reads=False), EVERY, Random(1)) == 0


def test_who_breaks_a_law_is_named_with_what_claims_it() -> None:
    """Clauses and theorem, where there are some."""
    said = {}
    for symmetry in EVERY:
        with pytest.raises(Disagreement) as told:
            broken(TwinRows(params={"length": 2}), symmetry, ("left1",), "it differs")
        said[symmetry.name] = told.value.what
        assert (told.value.moves, told.value.said) == (("left1",), "it differs")
    start = "the toy does not keep the symmetry"
    assert said == {
        "rows": f"{start} 'rows' (length=2; TWI-2, TWI-3)",
        "names": f"{start} 'names' (length=2; claimed by the theorem no_name_matters)",
        "both": f"{start} 'both' (length=2)",
    }


@pytest.mark.parametrize(
    ("lockstep", "each"), [(1, 1), (3, 1), (4, 1), (8, 2), (11, 2), (12, 3), (40, 10)]
)
def test_so_many_games_are_played_on_each_engine(
    monkeypatch: pytest.MonkeyPatch, lockstep: int, each: int
) -> None:
    """A quarter of those of lockstep, at least one."""
    played: list[str] = []
    monkeypatch.setattr(laws, "reads", lambda _: True)
    monkeypatch.setattr(
        laws, "random_game", lambda *given, **_: played.append(called(given[0])) or 5
    )
    effort = evolve(QUICK, only=(({"n": 1}, {}),), lockstep_games=lockstep)
    found = LawsCheck().run("minoa", effort, 1, lambda _: None)
    assert played == [SPECIFICATION, IMPLEMENTATION] * each
    assert (found.held, found.cases) == (True, 5 * len(played))
    assert not any(IMPLEMENTATION in line for line in found.scope.left_out)


@pytest.mark.parametrize("is_read", [True, False])
def test_a_side_without_a_case_is_left_out(monkeypatch: pytest.MonkeyPatch, is_read: bool) -> None:
    """With the reason: one that reads no positions is compared from the start alone."""
    monkeypatch.setattr(laws, "reads", lambda each: is_read or called(each) == SPECIFICATION)
    monkeypatch.setattr(
        laws, "random_game", lambda *given, **_: 5 * (called(given[0]) == SPECIFICATION)
    )
    monkeypatch.setattr(laws, "mirrored_game", lambda *_, **__: 0)
    effort = evolve(QUICK, only=(({"n": 1}, {}),))
    found = LawsCheck().run("minoa", effort, 1, lambda _: None)
    unread = "" if is_read else "reads no positions, and "
    said = f"{IMPLEMENTATION} {unread}keeps no symmetry from the start of a game"
    assert f"{IMPLEMENTATION}: {said}" in found.scope.left_out


def test_laws_without_options_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason."""
    monkeypatch.setattr(laws, "option_sets", lambda *_: [])
    found = LawsCheck().run("minoa", QUICK, 1, lambda _: None)
    said = f"{IMPLEMENTATION} supports none of the options that are checked"
    assert (found.verdict, found.left_out) == ("left out", said)


def test_whether_an_engine_reads_positions_is_tried() -> None:
    """One that refuses its own start is wrong."""
    assert reads(TOY)
    assert not reads(UNREADABLE)
    with pytest.raises(Disagreement, match="refuses the position that it begins with"):
        reads(evolve(TOY, lies={("from_json", TOY.initial()): None}))


def test_an_image_that_is_refused_breaks_a_law() -> None:
    """Or one that is read as something else."""
    for state in STATES[1:]:
        for lie in (None, STATES[0]):
            engine = evolve(TOY, lies={("from_json", state): lie})
            told = [outcome(random_game, engine, (ROWS,), seed) for seed in range(60)]
            assert any(each is not None for each in told), state


@pytest.mark.parametrize("symmetries", [(), EVERY])
def test_an_action_that_is_listed_and_refused_breaks_no_symmetry(
    symmetries: tuple[Symmetry, ...],
) -> None:
    """It is told for itself, where no symmetry applies as well."""
    start = TOY.initial()
    engine = evolve(TOY, lies={("legal_actions", start): ("left1",)}, refuses=(start, "left1"))
    told = outcome(random_game, engine, symmetries, 1)
    assert told is not None
    assert told.what == "the toy does not play an action that it lists (the default options)"
    assert told.said.startswith("illegal action 'left1'")
    assert told.moves == ()


@pytest.mark.parametrize(("ours", "most"), [(True, 8), (False, 0)])
def test_some_positions_of_our_games_are_looked_at_and_all_of_a_guest(
    monkeypatch: pytest.MonkeyPatch, ours: bool, most: int
) -> None:
    """In quick runs, which say so; in others all."""
    asked: list[int] = []

    def game(*_: Any, most: int, **__: Any) -> int:
        asked.append(most)
        return 1

    monkeypatch.setattr(laws, "random_game", game)
    monkeypatch.setattr(games, "is_guest", lambda _: not ours)
    for effort, expected in ((QUICK, most), (NORMAL, 0)):
        asked.clear()
        only = (({"n": 1}, {}),)
        found = LawsCheck().run("minoa", evolve(effort, only=only, lockstep_games=4), 1, str)
        assert asked == [expected] * 2
        said = "all but 8 positions of a game, and its last one"
        assert (said in found.scope.left_out) == bool(expected)
