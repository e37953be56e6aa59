//! The numbers that instrumented code passes to the runner. Each group of numbers is a module. The build
//! script generates these modules from the runner's `ProbeNumbers.java`.

include!(concat!(env!("OUT_DIR"), "/probe_numbers.rs"));
