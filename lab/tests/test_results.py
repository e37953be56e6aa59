"""Results become rows; damaged, missing and mixed results become sentences."""

import json

import numpy as np
import pandas as pd
import pytest
from testudo_lab import files, results, run, study


@pytest.fixture
def collected(write, fake, tmp_path):
    """Runs the whole study. Returns the study and the folder of its results."""
    chosen = study.load(write(("coverage_branch", "tests_written")), "small")
    for class_name in chosen.subjects:
        for configuration in chosen.configurations:
            for seed in chosen.seeds:
                result = run.run(chosen, class_name, configuration, seed, [fake], [])
                files.write_json(results.path(tmp_path / "runs", class_name, configuration, seed), result)
    return chosen, tmp_path / "runs"


def test_each_run_becomes_a_row(collected, tmp_path):
    found = results.collect(*collected)
    assert found.problems == []
    results.write(found, tmp_path / "runs.parquet")
    rows = pd.read_parquet(tmp_path / "runs.parquet").set_index(["class", "configuration", "seed"])
    assert len(rows) == 8
    row = rows.loc[("demo.One", "good", 1)]
    assert row.coverage_branch == 64
    assert row.covered_exception == 4
    assert row.auc_branch == pytest.approx((20 / 2 + 31 + 42 + 53 + 64 / 2) / 4)
    assert row.mutation == 50
    assert row.diversity == 3
    assert row.generation_seconds == 1
    assert row.statements_per_test == row.statements_executed / row.tests_executed > 1
    assert list(row.curve_branch) == [20, 31, 42, 53, 64]
    assert "curve_exception" not in rows


def test_a_run_that_ends_after_the_search_has_no_measures_of_tests(write, fake):
    row = results.row(run.run(study.load(write(), "small"), "demo.One", "good", 1, [fake], []))
    assert row["coverage_branch"] == 64
    assert not {"tests_written", "mutation", "written_branch"} & set(row)


def test_a_truncated_result_is_named(collected):
    chosen, folder = collected
    file = results.path(folder, "demo.One", "good", 2)
    file.write_text(file.read_text()[:200])
    found = results.collect(chosen, folder)
    assert len(found.runs) == 7
    (problem,) = found.problems
    assert str(file) in problem and "delete the file, then run the lab again" in problem


def test_missing_results_are_named_with_the_line_of_the_class(collected):
    chosen, folder = collected
    results.path(folder, "demo.Two", "plain", 1).unlink()
    (problem,) = results.collect(chosen, folder).problems
    line = next(n for n, text in enumerate(chosen.path.read_text().splitlines(), 1) if "demo.Two" in text)
    assert problem.startswith(f"{chosen.path}:{line}: 1 run of demo.Two without a result: plain/1")


@pytest.mark.parametrize(
    "key, value, what",
    [
        ("tool", {"name": "testudo", "version": "testudo 2.0", "sha256": "abc"}, "different programs"),
        ("options", ["generate", "--other"], "different options of one configuration"),
        ("budget", {"statements": 7}, "different budgets"),
        ("jars", [{"name": "demo-1.jar", "sha256": "abc"}], "different jars of one class"),
    ],
)
def test_results_that_are_not_comparable_are_named(collected, key, value, what):
    chosen, folder = collected
    file = results.path(folder, "demo.One", "good", 1)
    files.write_json(file, json.loads(file.read_text()) | {key: value})
    (problem,) = results.collect(chosen, folder).problems
    assert what in problem and "(1 run: good)" in problem


def test_a_failed_run_is_named_with_its_message(collected):
    chosen, folder = collected
    file = results.path(folder, "demo.One", "good", 1)
    files.write_json(file, json.loads(file.read_text()) | {"status": "crashed", "message": "it broke"})
    (problem,) = results.collect(chosen, folder).problems
    assert "1 run of demo.One with the status `crashed` (good): it broke" in problem


def test_a_failed_run_has_no_coverage(collected):
    chosen, folder = collected
    file = results.path(folder, "demo.One", "good", 1)
    files.write_json(file, json.loads(file.read_text()) | {"status": "timed-out", "message": ""})
    rows = results.collect(chosen, folder).runs.set_index(["class", "configuration", "seed"])
    assert np.isnan(rows.loc[("demo.One", "good", 1)].coverage_branch)
    assert rows.loc[("demo.One", "good", 2)].coverage_branch > 0


def test_a_search_that_ends_early_keeps_its_coverage_until_the_end_of_the_budget():
    assert results.area(np.array([0, 0.5]), np.array([0, 1])) == pytest.approx(0.25 + 0.5)
