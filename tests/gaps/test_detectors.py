"""The detectors find the known holes after the questions about them are removed."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from attrs import evolve

from rulewright.gaps import (
    Finding,
    Subject,
    apart,
    cycles,
    endings,
    freedom,
    inert,
    material,
    sameness,
    turns,
)
from rulewright.impl.drivers import explore
from rulewright.play import games
from rulewright.play.compiled import CompiledDriver
from rulewright.play.replay import state_if_legal
from rulewright.spec.coverage import Coverage, Tally
from rulewright.spec.logic import all_of, implies, not_
from rulewright.spec.registry import Rulebook

HEXAGON = frozenset({(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)})
"""The six steps of hexagonal cells in axial coordinates."""


def without_question(game: str, name: str, lines: int = 12, plies: int = 120) -> Subject:
    """A game whose rulebook does not register one of its questions."""
    subject = Subject.of(game, 1, lines, plies)
    kept = tuple(each for each in subject.rulebook.questions if each.name != name)
    assert len(kept) == len(subject.rulebook.questions) - 1
    return unregistered(subject, evolve(subject.rulebook, questions=kept))


def unregistered(subject: Subject, rulebook: Rulebook) -> Subject:
    """Replace the registry only: the clauses are the same, so the implementation still plays."""
    return evolve(subject, specified=evolve(subject.specified, rulebook=rulebook))


def ended_at_once(subject: Subject) -> list[Finding]:
    """Return the games that end at once, without the reports that none was found."""
    return [each for each in endings.at_once(subject) if isinstance(each, Finding)]


def replay(found: Finding) -> Any:
    """Replay a witness on the specification; return the engine and the state."""
    engine = games.specification(found.game, found.params, found.rulings)
    assert found.moves is not None
    state = state_if_legal(engine, found.moves)
    assert state is not None
    return engine, state


@pytest.mark.slow
def test_the_literal_end_of_minoa_is_found_though_nobody_asks() -> None:
    """The first piece takes the whole board, and the game is over after one action."""
    (found,) = ended_at_once(without_question("minoa", "end"))
    engine, state = replay(found)
    assert found.questions == ()
    assert found.rulings["end"] == "literal"
    assert found.moves is not None
    assert len(found.moves) == 1
    assert engine.is_over(state)
    assert engine.scores(state) == {"red": 96, "blue": 0}
    assert "A game ends when all areas can be assigned" in found.quotation


@pytest.mark.slow
def test_the_literal_end_is_found_where_no_other_reading_is_known() -> None:
    """The clause itself is the literal sentence, so that it is the default reading that ends at once."""
    subject = without_question("minoa", "end")
    says = subject.rulebook["MIN-11"].effect
    assert says is not None

    def literally(rules: Any, *given: Any) -> Any:
        return says(evolve(rules, rulings=evolve(rules.rulings, end="literal")), *given)

    literal = subject.under(subject.rulebook.replacing("MIN-11", effect=literally))
    found = next(each for each in endings.at_once(literal) if isinstance(each, Finding))
    assert found.statement.startswith("Under the default rulings the game is over after 1 ")
    assert found.questions == ()


@pytest.mark.slow
@pytest.mark.soak
def test_with_the_registration_the_finding_names_the_question() -> None:
    """The same hole, with a question about it."""
    (found,) = ended_at_once(Subject.of("minoa", 1, 2, 120))
    assert found.questions == ("end",)


@pytest.mark.slow
def test_the_stranded_player_of_minoa_for_three_is_found_though_nobody_asks() -> None:
    """A player without an action is skipped; that takes at least 60 sticks and 8 pieces."""
    (found,) = turns.find(without_question("minoa", "stranded"))
    engine, state = replay(found)
    assert "stranded" not in found.questions
    assert found.params == {"k": 3}
    assert found.moves is not None
    assert len(found.moves) >= 68
    assert not engine.is_over(state)
    due = found.statement.split("turn of ")[1].split(",")[0]
    passed = engine.read(engine.to_json(state) | {"turn": due})
    assert engine.legal_actions(passed) == ()


@pytest.mark.slow
def test_a_player_of_nonaga_without_a_step_is_found_though_nobody_asks() -> None:
    """Random games do not reach it; a game shown by a theorem, for another purpose, does."""
    (found,) = turns.find(without_question("nonaga", "no_piece_step"))
    engine, state = replay(found)
    assert "no_piece_step" not in found.questions
    assert found.moves is not None
    assert len(found.moves) == 10
    assert engine.legal_actions(state) != ()
    due = "black" if engine.turn(state) == "black" else "red"
    passed = engine.read(engine.to_json(state) | {"step": "piece", "turn": due})
    assert engine.legal_actions(passed) == ()


@pytest.mark.slow
def test_nonaga_has_a_cycle() -> None:
    """With no question registered; the known cycle has eight actions."""
    subject = Subject.of("nonaga", 1, 12, 60)
    (found,) = cycles.find(unregistered(subject, evolve(subject.rulebook, questions=())))
    engine, state = replay(found)
    assert found.moves is not None
    length = int(found.statement.split("last ")[1].split()[0])
    assert length == 8
    before = state_if_legal(engine, found.moves[:-length])
    assert before == state
    assert found.questions == ()


@pytest.mark.slow
def test_minoa_is_reported_without_a_cycle() -> None:
    """Every action puts something down for good."""
    assert list(cycles.find(Subject.of("minoa", 1, 4, 100))) == []


@cache
def parted_fields() -> dict[str, Finding]:
    """Give what is found of Nonaga though nobody asks, by the reading under which it is."""
    found = apart.find(without_question("nonaga", "connectivity"))
    return {each.rulings["connectivity"]: each for each in found}


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["free", "contact"])
def test_the_parted_field_of_nonaga_is_found_though_nobody_asks(reading: str) -> None:
    """The text demands two contacts of the moved disc only."""
    found = parted_fields()[reading]
    engine, state = replay(found)
    assert found.questions == ()
    (cells,) = apart.arrangements(engine.to_json(state)).values()
    assert found.moves is not None
    assert len(found.moves) <= {"free": 6, "contact": 8}[reading]  # theorems show such games
    assert "discs_stay_connected" in found.measured
    assert found.title == f"The discs can come apart under connectivity={reading}"
    assert len(cells) == 19
    assert not apart.together(cells, HEXAGON)


def test_a_search_that_is_not_exhaustive_says_so() -> None:
    """It claims nothing about other searches; a theorem's game is attributed to the theorem."""
    plain = apart.Parted("discs", ("a", "b"), 1, "").measured
    known = apart.Parted("discs", ("a", "b"), 1, "", HEXAGON).measured
    assert "Every action in the first positions of 1 random game was tried" in plain
    assert "shrunk to 2 actions, is from a random game." in plain
    assert "This search does not establish whether fewer suffice. It assumes no lattice" in plain
    assert "may come apart sooner" in plain
    assert "may come apart sooner" not in known
    assert "or if a symmetry of the game maps such a pair to them; each has 6." in known
    assert "is from theorem it_parts." in apart.Parted("discs", ("a",), 2, "it_parts").measured


@pytest.mark.slow
def test_the_parted_field_is_found_when_the_clause_is_dropped() -> None:
    """With NON-8 gone the default rulings part the field, on the specification alone."""
    subject = Subject.of("nonaga", 1, 6, 60)
    dropped = subject.under(subject.rulebook.without("NON-8"))
    found = next(apart.find(dropped))
    assert "no clause forbids that" in found.statement
    assert found.rulings == subject.default()
    assert [each for each in apart.find(subject) if each.rulings == subject.default()] == []


@pytest.mark.slow
def test_the_silence_of_ari_about_turning_a_die_is_found_though_nobody_asks() -> None:
    """The four digits behind the cell are free; that two queens step by one cell is not."""
    found = list(freedom.find(without_question("ari", "orientation", lines=3, plies=30)))
    (turning,) = [each for each in found if ":" in each.title]
    assert turning.questions == ()
    assert "orientation=kept" in turning.statement
    engine, state = replay(turning)
    assert turning.statement.split("such as ")[1].split(" ")[0] in engine.legal_actions(state)
    assert [each for each in found if "Q@" in each.title] == []


@pytest.mark.slow
def test_the_idle_stick_supply_of_minoa_is_found() -> None:
    """60 sticks: when all lie, no place is left for another; the theorem says why."""
    found = list(material.find(Subject.of("minoa", 1, 12, 200)))
    (sticks,) = [each for each in found if "sticks" in each.title]
    assert sticks.clauses == ("MIN-8",)
    assert "sixty_sticks_always_suffice" in sticks.statement
    assert " 0 were forbidden by MIN-8 alone" in sticks.measured
    engine, state = replay(sticks)
    assert len(engine.to_json(state)["sticks"]) == 60


@pytest.mark.slow
def test_the_idle_supply_is_found_without_the_clause_that_limits_it() -> None:
    """Without MIN-8, 60 sticks are no limit; that they restrict nobody is still found."""
    subject = Subject.of("minoa", 1, 2, 200)
    dropped = subject.under(subject.rulebook.without("MIN-8"))
    found = [each for each in material.find(dropped) if "60 sticks" in each.title]
    assert len(found) == 1
    assert found[0].questions == ()


@pytest.mark.slow
def test_a_supply_that_restricts_a_player_is_not_called_idle() -> None:
    """Without MIN-9 sticks fit anywhere: the 60 run out while there is room for more."""
    subject = Subject.of("minoa", 1, 4, 200)
    bitten = subject.under(subject.rulebook.without("MIN-9"))
    assert [each for each in material.find(bitten) if "sticks" in each.title] == []


@pytest.mark.slow
def test_an_idle_clause_is_a_sample_backed_by_small_boards() -> None:
    """A clause that decides in the smallest game is not reported; others say how far it is known."""
    subject = Subject.of("minoa", 1, 20, 100)
    sweeps = inert.swept(subject)
    assert [dict(sweep.params) for sweep in sweeps] == [{"n": 1, "k": 2}]
    explored = explore(games.implementation("minoa", {"n": 1, "k": 2}))
    assert sweeps[0].seen.positions == explored.positions - explored.finished
    assert sweeps[0].seen.clauses["MIN-6"].alone > 0
    nothing = inert.JudgedBoard({"n": 1}, Coverage(7, {"MIN-8": Tally(3, 4, 0)}))
    found = inert.idle(subject, subject.rulebook["MIN-8"], nothing.seen, [nothing], 300)
    assert found.detector == "clause never decisive"
    assert "A sample, not a proof" in found.measured
    assert (
        "by the rule of three it does so in fewer than 1 of 100 such games (95 %)" in found.measured
    )
    assert "All 7 positions in play of 1 small board were judged as well" in found.measured
    assert "sixty_sticks" in found.statement
    bare = inert.idle(subject, subject.rulebook["MIN-8"], nothing.seen, [], 3)
    assert "No board was small enough" in bare.measured
    assert "3 random games, uniform and biased: which says nothing" in bare.measured


@pytest.mark.slow
def test_a_board_on_which_no_game_ends_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every small board of Minoa can end; with no ends counted, the detector reports each."""
    subject = Subject.of("minoa", 1, 2, 120)
    assert list(endings.never(subject)) == []
    visit = CompiledDriver.visit
    monkeypatch.setattr(
        CompiledDriver, "visit", lambda driver, most: evolve(visit(driver, most), finished=0)
    )
    found = list(endings.never(subject))
    assert found
    assert all(each.proof for each in found)
    assert all(each.params in map(dict, subject.specified.exhausted) for each in found)


TTT_FREE = (0, 2, 6, 8)


class TestPlanted:
    """Faults planted in tic-tac-toe, each for one detector."""

    @pytest.fixture
    def subject(self, tictactoe: None) -> Subject:
        """The game from the examples."""
        del tictactoe
        return Subject.of("tictactoe", 1, 20, 20)

    def test_clauses_that_never_agree_contradict_each_other(self, subject: Subject) -> None:
        """One permits corners only, the other all else; the unmodified rulebook has no such pair."""

        def corners(rulings: Any, before: Any, put: Any) -> Any:
            """Only corners."""
            del rulings, before
            return all_of(not_(square) for at, square in enumerate(put) if at not in TTT_FREE)

        def others(rulings: Any, before: Any, put: Any) -> Any:
            """Anything but corners."""
            del rulings, before
            return all_of(not_(square) for at, square in enumerate(put) if at in TTT_FREE)

        book = subject.rulebook.replacing("TTT-3", permits=corners)
        planted = subject.under(book.replacing("TTT-4", permits=others))
        (found,) = inert.contradictions(planted)
        assert set(found.clauses) == {"TTT-3", "TTT-4"}
        assert list(inert.contradictions(subject)) == []

    def test_a_clause_that_another_implies_is_never_decisive(self, subject: Subject) -> None:
        """TTT-4, replaced by what TTT-3 says, forbids, but never alone; TTT-3 itself neither."""
        again = subject.rulebook["TTT-3"].permits
        planted = subject.under(subject.rulebook.replacing("TTT-4", permits=again))
        found = {each.clauses[0]: each.detector for each in inert.find(planted)}
        assert found == dict.fromkeys(("TTT-3", "TTT-4"), "clause never decisive")
        assert list(inert.find(subject)) == []

    def test_a_clause_that_never_applies_differs_from_one_that_applies_after_the_end(
        self, subject: Subject
    ) -> None:
        """TTT-4 forbids in finished games only, so it is no finding; once it permits all it is one."""
        assert inert.forbids_after_the_end(subject, "TTT-4")
        planted = subject.under(subject.rulebook.replacing("TTT-4", permits=lambda *_: True))
        (found,) = inert.find(planted)
        assert (found.clauses, found.detector) == (("TTT-4",), "clause never applying")
        assert "All 4,520 positions in play of 1 small board were judged as well" in found.measured

    def test_players_with_different_legal_actions_are_noticed(self, subject: Subject) -> None:
        """Only X may use the centre."""

        def centre_for_x(rulings: Any, before: Any, put: Any) -> Any:
            """The centre is for X."""
            del rulings
            return implies(put[4], before.turn[0])

        planted = subject.under(subject.rulebook.replacing("TTT-4", permits=centre_for_x))
        (found,) = sameness.find(planted)
        assert found.clauses == ("TTT-4",)
        assert "b2" in found.statement
        assert list(sameness.find(subject)) == []

    def test_a_game_without_a_winner_is_reported_with_its_share(self, subject: Subject) -> None:
        """The draw of tic-tac-toe."""
        (found,) = endings.results(subject)
        engine, state = replay(found)
        assert engine.is_over(state)
        assert engine.winners(state) == ()
        assert "of 20 finished random games" in found.measured
        assert found.clauses[0] == "TTT-5"
        assert "draw" in found.quotation


def test_cells_are_connected_whatever_the_lattice() -> None:
    """Neighbours on squares and on hexagons; a gap disconnects them."""
    assert apart.together(frozenset({(0, 0), (1, -1), (1, 0)}), apart.AROUND)
    assert not apart.together(frozenset({(0, 0), (2, 0)}), apart.AROUND)
    corner = frozenset({(0, 0), (1, 1)})
    assert apart.together(corner, apart.AROUND)
    assert not apart.together(corner, HEXAGON)


def test_the_neighbours_of_a_cell_are_found_by_the_symmetries_of_the_game() -> None:
    """Nonaga's twelve map one step to six; without any, a ring would be disconnected, so all count."""
    subject = Subject.of("nonaga", 1, 1, 1)
    assert apart.steps_of(subject, {}, "discs") == HEXAGON
    without = evolve(subject, specified=evolve(subject.specified, symmetries=lambda _: ()))
    assert apart.steps_of(without, {}, "discs") == apart.AROUND


def test_a_phase_out_of_turn_is_distinguished_from_the_usual_one() -> None:
    """Of a hundred turns, one goes to the wrong player."""
    usual = [("red",), ("blue",)] * 60
    order = turns.TurnOrder.of([usual, [("red",), ("red",)]])
    assert order.due(("red",)) == ("blue",)
    assert order.out_of_turn(("red",), ("red",))
    assert not order.out_of_turn(("red",), ("blue",))
    assert not order.out_of_turn(("red",), ())
