//! Reinforcement learning for adaptive fitness function selection.

pub mod learner;
pub mod state;
