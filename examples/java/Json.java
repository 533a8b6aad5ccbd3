import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, doubles (integers when written), booleans and null. */
final class Json {

    /** Text that is not one JSON value. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }

    private static final int DEEPEST = 100;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    // ---- reading ----

    static Object read(String text) throws Malformed {
        Json reader = new Json(text);
        Object value = reader.value();
        if (reader.peek() != '\0' || reader.at < text.length()) {
            throw reader.malformed();
        }
        return value;
    }

    private Malformed malformed() {
        return new Malformed("no JSON at character " + (at + 1));
    }

    /** The next character that is no white space; zero at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean take(char wanted) {
        if (peek() != wanted || at == text.length()) {
            return false;
        }
        at++;
        return true;
    }

    private void demand(boolean taken) throws Malformed {
        if (!taken) {
            throw malformed();
        }
    }

    private Object value() throws Malformed {
        demand(++depth <= DEEPEST);
        Object value = switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
        depth--;
        return value;
    }

    private Map<String, Object> object() throws Malformed {
        Map<String, Object> members = new LinkedHashMap<>();
        take('{');
        if (take('}')) {
            return members;
        }
        do {
            demand(peek() == '"');
            String name = string();
            demand(take(':'));
            members.put(name, value());
        } while (take(','));
        demand(take('}'));
        return members;
    }

    private List<Object> array() throws Malformed {
        List<Object> elements = new ArrayList<>();
        take('[');
        if (take(']')) {
            return elements;
        }
        do {
            elements.add(value());
        } while (take(','));
        demand(take(']'));
        return elements;
    }

    private Object word(String word, Object value) throws Malformed {
        demand(text.startsWith(word, at));
        at += word.length();
        return value;
    }

    private Double number() throws Malformed {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String spelt = text.substring(start, at);
        demand(spelt.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?"));
        return Double.valueOf(spelt);
    }

    private String string() throws Malformed {
        StringBuilder read = new StringBuilder();
        take('"');
        while (true) {
            demand(at < text.length());
            char c = text.charAt(at++);
            if (c == '"') {
                return read.toString();
            }
            demand(c >= ' ');
            read.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() throws Malformed {
        demand(at < text.length());
        char c = text.charAt(at++);
        int simple = "\"\\/bfnrt".indexOf(c);
        if (simple >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(simple);
        }
        demand(c == 'u' && at + 4 <= text.length());
        String digits = text.substring(at, at + 4);
        demand(digits.matches("[0-9a-fA-F]{4}"));
        at += 4;
        return (char) Integer.parseInt(digits, 16);
    }

    // ---- writing ----

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> members) {
            out.append('{');
            for (Iterator<? extends Map.Entry<?, ?>> each = members.entrySet().iterator(); each.hasNext();) {
                Map.Entry<?, ?> member = each.next();
                quote((String) member.getKey(), out);
                out.append(": ");
                write(member.getValue(), out);
                out.append(each.hasNext() ? ", " : "");
            }
            out.append('}');
        } else if (value instanceof Iterable<?> elements) {
            out.append('[');
            for (Iterator<?> each = elements.iterator(); each.hasNext();) {
                write(each.next(), out);
                out.append(each.hasNext() ? ", " : "");
            }
            out.append(']');
        } else if (value instanceof String string) {
            quote(string, out);
        } else {
            out.append(value);
        }
    }

    private static void quote(String string, StringBuilder out) {
        out.append('"');
        for (char c : string.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
