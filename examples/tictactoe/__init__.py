"""Tic-tac-toe, specified by the public interface alone: see docs/bring-your-own-rulebook.md."""
