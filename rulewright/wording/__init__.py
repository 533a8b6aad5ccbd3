"""Numbers, options and players in words; nothing here knows a terminal."""
