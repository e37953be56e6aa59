//! The program `testudo`.

/// Tests are made of many small allocations, a large part of which the system's allocator took.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    testudo::main()
}
