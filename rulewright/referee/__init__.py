"""The referee: any game in the browser, with the clause behind each refusal and the readings beside it.

The server (`serving`) answers a public JSON API (`api`). It computes nothing itself: worker processes
with limits do the tasks of `tasks`, so that a game that never ends stops no other.
"""
