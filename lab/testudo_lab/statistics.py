"""Compares configurations: effect sizes first, then p-values (Arcuri, Briand, STVR 2014).

SciPy, statsmodels and scikit-posthocs compute the tests. The table `runs` has the columns `class`,
`configuration`, `seed` and one column for the measure.
"""

import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
import scikit_posthocs
from scipy import stats
from statsmodels.stats.multitest import multipletests

ALPHA = 0.05
_RESAMPLES = 5000
# Largest number of values of two samples with ties for which all permutations are computed.
_MOST_PERMUTED = 16
# Size from which samples without ties are large enough for the normal distribution, as in R.
_LARGE_SAMPLE = 50


@dataclass(frozen=True)
class Comparison:
    """The first configuration of a question compared with another one."""

    other: str
    mean: float
    interval: tuple[float, float]
    difference: float
    a12: float
    a12_interval: tuple[float, float]
    better: int
    worse: int
    better_holm: int
    worse_holm: int
    classes: int
    p: float
    # 1 if the signed-rank test finds larger values for the first configuration, -1 for smaller values, else 0.
    direction: int

    @property
    def magnitude(self) -> str:
        return magnitude(self.a12)


def a12(first, second) -> float:
    """Returns the Vargha-Delaney effect size: the probability that a value of `first` exceeds a value of `second`.

    Equal values count half (Vargha, Delaney, JEBS 2000). It follows from the statistic of the Mann-Whitney test.
    """
    return float(stats.mannwhitneyu(first, second).statistic / (len(first) * len(second)))


def magnitude(effect: float) -> str:
    """Returns the name of an effect size: thresholds 0.56, 0.64 and 0.71 (Vargha, Delaney, JEBS 2000)."""
    distance = round(max(effect, 1 - effect), 12)
    return (
        "negligible"
        if distance < 0.56
        else "small"
        if distance < 0.64
        else "medium"
        if distance < 0.71
        else "large"
    )


def mann_whitney(first, second) -> float:
    """Returns the two-sided p-value of two independent samples; 1 if all values are equal.

    The p-value is exact for small samples. If they have ties, all permutations are computed.
    """
    values = np.concatenate([first, second])
    if np.ptp(values) == 0:
        return 1.0
    has_ties = len(np.unique(values)) < len(values)
    is_small = max(len(first), len(second)) < _LARGE_SAMPLE
    if has_ties and len(values) <= _MOST_PERMUTED:
        method = stats.PermutationMethod(n_resamples=np.inf)
    else:
        method = "exact" if is_small and not has_ties else "asymptotic"
    return float(stats.mannwhitneyu(first, second, alternative="two-sided", method=method).pvalue)


def wilcoxon(first, second) -> float:
    """Returns the two-sided p-value of the signed-rank test of paired samples; 1 if fewer than two pairs differ.

    Ties in ranks exclude the exact distribution, except by permutation, which SciPy does for up to 13 pairs.
    """
    differences = _differences(first, second)
    if len(differences) < 2:
        return 1.0
    method = stats.PermutationMethod(n_resamples=np.inf) if len(differences) <= 13 else "auto"
    return float(stats.wilcoxon(differences, method=method).pvalue)


def signed_rank_direction(first, second) -> int:
    """Returns 1 if the ranks of the positive differences of pairs have the larger sum, -1 if the negative ones have."""
    differences = _differences(first, second)
    return int(np.sign((stats.rankdata(np.abs(differences)) * np.sign(differences)).sum()))


def _differences(first, second) -> np.ndarray:
    """Returns the differences of pairs that are not equal."""
    differences = np.round(np.asarray(first) - np.asarray(second), 9)
    return differences[differences != 0]


def holm(p_values) -> np.ndarray:
    """Returns p-values corrected for multiple tests by Holm's method."""
    p_values = list(p_values)
    return multipletests(p_values, method="holm")[1] if p_values else np.array([])


def interval(values) -> tuple[float, float]:
    """Returns the 95 % bootstrap interval of a mean (bias-corrected and accelerated)."""
    values = np.asarray(values, float)
    if len(values) < 2 or np.ptp(values) == 0:
        return float(values.mean()), float(values.mean())
    with warnings.catch_warnings():
        # Few different values can make the acceleration undefined. SciPy then returns nan.
        warnings.simplefilter("ignore")
        found = stats.bootstrap((values,), np.mean, n_resamples=_RESAMPLES, rng=np.random.default_rng(0))
        if np.isnan(found.confidence_interval).any():
            found = stats.bootstrap(
                (values,), np.mean, n_resamples=_RESAMPLES, method="percentile", rng=np.random.default_rng(0)
            )
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


def class_means(runs: pd.DataFrame, measure: str, configurations) -> pd.DataFrame:
    """Returns the mean of each class (rows) and configuration (columns); only classes with all configurations.

    The means are rounded, because the mean of equal values depends on their order.
    """
    table = runs.pivot_table(index="class", columns="configuration", values=measure, aggfunc="mean")
    return table.reindex(columns=list(configurations)).dropna().round(9)


def compare(runs: pd.DataFrame, measure: str, configurations) -> list[Comparison]:
    """Compares the first configuration with each of the others.

    The effect size is the mean over classes of the effect sizes of the classes. `better` and `worse` count the classes
    with p < 0.05 in the Mann-Whitney test. `p` is the Wilcoxon test over class means, corrected by Holm's method for the
    number of configurations.
    """
    first = configurations[0]
    means = class_means(runs, measure, configurations)
    values = runs.dropna(subset=[measure]).groupby(["class", "configuration"])[measure].apply(np.array)
    raw = [wilcoxon(means[first], means[other]) for other in configurations[1:]]
    found = []
    for other, p in zip(configurations[1:], holm(raw)):
        pairs = [(values[name, first], values[name, other]) for name in means.index]
        effects = np.array([a12(*pair) for pair in pairs])
        p_values = np.array([mann_whitney(*pair) for pair in pairs])
        significant, after_holm = p_values < ALPHA, holm(p_values) < ALPHA
        found.append(
            Comparison(
                other,
                means[other].mean(),
                interval(means[other]),
                (means[first] - means[other]).mean(),
                effects.mean(),
                interval(effects),
                int((significant & (effects > 0.5)).sum()),
                int((significant & (effects < 0.5)).sum()),
                int((after_holm & (effects > 0.5)).sum()),
                int((after_holm & (effects < 0.5)).sum()),
                len(means),
                float(p),
                signed_rank_direction(means[first], means[other]),
            )
        )
    return found


@dataclass(frozen=True)
class Ranking:
    """The result of Friedman's test and the Nemenyi test."""

    p: float
    ranks: pd.Series
    nemenyi: pd.DataFrame
    critical_difference: float


def friedman(runs: pd.DataFrame, measure: str, configurations) -> Ranking | None:
    """Ranks three or more configurations over classes; rank 1 is the largest value. None for fewer than two classes."""
    means = class_means(runs, measure, configurations)
    if len(means) < 2:
        return None
    ranks = means.rank(axis=1, ascending=False).mean()
    count = len(ranks)
    if (means.nunique(axis=1) == 1).all():
        ones = pd.DataFrame(1.0, means.columns, means.columns)
        return Ranking(1.0, ranks, ones, critical_difference(count, len(means)))
    p = stats.friedmanchisquare(*(means[name] for name in means)).pvalue
    nemenyi = scikit_posthocs.posthoc_nemenyi_friedman(means.to_numpy())
    nemenyi.index = nemenyi.columns = means.columns
    return Ranking(float(p), ranks, nemenyi, critical_difference(count, len(means)))


def critical_difference(configurations: int, classes: int) -> float:
    """Returns the difference of mean ranks that is significant in the Nemenyi test (Demšar, JMLR 2006)."""
    quantile = stats.studentized_range.ppf(1 - ALPHA, configurations, np.inf) / np.sqrt(2)
    return float(quantile * np.sqrt(configurations * (configurations + 1) / (6 * classes)))


def smallest_p(first: int, second: int) -> float:
    """Returns the smallest p-value that the Mann-Whitney test can reach with these sample sizes."""
    return mann_whitney(np.arange(first), np.arange(second) + first)


def coverage_at(spent, coverage, points: np.ndarray) -> np.ndarray:
    """Returns the coverage at points of the budget. It is 0 before the first value, and then the last known value."""
    position = np.searchsorted(np.asarray(spent), points, side="right")
    return np.concatenate([[0.0], np.asarray(coverage, float)])[position]


def bands(runs: pd.DataFrame, curve: str, points: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns the mean coverage over time of one configuration, and a 95 % interval.

    The mean is over the classes, each with the mean of its runs. The interval is over the seeds that have a run of each
    class. `curve` is the column with the coverage.
    """
    by_class: dict = {}
    by_seed: dict = {}
    for row in runs[runs["time_spent"].notna()].to_dict("records"):
        values = coverage_at(row["time_spent"], row[curve], points)
        by_class.setdefault(row["class"], []).append(values)
        by_seed.setdefault(row["seed"], []).append(values)
    middle = np.mean([np.mean(rows, axis=0) for rows in by_class.values()], axis=0)
    by_seed = np.array([np.mean(rows, axis=0) for rows in by_seed.values() if len(rows) == len(by_class)])
    if len(by_seed) < 2:
        return middle, middle, middle
    half = stats.t.ppf(1 - ALPHA / 2, len(by_seed) - 1) * by_seed.std(axis=0, ddof=1) / np.sqrt(len(by_seed))
    return middle, np.clip(middle - half, 0, 100), np.clip(middle + half, 0, 100)


def mean_correlations(runs: pd.DataFrame, configurations) -> pd.DataFrame:
    """Returns the matrix of correlations between criteria: means over classes and seeds."""
    chosen = runs[runs.configuration.isin(list(configurations))]
    means = chosen.filter(regex=r"^correlation_").mean()
    pairs = {tuple(name.removeprefix("correlation_").split("__")): value for name, value in means.items()}
    names = sorted({name for pair in pairs for name in pair})
    table = pd.DataFrame(np.eye(len(names)), names, names)
    for (first, second), value in pairs.items():
        table.loc[first, second] = table.loc[second, first] = value
    return table
