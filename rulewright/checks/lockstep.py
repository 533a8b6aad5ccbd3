"""Play random games action by action; specification and implementation must agree on everything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, cycle, islice
from random import Random
from time import perf_counter
from typing import Any

from attrs import define, field, frozen

from rulewright.checks.outcome import Effort, Outcome, Progress, skipped
from rulewright.checks.scope import OptionSet, scope_of, unique
from rulewright.checks.sizes import PartedAt, SizePlayed, SizesPlan
from rulewright.checks.story import shortest_story
from rulewright.checks.unplayed import as_data, unplayed
from rulewright.checks.watch import Alive, watched
from rulewright.checks.witness import OWN, SecondWitness, limit, plays_in_bulk
from rulewright.play import games
from rulewright.play.changed import changed
from rulewright.play.lockstep import Disagreement, Lockstep
from rulewright.play.rulings import covering, deviations, sample
from rulewright.wording.numbers import counted, duration
from rulewright.wording.options import options

MOST_RULINGS = 64
OFFERED = 3
"""Illegal actions offered to both engines in each position."""
CHANGED, CHANGED_EVERY = 3, 4
"""Changed positions offered to both engines, and the number of plies from one offer to the next."""
LONGEST = 400
"""Plies after which an unfinished game is stopped."""


def option_sets(
    game: str, most: int, seed: int, witness: SecondWitness = OWN
) -> list[tuple[dict[str, Any], dict[str, str]]]:
    """Return at most `most` option sets to check, the game's own first, then the most revealing.

    Next come a few sets in which any two readings meet, since some mistakes show only there; their
    parameters are those of the full-size game first, and rotate. Then follow the default rulings and
    each single deviation under all parameters, ordered so that each deviation and each choice of
    parameters comes early, and finally a sample drawn from the seed. Sets that the second witness does
    not support are skipped; none are where there is no witness.
    """
    specified = games.specified(game)
    questions = specified.readings
    random = Random(seed)
    played = [dict(params) for params in specified.played]
    table = [(params, rulings) for params in played for rulings in deviations(questions)]
    others = [dict(params) for params in specified.full_size if dict(params) != played[0]]
    turning = chain(others, cycle(rotated(played, random)))
    meeting = list(zip(turning, covering(questions, random), strict=False))
    sizes = [(params, table[0][1]) for params in others[len(meeting) :]]
    drawn = [(random.choice(played), rulings) for rulings in sample(questions, MOST_RULINGS, seed)]
    random.shuffle(drawn)
    wanted = unique([table[0], *meeting, *sizes, *by_diagonals(table, random), *drawn])
    alone = bool(witness.missing(game))
    return list(islice((pair for pair in wanted if alone or witness.plays(game, *pair)), most))


def rotated(things: Sequence[Any], random: Random) -> list[Any]:
    """Rotate a list by a random amount."""
    at = random.randrange(len(things))
    return [*things[at:], *things[:at]]


def by_diagonals(pairs: list[tuple[Any, Any]], random: Random) -> list[tuple[Any, Any]]:
    """Order pairs, keeping the first, so that neighbours differ in both parts if possible.

    The order follows the diagonals of the table of pairs: every row and every column occurs among as
    many pairs as the longer side has entries.
    """
    rows = unique(row for row, _ in pairs)
    columns = unique(column for _, column in pairs)
    first_row, *other_rows = rows
    first_column, *other_columns = columns
    random.shuffle(other_rows)
    random.shuffle(other_columns)
    rows, columns = [first_row, *other_rows], [first_column, *other_columns]
    longer = max(len(rows), len(columns))
    ordered = [
        (rows[step % len(rows)], columns[(step + turn) % len(columns)])
        for turn in range(len(columns))
        for step in range(longer)
    ]
    return unique([*ordered, *pairs])


def random_game(reference: Any, tested: Any, random: Random, alive: Alive = lambda: None) -> int:
    """Play one random game on both engines; return the number of positions compared."""
    game = Lockstep.begin(reference, tested)
    while not game.seen.over and game.seen.legal and len(game.moves) < LONGEST:
        alive()
        legal = set(game.seen.legal)
        spelled = reference.candidates(game.states[0])
        for action in random.sample(spelled, min(OFFERED, len(spelled))):
            game.explained(reference.explain, action)
            if action not in legal:
                game.refuse(action)
        if random.random() < 0.05:  # noqa: PLR2004 - now and then is enough
            game.reread()
        game.ranked()
        before, game = game, game.play(random.choice(game.seen.legal))
        offer_changed(game, before)
    game.reread()
    game.refuse("no action")
    return len(game.moves) + 1


def offer_changed(game: Lockstep, before: Lockstep) -> None:
    """Offer both engines positions that are changed in one place, on every few plies.

    They are drawn from the moves, so that the games of a seed do not depend on them.
    """
    if len(game.moves) % CHANGED_EVERY == 1:
        random = Random(" ".join(game.moves))
        for _ in range(CHANGED):
            game.offer(changed(game.seen.position, before.seen.position, random))


@define
class Campaign:
    """The games of one run, as they are played."""

    game: str
    effort: Effort
    seed: int
    chosen: Sequence[OptionSet]
    progress: Progress
    sizes: list[SizePlayed] = field(factory=list)
    sets: int = 0
    failure: str = ""

    @property
    def witness(self) -> SecondWitness:
        """The engine that is compared with the specification."""
        return self.effort.witness

    @property
    def positions(self) -> int:
        """Positions compared."""
        return sum(each.positions for each in self.sizes)

    @property
    def games(self) -> int:
        """Games played."""
        return sum(each.games for each in self.sizes)

    @property
    def met(self) -> list[OptionSet]:
        """The options that were played."""
        return [(each.params, rulings) for each in self.sizes for rulings in each.rulings]

    def size(self, params: dict[str, Any]) -> SizePlayed:
        """Return the counts of a size."""
        found = next((each for each in self.sizes if each.params == params), None)
        if found is None:
            found = SizePlayed(params)
            self.sizes.append(found)
        return found

    def run(self) -> None:
        """Play all games, or until one shows a difference."""
        with watched(self.game, limit(self.witness, self.game, self.effort.answer)) as alive:
            self.in_detail(alive)
            if not self.failure and not plays_in_bulk(self.witness, self.game):
                self.by_size(alive)

    def in_detail(self, alive: Alive) -> None:
        """Play a few games under each set of options, comparing refusals and explanations as well."""
        random = Random(self.seed)
        for params, rulings in self.chosen:
            self.sets += 1
            self.said(f"next {options(params, rulings)}")
            reference = games.specification(self.game, params, rulings)
            tested = self.witness.engine(self.game, params, rulings)
            done, began = self.size(dict(params)), perf_counter()
            done.began(rulings)
            try:
                for _ in range(self.effort.lockstep_games):
                    done.positions += random_game(reference, tested, random, alive)
                    done.games += 1
            except Disagreement as found:
                self.failed(found, params, rulings)
                return
            finally:
                done.seconds += perf_counter() - began
        self.said("")

    def by_size(self, alive: Alive) -> None:
        """Play each size for its share of the time."""
        seconds = self.effort.seconds_a_size
        plan = SizesPlan(self.game, self.seed, seconds, self.witness, self.effort.only)
        for params, rulings in plan.sizes():
            self.said(f"next {options(params)} for {duration(seconds)}")
            try:
                plan.play(self.size(params), rulings, alive)
            except PartedAt as found:
                self.failed(found.difference, params, found.rulings)
                return
        self.said("")

    def failed(self, found: Disagreement, params: Any, rulings: Any) -> None:
        """Keep the shortest game found that shows a difference."""
        self.said("shrinking the game that shows a difference")
        reference = games.specification(self.game, params, rulings)
        tested = self.witness.engine(self.game, params, rulings)
        self.failure = shortest_story(reference, tested, found.moves, found.headline)

    def said(self, what: str) -> None:
        """Report progress."""
        then = f"; {what}" if what else ""
        self.progress(f"{self.games} games, {self.positions} positions{then}")


@frozen
class LockstepCheck:
    """Check all that can be observed, action by action: also refusals and random draws."""

    name: str = "lockstep"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Play random games: a few in detail under each set of options, many on each size."""
        began, witness = perf_counter(), effort.witness
        reason = witness.missing(game)
        if reason and not witness.asked:
            return skipped(game, self.name, reason)
        wanted = effort.only or option_sets(game, effort.option_sets, seed, witness)
        chosen = [each for each in wanted if not reason and witness.plays(game, *each)]
        unasked = witness.not_asked(game, *chosen[0]) if chosen else ()
        campaign = Campaign(game, effort, seed, chosen, progress)
        campaign.run()
        played, sets = campaign.games, campaign.sets
        under = "set" if sets == 1 else "sets"
        return Outcome(
            game,
            self.name,
            not campaign.failure and bool(chosen),
            campaign.positions,
            "positions",
            perf_counter() - began,
            f"{counted(played, 'random games')} on both engines, {sets} {under} of options",
            campaign.failure or ("" if chosen else nothing_played(witness, reason)),
            remarks=tuple(each.line() for each in campaign.sizes),
            data=as_data(unplayed(game, campaign.met, witness))
            | {"sizes": [each.as_json() for each in campaign.sizes]},
            scope=scope_of(game, campaign.met, *unasked),
        )


def nothing_played(witness: SecondWitness, reason: str) -> str:
    """Return why no game was played."""
    unsupported = f"{witness.called} supports none of the options that are checked"
    return f"nothing was compared: {reason or unsupported}"
