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

from rulewright import games
from rulewright.impl.drivers import record
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.dreieck import GAME, STACKED_FOR_TWO, clauses
from rulewright.spec.logic import all_of, any_of, at_least, not_
from rulewright.spec.registry import Rulebook

BOOK = GAME.rulebook
ROOT = Path(__file__).parents[2]


@frozen
class Mutant:
    """A rulebook with one clause changed, and options under which biased games show it."""

    name: str
    rulebook: Rulebook
    params: dict[str, Any]
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
    first = next(clauses.parts(rules, taken, clauses.links_of_one_player(laid)), taken)
    return tuple(all_of(pair) for pair in zip(taken, first, strict=True))


def nobody_scores(rules: Any, laid: Any, taken: Any, move: Any) -> Any:
    """Mutate DRE-8: what is captured is not counted."""
    after = clauses.one_point_for_each_captured_tile(rules, laid, taken, move)
    return evolve(after, captured=laid.captured)


def one_pass_ends(rules: Any, position: Any) -> Any:
    """Mutate DRE-9: a single pass ends the game."""
    return any_of((clauses.all_tiles_are_laid(position), *position.passes[1:]))


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
PASSING = {
    "s": 2,
    "supply": "stack",
    "stacks": {"p1": ["aaa", "aab", "abb", "bbb"], "p2": ["bbb", "aaa", "aab", "abb"]},
}
"""Games in which p2 passes more than once, and not in a row."""
MUTANTS = [
    Mutant("any tile may be laid", BOOK.without("DRE-1"), TWO),
    Mutant("turns go backwards", BOOK.replacing("DRE-2", effect=backwards), THREE),
    Mutant("tiles may lie apart", BOOK.without("DRE-3"), TWO),
    Mutant("two neighbours", BOOK.replacing("DRE-3", permits=two_neighbours), TWO),
    Mutant("edges need not match", BOOK.without("DRE-4"), TWO),
    Mutant("tiles may be flipped", BOOK.replacing("DRE-5", effect=flips), {"s": 3}),
    Mutant("passing is free", BOOK.without("DRE-6"), TWO),
    Mutant("passes add up", BOOK.replacing("DRE-6", effect=passes_add_up), PASSING),
    Mutant("standing regions fall", BOOK, THREE, {"match": "one"}, {"trigger": "standing"}),
    Mutant("own tiles must enclose", BOOK.replacing("DRE-7", effect=only_with_own_tiles), THREE),
    Mutant(
        "one region at a time",
        BOOK.replacing("DRE-7", effect=first_only),
        {"k": 3, "s": 3},
        {"match": "one"},
    ),
    Mutant("captures cannot be declined", BOOK, THREE, {"claim": "may"}, {"claim": "must"}),
    Mutant("captures are free", BOOK.replacing("DRE-8", effect=nobody_scores), THREE),
    Mutant("one pass ends it", BOOK.replacing("DRE-9", effect=one_pass_ends), STACKED_FOR_TWO),
    Mutant("unlaid tiles are free", BOOK.replacing("DRE-10", effect=unlaid_are_free), THREE),
    Mutant("everybody wins", BOOK.replacing("DRE-11", effect=all_win), THREE),
]


def is_refuted(mutant: Mutant) -> bool:
    """Judge biased games by the mutant's rules."""
    tested = games.implementation("dreieck", mutant.params, mutant.rulings)
    measure = GAME.engine(mutant.params, mutant.rulings | mutant.swapped, mutant.rulebook)
    recording = record(tested, 11, 40, biased=True)
    try:
        measure.check(recording)
    except RecordingRefuted:
        return True
    return False


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: each.name.replace(" ", "-"))
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
    """A change of one line of the implementation, and options under which biased games show it."""

    name: str
    right: str
    wrong: str
    params: dict[str, Any]
    rulings: dict[str, str] = field(factory=dict)


BUGS = [
    Bug("regions end at two tiles", "while begin < end:\n", "while begin < end < 3:\n", THREE),
    Bug("the outline turns the wrong way", "back = (back + 1) % 6", "back = (back + 5) % 6", {}),
    Bug(
        "vacated cells take no tile",
        "        fit_round(game, row, row[game.at_list + place])",
        "        row[game.at_mark] += 0",
        {"k": 4, "s": 2},
    ),
    Bug(
        "a declined capture is carried out",
        "        if leaves == 0:\n",
        "        if leaves <= 1:\n",
        THREE,
        {"claim": "may"},
    ),
]
SCRIPT = """
import json, sys
import rulewright.impl
from rulewright import games
from rulewright.impl.drivers import record
from rulewright.spec.coverage import RecordingRefuted
order = json.loads(sys.argv[1])
tested = games.implementation("dreieck", order["params"], order["rulings"])
refuted = False
try:
    games.specification("dreieck", order["params"], order["rulings"]).check(
        record(tested, 1, order["games"], biased=True, max_plies=30)
    )
except RecordingRefuted:
    refuted = True
print(json.dumps({"impl": rulewright.impl.__file__, "refuted": refuted}))
"""


def planted(right: str, wrong: str, folder: Path) -> Path:
    """Copy the package with one line of the kernel changed; returns the folder to import from."""
    for name in ("spec", "impl", "proofs", "rulewright"):
        shutil.copytree(
            ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
        )
    file = folder / "impl" / "dreieck" / "kernel.py"
    source = file.read_text("utf-8")
    assert source.count(right) == 1, "the line to change stands there once"
    file.write_text(source.replace(right, wrong), "utf-8")
    return folder


def refuted_in_a_copy(
    folder: Path, params: dict[str, Any], rulings: dict[str, str], plays: int = 48
) -> bool:
    """Record biased games in a process of its own, and judge them."""
    order = {"params": params, "rulings": rulings, "games": plays}
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "RULEWRIGHT_CACHE_DIR": str(folder / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(order)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    assert Path(answer["impl"]).is_relative_to(folder), "the copy is what was played"
    return bool(answer["refuted"])


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("bug", BUGS, ids=lambda each: each.name.replace(" ", "-"))
def test_a_planted_bug_is_found(bug: Bug, tmp_path: Path) -> None:
    """The specification refutes games that a wrong kernel recorded."""
    assert refuted_in_a_copy(planted(bug.right, bug.wrong, tmp_path), bug.params, bug.rulings)
