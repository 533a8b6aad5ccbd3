"""What a guest's exhibit or enumeration asks of engines: of which, and of which positions.

An exhibit shows a game, and says something that it finds. Nothing else ties the two together: it may
find that by other rules than it shows the game by, or not look at the game at all. So the engines that
are asked are watched while something is computed. A twin may be wrong in any way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from types import CodeType, FunctionType
from typing import Any

import attrs
from attrs import define, field

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, is_shown_only
from rulewright.proofs.consulted import (
    is_of_a_guest,
    loaded_games,
    owner_of,
    rules_of,
    subclasses_of,
    top_of,
)
from rulewright.proofs.named import forget_what_is_kept_of, noted
from rulewright.proofs.played_at_import import WHERE
from rulewright.proofs.refusals import functions_called
from rulewright.proofs.regardless import SAME, holds_regardless
from rulewright.proofs.replaced import replaced
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.engine import Ruled, Specification
from rulewright.spec.registry import Clause

PLAYING = {"play", "successor", "played", "from_json", "read", "parsed"}
"""Who asks for one of these has another position than the first one."""
MOST_KEPT = 10_000
"""Questions about positions that are kept."""
OWN_CODE = "is computed by its own code: nothing else shows that it is of games, or of all cases"


@define(eq=False)
class AskedEngines:
    """The engines of a game that are asked while something is computed."""

    games: Sequence[SpecifiedGame]
    engines: list[Specification[Any]] = field(factory=list)
    shown: list[Specification[Any]] = field(factory=list)
    """Those that `Computed.of_game` asks."""
    plays: bool = False
    """Whether another position than the first one is asked about, or for."""
    of_the_first: dict[str, None] = field(factory=dict)
    """What the first position is asked about, in the order of the questions."""
    of_others: set[str] = field(factory=set)
    """What other positions are asked about."""
    questions: list[tuple[str, Any, Specification[Any]]] = field(factory=list)
    """What others are asked about, each with the position and who is asked, up to `MOST_KEPT`."""
    called: set[CodeType] = field(factory=set)
    """The code of all functions that a twin calls."""
    played_at_import: str = ""
    """Where its module played as it was loaded; empty if it did not."""
    is_within: bool = False
    """Whether an engine asks itself."""
    hangs_on_none: bool = False
    """Whether what is found is the same whatever they say."""
    _known: dict[int, Any] = field(factory=dict)
    """By the number of an engine that is kept: its first position."""

    def note(self, engine: Specification[Any], name: str, given: Sequence[Any]) -> None:
        """Note what an engine is asked."""
        if engine.game not in [game.rulebook.game for game in self.games]:
            return
        if is_shown_only():
            self.shown.append(engine)
            return
        if id(engine) not in self._known:
            self.engines.append(engine)
            self._known[id(engine)] = engine.initial()
        first = self._known[id(engine)]
        asked = [each == first for each in given if isinstance(each, type(first))]
        self.plays = self.plays or name in PLAYING or not all(asked)
        if any(asked) and name not in PLAYING:
            self.of_the_first.setdefault(name)
        if not all(asked):
            self.of_others.add(name)
        if name not in PLAYING and len(self.questions) < MOST_KEPT:
            others = [each for each in given if isinstance(each, type(first)) and each != first]
            self.questions += [(name, each, engine) for each in others]

    @property
    def rules(self) -> list[Ruled]:
        """The rules of the engines that are asked."""
        return [each.rules for each in self.engines if hasattr(each, "rules")]

    def refused(self, found: Computed) -> str:
        """Say why what is found is not of the rules by which a game is shown; empty if it may be."""
        for engine in (*self.engines, *self.shown):
            if why := self.of_another_game(engine):
                return why
        if found.rules is None:
            return ""
        if self.rules and not any(is_alike(each, found.rules) for each in self.rules):
            return (
                f"it finds by {difference(self.rules[0], found.rules)}, and shows by "
                f"{difference(found.rules, self.rules[0])}: nothing is asked of the rules that it shows"
            )
        if self.shown and found.game is not None and not self.plays:
            return (
                "what it finds is not of the game that it shows: no position after its first one is "
                "asked about"
            )
        return ""

    def is_of(self, engine: Specification[Any], found: Computed) -> bool:
        """Return whether an engine has the options of what is found."""
        rules = getattr(engine, "rules", None)
        return rules is not None and is_alike(rules, found.rules)

    def of_another_game(self, engine: Specification[Any]) -> str:
        """Say why an engine is not that of the game; empty if it is."""
        kinds = [type(game.engine()) for game in self.games]
        if type(engine) not in kinds:
            return f"it asks {type(engine).__name__}, which is not the engine of the game"
        books = [game.rulebook for game in self.games if game.rulebook.game == engine.game]
        changed = [differing(book.clauses, engine.rulebook.clauses) for book in books]
        return (
            f"it asks an engine of a rulebook that has {min(changed)} otherwise than the game's own: "
            "only a twin may be wrong on purpose"
            if all(changed)
            else ""
        )

    def chooses(self, found: Computed) -> str:
        """Say of what engines are asked that nobody else knows whether these are all cases; or ""."""
        if not self.plays:
            return ""
        return f"looked at {found.looked} cases: that these are all is as its author says"

    def told(self, found: Computed, scope: TheoremScope) -> Iterator[str]:
        """Yield what ties what is found to other games than those of the scope, or to none."""
        if self.played_at_import:
            yield (
                f"may take what was played as its module was loaded ({self.played_at_import}): what is "
                "asked there is not watched"
            )
        if found.rules is None or (self.games and not (self.engines or self.shown)):
            yield OWN_CODE
            return
        if self.hangs_on_none:
            yield SAME
        if outside := scope.outside(found.rules):
            yield f"shows a game of {outside}, which its scope does not have"
        others = [each for each in self.rules if not is_alike(each, found.rules)]
        named = dict.fromkeys(filter(None, map(scope.outside, others)))
        if named and not outside:
            yield f"asks an engine of {next(iter(named))} as well, which its scope does not have"
        if found.game is not None and found.game.moves and self.of_the_first:
            yield from self.first_alone()
        if found.game is not None and (name := self.beside(found)):
            yield f"asks {name!r} of a position that the game which it shows does not have"

    def beside(self, found: Computed) -> str:
        """Return what is asked first of a position that a shown game does not have; "" if nothing is."""
        alike = [each for each in (*self.shown, *self.engines) if self.is_of(each, found)]
        if found.game is None or not alike or not self.questions:
            return ""
        state = alike[0].initial()
        states = [state]
        for action in found.game.moves:
            state = alike[0].play(state, action)
            states.append(state)
        return next(
            (
                name
                for name, asked, engine in self.questions
                if asked not in states and self.is_of(engine, found)
            ),
            "",
        )

    def first_alone(self) -> Iterator[str]:
        """Yield what the first position is asked about, and whether what is played is asked, too."""
        alone = [each for each in self.of_the_first if each not in self.of_others]
        if alone:
            yield f"asks {alone[0]!r} of the first position, and not of what is played"
        else:
            yield f"asks {next(iter(self.of_the_first))!r} of the first position, too"


NOTHING_ASKED = AskedEngines(())


def computed(part: Exhibit | Enumeration | FalseExhibit) -> tuple[Any, AskedEngines]:
    """Compute a part; return what it finds, and which engines it asks if it is a guest's."""
    if not is_of_a_guest(part.show):
        return part.show(), NOTHING_ASKED
    if isinstance(part, FalseExhibit):
        with noted() as called:
            return part.show(), AskedEngines((), called=called)
    owners = {owner_of(part.show)}
    games = [game for module, game in loaded_games() if top_of(module) in owners]
    asked = AskedEngines(games, played_at_import=WHERE.get(owner_of(part.show), ""))
    forget_what_is_kept_of(owners)
    with watched_engines(asked):
        found = part.show()
    if isinstance(part, Exhibit) and getattr(found, "holds", False) is True and asked.plays:
        forget = partial(forget_what_is_kept_of, owners)
        asked.hangs_on_none = holds_regardless(part, methods_of_engines(), forget)
    return found, asked


def not_called(theorem: Theorem, asked: Mapping[str, AskedEngines]) -> Iterator[str]:
    """Yield the twins of a guest that name a function of what they break, and call none.

    A function whose results are kept is called once more.
    """
    parts = {part.name: part for part in theorem.parts}
    for part in theorem.parts:
        if isinstance(part, FalseExhibit) and part.name in asked:
            broken: Any = parts[part.of]
            made = broken.make if isinstance(broken, Claim) else broken.show
            codes = codes_shared(part.show, made)
            if codes.isdisjoint(asked[part.name].called):
                forget_what_is_kept_of({owner_of(part.show)})
                if codes.isdisjoint(computed(part)[1].called):
                    yield f"twin {part.name!r} names a function of {part.of!r}, and calls none"


def codes_shared(one: Callable[..., Any], other: Callable[..., Any]) -> set[CodeType]:
    """Return the code of all functions that two name: of the author's own, if there are any."""
    both = functions_called(one) & functions_called(other)
    shared = [each for each in both if isinstance(each, FunctionType)]
    own = [each for each in shared if is_of_a_guest(each)]
    return {each.__code__ for each in own or shared}


@contextmanager
def watched_engines(asked: AskedEngines) -> Iterator[None]:
    """Note what engines are asked by others than themselves."""
    with replaced(methods_of_engines(), partial(noting, asked=asked)):
        yield


def methods_of_engines() -> list[tuple[Any, str]]:
    """Return all methods of engines that others may call, each a class and a name."""
    return [
        (kind, name)
        for kind in (Specification, *subclasses_of(Specification))
        for name, function in vars(kind).items()
        if (name == "__init__" or not name.startswith("_")) and isinstance(function, FunctionType)
    ]


def noting(usual: Callable[..., Any], asked: AskedEngines) -> Callable[..., Any]:
    """Return a method of an engine that is noted, unless the engine itself asks."""

    @wraps(usual)
    def noted(engine: Specification[Any], *given: Any, **named: Any) -> Any:
        if asked.is_within:
            return usual(engine, *given, **named)
        asked.is_within = True
        try:
            answer = usual(engine, *given, **named)
            if usual.__name__ != "__init__":
                asked.note(engine, usual.__name__, (*given, *named.values()))
        finally:
            asked.is_within = False
        return answer

    return noted


def differing(own: Sequence[Clause], others: Sequence[Clause]) -> str:
    """Name the first clause that only one of two rulebooks has; empty if there is none."""
    several = [clause for clause in own if clause not in others]
    several += [clause for clause in others if clause not in own]
    return several[0].identifier if several else ""


def is_alike(one: Ruled, other: Ruled) -> bool:
    """Return whether two rules have the same options."""
    return one.params == other.params and one.rulings == other.rulings


def difference(one: Ruled, other: Ruled) -> str:
    """Name the first option of some rules that others do not have."""
    for own, others in ((one.params, other.params), (one.rulings, other.rulings)):
        for name, value in attrs.asdict(own).items():
            if getattr(others, name, None) != value:
                return f"{name}={value}"
    return "the same options"


def not_computed(
    theorem: Theorem, cases: Mapping[str, tuple[Case, ...]], asked: Mapping[str, AskedEngines]
) -> str:
    """Name options that a scope promises, if all that asks engines of a guest asks none of these.

    Claims that say under which rules they are count as well. An exhibit alone shows what there is, and
    an enumeration that it is so of all.
    """
    enumerated = [
        part.name
        for part in theorem.parts
        if isinstance(part, Enumeration) and asked.get(part.name, NOTHING_ASKED).engines
    ]
    under = [list(rules_of(made)) for made in cases.values()]
    if not enumerated or not all(under):
        return ""
    met = [rules for several in under for rules in several]
    met += [rules for each in asked.values() for rules in each.rules]
    if missed := theorem.extent.missed(met):
        return f"its scope promises {missed}, but {enumerated[0]!r} asks no engine of it"
    if missed := theorem.extent.missed_together(met):
        return (
            f"its scope promises {missed}, but {enumerated[0]!r} asks no engine that has these "
            "together, and it does not say why (`apart`)"
        )
    return ""
