"""Numbers, options and players in words, independent of any terminal."""
