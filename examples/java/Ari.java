import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** ARI, after its rule page. White is player 0, black player 1. */
final class Ari implements Game {

    private static final List<String> PLAYERS = List.of("white", "black");
    private static final int NOBODY = -1;

    /** The board after an action, and who put which die down with it, or has won by it. */
    private record Outcome(AriBoard board, Die put, boolean wins) {}

    private final AriRules rules;
    private final AriBoard board;
    /** The die put down just before, while dice are still to be set up. */
    private final Die last;
    private final int turn;
    private final int winner;
    private Map<String, Outcome> actions;

    private Ari(AriRules rules, AriBoard board, Die last, int turn, int winner) {
        this.rules = rules;
        this.board = board;
        this.last = last;
        this.turn = turn;
        this.winner = winner;
    }

    static Ari start(Map<String, Object> params, Map<String, Object> rulings) {
        AriRules rules = AriRules.of(params, rulings);
        return new Ari(rules, AriBoard.empty(rules), null, 0, NOBODY);
    }

    @Override
    public Set<String> legal() {
        return actions().keySet();
    }

    private Map<String, Outcome> actions() {
        if (actions == null) {
            actions = new LinkedHashMap<>();
            if (turn == NOBODY) {
                return actions;
            } else if (board.dice(turn).size() < Die.values().length) {
                listSetUpOfDice();
            } else if (board.queen(turn) == AriBoard.NOWHERE) {
                listSetUpOfQueen();
            } else {
                listPlay();
            }
        }
        return actions;
    }

    // ---- ARI-1 and ARI-2: the set-up ----

    private void listSetUpOfDice() {
        Collection<Integer> cells = cellsForNextDie();
        for (Die die : Die.values()) {
            if (!board.dice(turn).containsKey(die)) {
                for (int cell : cells) {
                    putDie(die, cell, rules.orientations().get(die), false);
                }
            }
        }
    }

    private Collection<Integer> cellsForNextDie() {
        Set<Integer> cells = new LinkedHashSet<>();
        if (last != null) {
            cells.addAll(board.targets(board.dice(1 - turn).get(last)));
            cells.removeIf(cell -> !board.isVacant(cell));
            if (cells.isEmpty() && rules.noTarget() == AriRules.NoTarget.ANY_DIE) {
                cells.addAll(targetsOfAllDice(board));
                cells.removeIf(cell -> !board.isVacant(cell));
            }
        }
        return cells.isEmpty() ? cellsWhere(board::isVacant) : cells;
    }

    private static Set<Integer> targetsOfAllDice(AriBoard board) {
        Set<Integer> cells = new LinkedHashSet<>();
        for (int player = 0; player < PLAYERS.size(); player++) {
            board.dice(player).values().forEach(lying -> cells.addAll(board.targets(lying)));
        }
        return cells;
    }

    private List<Integer> cellsWhere(IntPredicate wanted) {
        return IntStream.range(0, board.cells()).filter(wanted).boxed().toList();
    }

    private void listSetUpOfQueen() {
        for (int cell : cellsWhere(cell -> board.isVacant(cell) && board.keepsQueensApart(turn, cell))) {
            actions.put("Q@" + board.name(cell), new Outcome(board.withQueen(turn, cell), null, false));
        }
    }

    // ---- ARI-5 to ARI-9: play ----

    private void listPlay() {
        listQueenSteps();
        board.dice(turn).keySet().forEach(this::listDieMoves);
        for (Die die : board.dice(turn).keySet()) {
            if (board.threatens(turn, die)) {
                actions.put(die + "*", new Outcome(board.withQueen(1 - turn, AriBoard.NOWHERE), null, true));
            }
        }
    }

    private void listQueenSteps() {
        for (int cell : board.allNeighbours(board.queen(turn))) {
            if (board.isVacant(cell) && board.keepsQueensApart(turn, cell)) {
                AriBoard after = board.withQueen(turn, cell);
                if (isPermitted(after)) {
                    actions.put("Q@" + board.name(cell), new Outcome(after, null, false));
                }
            }
        }
    }

    private void listDieMoves(Die die) {
        AriBoard.Lying moved = board.dice(turn).get(die);
        List<String> ways = rules.orientation() == AriRules.Orientation.KEPT
                ? List.of(moved.faces())
                : rules.orientations().get(die);
        for (int cell : cellsForMove(die)) {
            boolean lands = cell == board.queen(1 - turn);
            if (lands && rules.capture() == AriRules.Capture.LANDING) {
                putDie(die, cell, ways, true);
            } else if (board.isVacant(cell) && isPermitted(board.withDie(turn, die, moved(moved, cell)))) {
                putDie(die, cell, ways, false);
            }
        }
    }

    private static AriBoard.Lying moved(AriBoard.Lying die, int cell) {
        return new AriBoard.Lying(cell, die.faces());
    }

    /** ARI-7: the cells offered to a die; some may be occupied. */
    private Set<Integer> cellsForMove(Die die) {
        boolean lifted = rules.lifting() == AriRules.Lifting.AFTER;
        boolean ownCount = rules.ownFace() == AriRules.OwnFace.ANY && !lifted;
        AriBoard seen = lifted ? board.withoutDie(turn, die) : board;
        Set<Integer> cells = new LinkedHashSet<>(board.orthogonalNeighbours(board.queen(turn)));
        for (int player = 0; player < PLAYERS.size(); player++) {
            for (Map.Entry<Die, AriBoard.Lying> each : seen.dice(player).entrySet()) {
                if (ownCount || player != turn || each.getKey() != die) {
                    cells.addAll(seen.targets(each.getValue()));
                }
            }
        }
        return cells;
    }

    /** The question `threat`: whether the player may leave the board like this. */
    private boolean isPermitted(AriBoard after) {
        return rules.threat() == AriRules.Threat.OPEN || !after.isThreatened(turn);
    }

    private void putDie(Die die, int cell, List<String> ways, boolean captures) {
        AriBoard rest = captures ? board.withQueen(1 - turn, AriBoard.NOWHERE) : board;
        for (String faces : ways) {
            actions.put(die + "@" + board.name(cell) + ":" + faces,
                    new Outcome(rest.withDie(turn, die, new AriBoard.Lying(cell, faces)), die, captures));
        }
    }

    // ---- playing ----

    @Override
    public Game play(String action) {
        Outcome outcome = actions().get(action);
        if (outcome == null) {
            throw new Illegal("no legal action: " + action);
        }
        AriBoard after = outcome.board();
        if (outcome.wins()) {
            return new Ari(rules, after, null, NOBODY, turn);
        }
        int next = 1 - turn;
        if (after.queen(1) == AriBoard.NOWHERE) {
            boolean diceToCome = after.dice(1).size() < Die.values().length;
            return new Ari(rules, after, diceToCome ? outcome.put() : null, next, NOBODY);
        }
        return inPlay(after, next);
    }

    /** A position of play; it is the other player's turn, or the end, where somebody has no action. */
    private Ari inPlay(AriBoard after, int next) {
        Ari due = new Ari(rules, after, null, next, NOBODY);
        if (!due.actions().isEmpty()) {
            return due;
        }
        if (rules.threat() == AriRules.Threat.MATE || rules.noAction() == AriRules.NoAction.LOSES) {
            return new Ari(rules, after, null, NOBODY, 1 - next);
        }
        Ari instead = new Ari(rules, after, null, 1 - next, NOBODY);
        return instead.actions().isEmpty() ? new Ari(rules, after, null, NOBODY, NOBODY) : instead;
    }

    // ---- telling ----

    @Override
    public Map<String, Object> state() {
        Map<String, Object> scores = new LinkedHashMap<>();
        Map<String, Object> dice = new LinkedHashMap<>();
        Map<String, Object> queens = new LinkedHashMap<>();
        for (int player = 0; player < PLAYERS.size(); player++) {
            int queen = board.queen(player);
            scores.put(PLAYERS.get(player), player == winner ? 1 : 0);
            dice.put(PLAYERS.get(player), diceOf(player));
            queens.put(PLAYERS.get(player), queen == AriBoard.NOWHERE ? null : board.name(queen));
        }
        Map<String, Object> position = new LinkedHashMap<>();
        position.put("dice", dice);
        position.put("queens", queens);
        position.put("last", last == null ? null : List.of(PLAYERS.get(1 - turn), last.name()));
        position.put("turn", playerName(turn));

        Map<String, Object> state = new LinkedHashMap<>();
        state.put("over", turn == NOBODY);
        state.put("turn", playerName(turn));
        state.put("winners", winner == NOBODY ? List.of() : List.of(PLAYERS.get(winner)));
        state.put("scores", scores);
        state.put("position", position);
        return state;
    }

    private static String playerName(int player) {
        return player == NOBODY ? null : PLAYERS.get(player);
    }

    private Map<String, Object> diceOf(int player) {
        Map<String, Object> told = new LinkedHashMap<>();
        board.dice(player).forEach(
                (die, lying) -> told.put(die.name(), new ArrayList<>(List.of(board.name(lying.cell()), lying.faces()))));
        return told;
    }
}
