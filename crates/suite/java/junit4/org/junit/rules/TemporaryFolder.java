package org.junit.rules;

import java.io.File;
import java.nio.file.Path;
import testudo.verify.TakesFolder;

/** A folder of its own for each test. */
public class TemporaryFolder implements TakesFolder {
    private File root;

    public File getRoot() {
        return root;
    }

    @Override
    public void take(Path folder) {
        root = folder.toFile();
    }
}
