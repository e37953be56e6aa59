//! The commands of the program.

pub mod completions;
pub mod correlation;
pub mod explain;
pub mod generate;
pub mod init;
pub mod juge;
pub mod man;
pub mod presets;
pub mod report;

use engine::{Error, Platform, PlatformRequest};

use crate::interrupt::Interrupt;

/// Opens an environment. Temporary files go to the folder that the handler of Ctrl-C removes.
fn open(request: &mut PlatformRequest, interrupt: &Interrupt) -> Result<Platform, Error> {
    request.temporary = Some(interrupt.temporary_folder().to_owned());
    let platform = Platform::open(request)?;
    platform.sandbox_gaps().iter().for_each(|gap| tracing::warn!("{gap}"));
    Ok(platform)
}
