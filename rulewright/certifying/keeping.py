"""Certificates that are kept from run to run, by the digest of their query and of the checker."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import tempfile
import zlib
from pathlib import Path

from attrs import define

import rulewright.certificates


def digest(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def checker_version() -> str:
    """Return a digest of the checker's sources: certificates of another encoder would be refused."""
    folder = Path(rulewright.certificates.__file__).parent
    sources = (path.read_bytes() for path in sorted(folder.glob("*.py")))
    return hashlib.sha256(b"\0".join(sources)).hexdigest()[:16]


@define
class Kept:
    """A folder of certificates; None keeps nothing.

    Certificates and models in it are checked before they count. What a second solver agreed with cannot
    be: it is counted as that of an earlier run.
    """

    folder: Path | None

    def get(self, text: str, kind: str) -> str | None:
        """Return what is kept for a query; None if there is nothing readable."""
        if self.folder is None:
            return None
        try:
            return gzip.decompress(self._path(self.folder, text, kind).read_bytes()).decode()
        except (OSError, EOFError, ValueError, zlib.error):
            return None

    def put(self, text: str, kind: str, certificate: str) -> None:
        """Keep a certificate; a full or missing disk is no error."""
        if self.folder is None:
            return
        path = self._path(self.folder, text, kind)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, gzip.compress(certificate.encode(), 1))

    def _path(self, folder: Path, text: str, kind: str) -> Path:
        name = digest(text)
        return folder / checker_version() / name[:2] / f"{name}.{kind}.gz"


def write(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; raises OSError, and then leaves no part of it."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        part = Path(file.name)
        try:
            file.write(content)
            file.close()
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
