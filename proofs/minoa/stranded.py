"""With three or four players the player due may be unable to move; and how soon that can be.

Whoever has a piece in hand finds a vacant line for it, and under `closure=line` everybody finds a line
for a stick as long as at most 59 lie. So who cannot move has placed all pieces, and 60 sticks lie.
Sticks are put by actions; and a player's pieces too, unless MIN-10 filled the boundary with them, when
all others had placed all of theirs. That adds up to a least number of actions, which games attain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, replay
from rulewright.proofs.minoa.end_of_game import has_a_piece, piece_on_a_vacant_line
from rulewright.proofs.minoa.length_of_a_game import filling_places_more
from rulewright.proofs.minoa.pieces import (
    BY_ACTIONS,
    ArbitraryAction,
    action,
    cases_of,
    counting_lemmas,
    every_hand,
    totals_grow_by_what_is_put_down,
)
from rulewright.proofs.minoa.setting import (
    BOARD,
    IN_GAMES,
    PLAYED,
    engine,
    holds,
    layers_on_the_board,
    permitted,
)
from rulewright.proofs.minoa.spare_lines import (
    INVARIANT,
    all_given,
    other_lines_serve,
    some_line_is_spare,
    spare_lines_cut_nothing_off,
    stick_on_a_spare_line,
    triangles_have_one_parent,
    unasked,
)
from rulewright.proofs.minoa.supply import Setting, in_setting, setting, spanning_tree
from rulewright.proofs.minoa.vacant_lines import (
    OF_THE_LINES,
    vacant_lines,
    vacant_lines_and_hands,
    vacant_lines_are_pieces_in_hand,
)
from rulewright.proofs.reachability import BY_LAYERS
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin, added_up, lemma
from rulewright.proofs.unknowns import integer, once
from rulewright.spec.logic import Fact, Number, all_of, any_of, at_least, at_most, count
from rulewright.spec.minoa.facts import Position

PIECES = len(BOARD.boundary)
SOONEST = {k: BOARD.supply + PIECES // k for k in (3, 4)}
"""For each number of players, the least number of actions after which the player due cannot move."""

# ------------------------------------------------------------------------------- who can still move


@once
def fewer_than_sixty_sticks_leave_one(here: Setting) -> Case:
    """With at most 59 sticks everybody may put one more (`closure=line`)."""
    spare, uncut = some_line_is_spare(here), spare_lines_cut_nothing_off(here)
    legal = permitted(here.rules_after, unasked(here), stick_on_a_spare_line(here))
    of_the_lines = holds(here.rules, here.position, "MIN-4", "MIN-5")
    few = at_most(BOARD.supply - 1, here.position.sticks)
    return Case(
        "at most 59 sticks, so a stick is legal",
        all_given(spare, uncut, but=(spare.then,), more=of_the_lines),
        legal,
        (spare, uncut),
        using=(*of_the_lines, few),
    )


@once
def hand_finds_a_vacant_line(here: Setting, player: int) -> Case:
    """Where a player has a piece in hand, a boundary line is vacant."""
    material = holds(here.rules, here.position, "MIN-8")
    hand = has_a_piece(here)[player]
    return added_up(
        f"{here.rules.players[player]} has a piece in hand, so a line is vacant",
        (*holds(here.rules, here.position, *OF_THE_LINES), *material, hand),
        count(vacant_lines(here.position)) >= 1,
        (vacant_lines_are_pieces_in_hand(here.rules),),
        using=(*material, hand),
    )


@once
def piece_in_hand_may_be_placed(here: Setting, player: int, *, in_hand: bool = True) -> Case:
    """Every clause permits a player with a piece in hand, to move, to place it."""
    players = range(len(here.rules.players))
    rules = action(len(players)).rules
    position = here.position.with_turn(tuple(each == player for each in players))
    move = piece_on_a_vacant_line(here, whose=position.turn)
    hand = (has_a_piece(here)[player],) if in_hand else ()
    return Case(
        f"{here.rules.players[player]} has a piece in hand, so placing it is legal",
        (*holds(here.rules, here.position, *INVARIANT), *hand),
        permitted(rules, position, move),
        (hand_finds_a_vacant_line(here, player),) if in_hand else (),
        using=(*holds(here.rules, here.position, "MIN-4", "MIN-5"), *hand),
    )


# ------------------------------------------------------------------------------- counting actions


def actions_so_far(k: int) -> tuple[Number, tuple[Number, ...]]:
    """Name the numbers of actions: those that put a stick, and for each player those with a piece."""
    return integer("actions.stick"), tuple(integer(f"actions.{player}") for player in range(k))


def laid_by_actions(
    position: Position, sticks: Number, pieces: Sequence[Number], material: int
) -> Fact:
    """All sticks lie by actions, and all pieces, unless all players but one have placed all theirs."""
    players = range(len(pieces))
    return all_of(
        (
            count(position.sticks) <= sticks,
            *(made >= 0 for made in pieces),
            any_of(
                (
                    all_of(
                        count(own) <= made
                        for own, made in zip(position.pieces, pieces, strict=True)
                    ),
                    *(
                        all_of(pieces[other] >= material for other in players if other != own)
                        for own in players
                    ),
                )
            ),
        )
    )


@once
def actions_lay_what_lies(here: ArbitraryAction) -> Case:
    """The bounds on sticks and pieces by actions are kept by another action.

    An action puts down one thing, a stick or a piece, so each adds 1 to just one of the numbers.
    """
    sticks, pieces = actions_so_far(len(here.rules.players))
    stick, *piece = map(count, (here.move.stick, *here.move.piece))
    *_, sticks_stay = filling_places_more(here)
    bound = laid_by_actions(here.before, sticks, pieces, here.rules.material)
    after = laid_by_actions(
        here.after,
        sticks + stick,
        [made + puts for made, puts in zip(pieces, piece, strict=True)],
        here.rules.material,
    )
    return added_up(
        f"k={here.rules.params.k}: what lies was laid by actions, one more",
        (*here.given, bound),
        after,
        (*totals_grow_by_what_is_put_down(here), sticks_stay, *every_hand(here)),
        using=(bound,),
    )


def nothing_lies_at_the_start() -> Computed:
    """Before any action the bounds hold, with no action counted."""
    starts = {k: engine({"k": k}) for k in SOONEST}
    fine = (
        laid_by_actions(game.initial(), 0, (0,) * k, game.rules.material) is True
        for k, game in starts.items()
    )
    return Computed.of_each(fine, "nothing lies at the start")


def nobody_is_stranded_before(k: int, least: int, player: int) -> Case:
    """With 60 sticks on the board and a player's hand empty, so many actions were played at least."""
    here = action(k)
    sticks, pieces = actions_so_far(k)
    return Case(
        f"k={k}: {here.rules.players[player]} cannot move after fewer than {least} actions",
        (
            laid_by_actions(here.before, sticks, pieces, here.rules.material),
            at_least(BOARD.supply, here.before.sticks),
            at_least(here.rules.material, here.before.pieces[player]),
        ),
        sticks + sum(pieces) >= least,
    )


# --------------------------------------------------------------------------------------- the games


def stranding_game(k: int, actions: int, **rulings: str) -> tuple[str, ...]:
    """Play so that the player due after some actions has placed all pieces, and no stick is legal.

    That player spends the first turns on pieces; everything else is sticks, the first legal one.
    """
    game = engine({"k": k}, **rulings)
    state, moves = game.initial(), list[str]()
    tree = iter(spanning_tree())
    edge = [BOARD.names[line] for line in BOARD.boundary]
    own = iter(edge[:: len(edge) // game.rules.material])
    for turn in range(actions):
        piece = next(own, None) if turn % k == actions % k else None
        if piece is not None:
            moves.append(piece)
        elif rulings.get("closure") == "coloured":
            moves.append(next(m for m in game.legal_actions(state) if m not in edge))
        else:
            moves.append(next(tree))
        state = game.play(state, moves[-1])
    return tuple(moves)


def stranded(k: int, actions: int, closure: str) -> Computed:
    """Replay such a game: the player due cannot move, and the game is not over by assignment."""
    moves = stranding_game(k, actions, closure=closure)
    skips = engine({"k": k}, closure=closure, stranded="skip")
    ends = engine({"k": k}, closure=closure, stranded="over")
    skipped, final = replay(skips, moves), replay(ends, moves)
    due = skips.players[actions % k]
    turn = skips.turn(skipped)
    detail = (
        f"k={k}, closure={closure}: after {actions} actions it would be {due}'s turn, who cannot "
        f"move; {turn} can"
    )
    fine = turn not in (due, None) and ends.turn(final) is None
    return Computed.of_game(skips, moves, fine, detail)


def nobody_is_ever_stranded() -> Computed:
    """Claim, wrongly, that with three players the player due can always move."""
    found = stranded(3, SOONEST[3], "line")
    return Computed(not found.holds, found.detail, found.looked)


# ------------------------------------------------------------------------------------ the theorem


def each_player(make: Callable[[Setting, int], Case]) -> Callable[[Setting], list[Case]]:
    """Make a case for each player."""
    return lambda here: [make(here, player) for player in range(len(here.rules.players))]


def who_can_move(k: int, partners: str) -> tuple[Claim, ...]:
    """Make the parts that say when a stick is legal, and when a piece."""
    name = f"k={k}, partners={partners}"
    ways = partial(in_setting, k=k, partners=partners)
    return (
        lemma(
            f"{name}: some line is spare with at most 59 sticks",
            ways(triangles_have_one_parent, other_lines_serve, some_line_is_spare),
        ),
        lemma(
            f"{name}: a stick on a spare line cuts nothing off", ways(spare_lines_cut_nothing_off)
        ),
        Claim(
            f"{name}: with at most 59 sticks everybody may put one more",
            ways(fewer_than_sixty_sticks_leave_one),
            why_not_real="it speaks of positions with at most 59 sticks",
        ),
        lemma(
            f"{name}: who has a piece in hand finds a vacant line",
            ways(each_player(hand_finds_a_vacant_line)),
        ),
        Claim(
            f"{name}: who has a piece in hand may place it",
            ways(each_player(piece_in_hand_may_be_placed)),
            why_not_real="it speaks of positions in which a player has a piece in hand",
        ),
    )


def how_soon(k: int) -> tuple[Claim, ...]:
    """Make the parts that count the actions it takes."""
    return (
        *counting_lemmas(k),
        lemma(f"k={k}: what MIN-10 adds, counted", cases_of(k, filling_places_more)),
        lemma(f"k={k}: what is put down, added up", cases_of(k, totals_grow_by_what_is_put_down)),
        Claim(
            f"k={k}: every action keeps what lies laid by actions",
            cases_of(k, actions_lay_what_lies),
            real=PLAYED,
        ),
        Claim(
            f"k={k}: nobody is stranded after fewer than {SOONEST[k]} actions",
            lambda: [nobody_is_stranded_before(k, SOONEST[k], player) for player in range(k)],
            why_not_real="it speaks of positions with 60 sticks and an empty hand",
        ),
    )


STRANDED = Theorem(
    name="with_three_or_four_players_the_player_due_may_be_stranded",
    statement="With three or four players the player whose turn it would be may have no legal move "
    "though the game is not over. Under closure=line that takes 60 sticks and an empty hand, so 68 "
    "actions with three players and 66 with four: games of this length show it, and no shorter game "
    "does. Under closure=coloured games of 52 and 48 actions show it.",
    scope=TheoremScope(
        "board",
        "any action; positions with at most 59 sticks, or with a piece in hand",
        inductive=True,
        params={"n": (4,), "k": (3, 4)},
        readings={"end": ("full",)},
        also="Who can move is proved under both readings of partners. "
        "Exact under closure=line; under closure=coloured that no shorter game shows it is not "
        "claimed",
        rim=(IN_GAMES,),
    ),
    clauses=("MIN-2", "MIN-3", "MIN-8", "MIN-9", "MIN-10", "stranded", "closure"),
    assumptions=(BY_LAYERS, BY_ACTIONS),
    parts=(
        *layers_on_the_board(),
        *vacant_lines_and_hands(tuple(SOONEST)),
        Enumeration("at the start nothing lies, and nobody has acted", nothing_lies_at_the_start),
        *who_can_move(3, "separate"),
        *who_can_move(4, "separate"),
        *who_can_move(4, "shared"),
        *(part for k in SOONEST for part in how_soon(k)),
        *(
            Exhibit(f"stranded, k={k}, closure={closure}", partial(stranded, k, actions, closure))
            for k, actions, closure in (
                (3, SOONEST[3], "line"),
                (4, SOONEST[4], "line"),
                (3, 52, "coloured"),
                (4, 48, "coloured"),
            )
        ),
        Twin(
            "nobody is stranded after 68 actions either",
            lambda: nobody_is_stranded_before(3, SOONEST[3] + 1, 0),
            of="k=3: nobody is stranded after fewer than 68 actions",
            changed="one action more",
        ),
        Twin(
            "who has no piece in hand may place one",
            lambda: piece_in_hand_may_be_placed(setting(3), 0, in_hand=False),
            of="k=3, partners=separate: who has a piece in hand may place it",
            changed="the hand may be empty",
        ),
        FalseExhibit(
            "with three players nobody is ever stranded",
            nobody_is_ever_stranded,
            of="stranded, k=3, closure=line",
            changed="the player due can move",
        ),
    ),
    slow=True,
)
