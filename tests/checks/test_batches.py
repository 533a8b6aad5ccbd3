"""Recorded games, batch by batch: how many, of which seeds, and that each batch is judged."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from rulewright.checks import QUICK, bulk
from rulewright.checks.bulk import (
    AT_ONCE,
    FIRST_BATCH,
    JUDGED,
    LONGEST,
    ROOM,
    Batches,
    BulkCheck,
    CountedBulk,
    TimedBulk,
    batches_for,
    campaign,
    coverage_data,
    described,
    judge_part,
    seen_in,
)
from rulewright.interface import BeyondTheImplementation
from rulewright.parts.part import PartOutcome, WorkPart
from rulewright.play import games
from rulewright.play.watch import NoAnswer
from rulewright.spec.coverage import Coverage, RecordingRefuted, Tally

GAME = "minoa"
POSITIONS = 7
"""Of each recording."""


class Recorder:
    """Stands for a driver and a specification: notes what is recorded, and judges it."""

    def __init__(self, positions: int = POSITIONS, wrong: int | None = None) -> None:
        """Say how many positions each recording has, and which one differs."""
        self.positions, self.wrong = positions, wrong
        self.recorded: list[tuple[int, int, bool]] = []

    def record(self, seed: int, count: int, *, biased: bool, max_plies: int) -> int:
        """Note a recording; it is its number."""
        assert max_plies == LONGEST
        self.recorded.append((seed, count, biased))
        return len(self.recorded) - 1

    def check(self, recording: int) -> Coverage:
        """Judge it."""
        if recording == self.wrong:
            raise RecordingRefuted("the turn", 0, ["0,0-1,0"], "red", "blue")
        return Coverage(self.positions, {"MIN-1": Tally(3, 2, 1)})

    def count(self, recording: int) -> dict[str, int]:
        """Count an occasion in each biased recording."""
        return {"rare": recording % 2}

    def batches(self, wanted: int = 64, seed: int = 9, breadth: int = 5) -> Batches:
        """Prepare batches of these recordings."""
        return Batches(self, self, self.count, wanted, seed, breadth)


@pytest.fixture
def using(monkeypatch: pytest.MonkeyPatch) -> Callable[[Recorder], None]:
    """Let all batches be those of a recorder; each has a breadth of 5."""

    def use(recorder: Recorder) -> None:
        def made(_: Any, game: str, params: Any, rulings: Any, wanted: int, seed: int) -> Batches:
            assert (game, params, rulings) == (GAME, {"n": 1}, {})
            return recorder.batches(wanted, seed)

        monkeypatch.setattr(Batches, "of", classmethod(made))

    return use


def part(**share: Any) -> WorkPart:
    """Make a part."""
    return WorkPart(GAME, "bulk", {"n": 1}, {}, 9, share, "")


def test_a_batch_is_half_uniform_and_half_biased() -> None:
    """With seeds of its own; both are judged, and their occasions counted."""
    recorder = Recorder()
    seen = recorder.batches(64).batch(128)
    assert recorder.recorded == [(137, 32, False), (169, 32, True)]
    assert seen == Coverage(2 * POSITIONS, {"MIN-1": Tally(6, 4, 2)}, {"rare": 1})
    for wrong in (0, 1):
        with pytest.raises(RecordingRefuted):
            Recorder(wrong=wrong).batches().batch(0)


@pytest.mark.parametrize(
    ("wanted", "breadth", "half"),
    [
        (1, 5, 1),
        (7, 5, 4),
        (64, 5, 32),
        (5_000, 5, AT_ONCE),
        (5_000, ROOM // LONGEST // 100, 100),
        (30, ROOM // LONGEST // 100, 15),
        (5_000, ROOM, 1),
    ],
)
def test_a_batch_is_as_large_as_is_wanted_and_as_there_is_room(
    wanted: int, breadth: int, half: int
) -> None:
    """And has one game of each kind at least."""
    assert Recorder().batches(wanted, breadth=breadth).half == half


def test_a_campaign_goes_on_until_it_has_all_games_or_enough(
    using: Callable[[Recorder], None],
) -> None:
    """The seeds of its batches do not meet; the first difference ends it."""
    recorder = Recorder()
    using(recorder)
    seen = campaign(GAME, {"n": 1}, {}, 3 * 2 * AT_ONCE, 9)
    assert seen.positions == 6 * POSITIONS
    seeds = [range(seed, seed + count) for seed, count, _ in recorder.recorded]
    assert seeds == [range(9 + at * AT_ONCE, 9 + (at + 1) * AT_ONCE) for at in range(6)]
    for positions, batches in ((-(-JUDGED // 10), 1), (JUDGED // 10, 2)):
        recorder = Recorder(positions)
        using(recorder)
        assert 2 * positions * 5 >= JUDGED or batches == 2
        campaign(GAME, {"n": 1}, {}, 9_999, 9)
        assert len(recorder.recorded) == 2 * batches
    using(Recorder(wrong=3))
    with pytest.raises(RecordingRefuted):
        campaign(GAME, {"n": 1}, {}, 9_999, 9)


def test_enough_is_judged_when_there_are_so_many_candidates() -> None:
    """Not one less."""
    batches = Recorder().batches(breadth=8)
    assert batches.is_long_enough(JUDGED // 8)
    assert not batches.is_long_enough(JUDGED // 8 - 1)


def test_batches_grow_while_time_is_left(
    using: Callable[[Recorder], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each twice the last one, up to the largest; seeds do not meet; one batch in any case."""
    recorder, clock = Recorder(), iter(range(99))
    using(recorder)
    monkeypatch.setattr(bulk, "process_time", lambda: next(clock))
    seen, played = batches_for(part(), 8.0)
    sizes = [min(FIRST_BATCH << at, 2 * AT_ONCE) for at in range(8)]
    assert [count for _, count, biased in recorder.recorded if not biased] == [
        size // 2 for size in sizes
    ]
    assert played == sum(sizes)
    assert seen.positions == 2 * 8 * POSITIONS
    firsts = [seed - 9 for seed, _, biased in recorder.recorded if not biased]
    assert firsts == [sum(sizes[:at]) for at in range(8)]
    assert batches_for(part(), -99.0)[1] == FIRST_BATCH
    using(Recorder(0))
    assert batches_for(part(), 99.0)[1] == FIRST_BATCH


# --- parts ----------------------------------------------------------------------------------------


def test_a_part_is_one_batch_or_a_search(using: Callable[[Recorder], None]) -> None:
    """With all that the plan asks for."""
    recorder = Recorder()
    using(recorder)
    notes: list[str] = []
    done = judge_part(part(set=2, wanted=64, first=128), QUICK, notes.append)
    assert recorder.recorded == [(137, 32, False), (169, 32, True)]
    assert notes == [f"games under {part().options}"] * 2  # it is known to be at work
    assert done.counts == {"games": 64, "positions": 2 * POSITIONS}
    assert done.clauses == {"MIN-1": (6, 4, 2)}
    assert (done.occasions, done.data) == ({"rare": 1}, {"breadth": 5, "half": 32})
    assert (done.findings, 0 <= done.seconds < 60) == ((), True)
    recorder.recorded.clear()
    sought = judge_part(part(occasion="rare", attempt=3, games=64), QUICK)
    assert recorder.recorded == [(12, 32, False), (44, 32, True)]
    assert sought.counts == {"games": 64, "positions": 2 * POSITIONS}
    assert sought.data == {}


def test_a_part_of_some_time_is_of_compiled_games_or_of_others(
    using: Callable[[Recorder], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each in its own way."""
    using(Recorder())
    monkeypatch.setattr(bulk, "play_for", lambda *_: (3, Coverage(11)))
    for compiled, counts in ((True, (FIRST_BATCH, 2 * POSITIONS)), (False, (3, 11))):
        monkeypatch.setattr(bulk, "is_machine_code", lambda *_, compiled=compiled: compiled)
        done = judge_part(part(seconds=-1.0), QUICK)
        assert tuple(done.counts.values()) == counts


def test_what_is_found_in_a_part_is_its_finding(
    using: Callable[[Recorder], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A difference, or that there was no answer."""
    share = {"set": 0, "wanted": 64, "first": 0}
    for wrong in (0, 1):
        using(Recorder(wrong=wrong))
        done = judge_part(part(**share), QUICK)
        (finding,) = done.findings
        assert done.counts == {}
        assert finding.moves == ("0,0-1,0",)
        assert "the turn" in finding.text

    def silent(*_: Any) -> Any:
        raise NoAnswer(GAME, 9.0)

    monkeypatch.setattr(bulk, "judged", silent)
    (unanswered,) = judge_part(part(**share), QUICK).findings
    assert unanswered.text.endswith(f"(options: {part().options})")


def test_a_difference_is_told_with_its_game_even_if_single_engines_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or cannot be asked at all."""
    found = RecordingRefuted("the turn", 0, ["0,0-1,0"], "red", "blue")
    monkeypatch.setattr(bulk, "shortest_game", lambda *given: (given[2][:1], "said\nshown"))
    shown = described(part(), found)
    assert (shown.headline, shown.text, shown.moves) == ("said", "said\nshown", ("0,0-1,0",))

    def beyond(*_: Any) -> Any:
        raise BeyondTheImplementation("not this one")

    monkeypatch.setattr(games, "implementation", beyond)
    told = described(part(), found)
    assert told.headline == "the turn after 1 move"
    assert told.text.startswith(str(found))
    assert "moves (1): 0,0-1,0" in told.text


# --- outcomes -------------------------------------------------------------------------------------


def seen(positions: int, **share: Any) -> PartOutcome:
    """Return the outcome of a part that held."""
    share = {"set": 0, "first": 0} | share
    return seen_in(part(**share), Coverage(positions, {"MIN-1": Tally(3, 2, 1)}, {"rare": 2}), 4)


@pytest.mark.parametrize("kind", [CountedBulk, TimedBulk])
def test_what_parts_have_seen_is_added_up(kind: Any) -> None:
    """Positions, games, clauses and occasions; a part without counts adds none."""
    plan = kind(GAME, QUICK, 1)
    assert plan.take(seen(10))
    assert plan.take(seen(20, first=8))
    assert plan.take(PartOutcome(part(set=0, first=16)))
    assert plan.coverage == Coverage(30, {"MIN-1": Tally(6, 4, 2)}, {"rare": 4})
    assert plan.judged_games == 8
    outcome = plan.outcome(1.0)
    assert (outcome.held, outcome.cases) == (True, 30)
    assert outcome.data["judged"] == {"games": 8}
    assert outcome.data["coverage"] == {"MIN-1": {"held": 6, "failed": 4, "alone": 2}}


def test_occasions_that_were_not_met_are_counted_as_none() -> None:
    """In the data of all that are named."""
    told = coverage_data(Coverage(5, {}, {"met": 3}), ["met", "missed"], 7)
    assert told["occasions"] == {"met": 3, "missed": 0}
    assert told["judged"] == {"games": 7}


def test_sizes_that_are_played_for_some_time_are_counted_one_by_one() -> None:
    """Under each of their rulings, as they come."""
    plan = TimedBulk(GAME, QUICK, 1)
    for params, rulings in (({"n": 1}, {}), ({"n": 1}, {"end": "literal"}), ({"n": 2}, {})):
        done = evolve(seen(10), seconds=1.5)
        plan.take(evolve(done, part=evolve(done.part, params=params, rulings=rulings)))
    assert [(each.params, each.games, each.positions, each.seconds) for each in plan.sizes] == [
        ({"n": 1}, 8, 20, 3.0),
        ({"n": 2}, 4, 10, 1.5),
    ]
    assert plan.sizes[0].rulings == [{}, {"end": "literal"}]
    assert (plan.games, plan.said()) == (12, "30 positions, 12 games")
    outcome = plan.outcome(1.0)
    assert outcome.detail.endswith("3 sets of options")
    assert [each["positions"] for each in outcome.data["sizes"]] == [20, 10]


def test_occasions_of_timed_games_are_told_if_some_were_not_met(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only then."""
    for names, left in ((["rare"], 0), (["rare", "rarer"], 1), ([], 0)):
        monkeypatch.setattr(TimedBulk, "occasions", property(lambda _, names=names: names))
        plan = TimedBulk(GAME, QUICK, 1)
        plan.take(seen(10))
        said = [each for each in plan.outcome(1.0).scope.left_out if "occasions" in each]
        assert len(said) == left
        assert all("rarer (in 4 games" in each for each in said)


def test_the_plan_is_made_where_there_is_something_to_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A number of games of ours, of a guest as many as the time allows; else it is left out."""
    check = BulkCheck()
    assert isinstance(check.plan_parts(GAME, QUICK, 1), CountedBulk)
    monkeypatch.setattr(games, "is_guest", lambda _: True)
    assert isinstance(check.plan_parts(GAME, QUICK, 1), TimedBulk)
    asked: Any = SimpleNamespace(asked=True, called="the guest")
    left = check.run(GAME, evolve(QUICK, witness=asked), 1, lambda _: None)
    assert (left.verdict, left.left_out) == ("left out", "the guest is asked move by move")
    assert check.left_out(GAME) == ""
    assert check.left_out("no such game") == bulk.ALONE


def test_the_check_judges_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, until one is refuted."""
    only = (({"n": 1}, {}),)
    judged: list[WorkPart] = []

    def judge(each: WorkPart, *_: Any) -> PartOutcome:
        judged.append(each)
        return evolve(seen_in(each, Coverage(10), 8), data={"breadth": 5, "half": 4})

    monkeypatch.setattr(bulk, "judge_part", judge)
    outcome = BulkCheck().run(GAME, evolve(QUICK, only=only, bulk_games=24), 1, lambda _: None)
    assert (outcome.held, outcome.cases, len(judged)) == (True, 30, 3)
    assert 0 <= outcome.seconds < 60
    assert [each.share["first"] for each in judged] == [0, 8, 16]
