//! Command line flags of worker JVMs.

use crate::config::Config;

/// Returns the command line flags of a worker. Reasons for some flags:
///
/// - Measurements: with the serial garbage collector and tiered compilation, short tests ran fastest and with
///   the smallest variance.
/// - For large classes, the optimising compiler (C2) occupies a second core for longer than a short search.
///   In the first 20 s, a worker that uses only the fast compiler (C1) runs at least as many tests as a
///   worker with both compilers. After a minute, it runs only 0.65 to 0.8 times as many tests.
/// - With `OmitStackTraceInFastThrow`, compiled code throws some exceptions without message and stack trace.
///   The result of a test would then depend on how much code the JVM has compiled.
/// - The methods `Infections.record*` are not inlined. If the JVM inlined them, frequently executed loops
///   would take 2 to 4 times as long.
/// - Endless recursion ends after 2 ms with a stack of 512 KiB, and after 50 to 80 ms with a stack of 8 MiB.
pub fn flags(config: &Config) -> Vec<String> {
    // If the JVM gets an option twice, the last one counts.
    let mut flags = vec!["-Xss512k".to_owned()];
    flags.extend(config.arguments.iter().cloned());
    let own = [
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+UseSerialGC",
        "-XX:+UseCountedLoopSafepoints",
        "-XX:LoopStripMiningIter=1000",
        "-XX:-OmitStackTraceInFastThrow",
        // By default, the JVM does not compile methods with more than 8,000 bytes of bytecode. Probes make
        // methods longer.
        "-XX:-DontCompileHugeMethods",
        "-XX:-UsePerfData",
        // Without this limit, a test that generates classes could use up the memory of the machine.
        "-XX:MaxMetaspaceSize=512m",
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=dontinline,testudo/runner/probe/Infections.record*",
        "-XX:+DisplayVMOutputToStderr",
        "-Djava.awt.headless=true",
        "-Dfile.encoding=UTF-8",
        "-Duser.timezone=UTC",
        "-Duser.language=en",
        "-Duser.country=US",
    ]
    .map(String::from);
    flags.extend(own);
    if config.short_lived {
        flags.push("-XX:TieredStopAtLevel=1".into());
    }
    flags.push(format!("-Xms{}m", config.heap_mb.min(64)));
    flags.push(format!("-Xmx{}m", config.heap_mb));
    flags
}

/// Returns those of some arguments that a JDK of a version knows: JDK 8 knows no options that begin with
/// `--`.
pub fn arguments_for(version: u32, arguments: &[String]) -> Vec<String> {
    arguments.iter().filter(|argument| version > 8 || !argument.starts_with("--")).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jdk_8_gets_no_options_of_modules() {
        let arguments = ["--add-opens=java.base/java.lang=ALL-UNNAMED", "-Da=b"].map(str::to_owned);
        assert_eq!(arguments_for(8, &arguments), arguments[1..]);
        assert_eq!(arguments_for(17, &arguments), arguments);
    }

    #[test]
    fn testudo_s_flags_follow_further_arguments_except_for_the_size_of_the_stack() {
        let arguments = vec!["-Xss4m".to_owned(), "-Dfile.encoding=Cp1252".to_owned()];
        let flags = flags(&Config { arguments, ..Config::new("java".into()) });
        let last = |prefix: &str| flags.iter().rfind(|flag| flag.starts_with(prefix)).unwrap().as_str();
        assert_eq!((last("-Xss"), last("-Dfile.encoding")), ("-Xss4m", "-Dfile.encoding=UTF-8"));
    }
}
