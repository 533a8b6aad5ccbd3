"""Play any game: engines, random games, replays, searches and shrinking."""
