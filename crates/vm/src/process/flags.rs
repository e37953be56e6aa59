//! Command line flags of worker JVMs.

use crate::config::Config;

/// Returns the flags of a worker.
///
/// - The serial collector with tiered compilation ran short tests fastest, with the smallest variance.
/// - For large classes the optimising compiler (C2) occupies a second core for longer than short searches
///   last. In the first 20 s C1 alone runs at least as many tests; after a minute 0.65 to 0.8 times as many.
/// - With `OmitStackTraceInFastThrow`, hot code throws exceptions without message and stack trace. The result
///   of a test would then depend on how much the JVM has compiled.
/// - The methods `Infections.record*` are not inlined: with inlining, hot loops took 2 to 4 times as long.
/// - Endless recursion ends after 2 ms with a stack of 512k, and after 50 to 80 ms with 8m.
pub fn flags(config: &Config) -> Vec<String> {
    let mut flags: Vec<String> = [
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+UseSerialGC",
        "-XX:+UseCountedLoopSafepoints",
        "-XX:LoopStripMiningIter=1000",
        "-XX:-OmitStackTraceInFastThrow",
        // By default, methods of more than 8,000 bytes of bytecode are never compiled. Probes make methods
        // longer.
        "-XX:-DontCompileHugeMethods",
        "-XX:-UsePerfData",
        // Without this limit, a test that generates classes uses up the memory of the machine.
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
