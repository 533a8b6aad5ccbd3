"""What a guest's exhibit or enumeration finds is of the rules and of the game that it shows."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from pathlib import Path

import pytest
from common.copied import proved, proved_here, theorems_to_be_written

PROOFS = """
from functools import cache
from attrs import evolve
from rulewright.proofs import (
    Computed, Enumeration, Exhibit, FalseExhibit, Theorem, TheoremScope, state_after,
)
from PACKAGE.spec import GAME, TicTacToe

ANY, ACROSS = TicTacToe(), TicTacToe(rulings={"row": "across"})
COLUMN, ROW = ("a1", "b1", "a2", "b2", "a3"), ("a1", "a2", "b1", "b2", "c1")
BOTH = {"row": ("any", "across")}

class Later(TicTacToe):
    def turn(self, state):
        return "o"

LATER, WITHOUT = Later(), TicTacToe(rulebook=GAME.rulebook.without("TTT-4"))

@cache
def end(engine, moves):
    return state_after(engine, moves)

def won(moves, *, shown=ANY, asked=ANY, winner="x"):
    holds = asked.winners(state_after(asked, moves)) == (winner,)
    return Computed.of_game(shown, moves, holds, "x wins")

def by_one_reading(*, winner="x"):
    found = [each.winners(state_after(each, COLUMN)) == (winner,) for each in (ANY, ACROSS)]
    return Computed.of_game(ANY, COLUMN, found == [True, False], "a column wins")

def kept(*, winner="x"):
    return Computed.of_game(ANY, COLUMN, ANY.winners(end(ANY, COLUMN)) == (winner,), "x wins")

def said(*, winner="x"):
    return Computed.of_game(ANY, COLUMN, winner == "x", "x wins")

def begun(*, winner="x"):
    over = ANY.is_over(state_after(ANY, COLUMN))
    return Computed.of_game(ANY, COLUMN, over and ANY.turn(ANY.initial()) == winner, "x is due")

def compared(*, winner="x"):
    due = [ANY.turn(each) for each in (ANY.initial(), state_after(ANY, ("a1", "b1")))]
    return Computed.of_game(ANY, ("a1", "b1"), due == [winner] * 2, "x is due again")

def of_another(*, winner="x"):
    holds = ANY.winners(state_after(ANY, ROW)) == (winner,)
    return Computed.of_game(ANY, ROW[:2], holds, "x wins after two actions")

def of_a_changed_one(*, winner="x"):
    end = evolve(state_after(ANY, ROW[:2]), marks=((True,) * 9, (False,) * 9))
    return Computed.of_game(ANY, ROW[:2], ANY.winners(end) == (winner,), "x wins after two actions")

def unasked(engine, *, winner="x"):
    return Computed(winner == "x", "x wins", 1, rules=engine.rules)

def every(engines, *, winner="x"):
    found = [each.winners(state_after(each, ROW)) == (winner,) for each in engines]
    return Computed(all(found), "x wins", len(found), rules=engines[-1].rules)

def theorem(show, scope={}, kind=Exhibit, twin=None):
    parts = (
        kind("e", show),
        FalseExhibit("f", twin or (lambda: show(winner="o")), of="e", changed="who wins"),
    )
    return Theorem("won", "It is won.", TheoremScope("games", "all", readings=scope), ("TTT-4",), parts)
"""


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "shown")


def said_of(planted: Path, written: str) -> tuple[bool, str]:
    """Prove what is written; return whether it holds, and what is said."""
    return proved_here(planted, f"{PROOFS}\nTHEOREMS = ({written},)")


RIGHT = {
    "a game": "lambda **more: won(COLUMN, **more)",
    "a game by another reading": "lambda **more: won(ROW, shown=ACROSS, asked=ACROSS, **more), BOTH",
    "an engine of its own": "lambda **more: won(COLUMN, asked=TicTacToe(), **more)",
    "two readings": "by_one_reading, BOTH",
    "what is kept": "kept",
    "all": "lambda **more: every((ANY, ACROSS), **more), BOTH, Enumeration",
    "all of some": "lambda **more: every((ACROSS,), **more), {'row': ('across',)}, Enumeration",
}


@pytest.mark.parametrize("written", RIGHT.values(), ids=RIGHT)
def test_what_is_found_of_what_is_shown_is_proved(planted: Path, written: str) -> None:
    for _ in range(2):  # what is kept is found once more
        holds, said = said_of(planted, f"theorem({written})")
        assert holds, said
        told = "cases: that these are all is as its author says"
        others = [line for line in said.splitlines() if not line.endswith(told)]
        assert len(others) == 1, said
        assert (len(others) < len(said.splitlines())) == written.endswith("Enumeration"), said


REFUSED = {
    "another reading": (
        "lambda **more: won(ROW, asked=ACROSS, **more), BOTH",
        "exhibit 'e': it finds by row=across, and shows by row=any: nothing is asked of the rules",
    ),
    "a subclass": (
        "lambda **more: won(COLUMN, asked=LATER, **more)",
        "exhibit 'e': it asks Later, which is not the engine of the game",
    ),
    "a subclass that is shown": (
        "lambda **more: won(COLUMN, shown=LATER, **more)",
        "exhibit 'e': it asks Later, which is not the engine of the game",
    ),
    "a rulebook without a clause": (
        "lambda **more: won(COLUMN, asked=WITHOUT, **more)",
        "it asks an engine of a rulebook that has TTT-4 otherwise than the game's own",
    ),
    "nothing": ("said", "what it finds is not of the game that it shows: no position after its"),
    "one reading twice": (
        "lambda **more: every((ANY, TicTacToe()), **more), BOTH, Enumeration",
        "its scope promises row=across, but 'e' asks no engine of it",
    ),
}


@pytest.mark.parametrize(("written", "why"), REFUSED.values(), ids=REFUSED)
def test_what_is_found_of_something_else_is_refused(planted: Path, written: str, why: str) -> None:
    holds, said = said_of(planted, f"theorem({written})")
    assert why in said
    assert not holds


TOLD = {
    "the first position": (
        "begun",
        "exhibit 'e' asks 'turn' of the first position, and not of what is played",
    ),
    "the first position and another": (
        "compared",
        "exhibit 'e' asks 'turn' of the first position, too",
    ),
    "a reading beside": (
        "by_one_reading",
        "exhibit 'e' asks an engine of row=across as well, which its scope does not have",
    ),
    "another game": (
        "of_another",
        "asks 'winners' of a position that the game which it shows does not have",
    ),
    "a changed position": (
        "of_a_changed_one",
        "asks 'winners' of a position that the game which it shows does not have",
    ),
    "no engine": (
        "lambda **more: unasked(ANY, **more), {}, Enumeration",
        "enumeration 'e' is computed by its own code",
    ),
}


@pytest.mark.parametrize(("written", "told"), TOLD.values(), ids=TOLD)
def test_what_is_not_of_what_is_shown_alone_is_told(planted: Path, written: str, told: str) -> None:
    holds, said = said_of(planted, f"theorem({written})")
    assert told in said
    assert holds, said


WRONG = {
    "a false exhibit": (
        "kept, twin=lambda: kept(winner='x')",
        "twin 'f': it holds, though it is wrong",
    ),
    "an exhibit": ("lambda **more: kept(winner='o')", "exhibit 'e': it does not hold (x wins)"),
}


@pytest.mark.parametrize(("written", "told"), WRONG.values(), ids=WRONG)
def test_what_does_not_hold_is_not_told_as_if_it_did(
    planted: Path, written: str, told: str
) -> None:
    """The detail says what was looked for, and stood there alone."""
    holds, said = said_of(planted, f"theorem({written})")
    assert told in said
    assert not holds


TWINS = {
    "a function as it is": ("lambda: Computed(kept is None, 'no', 1)", True),
    "beside a game": ("lambda: Computed.of_game(ANY, COLUMN, kept is None, 'no')", True),
    "another one": ("lambda: Computed(len(str(kept)) < 0, 'no', 1)", True),
    "a function that is called": ("lambda: kept(winner='o')", False),
    "what is kept": ("lambda: Computed(end(ANY, COLUMN).turn[0], 'no', 1)", False),
}


@pytest.mark.parametrize(("twin", "refused"), TWINS.values(), ids=TWINS)
def test_a_twin_calls_what_it_breaks(planted: Path, twin: str, refused: bool) -> None:
    """A function that only stands in it breaks nothing."""
    holds, said = said_of(planted, f"theorem(kept, twin={twin})")
    assert ("twin 'f' names a function of 'e', and calls none" in said) == refused, said
    assert holds != refused


def test_engines_are_as_they_were_afterwards(planted: Path) -> None:
    from rulewright.spec.engine import Specification  # noqa: PLC0415
    from rulewright.spec.one_by_one import OneByOne  # noqa: PLC0415

    before = {**vars(Specification)}, {**vars(OneByOne)}
    said_of(planted, "theorem(kept)")
    assert before == ({**vars(Specification)}, {**vars(OneByOne)})


AT_IMPORT = """
END = lambda: state_after(ANY, COLUMN)

def shown(*, winner="x"):
    return Computed.of_game(ANY, COLUMN, ANY.winners(END()) == (winner,), "x wins")

THEOREMS = (Theorem("columns", "x wins.", TheoremScope("games", "a column"), ("TTT-4",), (
    Exhibit("e", shown), FalseExhibit("f", lambda: shown(winner="o"), of="e", changed="o wins"),
)),)
"""
LOADED = "exhibit 'e' may take what was played as its module was loaded (proofs.py:"


@pytest.mark.parametrize("at_import", [False, True])
def test_what_was_played_as_the_module_was_loaded_is_told(planted: Path, at_import: bool) -> None:
    """Nobody watches there which engines are asked, nor whether it is of the game that is shown."""
    written = (
        AT_IMPORT.replace("= lambda: ", "= ").replace("END()", "END") if at_import else AT_IMPORT
    )
    status, said = proved(planted, PROOFS.replace("PACKAGE", planted.parent.name) + written)
    assert (LOADED in said) == at_import
    assert status == 0, said


CONSTANT = """
def constant(*, winner="x"):
    end = state_after(ANY, COLUMN)
    HOLDS
    return Computed.of_game(ANY, COLUMN, holds, f"{ANY.winners(end)} win")
"""
HOLDS = {
    "no answer": ("holds = winner == 'x'", True),
    "an answer": ("holds = ANY.winners(end) == (winner,)", False),
    "that it is over": ("holds = ANY.is_over(end) and winner == 'x'", False),
    "that it goes on": (
        "holds = not ANY.is_over(state_after(ANY, ('a1',))) and winner == 'x'",
        False,
    ),
    "two that are alike": ("holds = ANY.scores(end) == ANY.scores(end) and winner == 'x'", False),
    "facts": ("holds = end.marks[0][6] and winner == 'x'", False),
    "what is written": ("holds = ANY.to_json(end)['turn'] is None and winner == 'x'", False),
}


@pytest.mark.parametrize(("holds", "told"), HOLDS.values(), ids=HOLDS)
def test_what_hangs_on_no_answer_is_told(planted: Path, holds: str, told: bool) -> None:
    """It was proved as it asked who won, and told that in its detail alone."""
    own = CONSTANT.replace("HOLDS", holds)
    proved_holds, said = proved_here(planted, f"{PROOFS}{own}\nTHEOREMS = (theorem(constant),)")
    assert proved_holds, said
    assert ("finds the same whatever engines say that it asks" in said) == told, said


def test_what_an_exhibit_prints_is_printed_once(
    planted: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is shown again with other answers by a process of its own, which prints nothing."""
    printing = "import os; os.write(1, b'shown'); holds = winner == 'x'"
    own = CONSTANT.replace("HOLDS", printing)
    theorem = "\nTHEOREMS = (theorem(constant),)"
    assert proved_here(planted, f"{PROOFS}{own}{theorem}")[0]
    once = capfd.readouterr().out.count("shown")
    hanging = own.replace("winner == 'x'", "ANY.winners(end) == (winner,)")
    assert proved_here(planted, f"{PROOFS}{hanging}{theorem}")[0]
    assert once == capfd.readouterr().out.count("shown") > 0
