//! The correlation coefficient of two criteria, and its mean over classes.

use super::sample::Covered;
use crate::configuration::STUDIED_CRITERIA;

/// Returns Pearson's correlation coefficient, from -1 to 1, or `None` if all first values or all second
/// values are equal.
fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let sum = |term: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, y)| term(x, y)).sum::<f64>();
    let count = pairs.len() as f64;
    let (mean_x, mean_y) = (sum(&|x, _| x) / count, sum(&|_, y| y) / count);
    let spread = (sum(&|x, _| (x - mean_x).powi(2)) * sum(&|_, y| (y - mean_y).powi(2))).sqrt();
    (spread > 0.0).then(|| sum(&|x, y| (x - mean_x) * (y - mean_y)) / spread)
}

/// Returns the correlation of two criteria in a class: the mean of the coefficients over all suite sizes.
/// Each coefficient is computed from suites of one size, because larger suites cover more goals of every
/// criterion. Each element of `suites` contains the suites of one size.
fn class_correlation(suites: &[Vec<Covered>], a: usize, b: usize) -> Option<f64> {
    let pairs = |suites: &Vec<Covered>| suites.iter().map(|suite| (suite[a], suite[b])).collect::<Vec<_>>();
    let mut mean = Mean::default();
    suites.iter().filter_map(|suites| pearson(&pairs(suites))).for_each(|value| mean.add(value));
    mean.value()
}

/// The mean of values that are added one by one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    /// Number of values.
    pub count: u32,
    /// Sum of the values.
    sum: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// Returns the mean, or `None` if there are no values.
    pub fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

/// The mean correlations of all pairs of criteria over classes. A criterion is an index into
/// [`STUDIED_CRITERIA`].
#[derive(Clone, Debug, Default)]
pub struct Means([[Mean; STUDIED_CRITERIA.len()]; STUDIED_CRITERIA.len()]);

impl Means {
    /// Adds a class. Each element of `suites` contains the numbers of covered goals of all suites of one
    /// size. Zhou et al. 2024 use shares of covered goals; for exceptions, they divide by the largest number
    /// of covered exceptions of any suite (Section 4.5). Shares and numbers have the same coefficient.
    pub fn add(&mut self, suites: &[Vec<Covered>]) {
        for (a, row) in self.0.iter_mut().enumerate() {
            for (b, mean) in row.iter_mut().enumerate() {
                class_correlation(suites, a, b).into_iter().for_each(|value| mean.add(value));
            }
        }
    }

    /// Returns the mean for two criteria, over the classes in which the coverage of both criteria varies.
    pub fn of(&self, a: usize, b: usize) -> Mean {
        self.0[a][b]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: &[(f64, f64)], expect: Option<f64>) {
        let result = pearson(pairs);
        let is_near = |(a, b): (f64, f64)| (a - b).abs() < 1e-12;
        assert!(result.zip(expect).map_or(result == expect, is_near), "{result:?}, not {expect:?}");
    }

    #[test]
    fn points_on_a_line_have_a_coefficient_of_1_or_minus_1() {
        check(&[(1.0, 2.0), (2.0, 4.0), (5.0, 10.0)], Some(1.0));
        check(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)], Some(-1.0));
    }

    #[test]
    fn the_coefficient_is_the_covariance_divided_by_both_standard_deviations() {
        check(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)], Some(0.5));
        check(&[(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)], Some(0.0));
    }

    #[test]
    fn the_coefficient_does_not_depend_on_the_unit() {
        check(&[(0.1, 100.0), (0.2, 300.0), (0.3, 200.0)], Some(0.5));
    }

    #[test]
    fn constant_values_have_no_coefficient() {
        check(&[(1.0, 1.0), (1.0, 2.0)], None);
        check(&[(1.0, 7.0), (2.0, 7.0)], None);
        check(&[], None);
    }

    /// Returns suites with numbers of covered goals of the first and the second criterion.
    fn suites(covered: &[(f64, f64)]) -> Vec<Covered> {
        let suite = |&(first, second)| {
            let mut suite = Covered::default();
            (suite[0], suite[1]) = (first, second);
            suite
        };
        covered.iter().map(suite).collect()
    }

    #[test]
    fn only_suites_of_the_same_size_are_compared() {
        let mut means = Means::default();
        let small = suites(&[(1.0, 2.0), (2.0, 1.0)]);
        let large = suites(&[(11.0, 13.0), (12.0, 12.0), (13.0, 11.0)]);
        means.add(&[small, large]);
        assert_eq!(means.of(0, 1).value(), Some(-1.0), "although large suites cover more by both criteria");
    }

    #[test]
    fn the_mean_ignores_a_class_without_a_coefficient() {
        let mut means = Means::default();
        means.add(&[suites(&[(1.0, 2.0), (2.0, 4.0)])]);
        means.add(&[suites(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), suites(&[(3.0, 3.0), (3.0, 3.0)])]);
        means.add(&[suites(&[(1.0, 1.0), (2.0, 1.0)])]);
        let mean = means.of(0, 1);
        assert_eq!((mean.count, mean.value()), (2, Some(0.75)));
        assert_eq!(means.of(0, 0).count, 3, "the first criterion varies in all classes");
        assert_eq!(means.of(0, 2).value(), None);
    }
}
