"""Engines that play each game wrongly on purpose, in one way each; `right` is wrong in none."""

from __future__ import annotations

from importlib import import_module

from common.wrong_engines.conversation import Catalogue

GAMES = ("minoa", "nonaga", "dreieck", "ari")


def faults_of(game: str) -> Catalogue:
    """Load the wrong engines of a game."""
    found: Catalogue = import_module(f"common.wrong_engines.wrong_{game}").FAULTS
    return found
