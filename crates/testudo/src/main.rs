//! The program `testudo`.

/// Tests are made of many small allocations, a large part of which the system's allocator took. Without huge pages: to clear these takes
/// a quarter of the time to the first test, and searches are no faster for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    testudo::main()
}
