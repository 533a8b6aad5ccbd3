"""A worker as a program: does tasks that come through a pipe, until its parent is gone.

Its arguments are the ends of two pipes, by their numbers: of the tasks, and of one that closes as the
parent ends. It is started where a process of multiprocessing cannot be: by a worker of a cluster.
"""

from __future__ import annotations

import os
import sys
from multiprocessing.connection import Connection

from rulewright.parts.processes import serve


def main() -> None:
    """Serve."""
    pipe, lifeline = map(int, sys.argv[1:])
    serve(Connection(pipe), lambda: os.read(lifeline, 1))


if __name__ == "__main__":
    main()
