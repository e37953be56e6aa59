//! Tests made, mutated and crossed over: what they may be, what they look like, and that they compile.

mod casts;
mod content;
mod crossing;
mod diversity;
mod following;
mod generated;
mod literal;
mod mutation;
mod neighbouring;
mod network;
mod obstacles;
mod parts;
mod plain;
mod recipes;
mod setup;
mod sources;
mod stubs;
mod validity;
