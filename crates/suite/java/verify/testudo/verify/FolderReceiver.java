package testudo.verify;

import java.nio.file.Path;

/** An object that receives a new folder before each test. A field of the test class contains the object. */
public interface FolderReceiver {
    void receive(Path folder);
}
