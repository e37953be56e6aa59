package org.junit.rules;

import java.io.File;
import java.nio.file.Path;
import testudo.verify.FolderReceiver;

/** Stand-in for the JUnit 4 rule: a new folder for each test. */
public class TemporaryFolder implements FolderReceiver {
    private File root;

    public File getRoot() {
        return root;
    }

    @Override
    public void receive(Path folder) {
        root = folder.toFile();
    }
}
