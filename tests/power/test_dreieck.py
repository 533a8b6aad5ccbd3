"""Power: mutants of Dreieck nimmt's clauses, and bugs in its implementation, are found."""

# ruff: noqa: ARG001 (mutants have the parameters of the formulas that they replace)

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, field, frozen

from rulewright.impl.drivers import record
from rulewright.play import games
from rulewright.play.nearest import shortest_by_search
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.dreieck import GAME, STACKED_FOR_TWO, clauses, regions, tiles
from rulewright.spec.logic import all_of, any_of, at_least, not_
from rulewright.spec.registry import Rulebook

BOOK = GAME.rulebook
ROOT = Path(__file__).parents[2]


@frozen
class Mutant:
    """A rulebook with one clause changed, and options under which games show it."""

    name: str
    rulebook: Rulebook
    params: dict[str, Any]
    shortest: int | None
    """Moves of the shortest game that shows it; None where it is too long for a search."""
    why: str
    """Why there is no shorter one."""
    rulings: dict[str, str] = field(factory=dict)
    swapped: dict[str, str] = field(factory=dict)
    """Readings of the mutant that are not those of the games: swapping one makes a mutant too."""


def flips(rules: Any, symbols: Any) -> Any:
    """Mutate DRE-5: tiles may be flipped, so a tile shows its mirror image as well."""
    right = clauses.a_tile_may_be_turned_never_flipped(rules, symbols)
    flipped = clauses.a_tile_may_be_turned_never_flipped(rules, symbols[::-1])
    return tuple(any_of(pair) for pair in zip(right, flipped, strict=True))


def only_with_own_tiles(rules: Any, laid: Any, move: Any) -> Any:
    """Mutate DRE-7: the text for two players, for any number: one's own tiles must enclose."""
    own = tuple(
        tuple(all_of((fact, turn)) for fact in facts)
        for facts, turn in zip(laid.owner, laid.turn, strict=True)
    )
    lies = [any_of(facts) for facts in zip(*own, strict=True)]
    taken = clauses.enclosed_regions_of_others_are_captured(rules, laid, move)
    touched = [
        all_of(
            any_of((not_(gone), lies[near], taken[near])) for near, _ in laid.window.around[cell]
        )
        for cell, gone in enumerate(taken)
    ]
    return tuple(all_of(pair) for pair in zip(taken, touched, strict=True))


def first_only(rules: Any, laid: Any, move: Any) -> Any:
    """Mutate DRE-7: of several regions only one is captured."""
    taken = clauses.enclosed_regions_of_others_are_captured(rules, laid, move)
    first = next(clauses.parts(rules, taken, regions.links_of_one_player(laid)), taken)
    return tuple(all_of(pair) for pair in zip(taken, first, strict=True))


def nobody_scores(rules: Any, laid: Any, taken: Any, move: Any) -> Any:
    """Mutate DRE-8: what is captured is not counted."""
    after = clauses.one_point_for_each_captured_tile(rules, laid, taken, move)
    return evolve(after, captured=laid.captured)


def one_pass_ends(rules: Any, position: Any) -> Any:
    """Mutate DRE-9: a single pass ends the game."""
    return any_of((tiles.all_tiles_are_laid(position), *position.passes[1:]))


def passes_add_up(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-6: a tile does not end the count of passes."""
    counted = clauses.a_pass_is_counted(rules, before, move)
    kept = tuple(
        any_of((all_of((move.passes, new)), all_of((not_(move.passes), old))))
        for new, old in zip(counted.passes, before.passes, strict=True)
    )
    return evolve(counted, passes=kept)


def backwards(rules: Any, mover: Any, over: Any) -> Any:
    """Mutate DRE-2: turns go the other way round."""
    return tuple(reversed(clauses.turns_alternate(rules, tuple(reversed(mover)), over)))


def unlaid_are_free(rules: Any, position: Any) -> Any:
    """Mutate DRE-10: tiles not laid do not count."""
    return (0,) * len(position.left)


def all_win(rules: Any, points: Any, minus: Any, over: Any) -> Any:
    """Mutate DRE-11: everybody wins."""
    return (over,) * len(points)


def two_neighbours(rules: Any, before: Any, move: Any) -> Any:
    """Mutate DRE-3: a tile needs two neighbours from the third tile on."""
    right = clauses.a_tile_is_laid_beside_a_laid_tile(rules, before, move)
    few = [
        at_least(2, [before.lies(other) for other, _ in before.window.around[cell]])
        for cell in move.at
    ]
    return all_of((right, any_of((not_(before.begun), *few))))


TWO, THREE = {"s": 2}, {"k": 3, "s": 3}
FOUR_ALIKE, SIX_ALIKE = {"k": 4, "s": 1}, {"k": 6, "s": 1}
"""One symbol: every tile matches everywhere, and the fourth action captures."""
PASSING = {
    "s": 2,
    "supply": "stack",
    "stacks": {"p1": ["aaa", "aab", "abb", "bbb"], "p2": ["bbb", "aaa", "aab", "abb"]},
}
"""Games in which p2 passes more than once, and not in a row."""
FOURTH = "no tile is enclosed before the fourth"
MUTANTS = [
    Mutant("any tile may be laid", BOOK.without("DRE-1"), TWO, 2, "p1's second turn is ply 3"),
    Mutant(
        "turns go backwards",
        BOOK.replacing("DRE-2", effect=backwards),
        {"k": 3, "s": 1},
        1,
        "p1 begins in either direction",
    ),
    Mutant("tiles may lie apart", BOOK.without("DRE-3"), TWO, 0, "the first tile may lie anywhere"),
    Mutant(
        "two neighbours",
        BOOK.replacing("DRE-3", permits=two_neighbours),
        TWO,
        1,
        "the second tile has only one",
    ),
    Mutant(
        "edges need not match", BOOK.without("DRE-4"), TWO, 1, "the first tile has no neighbour"
    ),
    Mutant(
        "match one for all",
        BOOK,
        {"k": 3, "s": 2},
        4,
        "see the theorem on match",
        swapped={"match": "one"},
    ),
    Mutant(
        "tiles may be flipped",
        BOOK.replacing("DRE-5", effect=flips),
        {"s": 3},
        1,
        "the tile and its mirror image leave the hand together",
    ),
    Mutant("passing is free", BOOK.without("DRE-6"), TWO, 0, "p1 may pass at once"),
    Mutant(
        "passes add up",
        BOOK.replacing("DRE-6", effect=passes_add_up),
        PASSING,
        3,
        "a tile, a pass, and the tile that should end the count",
    ),
    Mutant(
        "bury for keep",
        BOOK,
        PASSING,
        2,
        "the first pass follows the first tile",
        swapped={"stuck": "bury"},
    ),
    Mutant(
        "standing regions fall",
        BOOK,
        SIX_ALIKE,
        6,
        "see the theorem on trigger",
        swapped={"trigger": "standing"},
    ),
    Mutant(
        "own tiles must enclose",
        BOOK.replacing("DRE-7", effect=only_with_own_tiles),
        FOUR_ALIKE,
        4,
        FOURTH,
    ),
    Mutant(
        "one region at a time",
        BOOK.replacing("DRE-7", effect=first_only),
        THREE,
        None,
        "two regions must be enclosed by one tile",
        {"match": "one"},
    ),
    Mutant(
        "captures cannot be declined",
        BOOK,
        FOUR_ALIKE,
        3,
        "the fourth action is the first that captures",
        {"claim": "may"},
        {"claim": "must"},
    ),
    Mutant(
        "captures are free", BOOK.replacing("DRE-8", effect=nobody_scores), FOUR_ALIKE, 4, FOURTH
    ),
    Mutant(
        "one pass ends it",
        BOOK.replacing("DRE-9", effect=one_pass_ends),
        PASSING,
        2,
        "the first pass follows the first tile",
    ),
    Mutant(
        "unlaid tiles are free",
        BOOK.replacing("DRE-10", effect=unlaid_are_free),
        TWO,
        0,
        "nothing is laid at the start",
    ),
    Mutant(
        "everybody wins",
        BOOK.replacing("DRE-11", effect=all_win),
        FOUR_ALIKE,
        4,
        "the fourth tile ends the game, and takes one",
    ),
]
SEARCHED = [mutant for mutant in MUTANTS if mutant.shortest is not None]


def engines(mutant: Mutant) -> tuple[Any, Any]:
    """Make the mutant, and the implementation of the rules as they are."""
    tested = games.implementation("dreieck", mutant.params, mutant.rulings)
    measure = GAME.engine(mutant.params, mutant.rulings | mutant.swapped, mutant.rulebook)
    return measure, tested


def is_refuted(mutant: Mutant) -> bool:
    """Judge biased games by the mutant's rules."""
    measure, tested = engines(mutant)
    recording = record(tested, 11, 40, biased=True)
    try:
        measure.check(recording)
    except RecordingRefuted:
        return True
    return False


def named(each: Mutant | Bug) -> str:
    """Name a test."""
    return each.name.replace(" ", "-")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", SEARCHED, ids=named)
def test_a_mutant_is_found_and_shrinks_to_the_shortest_game(mutant: Mutant) -> None:
    """Comparing all games, nearest first, finds the mutant, and no shorter game shows it."""
    assert mutant.shortest is not None
    found = shortest_by_search(*engines(mutant), most_plies=mutant.shortest + 1)
    assert found.moves is not None
    assert len(found.moves) == mutant.shortest, mutant.why


@pytest.mark.slow
@pytest.mark.parametrize("params", [TWO, FOUR_ALIKE, PASSING])
def test_no_difference_is_found_where_there_is_none(params: dict[str, Any]) -> None:
    """What the search finds is the mutations."""
    same = Mutant("none", BOOK, params, None, "")
    found = shortest_by_search(*engines(same), most_plies=3)
    assert found.moves is None
    assert found.positions > 5


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=named)
def test_a_mutant_is_refuted_by_biased_games(mutant: Mutant) -> None:
    """The campaign would notice if the specification said this instead."""
    assert is_refuted(mutant)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("params", [TWO, THREE, STACKED_FOR_TWO])
def test_the_rules_themselves_are_not_refuted(params: dict[str, Any]) -> None:
    """What refutes the mutants is the mutations."""
    measure = GAME.engine(params)
    recording = record(games.implementation("dreieck", params), 11, 40, biased=True)
    assert measure.check(recording).positions > 100


@frozen
class Bug:
    """A change of one line of the implementation, and options under which games show it."""

    name: str
    right: str
    wrong: str
    shortest: int | None
    """Moves of the shortest game that shows it. None: it is looked for in recorded games; what a row
    keeps from action to action is made anew from the key wherever one position is asked for."""
    params: dict[str, Any]
    rulings: dict[str, str] = field(factory=dict)
    file: str = "kernel"
    soak: bool = True


BUGS = [
    Bug(
        "a tile beside two others need match but the last",
        "if edge != but and other >= 0 and",
        "if edge > but and other >= 0 and",
        None,
        {},
        file="table",
    ),
    Bug(
        "a region with a gap is taken for a full one",
        "                row[GAP] = 1\n",
        "                row[GAP] = 0\n",
        None,
        {"k": 4, "s": 2},
        {"outline": "every"},
        file="regions",
    ),
    Bug(
        "the first tile may be turned",
        "row[np.uint64(game.at_fits + node * game.words + word)] = game.named[word]",
        "row[np.uint64(game.at_fits + node * game.words + word)] = 255",
        0,
        TWO,
    ),
    Bug("unlaid tiles are free", "scores[player] -= 1", "scores[player] -= 0", 0, TWO),
    Bug(
        "symbols run the same way on both sides of an edge",
        "(game.corner, way + following(theirs))\n    end = entry(game.corner, way + theirs)",
        "(game.corner, way + theirs)\n    end = entry(game.corner, way + following(theirs))",
        1,
        TWO,
        file="table",
    ),
    Bug(
        "the last player has no turn",
        "row[TURN] + 1 < game.player_count else 0",
        "row[TURN] + 2 < game.player_count else 0",
        2,
        {"k": 3, "s": 1},
        soak=False,
    ),
    Bug("passes are not counted", "row[PASSES] += 1", "row[PASSES] += 0", 2, PASSING),
    Bug("a tile does not end the passes", "row[PASSES] = 0", "row[PASSES] += 0", 3, PASSING),
    Bug(
        "stacks are buried under keep",
        "if game.stacked and game.bury and",
        "if game.stacked and not game.bury and",
        2,
        PASSING,
    ),
    Bug(
        "a tie goes to the first player",
        "winners[player] = 1 if winners[player] == most else 0",
        "winners[player] = 1 if winners[player] == most and player == 0 else 0",
        2,
        {"s": 1},
    ),
    Bug(
        "a captured tile counts twice",
        "row[CAPTURED + mover] += taken",
        "row[CAPTURED + mover] += 2 * taken",
        4,
        FOUR_ALIKE,
        file="regions",
    ),
    Bug(
        "vacated cells take no tile",
        "        fit_round(game, row, entry(row, game.at_list + place))",
        "        row[game.at_mark] += 0",
        None,
        {"k": 4, "s": 2},
        file="regions",
    ),
    Bug(
        "a declined capture is carried out",
        "        if leaves == 0:\n",
        "        if leaves <= 1:\n",
        4,
        FOUR_ALIKE,
        {"claim": "may"},
    ),
    Bug(
        "regions end at two tiles",
        "while begin < end:\n",
        "while begin < end < 3:\n",
        None,
        THREE,
        file="regions",
    ),
    Bug(
        "the outline ends at the first cell, on whatever side",
        "if here == first and edge == 2:",
        "if here == first:",
        None,
        {},
        file="regions",
    ),
]
SCRIPT = """
import json, sys
import rulewright.impl
from rulewright.play import games
from rulewright.impl.drivers import record
from rulewright.play.nearest import shortest_by_search
from rulewright.spec.coverage import RecordingRefuted
order = json.loads(sys.argv[1])
tested = games.implementation("dreieck", order["params"], order["rulings"])
measure = games.specification("dreieck", order["params"], order["rulings"])
answer = {"impl": rulewright.impl.__file__, "shortest": None, "refuted": False}
if order["plies"] is None:
    try:
        measure.check(record(tested, 1, order["games"], biased=True, max_plies=30))
    except RecordingRefuted:
        answer["refuted"] = True
else:
    found = shortest_by_search(measure, tested, order["plies"])
    answer["refuted"] = found.moves is not None
    answer["shortest"] = len(found.moves or ())
print(json.dumps(answer))
"""


def planted(bug: Bug, folder: Path) -> Path:
    """Copy the package with one place changed; returns the folder to import from."""
    for name in ("spec", "impl", "proofs", "rulewright"):
        shutil.copytree(
            ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
        )
    file = folder / "impl" / "dreieck" / f"{bug.file}.py"
    source = file.read_text("utf-8")
    assert source.count(bug.right) == 1, f"{bug.name}: what is changed stands there once"
    file.write_text(source.replace(bug.right, bug.wrong), "utf-8")
    return folder


def look(bug: Bug, folder: Path) -> dict[str, Any]:
    """Look for a difference in a process of its own, compiling afresh."""
    plies = None if bug.shortest is None else bug.shortest + 1
    order = {"params": bug.params, "rulings": bug.rulings, "games": 48, "plies": plies}
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "RULEWRIGHT_CACHE_DIR": str(folder / "cache"),
        "NUMBA_OPT": "0",  # compiled sooner, and the games are few
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(order)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    assert Path(answer["impl"]).is_relative_to(folder), "the copy is what was played"
    return answer


PLANTED = [
    pytest.param(bug, id=named(bug), marks=[pytest.mark.soak] if bug.soak else []) for bug in BUGS
]


@pytest.mark.slow
@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_is_found(bug: Bug, tmp_path: Path) -> None:
    """The specification finds it, in the shortest game that shows it where that is known."""
    found = look(bug, planted(bug, tmp_path))
    assert found["refuted"]
    assert found["shortest"] == bug.shortest


@pytest.mark.slow
@pytest.mark.soak
def test_an_unchanged_copy_shows_no_difference(tmp_path: Path) -> None:
    """What finds the bugs is the bugs."""
    same = Bug("none", "row[PASSES] += 1", "row[PASSES] += 1", 4, PASSING)
    assert not look(same, planted(same, tmp_path))["refuted"]
