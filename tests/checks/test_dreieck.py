"""Dreieck nimmt on both sides: every reading, rare occasions, positions from outside."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from rulewright.checks.bulk import LONGEST, SOUGHT, campaign
from rulewright.impl.drivers import record
from rulewright.interface import (
    ImpossiblePosition,
    MalformedPosition,
    choices_of,
)
from rulewright.play import games
from rulewright.play.lockstep import Lockstep
from rulewright.play.rulings import deviations
from rulewright.spec.catalogue import Occasion
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.dreieck import GAME, STACKED_FOR_THREE, STACKED_FOR_TWO, examples
from rulewright.spec.dreieck.occasions import counted, occasions
from rulewright.spec.registry import words

QUESTIONS = {name: readings for name, (_, readings) in choices_of(GAME.rulings).items()}
DEVIATIONS = deviations(QUESTIONS)


def sides(params: Any, rulings: Any) -> tuple[Any, Any]:
    """Make both engines."""
    return games.specification("dreieck", params, rulings), games.implementation(
        "dreieck", params, rulings
    )


def test_both_sides_declare_the_same_options() -> None:
    """Compare defaults, readings and demands by name."""
    implemented = games.implemented("dreieck")
    assert choices_of(GAME.parameters) == choices_of(implemented.parameters)
    assert choices_of(GAME.rulings) == choices_of(implemented.rulings)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(
    "rulings", DEVIATIONS, ids=lambda each: ",".join(each[name] for name in QUESTIONS)
)
def test_biased_games_are_the_same_on_both_sides(rulings: dict[str, str]) -> None:
    """Legal sets, JSON, turn, end, scores and winners, action by action, under each reading."""
    compared = 0
    for number, params in enumerate(
        ({"s": 2}, {"k": 3, "s": 2}, {"k": 4, "s": 1}, {"s": 3}, STACKED_FOR_TWO, STACKED_FOR_THREE)
    ):
        reference, tested = sides(params, rulings)
        moves = record(tested, number, 1, biased=True).moves(0)
        game = Lockstep.begin(reference, tested)
        random = Random(number)
        for action in moves:
            spelled = random.choice(reference.candidates(game.states[0]))
            game.explained(reference.explain, spelled)
            if spelled not in game.seen.legal:
                game.refuse(spelled)
            game = game.play(action)
            compared += 1
        game.reread()
        assert game.seen.over
        game.refuse("pass")
    assert compared > 40


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("rulings", DEVIATIONS, ids=lambda each: ",".join(each.values()))
def test_campaigns_agree(rulings: dict[str, str]) -> None:
    """Uniform and biased games in bulk, every clause seen to hold and to fail."""
    coverage = campaign("dreieck", {"k": 3, "s": 3}, rulings, 32, seed=3)
    coverage += campaign("dreieck", STACKED_FOR_THREE, rulings, 32, seed=3)
    assert coverage.positions > 1_500
    for clause in ("DRE-1", "DRE-3", "DRE-4", "DRE-6"):
        assert coverage.clauses[clause].held
        assert coverage.clauses[clause].failed
    declined = coverage.clauses["DRE-7"]
    assert bool(declined.failed) == (rulings["claim"] == "may")


@pytest.mark.slow
def test_five_symbols_need_more_than_a_machine_word() -> None:
    """With five symbols a set of ways takes two words; the games still agree."""
    engine = games.implementation("dreieck", {"s": 5})
    assert engine.kernel.words == 2  # type: ignore[attr-defined]
    recording = record(engine, 4, 3, biased=True, max_plies=30)
    coverage = GAME.engine({"s": 5}).check(recording)
    assert coverage.positions > 80


@pytest.mark.slow
@pytest.mark.parametrize("occasion", GAME.occasions, ids=lambda each: each.name.replace(" ", "-"))
def test_biased_play_meets_each_rare_occasion_under_its_own_options(occasion: Occasion) -> None:
    """So a campaign that has not met it finds it when it searches for it."""
    engine = games.implementation("dreieck", occasion.params, occasion.rulings)
    met = [
        counted(record(engine, seed, SOUGHT // 2, biased=True, max_plies=LONGEST))[occasion.name]
        for seed in range(3)
    ]
    assert sum(map(bool, met)) >= 2, met


def test_recorded_games_and_games_played_again_show_the_same_occasions() -> None:
    """Counting from the tables agrees with replaying the moves on the specification."""
    engine = games.implementation("dreieck", {"k": 3, "s": 2}, {"claim": "may", "match": "one"})
    recording = record(engine, 1, 12, biased=True)
    reference = GAME.engine(engine.params, engine.rulings)
    seen: Counter[str] = Counter()
    for game in range(12):
        seen += occasions(reference, recording.moves(game))
    assert +counted(recording) == seen
    assert len(seen) >= 4


def test_an_illegal_play_is_found() -> None:
    """The action played must be legal, even where the recorded position does not show it."""
    engine = games.implementation("dreieck", {"s": 2})
    reference = GAME.engine({"s": 2})
    recording = record(engine, 1, 8)
    assert reference.check(recording).positions > 40
    played = recording.played.copy()
    ply, game = 2, 5
    legal = recording.legal[ply][game]
    assert played[ply, game] >= 0
    for number in np.nonzero(~legal)[0].tolist():
        played[ply, game] = number
        with pytest.raises(RecordingRefuted) as found:
            reference.check(evolve(recording, played=played))
        assert found.value.what == f"illegal play of {recording.actions[number]}"
        assert found.value.game == game
        assert len(found.value.moves) == ply


SIDES = ("spec", "impl")


@pytest.mark.parametrize("side", SIDES)
def test_the_worked_example_of_four_players(side: str) -> None:
    """A and B lie at most edges of D's red region; C closes it, and alone has the points."""
    engine = games.engine("dreieck", examples.PARAMS, {}, side)
    state = engine.initial()
    for move in examples.MOVES[:-1]:
        state = engine.play(state, move)
    before = engine.to_json(state)
    assert engine.turn(state) == "p3"
    assert [before["tiles"][cell][0] for cell in examples.RED] == ["p4", "p4"]
    assert not any(before["captured"].values())
    scores = engine.scores(state)
    state = engine.play(state, examples.MOVES[-1])
    after = engine.to_json(state)
    assert after["captured"] == examples.CAPTURED
    assert not set(examples.RED) & set(after["tiles"])
    gained = {player: after - scores[player] for player, after in engine.scores(state).items()}
    assert gained == {"p1": 0, "p2": 0, "p3": 3, "p4": 0}, "two captured, and one laid"


def test_the_worked_example_is_the_rulebook_s() -> None:
    """The rulebook contains its words."""
    (source,) = GAME.rulebook.sources
    assert words(examples.QUOTATION) in words(source.text)


@pytest.mark.parametrize("side", SIDES)
def test_a_region_left_lying_falls_to_another_player_only_where_the_page_says(side: str) -> None:
    """p4 declines to take p1's tile; `standing`: p5 takes it from anywhere; `completing`: nobody."""
    params = {"k": 6, "s": 1}
    declined = ("u0,0:aaa", "d0,0:aaa", "d-1,0:aaa", "d0,-1:aaa~")
    for trigger in ("completing", "standing"):
        engine = games.engine("dreieck", params, {"claim": "may", "trigger": trigger}, side)
        state = engine.initial()
        for move in declined:
            state = engine.play(state, move)
        plain = {action for action in engine.legal_actions(state) if not action.endswith("~")}
        second = set(engine.legal_actions(state)) - plain
        assert len(plain) == 6
        assert second == ({f"{action}~" for action in plain} if trigger == "standing" else set())
        for action in plain:
            after = engine.to_json(engine.play(state, action))
            assert after["captured"]["p5"] == (trigger == "standing")
            assert ("u0,0" in after["tiles"]) == (trigger == "completing")


@pytest.mark.parametrize("side", SIDES)
def test_the_owner_of_a_region_left_lying_does_not_take_it(side: str) -> None:
    """The next tile is the owner's own: under `standing` it takes nothing, but the one after does."""
    rulings = {"claim": "may", "trigger": "standing", "match": "one"}
    engine = games.engine("dreieck", {"k": 4, "s": 2}, rulings, side)
    state = engine.initial()
    for move in ("u0,0:aaa", "d0,0:aaa", "d-1,0:aaa", "d0,-1:aaa~"):
        state = engine.play(state, move)
    assert engine.turn(state) == "p1"
    assert not any(action.endswith("~") for action in engine.legal_actions(state))
    state = engine.play(state, engine.legal_actions(state)[0])
    assert "u0,0" in engine.to_json(state)["tiles"]
    assert engine.turn(state) == "p2"
    state = engine.play(state, engine.legal_actions(state)[0])
    assert "u0,0" not in engine.to_json(state)["tiles"]
    assert engine.to_json(state)["captured"]["p2"] == 1


def mutations(form: dict[str, Any], random: Random) -> dict[str, Any]:
    """Change something in a position, as somebody writing one by hand might."""
    changed = deepcopy(form)
    change = random.choice(
        (change_number, change_number, change_tile, change_tile, change_hand, lay_from_hand)
    )
    change(changed, random)
    return changed


def change_number(form: dict[str, Any], random: Random) -> None:
    """Change the turn, the passes, or what somebody has captured."""
    players = list(form["captured"])
    kind = random.randrange(3)
    if kind == 0:
        form["turn"] = random.choice([*players, None])
    elif kind == 1:
        form["passes"] = random.randrange(-1, len(players) + 2)
    else:
        form["captured"][random.choice(players)] += random.choice((-1, 1, 2))


def change_tile(form: dict[str, Any], random: Random) -> None:
    """Remove, recolour, turn or move a tile on the table."""
    tiles = form["tiles"]
    if not tiles:
        return
    text = random.choice(list(tiles))
    owner, way = tiles.pop(text)
    kind = random.randrange(4)
    if kind == 0:
        tiles[text] = [random.choice(list(form["captured"])), way]
    elif kind == 1:
        tiles[text] = [owner, way[1:] + way[:1]]
    elif kind == 2:
        target = f"{random.choice('ud')}{random.randrange(-3, 4)},{random.randrange(-3, 4)}"
        tiles[target] = [owner, way]


def change_hand(form: dict[str, Any], random: Random) -> None:
    """Lose a tile from a hand, or put the hand in another order."""
    names = form["left"][random.choice(list(form["captured"]))]
    if names and random.random() < 0.5:
        names.pop(random.randrange(len(names)))
    else:
        names.reverse()


def lay_from_hand(form: dict[str, Any], random: Random) -> None:
    """Lay a tile from a hand on the table, or among somebody's prisoners."""
    players = list(form["captured"])
    player = random.choice(players)
    names = form["left"][player]
    if not names:
        return
    name = names.pop(0)
    if random.random() < 0.5:
        form["captured"][random.choice(players)] += 1
    else:
        form["tiles"][f"u{random.randrange(-2, 3)},{random.randrange(-2, 3)}"] = [player, name]


def verdict(engine: Any, form: dict[str, Any]) -> tuple[str, Any]:
    """Return how an engine reads a form: its state as JSON, malformed, or the clause it breaks."""
    try:
        return "read", engine.to_json(engine.from_json(form))
    except MalformedPosition:
        return "malformed", None
    except ImpossiblePosition as refusal:
        return "impossible", refusal.clause


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(
    ("params", "rulings"),
    [
        ({"s": 2}, {}),
        ({"k": 3, "s": 2}, {"match": "one"}),
        (STACKED_FOR_TWO, {}),
        (STACKED_FOR_TWO, {"stuck": "bury"}),
        (STACKED_FOR_THREE, {"match": "one", "stuck": "bury"}),
    ],
)
def test_both_sides_read_and_refuse_the_same_positions(params: Any, rulings: Any) -> None:
    """Mutated positions are read alike, malformed to both, or impossible to both.

    A position can break several clauses; each side names one of them.
    """
    reference, tested = sides(params, rulings)
    random = Random(7)
    seen: Counter[str] = Counter()
    recording = record(tested, 2, 30, biased=True)
    for game in range(30):
        state, forms = tested.initial(), []
        for action in recording.moves(game):
            forms.append(tested.to_json(state))
            state = tested.play(state, action)
        forms.append(tested.to_json(state))
        for form in random.sample(forms, min(3, len(forms))):
            for _ in range(4):
                changed = mutations(form, random)
                mine, theirs = verdict(reference, changed), verdict(tested, changed)
                assert mine[0] == theirs[0], (changed, mine, theirs)
                if mine[0] == "read":
                    assert mine == theirs
                elif mine[0] == "impossible":
                    broken = clauses_broken(reference, changed)
                    assert theirs[1] in broken, (changed, theirs, broken)
                seen[mine[0]] += 1
    assert min(seen[kind] for kind in ("read", "malformed", "impossible")) > 5


def clauses_broken(reference: Any, form: dict[str, Any]) -> set[str]:
    """Return every clause that a form breaks."""
    try:
        return {clause.identifier for clause in reference.broken_clauses(reference.read(form))}
    except ImpossiblePosition as refusal:
        return {refusal.clause}
