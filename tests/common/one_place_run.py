"""Run one-place mutants: the checks of a copy on a game, and the tests of the file.

A mutant is tried in stages, each in a fork of its own, up to the first that finds it. Where it would
have to be compiled anew, the first stage runs the kernels without a compiler (see
`common.one_place_server`); only what survives this is compiled. A file of the harness may have a test on
a game that is compiled within seconds: then it is compiled for this one first, and must stay within its
arrays. Where a mutant changes nothing that is compiled, it takes the machine code of the unchanged copy.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Self

from attrs import asdict, evolve, frozen

from common.one_place import Mutant
from rulewright.checks.plants import Probe
from rulewright.impl.cache import digests, fingerprint
from rulewright.play import games
from rulewright.vectors import load

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rulewright"
UNCHANGED = "unchanged"
BOUNDED = "bounds"
"""The folder of machine code that checks its bounds, in that of all machine code."""
TOLD = {
    "__init__",
    "drawing",
    "emojis",
    "examples",
    "occasions",
    "sentences",
    "symmetry",
    "wordings",
}
"""Files of a specification that say how a game looks and is spoken of, not what is legal."""
HARNESS = "minoa"
"""The game on which the harness is tried: what takes the least time."""
LEAST, TIMES = 10, 2
"""A stage may take so many seconds of processor time, and so many times what it takes unchanged."""
LIMIT = 600
"""Seconds of processor time that a stage may take unchanged."""
VERIFIED = ("vectors", "laws", "lint", "lockstep", "bulk", "exhaustive", "theorems")
"""The checks of `rulewright verify`, the cheaper ones first."""


def own_files(floor: str, game: str) -> tuple[str, ...]:
    """Return the files with the rules of a game, on one floor: `spec` or `impl`."""
    return tuple(
        str(path.relative_to(PACKAGE))
        for path in sorted((PACKAGE / floor / game).glob("*.py"))
        if path.stem not in TOLD
    )


@cache
def probes_of(game: str) -> tuple[Probe, ...]:
    """Return quick checks of a game: by default, with all other readings, on other boards."""
    catalogue = games.specified(game)
    others = {question: readings[-1] for question, readings in catalogue.readings.items()}
    small, other = catalogue.played[1], catalogue.played[-2]
    return (
        *(Probe(check, game, small) for check in ("lockstep", "laws", "bulk")),
        *(Probe("vectors", game, *options) for options in best_recorded(game)),
        Probe("lockstep", game, {}, others),
        Probe("bulk", game, {}),
        Probe("bulk", game, other, others),
    )


def best_recorded(game: str, count: int = 3) -> tuple[tuple[dict[str, Any], dict[str, str]], ...]:
    """Return the options that most vectors of a game have."""
    every = [(each.params, each.rulings) for each in load(game)]
    by_name = {json.dumps(each, sort_keys=True): each for each in every}
    often = Counter(json.dumps(each, sort_keys=True) for each in every).most_common(count)
    return tuple(by_name[name] for name, _ in often)


LOGIC = (
    "tests/spec/test_logic.py",
    "tests/spec/test_combinators.py",
    "tests/spec/test_counting.py",
    "tests/spec/test_one_rule_many_algebras.py",
)
CHECKED = (
    "tests/checks/test_plans.py",
    "tests/checks/test_checks.py",
    "tests/power/test_planted_bugs.py",
)
DRIVEN = ("tests/impl/test_drivers.py", "tests/play/test_driver.py")
DIRECT = {
    "tests/impl/test_loops.py",
    "tests/impl/test_drivers_of_heaps.py",
    "tests/impl/test_comparison_of_heaps.py",
}
"""Tests of compiled files on a game so small that it is compiled within seconds: they are run first."""
TESTS = {
    "spec/lanes.py": ("tests/spec/test_lanes.py", *LOGIC),
    "spec/logic.py": LOGIC,
    "spec/counting.py": LOGIC,
    "spec/words.py": (
        "tests/spec/test_words.py",
        "tests/spec/test_logic.py",
        "tests/spec/test_judging_in_bulk.py",
    ),
    "spec/judge.py": ("tests/spec/test_one_rule_many_algebras.py", "tests/spec/test_play.py"),
    "spec/side_by_side.py": ("tests/spec/test_one_rule_many_algebras.py",),
    "impl/comparison.py": (
        "tests/impl/test_comparison_of_heaps.py",
        "tests/impl/test_comparison.py",
        "tests/ambiguity/test_pair.py",
        "tests/impl/test_drivers.py",
        "tests/checks/test_recordings.py",
    ),
    "impl/drivers.py": ("tests/impl/test_drivers_of_heaps.py", *DRIVEN),
    "impl/legal_sets.py": ("tests/impl/test_drivers.py",),
    "impl/loops.py": ("tests/impl/test_loops.py", *DRIVEN),
    "checks/bulk.py": ("tests/checks/test_batches.py", *CHECKED),
    "checks/exhaustive.py": ("tests/checks/test_sweeps.py", *CHECKED),
    "checks/laws.py": ("tests/checks/test_laws.py", *CHECKED),
    "checks/lockstep.py": (
        "tests/checks/test_games_in_lockstep.py",
        "tests/checks/test_lockstep.py",
        *CHECKED,
    ),
    "checks/theorems.py": ("tests/checks/test_plans.py", "tests/parts/test_verify.py"),
    "checks/vectors.py": (
        "tests/checks/test_deviations.py",
        "tests/checks/test_vectors.py",
        "tests/checks/test_scope.py",
    ),
    "checks/verification.py": ("tests/checks/test_verification.py",),
    "play/driver.py": ("tests/play/test_driver.py", "tests/impl/test_drivers.py"),
    "play/plain.py": ("tests/play/test_driver.py",),
    "play/compiled.py": ("tests/play/test_driver.py",),
    "play/pair.py": ("tests/checks/test_lockstep.py", "tests/power/test_planted_bugs.py"),
    "play/lockstep.py": ("tests/checks/test_lockstep.py", "tests/power/test_planted_bugs.py"),
}
"""The tests of a file of the harness."""


def own_tests(file: str) -> tuple[str, ...]:
    """Return the tests of a file of the harness, or all those of the game on the floor where it lies."""
    floor, _, rest = file.partition("/")
    tests, game = ROOT / "tests" / floor, rest.partition("/")[0]
    found = (*tests.glob(f"test_{game}.py"), *sorted(tests.glob(f"test_{game}_*.py")))
    return TESTS.get(file, tuple(str(each.relative_to(ROOT)) for each in found))


def game_of(file: str) -> str:
    """Return the game on which a file is tried."""
    floor, _, rest = file.partition("/")
    game = HARNESS if file in TESTS else rest.partition("/")[0]
    assert file in TESTS or file in own_files(floor, game)
    return game


BRIEF = {
    "tests/impl/test_drivers.py": (
        "tests/impl/test_drivers.py",
        "-k",
        "not exploration_finds and not limit_is_met_exactly and not reaches and not seed_alone",
    ),
    "tests/impl/test_comparison.py": (
        "tests/impl/test_comparison.py",
        "-k",
        "not has_seen_every_position",
    ),
}
"""What is run of the tests of a file by Python alone: the rest takes minutes there."""
NAIVE = "_against_a_naive_engine.py"
"""Tests of a game that need nothing compiled but its engine: they are run by Python alone as well."""
COMPILING = {"compiled", "leaf", "branch", "provides", "provides_otherwise"}


@cache
def compiled_files() -> frozenset[str]:
    """Return the files on which machine code rests: those with a decorator, and what they import."""
    imports = {file: imported(file) for file in digests(PACKAGE / "impl")}
    found = {file for file, names in imports.items() if names & COMPILING}
    while (
        further := {
            other for file in found for other in imports if module_of(other) in imports[file]
        }
        - found
    ):
        found |= further
    return frozenset(f"impl/{file}" for file in found)


def module_of(file: str) -> str:
    """Return the name of a module below `impl`."""
    return f"rulewright.impl.{file.removesuffix('.py').removesuffix('/__init__')}".replace("/", ".")


def imported(file: str) -> set[str]:
    """Return all modules that a file imports, and all names from the one that compiles."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((PACKAGE / "impl" / file).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {each.name for each in node.names}
            found |= {node.module, *(f"{node.module}.{name}" for name in names)}
            found |= names if node.module == "rulewright.impl.dispatch" else set()
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
    return found


@frozen
class Stage:
    """Trials that one fork makes, up to the first that finds something."""

    trials: tuple[tuple[str, Any], ...]
    interpreted: bool = False
    machine_code: str = ""
    """The folder of machine code that is taken; empty for that of the copy's own sources."""
    bounds: bool = False
    """Whether compiled code checks that it stays within its arrays."""


def stages_of(file: str) -> Iterator[Stage]:
    """Yield what a file is tried on; the quick things first."""
    game = game_of(file)
    probes = tuple(("probe", asdict(each)) for each in probes_of(game))
    tests = tuple(("tests", [each]) for each in own_tests(file))
    if file in compiled_files():
        brief = [each for each in probes if game == HARNESS or each[1]["check"] != "bulk"]
        direct = tuple(each for each in tests if each[1][0] in DIRECT)
        if direct:
            yield Stage(direct, interpreted=True)
            yield Stage(direct, bounds=True)
        tests = tests[len(direct) :]
        own = [("tests", list(BRIEF.get(each[1][0], each[1]))) for each in tests]
        if file in TESTS:
            yield Stage(tuple(own), interpreted=True)
        naive = (each for each in tests if each[1][0].endswith(NAIVE))
        yield Stage((*brief, *naive), interpreted=True)
        yield Stage((*probes, *tests))
    else:
        same = fingerprint(digests(PACKAGE / "impl")) if file.startswith("impl/") else ""
        order = (tests, probes) if file in TESTS else (probes, tests)
        yield from (Stage(each, machine_code=same) for each in order)


@frozen
class Verdict:
    """What came of a mutant."""

    name: str
    found: str
    """What noticed it; empty if nothing did."""
    stage: int
    seconds: float
    """Of processor time."""
    raised: tuple[str, ...] = ()
    """What the interpreted stage could not decide."""


class Trials:
    """A server, and a folder with two copies: one stays, one has a mutant at a time."""

    def __init__(self, folder: Path, cache: Path | None = None) -> None:
        """Copy the package, and start the server; machine code is kept in `cache` if that is given."""
        self.folder = folder
        self.cache = cache or folder / "cache"
        self.first: dict[tuple[str, int], tuple[str, Any]] = {}
        """By file and stage: what found the mutant before."""
        self.limits: dict[tuple[str, int], int] = {}
        """By file and stage: seconds of processor time, known once the unchanged copy was tried."""
        self.answers: dict[str, dict[str, Any]] = {}
        """By stage: the answers of the unchanged copy."""
        shutil.copytree(PACKAGE, folder / UNCHANGED / PACKAGE.name)
        shutil.copytree(
            folder / UNCHANGED / PACKAGE.name,
            folder / "mutant" / PACKAGE.name,
            copy_function=os.link,
        )
        self.server = subprocess.Popen(
            [sys.executable, "-m", "common.one_place_server"],
            env=os.environ | {"PYTHONPATH": str(ROOT / "tests")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the server."""
        self.server.communicate()

    def ask(self, name: str, stage: Stage, limit: int) -> dict[str, Any]:
        """Let a copy go through a stage."""
        cache = self.cache / BOUNDED if stage.bounds else self.cache
        order = asdict(stage) | {
            "home": str(self.folder / name),
            "log": str(self.folder / "log"),
            "limit": limit,
            "environment": {"RULEWRIGHT_CACHE_DIR": str(cache)},
        }
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps(order) + "\n")
        self.server.stdin.flush()
        answer: dict[str, Any] = json.loads(self.server.stdout.readline())
        return answer

    def unchanged(self, file: str, most: int = 9) -> str:
        """Return what is found in the copy without a mutant: it should be nothing."""
        answers = [self.on_unchanged(stage) for stage in islice(stages_of(file), most)]
        for number, each in enumerate(answers):
            self.limits[file, number] = LEAST + TIMES * int(each["seconds"])
        return "; ".join(filter(None, (each["found"] or each["raised"] for each in answers)))

    def on_unchanged(self, stage: Stage) -> dict[str, Any]:
        """Let the copy without a mutant go through a stage, which many files share, once."""
        name = json.dumps(asdict(stage), sort_keys=True)
        if name not in self.answers:
            self.answers[name] = self.ask(UNCHANGED, stage, LIMIT)
        return self.answers[name]

    def tried(self, mutant: Mutant, most: int = 9) -> Verdict:
        """Plant a mutant, and try it in so many stages at most."""
        seconds, raised = 0.0, []
        with self.planted(mutant):
            for number, stage in enumerate(islice(stages_of(mutant.file), most)):
                ordered = self.sorted(stage, mutant.file, number)
                answer = self.ask("mutant", ordered, self.limits[mutant.file, number])
                seconds += answer["seconds"]
                if answer["found"] and not (stage.interpreted and answer["at"] is None):
                    if answer["at"] is not None:
                        self.first[mutant.file, number] = ordered.trials[answer["at"]]
                    return Verdict(mutant.name, answer["found"], number, seconds, tuple(raised))
                if answer["raised"] and not stage.interpreted:
                    return Verdict(mutant.name, answer["raised"], number, seconds, tuple(raised))
                raised.append(answer["raised"] or answer["found"])
        return Verdict(mutant.name, "", -1, seconds, tuple(raised))

    def verified(self, mutant: Mutant, effort: str, checks: Sequence[str] = VERIFIED) -> Verdict:
        """Plant a mutant of a game's engine, and run whole checks of `rulewright verify` on the game."""
        game, seconds = game_of(mutant.file), 0.0
        code = next(stages_of(mutant.file)).machine_code
        with self.planted(mutant):
            for number, check in enumerate(checks):
                whole = {"check": check, "game": game, "effort": effort}
                answer = self.ask("mutant", Stage((("verify", whole),), machine_code=code), LIMIT)
                seconds += answer["seconds"]
                if answer["found"] or answer["raised"]:
                    said = answer["found"] or answer["raised"]
                    return Verdict(mutant.name, said, number, seconds)
        return Verdict(mutant.name, "", -1, seconds)

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        """Keep a mutant in the copy that has one at a time."""
        place = self.folder / "mutant" / PACKAGE.name / mutant.file
        right = self.folder / UNCHANGED / PACKAGE.name / mutant.file
        text = mutant.planted(right.read_text("utf-8"))
        place.unlink()
        place.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            place.unlink()
            os.link(right, place)
            self.clear()

    def sorted(self, stage: Stage, file: str, number: int) -> Stage:
        """Let what found the last mutant of a file come first."""
        first = self.first.get((file, number))
        trials = sorted(stage.trials, key=lambda each: each != first)
        return evolve(stage, trials=tuple(trials))

    def clear(self) -> None:
        """Remove the machine code of mutants."""
        kept = fingerprint(digests(PACKAGE / "impl"))
        for each in (*self.cache.glob("*"), *self.cache.glob(f"{BOUNDED}/*")):
            if each.name != kept and each.is_dir() and len(each.name) == len(kept):
                shutil.rmtree(each)
