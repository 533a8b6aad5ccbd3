import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a game of ARI is played with: the size of the board, the dice, and a reading for each question. */
record AriRules(
        int size,
        Map<Die, List<String>> orientations,
        NoTarget noTarget,
        NextTo nextTo,
        OwnFace ownFace,
        Lifting lifting,
        Orientation orientation,
        OffBoard offBoard,
        Capture capture,
        Threat threat,
        NoAction noAction) {

    enum NoTarget { ANY_DIE, ANY_CELL }

    enum NextTo { EIGHT, FOUR }

    enum OwnFace { OTHERS, ANY }

    enum Lifting { BEFORE, AFTER }

    enum Orientation { FREE, KEPT }

    enum OffBoard { DEAD, SWEEPS }

    enum Capture { STRIKE, LANDING }

    enum Threat { OPEN, MATE }

    enum NoAction { SKIP, LOSES }

    private static final List<String> QUESTIONS = List.of("no_target", "next_to", "own_face", "lifting",
            "orientation", "off_board", "capture", "threat", "no_action");

    static AriRules of(Map<String, Object> params, Map<String, Object> rulings) {
        Options.refuseOthers("parameter", List.of("n", "nets"), params);
        Options.refuseOthers("question", QUESTIONS, rulings);
        return new AriRules(
                params.containsKey("n") ? Options.wholeNumber("n", params.get("n"), 4, 26) : 15,
                orientations(params),
                Options.reading(rulings, "no_target", NoTarget.class),
                Options.reading(rulings, "next_to", NextTo.class),
                Options.reading(rulings, "own_face", OwnFace.class),
                Options.reading(rulings, "lifting", Lifting.class),
                Options.reading(rulings, "orientation", Orientation.class),
                Options.reading(rulings, "off_board", OffBoard.class),
                Options.reading(rulings, "capture", Capture.class),
                Options.reading(rulings, "threat", Threat.class),
                Options.reading(rulings, "no_action", NoAction.class));
    }

    private static Map<Die, List<String>> orientations(Map<String, Object> params) {
        Map<String, Object> nets = Map.of();
        if (params.containsKey("nets")) {
            nets = Adapter.object(params.get("nets"));
            if (nets == null) {
                throw new Unsupported("nets must be an object, die to six numbers");
            }
        }
        List<String> names = new ArrayList<>();
        Map<Die, List<String>> orientations = new EnumMap<>(Die.class);
        for (Die die : Die.values()) {
            names.add(die.name());
            orientations.put(die, die.orientations(nets));
        }
        Options.refuseOthers("die", names, nets);
        return orientations;
    }
}
