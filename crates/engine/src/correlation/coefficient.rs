//! The coefficient of correlation, and its means over classes.

use super::sample::Covered;
use crate::configuration::STUDIED;

/// Pearson's coefficient of correlation, from -1 to 1; none where one of the two does not vary.
fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, y)| of(x, y)).sum::<f64>();
    let count = pairs.len() as f64;
    let (mean_x, mean_y) = (sum(&|x, _| x) / count, sum(&|_, y| y) / count);
    let spread = (sum(&|x, _| (x - mean_x).powi(2)) * sum(&|_, y| (y - mean_y).powi(2))).sqrt();
    (spread > 0.0).then(|| sum(&|x, y| (x - mean_x) * (y - mean_y)) / spread)
}

/// The correlation of two criteria in a class: the mean of the coefficients of suites of one size, over the sizes for which
/// there is one.
///
/// Suites of different sizes would correlate by any two criteria, since larger ones cover more by each.
fn of_class(suites: &[Vec<Covered>], a: usize, b: usize) -> Option<f64> {
    let pairs = |suites: &Vec<Covered>| suites.iter().map(|suite| (suite[a], suite[b])).collect::<Vec<_>>();
    let mut mean = Mean::default();
    suites.iter().filter_map(|suites| pearson(&pairs(suites))).for_each(|value| mean.add(value));
    mean.value()
}

/// A mean.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    /// What it is of.
    pub count: u32,
    sum: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// Its value, if it is of anything.
    pub fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

/// The correlations of all pairs of criteria, each an index into [`STUDIED`], over classes.
#[derive(Clone, Debug, Default)]
pub struct Means([[Mean; STUDIED.len()]; STUDIED.len()]);

impl Means {
    /// Takes a class into account by what its suites cover, by size. Numbers of goals do as well as shares of them, and the
    /// number of exceptions as well as its share of the most that a suite shows (Section 4.5): the coefficient is the same.
    pub fn add(&mut self, suites: &[Vec<Covered>]) {
        for (a, row) in self.0.iter_mut().enumerate() {
            for (b, mean) in row.iter_mut().enumerate() {
                of_class(suites, a, b).into_iter().for_each(|value| mean.add(value));
            }
        }
    }

    /// The mean for two criteria, of the classes in which both vary.
    pub fn of(&self, a: usize, b: usize) -> Mean {
        self.0[a][b]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: &[(f64, f64)], expect: Option<f64>) {
        let found = pearson(pairs);
        let is_near = |(a, b): (f64, f64)| (a - b).abs() < 1e-12;
        assert!(found.zip(expect).map_or(found == expect, is_near), "{found:?}, not {expect:?}");
    }

    #[test]
    fn what_lies_on_a_line_correlates_fully() {
        check(&[(1.0, 2.0), (2.0, 4.0), (5.0, 10.0)], Some(1.0));
        check(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)], Some(-1.0));
    }

    #[test]
    fn the_coefficient_is_covariance_over_the_deviations() {
        check(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)], Some(0.5));
        check(&[(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)], Some(0.0));
    }

    #[test]
    fn the_unit_does_not_matter() {
        check(&[(0.1, 100.0), (0.2, 300.0), (0.3, 200.0)], Some(0.5));
    }

    #[test]
    fn what_does_not_vary_has_none() {
        check(&[(1.0, 1.0), (1.0, 2.0)], None);
        check(&[(1.0, 7.0), (2.0, 7.0)], None);
        check(&[], None);
    }

    /// Suites that cover some goals by the first criterion and some by the second.
    fn suites(covered: &[(f64, f64)]) -> Vec<Covered> {
        let suite = |&(first, second)| {
            let mut suite = Covered::default();
            (suite[0], suite[1]) = (first, second);
            suite
        };
        covered.iter().map(suite).collect()
    }

    #[test]
    fn only_suites_of_one_size_are_compared() {
        let mut means = Means::default();
        let small = suites(&[(1.0, 2.0), (2.0, 1.0)]);
        let large = suites(&[(11.0, 13.0), (12.0, 12.0), (13.0, 11.0)]);
        means.add(&[small, large]);
        assert_eq!(means.of(0, 1).value(), Some(-1.0), "though the large ones cover more by both");
    }

    #[test]
    fn a_class_without_a_coefficient_is_left_out_of_the_mean() {
        let mut means = Means::default();
        means.add(&[suites(&[(1.0, 2.0), (2.0, 4.0)])]);
        means.add(&[suites(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), suites(&[(3.0, 3.0), (3.0, 3.0)])]);
        means.add(&[suites(&[(1.0, 1.0), (2.0, 1.0)])]);
        let mean = means.of(0, 1);
        assert_eq!((mean.count, mean.value()), (2, Some(0.75)));
        assert_eq!(means.of(0, 0).count, 3, "the first criterion varies in all of them");
        assert_eq!(means.of(0, 2).value(), None);
    }
}
