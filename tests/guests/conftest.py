"""All guests in all forms, in one folder that the catalogue is pointed to."""

from __future__ import annotations

from pathlib import Path

import pytest
from common.guest_forms import FORMS, GUESTS, form


@pytest.fixture(scope="session")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy every guest in every form once."""
    folder = tmp_path_factory.mktemp("forms")
    for guest in GUESTS:
        for kind in FORMS:
            form(guest.name, kind, folder)
    return folder


@pytest.fixture
def catalogue(forms: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Find them as a stranger's games are found."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(forms))
    return forms
