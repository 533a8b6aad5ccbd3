"""How long a game lasts, and how short one can be.

Every action puts down one thing, and nothing is taken away; with two players the action that fills the
boundary puts down two at least. So actions are bounded by what there is. The other way round, the
boundary is full only when somebody has placed all pieces by actions of their own: MIN-10 fills only
after such a player's last one. With two players whose turns alternate that takes 23 actions.
"""

from __future__ import annotations

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit
from rulewright.proofs.minoa.pieces import (
    BY_ACTIONS,
    ArbitraryAction,
    action,
    cases_of,
    counting_lemmas,
    every_filling,
    every_hand,
    lemmas_of_things,
    puts_down_at_most_one,
    puts_down_one_thing,
    putting_down_adds,
    totals_grow_by_what_is_put_down,
)
from rulewright.proofs.minoa.setting import (
    ANY_GAME,
    BOARD,
    IN_GAMES,
    PLAYED,
    REAL,
    effect,
    engine,
    holds,
    positions,
)
from rulewright.proofs.minoa.supply import spanning_tree
from rulewright.proofs.minoa.vacant_lines import (
    OF_THE_LINES,
    PLAYERS,
    vacant_lines,
    vacant_lines_and_hands,
    vacant_lines_are_pieces_in_hand,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Assumption, Case, Claim, Theorem, Twin, added_up, lemma
from rulewright.proofs.unknowns import integer, once
from rulewright.spec.logic import (
    Fact,
    Number,
    all_of,
    any_of,
    at_least,
    count,
    iff,
    implies,
    none_of,
    not_,
)
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Outlook, Position, Rules

PIECES = len(BOARD.boundary)
MOST = BOARD.supply + PIECES
SHORTEST = 23
TWO = 2

ALTERNATE = Assumption(
    "play_goes_on_until_the_boundary_is_full",
    "With two players, under end=full, the game is not over before the boundary is full, and until it "
    "is over the player to move can move: this is the theorem somebody_can_always_move.",
    "proved there",
)


def placed(position: Position) -> Number:
    """Count all that lies on the board."""
    return count(position.sticks) + sum(map(count, position.pieces))


def done(rules: Rules, position: Position) -> Fact:
    """Somebody has no piece left in hand (with two players: nobody has)."""
    return any_of(at_least(rules.material, own) for own in position.pieces)


@once
def action_places_one(here: ArbitraryAction) -> Case:
    """An action puts down one thing more than lay there."""
    return added_up(
        "an action puts down one thing more",
        here.given,
        placed(here.put) == placed(here.before) + 1,
        (puts_down_one_thing(here), *putting_down_adds(here)),
    )


@once
def filling_places_more(here: ArbitraryAction) -> tuple[Case, ...]:
    """What MIN-10 adds is only added."""
    return (
        *every_filling(here),
        Case(
            "the sticks stay",
            here.given,
            count(here.after.sticks) == count(here.put.sticks),
            using=(),
            decided="MIN-10 hands on the sticks as they are: the same facts stand on both sides",
        ),
    )


@once
def actions_are_at_most_placements(here: ArbitraryAction) -> Case:
    """If the actions so far are at most the placements, they are after another action."""
    return added_up(
        f"k={here.rules.params.k}: actions <= placements",
        here.given,
        placed(here.after) >= placed(here.before) + 1,
        (action_places_one(here), *filling_places_more(here)),
    )


def there_is_no_more(here: ArbitraryAction, most: int = MOST) -> Case:
    """At most 84 things lie on the board."""
    return Case(
        f"k={here.rules.params.k}: at most {most} placements",
        holds(here.rules, here.before, "MIN-8"),
        placed(here.before) <= most,
    )


@once
def last_action_places_two(here: ArbitraryAction) -> Case:
    """With two players: who fills puts down two things at least, so actions + 1 <= placements then."""
    begun, ended = done(here.rules, here.before), done(here.rules, here.after)
    *_, sticks_stay = filling_places_more(here)
    return added_up(
        "the action after which no piece is left places two things",
        (*here.given, not_(begun), ended),
        placed(here.after) >= placed(here.before) + 2,
        (
            puts_down_one_thing(here),
            *puts_down_at_most_one(here),
            *totals_grow_by_what_is_put_down(here),
            sticks_stay,
            *every_hand(here),
        ),
        using=(*holds(here.rules, here.before, "MIN-8"), not_(begun), ended),
    )


def counted(here: Position, rules: Rules, actions: Number) -> Fact:
    """Actions so far are at most the placements, and one fewer when somebody has no piece left."""
    return all_of(
        (actions <= placed(here), implies(done(rules, here), actions + 1 <= placed(here)))
    )


def actions_stay_below(here: ArbitraryAction) -> Case:
    """The bound on the actions so far is kept by another action."""
    actions = integer("actions")
    bound = counted(here.before, here.rules, actions)
    return added_up(
        "one action more, and one placement, or two",
        (*here.given, bound),
        counted(here.after, here.rules, actions + 1),
        (actions_are_at_most_placements(here), last_action_places_two(here)),
        using=(bound,),
    )


def at_most_83_actions(here: ArbitraryAction, most: int = MOST - 1) -> Case:
    """Add up: 60 sticks and 24 pieces, less one action if no piece is left."""
    actions = integer("actions")
    return Case(
        f"at most {most} actions",
        (*holds(here.rules, here.before, "MIN-8"), counted(here.before, here.rules, actions)),
        actions <= most,
    )


# ---------------------------------------------------------------------------------- the shortest


def placed_by_own_actions(position: Position, actions: tuple[Number, Number]) -> Fact:
    """Nobody has more pieces on the board than actions made, unless somebody has made 12."""
    pieces = zip(position.pieces, actions, strict=True)
    return any_of(
        (
            *(own >= PIECES // 2 for own in actions),
            all_of(count(own) <= made for own, made in pieces),
        )
    )


def only_the_mover_places(here: ArbitraryAction, mover: int) -> Case:
    """The other player puts down no piece (MIN-3)."""
    turns = tuple(iff(fact, player == mover) for player, fact in enumerate(here.before.turn))
    return Case(
        f"{here.rules.players[mover]} moves, and places no piece of the other's",
        (*here.given, *turns),
        none_of(here.move.piece[1 - mover]),
    )


def pieces_come_one_by_one(here: ArbitraryAction, mover: int) -> Case:
    """The bound on pieces by actions is kept by another action of one player."""
    before = (integer("actions.red"), integer("actions.blue"))
    after = (before[0] + (1 - mover), before[1] + mover)
    own = only_the_mover_places(here, mover)
    bound = placed_by_own_actions(here.before, before)
    return added_up(
        f"{here.rules.players[mover]}: one action more, and one piece at most, or the last",
        (*own.given, bound),
        placed_by_own_actions(here.after, after),
        (own, *puts_down_at_most_one(here), *putting_down_adds(here), *every_hand(here)),
        using=(bound,),
    )


def nothing_is_vacant(here: ArbitraryAction) -> Case:
    """A full boundary has no vacant line."""
    full = clauses.boundary_is_full(here.rules, here.before)
    return Case(
        "a full boundary has no vacant line", (full,), count(vacant_lines(here.before)) == 0
    )


def at_least_23_actions(here: ArbitraryAction, least: int = SHORTEST) -> Case:
    """Red and blue take turns, so a full boundary takes 12 actions of one and 11 of the other."""
    red, blue = integer("actions.red"), integer("actions.blue")
    bound = placed_by_own_actions(here.before, (red, blue))
    turns = (blue <= red, red <= blue + 1)
    empty = nothing_is_vacant(here)
    return added_up(
        f"a full boundary takes {least} actions",
        (*holds(here.rules, here.before, *OF_THE_LINES, "MIN-8"), *empty.given, bound, *turns),
        red + blue >= least,
        (vacant_lines_are_pieces_in_hand(here.rules), empty),
        using=(*holds(here.rules, here.before, "MIN-8"), bound, *turns),
    )


def turns_alternate() -> Computed:
    """If both players can move, MIN-2 passes the turn to the other; red begins."""
    game = engine()
    red, blue = (True, False), (False, True)
    both_can = Outlook((True, True), False)
    fine = (
        game.initial().turn == red,
        effect("MIN-2", game.rules, red, both_can) == blue,
        effect("MIN-2", game.rules, blue, both_can) == red,
    )
    return Computed.of_each(fine, "red begins, turns alternate")


# ------------------------------------------------------------------------------------- the games


def halves() -> tuple[list[str], list[str], list[str]]:
    """Cut the board along a diameter: the 8 lines on it, and the 12 boundary lines on either side."""
    cut: list[str] = []
    one: list[str] = []
    other: list[str] = []
    for line, (start, end) in enumerate(BOARD.lines):
        if start[0] == end[0] == 0:
            cut.append(BOARD.names[line])
        elif line in BOARD.boundary:
            (one if min(start[0], end[0]) < 0 else other).append(BOARD.names[line])
    return cut, one, other


def drawn_game() -> tuple[str, ...]:
    """Spell a game of 23 actions: red places 12 pieces, blue 8 sticks between them and 3 pieces."""
    cut, red, blue = halves()
    replies = [*cut, *blue[:3]]
    moves = [move for pair in zip(red, replies, strict=False) for move in pair]
    return (*moves, red[-1])


def longest_game() -> tuple[str, ...]:
    """Spell a game of 83 actions: 60 sticks, 11 pieces of each player, and the last one."""
    edge = [BOARD.names[line] for line in BOARD.boundary]
    return (*spanning_tree(), *edge[: PIECES - 1])


def ends_after(moves: tuple[str, ...], actions: int) -> Computed:
    """Replay a game that must end with its last action."""
    game = engine()
    line = positions(moves, game)
    fine = game.is_over(line[-1]) and not any(map(game.is_over, line[:-1]))
    detail = f"a game of {len(moves)} actions"
    return Computed.of_game(game, moves, fine and len(moves) == actions, detail)


LONGEST = Theorem(
    name="a_game_lasts_at_most_84_placements",
    statement="At most 60 sticks and 24 pieces are placed, one at least by every action; with two "
    "players the action that fills the boundary places two at least, so a game has at most 83 actions, "
    "and one has 83.",
    scope=TheoremScope(
        "board",
        "any action (83 actions: k=2)",
        inductive=True,
        params=ANY_GAME,
        rim=(IN_GAMES,),
    ),
    clauses=("MIN-3", "MIN-7", "MIN-8", "MIN-10"),
    assumptions=(BY_ACTIONS,),
    parts=(
        *(
            part
            for k in PLAYERS
            for part in (
                *(counting_lemmas if k == TWO else lemmas_of_things)(k),
                lemma(
                    f"k={k}: one thing more is put down, and none is taken",
                    cases_of(k, action_places_one, filling_places_more),
                ),
                Claim(
                    f"k={k}: every action places one thing or more",
                    cases_of(k, actions_are_at_most_placements),
                    real=PLAYED,
                ),
                Claim(f"k={k}: at most 84 placements", cases_of(k, there_is_no_more), real=REAL),
            )
        ),
        lemma("k=2: what is put down, added up", cases_of(2, totals_grow_by_what_is_put_down)),
        lemma(
            "k=2: who places the last piece places two things", cases_of(2, last_action_places_two)
        ),
        Claim(
            "k=2: every action keeps the bound on actions",
            cases_of(2, actions_stay_below),
            real=PLAYED,
        ),
        Claim("k=2: at most 83 actions", cases_of(2, at_most_83_actions), real=REAL),
        Exhibit("a game of 83 actions", lambda: ends_after(longest_game(), MOST - 1)),
        Twin(
            "k=2: at most 82 actions",
            lambda: at_most_83_actions(action(2), MOST - 2),
            of="k=2: at most 83 actions",
            changed="one action fewer",
        ),
        FalseExhibit(
            "no game has more than 82 actions",
            lambda: ends_after(longest_game(), MOST - 2),
            of="a game of 83 actions",
            changed="one action fewer",
        ),
    ),
    slow=True,
)

QUICKEST = Theorem(
    name="the_shortest_game_of_two_has_23_actions",
    statement="With two players, default rulings, a game has at least 23 actions, and one has 23: the "
    "boundary is full only after some player has placed all 12 pieces by actions of their own.",
    scope=TheoremScope(
        "board",
        "any action",
        inductive=True,
        params={"n": (4,), "k": (2,)},
        readings={"end": ("full",)},
        also="Exact",
        rim=(IN_GAMES,),
    ),
    clauses=("MIN-2", "MIN-3", "MIN-10", "MIN-11", "end"),
    assumptions=(BY_ACTIONS, ALTERNATE),
    parts=(
        *vacant_lines_and_hands((2,)),
        *counting_lemmas(2),
        lemma(
            "only the mover's piece is put down",
            cases_of(2, lambda here: [only_the_mover_places(here, mover) for mover in (0, 1)]),
        ),
        Claim(
            "every action keeps pieces within actions",
            cases_of(2, lambda here: [pieces_come_one_by_one(here, mover) for mover in (0, 1)]),
            why_not_real="each case speaks of the turns of one player, and the other of the other's",
        ),
        lemma("a full boundary has no vacant line", cases_of(2, nothing_is_vacant)),
        Claim(
            "a full boundary takes 23 actions",
            cases_of(2, at_least_23_actions),
            why_not_real="it speaks of a full boundary",
        ),
        Enumeration("turns alternate", turns_alternate),
        Exhibit("a game of 23 actions", lambda: ends_after(drawn_game(), SHORTEST)),
        Twin(
            "a full boundary takes 24 actions",
            lambda: at_least_23_actions(action(2), SHORTEST + 1),
            of="a full boundary takes 23 actions",
            changed="one action more",
        ),
        FalseExhibit(
            "no game has 23 actions",
            lambda: ends_after(drawn_game(), SHORTEST + 1),
            of="a game of 23 actions",
            changed="one action more",
        ),
    ),
    slow=True,
)

THEOREMS: tuple[Theorem, ...] = (LONGEST, QUICKEST)
