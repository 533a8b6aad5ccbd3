import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Where the dice and queens are, and what the dice point at. Never changed once it is handed out. */
final class AriBoard {

    /** A die on the board: its cell, and its numbers to the north, east, south and west. */
    record Lying(int cell, String faces) {
        int number(int direction) {
            return faces.charAt(direction) - '0';
        }
    }

    static final int NOWHERE = -1;

    /** North, east, south, west. */
    private static final int[][] SIDES = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

    private static final int[][] DIAGONALS = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};

    private final AriRules rules;
    private final List<EnumMap<Die, Lying>> dice;
    private final int[] queens;

    private AriBoard(AriRules rules, List<EnumMap<Die, Lying>> dice, int[] queens) {
        this.rules = rules;
        this.dice = dice;
        this.queens = queens;
    }

    static AriBoard empty(AriRules rules) {
        return new AriBoard(rules, List.of(new EnumMap<>(Die.class), new EnumMap<>(Die.class)),
                new int[] {NOWHERE, NOWHERE});
    }

    AriBoard withDie(int player, Die die, Lying lying) {
        AriBoard changed = copy();
        changed.dice.get(player).put(die, lying);
        return changed;
    }

    AriBoard withoutDie(int player, Die die) {
        AriBoard changed = copy();
        changed.dice.get(player).remove(die);
        return changed;
    }

    AriBoard withQueen(int player, int cell) {
        AriBoard changed = copy();
        changed.queens[player] = cell;
        return changed;
    }

    private AriBoard copy() {
        return new AriBoard(rules, List.of(dice.get(0).clone(), dice.get(1).clone()), queens.clone());
    }

    // ---- what is where ----

    Map<Die, Lying> dice(int player) {
        return dice.get(player);
    }

    int queen(int player) {
        return queens[player];
    }

    int cells() {
        return rules.size() * rules.size();
    }

    String name(int cell) {
        return (char) ('a' + cell % rules.size()) + Integer.toString(cell / rules.size() + 1);
    }

    boolean isVacant(int cell) {
        return !carriesDie(cell) && !carriesQueen(cell);
    }

    boolean carriesDie(int cell) {
        for (Map<Die, Lying> own : dice) {
            for (Lying lying : own.values()) {
                if (lying.cell() == cell) {
                    return true;
                }
            }
        }
        return false;
    }

    boolean carriesQueen(int cell) {
        return queens[0] == cell || queens[1] == cell;
    }

    // ---- geometry ----

    private int stepped(int cell, int[] direction, int steps) {
        int column = cell % rules.size() + steps * direction[0];
        int row = cell / rules.size() + steps * direction[1];
        boolean onBoard = column >= 0 && column < rules.size() && row >= 0 && row < rules.size();
        return onBoard ? row * rules.size() + column : NOWHERE;
    }

    List<Integer> orthogonalNeighbours(int cell) {
        return around(cell, SIDES);
    }

    List<Integer> allNeighbours(int cell) {
        List<Integer> cells = around(cell, SIDES);
        cells.addAll(around(cell, DIAGONALS));
        return cells;
    }

    private List<Integer> around(int cell, int[][] directions) {
        List<Integer> cells = new ArrayList<>();
        for (int[] direction : directions) {
            int next = stepped(cell, direction, 1);
            if (next != NOWHERE) {
                cells.add(next);
            }
        }
        return cells;
    }

    // ---- ARI-3, ARI-4, ARI-8 ----

    /** ARI-3: whether a queen of this player may stand on a cell, as far as the other queen goes. */
    boolean keepsQueensApart(int player, int cell) {
        int other = queens[1 - player];
        if (other == NOWHERE) {
            return true;
        }
        return !(rules.nextTo() == AriRules.NextTo.EIGHT ? allNeighbours(other) : orthogonalNeighbours(other))
                .contains(cell);
    }

    /** ARI-4: the target cells of a die that lies. */
    List<Integer> targets(Lying die) {
        List<Integer> cells = new ArrayList<>();
        for (int side = 0; side < SIDES.length; side++) {
            int target = stepped(die.cell(), SIDES[side], die.number(side));
            if (target != NOWHERE && !isCovered(die, side)) {
                cells.add(target);
            }
        }
        return cells;
    }

    private boolean isCovered(Lying die, int side) {
        int beside = stepped(die.cell(), SIDES[side], 1);
        return beside != NOWHERE && carriesDie(beside);
    }

    /** ARI-8: whether a die threatens the queen of the other player. */
    boolean threatens(int player, Die die) {
        Lying attacker = dice.get(player).get(die);
        int prey = queens[1 - player];
        for (int side = 0; side < SIDES.length; side++) {
            if (!isCovered(attacker, side) && reaches(attacker, side, prey)) {
                return true;
            }
        }
        return false;
    }

    private boolean reaches(Lying attacker, int side, int prey) {
        int number = attacker.number(side);
        boolean exists = stepped(attacker.cell(), SIDES[side], number) != NOWHERE;
        if (!exists && rules.offBoard() == AriRules.OffBoard.DEAD) {
            return false;
        }
        boolean clear = true;
        for (int steps = 1; steps <= number; steps++) {
            int cell = stepped(attacker.cell(), SIDES[side], steps);
            if (cell == NOWHERE) {
                return false;
            }
            if (cell == prey) {
                return clear || steps == number;
            }
            clear &= isVacant(cell);
        }
        return false;
    }

    boolean isThreatened(int player) {
        for (Die die : Die.values()) {
            if (threatens(1 - player, die)) {
                return true;
            }
        }
        return false;
    }
}
