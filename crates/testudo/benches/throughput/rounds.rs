//! Statistics over several rounds of measurements.

/// Returns the median of the values. If the number of values is even, the median is the larger of the two
/// middle values. Returns NaN if there are no values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
