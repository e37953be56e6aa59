//! Tools that edit the code of a method.

pub(crate) mod calls;
pub(crate) mod locals;
pub(crate) mod outlined_methods;
pub(crate) mod patch;
