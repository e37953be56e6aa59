#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| badbytes::check("jdk_image", bytes));
