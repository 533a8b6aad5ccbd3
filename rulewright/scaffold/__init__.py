"""The package of a new game, written from templates."""
