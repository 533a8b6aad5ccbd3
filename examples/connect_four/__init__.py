"""Connect Four: pieces fall, and four in line win."""
