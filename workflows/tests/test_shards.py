"""The workflow generates the tests of each shard on a copy of the project, and puts them together."""

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

WORKFLOWS = Path(__file__).resolve().parent.parent

# Imitates `testudo`: shard I writes the test of class CI. With FAKE_EXIT, it ends with this exit code. With FAKE_FAILURE,
# it writes nothing, as if the build of the project fails.
FAKE = """#!/usr/bin/env python3
import json, os, sys
from pathlib import Path
if os.environ.get("FAKE_FAILURE"):
    sys.exit(8)
if sys.argv[1] == "generate":
    shard = sys.argv[sys.argv.index("--shard") + 1]
    report = Path(sys.argv[sys.argv.index("--report") + 1])
    path = f"src/test/C{shard[0]}Test.java"
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(f"shard {shard} {sys.argv[6:]}")
    report.mkdir()
    classes = [{"name": f"C{shard[0]}", "test_file": path}, {"name": "D"}]
    (report / "report.json").write_text(json.dumps({"project": Path.cwd().name, "modules": [{"classes": classes}]}))
    sys.exit(int(os.environ.get("FAKE_EXIT", "0")))
else:
    output = Path(sys.argv[-1])
    output.mkdir(exist_ok=True)
    (output / "index.html").write_text(" ".join(Path(it).parent.name for it in sys.argv[3:-2]))
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Returns the folder of a project without tests. The program `testudo` is the imitation."""
    fake = tmp_path / "fake"
    fake.write_text(FAKE)
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("TESTUDO_BINARY", str(fake))
    project = tmp_path / "shop"
    (project / "src/test").mkdir(parents=True)
    return project


def shards(*arguments: object) -> subprocess.CompletedProcess:
    command = [sys.executable, str(WORKFLOWS / "shards.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def files_of(project: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in (project / "src/test").iterdir()}


def test_the_workflow_writes_the_files_of_all_shards_and_one_report(project, tmp_path):
    command = [sys.executable, "-m", "snakemake", "--cores", "2", "--quiet", "all"]
    command += ["--snakefile", str(WORKFLOWS / "Snakefile"), "--directory", str(tmp_path / "out")]
    command += ["--config", f"project={project}", "shards=2", "arguments=--time 1s"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert files_of(project) == {
        "C1Test.java": "shard 1/2 ['--time', '1s']",
        "C2Test.java": "shard 2/2 ['--time', '1s']",
    }
    assert (tmp_path / "out/report/index.html").read_text() == "1 2"


def test_a_shard_does_not_change_the_project(project, tmp_path):
    assert shards("run", project, "1/2", tmp_path / "one").returncode == 0
    assert files_of(project) == {}


@pytest.mark.parametrize("code", ["8", "9"])
def test_changed_behaviour_and_a_module_without_test_framework_do_not_fail_a_shard(code, project, tmp_path, monkeypatch):
    monkeypatch.setenv("FAKE_EXIT", code)
    assert shards("run", project, "1/2", tmp_path / "one").returncode == 0


def test_a_failed_shard_names_its_exit_code_and_leaves_no_result(project, tmp_path, monkeypatch):
    monkeypatch.setenv("FAKE_FAILURE", "1")
    run = shards("run", project, "1/2", tmp_path / "one")
    assert run.returncode == 1
    assert "shard 1/2 failed: testudo ended with exit code 8" in run.stderr
    assert not (tmp_path / "one").exists()


def test_a_file_that_was_edited_during_the_run_is_not_replaced(project, tmp_path):
    shards("run", project, "1/1", tmp_path / "one")
    (project / "src/test/C1Test.java").write_text("edited")
    run = shards("merge", project, tmp_path / "report", tmp_path / "one")
    assert run.returncode == 1
    assert "C1Test.java has changed since its shard began" in run.stderr
    assert files_of(project) == {"C1Test.java": "edited"}


def test_merging_twice_changes_nothing(project, tmp_path):
    shards("run", project, "1/1", tmp_path / "one")
    for _ in range(2):
        assert shards("merge", project, tmp_path / "report", tmp_path / "one").returncode == 0
    assert json.dumps(files_of(project)) == json.dumps({"C1Test.java": "shard 1/1 []"})
