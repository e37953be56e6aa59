//! Statistics over several rounds of measurements.

/// Returns the median; of an even number of values, the larger of the two middle values. Returns NaN without
/// values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
