"""Vacant boundary lines are as many as pieces in hand, and every action keeps it so.

That they are needs the clauses of the material (MIN-4, 5, 6, 8, 10) to hold in every position: every
action keeps them, the pieces of MIN-10 included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial

from attrs import evolve, frozen

from rulewright.proofs.computed import Computed, Enumeration
from rulewright.proofs.minoa import setting
from rulewright.proofs.minoa.setting import (
    ANY_GAME,
    BOARD,
    IN_GAMES,
    PLAYED,
    after,
    any_move,
    any_position,
    engine,
    holds,
    permitted,
    put_down,
    rules_of,
)
from rulewright.proofs.minoa.vacant_lines import (
    OF_THE_LINES,
    PLAYERS,
    lines_carry_one_piece,
    pieces_in_hand,
    vacant_lines,
    vacant_lines_and_hands,
)
from rulewright.proofs.reachability import AbstractReach, number
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import (
    Assumption,
    Case,
    Cases,
    Claim,
    Premises,
    Theorem,
    Twin,
    added_up,
    as_cases,
    lemma,
)
from rulewright.proofs.unknowns import once
from rulewright.spec.logic import Fact, Number, all_of, any_of, count, implies, none_of, not_
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Facts, Move, Position, Rules
from rulewright.spec.registry import Clause

OF_THE_MATERIAL = (*OF_THE_LINES, "MIN-8", "MIN-10")

BY_ACTIONS = Assumption(
    "induction_over_actions",
    "What holds at the start and is kept by every action holds in every position of every game.",
    "on random games of all numbers of players and readings",
)


@frozen(eq=False, slots=False)
class ArbitraryAction:
    """An arbitrary position, an arbitrary action that is permitted, and what follows at once."""

    rules: Rules

    @cached_property
    def before(self) -> Position:
        """The position the action is played in."""
        return any_position(self.rules)

    @cached_property
    def move(self) -> Move:
        """What it puts down."""
        return any_move(self.rules)

    @cached_property
    def put(self) -> Position:
        """The position with the action's own stick or piece (MIN-7)."""
        return put_down(self.rules, self.before, self.move)

    @cached_property
    def after(self) -> Position:
        """The position with the pieces of MIN-10 as well."""
        return after(self.rules, self.before, self.move)

    @cached_property
    def permits(self) -> dict[str, Fact]:
        """For each clause that speaks of the material or the turn: it lets the action pass."""
        return {
            clause: permitted(self.rules, self.before, self.move, clause)
            for clause in ("MIN-3", *OF_THE_LINES, "MIN-8")
        }

    def given_unless(self, dropped: str = "") -> Premises:
        """The clauses of the material hold before, and all but one let the action pass."""
        passes = (fact for clause, fact in self.permits.items() if clause != dropped)
        return Premises((*holds(self.rules, self.before, *OF_THE_MATERIAL), *passes))

    @cached_property
    def given(self) -> Premises:
        """The clauses of the material hold before, and let the action pass."""
        return self.given_unless()

    @cached_property
    def puts_one(self) -> Premises:
        """The clauses by which an action puts down one thing, on a line of its kind."""
        return Premises(self.permits[clause] for clause in ("MIN-3", "MIN-4", "MIN-5"))

    def filling(self, player: int, *, fills: bool) -> Fact:
        """A player fills the boundary, or does not."""
        return self.fills[player] if fills else not_(self.fills[player])

    @cached_property
    def fills(self) -> Facts:
        """For each player: theirs is the only hand left after somebody's last piece."""
        return clauses.who_fills(self.rules, self.put, self.move)


def action(k: int) -> ArbitraryAction:
    """Make the setting for `k` players under the rulebook as it is."""
    return _action(k, setting.RULEBOOK.clauses)


@once
def _action(k: int, _clauses: tuple[Clause, ...]) -> ArbitraryAction:
    return ArbitraryAction(rules_of(AbstractReach("area"), k))


@once
def puts_down_one_thing(here: ArbitraryAction) -> Case:
    """An action puts down one stick or one piece, and nothing else."""
    everything = [here.move.stick, *here.move.piece]
    return Case("an action puts down one thing", here.puts_one, sum(map(count, everything)) == 1)


@once
def puts_down_at_most_one(here: ArbitraryAction) -> tuple[Case, ...]:
    """Of each kind it puts down one or none: one if there is any."""
    kinds = (here.move.stick, *here.move.piece)
    return tuple(
        Case(
            f"{name}: one if any",
            here.puts_one,
            all_of(
                (
                    implies(any_of(facts), count(facts) == 1),
                    implies(none_of(facts), count(facts) == 0),
                )
            ),
        )
        for name, facts in zip(("stick", *here.rules.players), kinds, strict=True)
    )


@once
def lines_hold_at_most_one(here: ArbitraryAction) -> tuple[Case, ...]:
    """MIN-4, MIN-5 and MIN-6 hold with what was put down, and with what MIN-10 adds."""
    return tuple(
        Case(
            f"{name}: the clauses of the lines hold",
            here.given,
            all_of(holds(here.rules, position, *OF_THE_LINES)),
        )
        for name, position in (("put down", here.put), ("filled up", here.after))
    )


@once
def putting_down_adds(here: ArbitraryAction) -> tuple[Case, ...]:
    """Count each line: what lies there is what lay there and what is put there."""
    old = (here.before.sticks, *here.before.pieces)
    new = (here.move.stick, *here.move.piece)
    now = (here.put.sticks, *here.put.pieces)
    return tuple(
        Case(
            f"{name}: what was put down is added",
            (here.permits["MIN-6"],),
            all_of(
                number(lies) == number(lay) + number(put)
                for lay, put, lies in zip(*kind, strict=True)
            ),
        )
        for name, *kind in zip(("stick", *here.rules.players), old, new, now, strict=True)
    )


@once
def totals_grow_by_what_is_put_down(here: ArbitraryAction) -> tuple[Case, ...]:
    """Add up what is put down, line by line: sticks, and pieces of each player."""
    old = (here.before.sticks, *here.before.pieces)
    new = (here.move.stick, *here.move.piece)
    now = (here.put.sticks, *here.put.pieces)
    return tuple(
        added_up(
            f"{name}: as many as before, and what is put down",
            line_by_line.given,
            count(lies) == count(lay) + count(put),
            (line_by_line,),
        )
        for name, line_by_line, lay, put, lies in zip(
            ("stick", *here.rules.players), putting_down_adds(here), old, new, now, strict=True
        )
    )


@once
def filling_adds(here: ArbitraryAction, player: int, *, fills: bool) -> Case:
    """Count each line: who fills has one piece more on each vacant line, who does not has none."""
    vacant = dict(zip(BOARD.boundary, vacant_lines(here.put), strict=True))
    put, now = here.put.pieces[player], here.after.pieces[player]
    filling = here.filling(player, fills=fills)
    return Case(
        f"{here.rules.players[player]}: what is {'' if fills else 'not '}filled up",
        (*here.given, filling),
        all_of(
            number(now[line])
            == number(put[line]) + (number(vacant[line]) if fills and line in vacant else 0)
            for line in range(len(BOARD.lines))
        ),
        using=(filling,),
    )


@once
def every_filling(here: ArbitraryAction) -> tuple[Case, ...]:
    """Count the lines of each player, who fills or does not."""
    return tuple(
        filling_adds(here, player, fills=fills)
        for player in range(len(here.rules.players))
        for fills in (True, False)
    )


@once
def material_suffices_for_what_is_put_down(here: ArbitraryAction) -> Case:
    """MIN-8 holds with what was put down."""
    return added_up(
        "put down: no more than there is",
        here.given,
        all_of(holds(here.rules, here.put, "MIN-8")),
        (*puts_down_at_most_one(here), *putting_down_adds(here)),
        using=(*holds(here.rules, here.before, "MIN-8"), here.permits["MIN-8"]),
    )


@once
def lines_put(here: ArbitraryAction) -> Case:
    """Count the lines with what was put down."""
    put, _ = lines_hold_at_most_one(here)
    return lines_carry_one_piece(here.put, here.given, (put,))


@once
def lines_after(here: ArbitraryAction) -> Case:
    """Count the lines with what MIN-10 adds."""
    _, filled = lines_hold_at_most_one(here)
    return lines_carry_one_piece(here.after, here.given, (filled,))


@once
def vacant_lines_are_pieces_in_hand_put(here: ArbitraryAction) -> Case:
    """The equality holds with what was put down."""
    return added_up(
        "put down: vacant boundary lines = pieces in hand",
        here.given,
        count(vacant_lines(here.put)) == pieces_in_hand(here.rules, here.put),
        (lines_put(here),),
    )


@once
def vacant_lines_are_pieces_in_hand_after(here: ArbitraryAction) -> Case:
    """The equality holds after the action."""
    return added_up(
        "filled up: vacant boundary lines = pieces in hand",
        here.given,
        count(vacant_lines(here.after)) == pieces_in_hand(here.rules, here.after),
        (lines_after(here),),
    )


@once
def pieces_after(here: ArbitraryAction, player: int, *, fills: bool) -> Case:
    """Count a player's pieces: all of them if the player fills, else those that were put down."""
    counted = filling_adds(here, player, fills=fills)
    put, now = count(here.put.pieces[player]), count(here.after.pieces[player])
    because = (
        material_suffices_for_what_is_put_down(here),
        vacant_lines_are_pieces_in_hand_put(here),
        counted,
    )
    return added_up(
        f"{here.rules.players[player]}: pieces if {'' if fills else 'not '}filled up",
        counted.given,
        now == (here.rules.material if fills else put),
        because if fills else (counted,),
        using=(here.filling(player, fills=True),) if fills else (),
    )


@once
def every_hand(here: ArbitraryAction) -> tuple[Case, ...]:
    """Count the pieces of each player, who fills or does not."""
    return tuple(
        pieces_after(here, player, fills=fills)
        for player in range(len(here.rules.players))
        for fills in (True, False)
    )


@once
def material_suffices(here: ArbitraryAction) -> Case:
    """MIN-8 holds with what MIN-10 adds: the last hand is just what the vacant lines take."""
    return added_up(
        "filled up: no more than there is",
        here.given,
        all_of(holds(here.rules, here.after, "MIN-8")),
        (material_suffices_for_what_is_put_down(here), *every_hand(here)),
    )


@once
def nobody_is_left_alone(here: ArbitraryAction) -> Case:
    """MIN-10 holds: no player alone has pieces in hand."""
    return added_up(
        "filled up: nobody alone has pieces in hand",
        here.given,
        all_of(holds(here.rules, here.after, "MIN-10")),
        (
            *puts_down_at_most_one(here),
            puts_down_one_thing(here),
            *putting_down_adds(here),
            material_suffices_for_what_is_put_down(here),
            *every_hand(here),
        ),
        using=holds(here.rules, here.before, "MIN-8", "MIN-10"),
    )


def cases_of(k: int, *makers: Callable[[ArbitraryAction], Case | Iterable[Case]]) -> Cases:
    """Make cases over one action of a game of `k`."""
    return lambda: [
        evolve(case, under=action(k).rules) for make in makers for case in as_cases(make(action(k)))
    ]


def lemmas_of_things(k: int) -> tuple[Claim, ...]:
    """Make the lemmas that count the things that an action puts down."""
    return (
        lemma(
            f"k={k}: an action puts down one thing",
            cases_of(k, puts_down_one_thing, puts_down_at_most_one),
        ),
        lemma(
            f"k={k}: what lies on each line, counted", cases_of(k, putting_down_adds, every_filling)
        ),
    )


def counting_lemmas(k: int) -> tuple[Claim, ...]:
    """Make the lemmas that count what an action changes, on lines and in hands."""
    return (
        *lemmas_of_things(k),
        lemma(f"k={k}: every line carries at most one thing", cases_of(k, lines_hold_at_most_one)),
        lemma(
            f"k={k}: boundary lines carry one piece or are vacant",
            cases_of(k, lines_put, lines_after, vacant_lines_are_pieces_in_hand_put),
        ),
        lemma(
            f"k={k}: what each player has placed, counted",
            cases_of(k, material_suffices_for_what_is_put_down, every_hand),
        ),
    )


def every_action_keeps_it(k: int) -> tuple[Claim, ...]:
    """Make the parts of the inductive step for `k` players."""
    return (
        *counting_lemmas(k),
        Claim(
            f"k={k}: every action keeps MIN-4, 5, 6, 8 and 10",
            cases_of(k, lines_hold_at_most_one, material_suffices, nobody_is_left_alone),
            real=PLAYED,
        ),
        Claim(
            f"k={k}: after every action vacant boundary lines = pieces in hand",
            cases_of(k, vacant_lines_are_pieces_in_hand_after),
            real=PLAYED,
        ),
    )


# ----------------------------------------------------------------------------------- the theorem


def at_the_start() -> Computed:
    """Look at the initial position for 2, 3 and 4 players."""
    numbers: list[Number] = []
    for k in PLAYERS:
        game = engine({"k": k})
        start = game.initial()
        hands = pieces_in_hand(game.rules, start)
        fine = all(holds(game.rules, start, *OF_THE_MATERIAL))
        if not fine or sum(vacant_lines(start)) != hands:
            return Computed(False, f"not with {k} players", len(numbers) + 1)
        numbers.append(hands)
    detail = f"at the start {' = '.join(map(str, numbers))} pieces in hand for k=2, 3, 4"
    return Computed(True, detail, len(numbers))


def with_a_clause_dropped(identifier: str) -> Case:
    """Claim, wrongly, that the equality needs fewer clauses."""
    rules = rules_of(AbstractReach("area"))
    position = any_position(rules)
    kept = (each for each in OF_THE_LINES if each != identifier)
    lines = {BOARD.boundary[0], BOARD.interior[0]}
    nearly_empty = none_of(
        facts[line]
        for facts in (position.sticks, *position.pieces)
        for line in range(len(BOARD.lines))
        if line not in lines
    )
    return Case(
        f"without {identifier}",
        (*holds(rules, position, *kept), nearly_empty),
        count(vacant_lines(position)) == pieces_in_hand(rules, position),
    )


def without_filling() -> Case:
    """Claim, wrongly, that nobody is left alone with pieces even if nothing is filled up."""
    here = action(2)
    return Case(
        "put down: nobody alone has pieces in hand",
        here.given,
        all_of(holds(here.rules, here.put, "MIN-10")),
    )


THEOREM = Theorem(
    name="vacant_boundary_lines_equal_pieces_in_hand",
    statement="There are as many vacant boundary lines as pieces in all hands, at the start and after "
    "every action, the pieces of MIN-10 included; and every action keeps the clauses that this needs.",
    scope=TheoremScope(
        "board",
        "any action",
        inductive=True,
        params=ANY_GAME,
        any_others=True,
        rim=(IN_GAMES,),
    ),
    clauses=("MIN-1", "MIN-3", "MIN-4", "MIN-5", "MIN-6", "MIN-7", "MIN-8", "MIN-10"),
    assumptions=(BY_ACTIONS,),
    parts=(
        *vacant_lines_and_hands(),
        Enumeration("it holds at the start", at_the_start),
        *(part for k in PLAYERS for part in every_action_keeps_it(k)),
        *(
            Twin(
                f"it holds without {each}",
                partial(with_a_clause_dropped, each),
                of="vacant boundary lines are as many as pieces in hand",
                changed=f"{each} need not hold",
            )
            for each in OF_THE_LINES
        ),
        Twin(
            "nobody is left alone even if nothing is filled up",
            without_filling,
            of="k=2: every action keeps MIN-4, 5, 6, 8 and 10",
            changed="MIN-10 fills nothing up",
        ),
    ),
    slow=True,
)
