import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Parameters and readings as they come in a request: checked, and refused where they are unknown. */
final class Options {

    private Options() {}

    /** The chosen reading; without a choice the first constant. Readings are spelt as constants, in small letters. */
    static <R extends Enum<R>> R reading(Map<String, Object> rulings, String question, Class<R> readings) {
        R[] known = readings.getEnumConstants();
        if (!rulings.containsKey(question)) {
            return known[0];
        }
        for (R reading : known) {
            if (reading.name().toLowerCase(Locale.ROOT).equals(rulings.get(question))) {
                return reading;
            }
        }
        throw new Unsupported("unknown reading of " + question + ", not one of "
                + Arrays.toString(known).toLowerCase(Locale.ROOT));
    }

    /** A whole number within bounds. */
    static int wholeNumber(String name, Object given, int least, int most) {
        if (given instanceof Double number && number == Math.rint(number) && number >= least && number <= most) {
            return number.intValue();
        }
        throw new Unsupported(name + " must be a whole number from " + least + " to " + most);
    }

    static void refuseOthers(String kind, List<String> known, Map<String, Object> given) {
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw new Unsupported("unknown " + kind + " " + name + ", not one of " + known);
            }
        }
    }
}
