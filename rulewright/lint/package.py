"""The parts of a package and what they say of each other: names, options, theorems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulewright.interface import RulewrightError, UsageError, choices_of, nearest, options_from
from rulewright.lint.finding import LintFinding, finding
from rulewright.lint.sources import SourceFiles
from rulewright.play import games
from rulewright.play.attribution import GUEST, Place
from rulewright.spec.catalogue import SpecifiedGame

SIZES = ("played", "full_size", "exhausted", "explored", "larger", "crowded")
"""The fields of `SpecifiedGame` that list parameters."""


def named(game: str, specified: SpecifiedGame, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield the difference between the name of the package's entry and that of the rulebook."""
    if specified.name != game:
        place = files.call_with(("Rulebook",), specified.name)
        what = f"the package is found as {game!r}, but its rulebook says game={specified.name!r}"
        yield finding(
            "package", place, what, "let the folder or the entry point have the same name"
        )


def ending(specification: Any, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield an `ending_clause` that is missing, or no clause."""
    identifiers = [clause.identifier for clause in specification.rulebook.clauses]
    given = getattr(specification, "ending_clause", None)
    if given not in identifiers:
        what = "there is no `ending_clause`" if given is None else f"`ending_clause` is {given!r}"
        remedy = f"name the clause that ends the game{nearest(str(given or ''), identifiers)}"
        yield finding("reference", files.assigned("ending_clause"), what, remedy)


def consistent(specified: SpecifiedGame, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield the difference between the options of SpecifiedGame and those that its engine has."""
    specification = specified.engine()
    for part, declared, own in (
        ("parameters", specified.default_parameters, dict(specification.params)),
        ("rulings", specified.default_rulings, dict(specification.rulings)),
    ):
        if declared != own:
            what = f"the {part} of SpecifiedGame are {declared!r} by default, its engine's {own!r}"
            yield finding(
                "option", files.call(("SpecifiedGame",)), what, "name the same class in both"
            )


def sized(specified: SpecifiedGame, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield the parameters listed in a field of `SpecifiedGame` that the game does not take."""
    for name in SIZES:
        given = getattr(specified, name)
        if name in {"played", "full_size"} and not given:
            what = f"`{name}` is empty"
            yield finding("option", files.assigned(name), what, "leave it out, or list parameters")
        for params in given:
            try:
                if not isinstance(params, Mapping):
                    raise UsageError("parameters are a mapping of names to values")
                options_from(specified.parameters, params)
            except RulewrightError as error:
                what = f"`{name}` has {params!r}, which the game does not take ({error})"
                remedy = "list parameters of the class `parameters`, with values that it takes"
                yield finding("option", files.assigned(name), what, remedy)


def implemented(game: str, specified: SpecifiedGame, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield the differences between specification and implementation: name and options."""
    if game not in games.game_names("impl"):
        return
    offered: Any = games.implemented(game)
    place = implementation_place(files)
    name = getattr(offered, "name", None)
    if name != specified.name:
        what = f"GAME of the implementation has the name {name!r}"
        yield finding("package", place, what, f"let it be {specified.name!r}")
    for part in ("parameters", "rulings"):
        theirs = getattr(offered, part, None)
        if isinstance(theirs, type) and attrs.has(theirs):
            yield from declared(
                part, choices_of(getattr(specified, part)), choices_of(theirs), place
            )
    yield from taken(game, specified, place)


def implementation_place(files: SourceFiles) -> Place:
    """Return the place of the implementation's `GAME`, as far as it is known."""
    folder = files.first.parent
    for path in (folder / "impl.py", folder / "impl" / "__init__.py"):
        if path.exists():
            lines = path.read_text("utf-8").splitlines()
            found = (at for at, line in enumerate(lines, 1) if line.startswith("GAME"))
            return path, next(found, 1)
    return files.anywhere


def declared(
    part: str, ours: Mapping[str, Any], theirs: Mapping[str, Any], place: Place
) -> Iterator[LintFinding]:
    """Yield the difference between two classes of options: names, defaults, and readings."""
    for name in (*ours, *(each for each in theirs if each not in ours)):
        if name not in theirs or name not in ours:
            where = "the specification" if name in ours else "the implementation"
            what = f"only {where} has the field {name!r} of the {part}"
            yield finding("option", place, what, "declare the same options on both sides")
        elif part == "rulings" and ours[name] != theirs[name]:
            what = (
                f"the specification has the readings {', '.join(ours[name][1] or ())} of {name!r}, "
                f"the implementation {', '.join(theirs[name][1] or ())}"
            )
            yield finding("option", place, what, "list the same ones in the same order")
        elif ours[name][0] != theirs[name][0]:
            what = (
                f"{name!r} is {ours[name][0]!r} by default in the specification, and "
                f"{theirs[name][0]!r} in the implementation"
            )
            yield finding("option", place, what, "declare the same defaults on both sides")
        elif part == "parameters" and ours[name][1] != theirs[name][1]:
            said = (each[name][1] or "any value" for each in (ours, theirs))
            what = "{!r} is {} in the specification, and {} in the implementation".format(
                name, *said
            )
            yield finding("option", place, what, "take the same values on both sides")


def taken(game: str, specified: SpecifiedGame, place: Place) -> Iterator[LintFinding]:
    """Yield the differences between the engines of both sides, as they are made."""
    sets: list[tuple[dict[str, Any], dict[str, str]]] = [({}, {})]
    sets += [
        ({}, {name: reading}) for name, every in specified.readings.items() for reading in every[1:]
    ]
    for params, rulings in sets:
        if not games.offered(game, params, rulings):
            continue
        under = (
            ", ".join(f"{name}={value}" for name, value in rulings.items()) or "the default options"
        )
        ours = specified.engine(params, rulings)
        try:
            theirs = games.implementation(game, params, rulings)
        except RulewrightError as error:
            if error.exit_status == GUEST:
                raise  # the implementation is broken, whatever the options are
            if type(error).__module__.startswith("rulewright."):
                what = f"the implementation does not take {under} ({error})"
                yield finding("option", place, what, "take it, or say so by `plays`")
            continue
        for part in ("params", "rulings", "players"):
            mine, other = (getattr(each, part, None) for each in (ours, theirs))
            if as_plain(mine) != as_plain(other):
                what = (
                    f"under {under} the specification has the {part} {mine!r}, the "
                    f"implementation {other!r}"
                )
                yield finding("option", place, what, "let both say the same")


def as_plain(value: Any) -> Any:
    """Return options as a dictionary, and players as a tuple."""
    if isinstance(value, Mapping):
        return dict(value)
    return tuple(value) if isinstance(value, list | tuple) else value


def proved(game: str, specified: SpecifiedGame, files: SourceFiles) -> Iterator[LintFinding]:
    """Yield what theorems name that does not exist, and theorems of the same name."""
    if game not in games.game_names("proofs"):
        return
    theorems = games.theorems(game)
    known = (
        *(clause.identifier for clause in specified.rulebook.clauses),
        *(question.name for question in specified.rulebook.questions),
    )
    for theorem in theorems:
        place = files.call_with(("Theorem",), theorem.name)
        for name in theorem.clauses:
            if name not in known:
                what = (
                    f"the theorem {theorem.name} names {name!r}, which is no clause and no question"
                )
                remedy = f"name a clause or a question{nearest(name, known)}"
                yield finding("reference", place, what, remedy)
    for name, times in Counter(theorem.name for theorem in theorems).items():
        if times > 1:
            what = f"{times} theorems have the name {name!r}"
            place = files.call_with(("Theorem",), name)
            yield finding("duplicate", place, what, "give each a name of its own")


def renamed(
    game: str, specified: SpecifiedGame, specification: Any, files: SourceFiles
) -> Iterator[LintFinding]:
    """Yield what symmetries name that does not exist: clauses and theorems."""
    clauses = [clause.identifier for clause in specified.rulebook.clauses]
    theorems: tuple[str, ...] = ()
    if game in games.game_names("proofs"):
        theorems = tuple(theorem.name for theorem in games.theorems(game))
    for each in (*specified.symmetries(specification), *specified.renamings(specification)):
        place = files.call_with(("Symmetry",), each.name)
        for name in each.clauses:
            if name not in clauses:
                what = f"the symmetry {each.name!r} names the unknown clause {name!r}"
                yield finding(
                    "reference", place, what, f"name one that exists{nearest(name, clauses)}"
                )
        if each.theorem and each.theorem not in theorems:
            what = f"the symmetry {each.name!r} names the unknown theorem {each.theorem!r}"
            yield finding(
                "reference", place, what, f"name one that exists{nearest(each.theorem, theorems)}"
            )
