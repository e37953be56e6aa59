//! The commands of the program.

pub mod correlation;
pub mod explain;
pub mod generate;
pub mod init;
pub mod presets;
pub mod report;
