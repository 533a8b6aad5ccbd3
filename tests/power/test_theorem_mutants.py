"""The matrix of theorems and wrong clauses: fresh, explained, and the same when it is made again."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from theorem_mutants import FOLDER

from rulewright.mutation import matrix
from rulewright.mutation.sources import code_of, definitions_from, digest, module_at, sources
from rulewright.mutation.wrong import wrong_clauses
from rulewright.play import games

GAMES = games.game_names("proofs")
SEED = 15
SAMPLED = "nonaga"
CHEAP = {
    "ari": ("queens_are_never_next_to_each_other", "a_queen_can_be_threatened_when_play_begins"),
    "dreieck": (
        "everybody_can_be_stuck_after_one_tile",
        "the_highest_total_wins_and_not_always_whoever_captured_most",
    ),
    "minoa": ("partners_win_together_and_not_always_with_the_largest_territory",),
    "nonaga": (
        "a_disc_step_never_changes_which_pieces_touch",
        "the_first_player_can_win_after_nine_actions",
        "play_can_go_on_for_ever",
    ),
}
"""Theorems of which a cell takes a second or two. The digest of a row leaves out what all games share:
the prover is held by making some cells of each game again."""


def rows_of(game: str) -> matrix.Rows:
    """Read the rows of a game."""
    return matrix.read(FOLDER / f"{game}.json")


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_is_fresh_and_noticed_or_explained(game: str) -> None:
    """No row is stale, no reason is missing, and none is there in vain."""
    rows = rows_of(game)
    assert sum(len(row["cells"]) for row in rows.values()) > 20
    assert list(matrix.faults(game, rows, matrix.untried_of(FOLDER, game))) == []


def test_a_theorem_is_tried_or_listed_as_untried() -> None:
    """Not both; a game is known, and so is a theorem; and each has a reason."""
    rows = rows_of(SAMPLED)
    assert any("listed as untried" in fault for fault in matrix.faults(SAMPLED, rows, [*rows]))
    assert "gone: no such theorem" in matrix.faults(SAMPLED, rows, ["gone"])
    listed = json.loads((FOLDER / "untried.json").read_text("utf-8"))
    assert set(listed) <= set(GAMES)
    assert all(len(reason) > 20 for named in listed.values() for reason in named.values())


def test_silence_is_a_fault_unless_a_theorem_that_names_the_clause_was_not_tried() -> None:
    """Then nobody knows whether it would be noticed."""
    rows, name = rows_of(SAMPLED), "discs_stay_connected"
    (theorem,) = (each for each in games.theorems(SAMPLED) if each.name == name)
    for row in rows.values():
        for cell in (*row["cells"].values(), *row["also"].values()):
            cell["outcome"] = "survives"
    del rows[name]
    silent = {
        fault.split(" ")[0]
        for fault in matrix.faults(SAMPLED, rows, [name])
        if "no theorem notices it" in fault
    }
    clauses = {wrong.clause for wrong in wrong_clauses(games.specified(SAMPLED).rulebook)}
    assert silent == clauses - set(theorem.clauses)
    assert silent


def spoilt(rows: matrix.Rows, place: str, value: Any) -> tuple[str, matrix.Rows]:
    """Change one thing about the first theorem with a cell that is noticed."""
    name = next(name for name, row in rows.items() if noticed_in(row))
    wrong = deepcopy(rows)
    if place == "outcome":
        wrong[name]["cells"][noticed_in(wrong[name])[0]]["outcome"] = value
    else:
        wrong[name][place] = value
    return name, wrong


def noticed_in(row: matrix.Row) -> list[str]:
    """List the mutants that a theorem notices."""
    return [name for name, cell in row["cells"].items() if cell["outcome"] == "noticed"]


@pytest.mark.parametrize(
    ("place", "value", "complaint"),
    [
        ("digest", "0" * 16, "its sources have changed since"),
        ("cells", {}, "other mutants than those of the clauses it names"),
        ("outcome", "survives", "survives, and no reason is given"),
        ("outcome", "unanswered", "unanswered, and no reason is given"),
        ("instead", {"clauses:one": {"outcome": "survives"}}, "inverted is not noticed either"),
    ],
)
def test_a_wrong_row_is_found(place: str, value: Any, complaint: str) -> None:
    """Each kind of fault is planted in the committed rows of a game."""
    name, wrong = spoilt(rows_of(SAMPLED), place, value)
    assert any(fault.startswith(name) and complaint in fault for fault in found_in(wrong))


def found_in(rows: matrix.Rows) -> list[str]:
    """List the faults of rows of the sampled game."""
    return list(matrix.faults(SAMPLED, rows))


def test_a_missing_row_and_a_foreign_one_are_found() -> None:
    """A theorem that was never tried, and one that is gone."""
    rows = rows_of(SAMPLED)
    row = rows.pop("play_can_go_on_for_ever")
    assert any("no row" in fault for fault in found_in(rows))
    assert any("no such theorem" in fault for fault in found_in({**rows, "gone": row}))


def test_a_reason_in_vain_and_a_silence_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason for what is noticed, one for nothing, and a mutant that nobody speaks of."""
    rows, reasons = rows_of(SAMPLED), games.unnoticed(SAMPLED)
    name, _ = spoilt(rows, "digest", "")
    first = noticed_in(rows[name])[0]
    vain = evolve(reasons[0], theorem=name, mutants=(first,), reads="")
    monkeypatch.setattr(games, "unnoticed", lambda _: (*reasons, vain))
    assert any("is noticed, and needs no reason" in fault for fault in found_in(rows))
    assert any("explains nothing" in fault for fault in found_in(rows))
    for row in rows.values():
        if first in row["cells"]:
            row["cells"][first] = {"outcome": "survives"}
    assert any(f"{first}: no theorem notices it" in fault for fault in found_in(rows))


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_the_matrix_is_made_again(game: str) -> None:
    """Two mutants, chosen with a seed, of all cheap theorems that name their clause."""
    rows = rows_of(game)
    for wrong, names in sample(game, rows, 2):
        assert list(matrix.remade(game, rows, wrong, names)) == []


@pytest.mark.parametrize("game", GAMES)
def test_cheap_theorems_read_what_is_written(game: str) -> None:
    """So a formula that is not read under the right rules is none that a changed prover now reads."""
    rows = rows_of(game)
    read = matrix.functions_asked(game, CHEAP[game])
    assert {name: list(read[name]) for name in CHEAP[game]} == {
        name: rows[name]["reads"] for name in CHEAP[game]
    }


def test_a_wrong_cell_is_found_when_it_is_made_again() -> None:
    """A theorem that notices is said not to."""
    rows = rows_of(SAMPLED)
    ((wrong, names),) = sample(SAMPLED, rows, 1)
    name = next(each for each in names if rows[each]["cells"][wrong.id]["outcome"] == "noticed")
    rows[name]["cells"][wrong.id]["outcome"] = "survives"
    assert list(matrix.remade(SAMPLED, rows, wrong, [name])) == [
        f"{name}: {wrong.id}: survives became noticed"
    ]


def sample(game: str, rows: matrix.Rows, number: int) -> list[tuple[Any, list[str]]]:
    """Choose mutants that cheap theorems notice, with those theorems."""
    cheap = [theorem for theorem in games.theorems(game) if theorem.name in CHEAP[game]]
    known = []
    for wrong in wrong_clauses(games.specified(game).rulebook):
        names = [theorem.name for theorem in cheap if wrong.clause in theorem.clauses]
        if any(rows[name]["cells"][wrong.id]["outcome"] == "noticed" for name in names):
            known.append((wrong, names))
    return Random(SEED).sample(known, number)


SABOTAGED = """
import sys
from inspect import isfunction
from pathlib import Path
from rulewright.mutation import trial
from rulewright.mutation.sources import JUDGING
from rulewright.proofs import mutation
right = mutation.tried
def boom(*_, **__):
    raise SystemExit("a trial judges recorded games, or draws")
def tried(*given):
    count = 0
    for name, module in list(sys.modules.items()):
        parts = name.split(".")
        if parts[:2] != ["rulewright", "spec"] or len(parts) != 4 or parts[3] + ".py" not in JUDGING:
            continue
        for holder in (module, *(each for each in vars(module).values() if isinstance(each, type))):
            for key, value in list(vars(holder).items()):
                if isfunction(value) and value.__module__ == name:
                    value.__code__ = boom.__code__.replace(co_freevars=value.__code__.co_freevars)
                    count += 1
    assert count > 20, count
    return right(*given)
mutation.tried = tried
sys.exit(trial.main())
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_trial_neither_judges_recorded_games_nor_draws(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that do are left out of the digest: with all their functions broken, nothing differs."""
    rows = rows_of(game)
    monkeypatch.setattr(matrix, "TRIAL", (sys.executable, "-c", SABOTAGED))
    for wrong, names in sample(game, rows, 1):
        assert list(matrix.remade(game, rows, wrong, names)) == []


REACH = """
import sys
from rulewright.mutation.planting import Gardener
from rulewright.mutation.wrong import Change
MODULE = "rulewright.spec.nonaga.clauses"
gardener = Gardener([Change(MODULE, "piece_moves_at_least_one_cell", "dropped")])
sys.meta_path.insert(0, gardener)
from rulewright.proofs.nonaga import setting
from rulewright.spec.nonaga import GAME, clauses
from rulewright.spec.nonaga.game import Nonaga
planted = clauses.piece_moves_at_least_one_cell
for book in (setting.RULEBOOK, GAME.rulebook, Nonaga().rulebook, GAME.engine().rulebook):
    assert book["NON-3"].permits is planted
assert gardener.asked == set()
assert planted(None, None, None) is True
assert gardener.asked == {MODULE + ":piece_moves_at_least_one_cell"}
assert "at least one cell" in planted.__doc__
assert Nonaga().explain(Nonaga().initial(), "0,-2>0,-2") == ()
try:
    Gardener([Change(MODULE, "piece_moves_at_least_one_cell", "dropped")])
except RuntimeError as late:
    print("too late" in str(late))
"""


def test_a_wrong_function_is_planted_before_anything_sees_it() -> None:
    """The rulebook, the engine's default argument and the proofs have it; afterwards it is too late."""
    done = subprocess.run(
        [sys.executable, "-c", REACH], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_a_digest_covers_specification_theorem_and_mutants() -> None:
    """What a theorem refers to belongs to it, in its own module and in others, and nothing else does."""
    named = {each.name: each for each in games.theorems(SAMPLED)}
    connected = sources(SAMPLED, named["discs_stay_connected"])
    assert {
        "specification of nonaga/clauses.py",
        "specification of nonaga/readings.py",
        "theorems of nonaga/readings.py:CONNECTED",
        "theorems of nonaga/setting.py:any_position",
        "mutation/wrong.py",
        "play/mutants.py",
    } <= set(connected)
    assert not any("possible.py" in label for label in connected)
    digests = {digest(SAMPLED, theorem) for theorem in named.values()}
    assert len(digests) == len(named)


BEFORE = """
from demo.proofs.game.setting import most
from demo.proofs.game import setting
LEAST = 3
def bounded(k):
    return most(k) + LEAST + setting.rate
def other():
    return 1
UNUSED = [most for most in (1, 2)]
THEOREM = Theorem("a name", statement="More.", parts=(Claim("bounded", bounded, real=other),))
"""
SETTING = "HIGHEST = 9\nrate = 1\ndef most(k):\n    return HIGHEST\ndef least(k):\n    return 0\n"


@pytest.mark.parametrize(
    ("module", "old", "new", "differs"),
    [
        ("play", "LEAST = 3", "LEAST = 4", True),
        ("play", "return most(k)", "return least(k)", True),
        ("play", '"bounded", bounded', '"bounded", other', True),
        ("setting", "HIGHEST = 9", "HIGHEST = 8", True),
        ("setting", "rate = 1", "rate = 2", True),
        ("setting", "return 0", "return 1", False),
        ("play", "return 1", "return 2", False),
        ("play", "More.", "Less.", False),
        ("play", ", real=other", "", False),
        ("play", 'statement="More.", parts=', '"Less.", "k=2", parts=', False),
        ("play", "for most in (1, 2)", "for most in (1, 2, 3)", False),
        ("play", "LEAST = 3", '"""At least."""\nLEAST = (3)  # as agreed', False),
    ],
)
def test_only_what_a_theorem_calls_is_digested(
    module: str, old: str, new: str, differs: bool, tmp_path: Path
) -> None:
    """Constants and functions, also of another module; not words, and not what it never mentions."""
    texts = {"play": BEFORE, "setting": SETTING}
    assert texts[module].count(old) == 1

    def code(folder: str) -> dict[str, str]:
        home = tmp_path / folder / "proofs" / "game"
        home.mkdir(parents=True)
        for name, text in texts.items():
            (home / f"{name}.py").write_text(text, "utf-8")
        reached = definitions_from(home / "play.py", ["THEOREM"])
        return {f"{path.name}:{name}": module_at(path).code(name) for path, name in reached}

    before = code("before")
    texts[module] = texts[module].replace(old, new)
    assert (code("after") != before) is differs


@pytest.mark.parametrize(
    ("more", "differs"), [("crowded=({'k': 10},)", False), ("larger=({'k': 10},)", True)]
)
def test_options_that_no_trial_plays_with_are_not_digested(
    more: str, differs: bool, tmp_path: Path
) -> None:
    """Those of crowded games are for engines only."""
    texts = [f"GAME = SpecifiedGame(engine=Engine, {each})" for each in ("played=({},)", "")]
    texts[1] = texts[0].replace("played", f"{more}, played")
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.py").write_text(text, "utf-8")
    assert (code_of(tmp_path / "0.py") != code_of(tmp_path / "1.py")) is differs


@pytest.mark.parametrize(
    ("more", "differs"), [('Settled("So?", "No."), ', False), ('Question("So?"), ', True)]
)
def test_what_is_settled_in_words_is_not_digested(more: str, differs: bool, tmp_path: Path) -> None:
    """No formula says it."""
    for name, each in (("before", ""), ("after", more)):
        (tmp_path / f"{name}.py").write_text(
            f'ASKED = ({each}Settled("Four?", "Yes."),)\n', "utf-8"
        )
    before, after = (code_of(tmp_path / f"{name}.py") for name in ("before", "after"))
    assert (after != before) is differs


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_the_whole_matrix_is_made_again(game: str) -> None:
    """Every cell has the outcome that is written."""
    rows = rows_of(game)
    different = [
        difference
        for wrong in wrong_clauses(games.specified(game).rulebook)
        for difference in matrix.remade(
            game, rows, wrong, [name for name, row in rows.items() if wrong.id in row["cells"]]
        )
    ]
    assert different == []
