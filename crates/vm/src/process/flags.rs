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
    let mut flags: Vec<String> = [
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
        "-Xss512k",
        "-Djava.awt.headless=true",
        "-Dfile.encoding=UTF-8",
        "-Duser.timezone=UTC",
        "-Duser.language=en",
        "-Duser.country=US",
    ]
    .map(String::from)
    .into();
    if config.short_lived {
        flags.push("-XX:TieredStopAtLevel=1".into());
    }
    flags.push(format!("-Xms{}m", config.heap_mb.min(64)));
    flags.push(format!("-Xmx{}m", config.heap_mb));
    flags
}
