"""The whole lab: Snakemake runs a study, and the report says what is missing."""

import json
import os
import subprocess
import sys

import pytest
from conftest import LAB


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
