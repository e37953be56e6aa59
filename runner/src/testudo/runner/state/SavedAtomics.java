package testudo.runner.state;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The saved states of atomic variables. */
final class SavedAtomics {
    private SavedAtomics() {}

    /**
     * Saves the state of an atomic variable. Returns null for other objects and for atomic arrays that are
     * too long.
     */
    static SavedState of(Object value) {
        if (value instanceof AtomicInteger) {
            return new SavedInteger((AtomicInteger) value);
        }
        if (value instanceof AtomicLong) {
            return new SavedLong((AtomicLong) value);
        }
        if (value instanceof AtomicBoolean) {
            return new SavedBoolean((AtomicBoolean) value);
        }
        if (value instanceof AtomicReference) {
            return new SavedReference((AtomicReference<?>) value);
        }
        if (value instanceof AtomicReferenceArray) {
            AtomicReferenceArray<?> array = (AtomicReferenceArray<?>) value;
            return array.length() <= SavedState.MAX_ARRAY_LENGTH ? new SavedReferenceArray(array) : null;
        }
        return null;
    }

    private static final class SavedInteger extends SavedState {
        private final AtomicInteger atomic;
        private final int saved;

        SavedInteger(AtomicInteger atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    private static final class SavedLong extends SavedState {
        private final AtomicLong atomic;
        private final long saved;

        SavedLong(AtomicLong atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    private static final class SavedBoolean extends SavedState {
        private final AtomicBoolean atomic;
        private final boolean saved;

        SavedBoolean(AtomicBoolean atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    @SuppressWarnings("unchecked")
    private static final class SavedReference extends SavedState {
        private final AtomicReference<Object> atomic;
        private final Object saved;

        SavedReference(AtomicReference<?> atomic) {
            this.atomic = (AtomicReference<Object>) atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    @SuppressWarnings("unchecked")
    private static final class SavedReferenceArray extends SavedState {
        private final AtomicReferenceArray<Object> atomic;
        private final Object[] saved;

        SavedReferenceArray(AtomicReferenceArray<?> atomic) {
            this.atomic = (AtomicReferenceArray<Object>) atomic;
            saved = new Object[atomic.length()];
            for (int i = 0; i < saved.length; i++) {
                saved[i] = atomic.get(i);
            }
        }

        @Override
        void restore() {
            for (int i = 0; i < saved.length; i++) {
                if (atomic.get(i) != saved[i]) {
                    atomic.set(i, saved[i]);
                }
            }
        }
    }
}
