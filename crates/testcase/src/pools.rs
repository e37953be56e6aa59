//! Values worth trying: the constants of the code under test.

use std::sync::Arc;

use types::Type;

/// Constants by type, each list sorted and without repetition; any may be empty.
#[derive(Clone, Debug, Default)]
pub struct Pools {
    /// For `byte`, `short`, `char`, `int` and, widened, `long`.
    pub ints: Vec<i32>,
    /// For `long`.
    pub longs: Vec<i64>,
    /// For `float`.
    pub floats: Vec<f32>,
    /// For `double`.
    pub doubles: Vec<f64>,
    /// For `String`, in UTF-16.
    pub strings: Vec<Arc<[u16]>>,
    /// For `Class`, erased.
    pub classes: Vec<Type>,
}
