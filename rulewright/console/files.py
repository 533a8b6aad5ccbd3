"""Files that commands read and write; each is written completely or not at all."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from rulewright.interface import MalformedPosition, UsageError

LONGEST = 100
"""Characters of a file name that are shown, and kept in the name of a temporary file."""
LARGEST = 1 << 26
"""Bytes beyond which nothing is read as a position: some files, such as devices, never end."""
STANDARD = "-"
"""The name of standard input or output."""


class UnusableFile(UsageError):
    """A file that cannot be read or written."""


def write(name: str, text: str) -> None:
    """Write a text file in UTF-8, or standard output if the name is ``-``; raises `UnusableFile`."""
    if name == STANDARD:
        if sys.stdout is not None:
            sys.stdout.write(text)
        return
    path = Path(name)
    if is_no_file(name):
        path.write_text(text, encoding="utf-8")  # a device or a pipe cannot be replaced
        return
    try:
        replace(path, text)
    except OSError as error:
        raise UnusableFile(f"cannot write {shortened(name)}: {error.strerror}") from error


def is_no_file(name: str) -> bool:
    """Return whether something other than a file is there; raises `UnusableFile` if it is a folder."""
    path = Path(name)
    try:
        if path.is_dir():
            raise UnusableFile(f"cannot write {shortened(name)}: it is a folder")
        return path.exists() and not path.is_file()
    except OSError as error:  # such as a name that is too long
        raise UnusableFile(f"cannot write {shortened(name)}: {error.strerror}") from error


def shortened(name: str) -> str:
    """Write a file name in quotation marks, without its middle if it is long."""
    return repr(name if len(name) <= LONGEST else f"{name[:40]}...{name[-20:]}")


def must_be_writable(name: str) -> None:
    """Check before long work that `write` can write a file; raises `UnusableFile`.

    Creates nothing, and leaves an existing file unchanged.
    """
    if name == STANDARD:
        return
    path = Path(name)
    if is_no_file(name):
        if not os.access(path, os.W_OK):
            raise UnusableFile(f"cannot write {name!r}: Permission denied")
        return
    try:
        target = path.resolve()
        descriptor, beside = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.name[:LONGEST]}."
        )
        os.close(descriptor)
        Path(beside).unlink()
    except OSError as error:
        raise UnusableFile(f"cannot write {name!r}: {error.strerror}") from error


def folder_for(name: str, *inside: str) -> Path:
    """Create a folder if needed; raises `UnusableFile`, also for a file `inside` it."""
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableFile(f"cannot make the folder {name!r}: {error.strerror}") from error
    if not os.access(name, os.W_OK):
        raise UnusableFile(f"cannot write into the folder {name!r}")
    for each in inside:
        must_be_writable(str(Path(name) / each))
    return Path(name)


def replace(path: Path, text: str) -> None:
    """Write a temporary file, then replace the target with it."""
    target = path.resolve()
    descriptor, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:LONGEST]}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        Path(beside).chmod(target.stat().st_mode & 0o777 if target.exists() else default_mode())
        Path(beside).replace(target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def default_mode() -> int:
    """Return the permissions of a new file."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


class TwiceNamed(ValueError):
    """A JSON object has a duplicate name, so that one value would be lost."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a dictionary of pairs; raises `TwiceNamed` for a duplicate name."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise TwiceNamed(name)
        found[name] = value
    return found


def read_bytes(name: str, noun: str = "position") -> bytes:
    """Read a file, or standard input if the name is ``-``; raises `UnusableFile`."""
    if name == STANDARD and sys.stdin is None:
        raise UnusableFile("cannot read standard input: it is closed")
    try:
        if name == STANDARD:
            content = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnusableFile(f"cannot read {shortened(name)}: {reason}") from error
    if len(content) > LARGEST:
        size = f"{LARGEST >> 20} MiB"
        raise UnusableFile(
            f"cannot read {shortened(name)}: it has more than {size}, so it is no {noun}"
        )
    return content


def read_json(name: str) -> Any:
    """Read a JSON file, or standard input if the name is ``-``.

    Raises `UnusableFile`, or `MalformedPosition` if the content is not JSON in UTF-8.
    """
    content = read_bytes(name)
    try:
        return json.loads(content, object_pairs_hook=once)
    except TwiceNamed as error:
        raise MalformedPosition(f"{name!r} names {str(error)!r} twice in one object") from error
    except RecursionError as error:
        raise MalformedPosition(f"{name!r} is nested too deeply for a position") from error
    except ValueError as error:
        raise MalformedPosition(f"{name!r} is not JSON in UTF-8: {error}") from error
