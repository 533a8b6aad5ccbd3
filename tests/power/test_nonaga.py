"""Power: bugs in Nonaga's compiled rules, and mutants of its clauses, are found by the checks."""

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
from rulewright.interface import Recording
from rulewright.play import games
from rulewright.play.lockstep import differs
from rulewright.play.shorten import shortest
from rulewright.proofs.nonaga.games import LOOSENED, QUICK_WIN, THINNED
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.logic import any_of, not_
from rulewright.spec.nonaga import GAME, clauses
from rulewright.spec.nonaga import field as field_formulas
from rulewright.spec.registry import Rulebook

BOOK = GAME.rulebook
ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("look_for_nonaga_differences.py")
LONG = 3
"""Moves up to which some random game of a campaign is a shortest one."""

# ------------------------------------------------------------------------------------- planted bugs


@frozen
class Bug:
    """A change of one line of the compiled rules; `{on}` in it says whether the bug is switched on."""

    name: str
    file: str
    right: str
    wrong: str
    least: int
    """No game with fewer moves shows it."""
    rulings: dict[str, str] = field(factory=dict)
    params: dict[str, Any] = field(factory=dict)
    line: str | None = None
    """A game of the theorems that shows it, where random games hardly do."""


BUGS = [
    Bug(
        "a piece stops after one cell",
        "turns.py",
        "        place, ahead = ahead, step_to(ahead, way)",
        "        place, ahead = ahead, 0 if {on} else step_to(ahead, way)",
        0,
    ),
    Bug(
        "a piece knows five ways only",
        "turns.py",
        "entry(row, at + piece)) << (6 * piece)",
        "entry(row, at + piece)) % (32 if {on} else 64) << (6 * piece)",
        0,
    ),
    Bug(
        "two of three are enough",
        "turns.py",
        "return pairs >= 2",
        "return pairs >= (1 if {on} else 2)",
        5,
    ),
    Bug(
        "the other player wins",
        "turns.py",
        "        finish(row, mover)\n        return\n    if begin",
        "        finish(row, 1 - mover if {on} else mover)\n        return\n    if begin",
        1,
        params={"n": 1},
    ),
    Bug(
        "nothing stays barred",
        "turns.py",
        "        row[TURN] = player\n",
        "        row[TURN] = player\n        row[BARRED] = NOTHING if {on} else row[BARRED]\n",
        2,
    ),
    Bug(
        "the barred disc may be moved",
        "disc_step.py",
        "            if game.bar and place == barred:",
        "            if game.bar and place == barred and not {on}:",
        3,
    ),
    Bug(
        "an enclosed disc may leave",
        "disc_step.py",
        "    return exits & ways_to(",
        "    return {on} or exits & ways_to(",
        9,
        line="ENCLOSED",
    ),
    Bug(
        "four contacts hold a disc",
        "disc_step.py",
        "count_ones(ways) <= (4 if",
        "count_ones(ways) + (1 if {on} else 0) <= (4 if",
        1,
        {"removal": "four"},
    ),
    Bug(
        "the moved disc counts as a contact",
        "disc_step.py",
        "    take(row, game.at_discs, place)\n    find_goals(",
        "    if not {on}:\n        take(row, game.at_discs, place)\n    find_goals(",
        1,
    ),
    Bug(
        "a disc may go back where it was",
        "disc_step.py",
        "    take(row, at_targets, place)\n",
        "    if not {on}:\n        take(row, at_targets, place)\n",
        1,
    ),
    Bug(
        "the field may part",
        "disc_step.py",
        "        keep_touching(row, game.at_group, game.at_targets)\n        left = rest",
        "        if not {on}:\n            keep_touching(row, game.at_group, game.at_targets)\n"
        "        left = rest",
        5,
        line="THINNED",
    ),
    Bug(
        "contacts of the row above are seen from the wrong cell",
        "floods.py",
        "one_above, both_above = above |",
        "one_above, both_above = above if {on} else above |",
        1,
    ),
    Bug(
        "a disc slides down through any gate",
        "floods.py",
        "    vacant = ~here & inside\n",
        "    gained |= up | up >> 1 if {on} else 0\n    vacant = ~here & inside\n",
        5,
        {"placement": "slide_in"},
        line="HOOKED",
    ),
]
SWITCHES = (
    ("board.py", "    discs: int\n    removal", "    bug: int\n    discs: int\n    removal"),
    (
        "board.py",
        "        discs=discs,\n",
        '        bug=int(__import__("os").environ.get("NONAGA_BUG", "0")),\n        discs=discs,\n',
    ),
    (
        "keys.py",
        "    west, east = 1 << 32, 0\n",
        "    row[16] = game.bug\n    west, east = 1 << 32, 0\n",
    ),
)
"""What makes the switch: the number of the bug, in a place of each row that is not used else."""


def asked_for(request: pytest.FixtureRequest) -> list[int]:
    """List the numbers of the bugs that some test of this run looks for."""
    items = (each for each in request.session.items if each.path == request.path)
    cases = (getattr(each, "callspec", None) for each in items)
    return [case.params["number"] for case in cases if case and "number" in case.params]


@pytest.fixture(scope="module")
def looked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[int, dict[str, Any]]:
    """Plant all bugs in one copy of the package, compile it once, and switch on one after the other.

    The answer with the number 0 is that of the copy with no bug switched on.
    """
    folder = tmp_path_factory.mktemp("planted")
    for name in ("spec", "impl", "proofs", "rulewright"):
        shutil.copytree(
            ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
        )
    changes = [(bug.file, bug.right, bug.wrong) for bug in BUGS]
    for number, (file, right, wrong) in enumerate((*changes, *SWITCHES), 1):
        path = folder / "impl" / "nonaga" / file
        source = path.read_text("utf-8")
        assert source.count(right) == 1, f"{right!r} stands in {file} once"
        path.write_text(
            source.replace(right, wrong.replace("{on}", f"(row[16] == {number})")), "utf-8"
        )
    order = [{"number": 0, "params": {}, "rulings": {}, "line": "ENCLOSED"}]
    order += [
        {"number": number, "params": bug.params, "rulings": bug.rulings, "line": bug.line}
        for number, bug in enumerate(BUGS, 1)
        if number in asked_for(request)
    ]
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "RULEWRIGHT_CACHE_DIR": str(folder / "cache"),
        "NUMBA_OPT": "0",  # much of it is compiled, little of it is run
    }
    done = subprocess.run(
        [sys.executable, str(SCRIPT), json.dumps(order)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    assert Path(answer["impl"]).is_relative_to(folder), "the copy is what was played"
    numbers = (each["number"] for each in order)
    return dict(zip(numbers, answer["found"], strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, len(BUGS) + 1), ids=lambda each: BUGS[each - 1].name)
def test_a_planted_bug_is_found_and_shrinks_to_the_shortest_game(
    looked: dict[int, dict[str, Any]], number: int
) -> None:
    """The specification refutes games that were played with the bug; the shortest shows it singly."""
    bug, found = BUGS[number - 1], looked[number]
    assert found["moves"] is not None
    assert len(found["moves"]) >= bug.least
    assert found["shortest"] is not None
    assert len(found["shortest"]) == bug.least


@pytest.mark.slow
def test_the_copy_with_all_bugs_switched_off_shows_no_difference(
    looked: dict[int, dict[str, Any]],
) -> None:
    """What finds the bugs is the bugs."""
    assert looked[0] == {"moves": None, "shortest": None}


# --------------------------------------------------------------------------------- clause mutants


def other_reading(question: str, reading: str, clause: str) -> Any:
    """Mutate a clause: another reading than the one ruled."""
    permits = BOOK[clause].permits
    assert permits is not None

    def mutated(rules: Any, before: Any, move: Any) -> Any:
        return permits(
            evolve(rules, rulings=evolve(rules.rulings, **{question: reading})), before, move
        )

    return mutated


def nobody_wins(rules: Any, made: Any, outlook: Any) -> Any:
    """Mutate NON-9: three together go unnoticed."""
    apart = evolve(made, pieces=tuple((False,) * len(own) for own in made.pieces))
    return evolve(
        clauses.turn_is_a_piece_step_and_a_disc_step(rules, apart, outlook), pieces=made.pieces
    )


def stops_anywhere(rules: Any, before: Any, move: Any) -> Any:
    """Mutate NON-2: a piece may also move by one cell only."""
    free = field_formulas.vacant_discs(before)
    beside = [any_of(move.origin[other] for other in around) for around in rules.grid.around]
    early = field_formulas.map_all(beside, free)
    short = clauses.all_of(
        (
            field_formulas.begins_on(move, field_formulas.carried_by_the_mover(before)),
            field_formulas.ends_on(move, early),
            not_(before.disc_step),
        )
    )
    return any_of((clauses.piece_slides_straight_as_far_as_it_can(rules, before, move), short))


def pieces_stay(rules: Any, before: Any, move: Any) -> Any:
    """Mutate the effect of NON-2: pieces stay where they are."""
    made = clauses.piece_or_disc_comes_to_lie_where_it_was_moved(rules, before, move)
    return evolve(made, pieces=before.pieces)


def black_begins(rules: Any) -> Any:
    """Mutate NON-1: the other player begins."""
    start = clauses.discs_form_a_hexagon_with_pieces_alternating_on_its_corners(rules)
    return evolve(start, turn=(False, True))


@frozen
class Mutant:
    """A rulebook with one clause changed, and the fewest moves that show it."""

    name: str
    rulebook: Rulebook
    shortest: int
    why: str
    line: tuple[str, ...] = ()
    """A game of so many moves that shows it, where random ones are longer."""


MUTANTS = [
    Mutant("black begins", BOOK.replacing("NON-1", effect=black_begins), 0, "seen at once"),
    Mutant(
        "a piece may stop early",
        BOOK.replacing("NON-2", permits=stops_anywhere),
        0,
        "from a corner a piece slides over several discs",
    ),
    Mutant(
        "pieces stay where they are",
        BOOK.replacing("NON-2", effect=pieces_stay),
        1,
        "the first step",
    ),
    Mutant("a piece may stay", BOOK.without("NON-3"), 0, "a way may end where it begins"),
    Mutant(
        "discs under pieces move",
        BOOK.without("NON-4"),
        1,
        "discs move after the first piece step",
    ),
    Mutant("any disc comes out", BOOK.without("NON-5"), 1, "the disc in the middle"),
    Mutant(
        "rim discs come out",
        BOOK.replacing("NON-5", permits=other_reading("removal", "rim", "NON-5")),
        3,
        "at first each disc has six neighbours, or at most four",
    ),
    Mutant(
        "nothing is barred", BOOK.without("NON-6"), 3, "the second disc step is the first barred"
    ),
    Mutant("a disc goes anywhere", BOOK.without("NON-7"), 1, "the first disc step"),
    Mutant(
        "the field may part",
        BOOK.without("NON-8"),
        5,
        "no earlier disc step parts it: see the searches",
        THINNED,
    ),
    Mutant(
        "only contact counts",
        BOOK.replacing("NON-8", permits=other_reading("connectivity", "contact", "NON-8")),
        7,
        "no earlier disc step parts it into groups of two or more: see the searches",
        LOOSENED,
    ),
    Mutant(
        "nobody wins",
        BOOK.replacing("NON-9", effect=nobody_wins),
        9,
        "the shortest win: see the searches",
        QUICK_WIN,
    ),
]


def refuted(measure: Any, recording: Recording) -> list[str] | None:
    """Give the moves to the earliest difference in a recording."""
    try:
        measure.check(recording)
    except RecordingRefuted as found:
        return found.moves
    return None


@pytest.fixture(scope="module")
def recordings() -> tuple[Recording, Recording]:
    """Many short games of uniform play, and some long ones of biased play."""
    tested = games.implementation("nonaga")
    return (
        record(tested, 11, 256, max_plies=10),
        record(tested, 11, 64, biased=True, max_plies=40),
    )


@pytest.mark.slow
@pytest.mark.parametrize("planted", MUTANTS, ids=lambda each: each.name.replace(" ", "-"))
def test_a_mutant_of_a_clause_is_refuted_by_a_shortest_game(
    planted: Mutant, recordings: tuple[Recording, Recording]
) -> None:
    """The earliest difference in a campaign is as short as can be, or nearly where that is long."""
    tested = games.implementation("nonaga")
    measure = GAME.engine({}, {}, planted.rulebook)
    moves = refuted(measure, recordings[0])
    if moves is None:
        moves = refuted(measure, recordings[1])
    assert moves is not None
    parts = differs(measure, tested)
    left = shortest(moves, parts)
    assert len(left) >= planted.shortest, planted.why
    if planted.shortest <= LONG:
        assert len(left) == planted.shortest, planted.why
    else:
        assert len(planted.line) == planted.shortest
        assert parts(planted.line)
        assert not parts(planted.line[:-1])


def test_no_difference_is_found_where_there_is_none(
    recordings: tuple[Recording, Recording],
) -> None:
    """What is refuted is refuted because of the mutation."""
    assert refuted(GAME.engine(), recordings[0]) is None
