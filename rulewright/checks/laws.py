"""Check laws that hold for any game: symmetries of the board and of the players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, NoReturn

from attrs import define, field, frozen

from rulewright.checks.lockstep import option_sets, reads
from rulewright.checks.outcome import Effort, Outcome, Progress, skipped
from rulewright.checks.scope import scope_of
from rulewright.checks.story import story, unsteadiness
from rulewright.checks.witness import limit
from rulewright.interface import IllegalAction, Symmetry, UsageError
from rulewright.play import games
from rulewright.play.difference import called, difference
from rulewright.play.lockstep import Disagreement
from rulewright.play.promises import no_renaming
from rulewright.play.view import View, view
from rulewright.play.watch import Alive, watched
from rulewright.wording.options import options

LONGEST = 400
FEWEST = 4
"""Option sets at least, and as many as the game has full sizes."""


def renamed(seen: View, symmetry: Symmetry) -> View:
    """Return an engine's view of a position, renamed."""
    in_order = list(seen.scores)
    winners = {symmetry.player(name) for name in seen.winners}
    scores = {symmetry.player(name): score for name, score in seen.scores.items()}
    return View(
        over=seen.over,
        turn=None if seen.turn is None else symmetry.player(seen.turn),
        legal=tuple(sorted(map(symmetry.action, seen.legal))),
        scores={name: scores[name] for name in in_order},
        winners=tuple(name for name in in_order if name in winners),
        position=symmetry.position(seen.position),
    )


def keeps(
    engine: Any, state: Any, symmetry: Symmetry, action: str | None, moves: Sequence[str]
) -> None:
    """Check that the view of a position, and of the one after an action, matches that of its image.

    Raises `Disagreement` if it does not.
    """
    seen = view(engine, state)
    if action is None:
        matches(engine, symmetry, seen, moves)
    else:
        reached = view(engine, played(engine, state, action, moves))
        matches(engine, symmetry, seen, moves, action=action, reached=reached)


def matches(
    engine: Any,
    symmetry: Symmetry,
    seen: View,
    moves: Sequence[str],
    *,
    action: str = "",
    reached: View | None = None,
) -> None:
    """Check the same of views that are known; they are costly in long games."""
    try:
        image = engine.from_json(symmetry.position(seen.position))
        same(engine, symmetry, renamed(seen, symmetry), view(engine, image), moves)
        if reached is not None:
            other = view(engine, engine.play(image, symmetry.action(action)))
            same(engine, symmetry, renamed(reached, symmetry), other, (*moves, action))
    except UsageError as refusal:
        broken(engine, symmetry, moves, f"the image is refused: {refusal}")


def played(
    engine: Any, state: Any, action: str, moves: Sequence[str], listed_by: Any = None
) -> Any:
    """Play an action that the engine lists, or another one; raises `Disagreement` if it refuses it."""
    try:
        return engine.play(state, action)
    except IllegalAction as refusal:
        by = "it" if listed_by is None or listed_by is engine else called(listed_by)
        what = f"{called(engine)} does not play an action that {by} lists ({under(engine)})"
        raise Disagreement(what, moves, None, None, said=str(refusal)) from None


def same(
    engine: Any, symmetry: Symmetry, expected: View, given: View, moves: Sequence[str]
) -> None:
    """Raise `Disagreement` unless two views are equal."""
    if expected != given:
        sides = "the position, renamed,", "the image of the position"
        broken(engine, symmetry, moves, difference(expected, given, sides))


def broken(engine: Any, symmetry: Symmetry, moves: Sequence[str], said: str) -> NoReturn:
    """Raise `Disagreement`, which names the engine, its options and what claims the symmetry."""
    clauses = f"; {', '.join(symmetry.clauses)}" if symmetry.clauses else ""
    theorem = f"; claimed by the theorem {symmetry.theorem}" if symmetry.theorem else ""
    said_by = f"{under(engine)}{clauses}{theorem}"
    what = f"{called(engine)} does not keep the symmetry {symmetry.name!r} ({said_by})"
    raise Disagreement(what, moves, None, None, said=said)


def under(engine: Any) -> str:
    """Write the options that an engine plays under."""
    return options(engine.params, engine.rulings)


def random_game(
    engine: Any,
    symmetries: Any,
    random: Random,
    alive: Alive = lambda: None,
    *,
    game: GamePlayed | None = None,
    most: int = 0,
) -> int:
    """Check the laws in positions of one random game; return the number of cases.

    It is `game`, which another engine may have played, or else one that the engine plays itself. Its
    last position is looked at, and all others, or `most` of them if that is not 0.
    """
    game = game or GamePlayed.by(engine, random, alive)
    last, cases, path = len(game.moves), 0, Path(engine, game)
    for ply in looked_at(last, most, random):
        alive()
        able = applicable(engine, path.to(ply), symmetries)
        chosen = random.sample(able, min(2, len(able)))
        if chosen:
            path.keeps(ply, chosen)
        cases += len(chosen)
    able = applicable(engine, path.to(last), symmetries)
    for symmetry in able:
        alive()
        matches(engine, symmetry, path.seen, game.moves)
    return cases + len(able)


def looked_at(last: int, most: int, random: Random) -> list[int]:
    """Draw the plies, before the last position of a game, that are looked at: 0 for all."""
    return sorted(random.sample(range(last), min(most or last, last)))


@frozen
class GamePlayed:
    """A random game, and who played it."""

    engine: Any
    moves: tuple[str, ...]
    states: tuple[Any, ...] = field(repr=False)
    """One more than there are moves."""

    @classmethod
    def by(cls, engine: Any, random: Random, alive: Alive = lambda: None) -> GamePlayed:
        """Play one; raises `Disagreement` where the engine refuses what it lists."""
        states, moves = [engine.initial()], list[str]()
        while (
            not engine.is_over(states[-1])
            and len(moves) < LONGEST
            and (legal := engine.legal_actions(states[-1]))
        ):
            alive()
            action = random.choice(legal)
            states.append(played(engine, states[-1], action, moves))
            moves.append(action)
        return cls(engine, tuple(moves), tuple(states))

    def state(self, ply: int, engine: Any) -> Any:
        """Return the position before a ply as an engine has it.

        Raises `Disagreement` if the engine refuses it.
        """
        if engine is self.engine:
            return self.states[ply]
        try:
            return engine.from_json(self.engine.to_json(self.states[ply]))
        except UsageError as refusal:
            what = f"{called(engine)} refuses a position of {called(self.engine)} ({under(engine)})"
            raise Disagreement(what, self.moves[:ply], None, None, said=str(refusal)) from None


@define
class Path:
    """A game as an engine sees it: it is given a position only where it has not played up to there."""

    engine: Any
    game: GamePlayed
    ply: int = field(default=0, init=False)
    state: Any = field(init=False)
    seen: View = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Look at the first position."""
        self.reach(0, self.game.state(0, self.engine))

    def reach(self, ply: int, state: Any) -> None:
        """Look at the position before a ply."""
        self.ply, self.state, self.seen = ply, state, view(self.engine, state)

    def to(self, ply: int) -> Any:
        """Look at the position before a ply, and return it."""
        if self.ply != ply:
            self.reach(ply, self.game.state(ply, self.engine))
        return self.state

    def keeps(self, ply: int, symmetries: Sequence[Symmetry]) -> None:
        """Compare a position, and the one after what is played in it, with their images."""
        state, was = self.to(ply), self.seen
        moves, action = self.game.moves[:ply], self.game.moves[ply]
        self.reach(ply + 1, played(self.engine, state, action, moves, self.game.engine))
        for symmetry in symmetries:
            matches(self.engine, symmetry, was, moves, action=action, reached=self.seen)


def noted(answered: Alive, progress: Progress, said: str) -> None:
    """Note that the code of a game has answered; a long game takes minutes, but each answer seconds."""
    answered()
    progress(said)


def mirrored_game(engine: Any, symmetries: Any, random: Random, alive: Alive = lambda: None) -> int:
    """Play one random game twice, the second time renamed; return the number of cases.

    For an engine that reads no positions. A symmetry is followed as long as it applies, and only if the
    start is its own image.
    """
    start = engine.initial()
    able = [each for each in applicable(engine, start, symmetries) if unmoved(engine, start, each)]
    if not able:
        return 0
    symmetry, state, cases = random.choice(able), start, 0
    moves: list[str] = []
    images: list[Any] = [start]
    states: list[Any] = [start]
    while (
        not engine.is_over(state)
        and len(moves) < LONGEST
        and (legal := engine.legal_actions(state))
        and symmetry.applies(engine.to_json(state))
    ):
        alive()
        action = random.choice(legal)
        state = played(engine, state, action, moves)
        moves.append(action)
        states.append(state)
    for ply, (action, reached) in enumerate(zip(moves, states[1:], strict=True), start=1):
        alive()
        try:
            images.append(engine.play(images[-1], symmetry.action(action)))
        except IllegalAction as refusal:
            broken(
                engine, symmetry, moves[: ply - 1], f"the image of {action} is refused: {refusal}"
            )
        expected = renamed(view(engine, reached), symmetry)
        same(engine, symmetry, expected, view(engine, images[-1]), moves[:ply])
        cases += 1
    return cases


def unmoved(engine: Any, start: Any, symmetry: Symmetry) -> bool:
    """Return whether a position is its own image."""
    seen = view(engine, start)
    return renamed(seen, symmetry) == seen


def applicable(engine: Any, state: Any, symmetries: Any) -> list[Symmetry]:
    """Return the symmetries that apply to a position."""
    position = engine.to_json(state)
    return [symmetry for symmetry in symmetries if symmetry.applies(position)]


@define
class HeldAgainst:
    """Engines that are held against the same symmetries, in games that the last able one plays."""

    engines: Sequence[Any]
    symmetries: Sequence[Symmetry]
    most: int
    """Positions looked at in one game, except the last; 0 for all."""
    sides: dict[str, int]
    """Cases of each engine, by what it is called."""
    met: set[str] = field(factory=set)
    """The names of the symmetries that apply to a position of some game."""
    asked: Any = field(init=False)
    """The engine that was asked last."""
    readers: list[Any] | None = field(default=None, init=False)

    def play(self, random: Random, alive: Alive) -> None:
        """Check one game; raises `Disagreement`."""
        game, able = None, self.able()
        self.rename_players()
        for engine in able[-1:]:
            self.asked = engine
            game = GamePlayed.by(engine, random, alive)
            self.met |= {
                each.name
                for each in self.symmetries
                if each.name not in self.met
                and any(each.applies(engine.to_json(state)) for state in game.states)
            }
        for engine in self.engines:
            self.asked = engine
            found = (
                random_game(engine, self.symmetries, random, alive, game=game, most=self.most)
                if any(each is engine for each in able)
                else mirrored_game(engine, self.symmetries, random, alive)
            )
            self.sides[called(engine)] = self.sides.get(called(engine), 0) + found

    def rename_players(self) -> None:
        """Require that each symmetry makes each player of one; raises `Disagreement`."""
        engine = self.engines[0]
        for symmetry in self.symmetries:
            if said := no_renaming(symmetry, engine.players):
                broken(engine, symmetry, (), said)

    def able(self) -> list[Any]:
        """Return the engines that read positions; raises `Disagreement`."""
        if self.readers is None:
            self.readers = []
            for engine in self.engines:
                self.asked = engine
                self.readers += [engine] * reads(engine)
        return self.readers


@frozen
class LawsCheck:
    """Check the symmetries that the specification names, on both engines."""

    name: str = "laws"
    answers: float = 2.0

    def left_out(self, game: str) -> str:
        """Return why this check is skipped: the game names no symmetry."""
        named = tuple(games.specified(game).symmetries(games.specification(game)))
        return "" if named else "its specification names no symmetry"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Play random games and compare each position with its images."""
        began, failure = perf_counter(), ""
        names: set[str] = set()
        met: set[str] = set()
        random, witness = Random(seed), effort.witness
        specified, missing = games.specified(game), witness.missing(game)
        most = max(effort.option_sets // 4, FEWEST, len(specified.full_size))
        chosen = effort.only or option_sets(game, most, seed, witness)
        # A guest's games are small, as a rule, and nobody has looked at them before.
        positions = 0 if games.is_guest(game) else effort.positions_of_laws
        if not chosen:
            none = f"{witness.called} supports none of the options that are checked"
            return skipped(game, self.name, missing or none)
        sides: dict[str, int] = {}
        with watched(game, limit(witness, game, effort.answer)) as answered:
            for params, rulings in chosen:
                said = f"{sum(sides.values())} positions compared with an image"
                alive = partial(
                    noted, answered, progress, f"{said}; next {options(params, rulings)}"
                )
                alive()
                reference = games.specification(game, params, rulings)
                symmetries = tuple(specified.symmetries(reference))
                names |= {symmetry.name for symmetry in symmetries}
                engines: list[Any] = [reference]
                if not missing and witness.plays(game, params, rulings):
                    engines.append(witness.engine(game, params, rulings))
                looking = HeldAgainst(engines, symmetries, positions, sides, met)
                try:
                    for _ in range(max(effort.lockstep_games // 4, 1)):
                        looking.play(random, alive)
                except Disagreement as found_wrong:
                    failure = story(reference, found_wrong.moves, found_wrong.headline)
                    failure += unsteadiness(looking.asked, found_wrong.moves)
                    break
        cases = sum(sides.values())
        reading = {called(each) for each in looking.readers or ()}
        unread = "" if witness.called in reading else "reads no positions, and "
        without = missing or f"{witness.called} {unread}keeps no symmetry from the start of a game"
        left = () if sides.get(witness.called) else (f"{witness.called}: {without}",)
        if games.is_guest(game) and looking.readers and not failure:
            idle = (
                f"the symmetry {name!r}: it applied to no position" for name in sorted(names - met)
            )
            left = (*left, *idle)
        if positions:
            left = (*left, f"all but {positions} positions of a game, and its last one")
        return Outcome(
            game=game,
            check=self.name,
            held=not failure,
            cases=cases,
            unit="cases",
            seconds=perf_counter() - began,
            detail=f"{len(names)} {'symmetry' if len(names) == 1 else 'symmetries'}, "
            + ("both engines" if len(sides) > 1 else "the specification alone"),
            failure=failure,
            scope=scope_of(game, chosen, *left),
        )
