"""Minoa for two players: somebody's engine, with its own names for things.

A line is a pair of vertices, a vertex a pair of numbers; the players are 0 and 1.
"""

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Minoa:
    def __init__(self, n=4):
        span = range(-n, n + 1)
        vertices = {(q, r) for q in span for r in span if abs(q + r) <= n}
        self.triangles_at = {}
        for q, r in vertices:
            for (a, b), (c, d) in zip(STEPS, STEPS[1:] + STEPS[:1]):
                corners = tuple(sorted([(q, r), (q + a, r + b), (q + c, r + d)]))
                if vertices.issuperset(corners):
                    one, two, three = corners
                    for line in ((one, two), (one, three), (two, three)):
                        self.triangles_at.setdefault(line, set()).add(corners)
        self.lines_of = {}
        for line, triangles in self.triangles_at.items():
            for triangle in triangles:
                self.lines_of.setdefault(triangle, []).append(line)
        self.rim = {line for line, triangles in self.triangles_at.items() if len(triangles) == 1}
        self.sticks = set()
        self.owner = {}  # of each piece, by its line
        self.in_hand = [3 * n, 3 * n]
        self.supply = 3 * n * (n + 1)
        self.mover = 0
        self.finished = False

    def area(self, triangle, sticks):
        """The triangles that are connected with one, across lines without a stick."""
        found, waiting = {triangle}, [triangle]
        while waiting:
            for line in self.lines_of[waiting.pop()]:
                if line not in sticks:
                    new = self.triangles_at[line] - found
                    found |= new
                    waiting += new
        return found

    def rim_of(self, area):
        return {line for triangle in area for line in self.lines_of[triangle] if line in self.rim}

    def areas(self):
        left = set(self.lines_of)
        while left:
            area = self.area(min(left), self.sticks)
            left -= area
            yield area, {self.owner[line] for line in self.rim_of(area) if line in self.owner}

    def may_close(self, line):
        """Whether each side of a stick would still reach the rim."""
        sticks = self.sticks | {line}
        return all(self.rim_of(self.area(each, sticks)) for each in self.triangles_at[line])

    def moves(self):
        if self.finished:
            return []
        vacant = set(self.triangles_at) - self.sticks - set(self.owner)
        pieces = vacant & self.rim if self.in_hand[self.mover] else set()
        inside = vacant - self.rim if self.supply else set()
        return [*pieces, *(line for line in inside if self.may_close(line))]

    def do(self, line):
        if line in self.rim:
            self.owner[line] = self.mover
            self.in_hand[self.mover] -= 1
        else:
            self.sticks.add(line)
            self.supply -= 1
        full = len(self.owner) == len(self.rim)
        self.finished = full and all(len(owners) == 1 for _, owners in self.areas())
        self.mover = 1 - self.mover

    def territory(self):
        """The triangles of each player."""
        count = [0, 0]
        for area, owners in self.areas():
            if len(owners) == 1:
                count[owners.pop()] += len(area)
        return count
