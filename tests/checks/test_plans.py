"""What decides that a check has held: all its parts were done, and none of them found anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define, evolve, field

from rulewright.checks import CHECKS, NORMAL, QUICK, laws
from rulewright.checks.bulk import JUDGED, LONGEST, SOUGHT, BulkCheck, BulkPlan, TimedBulk
from rulewright.checks.exhaustive import SHARE, ExhaustiveCheck, Sweep, Sweeping
from rulewright.checks.laws import FEWEST, LawsCheck
from rulewright.checks.lockstep import LockstepCheck, LockstepPlan
from rulewright.checks.outcome import Effort, Outcome
from rulewright.checks.parted import different, in_this_process
from rulewright.checks.proving import Proved
from rulewright.checks.theorems import TheoremsCheck, TheoremsPlan
from rulewright.checks.verification import left_out, lost_outcome
from rulewright.parts.part import PartOutcome, WorkPart
from rulewright.play import games
from rulewright.play.lockstep import Disagreement

GAME, RARE = "minoa", "dreieck"
"""A game without rare occasions, and one with some."""
OURS = [name for name in games.game_names() if not games.is_guest(name)]
POSITIONS, BREADTH, HALF = 10, 8, 8
"""Of each part; the most actions of a position; and the games of each kind in a batch."""


A_MINUTE = 60.0


def ignore(*_: Any) -> None:
    """Discard progress."""


@define
class Work:
    """Stands for the work of a plan: each part has some positions, and one of them a difference."""

    wrong: int | None = None
    positions: int = POSITIONS
    met: tuple[str, ...] = ()
    """Rare occasions that are met, and in which attempt the one that is searched for."""
    attempt: int = 0
    parts: list[WorkPart] = field(factory=list)

    def __call__(self, part: WorkPart, _: Any) -> PartOutcome:
        """Do a part."""
        self.parts.append(part)
        found = self.wrong == len(self.parts) - 1
        sought = part.share.get("occasion")
        met = self.met if sought is None else (sought,) * (part.share["attempt"] == self.attempt)
        return PartOutcome(
            part,
            {} if found else {"games": 1, "positions": self.positions},
            occasions=dict.fromkeys(met, 1),
            findings=(different(part, "wrong", "it is wrong", ()),) if found else (),
            data={}
            if sought or found
            else {"breadth": BREADTH, "half": HALF, "rulings": [dict(part.rulings)]},
        )

    def outcome(self, plan: Any) -> Outcome:
        """Do all parts of a plan."""
        in_this_process(plan, self, ignore)
        made: Outcome = plan.outcome(1.0)
        return made


def in_detail() -> LockstepPlan:
    """Plan the games of lockstep."""
    plan = LockstepCheck().plan_parts(GAME, QUICK, 1)
    assert isinstance(plan, LockstepPlan)
    return plan


def in_bulk(game: str = GAME) -> BulkPlan:
    """Plan recorded games."""
    plan = BulkCheck().plan_parts(game, QUICK, 1)
    assert isinstance(plan, BulkPlan)
    return plan


def for_some_time() -> BulkPlan:
    """Plan recorded games as of a guest."""
    return TimedBulk(GAME, QUICK, 1)


BATCHES = QUICK.bulk_games // (2 * HALF)
COUNTS = {
    in_detail: QUICK.option_sets,
    in_bulk: BATCHES + QUICK.option_sets - 1,
    for_some_time: 9 * 10,
}
"""How many parts each plan has: of recorded games several batches of the first set of options, or each
size under each of the rulings that reveal most."""


@pytest.mark.parametrize("plan", COUNTS)
def test_a_check_holds_once_all_its_parts_are_done(plan: Any) -> None:
    """The first one that finds nothing does not end it."""
    work = Work()
    outcome = work.outcome(plan())
    assert (outcome.held, outcome.failure) == (True, "")
    assert len(work.parts) == len(set(work.parts)) == COUNTS[plan]
    assert outcome.cases == POSITIONS * len(work.parts)


@pytest.mark.parametrize("plan", COUNTS)
@pytest.mark.parametrize("wrong", [0, 1, 5, -1])
def test_what_any_part_finds_is_a_failure(plan: Any, wrong: int) -> None:
    """The first one or the last one; nothing is done after it."""
    at = wrong % COUNTS[plan]
    work = Work(wrong=at)
    outcome = work.outcome(plan())
    assert (outcome.held, outcome.failure) == (False, "it is wrong")
    assert len(work.parts) == at + 1
    assert outcome.cases == POSITIONS * at
    assert outcome.data.get("judged", {"games": at}) == {"games": at}


@pytest.mark.parametrize(("sets", "said"), [(1, "1 set of options"), (2, "2 sets of options")])
def test_the_sets_of_options_are_counted(sets: int, said: str) -> None:
    """In the table."""
    only = (({"n": 1}, {}), ({"n": 1, "k": 3}, {}))[:sets]
    for check in (LockstepCheck(), BulkCheck()):
        plan = check.plan_parts(GAME, evolve(QUICK, only=only), 1)
        assert Work().outcome(plan).detail.endswith(said)


def test_lockstep_plays_the_games_of_its_effort_under_each_set_of_options() -> None:
    """The first ones of a seed: a campaign goes on with those after them."""
    work = Work()
    work.outcome(in_detail())
    plies = QUICK.plies_in_detail
    assert {tuple(part.share.items()) for part in work.parts} == {
        (("first", 0), ("games", QUICK.lockstep_games), ("plies", plies))
    }


def test_lockstep_without_options_has_compared_nothing() -> None:
    """Which is said."""
    outcome = LockstepPlan(GAME, QUICK, 1, ()).outcome(1.0)
    assert not outcome.held
    assert "nothing was compared" in outcome.failure


def test_batches_go_on_until_enough_was_judged() -> None:
    """Candidates are counted: positions times the most actions of one."""
    work = Work()
    work.outcome(in_bulk())
    firsts = [part.share["first"] for part in work.parts if part.share["set"] == 0]
    assert firsts == [2 * HALF * number for number in range(BATCHES)]
    assert {part.share["first"] for part in work.parts if part.share["set"]} == {0}
    for positions, batches in ((JUDGED // BREADTH, 1), (JUDGED // BREADTH - 1, 2)):
        work = Work(positions=positions)
        assert work.outcome(in_bulk()).held
        assert len([part for part in work.parts if part.share["set"] == 0]) == batches


def test_a_batch_waits_for_others_if_these_may_be_enough() -> None:
    """Two batches of the longest games, which nobody has taken yet, would be; one would not."""
    plan, work = in_bulk(), Work()
    parts = iter(plan.parts())
    most = 2 * HALF * (LONGEST + 1)
    for part in iter(parts.__next__, None):
        done = work(part, ignore)
        plan.take(evolve(done, data={**done.data, "breadth": -(-JUDGED // (POSITIONS + 2 * most))}))
    kinds = [None if part is None else part.share["first"] // (2 * HALF) for part in parts]
    later = [each for number in range(3, BATCHES) for each in (None, number)]
    assert kinds[1 : len(later) + 3] == [1, 2, *later][1:]


@pytest.mark.parametrize("attempt", [0, 2, 3, 4])
def test_a_rare_occasion_is_searched_for_until_it_is_met(attempt: int) -> None:
    """In four attempts; one that never occurs is a failure."""
    names = tuple(each.name for each in games.specified(RARE).occasions)
    *met, sought = names
    work = Work(met=tuple(met), attempt=attempt)
    outcome = work.outcome(in_bulk(RARE))
    searches = [part.share for part in work.parts if "occasion" in part.share]
    tried = range(min(attempt + 1, 4))
    assert searches == [{"occasion": sought, "attempt": at, "games": SOUGHT} for at in tried]
    assert outcome.held == (attempt < 4)
    assert (f"never met: {sought}" in outcome.failure) == (not outcome.held)


def test_occasions_of_games_played_for_some_time_are_named_if_they_were_not_met() -> None:
    """That is no failure: there was only so much time."""
    *met, missed = (each.name for each in games.specified(RARE).occasions)
    outcome = Work(met=tuple(met)).outcome(TimedBulk(RARE, QUICK, 1))
    (said,) = (each for each in outcome.scope.left_out if "occasions" in each)
    assert outcome.held
    assert said.startswith(f"occasions that were not met: {missed} (in ")
    every = Work(met=(*met, missed)).outcome(TimedBulk(RARE, QUICK, 1))
    assert not any("occasions" in each for each in every.scope.left_out)


@pytest.mark.parametrize("game", OURS)
def test_no_check_of_our_games_is_left_out(game: str) -> None:
    """Each has what every check is about."""
    reasons = {each.name: left_out(game, each) for each in CHECKS}
    assert len(reasons) == 7
    assert not any(reasons.values())


@define
class Swept:
    """Stands for the sweeps of small boards: each has the positions that it may have, 40 at most."""

    wrong: int | None = None
    most: list[int] = field(factory=list)

    def __call__(self, params: Any, rulings: Any, most: int) -> Sweep:
        """Sweep a board."""
        self.most.append(most)
        if len(self.most) - 1 == self.wrong:
            raise Disagreement("the turn", (), 1, 2)
        return Sweep(params, rulings, min(most, 40), 1, 1, 1, complete=most >= 40)


def swept(monkeypatch: pytest.MonkeyPatch, sweep: Swept, positions: int, boards: int) -> Outcome:
    """Run the check on one small board, again and again."""
    monkeypatch.setattr(Sweeping, "sweep", sweep)
    only = (({"n": 1, "k": 2}, {}),) * boards
    effort = evolve(QUICK, positions=positions, only=only)
    return ExhaustiveCheck().run(GAME, effort, 1, ignore)


def test_boards_are_swept_until_no_positions_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one in part; those after it are not begun."""
    sweep = Swept()
    outcome = swept(monkeypatch, sweep, 100, 5)
    assert (outcome.held, outcome.failure) == (True, "")
    assert (outcome.cases, sweep.most) == (100, [100, 60, 20])
    assert 0 <= outcome.seconds < A_MINUTE
    assert outcome.detail.startswith("2 games in full, 1 in part, 3 actions")
    sweep = Swept()
    assert swept(monkeypatch, sweep, 500, 5).cases == 200
    assert sweep.most == [500, 460, 420, 380, 340]


@pytest.mark.parametrize("wrong", [0, 1, 4])
def test_a_difference_on_any_board_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, wrong: int
) -> None:
    """Also after boards on which none was found."""
    sweep = Swept(wrong)
    outcome = swept(monkeypatch, sweep, 500, 5)
    assert not outcome.held
    assert outcome.failure.startswith("the turn at the start: ")
    assert (len(sweep.most), outcome.cases) == (wrong + 1, 40 * wrong)


def test_no_position_compared_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its reason."""
    outcome = swept(monkeypatch, Swept(), 0, 5)
    assert not outcome.held
    assert outcome.failure


def test_positions_are_visited_one_by_one_for_so_long() -> None:
    """To the end of the ply in which there are as many as are wanted; without time, hardly any."""
    alone = Sweeping(GAME, None, ignore).sweep({"n": 1, "k": 2}, {}, 40)
    assert (alone.positions, alone.complete) == (130, False)
    short = Sweeping(GAME, None, ignore, seconds=0.0)
    assert not short.time_left
    assert short.sweep({"n": 1, "k": 2}, {}, 40).positions < 10


def test_a_game_too_large_to_finish_has_a_small_share() -> None:
    """A part of the positions for each of its first actions, and at least one."""
    check, large = ExhaustiveCheck(), evolve(QUICK, positions=160_000)
    engine = games.specification(GAME, {}, {})
    first = len(engine.legal_actions(engine.initial()))
    assert check.share(GAME, {"n": 1, "k": 2}, large) == 160_000
    assert check.share(GAME, {}, large) == 160_000 // (SHARE * first)
    assert check.share(GAME, {}, evolve(QUICK, positions=1)) == 1


@pytest.mark.parametrize("wrong", [None, 0, 1, 5, 7])
def test_laws_are_played_on_both_engines_under_all_options(
    monkeypatch: pytest.MonkeyPatch, wrong: int | None
) -> None:
    """A quarter of the games of lockstep, here two; a difference in any of them is a failure."""
    played: list[Any] = []

    def game(engine: Any, *_: Any, **__: Any) -> int:
        played.append(engine)
        if len(played) - 1 == wrong:
            raise Disagreement("the law", (), 1, 2)
        return POSITIONS

    monkeypatch.setattr(laws, "reads", lambda _: True)
    monkeypatch.setattr(laws, "random_game", game)
    monkeypatch.setattr(laws, "unsteadiness", lambda *_: "")
    only = (({"n": 1}, {}), ({"n": 1, "k": 3}, {}))
    effort = evolve(QUICK, only=only, lockstep_games=8)
    outcome = LawsCheck().run(GAME, effort, 1, ignore)
    assert outcome.held == (wrong is None)
    assert outcome.failure.startswith("the law") == (wrong is not None)
    assert len(played) == (8 if wrong is None else wrong + 1)
    assert outcome.cases == POSITIONS * (8 if wrong is None else wrong)
    assert 0 <= outcome.seconds < A_MINUTE
    assert outcome.detail.endswith("both engines") == (wrong is None or wrong > 2)
    kinds = [each.params["k"] for each in played]
    assert kinds == [2, 2, 2, 2, 3, 3, 3, 3][: len(played)]


@pytest.mark.parametrize(("effort", "sets"), [(QUICK, FEWEST), (NORMAL, NORMAL.option_sets // 4)])
def test_laws_are_played_under_a_quarter_of_the_options(
    monkeypatch: pytest.MonkeyPatch, effort: Effort, sets: int
) -> None:
    """Or under a few; on both engines each."""
    played: list[Any] = []

    def game(engine: Any, *_: Any, **__: Any) -> int:
        played.append(engine)
        return 1

    monkeypatch.setattr(laws, "reads", lambda _: True)
    monkeypatch.setattr(laws, "random_game", game)
    outcome = LawsCheck().run(GAME, effort, 1, ignore)
    assert (outcome.held, outcome.cases, len(played)) == (True, 2 * sets, 2 * sets)


def verdicts(names: list[str]) -> Iterator[Proved]:
    """Return a verdict on each theorem: it is proved."""
    for name in names:
        yield Proved(name, "proved", True, 1.0, 1, "", "", 0, 0, 0, "", None, None)


@pytest.mark.parametrize("lacking", [0, 1])
@pytest.mark.parametrize("wrong", [None, 0, -1])
def test_theorems_hold_if_each_has_a_verdict_and_none_fails(
    lacking: int, wrong: int | None
) -> None:
    """The first one or the last one."""
    plan = TheoremsPlan(GAME, QUICK)
    names = plan.chosen[: len(plan.chosen) - lacking]
    done = list(verdicts(names))
    if wrong is not None:
        done[wrong] = evolve(done[wrong], holds=False, status="refuted")
    for each in done:
        plan.proved(each)
    outcome = plan.outcome(1.0)
    assert outcome.held == (wrong is None and not lacking)
    assert ("refuted" in outcome.failure) == (wrong is not None)
    assert outcome.cases == len(names) - (wrong is not None)


@pytest.mark.parametrize("game", OURS)
def test_slow_theorems_that_are_left_out_are_named(game: str) -> None:
    """In quick runs; otherwise none is."""
    slow = [each.name for each in games.theorems(game) if each.slow]
    quick, normal = (TheoremsPlan(game, effort).outcome(1.0) for effort in (QUICK, NORMAL))
    assert quick.scope.left_out == ((f"slow theorems: {', '.join(slow)}",) if slow else ())
    assert (f"{len(slow)} slow theorems left out" in quick.detail) == bool(slow)
    assert normal.scope.left_out == ()
    assert "slow" not in normal.detail


def test_what_is_on_trust_is_counted() -> None:
    """What the theorems say themselves, and what was found as they were proved."""
    plan = TheoremsPlan(GAME, QUICK)
    said = sum(len(list(each.on_trust())) for each in plan.every if each.name in plan.chosen)
    first, *others = verdicts(plan.chosen)
    for each in (evolve(first, unheld=("one", "two")), *others):
        plan.proved(each)
    assert said > 0
    assert f", {said + 2} statements on trust" in plan.outcome(1.0).detail


def test_no_theorem_is_no_verdict() -> None:
    """Which is said."""
    outcome = TheoremsPlan(GAME, evolve(QUICK, theorems="none of this name")).outcome(1.0)
    assert (outcome.held, outcome.failure) == (False, "no theorem was proved")


def shared_outcomes(
    monkeypatch: pytest.MonkeyPatch, wrong: str = ""
) -> tuple[TheoremsCheck, list[Outcome]]:
    """Return the outcomes of all shares; one theorem does not hold."""

    def proved(_: str, __: object, name: str, ___: object) -> Proved:
        (verdict,) = verdicts([name])
        return verdict if name != wrong else evolve(verdict, holds=False, status="refuted")

    monkeypatch.setattr("rulewright.checks.theorems.proved", proved)
    check = TheoremsCheck()
    shares = check.shares(GAME, QUICK)
    return check, [each.run(GAME, QUICK, 1, lambda _: None) for each in shares]


def test_the_theorems_hold_if_each_share_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """All are shares; the outcome is that of the check as a whole, whatever came first."""
    check, every = shared_outcomes(monkeypatch)
    plan = TheoremsPlan(GAME, QUICK)
    for each in verdicts(plan.chosen):
        plan.proved(each)
    joined = check.joined(GAME, QUICK, every[::-1], 1.0)
    assert joined.held
    assert joined == plan.outcome(1.0)
    assert joined.cases == len(every) > 1


def test_one_share_that_has_not_held_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuted, without a result, or missing."""
    wrong = TheoremsPlan(GAME, QUICK).chosen[-1]
    check, every = shared_outcomes(monkeypatch, wrong)
    refuted = check.joined(GAME, QUICK, every, 1.0)
    assert (refuted.verdict, refuted.cases) == ("FAILED", len(every) - 1)
    assert wrong in refuted.failure
    check, every = shared_outcomes(monkeypatch)
    lost = check.joined(GAME, QUICK, [*every[:-1], lost_outcome(GAME, "theorems", "gone")], 1.0)
    assert lost.verdict == "LOST"
    assert check.joined(GAME, QUICK, every[:-1], 1.0).verdict == "FAILED"


def test_a_guest_is_proved_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process than that of the check is watched: its code may end it."""
    monkeypatch.setattr("rulewright.checks.theorems.games.is_guest", lambda _: True)
    assert TheoremsCheck().shares(GAME, QUICK) == ()
