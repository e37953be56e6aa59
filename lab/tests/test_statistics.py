"""The statistics agree with published examples and with the documented results of R."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from testudo_lab import statistics


def test_a12_is_the_share_of_wins_in_the_race_of_tortoises_and_hares():
    # Wikipedia, "Mann-Whitney U test", illustration with Aesop's tortoises and hares: finishing order THHHHHTTTTTH,
    # U = 11 for the tortoises and 25 for the hares.
    order = "THHHHHTTTTTH"
    tortoises, hares = ([-place for place, runner in enumerate(order) if runner == kind] for kind in "TH")
    assert statistics.a12(hares, tortoises) == pytest.approx(25 / 36)
    assert statistics.a12(tortoises, hares) == pytest.approx(11 / 36)


def test_a12_counts_equal_values_half():
    # Vargha, Delaney, JEBS 2000, equation 1: A = P(X > Y) + 0.5 P(X = Y), counted over all pairs.
    first, second = [1, 2, 2, 5], [2, 2, 3]
    pairs = [(a > b) + 0.5 * (a == b) for a in first for b in second]
    assert statistics.a12(first, second) == pytest.approx(np.mean(pairs))


@pytest.mark.parametrize(
    "effect, name",
    [
        (0.5, "negligible"),
        (0.55, "negligible"),
        (0.56, "small"),
        (0.44, "small"),
        (0.64, "medium"),
        (0.36, "medium"),
        (0.71, "large"),
        (0.29, "large"),
        (1, "large"),
    ],
)
def test_effect_sizes_have_the_names_of_vargha_and_delaney(effect, name):
    assert statistics.magnitude(effect) == name


def test_the_wilcoxon_test_agrees_with_r():
    # R, example of wilcox.test(x, y, paired = TRUE, alternative = "greater"): V = 40, p-value = 0.01953
    # (Hollander, Wolfe 1973, p. 29). The two-sided value is twice as large.
    x = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    assert statistics.wilcoxon(x, y) == pytest.approx(2 * 0.01953, abs=1e-4)


def test_the_mann_whitney_test_agrees_with_r():
    # R, example of wilcox.test(x, y, alternative = "g"): W = 35, p-value = 0.1272 (Hollander, Wolfe 1973, p. 69).
    x = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    y = [1.15, 0.88, 0.90, 0.74, 1.21]
    assert statistics.mann_whitney(x, y) == pytest.approx(2 * 0.1272, abs=1e-4)
    assert statistics.a12(x, y) == pytest.approx(35 / 50)


def test_the_mann_whitney_test_with_ties_agrees_with_r():
    # R, package exactRankTests, example of wilcox.exact: diastolic blood pressure, one-sided p-value = 0.0542
    # (StatXact-4 manual, p. 221). The two-sided value of SciPy is twice as large.
    treated = [94, 108, 110, 90]
    control = [80, 94, 85, 90, 90, 90, 108, 94, 78, 105, 88]
    assert statistics.mann_whitney(control, treated) == pytest.approx(2 * 0.0542, abs=1e-4)


# R, example of friedman.test: methods of rounding first base (Hollander, Wolfe 1973, p. 140).
ROUNDING = np.array(
    [
        5.40,
        5.50,
        5.55,
        5.85,
        5.70,
        5.75,
        5.20,
        5.60,
        5.50,
        5.55,
        5.50,
        5.40,
        5.90,
        5.85,
        5.70,
        5.45,
        5.55,
        5.60,
        5.40,
        5.40,
        5.35,
        5.45,
        5.50,
        5.35,
        5.25,
        5.15,
        5.00,
        5.85,
        5.80,
        5.70,
        5.25,
        5.20,
        5.10,
        5.65,
        5.55,
        5.45,
        5.60,
        5.35,
        5.45,
        5.05,
        5.00,
        4.95,
        5.50,
        5.50,
        5.40,
        5.45,
        5.55,
        5.50,
        5.55,
        5.55,
        5.35,
        5.45,
        5.50,
        5.55,
        5.50,
        5.45,
        5.25,
        5.65,
        5.60,
        5.40,
        5.70,
        5.65,
        5.55,
        6.30,
        6.30,
        6.25,
    ]
).reshape(22, 3)


def table(means: np.ndarray, names: list[str]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"class": f"C{row}", "configuration": name, "seed": 1, "value": means[row, column]}
            for row in range(len(means))
            for column, name in enumerate(names)
        ]
    )


def test_the_mann_whitney_test_is_exact_for_ten_values_without_ties():
    # All values of one sample are larger. Two of the C(20, 10) = 184,756 orders are so extreme.
    assert statistics.mann_whitney(np.arange(10), np.arange(10) + 100) == pytest.approx(2 / 184756)


def test_ranks_do_not_depend_on_the_order_of_equal_values():
    values = [0.1, 0.2, 0.3, 0.7, 0.9]
    rows = [
        {"class": f"C{number}", "configuration": name, "m": value}
        for number in range(5)
        for name, ordered in (("a", values), ("b", values[::-1]), ("c", values[2:] + values[:2]))
        for value in ordered
    ]
    assert list(statistics.friedman(pd.DataFrame(rows), "m", ["a", "b", "c"]).ranks) == [2, 2, 2]


def test_friedmans_test_agrees_with_r():
    # R: Friedman chi-squared = 11.143, df = 2, p-value = 0.003805.
    ranking = statistics.friedman(
        table(ROUNDING, ["round", "narrow", "wide"]), "value", ["round", "narrow", "wide"]
    )
    assert ranking.p == pytest.approx(0.003805, abs=1e-6)
    assert ranking.ranks["round"] < ranking.ranks["wide"]
    assert (ranking.nemenyi.loc["round", "wide"] < 0.05) == (
        ranking.ranks["wide"] - ranking.ranks["round"] > ranking.critical_difference
    )


def test_the_nemenyi_test_agrees_with_r():
    # R, vignette of PMCMR, posthoc.friedman.nemenyi.test: sodium in urine after six diuretics, six persons (Sachs 1997,
    # p. 675).
    diuretics = {
        "A": [3.88, 5.64, 5.76, 4.25, 5.91, 4.33],
        "B": [30.58, 30.14, 16.92, 23.19, 26.74, 10.91],
        "C": [25.24, 33.52, 25.45, 18.85, 20.45, 26.67],
        "D": [4.44, 7.94, 4.04, 4.4, 4.23, 4.36],
        "E": [29.41, 30.72, 32.92, 28.23, 23.35, 12],
        "F": [38.87, 33.12, 39.15, 28.06, 38.23, 26.65],
    }
    names = list(diuretics)
    ranking = statistics.friedman(
        table(np.array(list(diuretics.values())).T, names), "value", names
    )
    expected = {"AB": 0.1880, "AC": 0.0917, "AE": 0.0395, "AF": 0.0016, "DF": 0.0052, "EF": 0.9400}
    assert {pair: ranking.nemenyi.loc[*pair] for pair in expected} == pytest.approx(expected, abs=5e-5)


def test_the_critical_difference_agrees_with_demsar():
    # Demšar, JMLR 2006, Section 3.2.2: four classifiers on 14 data sets have the critical difference 1.25.
    assert statistics.critical_difference(4, 14) == pytest.approx(1.25, abs=0.005)


def test_holms_correction_agrees_with_the_published_example():
    # Wikipedia, "Holm-Bonferroni method": with 0.01, 0.04, 0.03 and 0.005, the first and the last are rejected.
    # R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03, 0.06, 0.06, 0.02.
    assert statistics.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_equal_values_and_single_differences_have_p_1():
    assert statistics.wilcoxon([1, 2, 3], [1, 2, 3]) == 1
    assert statistics.wilcoxon([1, 2, 3], [1, 2, 9]) == 1
    assert statistics.mann_whitney([5, 5], [5, 5]) == 1
    assert statistics.friedman(table(np.ones((3, 3)), ["a", "b", "c"]), "value", ["a", "b", "c"]).p == 1


def test_the_bootstrap_interval_is_near_the_interval_of_students_t():
    values = stats.norm.ppf((np.arange(100) + 0.5) / 100, 50, 10)
    low, high = statistics.interval(values)
    expected = stats.t.interval(0.95, 99, values.mean(), stats.sem(values))
    assert (low, high) == pytest.approx(expected, abs=0.2)
    assert statistics.interval(values) == (low, high)


def test_the_bootstrap_interval_agrees_with_r():
    # R, package boot: boot.ci(boot(x, function(x, a) mean(x[a]), 1000000)), BCa: (32.31, 91.43). The source of these
    # figures is the test test_bootstrap_against_R of SciPy. Here, fewer samples are drawn.
    values = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213]
    assert statistics.interval(values) == pytest.approx((32.31, 91.43), rel=0.02)


def test_three_runs_cannot_be_significant():
    assert statistics.smallest_p(3, 3) == pytest.approx(0.1)
    assert statistics.mann_whitney([1, 1, 1], [2, 2, 2]) == pytest.approx(0.1)
    assert statistics.smallest_p(4, 4) == pytest.approx(2 / 70)


def test_a_comparison_counts_classes_that_are_better_and_worse():
    rows = [
        {"class": name, "configuration": configuration, "seed": seed, "value": value + seed}
        for name, good, plain in (("A", 90, 10), ("B", 10, 90), ("C", 50, 50), ("D", 95, 5))
        for configuration, value in (("good", good), ("plain", plain))
        for seed in range(5)
    ]
    (found,) = statistics.compare(pd.DataFrame(rows), "value", ["good", "plain"])
    assert (found.better, found.worse, found.classes) == (2, 1, 4)
    assert found.a12 == pytest.approx((1 + 0 + 0.5 + 1) / 4)
    assert found.difference == pytest.approx((80 - 80 + 0 + 90) / 4)


def test_a_band_is_the_mean_of_the_classes_and_its_interval_that_of_the_complete_seeds():
    rows = [
        {"class": name, "seed": seed, "time_spent": [0.0], "curve_branch": [value + seed]}
        for name, value, seeds in (("A", 10, (1, 2, 3)), ("B", 80, (1, 2)))
        for seed in seeds
    ]
    middle, low, high = statistics.bands(pd.DataFrame(rows), "curve_branch", np.array([1.0]))
    assert middle[0] == pytest.approx((12 + 81.5) / 2)
    half = stats.t.ppf(0.975, 1) * np.std([46, 47], ddof=1) / np.sqrt(2)
    assert (low[0], high[0]) == pytest.approx((middle[0] - half, middle[0] + half))


def test_coverage_at_a_point_is_the_last_known_coverage():
    assert list(statistics.coverage_at([0.2, 0.5], [10, 30], np.array([0, 0.2, 0.4, 0.5, 1]))) == [
        0,
        10,
        10,
        30,
        30,
    ]
