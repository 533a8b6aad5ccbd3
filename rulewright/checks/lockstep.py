"""Play random games action by action; specification and implementation must agree on everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, cycle, islice, product
from random import Random
from time import perf_counter
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.checks.outcome import Effort, Outcome, Progress, skipped
from rulewright.checks.parted import blame_of, different, in_this_process, unanswered
from rulewright.checks.scope import OptionSet, scope_of, unique
from rulewright.checks.sizes import PartedAt, SizePlayed, SizesPlan
from rulewright.checks.story import shortest_game
from rulewright.checks.unplayed import as_data, unplayed
from rulewright.checks.witness import OWN, SecondWitness, limit, plays_in_bulk
from rulewright.interface import Action, BeyondTheImplementation, UsageError
from rulewright.parts.part import PartFinding, PartOutcome, WorkPart
from rulewright.play import games
from rulewright.play.changed import changed
from rulewright.play.difference import called
from rulewright.play.lockstep import Disagreement, Lockstep
from rulewright.play.misspelt import form, misspellings
from rulewright.play.rulings import covering, deviations, every_set, sample
from rulewright.play.watch import Alive, NoAnswer, watched
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

MOST_RULINGS = 64
MOST_OFFERED = 20_000
"""Option sets that are offered to an engine that supports none of the usual ones."""
OFFERED = 3
"""Illegal actions offered to both engines in each position."""
CHANGED, MISSPELT, CHANGED_EVERY = 3, 2, 4
"""Changed positions and misspelt actions offered to both engines, and plies between offers."""
OF_GUESTS = 4
"""How many times as many changed positions are offered to a guest: nobody else has looked at it."""
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
    not support are skipped; none are where there is no witness. One that was asked for and supports
    none of these is offered every combination of readings.
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
    found = list(islice((pair for pair in wanted if alone or witness.plays(game, *pair)), most))
    if found or not witness.asked:
        return found
    offered = islice(product(every_set(questions), played), MOST_OFFERED)
    every = ((params, rulings) for rulings, params in offered)
    return list(islice((pair for pair in every if witness.plays(game, *pair)), most))


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


@define
class FormsMet:
    """The forms of actions that were legal in some games, and these actions."""

    forms: set[str] = field(factory=set)
    actions: set[Action] = field(factory=set)

    def new(self, legal: Sequence[Action]) -> list[Action]:
        """Note legal actions, and return one of each form that was not met before."""
        fresh = [each for each in legal if each not in self.actions]
        self.actions.update(fresh)
        found = {kind: each for each in fresh if (kind := form(each)) not in self.forms}
        self.forms.update(found)
        return list(found.values())


def random_game(
    reference: Any,
    tested: Any,
    random: Random,
    alive: Alive = lambda: None,
    forms: FormsMet | None = None,
    *,
    most: int = LONGEST,
) -> int:
    """Play one random game on both engines, at most so many plies; return the positions compared.

    All misspellings of an action of each form are offered that is not among `forms`, if these are given.
    """
    game = Lockstep.begin(reference, tested)
    # A specification remembers what it says of an action, and refuses it for these reasons.
    explain = getattr(reference, "forbidden_by", reference.explain)
    while not game.seen.over and game.seen.legal and len(game.moves) < most:
        alive()
        legal = set(game.seen.legal)
        spelled = reference.candidates(game.states[0])
        for action in random.sample(spelled, min(OFFERED, len(spelled))):
            game.explained(explain, action)
            game.recognised(action)
            if action not in legal:
                game.refuse(action)
        if random.random() < 0.05:  # noqa: PLR2004 - now and then is enough
            game.reread()
        if forms is not None:
            offer_forms(game, forms)
        game.ranked()
        before, game = game, game.play(random.choice(game.seen.legal))
        offer_changed(game, before)
        offer_misspelt(game, before)
    game.reread()
    game.refuse("no action")
    return len(game.moves) + 1


def offer_misspelt(game: Lockstep, before: Lockstep) -> None:
    """Offer both engines texts that are close to the action just played, on every few plies."""
    if len(game.moves) % CHANGED_EVERY == 1:
        near = misspelt(before, game.moves[-1])
        for text in Random(" ".join(game.moves)).sample(near, min(MISSPELT, len(near))):
            before.no_action(text)
            before.refuse(text)


def offer_forms(game: Lockstep, forms: FormsMet) -> None:
    """Offer both engines all texts that are close to an action of each new form; note the forms."""
    for text in (text for action in forms.new(game.seen.legal) for text in misspelt(game, action)):
        game.no_action(text)
        game.refuse(text)


def misspelt(game: Lockstep, action: str) -> list[str]:
    """List the texts that are close to an action, and spell none."""
    texts = {text for texts in misspellings(action).values() for text in texts}
    reference: Any = game.reference
    return sorted(texts.difference(reference.candidates(game.states[0]), game.seen.legal))


def offer_changed(game: Lockstep, before: Lockstep) -> None:
    """Offer both engines positions that are changed in one place, on every few plies.

    They are drawn from the moves, so that the games of a seed do not depend on them.
    """
    if len(game.moves) % CHANGED_EVERY == 1:
        random = Random(" ".join(game.moves))
        for _ in range(CHANGED * (OF_GUESTS if games.is_guest(game.reference.game) else 1)):
            game.offer(changed(game.seen.position, before.seen.position, random))


def play_part(part: WorkPart, effort: Effort, progress: Progress = lambda _: None) -> PartOutcome:
    """Play the random games of a part, and compare all that both engines say."""
    witness, done, began = effort.witness, SizePlayed(dict(part.params)), perf_counter()
    findings: tuple[PartFinding, ...] = ()
    try:
        with watched(part.game, limit(witness, part.game, effort.answer)) as alive:
            if "seconds" in part.share:
                play_for_some_time(part, done, effort, alive)
            else:
                play_in_detail(part, done, witness, alive)
    except PartedAt as found:
        progress("shrinking the game that shows a difference")
        findings = (shrunk(part, found.difference, found.rulings, witness),)
    except NoAnswer as error:
        findings = (unanswered(part, error),)
    return PartOutcome(
        part,
        {"games": done.games, "positions": done.positions},
        findings=findings,
        seconds=perf_counter() - began,
        data={"rulings": [dict(each) for each in done.rulings], "unread": done.unread},
    )


def reads(engine: Any) -> bool:
    """Return whether an engine reads positions; raises `Disagreement` if not the one it begins with."""
    try:
        engine.from_json(engine.to_json(engine.initial()))
    except BeyondTheImplementation:
        return False
    except UsageError as refusal:
        under = options(engine.params, engine.rulings)
        said = f"{called(engine)} refuses the position that it begins with ({under})"
        raise Disagreement(said, (), None, None, said=str(refusal)) from refusal
    return True


def play_in_detail(part: WorkPart, done: SizePlayed, witness: SecondWitness, alive: Alive) -> None:
    """Play games whose refusals and explanations are compared as well; raises `PartedAt`.

    Game number `n` of a seed is the same in every share.
    """
    reference = games.specification(part.game, part.params, part.rulings)
    tested = witness.engine(part.game, part.params, part.rulings)
    done.began(part.rulings)
    first, forms = part.share["first"], FormsMet()
    most = part.share.get("plies", LONGEST)
    for number in range(first, first + part.share["games"]):
        random = Random(f"{part.seed} {part.options} {number}")
        try:
            done.positions += random_game(reference, tested, random, alive, forms, most=most)
            done.games += 1
            done.unread = not witness.asked and not reads(tested)
        except Disagreement as found:
            raise PartedAt(found, part.rulings) from found


def play_for_some_time(part: WorkPart, done: SizePlayed, effort: Effort, alive: Alive) -> None:
    """Play games of one size, under all its rulings, for its share of the time; raises `PartedAt`."""
    seconds, rulings = part.share["seconds"], part.share["rulings"]
    plan = SizesPlan(part.game, part.seed, seconds, effort.witness, effort.only)
    plan.play(done, rulings, alive)


def shrunk(
    part: WorkPart, found: Disagreement, rulings: Any, witness: SecondWitness
) -> PartFinding:
    """Return a difference with the shortest game found that shows it."""
    reference = games.specification(part.game, part.params, rulings)
    tested = witness.engine(part.game, part.params, rulings)
    moves, text = shortest_game(reference, tested, found.moves, found.headline)
    return evolve(different(part, found.headline, text, moves), rulings=dict(rulings))


@define
class LockstepPlan:
    """The parts of the check: options in detail, then sizes for their time where nothing else plays."""

    game: str
    effort: Effort
    seed: int
    chosen: Sequence[OptionSet]
    reason: str = ""
    """Why nothing can be played."""
    rules: str = ""
    check: str = field(default="lockstep", init=False)
    sizes: list[SizePlayed] = field(factory=list, init=False)
    sets: int = field(default=0, init=False)
    """Sets of options that were played in detail."""
    findings: tuple[PartFinding, ...] = field(default=(), init=False)
    unread: bool = field(default=False, init=False)
    """Whether the implementation reads no positions under some options."""

    def parts(self) -> Iterator[WorkPart | None]:
        """Yield a part for each set of options, then one for each size."""
        witness, seconds = self.effort.witness, self.effort.seconds_a_size
        in_bulk = plays_in_bulk(witness, self.game)
        share = {"first": 0, "games": self.effort.lockstep_games}
        share |= {"plies": self.effort.plies_in_detail} if in_bulk else {}
        for params, rulings in self.chosen:
            yield self.part(params, rulings, dict(share))
        if in_bulk:
            return
        plan = SizesPlan(self.game, self.seed, seconds, witness, self.effort.only)
        for params, several in plan.sizes():
            yield self.part(params, {}, {"seconds": seconds, "rulings": several})

    def part(self, params: Any, rulings: Any, share: dict[str, Any]) -> WorkPart:
        """Make a part."""
        options_given = dict(params), dict(rulings)
        return WorkPart(self.game, self.check, *options_given, self.seed, share, self.rules)

    def take(self, outcome: PartOutcome) -> bool:
        """Add what a part played; the first difference is enough."""
        part = outcome.part
        self.sets += "seconds" not in part.share
        done = self.size(dict(part.params))
        done.games += outcome.counts.get("games", 0)
        done.positions += outcome.counts.get("positions", 0)
        done.seconds += outcome.seconds
        self.unread |= outcome.data.get("unread", False)
        for rulings in outcome.data.get("rulings", ()):
            done.began(rulings)
        self.findings = outcome.findings
        return not self.findings

    def size(self, params: dict[str, Any]) -> SizePlayed:
        """Return the counts of a size."""
        found = next((each for each in self.sizes if each.params == params), None)
        if found is None:
            found = SizePlayed(params)
            self.sizes.append(found)
        return found

    def said(self) -> str:
        """What was played so far."""
        positions = sum(each.positions for each in self.sizes)
        return f"{sum(each.games for each in self.sizes)} games, {positions} positions"

    @property
    def met(self) -> list[OptionSet]:
        """The options that were played."""
        return [(each.params, rulings) for each in self.sizes for rulings in each.rulings]

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome of the check."""
        witness, under = self.effort.witness, "set" if self.sets == 1 else "sets"
        unasked = witness.not_asked(self.game, *self.chosen[0]) if self.chosen else ()
        unread = (f"reading positions: {witness.called} reads none",) if self.unread else ()
        played = sum(each.games for each in self.sizes)
        failure = next((finding.text for finding in self.findings), "")
        return Outcome(
            self.game,
            self.check,
            not failure and bool(self.chosen),
            sum(each.positions for each in self.sizes),
            "positions",
            seconds,
            f"{counted(played, 'random games')} on both engines, {self.sets} {under} of options",
            failure or ("" if self.chosen else nothing_played(witness, self.reason)),
            remarks=tuple(each.line() for each in self.sizes),
            data=as_data(unplayed(self.game, self.met, witness, stopped=bool(failure)))
            | {"sizes": [each.as_json() for each in self.sizes]},
            scope=scope_of(self.game, self.met, *unasked, *unread),
            blame=blame_of(self.findings),
        )


@frozen
class LockstepCheck:
    """Check all that can be observed, action by action: also refusals and random draws."""

    name: str = "lockstep"
    answers: float = 2.0
    is_slow: bool = True

    def plan_parts(
        self, game: str, effort: Effort, seed: int, rules: str = ""
    ) -> LockstepPlan | Outcome:
        """Return the plan: a few games in detail under each set of options, many on each size."""
        witness = effort.witness
        reason = witness.missing(game)
        if reason and not witness.asked:
            return skipped(game, self.name, reason)
        wanted = effort.only or option_sets(game, effort.option_sets, seed, witness)
        chosen = [each for each in wanted if not reason and witness.plays(game, *each)]
        return LockstepPlan(game, effort, seed, chosen, reason, rules)

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Play all games here, or until one shows a difference."""
        began = perf_counter()
        plan = self.plan_parts(game, effort, seed)
        if isinstance(plan, Outcome):
            return plan
        in_this_process(plan, lambda part, note: play_part(part, effort, note), progress)
        return plan.outcome(perf_counter() - began)


def nothing_played(witness: SecondWitness, reason: str) -> str:
    """Return why no game was played."""
    unsupported = f"{witness.called} supports none of the options that are checked"
    return f"nothing was compared: {reason or unsupported}"
