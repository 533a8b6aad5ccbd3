"""The source files of a game's package, searched for the places where something is written."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cached_property
from inspect import unwrap
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.play import games
from rulewright.play.attribution import Place
from rulewright.spec.registry import Source, words

TEXTS = (".txt", ".md", ".rst")


@frozen(eq=False)
class SourceFiles:
    """The parsed modules of a game, and its files of text."""

    modules: dict[Path, ast.Module]
    texts: dict[Path, str]
    first: Path
    """The module of the specification, for what is written nowhere."""

    @classmethod
    def of(cls, game: str) -> SourceFiles:
        """Read the files of a game; a module that cannot be parsed is left out."""
        folder = games.folder_of_specification(game)
        files = sorted(path for path in folder.rglob("*.py") if "tests" not in path.parts)
        modules = {}
        for path in files:
            try:
                modules[path] = ast.parse(path.read_text("utf-8"))
            except (SyntaxError, UnicodeDecodeError):
                continue
        texts = {
            path: path.read_text("utf-8", errors="replace")
            for path in sorted(folder.rglob("*"))
            if path.suffix in TEXTS
        }
        first = folder / "spec.py" if (folder / "spec.py").exists() else folder / "__init__.py"
        return cls(modules, texts, first)

    @property
    def anywhere(self) -> Place:
        """The place of what is written nowhere: the beginning of the specification."""
        return self.first, 1

    @cached_property
    def nodes(self) -> list[tuple[Path, ast.AST]]:
        """All nodes of the syntax of all modules."""
        return [(path, node) for path, each in self.modules.items() for node in ast.walk(each)]

    @cached_property
    def literals(self) -> list[tuple[str, str, Place]]:
        """All texts in the code: as they are, with folded white space, and where they are."""
        return [
            (node.value, words(node.value), (path, node.lineno))
            for path, node in self.nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]

    def calls(self, names: Collection[str]) -> Iterator[tuple[Path, ast.Call]]:
        """Yield all calls of functions, methods or classes of these names."""
        for path, node in self.nodes:
            if isinstance(node, ast.Call) and called(node) in names:
                yield path, node

    def call_with(self, names: Collection[str], text: str) -> Place:
        """Return the place of the first such call that is given a text; else of the text anywhere."""
        for path, node in self.calls(names):
            given = (*node.args, *(each.value for each in node.keywords))
            for each in given:
                if isinstance(each, ast.Constant) and each.value == text:
                    return path, each.lineno
        return self.written(text)

    def call(self, names: Collection[str]) -> Place:
        """Return the place of the first such call."""
        found = ((path, node.lineno) for path, node in self.calls(names))
        return next(found, self.anywhere)

    def written(self, text: str) -> Place:
        """Return the place of the first literal that is a text, or has it in it."""
        whole = (place for value, _, place in self.literals if value == text)
        folded = words(text)
        partly = (place for _, value, place in self.literals if folded and folded in value)
        return next(whole, None) or next(partly, self.anywhere)

    def assigned(self, name: str) -> Place:
        """Return the place where a name is assigned, or given as a keyword; or where anything is."""
        for path, node in self.nodes:
            if isinstance(node, ast.keyword) and node.arg == name:
                return path, node.value.lineno
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if any(isinstance(each, ast.Name) and each.id == name for each in targets):
                    return path, node.lineno
        return self.anywhere

    def in_source(self, source: Source, text: str) -> Place:
        """Return the place of a passage of a rulebook: in its file, or where the source is declared."""
        for path, content in self.texts.items():
            if words(content) == words(source.text):
                return path, line_in(content, text)
        return self.call_with(("Source",), source.name)


def line_in(content: str, text: str) -> int:
    """Return the line of a content at which a passage begins, whatever its white space; 1 if nowhere."""
    wanted = text.split()[:6]
    found = [
        (word, number)
        for number, line in enumerate(content.splitlines(), 1)
        for word in line.split()
    ]
    for at, (_, number) in enumerate(found):
        if [word for word, _ in found[at : at + len(wanted)]] == wanted:
            return number
    return 1


def called(node: ast.Call) -> str:
    """Return the name of what is called; "" if it has none."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def place_of(formula: Any, otherwise: Place) -> Place:
    """Return where a function is written."""
    function = unwrap(getattr(formula, "func", formula))
    code = getattr(function, "__code__", None)
    return otherwise if code is None else (Path(code.co_filename).resolve(), code.co_firstlineno)
