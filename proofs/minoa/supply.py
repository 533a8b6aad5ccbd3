"""Sixty sticks always suffice, and any one area with several boundary lines leaves sticks over.

Every triangle that is reached from the boundary, but does not lie there, has a parent: one open line
away, and nearer. No line serves two triangles, as each would have to be nearer than the other; and a
line with a stick serves none. So sticks and triangles with a parent are at most as many as there are
interior lines. Counting the parents inside one area from a triangle `at` of its own instead makes the
bound sharper by one for each further boundary line of that area: sticks + boundary lines of any one
area <= 3n(n+1) + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve, field, frozen

from rulewright.proofs.computed import Computed, Exhibit, FalseExhibit, replay
from rulewright.proofs.minoa import setting as RULES  # noqa: N812 - `setting` is the one made here
from rulewright.proofs.minoa.pieces import (
    action,
    puts_down_at_most_one,
    puts_down_one_thing,
    putting_down_adds,
)
from rulewright.proofs.minoa.setting import (
    BOARD,
    STICKS,
    any_position,
    engine,
    holds,
    layers_on_the_board,
    permitted,
    rules_of,
)
from rulewright.proofs.reachability import BY_LAYERS, AbstractReach, Reached, number, real_answers
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Cases, Claim, Theorem, Twin, added_up, as_cases, lemma
from rulewright.proofs.unknowns import boolean, once
from rulewright.spec.logic import (
    Fact,
    Number,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    if_then_else,
    iff,
    implies,
    none_of,
)
from rulewright.spec.minoa import clauses
from rulewright.spec.minoa.facts import Position, Rules
from rulewright.spec.registry import Clause


@frozen(eq=False)
class Setting:
    """An arbitrary position, the area of an arbitrary triangle, and the way in from the boundary."""

    rules: Rules
    reach: AbstractReach
    position: Position
    at: tuple[Fact, ...] = field(init=False)
    """For each triangle: it is the one whose area is looked at."""
    traced: Fact = field(init=False)
    """The specification's own: every area has a boundary line."""
    from_boundary: Reached = field(init=False)
    area: Reached = field(init=False)
    """What is connected to the triangle `at`."""

    after_reach: AbstractReach = field(init=False)
    """Answers what is reached after a stick."""

    @after_reach.default
    def _after_reach(self) -> AbstractReach:
        return AbstractReach("after")

    @property
    def rules_after(self) -> Rules:
        """The same rules, to be asked about what is reached after a stick."""
        return evolve(self.rules, reach=self.after_reach)

    @at.default
    def _some_triangle(self) -> tuple[Fact, ...]:
        return tuple(boolean(f"at.{triangle}") for triangle in range(len(BOARD.triangles)))

    @traced.default
    def _traced(self) -> Fact:
        return clauses.every_area_has_a_boundary_line(self.rules, self.position)

    @from_boundary.default
    def _from_boundary(self) -> Reached:
        links = clauses.free_links(self.rules, self.position.sticks)
        return self.reach.answer(clauses.boundary_triangles(self.rules), links)

    @area.default
    def _area(self) -> Reached:
        return self.reach.answer(self.at, clauses.free_links(self.rules, self.position.sticks))

    def boundary_lines_of_the_area(self) -> list[Fact]:
        """For each boundary line: it belongs to the area (no triangle has two of them)."""
        return [self.area.marks[BOARD.sides[line][0]] for line in BOARD.boundary]

    def is_one_triangle(self) -> Fact:
        """`at` is one triangle."""
        return count(self.at) == 1

    def serves(self, way: int) -> Fact:
        """A way is to the chosen parent: inside the area towards `at`, elsewhere to the boundary."""
        child, _, _, inside = self.area.ways[way]
        _, _, _, outside = self.from_boundary.ways[way]
        return if_then_else(self.area.marks[child], inside, outside)

    def served(self, triangle: int) -> Number:
        """How many ways from a triangle are to its chosen parent."""
        ways = enumerate(self.area.ways)
        return count(self.serves(index) for index, way in ways if way[0] == triangle)


def setting(k: int = 2, partners: str = "separate", closure: str = "line") -> Setting:
    """Find the setting at full size, under the rulebook as it is."""
    return _setting(k, partners, closure, RULES.RULEBOOK.clauses)


@once
def _setting(k: int, partners: str, closure: str, _clauses: tuple[Clause, ...]) -> Setting:
    reach = AbstractReach("area")
    rules = rules_of(reach, k, partners=partners, closure=closure)
    return Setting(rules, reach, any_position(rules))


def in_setting(
    *makers: Callable[[Setting], Case | Iterable[Case]],
    k: int = 2,
    partners: str = "separate",
    closure: str = "line",
) -> Cases:
    """Make cases in a setting of their own."""
    return lambda: [
        evolve(case, under=here.rules)
        for here in (setting(k, partners, closure),)
        for make in makers
        for case in as_cases(make(here))
    ]


def undivided_board(here: Setting) -> tuple[Fact, ...]:
    """Fix a position with no stick and a full boundary, pieces in turn; `at` is the first triangle."""
    position, players = here.position, len(here.rules.players)
    owner = {line: index % players for index, line in enumerate(BOARD.boundary)}
    return (
        none_of(position.sticks),
        *(
            iff(fact, owner.get(line) == player)
            for player, own in enumerate(position.pieces)
            for line, fact in enumerate(own)
        ),
        *(iff(fact, triangle == 0) for triangle, fact in enumerate(here.at)),
    )


@once
def witness(here: Setting) -> tuple[Fact, ...]:
    """Work out what is reached on the undivided board."""
    return real_answers(undivided_board(here), here.reach.calls)


def triangle_has_a_parent(here: Setting, triangle: int) -> Case:
    """Count the parents of a triangle: one, but for `at`, and for the boundary outside the area."""
    at_boundary = here.from_boundary.start[triangle]
    needed = number(here.area.marks[triangle]) if at_boundary else 1
    return Case(
        f"triangle {triangle} has a parent",
        (
            here.traced,
            here.from_boundary.has_one_parent(triangle),
            here.area.has_one_parent(triangle),
            here.area.begins(triangle),
        ),
        here.served(triangle) >= needed - number(here.at[triangle]),
    )


def line_serves_one(here: Setting, index: int, line: int, *, nearer: bool = True) -> Case:
    """A line with a stick serves no triangle, and one without at most one, as parents are `nearer`."""
    chosen = [2 * index, 2 * index + 1]
    both = (here.from_boundary, here.area)
    return Case(
        f"line {BOARD.names[line]} serves at most one triangle",
        (
            *(each.closes(index) for each in both),
            *(each.parent_precedes(way) for each in both for way in chosen if nearer),
        ),
        count(map(here.serves, chosen)) + number(here.position.sticks[line]) <= 1,
    )


@once
def rows(here: Setting) -> tuple[Case, ...]:
    """List the small counts: one for each triangle, one for each interior line."""
    return (
        *(triangle_has_a_parent(here, triangle) for triangle in range(len(BOARD.triangles))),
        *(line_serves_one(here, index, line) for index, line in enumerate(BOARD.interior)),
    )


@once
def size_of_an_area(here: Setting, bound: int = BOARD.supply + 1) -> Case:
    """Add up: sticks and boundary lines of one area are at most 3n(n+1) + 1."""
    return Case(
        f"sticks + boundary lines of one area <= {bound}",
        (
            *holds(here.rules, here.position, "MIN-4"),
            here.traced,
            here.is_one_triangle(),
            *facts_of_reachability(here),
        ),
        count(here.position.sticks) + count(here.boundary_lines_of_the_area()) <= bound,
        rows(here),
        using=(*holds(here.rules, here.position, "MIN-4"), here.is_one_triangle()),
        witness=witness(here),
    )


@once
def facts_of_reachability(here: Setting) -> tuple[Fact, ...]:
    """What is true of the way in from the boundary, and of the area."""
    return tuple(
        fact
        for each in (here.from_boundary, here.area)
        for fact in (*each.closed(), *each.has_parents())
    )


def counting_parents(k: int = 2) -> tuple[Claim, Claim]:
    """Make the lemmas that bound the sticks by the boundary lines of any one area."""
    return (
        lemma("every triangle has a parent, and no line serves two", in_setting(rows, k=k)),
        lemma(
            "sticks and boundary lines of any one area are at most 61",
            in_setting(size_of_an_area, k=k),
        ),
    )


@once
def cap(here: Setting) -> Case:
    """Bound the sticks alone: the area of a boundary triangle has at least one boundary line."""
    at_boundary = all_of(
        implies(at, lies) for at, lies in zip(here.at, here.from_boundary.start, strict=True)
    )
    size = size_of_an_area(here)
    return Case(
        "at most 60 sticks lie where every area has a boundary line",
        (*size.given, at_boundary),
        at_most(BOARD.supply, here.position.sticks),
        (size,),
        using=(here.is_one_triangle(), at_boundary, *here.area.closed()),
        witness=witness(here),
    )


def counts_without_supply() -> tuple[Case, ...]:
    """Count what an action puts down, from the clauses other than that of the supply (MIN-8)."""
    here = action(2)
    made = (puts_down_one_thing(here), *puts_down_at_most_one(here), *putting_down_adds(here))
    given = here.given_unless("MIN-8")
    return tuple(Case(each.label, given, each.then, using=each.using) for each in made)


def supply_suffices() -> Case:
    """MIN-8 forbids no stick after which at most 60 lie on the board."""
    here = action(2)
    is_stick, few = any_of(here.move.stick), at_most(BOARD.supply, here.put.sticks)
    return added_up(
        "a stick that makes at most 60 is permitted by MIN-8",
        (*here.given_unless("MIN-8"), is_stick, few),
        permitted(here.rules, here.before, here.move, "MIN-8"),
        counts_without_supply(),
        using=(is_stick, few),
    )


def sixty_leave_one_line_each(here: Setting, sticks: int = BOARD.supply) -> Case:
    """With 60 sticks, no area has a second boundary line."""
    size = size_of_an_area(here)
    enough = at_least(sticks, here.position.sticks)
    return Case(
        f"with {sticks} sticks every area has one boundary line at most",
        (*size.given, enough),
        at_most(1, here.boundary_lines_of_the_area()),
        (size,),
        using=(enough,),
    )


def spanning_tree() -> tuple[str, ...]:
    """Spell 60 interior lines that join all 61 vertices, from a corner (breadth first)."""
    front = [BOARD.vertices[0]]
    reached, lines = set(front), []
    for vertex in front:
        for line in BOARD.interior:
            ends = BOARD.lines[line]
            other = ends[1] if ends[0] == vertex else ends[0]
            if vertex in ends and other not in reached:
                reached.add(other)
                front.append(other)
                lines.append(BOARD.names[line])
    return tuple(lines)


def sixty_sticks() -> Computed:
    """Play sixty sticks, and look at all areas."""
    moves = spanning_tree()
    game = engine()
    final = replay(game, moves)
    triangles = range(len(BOARD.triangles))
    areas = {
        tuple(clauses.connected_to(Rules(), final.sticks, [each == chosen for each in triangles]))
        for chosen in triangles
    }
    lines = [sum(area[BOARD.sides[line][0]] for line in BOARD.boundary) for area in areas]
    one_each = len(areas) == len(BOARD.boundary) == sum(lines) and set(lines) == {1}
    detail = (
        f"a game in which {sum(final.sticks)} sticks make {len(areas)} areas, "
        f"boundary lines of each: {sorted(set(lines))}"
    )
    fine = sum(final.sticks) == BOARD.supply and one_each
    return Computed.of_game(game, moves, fine, detail)


def fifty_nine_are_the_most() -> Computed:
    """Claim, wrongly, that no game has more than 59 sticks on the board."""
    moves = spanning_tree()
    sticks = sum(replay(engine(), moves).sticks)
    return Computed(sticks <= BOARD.supply - 1, f"{sticks} sticks", len(moves))


def a_line_serves_one_in_any_order() -> Case:
    """Claim, wrongly, that no line serves two triangles even if parents need not be nearer."""
    return line_serves_one(setting(), 0, BOARD.interior[0], nearer=False)


THEOREM = Theorem(
    name="sixty_sticks_always_suffice",
    statement="A legal set of sticks has at most 60 sticks, so that the supply never forbids a stick "
    "that MIN-9 permits (closure=line); 60 are attained, and only with 24 areas of one boundary line "
    "each.",
    scope=TheoremScope(
        "board",
        "every position whose areas all have a boundary line",
        params={"n": (4,), "k": (2,)},
        also="Nothing is said of pieces but that they lie on the boundary, so it does not matter how "
        "many players there are",
    ),
    clauses=("MIN-4", "MIN-8", "MIN-9"),
    assumptions=(BY_LAYERS,),
    parts=(
        *layers_on_the_board(),
        *counting_parents(),
        Claim(
            "at most 60 sticks lie on the board",
            in_setting(cap),
            why_not_real="it is given facts of areas only, which every_area_traces_to_an_edge shows",
        ),
        lemma("an action puts down one thing, supply or not", counts_without_supply),
        Claim(
            "the supply never forbids a stick that makes at most 60",
            lambda: evolve(supply_suffices(), under=action(2).rules),
            real=STICKS,
            only_with="a line for a stick",
        ),
        Claim(
            "with 60 sticks no area has two boundary lines",
            in_setting(sixty_leave_one_line_each),
            why_not_real="it speaks of positions with 60 sticks",
        ),
        Exhibit("sixty sticks on the board", sixty_sticks),
        Twin(
            "no line serves two triangles, whatever the order of parents",
            a_line_serves_one_in_any_order,
            of="every triangle has a parent, and no line serves two",
            changed="parents need not be nearer",
            not_replayed="parents without an order are those of no position",
        ),
        Twin(
            "with 59 sticks no area has two boundary lines",
            lambda: sixty_leave_one_line_each(setting(), BOARD.supply - 1),
            of="with 60 sticks no area has two boundary lines",
            changed="one stick fewer",
        ),
        FalseExhibit(
            "no more than 59 sticks ever lie on the board",
            fifty_nine_are_the_most,
            of="sixty sticks on the board",
            changed="one stick fewer",
        ),
    ),
    slow=True,
)
