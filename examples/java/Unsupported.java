/** This engine cannot play what it is asked to play. */
final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unsupported(String message) {
        super(message);
    }
}
