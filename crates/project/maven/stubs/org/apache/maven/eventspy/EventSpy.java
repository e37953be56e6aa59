package org.apache.maven.eventspy;

import java.util.Map;

/** Receives the events of a Maven build. */
public interface EventSpy {
    void init(Context context) throws Exception;

    void onEvent(Object event) throws Exception;

    void close() throws Exception;

    /** The environment of the build. */
    interface Context {
        Map<String, Object> getData();
    }
}
