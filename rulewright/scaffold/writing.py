"""Fill the templates and write them, all or nothing."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from rulewright.interface import UsageError
from rulewright.scaffold.plan import NewGame

CODE = ("clauses.py", "rulebook.py", "rulebook.txt", "spec.py", "impl.py", "proofs.py")
"""The templates that become files of the package, under the same names."""


class FolderExists(UsageError):
    """There is something already where the new game is to be."""

    def __init__(self, folder: Path) -> None:
        """Name it."""
        super().__init__(
            f"{str(folder)!r} exists already: nothing was written; choose another name or --folder"
        )


class UnwritableFolder(UsageError):
    """The folder of a new game cannot be made."""

    def __init__(self, folder: Path, error: OSError) -> None:
        """Name it, and say why."""
        super().__init__(f"cannot write into {str(folder)!r}: {error.strerror or error}")


def files_of(game: NewGame) -> Iterator[tuple[str, str]]:
    """Yield the path of each file, from the project's folder, and its text."""
    environment = Environment(
        loader=PackageLoader("rulewright.scaffold"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - Python and Markdown, no HTML
    )
    places = {
        **{f"{game.name}/{file}": file for file in CODE},
        f"{game.name}/__init__.py": "init.py",
        "tests/conftest.py": "conftest.py",
        f"tests/test_{game.name}.py": "test_game.py",
        "pyproject.toml": "pyproject.toml",
        "README.md": "README.md",
        ".gitignore": "gitignore",
    }
    for path, template in places.items():
        yield path, environment.get_template(f"{template}.j2").render(game.given)


def write_project(game: NewGame, folder: Path) -> Path:
    """Write a game's project into a new folder of its name, and return that folder.

    `folder` is made if needed. Raises `FolderExists` or `UnwritableFolder`, and then leaves nothing.
    """
    target = folder / game.name
    if target.exists() or target.is_symlink():
        raise FolderExists(target)
    made = first_missing(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{game.name}.", dir=folder))
        try:
            write_files(game, beside / game.name)
            (beside / game.name).rename(target)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)
        raise UnwritableFolder(folder, error) from error
    return target


def first_missing(folder: Path) -> Path | None:
    """Return the first folder on the way to a folder that does not exist; None if all do."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    return missing[-1] if missing else None


def write_files(game: NewGame, project: Path) -> None:
    """Write every file; raises `OSError`."""
    for path, text in files_of(game):
        file = project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
