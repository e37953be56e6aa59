package testudo.runner.observation;

import testudo.runner.message.MessageWriter;

/** Records the values of the variables of a test when they are defined. */
public final class ValueRecorder extends RunListener {
    private final MessageWriter out;

    public ValueRecorder(MessageWriter out) {
        this.out = out;
    }

    @Override
    public void restart() {
        out.truncate(0);
    }

    @Override
    public boolean variableDefined(Object value, int shape, int origin, int statement) {
        Observer.observe(value, shape, variables, statement, out);
        return true;
    }
}
