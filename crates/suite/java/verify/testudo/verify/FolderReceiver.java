package testudo.verify;

import java.nio.file.Path;

/** An object in a field of a test class. It receives a new folder before each test. */
public interface FolderReceiver {
    void receive(Path folder);
}
