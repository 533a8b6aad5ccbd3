"""A game whose code does what a server must survive: what it does depends on the action."""
