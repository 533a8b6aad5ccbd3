"""The package of a new game, written from templates.

>>> from rulewright.scaffold import NewGame
>>> NewGame("kite", board="hex", players=3).class_name
'Kite'
"""

from __future__ import annotations

from rulewright.scaffold.boards import BOARDS, BoardChoice, UnknownBoard
from rulewright.scaffold.plan import (
    MOST_PLAYERS,
    BadNumberOfPlayers,
    GameExists,
    NewGame,
    NoIdentifier,
)
from rulewright.scaffold.writing import FolderExists, UnwritableFolder, write_project

__all__ = [
    "BOARDS",
    "MOST_PLAYERS",
    "BadNumberOfPlayers",
    "BoardChoice",
    "FolderExists",
    "GameExists",
    "NewGame",
    "NoIdentifier",
    "UnknownBoard",
    "UnwritableFolder",
    "write_project",
]
