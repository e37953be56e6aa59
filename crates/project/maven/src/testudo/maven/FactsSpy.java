package testudo.maven;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.eventspy.EventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.PlexusContainer;

/**
 * Writes the facts of each module of a Maven build to the file that the property {@code testudo.facts} names:
 * one JSON object per line. Maven may build modules in parallel.
 */
public final class FactsSpy implements EventSpy {
    private final Map<MavenProject, ModuleFacts> modules =
            Collections.synchronizedMap(new IdentityHashMap<MavenProject, ModuleFacts>());
    private PlexusContainer container;
    private String file;

    @Override
    public void init(Context context) throws IOException {
        Map<String, Object> data = context.getData();
        container = (PlexusContainer) data.get("plexus");
        file = ((Properties) data.get("userProperties")).getProperty("testudo.facts");
        if (file != null) {
            // The empty file shows that the extension runs.
            new FileOutputStream(file, true).close();
        }
    }

    @Override
    public void onEvent(Object event) throws IOException {
        if (file != null && event instanceof ExecutionEvent) {
            try {
                handle((ExecutionEvent) event);
            } catch (Exception | LinkageError problem) {
                Json error = new Json();
                Throwable cause = problem;
                while (cause.getCause() != null) {
                    cause = cause.getCause();
                }
                error.put("error", cause.toString());
                write(error);
            }
        }
    }

    private void handle(ExecutionEvent event) throws Exception {
        String type = event.getType().name();
        if (type.equals("MojoSucceeded")) {
            module(event.getProject()).observe(event.getMojoExecution(), event.getSession(), container);
        } else if (type.equals("ProjectSucceeded") && !event.getProject().getPackaging().equals("pom")) {
            write(module(event.getProject()).toJson(event.getSession(), container));
        }
    }

    private ModuleFacts module(MavenProject project) {
        synchronized (modules) {
            ModuleFacts facts = modules.get(project);
            if (facts == null) {
                facts = new ModuleFacts(project);
                modules.put(project, facts);
            }
            return facts;
        }
    }

    private synchronized void write(Json json) throws IOException {
        try (OutputStream out = new FileOutputStream(file, true)) {
            out.write((json + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {}
}
