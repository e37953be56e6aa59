//! What several rounds of measurements say together.

/// The middle one of some values; of an even number of them the upper one of the two.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
