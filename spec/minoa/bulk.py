"""Minoa, judged in bulk: thousands of recorded games ply by ply, one lane of a bit vector a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from rulewright.interface import Recording
from rulewright.spec.coverage import Coverage, RecordingRefuted, tally
from rulewright.spec.lanes import lanes_in, pack, pack_columns, split, stack
from rulewright.spec.logic import Fact, all_of, any_of
from rulewright.spec.minoa.evaluation import Evaluation
from rulewright.spec.minoa.facts import Move, Position, Rules
from rulewright.spec.registry import Rulebook


def check(rules: Rules, rulebook: Rulebook, recording: Recording) -> Coverage:
    """Play recorded games again and compare all that the recording says of every position.

    Compared are the complete legal set, the board, the turn, the scores and the winners. Raises
    `RecordingRefuted` at the first ply on which anything differs, for the first such game.
    """
    plies, games = recording.turn.shape
    evaluation = Evaluation(rules, rulebook, games)
    comparison = Comparison(evaluation, recording)
    comparison.names()
    position = evaluation.effect("MIN-1", rules) if recording.from_start else comparison.recorded(0)
    permitted = evaluation.permitted(position)
    coverage = Coverage()
    for ply in range(plies):
        comparison.position(ply, position)
        coverage += comparison.legal(ply, position, permitted)
        if ply < plies - 1:
            placed = evaluation.placed(position, comparison.played(ply, position))
            permitted = evaluation.permitted(placed)
            position = evaluation.passed_on(placed, evaluation.able(permitted))
    return coverage


def legal_sets(rules: Rules, rulebook: Rulebook, recording: Recording, ply: int) -> int:
    """Find the complete legal sets of one ply; returns in how many games there is one to move."""
    evaluation = Evaluation(rules, rulebook, recording.turn.shape[1])
    position = Comparison(evaluation, recording).recorded(ply)
    blocks = len(evaluation.candidates.moves)
    legal = split(all_of(evaluation.permitted(position).values()), evaluation.width, blocks)
    live = evaluation.live(position)
    own = [fact & mover for fact, mover in zip(legal, live, strict=True)]
    return int(any_of(own).bit_count())


@frozen
class Comparison:
    """The specification's facts held against a recording's tables."""

    evaluation: Evaluation
    recording: Recording

    @property
    def rules(self) -> Rules:
        """The rules played under."""
        return self.evaluation.rules

    def names(self) -> None:
        """Demand that both speak of the same lines, things and players."""
        lines = sorted(self.rules.board.names)
        self.same("names of actions", lines, sorted(self.recording.actions))
        self.same("names of places", lines, sorted(self.recording.places))
        self.same("names of players", self.rules.players, self.recording.players)
        things = {"stick", *self.rules.players}
        self.same("names of contents", things, set(self.recording.contents[1:]))
        most = int(self.recording.board.max(initial=0))
        self.same("a code on the board that means nothing", min(most, len(things)), most)

    def same(self, what: str, expected: object, given: object) -> None:
        """Raise `RecordingRefuted` unless two values are equal."""
        if expected != given:
            raise RecordingRefuted(what, 0, [], expected, given)

    def recorded(self, ply: int) -> Position:
        """The positions before a ply as they are recorded, as facts."""
        recording, rules = self.recording, self.rules
        things = {
            thing: dict(
                zip(recording.places, pack_columns(recording.board[ply] == code), strict=True)
            )
            for code, thing in enumerate(recording.contents)
            if code
        }
        turns = pack_columns(recording.turn[ply][:, None] == range(len(rules.players)))
        return Position(
            sticks=tuple(things["stick"][name] for name in rules.board.names),
            pieces=tuple(
                tuple(things[player][name] for name in rules.board.names)
                for player in rules.players
            ),
            turn=tuple(turns),
        )

    def played(self, ply: int, position: Position) -> Move:
        """What the recorded actions of a ply put down."""
        board, recording = self.rules.board, self.recording
        table = recording.played[ply][:, None] == range(len(recording.actions))
        chosen = dict(zip(recording.actions, pack_columns(table), strict=True))
        lanes = [chosen[name] for name in board.names]
        interior = set(board.interior)
        return Move(
            stick=tuple(fact if line in interior else False for line, fact in enumerate(lanes)),
            piece=tuple(
                tuple(
                    False if line in interior else all_of((fact, own))
                    for line, fact in enumerate(lanes)
                )
                for own in position.turn
            ),
        )

    def position(self, ply: int, position: Position) -> None:
        """Compare board, turn, scores and winners."""
        recording, rules = self.recording, self.rules
        things = {
            "stick": position.sticks,
            **dict(zip(rules.players, position.pieces, strict=True)),
        }
        for code, thing in enumerate(recording.contents):
            if code:
                given = pack_columns(recording.board[ply] == code)
                lies = dict(zip(rules.board.names, things[thing], strict=True))
                self.equal(
                    ply, f"{thing} on", recording.places, map(lies.get, recording.places), given
                )
        turns = pack_columns(recording.turn[ply][:, None] == range(len(rules.players)))
        self.equal(ply, "turn of", rules.players, position.turn, turns)
        for player, number in enumerate(self.evaluation.territories(position)):
            self.numbers(ply, rules.players[player], number, player)
        wins = pack_columns(recording.winners[ply])
        self.equal(ply, "win of", rules.players, self.evaluation.wins(position), wins)

    def numbers(self, ply: int, player: str, number: object, index: int) -> None:
        """Compare one player's score in all games."""
        scores = self.recording.scores[ply, :, index]
        for score in sorted(set(scores.tolist())):
            lanes = pack(scores == score)
            self.equal(ply, f"score {score} of", [player], [number == score], [lanes], among=lanes)

    def legal(self, ply: int, position: Position, permitted: dict[str, Fact]) -> Coverage:
        """Compare the complete legal sets; count what each clause said of the mover's candidates."""
        width, candidates = self.evaluation.width, self.evaluation.candidates
        live = self.evaluation.live(position)
        legal = split(all_of(permitted.values()), width, len(candidates.moves))
        expected = [0] * len(self.rules.board.names)
        for (line, _), fact, own in zip(candidates.moves, legal, live, strict=True):
            expected[line] |= fact & own
        by_name = dict(zip(self.rules.board.names, expected, strict=True))
        actions = self.recording.actions
        given = pack_columns(self.recording.legal[ply])
        self.equal(ply, "legality of", actions, map(by_name.get, actions), given)
        if ply < len(self.recording.played):
            played = pack_columns(self.recording.played[ply][:, None] == range(len(actions)))
            unfounded = [lanes & ~legal for lanes, legal in zip(played, given, strict=True)]
            self.equal(ply, "illegal play of", actions, [False] * len(actions), unfounded)
        moving = lanes_in(any_of(position.turn), width).bit_count()
        return Coverage(moving, tally(permitted, stack(live, width), width * len(live)))

    def equal(
        self,
        ply: int,
        what: str,
        names: Sequence[str],
        expected: Iterable[Fact],
        given: Iterable[int],
        *,
        among: int = -1,
    ) -> None:
        """Raise `RecordingRefuted` unless two rows of vectors are equal in the lanes `among`."""
        for name, mine, theirs in zip(names, expected, given, strict=True):
            wrong = (lanes_in(mine, self.evaluation.width) ^ theirs) & among
            if wrong:
                game = (wrong & -wrong).bit_length() - 1
                given_truth = bool(theirs >> game & 1)
                moves = self.recording.moves(game, ply)
                raise RecordingRefuted(f"{what} {name}", game, moves, not given_truth, given_truth)
