package testudo.runner.observation;

import testudo.runner.message.MessageWriter;

/** Records the value of each variable of a test when a statement defines the variable. */
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
