package testudo.verify;

import java.nio.file.Path;

/** The value of a field that is to know a folder of its own before each test. */
public interface TakesFolder {
    void take(Path folder);
}
