//! Encodes and decodes the messages between this process and a worker.

pub mod hints;
pub mod members;
pub mod message;
pub mod numbers;
pub mod observations;
pub mod reader;
pub mod results;
pub mod statements;
mod stub;
pub mod wire;
mod writer;

pub use reader::{Reader, split_frame, verified};
pub use writer::{begin_frame, end_frame, put_text, put_varint};
