"""The adapter: its process, the conversation with it, and what it said, unjudged."""
