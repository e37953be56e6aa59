//! The log on standard error.

use std::io::IsTerminal;

use tracing::Subscriber;
use tracing::field::Field;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::field::MakeExt;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::{Writer, debug_fn};
use tracing_subscriber::util::SubscriberInitExt;

use super::visible_lines;
use crate::arguments::Cli;

/// Starts the log on standard error. The log contains errors and warnings, with `-v` also each step, and with
/// `-vv` also details. With `-q` it contains only errors. The environment variable `TESTUDO_LOG` overrides
/// the level.
pub fn start_log(arguments: &Cli) {
    let level = match (arguments.quiet, arguments.verbose) {
        (true, _) => "error",
        (_, 0) => "warn",
        (_, 1) => "info",
        _ => "debug",
    };
    let filter = EnvFilter::try_from_env("TESTUDO_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    let has_colours =
        std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
    log(std::io::stderr, has_colours, filter).init();
}

/// Returns a log that writes to `writer`. Control characters in messages and fields are visible, because they
/// can be from the code under test.
fn log<W>(writer: W, has_colours: bool, filter: EnvFilter) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    tracing_subscriber::fmt()
        .compact()
        .without_time()
        .with_target(false)
        .with_ansi(has_colours)
        .log_internal_errors(false)
        .with_env_filter(filter)
        .fmt_fields(debug_fn(write_field).delimited(" "))
        .with_writer(writer)
        .finish()
}

/// Writes a field of an entry: the message, or the name of the field and its value.
fn write_field(writer: &mut Writer, field: &Field, value: &dyn std::fmt::Debug) -> std::fmt::Result {
    if field.name() != "message" {
        write!(writer, "{}=", field.name())?;
    }
    writer.write_str(&visible_lines(&format!("{value:?}"), "\n    "))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Stores the written bytes.
    #[derive(Clone, Default)]
    struct Memory(Arc<Mutex<Vec<u8>>>);

    impl Write for Memory {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn control_characters_in_the_log_are_visible() {
        let memory = Memory::default();
        let writer = memory.clone();
        let log = log(move || writer.clone(), false, EnvFilter::new("warn"));
        tracing::subscriber::with_default(log, || {
            let name = "a\u{1B}[31m\u{202E}\nerror";
            tracing::warn!(class = %name, text = name, count = 2, "skipping {name}");
            tracing::info!("not written");
        });
        let lines = String::from_utf8(memory.0.lock().unwrap().clone()).unwrap();
        let shown = "a\\u001b[31m\\u202e\n    error";
        assert!(lines.contains(&format!("skipping {shown} class={shown} text=")), "{lines:?}");
        assert!(lines.contains("count=2") && !lines.contains(['\u{1B}', '\u{202E}']), "{lines:?}");
        assert!(!lines.contains("not written"));
    }
}
