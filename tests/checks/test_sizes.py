"""Random games by time and by size, with an implementation that is wrong or never ends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

from rulewright.checks.lockstep import LockstepCheck
from rulewright.checks.outcome import QUICK, Outcome
from rulewright.checks.sizes import SizePlayed, SizesPlan
from rulewright.checks.verification import outcome_of
from rulewright.checks.witness import OWN, OwnImplementation
from rulewright.play import games

GUESTS = Path(__file__).parents[1] / "common" / "guests"
BRIEF = evolve(QUICK, option_sets=2, seconds_a_size=0.3)


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find the guests."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(GUESTS))


@frozen
class Planted(OwnImplementation):
    """The implementation of Rhomb with a bug."""

    bug: str = ""

    def engine(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> Any:
        """Make the engine, and plant the bug."""
        engine: Any = games.implementation(game, params, rulings)
        if self.bug == "link" and engine.size == 5:
            engine.around["c3"].remove("d3")
            engine.around["d3"].remove("c3")
        if self.bug == "endless":
            right = engine.legal_actions

            def legal_actions(state: Any) -> Any:
                while len(state.red) == 2:
                    try:
                        sum(range(10))
                    except Exception:  # noqa: BLE001, S112 - what an author may well write
                        continue
                return right(state)

            engine.legal_actions = legal_actions
        return engine


def outcome(effort: Any, seed: int = 1) -> Outcome:
    """Run lockstep on Rhomb."""
    return LockstepCheck().run("rhomb", effort, seed, lambda _: None)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_link_missing_on_one_size_is_found(seed: int) -> None:
    """The one game that is shown is the shortest one found, and the clause that ends it is named."""
    effort = evolve(BRIEF, seconds_a_size=60.0, witness=Planted(bug="link"))
    found = outcome(effort, seed)
    assert not found.held
    first, game, moves, *_ = found.failure.splitlines()
    shown = moves.split(": ")[1].split()
    assert game.startswith("game: rhomb (n=5")
    assert f"after {len(shown)} moves: " in first
    assert moves.startswith(f"moves ({len(shown)}): ")
    assert "the specification says" in first
    assert "the implementation says" in first
    assert "RHO-5" in first


def test_each_size_has_its_share_and_is_counted() -> None:
    """Larger and smaller boards take the same time, and the lines say how many games each has."""
    found = outcome(BRIEF)
    assert found.held, found.failure
    sizes: Any = found.data["sizes"]
    assert [each["params"] for each in sizes] == [{"n": 5}, {"n": 3}]
    assert all(each["seconds"] >= BRIEF.seconds_a_size for each in sizes)
    assert found.cases == sum(each["positions"] for each in sizes)
    assert [line.split(",")[0] for line in found.remarks] == [
        f"n={each['params']['n']}: {each['games']:,} games" for each in sizes
    ]


def test_the_games_of_a_seed_do_not_depend_on_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """More time plays more games, after the same ones."""
    played: list[str] = []

    def successor(self: Any, state: Any, action: str) -> Any:
        played.append(action)
        return type(self)._right(self, state, action)

    kind = type(games.specification("rhomb", {"n": 3}))
    monkeypatch.setattr(kind, "_right", kind.successor, raising=False)
    monkeypatch.setattr(kind, "successor", successor)
    lines = []
    for seconds in (0.1, 0.3):
        played.clear()
        plan = SizesPlan("rhomb", 7, seconds, OWN)
        plan.play(SizePlayed({"n": 3}), [{"swap": "stay"}], lambda: None)
        lines.append(tuple(played))
    few = min(map(len, lines))
    assert few > 0
    assert lines[0][:few] == lines[1][:few]


def test_a_game_that_is_over_at_the_start_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one such game under each of the rulings, and the clock does not have to run out."""
    engine = games.specification("rhomb", {"n": 3})
    over = evolve(engine.initial(), turn=(False, False))
    monkeypatch.setattr(type(engine), "initial", lambda _: over)
    monkeypatch.setattr(OwnImplementation, "engine", lambda _, *given: games.specification(*given))
    done = SizePlayed({"n": 3})
    plan = SizesPlan("rhomb", 7, 600.0, OWN)
    plan.play(done, [{"swap": "stay"}, {"swap": "mirror"}], lambda: None)
    assert (done.games, done.positions) == (2, 2)


def test_an_implementation_that_never_ends_is_interrupted() -> None:
    """In this process too: the game and the place are named, though its code catches exceptions."""
    effort = evolve(BRIEF, answer=1.0, witness=Planted(bug="endless"))
    found = outcome_of(effort, 1, ("rhomb", LockstepCheck()), lambda *_: None)
    assert not found.held
    assert found.failure.startswith("the game 'rhomb' gave no answer within 1 s")


def test_a_guest_that_never_ends_is_named_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is that of the guest's code."""
    games.implementation("rhomb", {"n": 3})
    from rhomb import plain  # noqa: PLC0415 - a guest

    source = "def chain(*_):\n    while True:\n        pass\n"
    made: dict[str, Any] = {}
    exec(compile(source, str(GUESTS / "rhomb" / "plain.py"), "exec"), made)  # noqa: S102 - ours
    monkeypatch.setattr(plain.Flooding, "chain", made["chain"])
    effort = evolve(BRIEF, answer=1.0)
    found = outcome_of(effort, 1, ("rhomb", LockstepCheck()), lambda *_: None)
    assert "the game 'rhomb' gave no answer within 1 s; it was interrupted at " in found.failure
    assert "plain.py:2" in found.failure or "plain.py:3" in found.failure
