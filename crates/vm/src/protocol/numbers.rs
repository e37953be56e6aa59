//! The numbers that encode kinds of messages, statements and values. Each group of numbers is a module. The
//! build script generates these modules from the runner's `Protocol.java`.

include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
