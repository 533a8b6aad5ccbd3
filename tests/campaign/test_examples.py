"""Examples of Hypothesis in a campaign's file: kept with the findings, tried first by the next run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from common.campaign_runs import Here, played
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisWarning

from rulewright.campaign import CampaignExamples, CampaignFile, NoCampaign, state_of
from rulewright.campaign.drawn import DRAWN_GAMES
from rulewright.campaign.examples import EXAMPLES, KEPT
from rulewright.campaign.telling import lines_of
from rulewright.campaign.work import DRAWN, RECORDED, done, looked_again
from rulewright.parts import PartOutcome, WorkPart, version_of

Guest = Callable[..., str]
MISSPELT = "reads misspelt"


def drawn_part(game: str, seed: int = 0, games: int = 8) -> WorkPart:
    """Return a part in which Hypothesis draws the games."""
    share = {"games": games, "round": 0, "number": seed, "options": 0}
    return WorkPart(game, DRAWN, {"n": 3}, {"swap": "stay"}, seed, share, version_of(game))


def quietly(*_: str) -> None:
    """Discard progress."""


def test_what_hypothesis_alone_finds_is_kept_and_replayed_from_its_example(guest: Guest) -> None:
    """A misspelt action is accepted: no other kind of part offers it, and the moves do not show it."""
    part = drawn_part(guest(MISSPELT))
    found = done(part, quietly)
    (finding,) = found.findings
    assert "accepts ' " in finding.headline
    assert len(finding.moves) <= 3
    assert found.data["by_moves"] is False
    kept = found.data[EXAMPLES][KEPT]
    assert kept
    share = {**part.share, "moves": list(finding.moves), "by_moves": False, EXAMPLES: kept}
    again = looked_again(evolve(part, share=share), quietly)
    assert "accepts ' " in again.findings[0].headline


def test_a_campaign_keeps_the_example_and_the_next_run_tries_it_first(
    guest: Guest, tmp_path: Path
) -> None:
    """It is in the file, `status` counts it, and the finding is reported before anything is played."""
    game, file = guest(MISSPELT), tmp_path / "c"
    first = played(file, game, 9_000)
    (finding, *_) = first.state.findings
    assert finding.finding.check == DRAWN
    (state,) = first.state.games
    assert state.examples >= 1
    assert state.as_json()["examples"] == state.examples
    assert f"{state.examples} failing example" in "\n".join(lines_of(first.state))
    given = []

    class Noted(Here):
        def submit(self, work: Any, part: Any, limit: float = 0.0) -> Any:
            given.append((work, part))
            return super().submit(work, part, limit)

    again = played(file, game, 9_000, executor=Noted())
    assert again.said[0].startswith("still there: difference")
    work, part = given[0]
    assert (work, part.check) == (looked_again, DRAWN)
    assert len(part.share[EXAMPLES]) == state.examples
    assert again.state.games[0].examples >= 1


def test_examples_that_fail_no_more_are_dropped(guest: Guest) -> None:
    """The right engine is given the examples on which the wrong one failed."""
    names = guest(MISSPELT), guest()
    wrong, right = map(drawn_part, names)
    kept = done(wrong, quietly).data[EXAMPLES][KEPT]
    assert done(right, quietly) == PartOutcome(right, {DRAWN_GAMES: 8})
    mended = evolve(right, share={**right.share, "moves": ["a1"], "by_moves": True})
    key = key_of(right)  # as if the right one had failed on it before it was mended
    again = looked_again(
        evolve(mended, share={**mended.share, EXAMPLES: [[key, kept[0][1]]]}), quietly
    )
    assert not again.findings
    assert again.data[EXAMPLES] == {"kept": [], "dropped": [[key, kept[0][1]]]}


def key_of(part: WorkPart) -> str:
    """Return the key under which the examples of a part are kept: what Hypothesis asks for."""
    import rulewright.campaign.drawn as module  # noqa: PLC0415 - to listen to its database

    asked: list[bytes] = []

    class Listening(module.in_memory([]).__class__):  # type: ignore[misc]
        def fetch(self, key: bytes) -> Any:
            asked.append(key)
            return super().fetch(key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "in_memory", lambda _: Listening())
        done(part, quietly)
    return asked[0].hex()


def test_the_games_that_hypothesis_draws_depend_on_the_part_alone(
    guest: Guest, tmp_path: Path
) -> None:
    """Also where other modules were loaded and tested, from whose constants Hypothesis draws."""
    part = drawn_part(guest(), 5)
    program = """
import json, sys
if "others" in sys.argv:
    import unasked_module
from rulewright.campaign import drawn
from rulewright.campaign.work import done
from rulewright.parts import WorkPart
from rulewright.testing import GameMachine
seen, before = [], GameMachine.teardown
def teardown(self):
    seen.append(self.moves if self.trial else ())
    before(self)
GameMachine.teardown = teardown
part = WorkPart.of_json(json.loads(sys.argv[1]))
if "others" in sys.argv:
    drawn.BY_SEED, kept = "hypothesis", drawn.BY_SEED
    done(part, lambda *_: None)
    drawn.BY_SEED = kept
    seen.clear()
outcome = done(part, lambda *_: None)
print(json.dumps([dict(outcome.counts), seen]))
"""
    constants = ", ".join(str(number) for number in range(70_000, 90_000, 7))
    (tmp_path / "unasked_module.py").write_text(f"MANY = [{constants}]\n", encoding="utf-8")
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    said = [
        subprocess.run(
            [sys.executable, "program.py", json.dumps(part.as_json()), *others],
            cwd=tmp_path,
            env=os.environ,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for others in ((), ("others",))
    ]
    counts, games = json.loads(said[0])
    assert counts == {DRAWN_GAMES: 8}
    assert max(map(len, games)) > 4
    assert said[0] == said[1]


def test_what_depends_on_earlier_games_is_found_again(guest: Guest) -> None:
    """After forty games on one instance: the moves alone show nothing, so the part is done again."""
    part = evolve(drawn_part(guest("remembers"), games=64), check=RECORDED)
    found = done(part, quietly)
    (finding,) = found.findings
    assert found.data == {"by_moves": False}
    share = {**part.share, "moves": list(finding.moves), **found.data}
    assert looked_again(evolve(part, share=share), quietly).findings == found.findings


# --- the tests of a user ------------------------------------------------------------------------------


def fails_on_large(database: CampaignExamples, tried: list[int]) -> Callable[[], None]:
    """Return a test of Hypothesis's that fails for large numbers."""

    @settings(database=database, max_examples=60)
    @given(st.integers(0, 10_000))
    def fails(number: int) -> None:
        tried.append(number)
        assert number < 500

    return fails


def test_tests_of_a_user_keep_their_examples_in_the_same_file(tmp_path: Path) -> None:
    """The second session tries first on what the first one failed."""
    file = tmp_path / "c"
    CampaignFile.write(str(file)).close()
    for session in range(2):
        tried: list[int] = []
        with pytest.raises(AssertionError):
            fails_on_large(CampaignExamples(str(file)), tried)()
        if session:
            assert tried[0] == 500  # the smallest one, from the file
    with CampaignFile.read(str(file)) as opened:
        state = state_of(opened, "c")
    assert state.examples > 0
    assert state.as_json()["examples"] == state.examples
    assert "for Hypothesis" in "\n".join(lines_of(state))


def test_examples_are_read_but_not_written_while_a_campaign_runs(tmp_path: Path) -> None:
    """The coordinator alone writes the file; Hypothesis warns."""
    file = tmp_path / "c"
    with pytest.raises(NoCampaign, match="begins one"):
        CampaignExamples(str(file))
    CampaignFile.write(str(file)).close()
    examples = CampaignExamples(str(file))
    examples.save(b"key", b"one")
    with CampaignFile.write(str(file)):
        with pytest.warns(HypothesisWarning, match="the example is not kept: .* is in use"):
            examples.save(b"key", b"two")
        assert examples.fetch(b"key") == [b"one"]
    examples.move(b"key", b"other", b"one")
    assert (examples.fetch(b"key"), examples.fetch(b"other")) == ([], [b"one"])
    examples.delete(b"other", b"one")
    examples.delete(b"other", b"one")  # it is gone, which is as good
    assert examples.fetch(b"other") == []
