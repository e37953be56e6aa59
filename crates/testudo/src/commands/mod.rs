//! The commands of the program.

pub mod completions;
pub mod correlation;
pub mod explain;
pub mod generate;
pub mod init;
pub mod man;
pub mod presets;
pub mod report;
