"""Minoa's formulas put to work on blocks of lanes: what is permitted, and what follows.

A vector over `width` lanes has one lane for each position (one game, or thousands). A vector over
candidates has a block of `width` lanes for each move that the notation can spell, so that the complete
legal sets of all positions come out of one evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

from rulewright.spec.broadcast import LaneFact, Sizes, flat
from rulewright.spec.lanes import any_block, block, lanes_in
from rulewright.spec.logic import Fact, Number, all_of, any_of, is_constant, none_of
from rulewright.spec.minoa.clauses import a_stranded_player_ends_the_game
from rulewright.spec.minoa.facts import Facts, Move, Outlook, Position, Rules
from rulewright.spec.registry import Rulebook
from rulewright.spec.structure import mapped


@frozen
class Candidates:
    """All moves that the notation can spell: a stick on an interior, a piece on a boundary line."""

    rules: Rules
    width: int
    """Lanes in a block."""
    moves: tuple[tuple[int, int | None], ...] = field(init=False, repr=False)
    """For each block: the line, and the player whose piece goes there (None: a stick)."""
    facts: Move = field(init=False, repr=False)
    """What each candidate puts down."""

    @moves.default
    def _spelled(self) -> tuple[tuple[int, int | None], ...]:
        board, players = self.rules.board, range(self.rules.params.k)
        sticks = tuple((line, None) for line in board.interior)
        return sticks + tuple((line, player) for player in players for line in board.boundary)

    @facts.default
    def _put_down(self) -> Move:
        lines = len(self.rules.board.lines)
        stick: list[Fact] = [False] * lines
        piece: list[list[Fact]] = [[False] * lines for _ in self.rules.players]
        for index, (line, owner) in enumerate(self.moves):
            lanes = block(index, self.width)
            fact = lanes if self.width == 1 else LaneFact(lanes, 1, self.sizes)
            (stick if owner is None else piece[owner])[line] = fact
        return Move(tuple(stick), tuple(map(tuple, piece)))

    @property
    def sizes(self) -> Sizes:
        """The levels of lanes: positions, and candidates of positions."""
        return self.width, self.width * len(self.moves)

    def of(self, player: int) -> tuple[int, ...]:
        """The blocks of the moves that a player could make."""
        return tuple(b for b, (_, owner) in enumerate(self.moves) if owner in (None, player))


@frozen
class Evaluation:
    """The rules and the rulebook whose formulas are evaluated, on positions of `width` lanes."""

    rules: Rules
    rulebook: Rulebook
    width: int = 1
    candidates: Candidates = field(init=False)

    @candidates.default
    def _candidates(self) -> Candidates:
        return Candidates(self.rules, self.width)

    def permitted(self, position: Position) -> dict[str, Fact]:
        """For each clause that speaks of actions, the candidates that it lets pass.

        Every player's candidates are judged as if it were that player's turn.
        """
        before = position.with_turn((True,) * len(position.turn))
        if self.width > 1:
            sizes = self.candidates.sizes
            before = mapped(
                lambda fact: fact if is_constant(fact) else LaneFact(fact, 0, sizes), before
            )
        said = self.rulebook.permitting(self.rules, before, self.candidates.facts)
        return {clause: flat(fact) for clause, fact in said.items()}

    def able(self, permitted: Mapping[str, Fact]) -> Facts:
        """For each player: one of their candidates passes every clause."""
        legal = all_of(permitted.values())
        players = range(self.rules.params.k)
        return tuple(
            self.settle(any_block(legal, self.width, self.candidates.of(p))) for p in players
        )

    def live(self, position: Position) -> list[int]:
        """For each candidate, the lanes in which it is one of the player to move."""
        moving = lanes_in(any_of(position.turn), self.width)
        turns = [lanes_in(fact, self.width) for fact in position.turn]
        return [moving if owner is None else turns[owner] for _, owner in self.candidates.moves]

    def settle(self, fact: Fact) -> Fact:
        """Make a truth of a vector of one lane, so that single positions stay concrete."""
        return bool(fact & 1) if self.width == 1 else fact

    def placed(self, position: Position, move: Move) -> Position:
        """Put down what is played, and what follows at once (MIN-7, MIN-10)."""
        put_down = self.effect("MIN-7", self.rules, position, move)
        filled: Position = self.effect("MIN-10", self.rules, put_down, move)
        return filled

    def passed_on(self, placed: Position, able: Facts) -> Position:
        """Give the turn to whoever is next, or to nobody when the game is over (MIN-2, MIN-11)."""
        due = (*placed.turn[-1:], *placed.turn[:-1])
        outlook = Outlook(able, self.over(placed, due, able))
        turn: Facts = self.effect("MIN-2", self.rules, placed.turn, outlook)
        return evolve(placed, turn=turn)

    def over(self, position: Position, due: Facts, able: Facts) -> Fact:
        """Return whether the game ends in a position in which certain players are due (MIN-11)."""
        ended = self.effect("MIN-11", self.rules, position, able)
        return any_of((ended, a_stranded_player_ends_the_game(self.rules, due, able)))

    def outlook(self, position: Position) -> Outlook:
        """What follows from a position as it stands.

        Where nobody has the turn, anybody may have been due.
        """
        able = self.able(self.permitted(position))
        nobody = none_of(position.turn)
        due = tuple(any_of((own, nobody)) for own in position.turn)
        return Outlook(able, self.over(position, due, able))

    def territories(self, position: Position) -> tuple[Number, ...]:
        """Count each player's territory (MIN-12)."""
        numbers: tuple[Number, ...] = self.effect("MIN-12", self.rules, position)
        return numbers

    def totals(self, position: Position) -> tuple[tuple[str, Number], ...]:
        """Count what partners have together, by their names (MIN-14); nothing where all play alone."""
        totals: Sequence[Number] = self.effect("MIN-14", self.rules, position)
        return self.rules.of_partners(totals)

    def wins(self, position: Position) -> Facts:
        """Find the winners of a position: for each player, a fact (MIN-13, MIN-14)."""
        totals: Sequence[Number] = self.effect("MIN-14", self.rules, position)
        won: Facts = self.effect("MIN-13", self.rules, totals, none_of(position.turn))
        return won

    def effect(self, identifier: str, *arguments: object) -> Fact:
        """Apply what a clause says follows."""
        return self.rulebook.effect(identifier)(*arguments)
