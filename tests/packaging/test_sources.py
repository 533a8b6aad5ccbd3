"""Modules of ours are loaded from their sources as they are."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from rulewright.sources import HASHED, CheckedLoader


def answer(kind: type[SourceFileLoader], file: Path) -> Any:
    """Load a module afresh, and return its constant."""
    spec = spec_from_file_location("answering", file, loader=kind("answering", str(file)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ANSWER


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load a module, and change it without a trace in its size and its time."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "answering.py"

    def edit(kind: type[SourceFileLoader]) -> Path:
        file.write_text("ANSWER = 1\n")
        os.utime(file, (1_000_000_000, 1_000_000_000))
        assert answer(kind, file) == 1
        file.write_text("ANSWER = 2\n")
        os.utime(file, (1_000_000_000, 1_000_000_000))
        return file

    return edit


def test_bytecode_of_another_text_is_not_trusted(edited: Any) -> None:
    """Python itself would load the old text."""
    assert answer(SourceFileLoader, edited(SourceFileLoader)) == 1
    assert answer(CheckedLoader, edited(SourceFileLoader)) == 2
    assert answer(CheckedLoader, edited(CheckedLoader)) == 2
    assert answer(SourceFileLoader, edited(CheckedLoader)) == 2


def test_bytecode_of_the_same_text_is_used(edited: Any) -> None:
    """Else every process would compile everything."""
    file = edited(CheckedLoader)
    assert answer(CheckedLoader, file) == 2
    place = Path(cache_from_source(str(file)))
    content = place.read_bytes()
    assert content.startswith(HASHED)
    place.write_bytes(content.replace((2).to_bytes(4, "little"), (3).to_bytes(4, "little")))
    used = answer(CheckedLoader, file)
    place.write_bytes(content[:-5])
    assert (used, answer(CheckedLoader, file)) == (3, 2)


@pytest.mark.parametrize(
    "name", ["rulewright.spec.logic", "rulewright.impl.loops", "rulewright.checks.lockstep"]
)
def test_every_module_of_ours_is_loaded_so(name: str) -> None:
    """The digest of the text is kept."""
    loader: Any = import_module(name).__loader__
    assert isinstance(loader, CheckedLoader)
    assert len(loader.digest) == 32
