"""Power: mutants of ARI's clauses, and bugs in its implementation, are found as early as they can be.

Recorded games are judged ply by ply, all of them at once: so what is refuted first is refuted after as
few actions as in any of them. That no game shows it sooner is said for each.
"""

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
from rulewright.play.lockstep import differs
from rulewright.spec.ari import GAME, TWO_NUMBERS_EACH, clauses, geometry, pointing
from rulewright.spec.ari.facts import Die
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.logic import all_of, any_of, implies, not_
from rulewright.spec.registry import Rulebook

ROOT = Path(__file__).parents[2]
BOOK = GAME.rulebook
SMALL = {"n": 4, "nets": TWO_NUMBERS_EACH}
FAR = {"n": 4, "nets": {"III": [9] * 6, "IV": [9] * 6, "V": [9] * 6}}
"""Dice that point nowhere: queens in corners are soon without an action."""
LONG = {"n": 5, "nets": {"III": [4] * 6, "IV": [4] * 6, "V": [4] * 6}}
"""Long sides: on the smallest board a queen who stands between would be next to the other."""
IN_PLAY = "the first position of play comes after eight actions"


@frozen
class Mutant:
    """A rulebook with one clause changed, or other readings; and the least actions that show it."""

    name: str
    rulebook: Rulebook
    shortest: int
    why: str
    params: dict[str, Any] = field(factory=lambda: SMALL)
    rulings: dict[str, str] = field(factory=dict)
    """What both sides play by."""
    swapped: dict[str, str] = field(factory=dict)
    """Readings of the mutant that are others."""


def black_begins(rules: Any) -> Any:
    """Mutate ARI-1: black puts the first die."""
    start = clauses.the_board_is_empty_and_white_begins(rules)
    return evolve(start, turn=start.turn[::-1])


def any_die_chains(rules: Any, before: Any, move: Any) -> Any:
    """Mutate ARI-1: the target cells of all dice will do, not only those of the last."""
    right = clauses.each_die_is_set_up_on_a_target_cell_of_the_die_before(rules, before, move)
    everybody = (True,) * len(before.dice)
    wider = (
        not_(before.dice_are_set_up),
        clauses.a_new_die_is_put_down(before, move),
        geometry.is_vacant(before.pieces, move.cell),
        pointing.is_offered(rules, before.dice, everybody, move.cell),
    )
    return any_of((right, all_of(wider)))


def nothing_covers(rules: Any, dice: Any, die: Any, side: int) -> Any:
    """Mutate ARI-4: covered sides point as well."""
    return pointing.a_side_offers_the_cell_its_number_away(rules, [die], die, side)


def one_step_short(rules: Any, dice: Any, die: Any, side: int) -> Any:
    """Mutate ARI-4: a side offers the cell before the one it points at."""
    offered, cell = pointing.a_side_offers_the_cell_its_number_away(rules, dice, die, side)
    return offered, geometry.stepped(cell, side, -1)


def the_mover_stays(rules: Any, after: Any, mover: Any, outlook: Any) -> Any:
    """Mutate ARI-5: the turn stays with the player who moved."""
    return after


def only_straight_steps(rules: Any, before: Any, move: Any) -> Any:
    """Mutate ARI-6: the queen steps in four directions only."""
    right = clauses.a_queen_steps_one_cell_to_a_vacant_cell(rules, before, move)
    step = all_of((before.in_play, move.queen))
    straight = geometry.is_orthogonal_neighbour(before.own.queen.cell, move.cell)
    return all_of((right, implies(step, straight)))


def the_queen_stays(rules: Any, before: Any, move: Any) -> Any:
    """Mutate ARI-6: she is never put down."""
    return before.own.queen


def the_die_vanishes(rules: Any, before: Any, move: Any) -> Any:
    """Mutate ARI-7: no die is put down."""
    return before.own.dice


def queens_block_nothing(rules: Any, pieces: Any, die: Any, queen: Any) -> Any:
    """Mutate ARI-8: only dice stand between."""
    dice = [piece for piece in pieces if isinstance(piece, Die)]
    return pointing.a_die_threatens_the_enemy_queen_along_an_open_side(rules, dice, die, queen)


def nothing_threatens(rules: Any, pieces: Any, die: Any, queen: Any) -> Any:
    """Mutate ARI-8: nobody is ever threatened."""
    return False


def nobody_is_captured(rules: Any, before: Any, move: Any) -> Any:
    """Mutate ARI-9: a strike changes nothing."""
    return False, before.enemy.queen


MUTANTS = [
    Mutant("black begins", BOOK.replacing("ARI-1", effect=black_begins), 0, "seen at once"),
    Mutant("dice go anywhere", BOOK.without("ARI-1"), 0, "a queen is offered first of all"),
    Mutant(
        "all dice chain",
        BOOK.replacing("ARI-1", permits=any_die_chains),
        2,
        "the second die put down is the first that is not the only one",
    ),
    Mutant("queens at any time", BOOK.without("ARI-2"), 6, "until six dice lie ARI-1 forbids them"),
    Mutant("queens meet", BOOK.without("ARI-3"), 7, "white's queen stands after seven"),
    Mutant(
        "nothing covers",
        BOOK.replacing("ARI-4", effect=nothing_covers),
        2,
        "one die alone is not covered",
    ),
    Mutant(
        "one step short",
        BOOK.replacing("ARI-4", effect=one_step_short),
        1,
        "the first die is put anywhere",
    ),
    Mutant("nobody else moves", BOOK.replacing("ARI-5", effect=the_mover_stays), 1, "white again"),
    Mutant("queens fly", BOOK.without("ARI-6"), 8, IN_PLAY),
    Mutant("straight steps", BOOK.replacing("ARI-6", permits=only_straight_steps), 8, IN_PLAY),
    Mutant(
        "no queens", BOOK.replacing("ARI-6", effect=the_queen_stays), 7, "the seventh puts a queen"
    ),
    Mutant("dice fly", BOOK.without("ARI-7"), 8, IN_PLAY),
    Mutant("dice vanish", BOOK.replacing("ARI-7", effect=the_die_vanishes), 1, "the first die"),
    Mutant(
        "queens block nothing",
        BOOK.replacing("ARI-8", effect=queens_block_nothing),
        8,
        IN_PLAY,
        LONG,
    ),
    Mutant("no threats", BOOK.replacing("ARI-8", effect=nothing_threatens), 8, IN_PLAY),
    Mutant("strikes at will", BOOK.without("ARI-9"), 8, IN_PLAY),
    Mutant(
        "no captures",
        BOOK.replacing("ARI-9", effect=nobody_is_captured),
        9,
        "the first strike is the ninth action",
    ),
    Mutant("next_to", BOOK, 7, "white's queen stands after seven", swapped={"next_to": "four"}),
    *(
        Mutant(question, BOOK, 8, IN_PLAY, swapped={question: reading})
        for question, reading in (
            ("own_face", "any"),
            ("lifting", "after"),
            ("orientation", "kept"),
            ("off_board", "sweeps"),
            ("capture", "landing"),
            ("threat", "mate"),
        )
    ),
    Mutant("no_action", BOOK, 8, IN_PLAY, params=FAR, swapped={"no_action": "loses"}),
]


def refutations(mutant: Mutant, count: int = 256) -> list[RecordingRefuted]:
    """Judge uniform and biased games by the mutant's rules."""
    tested = games.implementation("ari", mutant.params, mutant.rulings)
    measure = GAME.engine(mutant.params, mutant.rulings | mutant.swapped, mutant.rulebook)
    found = []
    for biased in (True, False):
        try:
            measure.check(record(tested, 7, count, biased=biased, max_plies=12))
        except RecordingRefuted as refutation:
            found.append(refutation)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: each.name.replace(" ", "-"))
def test_a_mutant_is_found_after_as_few_actions_as_can_be(mutant: Mutant) -> None:
    """The game found shows it to single engines as well, and without its last action does not."""
    found = refutations(mutant)
    assert min(len(each.moves) for each in found) == mutant.shortest, mutant.why
    moves = min((each.moves for each in found), key=len)
    measure = GAME.engine(mutant.params, mutant.rulings | mutant.swapped, mutant.rulebook)
    part = differs(measure, games.implementation("ari", mutant.params, mutant.rulings))
    assert part(moves)
    assert not moves or not part(moves[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("params", [SMALL, FAR], ids=["small", "far"])
def test_the_rules_themselves_are_not_refuted(params: dict[str, Any]) -> None:
    """What refutes the mutants is the mutations."""
    assert refutations(Mutant("none", BOOK, 0, "", params)) == []


# ----------------------------------------------------------------------- bugs in the implementation


@frozen
class Bug:
    """A change of one line of the implementation, and the least actions that show it."""

    name: str
    right: str
    wrong: str
    shortest: int
    params: dict[str, Any] = field(factory=lambda: SMALL)
    rulings: dict[str, str] = field(factory=dict)


BUGS = [
    Bug(
        "dice do not cover",
        "        row[np.uint64(LINES + entry(row, Y + piece))] ^= 1 << entry(row, X + piece)",
        "        pass",
        2,
    ),
    Bug(
        "dice point too far",
        "spot + east, ~(beside >> (x + 1)) & int(x + east <= game.n)",
        "spot + 1 + east, ~(beside >> (x + 1)) & int(x + 1 + east <= game.n)",
        1,
    ),
    Bug("exact targets are safe", "if steps > reach or", "if steps >= reach or", 8),
    Bug("a die blocks itself", "range(low + step, high, step)", "range(low, high, step)", 8),
    Bug(
        "queens meet in the north",
        "return entry(game.steps, spot * game.words + word)",
        "return entry(game.steps, spot * game.words + word) & ((4 << spot) - 1)",
        7,
    ),
    Bug(
        "queens never step straight up",
        "entry(game.steps, queen + word) & ~barred",
        "entry(game.steps, queen + word) & ~barred & ~(1 << (queen + game.stride))",
        8,
    ),
    Bug(
        "dice shun the east of a queen",
        "both = entry(game.beside, queen + word)",
        "both = entry(game.beside, queen + word) & ~(2 << queen)",
        8,
    ),
    Bug("die III has no second source", "return b | c, a | c,", "return c, a | c,", 8),
    Bug("dice lie in one way", "die, x, y, action % MOST_WAYS)", "die, x, y, 0)", 1),
    Bug(
        "the last die stays the last",
        "row[LAST] = 0 if dice_lie(row) else 1 + die",
        "row[LAST] = 1 + die",
        6,
    ),
    Bug(
        "pieces leave shadows",
        "    if entry(row, X + piece):\n        toggle",
        "    if entry(row, X + piece) < 0:\n        toggle",
        9,
    ),
    Bug(
        "own dice expose the queen",
        "for die in range(3 * (1 - player), 3 * (1 - player) + 3):",
        "for die in range(3 * player, 3 * player + 3):",
        8,
        rulings={"threat": "mate"},
    ),
    Bug(
        "landing must leave the queen safe",
        "if spot == row[SPOT + other]:",
        "if spot < 0:",
        8,
        rulings={"threat": "mate", "capture": "landing"},
    ),
    Bug(
        "who is stuck wins",
        "return 2 - row[LOST]",
        "return row[LOST] - 1",
        8,
        FAR,
        {"threat": "mate"},
    ),
]
IN_CI = BUGS[:1]
"""Each takes a compilation; the others run with `make soak`."""
SCRIPT = """
import json, sys
import rulewright.impl
from rulewright.play import games
from rulewright.impl.drivers import record
from rulewright.spec.coverage import RecordingRefuted
order = json.loads(sys.argv[1])
tested = games.implementation("ari", order["params"], order["rulings"])
measure = games.specification("ari", order["params"], order["rulings"])
moves = []
for biased in (True, False):
    try:
        measure.check(record(tested, 7, 256, biased=biased, max_plies=12))
    except RecordingRefuted as found:
        moves.append(found.moves)
print(json.dumps({"impl": rulewright.impl.__file__, "moves": min(moves, key=len, default=None)}))
"""


def planted(bug: Bug, folder: Path) -> Path:
    """Copy the package with the bug in it; returns the folder to import from."""
    for name in ("spec", "impl", "proofs", "rulewright"):
        shutil.copytree(
            ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
        )
    sources = {file: file.read_text("utf-8") for file in (folder / "impl" / "ari").glob("*.py")}
    places = [file for file, source in sources.items() if bug.right in source]
    assert len(places) == sources[places[0]].count(bug.right) == 1, "the line stands there once"
    places[0].write_text(sources[places[0]].replace(bug.right, bug.wrong), "utf-8")
    return folder


def look(bug: Bug, folder: Path) -> list[str] | None:
    """Record games of the copy in a process of its own, compiling afresh, and judge them.

    Numba's lowest level but one: these games are short, and half of the time is the compiler's.
    """
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "RULEWRIGHT_CACHE_DIR": str(folder / "cache"),
        "NUMBA_OPT": "1",
    }
    order = {"params": bug.params, "rulings": bug.rulings}
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
    moves: list[str] | None = answer["moves"]
    return moves


def check_found(bug: Bug, folder: Path) -> None:
    """The specification refutes games of the copy, and none shorter than there can be."""
    moves = look(bug, planted(bug, folder))
    assert moves is not None
    assert len(moves) == bug.shortest


@pytest.mark.slow
@pytest.mark.parametrize("bug", IN_CI, ids=lambda each: each.name.replace(" ", "-"))
def test_a_planted_bug_is_found(bug: Bug, tmp_path: Path) -> None:
    """One of them in CI."""
    check_found(bug, tmp_path)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(
    "bug",
    [each for each in BUGS if each not in IN_CI],
    ids=lambda each: each.name.replace(" ", "-"),
)
def test_every_other_planted_bug_is_found(bug: Bug, tmp_path: Path) -> None:
    """All the others."""
    check_found(bug, tmp_path)


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("params", [SMALL, FAR], ids=["small", "far"])
def test_an_unchanged_copy_shows_no_difference(params: dict[str, Any], tmp_path: Path) -> None:
    """What finds the bugs is the bugs."""
    same = Bug("none", "SKIRTING, CORNERED = range(5)", "SKIRTING, CORNERED = range(5)", 0, params)
    assert look(same, planted(same, tmp_path)) is None
