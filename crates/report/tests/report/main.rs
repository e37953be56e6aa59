//! Writing, reading and merging reports.

mod folders;
mod formats;
mod pages;
mod setup;
