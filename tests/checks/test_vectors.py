"""The committed vectors as a check: on both engines, and not of nothing."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.checks import QUICK
from rulewright.checks import vectors as checked
from rulewright.checks.vectors import NONE, VectorsCheck
from rulewright.checks.verification import all_held, verify
from rulewright.play import games
from rulewright.vectors import load, perft_tables


def outcome_with(
    monkeypatch: pytest.MonkeyPatch, vectors: tuple[Any, ...], tables: tuple[Any, ...] = ()
) -> Any:
    """Run the check on a few vectors of Nonaga."""
    monkeypatch.setattr(checked, "load", lambda _: vectors)
    monkeypatch.setattr(checked, "perft_tables", lambda _: tables)
    (outcome,) = verify(("nonaga",), [VectorsCheck()], QUICK, 1, lambda *_: None)
    return outcome


def test_both_engines_play_every_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    """And count every table, by hand as far as that is fast."""
    vectors, tables = load("nonaga")[::40], perft_tables("nonaga")[:1]
    outcome = outcome_with(monkeypatch, vectors, tables)
    assert outcome.held, outcome.failure
    assert outcome.cases == 2 * (len(vectors) + 1)
    counts = {"vectors": len(vectors), "tables": 1, "unsupported": 0}
    assert outcome.data["sides"] == {"specification": counts, "implementation": counts}


def test_a_changed_vector_or_table_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that both engines would agree with, too: its identifier is that of another content."""
    vectors = load("nonaga")
    vector = next(each for each in vectors if each.moves and each.expect.winners is not None)
    silent = evolve(vector, expect=evolve(vector.expect, winners=None))
    outcome = outcome_with(monkeypatch, (silent,))
    assert not outcome.held
    assert f"{vector.id}: it was changed" in outcome.failure
    table = perft_tables("nonaga")[0]
    wrong = evolve(table, counts={**table.counts, 1: 7})
    outcome = outcome_with(monkeypatch, (vector,), (wrong,))
    assert "the specification fails perft" in outcome.failure
    assert "the implementation fails perft" in outcome.failure
    assert "7 sequences of 1 action in the table, 9 counted" in outcome.failure


def test_a_mistake_of_one_engine_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The specification without NON-7 plays the part of a wrong implementation."""
    game = games.specified("nonaga")
    wrong = game.rulebook.without("NON-7")
    monkeypatch.setattr(
        games, "implementation", lambda _, *options: game.engine(*options, rulebook=wrong)
    )
    outcome = outcome_with(monkeypatch, load("nonaga")[:30])
    assert "the implementation fails" in outcome.failure
    assert "the specification fails" not in outcome.failure


def test_no_vectors_are_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest without vectors is left out, and our own game, whose data are missing, has not held."""
    ours = outcome_with(monkeypatch, ())
    assert (ours.verdict, ours.failure) == ("FAILED", NONE)
    monkeypatch.setattr(games, "is_guest", lambda _: True)
    guest = outcome_with(monkeypatch, ())
    assert (guest.verdict, guest.left_out) == ("left out", NONE)
    assert not all_held([guest])
