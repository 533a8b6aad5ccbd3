"""An adapter as the second witness: what is wrong with it is said of it."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulewright.checks.exhaustive import ExhaustiveCheck
from rulewright.checks.laws import LawsCheck
from rulewright.checks.lockstep import LockstepCheck, option_sets
from rulewright.checks.outcome import ADAPTERS, QUICK, Outcome
from rulewright.checks.unplayed import unplayed
from rulewright.checks.verification import outcome_of
from rulewright.checks.witness import OwnImplementation
from rulewright.conformance.adapter.engine import AdapterWitness
from rulewright.conformance.adapter.process import Limits
from rulewright.play import games

GUESTS = Path(__file__).parents[1] / "common" / "guests"
ADAPTER = """
import json, sys
sys.path.insert(0, sys.argv[2])
mode, engine, state = sys.argv[1], None, None
from rhomb import plain
for line in sys.stdin:
    asked, answer = json.loads(line), {}
    match asked["cmd"]:
        case "hello":
            answer = {"version": 1, "name": mode, "language": "python", "games": ["rhomb"]}
        case "new" if mode == "unsupported":
            answer = {"ok": False, "unsupported": "all of it"}
        case "new":
            engine = plain.GAME.engine(asked["params"], asked["rulings"])
            state = engine.initial()
        case "legal" if mode == "crash" and state.red:
            sys.exit(7)
        case "legal" if mode == "garbage":
            print("what?", flush=True)
            continue
        case "legal" if mode == "silent":
            continue
        case "legal":
            answer = {"actions": list(engine.legal_actions(state))}
        case "play":
            try:
                state = engine.play(state, asked["action"])
            except plain.IllegalAction as refusal:
                answer = {"ok": False, "illegal": str(refusal)}
                if mode == "moved":
                    state = engine.initial()
        case "state":
            answer = {
                "over": engine.is_over(state), "turn": engine.turn(state),
                "winners": list(engine.winners(state)), "scores": engine.scores(state),
                "position": engine.to_json(state),
            }
            if mode == "unreported":
                del answer["position"]
            if mode == "late" and len(state.red) == 2:
                answer["turn"] = "red"
    print(json.dumps({"ok": True, **answer}), flush=True)
"""


@pytest.fixture
def adapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the adapter, and find the guest."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(GUESTS))
    file = tmp_path / "adapter.py"
    file.write_text(ADAPTER, encoding="utf-8")
    return file


def checked(adapter: Path, mode: str, check: object) -> Outcome:
    """Run one check of Rhomb against the adapter."""
    words = (sys.executable, str(adapter), mode, str(GUESTS))
    witness = AdapterWitness(words, Limits(answer=2.0))
    effort = evolve(
        QUICK, seconds_a_size=0.2, option_sets=1, witness=witness, only=(({"n": 2}, {}),)
    )
    return outcome_of(effort, 1, ("rhomb", check), lambda *_: None)  # type: ignore[arg-type]


def test_a_right_engine_holds_everywhere(adapter: Path) -> None:
    """It plays from the start, so positions are not read, and this is said."""
    found = checked(adapter, "right", LockstepCheck())
    assert found.held, found.failure
    assert found.cases > 0
    assert any("reading positions" in each for each in found.scope.left_out)
    swept = checked(adapter, "right", ExhaustiveCheck())
    assert swept.held, swept.failure
    assert "1 game in full" in swept.detail
    laws = checked(adapter, "right", LawsCheck())
    assert laws.held, laws.failure
    assert laws.detail.endswith("both engines")


def test_what_it_does_not_report_is_not_compared(adapter: Path) -> None:
    """The parts are named."""
    found = checked(adapter, "unreported", LockstepCheck())
    assert found.held, found.failure
    assert any("does not report: red, blue, turn" in each for each in found.scope.left_out)


@pytest.mark.parametrize(
    ("mode", "said"),
    [("late", "turn after"), ("moved", "is refused")],
)
def test_a_wrong_engine_is_named(adapter: Path, mode: str, said: str) -> None:
    """A wrong turn; and another position after an action that it refused."""
    found = checked(adapter, mode, LockstepCheck())
    assert (found.verdict, found.blame) == ("FAILED", "")
    first = found.failure.splitlines()[0]
    assert said in first
    assert f"adapter.py {mode}" in first


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("crash", "broke down after a1: the adapter ended in the middle of the conversation"),
        ("garbage", "broke down: the answer to 'legal' is not a JSON object"),
        ("silent", "broke down: no answer to 'legal' within 2 s"),
    ],
)
def test_a_fault_is_the_adapters(adapter: Path, mode: str, said: str) -> None:
    """In one line, with an exit status of its own."""
    found = checked(adapter, mode, ExhaustiveCheck())
    assert (found.verdict, found.blame) == ("FAILED", ADAPTERS)
    assert said in found.failure
    assert len(found.failure.splitlines()) == 1


def test_nothing_holds_that_it_does_not_support(adapter: Path) -> None:
    """Nothing was compared, and the rest is left out."""
    found = checked(adapter, "unsupported", LockstepCheck())
    assert found.verdict == "FAILED"
    assert "supports none of the options that are checked" in found.failure
    assert checked(adapter, "unsupported", ExhaustiveCheck()).verdict == "left out"


NARROW = {"removal": 1, "placement": 2, "connectivity": 3, "bar": 1, "no_disc_step": 1}
"""The readings of five of Nonaga's questions, by number; the engine plays no others."""


class NarrowWitness(OwnImplementation):
    """An engine that was asked for and plays one reading of these questions."""

    def plays(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> bool:
        """Return whether all of these readings are in force."""
        readings = games.specified(game).readings
        own = {name: readings[name][number] for name, number in NARROW.items()}
        return dict(rulings) == {**rulings, **own} and super().plays(game, params, rulings)


@pytest.mark.parametrize("seed", range(4))
def test_an_engine_of_one_combination_of_readings_is_played(seed: int) -> None:
    """It supports no default and no single deviation; what it lacks is said as it was asked."""
    witness = NarrowWitness(called="it", asked=True)
    chosen = option_sets("nonaga", 10, seed, witness)
    assert chosen
    assert all(witness.plays("nonaga", *each) for each in chosen)
    said = {each.reason for each in unplayed("nonaga", chosen, witness)}
    assert said == {"it does not play it with the defaults of the other questions"}


def test_it_travels_without_what_was_started(adapter: Path) -> None:
    """Each process starts its own."""
    witness = AdapterWitness((sys.executable, str(adapter), "right", str(GUESTS)))
    assert witness.missing("minoa").endswith("does not play minoa, but rhomb")
    again = pickle.loads(pickle.dumps(witness))  # noqa: S301 - our own
    witness.close()
    assert again == witness
    assert json.dumps(again.words) == json.dumps(witness.words)
    assert games.is_guest("rhomb")
