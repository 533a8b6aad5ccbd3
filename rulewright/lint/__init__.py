"""What is wrong with the package of a game, found before anything is checked."""
