"""The adapter protocol: its messages, and a server that answers them."""
