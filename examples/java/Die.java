import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The three Miwin dice, and the ways they can lie. */
enum Die {
    III(5, 9, 2, 1, 7, 6),
    IV(4, 1, 3, 9, 8, 5),
    V(6, 2, 8, 7, 3, 4);

    /** The usual numbers: top, north, east, south, west, bottom. */
    private final List<Integer> usual;

    Die(Integer... usual) {
        this.usual = List.of(usual);
    }

    /** The orientations of this die, each as the numbers to the north, east, south and west. */
    List<String> orientations(Map<String, Object> nets) {
        Set<String> shown = new TreeSet<>();
        for (List<Integer> lying : turnings(nets.containsKey(name()) ? net(nets.get(name())) : usual)) {
            StringBuilder sides = new StringBuilder();
            lying.subList(1, 5).forEach(sides::append);
            shown.add(sides.toString());
        }
        return List.copyOf(shown);
    }

    private List<Integer> net(Object given) {
        if (!(given instanceof List<?> numbers) || numbers.size() != 6) {
            throw new Unsupported("the net of " + name() + " must be six numbers");
        }
        return numbers.stream().map(number -> Options.wholeNumber("a number of " + name(), number, 1, 9)).toList();
    }

    /** Every way the die can lie, found by spinning and tipping it. */
    private static Set<List<Integer>> turnings(List<Integer> lying) {
        Set<List<Integer>> found = new HashSet<>(Set.of(lying));
        ArrayDeque<List<Integer>> waiting = new ArrayDeque<>(found);
        while (!waiting.isEmpty()) {
            List<Integer> at = waiting.remove();
            for (List<Integer> next : List.of(spun(at), tipped(at))) {
                if (found.add(next)) {
                    waiting.add(next);
                }
            }
        }
        return found;
    }

    /** A quarter turn on the spot: north goes to the east. */
    private static List<Integer> spun(List<Integer> at) {
        return Arrays.asList(at.get(0), at.get(4), at.get(1), at.get(2), at.get(3), at.get(5));
    }

    /** A quarter turn towards the north: the top goes to the north, the south comes to the top. */
    private static List<Integer> tipped(List<Integer> at) {
        return Arrays.asList(at.get(3), at.get(0), at.get(2), at.get(5), at.get(4), at.get(1));
    }
}
