"""Mistakes in a study become messages that name the file and the line."""

from pathlib import Path

import pytest
from conftest import LAB, STUDY
from testudo_lab import study


def line_of(text: str, changed: str) -> int:
    return next(number for number, line in enumerate(changed.splitlines(), 1) if text in line)


@pytest.mark.parametrize(
    "old, new, at, message",
    [
        ("limit = 2", "limt = 2", "limt", "unknown key `limt`; did you mean `limit`?"),
        ("options = []", "optoins = []", "optoins", "unknown key `optoins`; did you mean `options`?"),
        (
            "small = [1, 2]",
            "small = []",
            "small = []",
            "the list of seeds `small` is empty; add at least one seed",
        ),
        ("small = [1, 2]", "small = [1, -2]", "-2", "the seed -2 is not between 0 and 9223372036854775807"),
        ("small = [1, 2]", "small = [1, 1]", "[1, 1]", "contains a seed twice"),
        ("small = [1, 2]", 'small = ["a"]', '["a"]', "each seed must be an integer"),
        (
            '["good", "plain"]',
            '["good", "plian"]',
            "plian",
            "`plian` is not a configuration; did you mean `plain`?",
        ),
        ("coverage_branch", "coverage_brunch", "brunch", "not a measure; did you mean `coverage_branch`?"),
        ("mann-whitney", "man-whitney", "man-w", "not a statistical test; did you mean `mann-whitney`?"),
        ("mann-whitney", "friedman", '["good", "plain"]', "needs at least 3 configurations"),
        (
            "demo:demo:1",
            "demo:demo",
            "demo:demo",
            "not a Maven coordinate; write it as group:artifact:version",
        ),
        (
            'small = ["demo.One"',
            'small = ["demo.Onne"',
            "Onne",
            "not a class of `classes`; did you mean `demo.One`?",
        ),
        (
            'classes = ["demo.One"',
            'classes = ["demo.Two", "demo.One"',
            "classes",
            "`demo.Two` is listed twice",
        ),
        (
            "statements = 100 ",
            "statments = 100 ",
            "statments",
            "not a kind of budget; did you mean `statements`?",
        ),
        ("statements = 100 ", "statements = 0 ", "= 0 ", "must be at least 1"),
        ("statements = 100 ", 'time = "10 minutes" ', "minutes", "is not a time"),
        ('small = ["search"]', 'small = ["jacocco"]', "jacocco", "not a measurement; did you mean `jacoco`?"),
        ('name = "plain"', 'name = "good"', "[[configuration]]", "the name `good` is used twice"),
        ("limit = 2", "limit = = 2", "limit", "not valid TOML"),
        ("limit = 2", "limit = 0", "limit", "must be at least 1"),
        ('["good", "plain"]', '["good", "good"]', "compare", "names a configuration twice"),
        ("coverage_branch", "jacoco_branch", "measure", "needs the measurement `jacoco`"),
        ("coverage_branch", "pit_mutation", "measure", "needs the measurement `pit`"),
    ],
)
def test_a_mistake_is_reported_with_file_line_and_remedy(write, old, new, at, message):
    path = write((old, new))
    with pytest.raises(study.StudyError) as error:
        study.load(path, "small")
    assert message in str(error.value)
    reported = int(str(error.value).removeprefix(f"{path}:").split(":")[0])
    changed = path.read_text().splitlines()
    if not at.startswith("[["):
        assert at in changed[reported - 1]
    else:
        assert changed[reported - 1].startswith(at)


def test_a_missing_key_is_reported_with_the_line_of_its_table(write):
    path = write(('measure = "coverage_branch"\n', ""))
    with pytest.raises(
        study.StudyError, match=rf":{line_of('[[question]]', STUDY)}: .* lacks the key `measure`"
    ):
        study.load(path, "small")


def test_a_tool_needs_a_budget_in_time(write):
    path = write(
        ("[[subject]]", '[[tool]]\nname = "other"\ncommand = "x {class}"\n\n[[subject]]'),
        ('["good", "plain"]\nmeasure = "coverage_branch"', '["good", "other"]\nmeasure = "cpu_seconds"'),
    )
    with pytest.raises(study.StudyError, match="the tool `other` needs a budget in time"):
        study.load(path, "small")


@pytest.mark.parametrize(
    "command, message",
    [
        ("", "the command is empty"),
        ("run 'it", "the command cannot be split into words"),
        ("run {clas}", "`clas` is not a placeholder; did you mean `class`?"),
        ("run $SURELY_NOT_SET", "the variable `SURELY_NOT_SET` of the environment is not set"),
    ],
)
def test_a_mistake_in_the_command_of_a_tool_is_reported(write, command, message):
    path = write(("[[subject]]", f'[[tool]]\nname = "other"\ncommand = "{command}"\n\n[[subject]]'))
    with pytest.raises(study.StudyError) as error:
        study.load(path, "small")
    assert message in str(error.value)
    assert f":{line_of('command =', path.read_text())}: " in str(error.value)


def test_a_tool_that_no_question_compares_needs_no_budget_in_time(write):
    path = write(("[[subject]]", '[[tool]]\nname = "other"\ncommand = "x {class}"\n\n[[subject]]'))
    assert "other" not in study.load(path, "small").configurations


def test_a_variable_in_the_class_path_of_a_tool_must_be_set(write):
    tool = '[[tool]]\nname = "other"\ncommand = "x ${HOME}"\ntest-classpath = "$NOT_SET"\n\n[[subject]]'
    path = write(("[[subject]]", tool))
    line = path.read_text().splitlines().index('test-classpath = "$NOT_SET"') + 1
    with pytest.raises(study.StudyError, match=rf":{line}: the variable `NOT_SET` of the environment is not set"):
        study.load(path, "small")


def test_a_tool_has_no_measures_of_the_search(write):
    path = write(
        ("small = { statements = 100 }", 'small = { time = "3s" }'),
        ("[[subject]]", '[[tool]]\nname = "other"\ncommand = "x {class}"\n\n[[subject]]'),
        ('["good", "plain"]', '["good", "other"]'),
    )
    with pytest.raises(study.StudyError, match="the tool `other` does not report `coverage_branch`"):
        study.load(path, "small")


def test_a_scale_has_only_its_questions_and_their_configurations(write):
    path = write(
        (
            'test = "mann-whitney"\n',
            'test = "mann-whitney"\n\n[[question]]\ntext = "Faster?"\n'
            'compare = ["good", "plain"]\nmeasure = "auc_branch"\ntest = "wilcoxon"\nscales = ["full"]\n',
        )
    )
    assert len(study.load(path, "small").questions) == 1
    assert len(study.load(path, "full").questions) == 2


def test_runs_end_after_the_search_if_no_question_and_no_measurement_needs_tests(write):
    assert study.load(write(), "small").is_search_only("good")
    for change in (("coverage_branch", "tests_written"), ('small = ["search"]', 'small = ["search", "jacoco"]')):
        assert not study.load(write(change), "small").is_search_only("good")


def test_a_study_that_does_not_exist_is_reported():
    with pytest.raises(study.StudyError, match="cannot read the study"):
        study.load(Path("/nowhere/x.toml"), "small")


@pytest.mark.parametrize("path", sorted((LAB / "studies").glob("*.toml")), ids=lambda path: path.stem)
def test_each_study_is_valid_and_has_thirty_classes_and_ten_seeds_at_full_scale(path):
    for scale in ("small", "medium"):
        study.load(path, scale)
    full = study.load(path, "full")
    assert len(full.subjects) >= 30
    assert len(full.seeds) >= 10


@pytest.mark.parametrize("path", sorted((LAB / "experiments").glob("*.toml")), ids=lambda path: path.stem)
def test_each_experiment_is_valid(path):
    for scale in study.SCALES:
        study.load(path, scale)
