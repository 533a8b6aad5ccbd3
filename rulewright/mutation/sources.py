"""The code that a theorem rests on, and a digest of it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from rulewright.play import games

if TYPE_CHECKING:
    from rulewright.proofs.theorem import Theorem

ROOT = Path(__file__).parents[1]
MAKERS = (
    "play/mutants.py",
    "mutation/wrong.py",
    "mutation/planting.py",
    "mutation/trial.py",
    "proofs/mutation.py",
)
"""What makes the mutants and tries theorems on them."""
CLAIMS = {"Claim", "Lemma", "lemma", "Case"}
PARTS = {"Theorem", *CLAIMS, "Twin", "Exhibit", "Enumeration", "FalseExhibit"}
"""What a theorem is made of."""
ASIDE = {
    *("statement", "scope", "slow", "of", "changed"),
    *("real", "why_not_real", "under", "evident"),
}
"""What is said about a theorem or its part. A trial does not look at it, so it decides no cell."""
WORDS = "Settled"
"""What a rulebook settles in words: no formula says it."""
UNTRIED = {"crowded"}
"""Options of a game that no trial plays with."""
JUDGING = {"bulk.py", "windows.py", "judging.py", "surroundings.py", "occasions.py", "drawing.py"}
"""What judges recorded games, counts in them, or draws. A trial does neither: it decides no cell."""
SAID_BY_PLACE = slice(1, 3)
"""Where the statement and the scope of a theorem stand, if they are not named."""

Definition: TypeAlias = tuple[Path, str]
"""A module, and a name at its top; the empty name stands for all that it defines."""


def digest(game: str, theorem: Theorem) -> str:
    """Return a digest of what decides which mutants a theorem notices.

    That is the specification of its game, what the theorem calls, and what makes the mutants; not what
    all games share, which the tests hold by making cells of every game again. Comments, docstrings and
    layout decide nothing, nor does what judges recorded games or draws.
    """
    found = sha256()
    for label, code in sorted(sources(game, theorem).items()):
        found.update(f"{label}\n{code}\n".encode())
    return found.hexdigest()[:16]


def sources(game: str, theorem: Theorem) -> dict[str, str]:
    """Return the code that a theorem rests on, by labels that are the same wherever it lies."""
    found = {maker: code_of(ROOT / maker) for maker in MAKERS}
    for path in games.folder_of_specification(game).glob("*.py"):
        if path.name in JUDGING:
            continue
        found[f"specification of {game}/{path.name}"] = code_of(path)
    for path, name in definitions_from(*home_of(theorem)):
        found[f"theorems of {game}/{path.name}:{name}"] = module_at(path).code(name)
    return found


# ------------------------------------------------------------------------ code without its layout


@cache
def syntax_of(text: str) -> str:
    """Return the syntax of Python source: its text without comments and layout."""
    return written(ast.parse(text))


@cache
def code_of(path: Path) -> str:
    """Return the syntax of a Python source without docstrings, and what else does nothing."""
    return written(parsed(path))


@cache
def parsed(path: Path) -> ast.Module:
    """Parse a source, and remove what says something but does nothing."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in PARTS:
            node.keywords = [each for each in node.keywords if each.arg not in ASIDE]
            if called(node) == "Theorem":
                del node.args[SAID_BY_PLACE]
        if isinstance(node, ast.Call) and called(node) == "SpecifiedGame":
            node.keywords = [each for each in node.keywords if each.arg not in UNTRIED]
        if isinstance(node, ast.Tuple):
            node.elts = [each for each in node.elts if not is_settled(each)]
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not is_text(each)]  # type: ignore[attr-defined]
    return tree


def called(call: ast.Call) -> str:
    """Name the function that is called."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def is_settled(node: ast.AST) -> bool:
    """Return whether something is a settled question of a rulebook."""
    return isinstance(node, ast.Call) and called(node) == WORDS


def is_text(node: ast.AST) -> bool:
    """Return whether a statement is a docstring, or a text below an attribute."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def written(node: object) -> str:
    """Write a syntax tree, alike in all versions of Python: what is absent or empty is left out."""
    if isinstance(node, list):
        return f"[{' '.join(map(written, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = (
        f"{name}={written(value)}"
        for name, value in ast.iter_fields(node)
        if value not in (None, []) and not isinstance(value, ast.expr_context)
    )
    if isinstance(node, ast.Constant):
        return repr(node.value)
    return f"({' '.join((type(node).__name__, *fields))})"


# ---------------------------------------------------------------------------- what a theorem calls


@frozen(eq=False)
class Module:
    """What a module defines, and what it takes from others of its folder."""

    defined: dict[str, list[ast.stmt]]
    """Statements by the names that they bind. What binds no name is kept under the empty one."""
    taken: dict[str, Definition]
    """What is imported from the same folder, by the name that it has here."""

    def code(self, name: str) -> str:
        """Return the syntax of a definition."""
        return written(self.defined.get(name, []))

    def used(self, name: str) -> Iterator[Definition]:
        """Yield what a definition refers to, outside of this module."""
        for used in names_in(self.defined.get(name, [])):
            first, _, attribute = used.partition(".")
            if first in self.taken:
                path, original = self.taken[first]
                yield path, original or attribute


@cache
def module_at(path: Path) -> Module:
    """Read a module."""
    defined: dict[str, list[ast.stmt]] = {}
    taken: dict[str, Definition] = {}
    for statement in parsed(path).body:
        if isinstance(statement, ast.ImportFrom):
            taken |= taken_by(statement, path)
        elif not isinstance(statement, ast.Import):
            for name in bound(statement) or [""]:
                defined.setdefault(name, []).append(statement)
    return Module(defined, taken)


def taken_by(statement: ast.ImportFrom, path: Path) -> Iterator[tuple[str, Definition]]:
    """Yield what an import takes from the folder of a module, by the name that it has here."""
    source = (statement.module or "").split(".")
    for alias in statement.names:
        name = alias.asname or alias.name
        for parts, original in ((source, alias.name), ([*source, alias.name], "")):
            other = path.parent / f"{parts[-1]}.py"
            package = tuple(parts[-3:-1])
            inside = package and path.parent.parts[-len(package) :] == package
            if (inside or statement.level == 1) and other.exists():
                yield name, (other, original)


def bound(statement: ast.stmt) -> list[str]:
    """List the names that a statement at the top of a module binds; comprehensions bind none there."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    inner = {
        id(name)
        for node in ast.walk(statement)
        if isinstance(node, ast.comprehension)
        for name in ast.walk(node.target)
    }
    return [
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in inner
    ]


def names_in(statements: Iterable[ast.stmt]) -> set[str]:
    """List the names that statements use; with an attribute, `name.attribute`."""
    nodes = [node for statement in statements for node in ast.walk(statement)]
    owners = {
        id(node.value): f"{node.value.id}.{node.attr}"
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    return {owners.get(id(node), node.id) for node in nodes if isinstance(node, ast.Name)}


def definitions_from(home: Path, names: Iterable[str]) -> set[Definition]:
    """List the definitions that some names of a module refer to, there and in the same folder."""
    waiting: list[Definition] = [(home, name) for name in names]
    found: set[Definition] = set()
    while waiting:
        each = waiting.pop()
        if each in found:
            continue
        found.add(each)
        path, name = each
        module = module_at(path)
        if not name:
            waiting += [(path, other) for other in module.defined]
        elif name in module.taken:  # passed on
            waiting.append(module.taken[name])
        mentioned = {used.partition(".")[0] for used in names_in(module.defined.get(name, []))}
        waiting += [(path, other) for other in mentioned if other in module.defined]
        waiting += module.used(name)
    return {(path, name) for path, name in found if name in module_at(path).defined}


def home_of(theorem: Theorem) -> tuple[Path, tuple[str, ...]]:
    """Find the module in which a theorem is made, and its names there: the one furthest down."""
    found: dict[str, tuple[str, ...]] = {}
    for name, module in list(sys.modules.items()):
        names = tuple(key for key, value in vars(module).items() if _is_or_lists(value, theorem))
        if names:
            found[name] = names
    name = max(found, key=lambda each: (each.count("."), each))
    return Path(str(sys.modules[name].__file__)).resolve(), found[name]


def _is_or_lists(value: object, theorem: Theorem) -> bool:
    return value is theorem or (isinstance(value, tuple) and any(each is theorem for each in value))
