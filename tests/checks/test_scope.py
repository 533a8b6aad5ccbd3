"""Every check says what it played, and what it left out."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.checks import QUICK
from rulewright.checks.exhaustive import ExhaustiveCheck, Sweep, Sweeping
from rulewright.checks.laws import FEWEST
from rulewright.checks.lockstep import option_sets
from rulewright.checks.outcome import Outcome
from rulewright.checks.scope import Scope, scope_of, sweeps_left_out
from rulewright.commands.verify import print_outcomes
from rulewright.play import games
from rulewright.play.rulings import every_set

OURS = [name for name in games.game_names() if not games.is_guest(name)]


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("seed", range(3))
def test_what_a_game_calls_full_size_is_played_by_every_check(game: str, seed: int) -> None:
    """In quick runs, too: by lockstep and bulk, and by laws, which play fewer sets."""
    full = [dict(params) for params in games.specified(game).full_size]
    for most in (QUICK.option_sets, max(FEWEST, len(full))):
        chosen = [dict(params) for params, _ in option_sets(game, most, seed)]
        assert all(params in chosen for params in full)


def test_parameters_and_readings_that_were_not_played_are_named() -> None:
    """Of what the specification names."""
    chosen = option_sets("minoa", 1, 1)
    scope = scope_of("minoa", chosen, "and the moon")
    assert scope.played == (
        "parameters: the game's own",
        "readings: 4 of 9, in 1 of 24 combinations",
    )
    parameters, values, readings, more = scope.left_out
    assert values == "values: n 1 to 3, 5 and more; k 3 to 4"
    assert parameters == "parameters: k=3; k=4; n=1; n=1, k=3; n=2; n=2, k=3; n=2, k=4; n=3"
    assert "closure=coloured" in readings
    assert more == "and the moon"
    every = [(params, rulings) for params, rulings in option_sets("minoa", 66, 1)]
    assert scope_of("minoa", every) == Scope(
        (
            "parameters: the game's own; k=3; k=4; n=1; n=1, k=3; n=2; n=2, k=3; n=2, k=4; n=3",
            "readings: all, in 15 of 24 combinations",
        ),
        ("values: n 5 and more",),
    )


def test_pairs_of_readings_that_never_meet_are_counted() -> None:
    """A reading that was played says nothing of what it does beside another one."""
    readings = games.specified("minoa").readings
    closure, stranded = readings["closure"][1], readings["stranded"][1]
    chosen = [({}, {}), ({}, {"closure": closure}), ({}, {"stranded": stranded})]
    scope = scope_of("minoa", chosen)
    assert "1 of 13 pairs of these readings" in scope.left_out
    met = [*chosen, ({}, {"closure": closure, "stranded": stranded})]
    assert not any("pairs" in each for each in scope_of("minoa", met).left_out)


def test_all_combinations_and_all_values_are_not_mentioned() -> None:
    """What was played in full needs no further words."""
    readings = games.specified("minoa").readings
    every = [
        ({"n": n, "k": k}, rulings)
        for n in range(1, 65)
        for k in (2, 3, 4)
        for rulings in every_set(readings)
    ]
    scope = scope_of("minoa", every, sampled=False)
    assert scope.played[-1] == "readings: all"
    assert scope.left_out == ()


def test_sweeps_that_were_not_begun_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """By their parameters; and those that a bound cut short."""

    def sweep(self: Sweeping, params: Any, rulings: Any, most: int) -> Sweep:
        assert self.game == "minoa"
        whole = params != {}
        return Sweep(params, rulings, min(most, 50), 1, 1, 1, complete=whole)

    monkeypatch.setattr(Sweeping, "sweep", sweep)
    monkeypatch.setattr(ExhaustiveCheck, "share", lambda *_: 50)
    few = evolve(QUICK, positions=450)
    outcome = ExhaustiveCheck().run("minoa", few, 1, lambda _: None)
    assert outcome.held
    *_, unbegun, parts = outcome.scope.left_out
    assert unbegun.startswith("43 of 52 planned sweeps not begun: n=1, k=")
    assert "combinations of readings" in unbegun
    assert parts == "in part only, the nearest positions: the game's own"
    assert sweeps_left_out([({}, {})], 1, ()) == ()


def test_the_lines_stand_below_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """And not where a check has nothing to say."""
    scope = Scope(("parameters: n=1", "readings: all"), ("parameters: n=2",))
    outcome = Outcome("minoa", "laws", True, 1, "cases", 0.1, scope=scope)
    print_outcomes([outcome, evolve(outcome, check="bulk", scope=Scope())], QUICK, 1, 0.1)
    _, lines, _ = capsys.readouterr().out.split("\n\n")
    assert lines.splitlines() == [
        "minoa: laws played parameters: n=1; readings: all",
        "minoa: laws left out parameters: n=2",
    ]
