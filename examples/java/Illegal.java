/** An action that the rules forbid, or that is not spelt as the rule page spells it. */
final class Illegal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Illegal(String message) {
        super(message);
    }
}
