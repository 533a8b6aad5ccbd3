"""The play floor: engines, random games, replays, searches and shrinking, for any game."""
