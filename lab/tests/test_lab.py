"""The whole lab: Snakemake runs a study, and the report says what is missing."""

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
    assert "4 runs of demo.Crash have the status `crashed` (good, plain)" in text
    assert "4 runs of demo.Hang have the status `timed-out` (good, plain)" in text
    assert "Is good better than plain?" in text
    assert "A12 = 1.00, large" in text
    assert "<svg" in text

    again = lab(path, "--results", tmp_path / "out")
    assert "Rule: run" not in again.stderr + again.stdout


def test_a_library_that_maven_cannot_download_does_not_stop_the_other_runs(
    write, fake, tmp_path, monkeypatch
):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/mvn").write_text(
        "#!/bin/sh\necho '[ERROR] Could not find artifact other:other:1'\nexit 1\n"
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
    assert "Maven cannot download other:other:1: [ERROR] Could not find artifact other:other:1" in done.stderr
    text = (tmp_path / "out/small/nothing/report.html").read_text()
    assert "8 of 12 runs succeeded" in text
    assert "4 runs of other.A have no result" in text


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


def test_an_answer_begins_with_the_verdict(write, fake):
    question = study.load(write(), "small").questions[0]

    def sentence(better, worse, a12):
        comparison = statistics.Comparison(
            "plain", 50, (40, 60), 1, a12, (a12, a12), better, worse, 0, 0, 30, 0.2
        )
        return report._sentence(question, [comparison], None)

    assert sentence(9, 1, 0.7).startswith("Yes. Covered goals of branch: good is higher than plain (")
    assert sentence(1, 9, 0.3).startswith("No. ")
    assert sentence(0, 0, 0.5).startswith("Not shown. ")
    assert sentence(1, 0, 0.48).startswith("Not shown. "), "A12 points the other way"
    assert sentence(0, 1, 0.52).startswith("Not shown. "), "A12 points the other way"
    assert "A12 = 0.70, medium; higher on 9 of 30 classes, lower on 1" in sentence(9, 1, 0.7)


def friedman_answer(measure: str, values: dict) -> str:
    rows = [
        {"class": f"C{number}", "configuration": name, "seed": seed, measure: value + number + seed / 10}
        for number in range(12)
        for name, value in values.items()
        for seed in range(4)
    ]
    question = study.Question("?", tuple(values), measure, "friedman", "", 1)
    return report.answer(question, pd.DataFrame(rows)).sentence


def test_an_answer_by_rank_compares_the_first_configuration_with_each_other_one():
    assert friedman_answer("jacoco_branch", {"a": 50, "b": 50.01, "c": 5}).startswith("Partly. ")
    assert friedman_answer("jacoco_branch", {"a": 50, "b": 4, "c": 4}).startswith("Yes. ")


def test_a_smaller_value_is_better_for_durations():
    assert friedman_answer("cpu_seconds", {"a": 1, "b": 50, "c": 50}).startswith("Yes. ")
    assert friedman_answer("cpu_seconds", {"a": 50, "b": 1, "c": 1}).startswith("No. ")


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
