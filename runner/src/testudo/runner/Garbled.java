package testudo.runner;

/** A message says what no parent says: there is nothing left to do but to end. */
final class Garbled extends RuntimeException {
    private static final long serialVersionUID = 1;

    Garbled(String what) {
        super(what);
    }
}
