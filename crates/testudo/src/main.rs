//! The program `testudo`.

fn main() -> std::process::ExitCode {
    testudo::main()
}
