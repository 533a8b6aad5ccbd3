import java.util.Map;
import java.util.Set;

/** A position with somebody to move, or at its end; it never changes. */
interface Game {

    /** Every legal action; none when the game is over. */
    Set<String> legal();

    /** The position after a legal action. */
    Game play(String action);

    /** What the protocol tells of a position, apart from {@code ok}. */
    Map<String, Object> state();
}
