"""A crash or a hang of a generator is a result, not a failure of the lab."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import FAKE
from testudo_lab import files, process, run, study


def run_class(path: Path, jar: Path, class_name: str, configuration: str = "good") -> dict:
    return run.run(study.load(path, "small"), class_name, configuration, 1, [jar], [])


def with_tool(command: str) -> list[tuple[str, str]]:
    """Returns the replacements that make the study compare another tool."""
    return [
        ("small = { statements = 100 }", 'small = { time = "3s" }'),
        ("[[subject]]", f'[[tool]]\nname = "other"\ncommand = "{command}"\n\n[[subject]]'),
        ('["good", "plain"]\nmeasure = "coverage_branch"', '["good", "other"]\nmeasure = "wall_seconds"'),
    ]


def test_a_run_records_its_provenance(write, fake):
    result = run_class(write(), fake, "demo.One")
    assert result["status"] == "searched"
    assert result["tool"] == {"name": "testudo", "version": "testudo 1.0", "sha256": files.sha256(FAKE)}
    assert result["jars"] == [{"name": "demo-1.jar", "sha256": files.sha256(fake)}]
    assert result["options"] == ["generate", "--algorithm", "dynamosa"]
    assert result["machine"]["cores"] == os.cpu_count()
    assert result["timeline"]["covered"] == {"branch": [20, 31, 42, 53, 64], "exception": [0, 0, 0, 3, 4]}


def test_a_crash_is_a_result(write, fake):
    result = run_class(write(("demo.Two", "demo.Crash")), fake, "demo.Crash")
    assert (result["status"], result["exit_code"]) == ("crashed", -signal.SIGSEGV)


def test_a_hang_is_a_result_and_leaves_no_process(write, fake):
    started = time.monotonic()
    result = run_class(write(("demo.Two", "demo.Hang")), fake, "demo.Hang")
    assert (result["status"], result["exit_code"]) == ("timed-out", None)
    assert result["message"] == "the run was ended after 2 s"
    assert time.monotonic() - started < 30
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert "demo.Hang" not in running


def test_a_class_that_is_not_on_the_class_path_is_a_result(write, fake):
    result = run_class(write(("demo.Two", "demo.Missing")), fake, "demo.Missing")
    assert (result["status"], result["message"]) == ("not-found", "the class is not on the class path")


def test_refused_options_are_a_result(write, fake):
    result = run_class(write(("options = []", 'options = ["--nonsense"]')), fake, "demo.One", "plain")
    assert result["status"] == "wrong-command"
    assert "unexpected argument '--nonsense'" in result["message"]


@pytest.mark.parametrize(
    "command, status",
    [
        ("sh -c 'echo class A {} >{output}/ATest.java'", "written"),
        ("sh -c 'echo {class} {seed} {time} {classpath} >$RECORD; exit 3'", "crashed"),
        ("sleep 100", "timed-out"),
        ("true", "no-test-kept"),
        ("/nowhere/tool", "crashed"),
    ],
)
def test_another_tool_is_run_by_its_command_line(write, fake, tmp_path, monkeypatch, command, status):
    monkeypatch.setenv("RECORD", str(tmp_path / "record"))
    result = run_class(write(*with_tool(command)), fake, "demo.One", "other")
    assert result["status"] == status
    assert result.get("tool", {"name": "other"})["name"] == "other"
    if "RECORD" in command:
        assert (tmp_path / "record").read_text() == f"demo.One 1 3 {fake}\n"


def test_the_message_of_another_tool_can_be_on_its_standard_output(write, fake):
    path = write(*with_tool("sh -c 'echo unknown class; exit 3'"))
    assert run_class(path, fake, "demo.One", "other")["message"] == "exit code 3: unknown class"


def test_an_interrupted_write_leaves_the_old_file(tmp_path):
    file = tmp_path / "result.json"
    files.write_json(file, {"old": 1})
    with pytest.raises(TypeError):
        files.write_json(file, {"new": object()})
    assert json.loads(file.read_text()) == {"old": 1}
    assert os.listdir(tmp_path) == ["result.json"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed process")
def test_a_killed_lab_leaves_no_generator_behind(tmp_path):
    program = f"from testudo_lab import process; from pathlib import Path; process.run(['sleep', '98765'], Path({str(tmp_path)!r}), 99)"
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(Path(run.__file__).parent.parent)},
    )
    for _ in range(200):
        if "sleep 98765" in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout:
            break
        time.sleep(0.05)
    else:
        raise AssertionError("the child did not start")
    parent.kill()
    parent.wait()
    for _ in range(200):
        if "sleep 98765" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout:
            return
        time.sleep(0.05)
    raise AssertionError("the child survives")


def test_processor_time_is_measured(tmp_path):
    ended = process.run(
        [sys.executable, "-c", "while __import__('time').process_time() < 0.3: pass"], tmp_path, 60
    )
    assert ended.exit_code == 0
    assert 0.3 <= ended.cpu_seconds < 5


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans a new parent")
def test_the_processor_time_of_a_child_that_outlives_its_parent_is_measured(tmp_path):
    child = "import signal, time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\nsignal.pause()"
    parent = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', sys.argv[1]], stdout=subprocess.PIPE)\n"
        "child.stdout.readline()"
    )
    ended = process.run([sys.executable, "-c", parent, child], tmp_path, 60)
    assert ended.exit_code == 0
    assert 0.5 <= ended.cpu_seconds < 5
