"""The committed vectors as a check: on both engines, and not of nothing."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.checks import NORMAL, QUICK, Effort
from rulewright.checks import vectors as checked
from rulewright.checks.vectors import (
    NONE,
    SHORT,
    VectorsCheck,
    committed,
    short_or_needed,
    sides_of,
)
from rulewright.checks.verification import all_held, verify
from rulewright.play import games
from rulewright.vectors import load, perft_tables
from rulewright.vectors.suite import matrix_of


def outcome_with(
    monkeypatch: pytest.MonkeyPatch,
    vectors: tuple[Any, ...],
    tables: tuple[Any, ...] = (),
    effort: Effort = QUICK,
) -> Any:
    """Run the check on a few vectors of Nonaga."""
    monkeypatch.setattr(checked, "load", lambda _: vectors)
    monkeypatch.setattr(checked, "perft_tables", lambda _: tables)
    monkeypatch.setattr(checked, "missing_from", lambda *_: "")
    (outcome,) = verify(("nonaga",), [VectorsCheck()], effort, 1, lambda *_: None)
    return outcome


def test_both_engines_play_every_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    """And count every table, by hand as far as that is fast."""
    vectors, tables = load("nonaga")[::40], perft_tables("nonaga")[:1]
    outcome = outcome_with(monkeypatch, vectors, tables, NORMAL)
    assert outcome.held, outcome.failure
    assert outcome.cases == 2 * (len(vectors) + 1)
    counts = {"vectors": len(vectors), "tables": 1, "unsupported": 0, "longer": 0}
    assert outcome.data["sides"] == {"specification": counts, "implementation": counts}


def test_a_quick_run_leaves_out_long_vectors_that_no_mutant_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On the specification alone, and counted; the implementation plays all of them."""
    vectors = load("nonaga")[::40]
    long = [each for each in vectors if len(each.moves) > SHORT]
    needed = long[0].id
    rows = {"mutants": [{"id": "one", "killed_by": [needed]}, {"id": "other", "killed_by": []}]}
    monkeypatch.setattr(checked, "matrix_of", lambda _: rows)
    outcome = outcome_with(monkeypatch, vectors)
    assert outcome.held, outcome.failure
    left = len(long) - 1
    assert left > 0
    sides: Any = outcome.data["sides"]
    assert [sides[name]["longer"] for name in ("specification", "implementation")] == [left, 0]
    assert sides["specification"]["vectors"] == len(vectors) - left
    assert f"{left} longer ones left out; implementation: {len(vectors)} vectors" in outcome.detail


def test_a_quick_run_leaves_out_nothing_that_nobody_else_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game may have a specification alone, and an engine may not support some options."""
    (vector,) = [each for each in load("nonaga") if len(each.moves) > SHORT][:1]
    monkeypatch.setattr(checked, "matrix_of", lambda _: None)
    evolved = evolve(vector, id="other-1")
    monkeypatch.setattr(checked, "is_altered", lambda _: False)
    assert short_or_needed(checked.Committed("nonaga", (evolved,), ())) == frozenset()
    unable = evolve(sides_of("nonaga")[1], offered=lambda *_: False)
    for sides in (sides_of("nonaga")[:1], (sides_of("nonaga")[0], unable)):
        monkeypatch.setattr(checked, "sides_of", lambda *_, found=sides: found)
        outcome = outcome_with(monkeypatch, (evolved,))
        assert outcome.held, outcome.failure
        counts: Any = outcome.data["sides"]
        assert (counts["specification"]["vectors"], counts["specification"]["longer"]) == (1, 0)


@pytest.mark.parametrize("game", ["ari", "dreieck", "minoa", "nonaga"])
def test_a_quick_run_plays_what_each_mutant_needs(game: str) -> None:
    """No clause mutant, and no reading, is killed by a full run alone."""
    data = committed(game)
    chosen = short_or_needed(data)
    rows = (matrix_of(game) or {})["mutants"]
    killed = [row["killed_by"] for row in rows if row["killed_by"]]
    assert killed
    assert all(not chosen.isdisjoint(names) for names in killed)
    assert len(chosen) < len(data.vectors)


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
    monkeypatch.setattr(checked, "matrix_of", lambda _: None)
    ours = outcome_with(monkeypatch, ())
    assert (ours.verdict, ours.failure) == ("FAILED", NONE)
    monkeypatch.setattr(games, "is_guest", lambda _: True)
    guest = outcome_with(monkeypatch, ())
    assert (guest.verdict, guest.left_out) == ("left out", NONE)
    assert not all_held([guest])
