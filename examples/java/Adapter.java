import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The adapter: one JSON object a line on standard input, one answer a line on standard output. */
public final class Adapter {

    /** A request that the protocol does not know, or that comes at the wrong time. */
    private static final class BadRequest extends Exception {
        private static final long serialVersionUID = 1;

        BadRequest(String message) {
            super(message);
        }
    }

    private Game game;
    private boolean ended;

    public static void main(String[] arguments) throws IOException {
        Adapter adapter = new Adapter();
        InputStream requests = new BufferedInputStream(System.in);
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (byte[] line = readLine(requests); line != null; line = readLine(requests)) {
            answers.print(Json.write(adapter.answer(line)) + "\n");
            answers.flush();
            if (adapter.ended) {
                return;
            }
        }
    }

    /** A line without its end; null at the end of input. */
    private static byte[] readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toByteArray();
    }

    private Map<String, Object> answer(byte[] line) {
        Map<String, Object> answer = new LinkedHashMap<>();
        try {
            answer.put("ok", true);
            answer.putAll(obey(parsed(line)));
            return answer;
        } catch (Unsupported unsupported) {
            return refusal("unsupported", unsupported);
        } catch (Illegal illegal) {
            return refusal("illegal", illegal);
        } catch (BadRequest | Json.Malformed | CharacterCodingException error) {
            return refusal("error", error);
        }
    }

    private static Map<String, Object> refusal(String kind, Exception reason) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("ok", false);
        answer.put(kind, String.valueOf(reason.getMessage()));
        return answer;
    }

    private static Map<String, Object> parsed(byte[] line) throws BadRequest, Json.Malformed, CharacterCodingException {
        String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
        Map<String, Object> request = object(Json.read(text));
        if (request == null) {
            throw new BadRequest("a request is a JSON object");
        }
        return request;
    }

    /** A JSON object as a map; null for any other value. */
    @SuppressWarnings("unchecked") // the reader makes no maps with other keys
    static Map<String, Object> object(Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : null;
    }

    private Map<String, Object> obey(Map<String, Object> request) throws BadRequest {
        String command = request.get("cmd") instanceof String text ? text : "";
        return switch (command) {
            case "hello" -> hello(request.get("version"));
            case "new" -> begin(request);
            case "legal" -> Map.of("actions", inProgress().legal());
            case "play" -> play(request.get("action"));
            case "state" -> inProgress().state();
            case "perft" -> Map.of("count", perft(inProgress(), depth(request.get("depth"))));
            case "quit" -> quit();
            default -> throw new BadRequest("cmd must be one of hello, new, legal, play, state, perft, quit");
        };
    }

    private static Map<String, Object> hello(Object version) throws BadRequest {
        if (!Double.valueOf(1).equals(version)) {
            throw new BadRequest("this adapter speaks version 1");
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("version", 1);
        answer.put("name", "java-example 1.0");
        answer.put("language", "java");
        answer.put("games", List.of("ari"));
        return answer;
    }

    private Map<String, Object> begin(Map<String, Object> request) throws BadRequest {
        game = null;
        Map<String, Object> params = object(request.getOrDefault("params", Map.of()));
        Map<String, Object> rulings = object(request.getOrDefault("rulings", Map.of()));
        if (!(request.get("game") instanceof String name) || params == null || rulings == null) {
            throw new BadRequest("new: needs the text game; params and rulings are objects");
        }
        if (!name.equals("ari")) {
            throw new Unsupported("this engine plays ari only");
        }
        game = Ari.start(params, rulings);
        return Map.of();
    }

    private Game inProgress() throws BadRequest {
        if (game == null) {
            throw new BadRequest("no game is in progress");
        }
        return game;
    }

    private Map<String, Object> play(Object action) throws BadRequest {
        if (!(action instanceof String text)) {
            throw new BadRequest("play: needs the text action");
        }
        game = inProgress().play(text);
        return Map.of();
    }

    private static int depth(Object given) throws BadRequest {
        if (given instanceof Double depth && depth >= 0 && depth == depth.intValue()) {
            return depth.intValue();
        }
        throw new BadRequest("perft: needs a depth from 0");
    }

    private static long perft(Game game, int depth) {
        if (depth <= 1) {
            return depth == 0 ? 1 : game.legal().size();
        }
        long count = 0;
        for (String action : game.legal()) {
            count += perft(game.play(action), depth - 1);
        }
        return count;
    }

    private Map<String, Object> quit() {
        ended = true;
        return Map.of();
    }
}
