"""A small study that a fake Testudo can run without a network."""

import json
import os
import sys
import textwrap
from pathlib import Path

import pytest

LAB = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(LAB))
FAKE = Path(__file__).with_name("fake_testudo.py")

STUDY = textwrap.dedent("""\
    title = "A study of nothing"
    limit = 2

    [budget]
    small = { statements = 100 }
    medium = { statements = 500 }
    full = { statements = 1000 }

    [seeds]
    small = [1, 2]
    medium = [1, 2, 3]
    full = [1, 2, 3]

    [measurements]
    small = ["search"]
    medium = ["search"]
    full = ["search"]

    [[configuration]]
    name = "good"
    options = ["--algorithm", "dynamosa"]

    [[configuration]]
    name = "plain"
    options = []

    [[subject]]
    maven = "demo:demo:1"
    classes = ["demo.One", "demo.Two"]
    small = ["demo.One", "demo.Two"]

    [[question]]
    text = "Is good better than plain?"
    compare = ["good", "plain"]
    measure = "coverage_branch"
    test = "mann-whitney"
    """)


@pytest.fixture
def write(tmp_path):
    """Returns a function that writes the study with replacements, and returns its path."""

    def writer(*replacements: tuple[str, str]) -> Path:
        text = STUDY
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "nothing.toml"
        path.write_text(text)
        return path

    return writer


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """Makes the fake the program under study, and provides the jar of the study without Maven."""
    jar = tmp_path / "demo-1.jar"
    jar.write_bytes(b"jar")
    index = tmp_path / "cache/libraries/demo/demo/1/jars.json"
    index.parent.mkdir(parents=True)
    index.write_text(json.dumps({"jars": [{"path": str(jar), "sha256": "0"}]}))
    monkeypatch.setenv("TESTUDO_BINARY", str(FAKE))
    monkeypatch.setenv("TESTUDO_LAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", str(LAB))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return jar
