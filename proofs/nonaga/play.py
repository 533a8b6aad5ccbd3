"""What can happen in play: no legal step, a quick win, and no end at all."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulewright.proofs.computed import Computed, Exhibit, FalseExhibit
from rulewright.proofs.nonaga.games import (
    NEITHER_STEP,
    NO_DISC_STEP,
    NO_PIECE_STEP,
    QUICK_WIN,
    THERE_AND_BACK,
)
from rulewright.proofs.nonaga.setting import (
    BEYOND,
    any_move,
    any_position,
    made,
    permitted,
    played,
    rules_in,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.logic import any_of, count, differ, exactly_one
from rulewright.spec.nonaga.game import Nonaga

ROW = {
    "discs": [[q, 0] for q in range(19)],
    "pieces": {"red": [[0, 0], [2, 0], [4, 0]], "black": [[14, 0], [16, 0], [18, 0]]},
    "turn": "red",
    "step": "piece",
    "barred": None,
}
"""Nineteen discs in a straight line, pieces at both ends: only the ends touch fewer than two discs."""


def hindered(moves: tuple[str, ...]) -> Computed:
    """After some moves the player to move has no piece step, and goes on with the disc step."""
    engine, state = played({}, moves)
    before = played({}, moves[:-1])[1]
    able = engine.able(state)
    found = (
        state.turn is not None
        and state.turn != before.turn
        and state.disc_step
        and not able[state.turn]
    )
    return Computed.of_game(engine, moves, found, f"no piece step after {len(moves)} actions")


def locked() -> Computed:
    """In a position that breaks no clause, a piece step leads to a board without a disc step."""
    engine = Nonaga()
    state = engine.from_json(ROW)
    skipped = engine.play(state, "4,0>13,0")
    found = not engine.movable(state) and not engine.movable(skipped)
    passed = engine.to_json(skipped)["turn"] == "black" and not skipped.disc_step
    detail = "no disc step in a straight line with pieces at both ends"
    return Computed(found and passed, detail, 2)  # the position, and the one after the step


def stuck(moves: tuple[str, ...]) -> Computed:
    """After the last move, a piece step, the mover has no disc step: the turn ends, or the game."""
    engine, state = played({}, moves)
    before = played({}, moves[:-1])[1]
    loses, lost = played({"no_disc_step": "loses"}, moves)
    skips = not before.disc_step and state.turn not in (before.turn, None) and not state.disc_step
    ends = loses.turn(lost) is None and loses.winners(lost) == (engine.turn(state),)
    detail = f"no disc step after {len(moves)} actions"
    return Computed.of_game(engine, moves, skips and ends, detail)


NO_STEP = Theorem(
    name="a_player_can_be_left_without_a_step",
    statement="A player can be without a piece step, after ten actions, and without a disc step, after "
    "fifteen. There is also a position that breaks no clause in which neither player has a disc step, "
    "now or after a piece step.",
    scope=TheoremScope(
        "games",
        "two games and one position, default rulings",
        params={"n": (2,)},
        also="That no game is shorter is not part of this theorem: the "
        "implementation's exhaustive searches find nobody without a piece step within eight actions, "
        "so ten are the least, and nobody without a disc step within eleven",
    ),
    clauses=("NON-2", "NON-3", "NON-5", "NON-7", "no_piece_step", "no_disc_step"),
    parts=(
        Exhibit("a game to a position without a piece step", lambda: hindered(NO_PIECE_STEP)),
        Exhibit("a position without a disc step", locked),
        Exhibit("a game to a position without a disc step", lambda: stuck(NO_DISC_STEP)),
        FalseExhibit(
            "so it is one turn earlier",
            lambda: hindered(NO_PIECE_STEP[:-2]),
            of="a game to a position without a piece step",
            changed="the game without its last turn",
        ),
        FalseExhibit(
            "nor is there a disc step one turn earlier",
            lambda: stuck(NO_DISC_STEP[:-2]),
            of="a game to a position without a disc step",
            changed="the game without its last turn",
        ),
    ),
)


def left_out(moves: tuple[str, ...]) -> Computed:
    """After the last move, a disc step, the other player has neither step: the turn comes back."""
    rulings = {"connectivity": "throughout"}
    engine, state = played(rulings, moves)
    before = played(rulings, moves[:-1])[1]
    comes_back = before.disc_step and state.turn == before.turn and not state.disc_step
    lost = [
        loses.turn(end) is None and loses.winners(end) == (engine.turn(state),)
        for question in ("no_piece_step", "no_disc_step")
        for loses, end in (played(rulings | {question: "loses"}, moves),)
    ]
    detail = f"neither step after {len(moves)} actions"
    return Computed.of_game(engine, moves, comes_back and all(lost), detail)


NEITHER = Theorem(
    name="a_player_can_be_left_with_neither_step",
    statement="Under connectivity=throughout a player can have neither a piece step nor a disc step, "
    "after 56 actions. The turn then comes back to the other one; under no_piece_step=loses, or "
    "no_disc_step=loses, that player has lost.",
    scope=TheoremScope(
        "games",
        "one game, with each reading of what follows from a step that cannot be made",
        params={"n": (2,)},
        readings={"connectivity": ("throughout",)},
        also="Whether a shorter game, or one under another reading, leads there is not known",
    ),
    clauses=("NON-2", "NON-5", "NON-8", "NON-9", "connectivity", "no_piece_step", "no_disc_step"),
    parts=(
        Exhibit("a game to a position with neither step", lambda: left_out(NEITHER_STEP)),
        FalseExhibit(
            "so it is one turn earlier",
            lambda: left_out(NEITHER_STEP[:-2]),
            of="a game to a position with neither step",
            changed="the game without its last turn",
        ),
    ),
)


def wins(player: str, moves: tuple[str, ...]) -> Computed:
    """After some moves a player has won."""
    engine, state = played({}, moves)
    detail = f"{player} wins after {len(moves)} actions"
    return Computed.of_game(engine, moves, engine.winners(state) == (player,), detail)


NINE_ACTIONS = Theorem(
    name="the_first_player_can_win_after_nine_actions",
    statement="The first player can win with the third own piece step, the ninth action of the game.",
    scope=TheoremScope(
        "games",
        "one game, default rulings",
        params={"n": (2,)},
        also="That no game is shorter is not part of this theorem: the "
        "implementation's exhaustive search plays all 73,403,796 sequences of six actions and every "
        "piece step after each, and finds no win within seven",
    ),
    clauses=("NON-9", "win"),
    parts=(
        Exhibit("a game of nine actions", lambda: wins("red", QUICK_WIN)),
        FalseExhibit(
            "it is over before",
            lambda: wins("red", QUICK_WIN[:-1]),
            of="a game of nine actions",
            changed="the game without its last action",
        ),
        FalseExhibit(
            "black has won it",
            lambda: wins("black", QUICK_WIN),
            of="a game of nine actions",
            changed="the other player",
        ),
    ),
)


def returns(moves: tuple[str, ...], *, skipping: int = 0) -> Computed:
    """Some moves lead from a position to the same one."""
    engine, start = played({}, moves)
    state: Any = start
    for action in moves[skipping:]:
        state = engine.play(state, action)
    detail = f"a cycle of {len(moves) - skipping} actions"
    return Computed.of_game(engine, (*moves, *moves), state == start, detail)


def piece_step_changes_the_board(*identifiers: str) -> Case:
    """A piece step leaves the mover's pieces on other cells than before."""
    rules = rules_in(5)
    before, move = any_position(rules, disc_step=False), any_move(rules)
    mover = evolve(before, turn=(True, False))
    after = made(rules, mover, move)
    return Case(
        "any piece step of the first player",
        (
            permitted(rules, mover, move, *identifiers),
            exactly_one(move.origin),
            count(move.target) == 1,
        ),
        any_of(differ(*pair) for pair in zip(mover.pieces[0], after.pieces[0], strict=True)),
    )


FOR_EVER = Theorem(
    name="play_can_go_on_for_ever",
    statement="There is a cycle of eight actions, the same position before and after. None is shorter "
    "in which both players always have a piece step: every piece step changes where the mover's pieces "
    "stand, so each player needs two of them to come back, and that takes four turns.",
    scope=TheoremScope(
        "window",
        "5 by 5 cells with any discs and pieces: any piece step",
        params={"n": (2,)},
        also="A game under the default rulings, replayed",
        rim=(BEYOND,),
    ),
    clauses=("NON-2", "NON-3", "NON-6"),
    parts=(
        Claim(
            "a piece step changes where the mover's pieces stand",
            lambda: piece_step_changes_the_board("NON-2", "NON-3"),
            why_not_real="it is given what a piece step is, and nothing of the position",
        ),
        Exhibit("a cycle of eight actions", lambda: returns(THERE_AND_BACK)),
        Twin(
            "without NON-3 as well",
            lambda: piece_step_changes_the_board("NON-2"),
            of="a piece step changes where the mover's pieces stand",
            changed="NON-3 need not permit the step",
        ),
    ),
)
