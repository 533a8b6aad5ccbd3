"""Breakthrough, a game of moves and captures: see docs/bring-your-own-rulebook.md."""
