package testudo.verify;

import java.nio.file.Path;

/** The value of a field that receives a new folder before each test. */
public interface FolderReceiver {
    void receive(Path folder);
}
