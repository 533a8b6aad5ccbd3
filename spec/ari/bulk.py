"""ARI, judged in bulk: many recorded games ply by ply, one element of an array a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from rulewright.interface import Recording
from rulewright.spec.ari.board import PLAYERS, cells
from rulewright.spec.ari.clauses import queens_stand
from rulewright.spec.ari.evaluation import Evaluation
from rulewright.spec.ari.facts import Army, Cell, Die, Facts, Move, Piece, Position, Queen, Rules
from rulewright.spec.ari.options import DICE
from rulewright.spec.coverage import Coverage, RecordingRefuted, tally
from rulewright.spec.lanes import pack
from rulewright.spec.logic import Fact, Number, all_of, any_of, is_constant, none_of, not_
from rulewright.spec.registry import Rulebook

SMALL = np.int8
"""Wide enough for a column, a row, a number on a die, and any sum or difference of two of them."""
QUEEN = 3
"""The kind of an action of the queen; 0 to 2 are those of the dice, 4 to 6 their strikes."""
LAST, LOST = "last", "lost"
"""Places of a recording that are no cells: the die put down just before, and who had no action left."""


def check(rules: Rules, rulebook: Rulebook, recording: Recording) -> Coverage:
    """Play recorded games again and compare all that the recording says of every position.

    Compared are the complete legal set, the board, the turn, the scores and the winners. Raises
    `RecordingRefuted` at the first ply on which anything differs, for the first such game.
    """
    plies, games = recording.turn.shape
    evaluation = Evaluation(rules, rulebook)
    comparison = Comparison(evaluation, recording)
    comparison.names()
    start = evaluation.effect("ARI-1", rules)
    position = settled(
        spread_over(start, games) if recording.from_start else comparison.recorded(0)
    )
    permitted = evaluation.permitted(position.view)
    coverage = Coverage()
    for ply in range(plies):
        comparison.position(ply, position)
        coverage += comparison.legal(ply, position, permitted)
        if ply < plies - 1:
            placed = settled(evaluation.placed(position, comparison.played(ply)))
            due = evolve(placed, turn=tuple(reversed(placed.turn)))
            permitted = evaluation.permitted(due.view)
            idle = any_of((none_of(due.turn), not_(queens_stand(due))))
            able = constant(any_of((idle, evaluation.some(permitted))))
            outlook = evaluation.outlook(due, able)
            position = settled(evaluation.passed_on(placed, position.turn, outlook))
            if constant(anybody_is_passed_over(due, position)) is not False:
                permitted = evaluation.permitted(position.view)
    return coverage


def legal_sets(rules: Rules, rulebook: Rulebook, recording: Recording, ply: int) -> int:
    """Find the legal sets of one ply of all recorded games; returns how many are not over."""
    evaluation = Evaluation(rules, rulebook)
    comparison = Comparison(evaluation, recording)
    position = settled(comparison.recorded(ply))
    permitted = evaluation.permitted(position.view)
    table = evaluation.spread(
        [all_of(facts) for facts in zip(*permitted.values(), strict=True)], comparison.games
    )
    moving = comparison.lanes(any_of(position.turn))
    return int((table & moving[:, None]).any(axis=1).sum())


def anybody_is_passed_over(due: Position, position: Position) -> Fact:
    """The player who was due does not have the turn, but the other one has."""
    return any_of(
        all_of((has, not_(had))) for has, had in zip(position.turn, due.turn, strict=True)
    )


def constant(fact: Fact) -> Fact:
    """Make a constant of a fact that is the same in all lanes, so that rules can stop early."""
    if is_constant(fact) or (fact.any() and not fact.all()):
        return fact
    return bool(fact.any())


def settled(position: Position) -> Position:
    """Make constants of the facts of a position where they are the same in all lanes."""
    white, black = (
        Army(
            tuple(evolve(die, present=constant(die.present)) for die in army.dice),
            evolve(army.queen, present=constant(army.queen.present)),
        )
        for army in position.armies
    )
    return Position(
        (white, black),
        (tuple(map(constant, position.last[0])), tuple(map(constant, position.last[1]))),
        (constant(position.turn[0]), constant(position.turn[1])),
        (constant(position.lost[0]), constant(position.lost[1])),
    )


def spread_over(position: Position, games: int) -> Position:
    """Give a position of plain numbers to every lane."""
    none = np.zeros((games, 1, 1, 1), SMALL)

    def wide(army: Army) -> Army:
        dice = tuple(
            Die(die.present, Cell(none + die.cell.x, none + die.cell.y), (none, none, none, none))
            for die in army.dice
        )
        return Army(dice, Queen(army.queen.present, Cell(none, none)))

    white, black = position.armies
    return evolve(position, armies=(wide(white), wide(black)))


def numbered(sides: Sequence[Any]) -> Any:
    """Write four sides as one number of four digits."""
    north, east, south, west = (np.asarray(side, np.int64) for side in sides)
    return 1000 * north + 100 * east + 10 * south + west


@frozen
class Comparison:
    """The specification's facts held against a recording's tables."""

    evaluation: Evaluation
    recording: Recording

    @property
    def rules(self) -> Rules:
        """The rules played under."""
        return self.evaluation.rules

    @property
    def games(self) -> int:
        """How many games there are."""
        return int(self.recording.turn.shape[1])

    @cached_property
    def code(self) -> dict[str, int]:
        """The recording's code of each content."""
        return {name: code for code, name in enumerate(self.recording.contents)}

    @cached_property
    def place(self) -> dict[str, int]:
        """The recording's number of each place."""
        return {name: number for number, name in enumerate(self.recording.places)}

    @cached_property
    def at(self) -> NDArray[np.int64]:
        """The recording's number of the cell at each column and row, both from 1."""
        table = np.zeros((self.rules.n + 1, self.rules.n + 1), np.int64)
        for name, (column, row) in cells(self.rules.n).items():
            table[column, row] = self.place[name]
        return table

    @cached_property
    def code_of_sides(self) -> dict[tuple[str, str], NDArray[np.uint8]]:
        """For each die of each player: the code of what its cell carries, by its sides in digits."""
        tables = {}
        for player in PLAYERS:
            for die in DICE:
                table = tables[player, die] = np.zeros(10_000, np.uint8)
                for sides in self.rules.orientations(die):
                    shown = "".join(map(str, sides))
                    table[int(shown)] = self.code[f"{player} {die}:{shown}"]
        return tables

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """For each action of the recording, the specification's candidate."""
        number = self.evaluation.number
        return np.array([number[name] for name in self.recording.actions], np.int64)

    def names(self) -> None:
        """Demand that both speak of the same actions, places, things and players."""
        recording = self.recording
        unknown = [name for name in recording.actions if name not in self.evaluation.number]
        self.same("names of actions", [], unknown)
        twice = [name for name, times in Counter(recording.actions).items() if times > 1]
        self.same("names of actions given twice", [], twice)
        places = sorted((*cells(self.rules.n), LAST, LOST))
        self.same("names of places", places, sorted(recording.places))
        self.same("names of players", PLAYERS, tuple(recording.players))
        things = {f"{player} {thing}" for player in PLAYERS for thing in (*DICE, "Q")}
        lying = {
            f"{player} {die}:{''.join(map(str, sides))}"
            for player in PLAYERS
            for die in DICE
            for sides in self.rules.orientations(die)
        }
        contents = {*PLAYERS, *things, *lying}
        self.same("names of contents", contents, set(recording.contents[1:]))
        most = int(recording.board.max(initial=0))
        self.same("a code on the board that means nothing", min(most, len(contents)), most)

    def same(self, what: str, expected: object, given: object) -> None:
        """Raise `RecordingRefuted` unless two values are equal."""
        if expected != given:
            raise RecordingRefuted(what, 0, [], expected, given)

    def played(self, ply: int) -> Move:
        """What the recorded actions of a ply do; nothing in a game that is over."""
        chosen = self.recording.played[ply]
        kind, x, y, *sides = self.deeds[:, chosen][:, :, None, None, None]
        die = tuple(constant(kind == code) for code in range(3))
        strike = tuple(constant(kind == code) for code in range(4, 7))
        north, east, south, west = sides
        return Move(die, constant(kind == QUEEN), strike, Cell(x, y), (north, east, south, west))

    @cached_property
    def deeds(self) -> NDArray[np.int8]:
        """For each action, and then for none: kind, column, row, and the four sides, as rows."""
        board = cells(self.rules.n)
        rows: list[tuple[int, ...]] = []
        for name in self.recording.actions:
            piece, _, rest = name.partition("@")
            cell, _, shown = rest.partition(":")
            if piece.endswith("*"):
                rows.append((4 + DICE.index(piece[:-1]), 0, 0, 0, 0, 0, 0))
            else:
                kind = QUEEN if piece == "Q" else DICE.index(piece)
                rows.append((kind, *board[cell], *map(int, shown or "0000")))
        return np.array([*rows, (-1, 0, 0, 0, 0, 0, 0)], SMALL).T

    def recorded(self, ply: int) -> Position:
        """The positions of a ply as they are recorded."""
        board, turn = self.recording.board[ply], self.recording.turn[ply]
        dice = [f"{player} {die}" for player in PLAYERS for die in DICE]
        last = self.carries(board[:, self.place[LAST]], dice)
        lost = self.carries(board[:, self.place[LOST]], PLAYERS)
        white, black = (
            Army(
                tuple(self.lying(board, f"{player} {die}:", Die) for die in DICE),
                self.lying(board, f"{player} Q", Queen),
            )
            for player in PLAYERS
        )
        return Position(
            (white, black),
            (last[:3], last[3:]),
            (self.wide(turn == 0), self.wide(turn == 1)),
            (lost[0], lost[1]),
        )

    def wide(self, column: Any) -> Any:
        """Put one value for each game where the axis of positions is."""
        return column[:, None, None, None]

    def carries(self, codes: NDArray[np.uint8], names: Sequence[str]) -> Facts:
        """For each name: a place carries it, by the codes of what it carries in each game."""
        return tuple(self.wide(codes == self.code[name]) for name in names)

    def lying(self, board: NDArray[np.uint8], prefix: str, piece: type[Any]) -> Any:
        """Find where a piece is, and what it shows, by the codes whose names begin so."""
        codes = {code: name for name, code in self.code.items() if name.startswith(prefix)}
        found = np.isin(board, list(codes))
        for name in (LAST, LOST):
            found[:, self.place[name]] = False
        present, where = found.any(axis=1), found.argmax(axis=1)
        positions = [cells(self.rules.n).get(name, (0, 0)) for name in self.recording.places]
        x, y = np.array(positions, SMALL)[where].T * present
        cell = Cell(self.wide(x), self.wide(y))
        if piece is Queen:
            return Queen(self.wide(present), cell)
        shown = np.zeros((len(self.recording.contents), 4), SMALL)
        for code, name in codes.items():
            shown[code] = [int(digit) for digit in name.removeprefix(prefix)]
        sides = shown[board[np.arange(self.games), where] * present].T
        north, east, south, west = map(self.wide, sides)
        return Die(self.wide(present), cell, (north, east, south, west))

    def lanes(self, fact: Fact) -> NDArray[np.bool_]:
        """Write a fact of a position as a row, one truth for each game."""
        return np.broadcast_to(np.asarray(fact, np.bool_), (self.games, 1, 1, 1)).reshape(-1)

    def numbers(self, number: Number) -> NDArray[np.int64]:
        """Write a number of a position as a row, one for each game."""
        return np.broadcast_to(np.asarray(number, np.int64), (self.games, 1, 1, 1)).reshape(-1)

    def board(self, position: Position) -> NDArray[np.uint8]:
        """Write positions as the recording does."""
        table = np.zeros((self.games, len(self.recording.places)), np.uint8)
        lanes = np.arange(self.games)
        for player, army in zip(PLAYERS, position.armies, strict=True):
            queens = np.full(self.games, self.code[f"{player} Q"], np.uint8)
            lying: list[tuple[NDArray[np.uint8], Piece]] = [
                (self.code_of_sides[player, name][self.numbers(numbered(die.sides))], die)
                for name, die in zip(DICE, army.dice, strict=True)
            ]
            for codes, piece in [*lying, (queens, army.queen)]:
                there = self.lanes(piece.present)
                where = self.at[self.numbers(piece.cell.x), self.numbers(piece.cell.y)]
                table[lanes[there], where[there]] = codes[there]
        marks = [
            (LAST, f"{player} {die}", fact)
            for player, own in zip(PLAYERS, position.last, strict=True)
            for die, fact in zip(DICE, own, strict=True)
        ] + [(LOST, *pair) for pair in zip(PLAYERS, position.lost, strict=True)]
        for place, name, fact in marks:
            table[self.lanes(fact), self.place[place]] = self.code[name]
        return table

    def position(self, ply: int, position: Position) -> None:
        """Compare board, turn, scores and winners."""
        recording = self.recording
        board = self.board(position)
        contents = recording.contents
        for game, place in np.argwhere(board != recording.board[ply])[:1].tolist():
            expected, given = board[game, place], recording.board[ply, game, place]
            self.refuted(
                f"what is on {recording.places[place]}",
                game,
                ply,
                contents[expected],
                contents[given],
            )
        turn = np.full(self.games, -1)
        for player, fact in enumerate(position.turn):
            turn[self.lanes(fact)] = player
        self.equal("turn", ply, turn, recording.turn[ply])
        for player, fact in enumerate(self.evaluation.wins(position)):
            won = self.lanes(fact)
            self.equal(f"win of {PLAYERS[player]}", ply, won, recording.winners[ply, :, player])
            self.equal(f"score of {PLAYERS[player]}", ply, won, recording.scores[ply, :, player])

    def legal(self, ply: int, position: Position, permitted: dict[str, list[Fact]]) -> Coverage:
        """Compare the complete legal sets; count what each clause said of the mover's candidates."""
        moving = self.lanes(any_of(position.turn))
        verdicts = {
            clause: self.evaluation.spread(facts, self.games) for clause, facts in permitted.items()
        }
        expected = np.logical_and.reduce([*verdicts.values()]) & moving[:, None]
        given = np.zeros_like(expected)
        given[:, self.columns] = self.recording.legal[ply]
        differing = expected != given
        if differing.any():
            game, number = np.argwhere(differing)[0].tolist()
            name = self.evaluation.names[number]
            truth = bool(expected[game, number])
            self.refuted(f"legality of {name}", game, ply, truth, not truth)
        if ply < len(self.recording.played):
            self.plays(ply, given)
        live = np.broadcast_to(moving[:, None], expected.shape)
        lanes: dict[str, Fact] = {clause: pack(table) for clause, table in verdicts.items()}
        return Coverage(int(moving.sum()), tally(lanes, pack(live), expected.size))

    def plays(self, ply: int, legal: NDArray[np.bool_]) -> None:
        """Demand that a legal action is played, or none by a recording that goes no further."""
        chosen = self.recording.played[ply]
        (acting,) = np.nonzero(chosen >= 0)
        lawful = legal[acting, self.columns[chosen[acting]]]
        for game in acting[~lawful][:1].tolist():
            name = self.recording.actions[chosen[game]]
            self.refuted(f"illegal play of {name}", game, ply, False, True)

    def equal(self, what: str, ply: int, expected: NDArray[Any], given: NDArray[Any]) -> None:
        """Raise `RecordingRefuted` unless two rows, one value for each game, are equal."""
        for (game,) in np.argwhere(expected != given)[:1].tolist():
            self.refuted(what, game, ply, expected[game], given[game])

    def refuted(self, what: str, game: int, ply: int, expected: object, given: object) -> None:
        """Raise `RecordingRefuted`."""
        raise RecordingRefuted(what, game, self.recording.moves(game, ply), expected, given)
