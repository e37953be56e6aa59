"""Answers say what the results show, and what is missing."""

import pandas as pd
import pytest
from testudo_lab import report, statistics, study


@pytest.fixture
def question():
    compare = ("good", "plain", "random")
    return study.Question("Is good better?", compare, "coverage_branch", "wilcoxon", reported="", line=1)


def runs(*configurations: str) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"class": f"C{number}", "configuration": name, "seed": seed, "coverage_branch": 10.0 * number + seed}
            for number in range(8)
            for name in configurations
            for seed in range(4)
        ]
    )


def test_a_configuration_without_results_is_left_out_of_the_answer(question):
    found = report.answer(question, runs("good", "plain"))
    assert [each.other for each in found.comparisons] == ["plain"]
    assert found.warnings[0] == "The results of these configurations are missing: random."


def test_without_results_of_the_first_configuration_there_is_no_answer(question):
    assert report.answer(question, runs("plain", "random")).sentence == "No answer: the results are missing."


def test_a_complete_question_has_no_warning(question):
    assert report.answer(question, runs("good", "plain", "random")).warnings == []


def test_an_answer_begins_with_the_verdict(write, fake):
    question = study.load(write(), "small").questions[0]

    def sentence(better, worse, a12, width=0.01):
        interval = (a12 - width, a12 + width)
        comparison = statistics.Comparison(
            "plain", 50, (40, 60), 1, a12, interval, better + 1, worse + 1, better, worse, 30, 0.2, 0
        )
        return report._sentence(question, [comparison], None)

    assert sentence(9, 1, 0.7).startswith("Yes. Covered goals of branch: good is higher than plain (")
    assert sentence(1, 9, 0.3).startswith("No. ")
    assert sentence(0, 0, 0.5).startswith("Not shown. ")
    assert sentence(1, 0, 0.48).startswith("Not shown. "), "A12 points the other way"
    assert sentence(0, 1, 0.52).startswith("Not shown. "), "A12 points the other way"
    assert sentence(1, 0, 0.51, 0.02).startswith("Not shown. "), "the interval of A12 contains 0.5"
    assert (
        "A12 = 0.70, medium; higher on 10 of 30 classes, lower on 2; after Holm's correction 9 and 1"
        in sentence(9, 1, 0.7)
    )


def friedman_answer(measure: str, values: dict, text: str = "?") -> str:
    rows = [
        {"class": f"C{number}", "configuration": name, "seed": seed, measure: value + number + seed / 10}
        for number in range(12)
        for name, value in values.items()
        for seed in range(4)
    ]
    question = study.Question(text, tuple(values), measure, "friedman", "", 1)
    return report.answer(question, pd.DataFrame(rows)).sentence


def test_an_answer_by_rank_compares_the_first_configuration_with_each_other_one():
    assert friedman_answer("jacoco_branch", {"a": 50, "b": 50.01, "c": 5}).startswith("Partly. ")
    assert friedman_answer("jacoco_branch", {"a": 50, "b": 4, "c": 4}).startswith("Yes. ")


def test_a_smaller_value_is_better_for_durations():
    faster = friedman_answer("cpu_seconds", {"a": 1, "b": 50, "c": 50})
    assert faster.startswith("Yes. ") and "a is lower than b" in faster
    slower = friedman_answer("cpu_seconds", {"a": 50, "b": 1, "c": 1})
    assert slower.startswith("No. ") and "a is higher than b" in slower


def test_the_answer_to_which_names_the_best_configurations():
    answer = friedman_answer("jacoco_branch", {"a": 5, "b": 50, "c": 4}, "Which is best?")
    assert answer.startswith("b (mean rank 1.0). "), answer
    answer = friedman_answer("cpu_seconds", {"a": 1, "b": 1, "c": 90}, "Which is best?")
    assert answer.startswith("a (mean rank 1.5), not significantly better than b. "), answer


def test_the_direction_of_a_wilcoxon_answer_follows_the_test():
    # A12 of most classes is below 0.5, but the large differences are above 0.
    rows = [
        {"class": f"C{number}", "configuration": name, "seed": seed, "jacoco_branch": value + number / 100}
        for number, first in enumerate([49.9] * 4 + [90 + n for n in range(12)])
        for name, value in (("a", first), ("b", 50))
        for seed in range(3)
    ]
    question = study.Question("?", ("a", "b"), "jacoco_branch", "wilcoxon", "", 1)
    assert report.answer(question, pd.DataFrame(rows)).sentence.startswith("Yes. ")


def runs_of_two_configurations(classes: int, seeds: int) -> pd.DataFrame:
    rows = [
        {"class": f"C{number}", "configuration": name, "seed": seed, "jacoco_branch": value + seed}
        for number in range(classes)
        for name, value in (("a", 90), ("b", 10))
        for seed in range(seeds)
    ]
    return pd.DataFrame(rows)


def warnings(runs: pd.DataFrame) -> list[str]:
    question = study.Question("?", ("a", "b"), "jacoco_branch", "mann-whitney", "", 1)
    return report.answer(question, runs).warnings


def test_a_report_says_that_there_are_too_few_seeds_for_so_many_classes():
    (warning,) = warnings(runs_of_two_configurations(10, 5))
    assert warning.startswith("With 5 runs for a class and a configuration, and 10 classes, no class can be significant")


def test_a_report_names_the_classes_that_lack_runs():
    # The last run is that of the class C1 with the configuration b.
    (warning,) = warnings(runs_of_two_configurations(2, 10).iloc[:-1])
    assert warning == "These classes have fewer than 10 runs in a configuration: C1."


def test_small_numbers_keep_two_digits():
    assert [report.shown(value) for value in (0, 0.0123, -0.5, 1.25, 100358.3)] == [
        "0.0",
        "0.012",
        "-0.5",
        "1.2",
        "100358.3",
    ]
    assert report.shown(0.25, "+") == "+0.25"


def test_each_pair_of_criteria_is_counted_once():
    runs = pd.DataFrame(
        [
            {
                "class": "A",
                "configuration": "correlation",
                "correlation_branch__line": 0.9,
                "correlation_branch__output": 0.2,
                "correlation_line__output": 0.75,
            }
        ]
    )
    question = study.Question("?", ("correlation",), "correlation", "correlation", "", 1)
    assert (
        report.answer(question, runs).sentence
        == "2 of 3 pairs of criteria have a coefficient of at least 0.7 (mean of 1 classes): "
        "branch and line (0.90), line and output (0.75)."
    )
