"""Games of lockstep on a small game: any one wrong answer to anything that is asked is found."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from common.twin_rows import KNOWN, LIES, ToldWitness, TwinRules

from rulewright.checks import QUICK, lockstep
from rulewright.checks.lockstep import (
    CHANGED,
    CHANGED_EVERY,
    MISSPELT,
    OFFERED,
    FormsMet,
    LockstepCheck,
    LockstepPlan,
    by_diagonals,
    nothing_played,
    offer_changed,
    offer_forms,
    offer_misspelt,
    option_sets,
    play_part,
    random_game,
    rotated,
    shrunk,
)
from rulewright.interface import MalformedPosition
from rulewright.parts.part import PartOutcome, WorkPart
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, Lockstep
from rulewright.play.misspelt import misspellings
from rulewright.play.rulings import covering, every_set

GAME = "minoa"
TOY = TwinRules()
STATES = KNOWN[2]
ENDED = (0, 0, 3, 1, 1)
SEEDS = range(120)


class Asked:
    """An engine that notes what it is asked to play and to read."""

    def __init__(self, engine: Any) -> None:
        """Ask another engine."""
        self.engine = engine
        self.played: list[tuple[Any, str]] = []
        self.read: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        """Ask it."""
        return getattr(self.engine, name)

    def play(self, state: Any, action: str) -> Any:
        """Note the action."""
        self.played.append((state, action))
        return self.engine.play(state, action)

    def from_json(self, position: Any) -> Any:
        """Note the position."""
        self.read.append(position)
        return self.engine.from_json(position)


def differs(tested: Any, reference: Any = TOY, seeds: Any = SEEDS) -> Disagreement | None:
    """Play games up to the first that shows a difference."""
    for seed in seeds:
        try:
            random_game(reference, tested, Random(seed), forms=FormsMet())
        except Disagreement as found:
            return found
    return None


def state_after(moves: Any) -> Any:
    """Play moves."""
    state = TOY.initial()
    for action in moves:
        state = TOY.play(state, action)
    return state


@pytest.mark.parametrize("question", LIES)
def test_a_lie_about_any_position_is_found_there(question: str) -> None:
    """Be it the first or the last of a game."""
    for state in STATES:
        lie = LIES[question](getattr(TOY, question)(state))
        found = differs(evolve(TOY, lies={(question, state): lie}))
        assert found is not None, state
        assert state_after(found.moves) == state


def test_an_illegal_action_that_is_played_is_found() -> None:
    """One of those that there are, in any position where a player is to move."""
    for state in STATES:
        if TOY.is_over(state):
            continue
        for action in set(TOY.candidates(state)) - set(TOY.legal_actions(state)):
            found = differs(evolve(TOY, accepts=(state, action)))
            assert found is not None, (state, action)
            assert found.what == f"refusal of {action!r}"


@pytest.mark.parametrize("text", ["no action"])
def test_what_is_no_action_is_refused_at_the_end(text: str) -> None:
    """By both."""
    for state in filter(TOY.is_over, STATES):
        found = differs(evolve(TOY, accepts=(state, text)))
        assert found is not None
        assert found.what == f"refusal of {text!r}"
        assert differs(TOY, evolve(TOY, accepts=(state, text))) is not None


def test_a_misspelt_action_that_is_played_is_found() -> None:
    """At the start each of one action: it is the first of its form."""
    texts = {text for each in misspellings("right2").values() for text in each}
    assert len(texts) >= 7
    for text in texts:
        found = differs(evolve(TOY, accepts=(TOY.initial(), text)))
        assert found is not None, text
        assert found.what == f"refusal of {text!r}"


def test_a_missing_or_a_needless_explanation_is_found() -> None:
    """Of any candidate in any position where a player is to move."""
    for state in STATES:
        if TOY.is_over(state):
            continue
        for action in TOY.candidates(state):
            found = differs(TOY, evolve(TOY, unexplained=(state, action)))
            assert found is not None, (state, action)
            assert found.what == f"explanation of {action!r}"


def test_a_changed_position_that_one_side_reads_is_found() -> None:
    """Though the other refuses it."""

    class Careless(TwinRules):
        """Reads whatever has the right names."""

        def from_json(self, position: Any) -> Any:
            try:
                return super().from_json(position)
            except MalformedPosition:
                return self.initial()

    found = differs(Careless())
    assert found is not None
    assert found.what.startswith("another position")


def test_a_rank_that_is_none_is_found() -> None:
    """Wherever random play would draw something else than the legal actions."""

    class Ranked(TwinRules):
        """Ranks nothing."""

        def ranking(self, state: Any) -> Any:
            return lockstep_ranking(state)

    def lockstep_ranking(state: Any) -> Any:
        raise Disagreement("ranking", (), 0, len(TOY.legal_actions(state)))

    found = differs(Ranked())
    assert found is not None
    assert found.what == "ranking"


# --- what is offered ------------------------------------------------------------------------------


def test_right_engines_agree_in_all_positions_of_a_game() -> None:
    """Each position is counted, the last one too, and each but it is a sign of life."""
    for seed in range(30):
        calls: list[None] = []
        said = random_game(
            TOY, TOY, Random(seed), lambda calls=calls: calls.append(None), FormsMet()
        )
        assert 3 <= said == len(calls) + 1 <= 5
        assert random_game(TOY, TOY, Random(seed)) == said


def test_a_game_that_goes_on_is_stopped() -> None:
    """After so many plies: the position that is reached is compared, too."""
    for most in (1, 2):
        assert {random_game(TOY, TOY, Random(seed), most=most) for seed in range(9)} == {most + 1}


def test_so_many_illegal_actions_are_offered() -> None:
    """Of three candidates those that are illegal; the reference is asked, too."""
    refused: set[int] = set()
    for seed in range(60):
        asked, other = Asked(TOY), Asked(TOY)
        random_game(asked, other, Random(seed))
        for engine in (asked, other):
            wrong = [
                (state, action)
                for state, action in engine.played
                if action in TOY.candidates(state) and action not in TOY.legal_actions(state)
            ]
            assert len(wrong) == len(set(wrong))
            of_a_state = [sum(state == each for each, _ in wrong) for state in STATES]
            refused |= set(of_a_state)
        assert {action for _, action in other.played} <= {action for _, action in asked.played}
    assert max(refused) == OFFERED


def begun(*moves: str, tested: Any = TOY, reference: Any = TOY) -> tuple[Lockstep, Lockstep]:
    """Play moves on both; return the game, and it before its last move."""
    game = before = Lockstep.begin(reference, tested)
    for action in moves:
        before, game = game, game.play(action)
    return game, before


LINE = ("left1", "right1", "left1", "right1", "right1", "left1")


@pytest.mark.parametrize("plies", range(1, 7))
def test_positions_and_texts_are_offered_every_few_plies(plies: int) -> None:
    """After the first, the fifth, and so on; so many of them, before and after the action."""
    toy = TwinRules(3)
    asked = Asked(toy)
    game, before = begun(*LINE[:plies], tested=asked, reference=toy)
    asked.played, asked.read = [], []
    offer_changed(game, before)
    offer_misspelt(game, before)
    due = plies % CHANGED_EVERY == 1
    assert len(asked.read) == (CHANGED if due else 0)
    assert len(asked.played) == (MISSPELT if due else 0)
    assert all(state == before.states[1] for state, _ in asked.played)
    assert not {text for _, text in asked.played} & {*toy.candidates(())}
    near = {text for each in misspellings(LINE[plies - 1]).values() for text in each}
    assert {text for _, text in asked.played} <= near
    again, texts = list(asked.read), list(asked.played)
    asked.played, asked.read = [], []
    offer_changed(game, before)
    offer_misspelt(game, before)
    assert (asked.read, asked.played) == (again, texts)


def test_all_misspellings_of_a_new_form_are_offered() -> None:
    """Once for each form, and they are noted."""
    asked, forms = Asked(TOY), FormsMet()
    game, _ = begun(tested=asked)
    offer_forms(game, forms)
    texts = [text for _, text in asked.played]
    assert {" left1", "left1 ", "LEFT1", "left01", "left+1", "left1left1", ""} & {*texts}
    assert len(texts) == len(set(texts)) >= 6
    assert forms.forms == {"a0"}
    asked.played.clear()
    offer_forms(game, forms)
    assert asked.played == []


# --- parts ----------------------------------------------------------------------------------------


class Witness(ToldWitness):
    """Plays the toy."""

    asked = True

    def __init__(self, engine: Any = TOY, most: int = 99, missing: str = "") -> None:
        """Take an engine, and how large a board it plays."""
        super().__init__(engine, missing)
        self.most = most

    def plays(self, game: str, params: Any, rulings: Any) -> bool:
        """Say that it plays everything but larger boards."""
        fits = params.get("n", 4) <= self.most and rulings is not None
        return bool(game == GAME and fits and not self.lacks)

    def engine(self, *_: Any) -> Any:
        """Return the engine."""
        return self.made


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the toy be the specification; what is found is described in one line."""
    monkeypatch.setattr(games, "specification", lambda *_: TOY)
    monkeypatch.setattr(
        lockstep, "shortest_game", lambda *given: (tuple(given[2]), f"shown: {given[3]}")
    )
    return TOY


def part(first: int, count: int, seed: int = 4) -> WorkPart:
    """Make a part of some games in detail."""
    return WorkPart(GAME, "lockstep", {"n": 1}, {}, seed, {"first": first, "games": count}, "")


@pytest.mark.usefixtures("toy")
def test_games_of_a_part_are_counted_and_are_those_of_its_share() -> None:
    """Whatever the part: a game of a number is the same in all of them."""
    effort: Any = evolve(QUICK, witness=Witness())  # type: ignore[arg-type]
    whole = play_part(part(0, 6), effort)
    assert whole.findings == ()
    assert whole.counts["games"] == 6
    assert 18 <= whole.counts["positions"] <= 30
    assert whole.data["rulings"] == [{}]
    assert 0 <= whole.seconds < 60
    pieces = [play_part(part(first, 2), effort) for first in (0, 2, 4)]
    assert sum(each.counts["positions"] for each in pieces) == whole.counts["positions"]


@pytest.mark.usefixtures("toy")
def test_a_difference_in_any_game_of_a_part_is_its_finding() -> None:
    """With the moves; games before it are counted, and it is not."""
    wrong = evolve(TOY, lies={("scores", ENDED): {"ann": 0, "bob": 0}})
    effort: Any = evolve(QUICK, witness=Witness(wrong))  # type: ignore[arg-type]
    counts = set()
    for first in range(40):
        done = play_part(part(first, 3), effort)
        counts.add((len(done.findings), done.counts["games"]))
        for finding in done.findings:
            assert state_after(finding.moves) == ENDED
            assert finding.text.startswith("shown: scores after ")
            assert finding.rulings == {}
    assert counts >= {(0, 3), (1, 0), (1, 1), (1, 2)}
    assert all(games_played < 3 for findings, games_played in counts if findings)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("is_read", [True, False])
def test_an_implementation_that_reads_no_position_is_named(is_read: bool) -> None:
    """Nothing else notices that no position was read; an adapter says so of itself."""
    witness = Witness(evolve(TOY, reads=is_read))
    for own in (True, False):
        witness.asked = not own
        effort: Any = evolve(QUICK, witness=witness)  # type: ignore[arg-type]
        plan = LockstepPlan(GAME, effort, 1, [({"n": 1}, {})])
        plan.take(play_part(part(0, 2), effort))
        left_out = plan.outcome(1.0).scope.left_out
        named = any(each.endswith(" reads none") for each in left_out)
        assert named == (own and not is_read)


@pytest.mark.usefixtures("toy")
def test_a_difference_is_told_under_the_rulings_that_show_it() -> None:
    """Which are not always those of the part."""
    found = Disagreement("the turn", ("left1",), "ann", "bob")
    finding = shrunk(part(0, 1), found, {"end": "literal"}, Witness())  # type: ignore[arg-type]
    assert (finding.rulings, finding.moves) == ({"end": "literal"}, ("left1",))
    assert finding.text == f"shown: {found.headline}"
    assert finding.headline == found.headline


def test_a_part_that_says_nothing_adds_no_games() -> None:
    """Nor positions; others are added up, size by size."""
    plan = LockstepPlan(GAME, QUICK, 1, [({"n": 1}, {})])
    counts = {"games": 2, "positions": 9}
    assert plan.take(PartOutcome(part(0, 2), counts, seconds=1.5, data={"rulings": [{}]}))
    assert plan.take(PartOutcome(part(2, 2)))
    timed = evolve(part(0, 1), params={"n": 2}, share={"seconds": 3, "rulings": []})
    assert plan.take(PartOutcome(timed, counts, seconds=2.0))
    assert [(each.games, each.positions, each.seconds) for each in plan.sizes] == [
        (2, 9, 1.5),
        (2, 9, 2.0),
    ]
    assert (plan.sets, plan.said()) == (2, "4 games, 18 positions")
    assert plan.met == [({"n": 1}, {})]
    assert plan.outcome(1.0).cases == 18


# --- the plan -------------------------------------------------------------------------------------


def test_sets_of_options_are_those_that_the_witness_plays() -> None:
    """All that are wanted where there is none to ask; every combination if it plays none of these."""
    every = option_sets(GAME, 30, 5)
    small: Any = Witness(most=1)
    few = option_sets(GAME, 30, 5, small)
    assert all(params.get("n", 4) == 1 for params, _ in few)
    assert few == [each for each in option_sets(GAME, 999, 5) if each in few][:30]
    assert option_sets(GAME, 30, 5, Witness(most=0, missing="gone")) == every  # type: ignore[arg-type]
    assert option_sets(GAME, 30, 5, Witness(most=0)) == []  # type: ignore[arg-type]

    usual = option_sets(GAME, 9_999, 5)
    specified = games.specified(GAME)
    every_pair = product(map(dict, specified.played), every_set(specified.readings))
    only = next(each for each in every_pair if each not in usual)

    class PlaysOne(Witness):
        """Plays one combination that no usual set of options is."""

        def plays(self, game: str, params: Any, rulings: Any) -> bool:
            return bool(game == GAME and (params, rulings) == only)

    unusual: Any = PlaysOne()
    assert option_sets(GAME, 3, 5, unusual) == [only]
    unusual.asked = False
    assert option_sets(GAME, 3, 5, unusual) == []


def test_the_second_set_of_options_has_the_first_board_of_full_size() -> None:
    """And those after it the others, while there are any; rulings that meet come with them."""
    specified = games.specified("dreieck")
    chosen = option_sets("dreieck", 99, 3)
    played = [dict(each) for each in specified.played]
    others = [dict(each) for each in specified.full_size if dict(each) != played[0]]
    assert others
    assert chosen[0] == (played[0], specified.default_rulings)
    assert [params for params, _ in chosen[1 : len(others) + 1]] == others
    meeting = list(covering(specified.readings, Random(3)))
    assert len(meeting) > 1


def test_every_full_size_is_played_if_there_are_more_of_them_than_readings_that_meet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under the default rulings, soon after those."""
    sizes = [{"n": n} for n in range(1, 9)]
    readings = {"end": ("full", "literal")}
    made = SimpleNamespace(readings=readings, played=sizes[:1], full_size=sizes)
    monkeypatch.setattr(games, "specified", lambda _: made)
    witness: Any = Witness()
    for seed in range(4):
        chosen = option_sets(GAME, 8, seed, witness)
        assert chosen[0] == ({"n": 1}, {"end": "full"})
        assert [params for params, _ in chosen] == sizes
        met = len(list(covering(readings, Random(seed))))
        assert met < 6
        assert all(rulings == {"end": "full"} for _, rulings in chosen[met + 1 :])


def test_a_list_is_rotated() -> None:
    """By any amount; nothing is lost."""
    found = {tuple(rotated("abc", Random(seed))) for seed in range(40)}
    assert found == {tuple("abc"), tuple("bca"), tuple("cab")}


@pytest.mark.parametrize(("rows", "columns"), [(2, 5), (5, 2), (4, 4), (1, 3), (3, 1)])
def test_pairs_are_ordered_by_diagonals(rows: int, columns: int) -> None:
    """The first stays, each pair is there once, and the first ones meet every row and column."""
    pairs = [(row, column) for row in range(rows) for column in range(columns)]
    for seed in range(8):
        ordered = by_diagonals(pairs, Random(seed))
        assert ordered[0] == (0, 0)
        assert sorted(ordered) == pairs
        first = ordered[: max(rows, columns)]
        assert {row for row, _ in first} == set(range(rows))
        assert {column for _, column in first} == set(range(columns))
        if min(rows, columns) > 1:
            both = pairwise(first)
            assert all(one[0] != two[0] and one[1] != two[1] for one, two in both)
    assert len({str(by_diagonals(pairs, Random(seed))) for seed in range(8)}) > 1 or len(pairs) < 4


def test_sizes_are_played_where_nothing_plays_in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    """For their time, after what is played in detail."""
    only = (({"n": 1}, {}),)
    effort: Any = evolve(QUICK, only=only, seconds_a_size=7)
    for bulk in (True, False):
        monkeypatch.setattr(lockstep, "plays_in_bulk", lambda *_, bulk=bulk: bulk)
        plan = LockstepPlan(GAME, effort, 1, list(only))
        shares = [each.share for each in plan.parts() if each is not None]
        cut = {"plies": effort.plies_in_detail} if bulk else {}
        assert shares[0] == {"first": 0, "games": effort.lockstep_games} | cut
        assert len(shares) == (1 if bulk else 2)
        assert all(each["seconds"] == 7 for each in shares[1:])


def test_a_plan_is_made_of_what_the_witness_plays() -> None:
    """What is not there is left out, unless it was asked for: then nothing was compared."""
    check = LockstepCheck()
    only = (({"n": 1}, {}), ({"n": 3}, {}))
    effort: Any = evolve(QUICK, witness=Witness(most=1), only=only)  # type: ignore[arg-type]
    plan = check.plan_parts(GAME, effort, 1)
    assert isinstance(plan, LockstepPlan)
    assert plan.chosen == [only[0]]
    gone: Any = Witness(missing="gone")
    asked = check.run(GAME, evolve(QUICK, witness=gone, only=only), 1, lambda _: None)
    assert (asked.held, asked.failure) == (False, "nothing was compared: gone")
    assert 0 <= asked.seconds < 60
    gone.asked = False
    left = check.run(GAME, evolve(QUICK, witness=gone, only=only), 1, lambda _: None)
    assert (left.verdict, left.left_out) == ("left out", "gone")
    assert nothing_played(Witness(), "").endswith("supports none of the options that are checked")  # type: ignore[arg-type]


# --- what is read now and then ---------------------------------------------------------------------


def test_a_position_that_is_not_read_as_it_is_written_is_found() -> None:
    """The last one of a game in any case, others now and then."""
    for state in STATES:
        for lie in (None, STATES[0] if state != STATES[0] else STATES[1]):
            found = differs(evolve(TOY, lies={("from_json", state): lie}), seeds=range(600))
            assert found is not None, (state, lie)
