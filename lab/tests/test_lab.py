"""The whole lab: Snakemake runs a study, and the report says what is missing."""

import json
import os
import subprocess
import sys

import pandas as pd
import pytest
from conftest import LAB
from testudo_lab import report, statistics, study


def lab(*arguments, **environment) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "testudo_lab", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | environment,
    )


def test_a_study_with_a_crash_and_a_hang_has_a_report_that_names_them(write, fake, tmp_path):
    path = write(('"demo.Two"', '"demo.Two", "demo.Crash", "demo.Hang"'))
    done = lab(path, "--results", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out/small/nothing/report.html").read_text()
    assert "8 of 16 runs succeeded" in text
    assert "4 runs of demo.Crash with the status `crashed` (good, plain)" in text
    assert "4 runs of demo.Hang with the status `timed-out` (good, plain)" in text
    assert "Is good better than plain?" in text
    assert "A12 = 1.00, large" in text
    assert "<svg" in text

    again = lab(path, "--results", tmp_path / "out")
    assert "Rule: run" not in again.stderr + again.stdout


def test_a_run_that_the_machine_prevents_has_no_result(write, fake, tmp_path):
    done = lab(write(("demo.Two", "demo.NoWorker")), "--results", tmp_path / "out")
    assert done.returncode != 0
    assert "Testudo cannot run tests on this machine" in done.stderr
    text = (tmp_path / "out/small/nothing/report.html").read_text()
    assert "4 runs of demo.NoWorker without a result" in text


def test_an_edited_question_changes_the_report_without_new_runs(write, fake, tmp_path):
    assert lab(write(), "--results", tmp_path / "out").returncode == 0
    run = tmp_path / "out/small/nothing/runs/demo.One/good/1.json"
    before = run.stat().st_mtime_ns
    edited = lab(write(("Is good better than plain?", "Is plain worse?")), "--results", tmp_path / "out")
    assert edited.returncode == 0, edited.stderr
    assert "Is plain worse?" in (tmp_path / "out/small/nothing/report.html").read_text()
    assert run.stat().st_mtime_ns == before


def test_a_larger_limit_repeats_the_runs(write, fake, tmp_path):
    assert lab(write(), "--results", tmp_path / "out").returncode == 0
    run = tmp_path / "out/small/nothing/runs/demo.One/good/1.json"
    before = run.stat().st_mtime_ns
    assert lab(write(("limit = 2", "limit = 3")), "--results", tmp_path / "out").returncode == 0
    assert run.stat().st_mtime_ns != before


def test_a_list_that_names_a_missing_jar_is_made_again(tmp_path):
    from testudo_lab.__main__ import forget_missing_jars

    for library, jar in (("kept", tmp_path), ("lost", tmp_path / "nowhere.jar")):
        file = tmp_path / f"libraries/group/{library}/1/jars.json"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps({"jars": [{"path": str(jar)}]}))
    forget_missing_jars(tmp_path)
    assert [file.parts[-3] for file in tmp_path.rglob("jars.json")] == ["kept"]


def test_two_studies_with_one_name_are_refused(write, fake, tmp_path):
    other = tmp_path / "other" / "nothing.toml"
    other.parent.mkdir()
    other.write_text(write().read_text())
    done = lab(write(), other, "--results", tmp_path / "out")
    assert "two studies have the name `nothing`" in done.stderr


def test_a_library_that_maven_cannot_download_does_not_stop_the_other_runs(
    write, fake, tmp_path, monkeypatch
):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/mvn").write_text(
        "#!/bin/sh\n"
        "echo '[ERROR] Failed to execute goal on project lab: no dependencies for project testudo:lab:pom:1'\n"
        "echo '[ERROR] dependency: other:other:jar:1 (compile)'\n"
        "echo '[ERROR]     Could not find artifact other:other:jar:1 in central'\n"
        "echo '[ERROR] -> [Help 1]'\n"
        "exit 1\n"
    )
    (tmp_path / "bin/mvn").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    path = write(
        (
            "[[question]]",
            '[[subject]]\nmaven = "other:other:1"\nclasses = ["other.A"]\nsmall = ["other.A"]\n\n'
            "[[question]]",
        )
    )
    done = lab(path, "--results", tmp_path / "out")
    assert done.returncode != 0
    reason = "Maven cannot download other:other:1: dependency: other:other:jar:1 (compile) Could not find artifact"
    assert reason in done.stderr
    text = (tmp_path / "out/small/nothing/report.html").read_text()
    assert "8 of 12 runs succeeded" in text
    assert f"4 runs of other.A without a result: good/1, good/2, plain/1, ...: {reason}" in text


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["nothign"], "there is no study `nothign`"),
        (["dynamosaa"], "did you mean `dynamosa`?"),
        (["dynamosa", "--profile", "slrm"], "there is no profile `slrm`; did you mean `slurm`?"),
    ],
)
def test_a_wrong_name_is_reported_with_a_proposal(fake, tmp_path, monkeypatch, arguments, message):
    monkeypatch.setattr("testudo_lab.__main__.check_options", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["lab", *arguments, "--results", str(tmp_path / "out")])
    from testudo_lab.__main__ import main

    with pytest.raises(SystemExit) as ended:
        main()
    assert message in str(ended.value)


def test_refused_options_are_reported_before_the_first_run(write, fake, tmp_path):
    path = write(("options = []", 'options = ["--algorthm", "x"]'))
    done = lab(path, "--results", tmp_path / "out")
    assert done.returncode == 1
    line = 1 + path.read_text().splitlines().index('name = "plain"')
    assert (
        f"{path}:{line - 1}: Testudo refuses the options of `plain`: unexpected argument '--algorthm'"
        in done.stderr
    )
    assert not (tmp_path / "out").exists()


def test_a_study_with_a_mistake_does_not_stop_the_other_studies(write, fake, tmp_path):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(write(("options = []", 'options = ["--algorthm", "x"]')).read_text())
    done = lab(wrong, write(), "--results", tmp_path / "out")
    assert done.returncode == 1
    assert "Testudo refuses the options" in done.stderr
    assert "some studies did not run" in done.stderr
    assert "8 of 8 runs succeeded" in (tmp_path / "out/small/nothing/report.html").read_text()


def test_numbers_of_jobs_below_1_are_refused(write, fake, tmp_path):
    done = lab(write(), "--jobs", "-3", "--results", tmp_path / "out")
    assert "argument --jobs: invalid positive value: '-3'" in done.stderr


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


def test_equal_results_make_equal_reports(write, fake, tmp_path):
    path = write()
    lab(path, "--results", tmp_path / "out")
    file = tmp_path / "out/small/nothing/report.html"
    first = file.read_bytes()
    subprocess.run(
        [
            sys.executable,
            "-m",
            "testudo_lab.report",
            str(path),
            "small",
            str(file.parent / "runs"),
            str(file.parent / "runs.parquet"),
            str(file),
        ],
        check=True,
    )
    assert file.read_bytes() == first
