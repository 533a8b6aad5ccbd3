"""What can be when play begins: a queen threatened, a player mated, a player without an action."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rulewright.proofs.ari.queens import following, whole_position
from rulewright.proofs.ari.reliance import READINGS, combinations_of
from rulewright.proofs.ari.setting import (
    FULL_SIZE,
    SET_UP,
    any_move,
    armies_within_reach,
    one_action,
    permits,
    rules_of,
)
from rulewright.proofs.computed import Computed, Exhibit, FalseExhibit, game_of, replay
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.spec.ari import GAME
from rulewright.spec.ari.clauses import queens_stand
from rulewright.spec.ari.facts import Piece, Position
from rulewright.spec.ari.pointing import threatens
from rulewright.spec.logic import all_of, exactly_one, iff, none_of, not_

PLAYERS = ("white", "black")
DECIDING = {name: READINGS[name] for name in ("capture", "threat", "no_action")}
"""The questions that say who has lost or is passed over."""


def replayed(
    game: tuple[str, ...], params: dict[str, Any], rulings: dict[str, str]
) -> tuple[Any, Position]:
    """Play a game on the specification; raises `IllegalAction` if it is not legal."""
    engine: Any = GAME.engine(params, rulings)
    return engine, replay(engine, game)


def threatening(engine: Any, state: Position, player: int) -> int:
    """Count the enemy dice that threaten a player's queen."""
    pieces: list[Piece] = []
    for army in state.armies:
        pieces += [*army.dice, army.queen]
    queen = state.armies[player].queen
    dice = state.armies[1 - player].dice
    return sum(bool(threatens(engine.rules, pieces, die, queen)) for die in dice)


def threatened(game: tuple[str, ...], player: int) -> Computed:
    """When the set-up is done, an enemy die threatens the queen of a player."""
    engine, state = replayed(game, {}, {})
    found = threatening(engine, state, player)
    fine = found > 0 and state.turn == (True, False)
    detail = f"after {len(game)} actions {found} dice threaten {PLAYERS[player]}'s queen"
    return Computed.of_game(engine, game, fine, detail)


WHITE_STRIKES = game_of(
    "IV@j6:3189 III@j9:1695 V@j10:2476 IV@n10:5941 III@m10:1596 V@m11:2873 Q@g9 Q@e6"
)
BLACK_THREATENS = game_of(
    "III@o13:2971 V@o15:3782 IV@o7:8139 III@o4:6951 V@n4:4863 IV@k4:3485 Q@k6 Q@c3"
)

THREATENED = Theorem(
    "a_queen_can_be_threatened_when_play_begins",
    "When the last queen is put down, after eight actions, and play begins, either queen may already be "
    "threatened: white may be able to win with the first action of play, or have to answer a threat.",
    TheoremScope("games", "of full size, default rulings", params=FULL_SIZE),
    ("ARI-2", "ARI-8", "ARI-9"),
    (
        Exhibit("black's queen threatened", lambda: threatened(WHITE_STRIKES, 1)),
        Exhibit("white's queen threatened", lambda: threatened(BLACK_THREATENS, 0)),
        FalseExhibit(
            "black's queen threatened as well",
            lambda: threatened(BLACK_THREATENS, 1),
            of="white's queen threatened",
            changed="the other player's queen",
        ),
    ),
)


def the_set_up_goes_on(rulings: dict[str, str], *, until_play: bool = True) -> Case:
    """As long as a queen is missing the other player is next, and nobody loses or is passed over."""
    rules, position, move = rules_of(**rulings), whole_position(), any_move()
    placed, passed = following(rules, position, move)
    return Case(
        f"the set-up goes on {rulings}",
        (
            exactly_one(position.turn),
            one_action(rules, position.view, move),
            armies_within_reach(rules, position),
            permits("ARI-9", rules, position.view, move),
            not_(position.view.in_play),
            *((not_(queens_stand(placed)),) if until_play else ()),
        ),
        all_of((*map(iff, passed.turn, reversed(position.turn)), none_of(passed.lost))),
        under=rules,
    )


def under_all_rulings() -> Iterator[Case]:
    """The same under all readings of the questions that say who has lost or is passed over."""
    return (the_set_up_goes_on(rulings) for rulings in combinations_of(DECIDING))


def mated(game: tuple[str, ...], n: int, threat: str = "mate") -> Computed:
    """White is to make the first action of play, is threatened, and loses because no action helps.

    There would be actions if the threat did not have to be met.
    """
    engine, state = replayed(game, {"n": n}, {"threat": threat})
    opened, same = replayed(game, {"n": n}, {"threat": "open"})
    attackers = threatening(engine, state, 0)
    others = len(opened.legal_actions(same)) if opened.turn(same) == "white" else 0
    fine = attackers > 0 and others > 0 and engine.winners(state) == ("black",)
    detail = (
        f"n={n}: white is mated after {len(game)} actions: threatened by {attackers}, and none of "
        f"{others} actions helps"
    )
    return Computed.of_game(engine, game, fine, detail)


def loses_unthreatened(game: tuple[str, ...], n: int) -> Computed:
    """White is not threatened, has no action, and loses."""
    engine, state = replayed(game, {"n": n}, {"threat": "mate"})
    fine = threatening(engine, state, 0) == 0 and engine.winners(state) == ("black",)
    detail = (
        f"n={n}: white is not threatened, and loses after {len(game)} actions for want of another"
    )
    return Computed.of_game(engine, game, fine, detail)


MATES = {
    15: game_of(
        "IV@h15:9318 III@h14:2675 III@n14:1792 V@n15:4368 V@f15:7624 IV@l15:4951 Q@m15 Q@h8"
    ),
    4: game_of("V@b1:6742 III@d4:9516 IV@d3:3584 IV@d1:3485 III@a1:5762 V@a2:2378 Q@a3 Q@c4"),
}
STALEMATE = game_of("III@d3:5961 V@c3:6742 IV@a3:1398 III@a4:9217 V@c4:3287 IV@b2:3584 Q@d4 Q@a1")

MATE = Theorem(
    "there_are_mate_positions_even_before_the_first_action_of_play",
    "With threat=mate white can be mated when the set-up is done, before any action of play: after "
    "eight actions, on the board of size 4, the smallest, as on larger ones. No shorter game ends: "
    "until both queens stand nobody loses. A player who is not threatened can lose as well, for want of "
    "any action.",
    TheoremScope(
        "board",
        "every position of the set-up (no game is shorter)",
        params=FULL_SIZE,
        readings=DECIDING,
        also="Games of n=15 and n=4, usual dice, threat=mate, all else by default",
    ),
    ("ARI-5", "ARI-8", "ARI-9", "threat"),
    (
        Claim("nobody loses in the set-up", under_all_rulings, real=SET_UP),
        Twin(
            "nor in the first position of play",
            lambda: the_set_up_goes_on({"threat": "mate"}, until_play=False),
            of="nobody loses in the set-up",
            changed="the second queen may just have been put down",
        ),
        *(Exhibit(f"mated on the board of size {n}", partial(mated, MATES[n], n)) for n in MATES),
        Exhibit("lost without a threat", lambda: loses_unthreatened(STALEMATE, 4)),
        FalseExhibit(
            "mated with threat=open",
            lambda: mated(MATES[15], 15, "open"),
            of="mated on the board of size 15",
            changed="the same game under threat=open",
        ),
        FalseExhibit(
            "mated without a threat",
            lambda: mated(STALEMATE, 4),
            of="mated on the board of size 4",
            changed="a game at whose end no die threatens the queen",
        ),
    ),
    slow=True,
)


def stuck(game: tuple[str, ...], no_action: str) -> Computed:
    """White is due to make the first action of play, but has none."""
    engine, state = replayed(game, {"n": 4}, {"no_action": no_action})
    expected = {"skip": ("black", ()), "loses": (None, ("black",))}[no_action]
    fine = (engine.turn(state), engine.winners(state)) == expected
    detail = f"n=4, no_action={no_action}: white has no action after {len(game)}"
    return Computed.of_game(engine, game, fine, detail)


STUCK = game_of("V@a4:4762 III@a2:7129 III@b2:9217 IV@d2:5941 IV@c2:5941 V@b1:4368 Q@a1 Q@d4")

WITHOUT_ACTION = Theorem(
    "a_player_can_be_left_without_an_action",
    "With threat=open the player to move may have no legal action, as soon as play begins, after eight "
    "actions. No game is shorter: until both queens stand nobody is passed over. The readings of "
    "no_action part on it.",
    TheoremScope(
        "board",
        "every position of the set-up (no game is shorter)",
        params=FULL_SIZE,
        readings=DECIDING,
        also="Games of n=4, usual dice: at full size it cannot happen",
    ),
    ("ARI-5", "ARI-6", "ARI-7", "no_action"),
    (
        Claim("nobody is passed over in the set-up", under_all_rulings, real=SET_UP),
        Twin(
            "nor in the first position of play",
            lambda: the_set_up_goes_on({"no_action": "skip"}, until_play=False),
            of="nobody is passed over in the set-up",
            changed="the second queen may just have been put down",
        ),
        Exhibit("white is passed over", lambda: stuck(STUCK, "skip")),
        Exhibit("white loses", lambda: stuck(STUCK, "loses")),
        FalseExhibit(
            "white stuck before black's queen stands",
            lambda: stuck(STUCK[:-1], "loses"),
            of="white loses",
            changed="the game without its last action",
        ),
    ),
    slow=True,
)
