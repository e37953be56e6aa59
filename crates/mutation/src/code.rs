//! Facts about the code of one method: local variables, fields, the operand stack, and compiler-generated
//! instructions.

pub(crate) mod assignment;
pub(crate) mod body;
pub(crate) mod compiler_generated;
pub(crate) mod fields;
mod stack_flow;
mod value_types;
pub(crate) mod variables;
