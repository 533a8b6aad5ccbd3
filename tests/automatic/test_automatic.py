"""Automatic theorems: what holds is proved, and each planted mistake is found with its word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
import z3
from attrs import evolve

from rulewright.author import Symmetry, all_of, any_of, count, not_
from rulewright.automatic import AutomaticVerdict, agreement, inductive
from rulewright.automatic.asking import UNKNOWN, Solver
from rulewright.automatic.contradictions import clauses
from rulewright.automatic.exploring import explored
from rulewright.automatic.ground import Ground
from rulewright.automatic.induction import invariants
from rulewright.automatic.pairs import compared_readings, pairs
from rulewright.automatic.symmetries import symmetries
from rulewright.automatic.turns import turns
from rulewright.automatic.twins import with_twins
from tests.automatic.pairs_in_a_row import (
    RULEBOOK,
    Pairs,
    Position,
    marks_are_counted,
    reflected,
)


def ground(
    clause: str = "", seconds: float = 60.0, rulings: Mapping[str, str] | None = None, **wrong: Any
) -> Ground:
    """Make the rules, with the formulas of one clause replaced."""
    rulebook = RULEBOOK.replacing(clause, **wrong) if clause else RULEBOOK
    return Ground(Pairs({}, rulings or {}, rulebook), Solver(seconds))


def by_name(
    part: Callable[[Ground], list[AutomaticVerdict]], rules: Ground
) -> dict[str, AutomaticVerdict]:
    """Run one part."""
    return {verdict.name: verdict for verdict in part(rules)}


def test_everything_is_proved_of_rules_that_are_right() -> None:
    """Each statement, and the form over unknowns was compared with the engine."""
    rules = ground()
    for part in (invariants, turns, clauses):
        verdicts = by_name(part, rules)
        assert {name: v.status for name, v in verdicts.items() if v.status != "proved"} == {}
    assert rules.compared > 20
    assert rules.why_not == ""
    assert {"P-3 is inductive", "numbers are never negative"} <= by_name(invariants, rules).keys()


def test_twins_break_what_is_proved_and_survivors_are_named() -> None:
    """The mutants of a clause refute what it keeps true, or are reported."""
    rules = ground()
    proved = with_twins(
        rules, invariants(rules), lambda book: Ground(Pairs({}, {}, book), rules.solver)
    )
    twins = {each.name: {twin.name: twin.status for twin in each.twins} for each in proved}
    assert twins["P-3 is inductive"]["P-3 off"] == "refuted"
    assert twins["P-3 is inductive"]["P-3 negated"] == "refuted"
    assert "refuted" in twins["P-5 is inductive"].values()
    assert "survives" in twins["P-4 is inductive"].values()
    (each,) = (verdict for verdict in proved if verdict.name == "P-4 is inductive")
    assert "P-4 off" in each.survivors


def test_a_demand_that_a_game_breaks_is_refuted_with_the_game() -> None:
    """No cell but two are ever marked: the third mark breaks it, and a game comes there."""

    def at_most_two(rules: Any, here: Position) -> Any:
        """Two marks at most."""
        return here.placed <= 2

    verdict = by_name(invariants, ground("P-5", holds=at_most_two))["P-5 is inductive"]
    assert verdict.status == "refuted"
    assert "a position that a game reaches" in verdict.detail
    shown = verdict.shown
    assert shown is not None
    assert shown.moves is not None
    assert len(shown.moves) == 2
    assert shown.after["placed"] == 3


def test_a_true_demand_that_is_not_inductive_says_that_no_game_comes_there() -> None:
    """That both hold cells a and b, and c, is impossible; a step to it is refuted all the same."""

    def never_four_of_one(rules: Any, here: Position) -> Any:
        """The number is never 7."""
        return here.placed != 7

    rules = ground("P-5", holds=never_four_of_one)
    verdict = by_name(invariants, rules)["P-5 is inductive"]
    assert verdict.status == "refuted"
    assert "no game comes there: not inductive, though it holds in all" in verdict.detail
    assert verdict.shown is not None
    assert verdict.shown.moves is None
    assert verdict.shown.before["placed"] == 6


def test_a_search_that_is_cut_off_says_so() -> None:
    """Three positions are not all of them."""
    rules = ground("P-5", holds=lambda rules, here: here.placed != 7)
    rules.positions = 3
    detail = by_name(invariants, rules)["P-5 is inductive"].detail
    assert "not among" in detail
    assert "near the start and in random games" in detail


def test_what_rests_on_a_refuted_demand_is_conditional() -> None:
    """The count is never 7 if it is never 6; the latter is refuted."""

    def never_six(rules: Any, here: Position) -> Any:
        """The number is never 6."""
        return here.placed != 6

    rules = ground("P-5", holds=never_six)
    rules.engine.rulebook = rules.engine.rulebook.replacing(
        "P-6", holds=lambda rules, here: here.placed != 7
    )
    verdicts = by_name(invariants, rules)
    assert verdicts["P-5 is inductive"].status == "refuted"
    assert verdicts["P-6 is inductive"].status == "conditional"
    assert "P-5" in verdicts["P-6 is inductive"].detail
    assert verdicts["P-3 is inductive"].status == "proved"


def test_a_demand_that_the_start_breaks() -> None:
    """The first position is shown."""
    verdict = by_name(invariants, ground("P-5", holds=lambda rules, here: here.placed > 0))
    assert verdict["P-5 is inductive"].status == "refuted"
    assert verdict["P-5 is inductive"].detail == "the first position breaks it"


def test_a_demand_that_demands_nothing_says_so() -> None:
    """A constant is proved of every position, and that is reported."""
    verdict = by_name(invariants, ground("P-5", holds=lambda rules, here: True))["P-5 is inductive"]
    assert "it demands nothing" in verdict.detail


def test_two_players_due_are_found() -> None:
    """A turn that passes to both."""
    wrong = ground("P-2", effect=lambda rules, turn, over: (not_(over), not_(over)))
    verdict = by_name(invariants, wrong)["exactly one player is due until the end"]
    assert verdict.status == "refuted"
    assert verdict.shown is not None
    assert verdict.shown.after["turn"] == [True, True]


def test_clauses_that_exclude_each_other_are_named() -> None:
    """A mark goes on an empty cell; and it goes on a taken one."""

    def cell_is_taken(rules: Any, before: Position, put: Any) -> Any:
        """A mark goes on a taken cell."""
        taken = map(any_of, zip(*before.marks, strict=True))
        return any_of(all_of(pair) for pair in zip(put, taken, strict=True))

    rules = ground("P-6", permits=cell_is_taken)
    verdict = by_name(clauses, rules)["some action is legal"]
    assert verdict.status == "refuted"
    assert "P-3 and P-6 exclude each other" in verdict.detail
    kept = by_name(invariants, rules)["P-3 is inductive"]
    assert kept.status == "undecided"
    assert "vacuous" in kept.detail


def test_a_clause_that_others_imply_is_never_alone_decisive() -> None:
    """P-6 says what P-3 says; neither forbids anything alone."""
    permits = RULEBOOK["P-3"].permits
    verdicts = by_name(clauses, ground("P-6", permits=permits))
    assert verdicts["what P-6 alone forbids"].answer == "implied"
    assert verdicts["what P-4 alone forbids"].answer == "decisive"
    usual = by_name(clauses, ground(rulings={"edge": "closed"}))
    assert usual["what P-6 alone forbids"].answer == "decisive"
    assert [twin.status for twin in usual["what P-6 alone forbids"].twins] == ["refuted"]


def test_a_player_without_an_action_is_found_unless_declared() -> None:
    """Nobody may mark cell d: three marks later a player is stuck."""
    rules = ground("P-6", permits=lambda rules, before, put: not_(put[3]))
    verdict = by_name(turns, rules)["whoever is due can act"]
    assert verdict.status == "refuted"
    assert verdict.shown is not None
    assert verdict.shown.moves is not None
    _, declared = turns(rules, "it is a draw then")
    assert declared.status == "not applicable"
    dead = by_name(clauses, rules)["which actions are ever legal"]
    assert dead.answer == "not all"
    assert dead.detail.startswith("d is never legal")


def test_readings_are_equal_ordered_or_parted() -> None:
    """Two readings are the same; one permits less; and with other winners they part."""
    rules = {edge: ground(rulings={"edge": edge}) for edge in ("open", "closed", "shut")}
    found = {two.title: compared_readings(two) for two in pairs(RULEBOOK.questions[0], rules)}
    assert found["edge: closed and shut"].answer == "equal"
    assert found["edge: open and closed"].answer == "ordered"
    assert "all that closed permits open permits" in found["edge: open and closed"].detail
    assert "a is legal under open only" in found["edge: open and closed"].detail
    shown = found["edge: open and closed"].shown
    assert shown is not None
    assert shown.moves == ()

    def wins(rules: Any, here: Position) -> Any:
        marks = here.marks if rules.rulings.edge == "open" else here.marks[::-1]
        return tuple(any_of((own[0], own[3])) for own in marks)

    parted = {
        edge: ground("P-4", rulings={"edge": edge}, effect=wins, holds=None, permits=None)
        for edge in ("open", "closed")
    }
    (two,) = pairs(RULEBOOK.questions[0], parted)
    assert compared_readings(two).answer == "parted"


def symmetry(change: Callable[[str], str], name: str) -> Symmetry:
    """Make a renaming of cells."""
    return Symmetry(
        name,
        change,
        lambda here: here | {who: sorted(map(change, here[who])) for who in ("x", "o")},
        lambda player: player,
    )


def test_a_true_symmetry_is_proved_and_a_false_one_refuted() -> None:
    """The reflection holds; an exchange of two neighbours does not; nor the reflection at the edge."""
    exchanged = symmetry(lambda cell: cell.translate(str.maketrans("bc", "cb")), "exchange")
    claimed = [symmetry(reflected, "reflection"), exchanged]
    true, false = symmetries(ground(), claimed)
    assert true.status == "proved"
    assert "by Z3" in true.detail
    assert [twin.status for twin in true.twins] == ["refuted"]
    assert false.status == "refuted"
    assert false.shown is not None
    (closed,) = symmetries(ground(rulings={"edge": "closed"}), claimed[:1])
    assert closed.status == "refuted"


def test_a_symmetry_that_only_a_far_position_breaks_is_refuted_by_the_solver() -> None:
    """The positions visited do not show it: the proof does."""

    def wins(rules: Any, here: Position) -> Any:
        own, other = here.marks
        return all_of((own[0], own[2], other[1], other[3])), False

    rules = ground("P-4", effect=wins, permits=None, holds=None)
    rules.positions = 5
    (verdict,) = symmetries(rules, [symmetry(reflected, "reflection")])
    assert verdict.status == "refuted"
    assert verdict.shown is not None
    assert verdict.shown.moves is None


def test_nothing_is_proved_when_no_time_is_left() -> None:
    """Every verdict that needs the solver is undecided, and names the limit."""
    rules = ground(seconds=1e-9)
    for name, verdict in by_name(invariants, rules).items():
        assert verdict.status == "undecided", name
        assert "the limit of 1e-09 s" in verdict.detail
    assert by_name(turns, rules)["no action is legal after the end"].status == "undecided"
    assert by_name(turns, rules)["whoever is due can act"].status == "undecided"
    readings = dict.fromkeys(("open", "closed"), rules)
    (two,) = pairs(RULEBOOK.questions[0], readings)
    assert compared_readings(two).status == "undecided"


def test_an_unknown_answer_is_not_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that gives up, with time left."""
    monkeypatch.setattr(z3.Solver, "check", lambda self: z3.unknown)
    rules = ground()
    answer = rules.solver.ask(z3.Bool("one"))
    assert answer.result == UNKNOWN
    statuses = {verdict.status for verdict in invariants(rules)}
    assert statuses == {"undecided"}


def test_a_python_branch_on_a_fact_is_no_formula() -> None:
    """Z3 would take `if number == 1` for false; the form is refused, and positions are visited."""

    def branches(rules: Any, here: Position) -> Any:
        """The number is not 1, or x is not due."""
        return not_(here.turn[0]) if here.placed == 1 else True

    rules = ground("P-5", holds=branches)
    verdict = by_name(invariants, rules)["P-5 holds in every position"]
    assert "NotAFormula" in rules.why_not
    assert verdict.status == "proved"
    assert "positions of the game on this board were visited" in verdict.detail


def test_rules_over_unknowns_that_are_not_those_that_run_are_refused() -> None:
    """An engine that overrides what the formulas say."""

    class Other(Pairs):
        def legal_actions(self, state: Position) -> tuple[str, ...]:
            return tuple(each for each in super().legal_actions(state) if each != "d")

    rules = Ground(Other(), Solver(20))
    assert rules.symbolic is None
    assert "the rules are not those that run" in rules.why_not


def test_a_demand_that_says_yes_of_unknowns_is_refused() -> None:
    """In all positions of games it says the same over unknowns; in others it does not."""

    def lets_pass(rules: Any, here: Position) -> Any:
        """The number is that of the marks, or they are not known."""
        known = here.marks[0][0] is True or here.marks[0][0] is False
        return marks_are_counted(rules, here) if known else True

    rules = ground("P-5", holds=lets_pass)
    assert rules.symbolic is None
    assert "the rules are not those that run: P-5 in " in rules.why_not


def test_where_no_changed_position_can_be_expressed_games_are_compared_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What follows from an action is compared after these: it would have been passed over."""

    class Other(Pairs):
        def successor(self, state: Position, action: str) -> Position:
            return evolve(super().successor(state, action), placed=state.placed)

    monkeypatch.setattr(agreement, "expressed", lambda *_: None)
    right = Ground(Pairs(), Solver(20))
    assert right.symbolic is not None
    assert right.compared > 0
    assert "leads elsewhere over unknowns" in Ground(Other(), Solver(20)).why_not


def test_a_formula_of_ones_own() -> None:
    """Inductive, refuted with a game, or conditional."""

    def small(rules: Any, here: Position) -> Any:
        """At most four marks."""
        return count([fact for own in here.marks for fact in own]) <= 4

    def no_a(rules: Any, here: Position) -> Any:
        """Nobody marks cell a."""
        return not_(any_of(own[0] for own in here.marks))

    assert inductive(Pairs(), small).status == "proved"
    refuted = inductive(Pairs(), no_a)
    assert refuted.status == "refuted"
    assert refuted.shown is not None
    assert refuted.shown.action == "a"
    assert inductive(Pairs(), small, time_limit=1e-9).status == "undecided"
    wrong = Pairs({}, {}, RULEBOOK.replacing("P-5", holds=no_a))
    assert inductive(wrong, small).status == "proved"
    assert evolve(refuted, status="proved").stands


@pytest.mark.parametrize(("most", "everything"), [(1, False), (5, False), (31, False), (60, True)])
def test_a_search_says_whether_it_saw_everything(most: int, *, everything: bool) -> None:
    """The game has 32 positions; a search with a smaller budget never claims them all."""
    found = explored(Pairs(), most)
    assert found.everything == everything
    assert len(found.parents) <= max(most, 1)
    assert all(found.game(state) is not None for state in found.parents)
    assert ("all 32 positions" in found.extent) == everything
    assert set(found.some(1000)) == set(found.parents)
