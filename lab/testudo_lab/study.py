"""Loads and checks a study: a TOML file that names subjects, configurations and questions."""

import difflib
import os
import re
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path

SCALES = ("small", "medium", "full")
BUDGETS = ("tests", "statements", "generations", "time")
MEASUREMENTS = ("search", "jacoco", "pit")
TESTS = ("mann-whitney", "wilcoxon", "friedman", "correlation")
COMMANDS = ("generate", "correlation")
# The results contain seeds as signed 64-bit numbers.
LARGEST_SEED = 2**63 - 1
# Parts of the command line of another tool that the lab replaces.
PLACEHOLDERS = ("classpath", "class", "seed", "output", "time")
CRITERIA = (
    "branch",
    "direct-branch",
    "line",
    "statement",
    "weak-mutation",
    "strong-mutation",
    "method",
    "top-method",
    "top-method-no-exception",
    "ordinary-call",
    "exception",
    "output",
    "input",
)

# Measures, which are also columns of the results. A title ends with the unit.
MEASURES = {
    "tests_written": "number of tests",
    "mutation": "mutants killed by the tests in %",
    "diversity": "sum of the distances between tests in characters",
    "statements_executed": "number of executed statements",
    "statements_per_test": "mean number of statements of an executed test",
    "wall_seconds": "duration of the run in s",
    "cpu_seconds": "processor time of the run in s",
    "generation_seconds": "duration of a generation in s",
    "jacoco_line": "lines covered according to JaCoCo in %",
    "jacoco_branch": "branches covered according to JaCoCo in %",
    "pit_mutation": "mutants killed according to PIT in %",
}
for _criterion in CRITERIA:
    _name = _criterion.replace("-", "_")
    MEASURES[f"coverage_{_name}"] = f"covered goals of {_criterion} in %"
    MEASURES[f"covered_{_name}"] = f"number of covered goals of {_criterion}"
    MEASURES[f"auc_{_name}"] = f"area under the curve of {_criterion} coverage in %"
    MEASURES[f"written_{_name}"] = f"goals of {_criterion} that the written tests cover in %"

# Measures that the lab takes itself. Runs of other tools have only these.
MEASURES_OF_TOOLS = (
    "diversity",
    "wall_seconds",
    "cpu_seconds",
    "jacoco_line",
    "jacoco_branch",
    "pit_mutation",
)

# Keys of each table of a study, and whether the key is required.
_KEYS = {
    "study": {
        "title": True,
        "paper": False,
        "measurements": True,
        "deviations": False,
        "limit": False,
        "budget": True,
        "seeds": True,
        "configuration": True,
        "tool": False,
        "subject": True,
        "question": True,
    },
    "budget": dict.fromkeys(SCALES, True),
    "seeds": dict.fromkeys(SCALES, True),
    "measurements": dict.fromkeys(SCALES, True),
    "configuration": {"name": True, "options": True, "command": False},
    "tool": {"name": True, "command": True, "test-classpath": False},
    "subject": {"maven": True, "classes": True, "small": False},
    "question": {
        "text": True,
        "compare": True,
        "measure": True,
        "test": True,
        "reported": False,
        "scales": False,
    },
}


class StudyError(Exception):
    """A mistake in a study. The message names the file and the line, and says what to do."""


@dataclass(frozen=True)
class Configuration:
    """One of the compared configurations: options of Testudo, or the command line of another tool."""

    name: str
    line: int
    options: tuple[str, ...] = ()
    command: str = "generate"
    tool: str | None = None
    test_classpath: str = ""


@dataclass(frozen=True)
class Subject:
    """A class under test and the Maven coordinate of its library."""

    class_name: str
    maven: str
    line: int


@dataclass(frozen=True)
class Question:
    """A research question: the first configuration is compared with each of the others."""

    text: str
    compare: tuple[str, ...]
    measure: str
    test: str
    reported: str
    line: int


@dataclass(frozen=True)
class Study:
    """A study at one scale."""

    name: str
    path: Path
    scale: str
    title: str
    paper: str
    deviations: tuple[str, ...]
    measurements: tuple[str, ...]
    budget: dict[str, object]
    limit: int
    seeds: tuple[int, ...]
    configurations: dict[str, Configuration]
    subjects: dict[str, Subject]
    questions: tuple[Question, ...]

    def is_search_only(self, configuration: str) -> bool:
        """Returns whether no question and no measurement needs the tests that the configuration writes."""
        measures = {each.measure for each in self.questions if configuration in each.compare}
        return self.measurements == ("search",) and all(map(_concerns_search, measures))

    def budget_options(self) -> list[str]:
        """Returns the budget as options of `testudo generate`."""
        return [word for key, value in self.budget.items() for word in (f"--{key}", str(value))]


class _Reader:
    """Reads values from the tables of one file. Every mistake becomes an error with the line."""

    def __init__(self, path: Path):
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()

    def error(self, line: int, problem: str) -> StudyError:
        return StudyError(f"{self.path}:{line}: {problem}")

    def line(self, table: str = "study", index: int = 0, key: str = "", value: str = "") -> int:
        """Returns the line of a key or value in the table with this index, or else the line of the table."""
        start, end = 0, len(self.lines)
        headers = [n for n, text in enumerate(self.lines) if re.match(r"\s*\[", text)]
        tables = [n for n in headers if re.match(rf"\s*\[\[?\s*{re.escape(table)}\s*\]", self.lines[n])]
        if index < len(tables):
            start = tables[index]
            end = next((n for n in headers if n > start), end)
        for number in range(start, end):
            text = self.lines[number]
            if (key and not value and re.match(rf'\s*"?{re.escape(key)}"?\s*=', text)) or (
                value and re.search(rf"(?<![\w.]){re.escape(value)}(?![\w.])", text)
            ):
                return number + 1
        return start + 1

    def check_keys(self, values: dict, table: str, index: int = 0) -> None:
        known = _KEYS[table]
        place = "the study" if table == "study" else f"the table [{table}]"
        for key in values:
            if key not in known:
                raise self.error(
                    self.line(table, index, key),
                    f"{place} has the unknown key `{key}`; {nearest(key, known)}",
                )
        for key, required in known.items():
            if required and key not in values:
                raise self.error(self.line(table, index), f"{place} lacks the key `{key}`; add it")

    def check_choice(self, value: object, choices, what: str, line: int) -> None:
        if value not in choices:
            raise self.error(line, f"`{value}` is not a {what}; {nearest(str(value), choices)}")

    def check_type(self, value: object, kind, what: str, line: int) -> None:
        if not isinstance(value, kind) or isinstance(value, bool):
            names = {str: "a text", int: "an integer", list: "a list", dict: "a table"}
            raise self.error(line, f"{what} must be {names[kind]}; it is `{value}`")

    def texts(self, values: dict, table: str, index: int, key: str) -> tuple[str, ...]:
        """Returns a list of texts that is not empty unless it lists options or deviations."""
        line = self.line(table, index, key)
        found = values.get(key, [])
        self.check_type(found, list, f"`{key}`", line)
        for text in found:
            self.check_type(text, str, f"each value of `{key}`", line)
        if not found and key not in ("options", "deviations"):
            raise self.error(line, f"`{key}` is empty; add at least one value")
        return tuple(found)

    def text_of(self, values: dict, table: str, index: int, key: str) -> str:
        value = values.get(key, "")
        self.check_type(value, str, f"`{key}`", self.line(table, index, key))
        return value


def _concerns_search(measure: str) -> bool:
    return measure.startswith(("coverage_", "covered_", "auc_")) or measure in (
        "generation_seconds",
        "statements_executed",
        "statements_per_test",
    )


def counted(count: int, singular: str, plural: str) -> str:
    """Returns a number with its noun, such as `1 run` or `2 runs`."""
    return f"{count} {singular if count == 1 else plural}"


def nearest(name: str, known) -> str:
    """Returns a proposal: the nearest known name, or all known names."""
    close = difflib.get_close_matches(name, list(known), 1)
    return f"did you mean `{close[0]}`?" if close else "use one of: " + ", ".join(sorted(known))


def load(path: Path, scale: str) -> Study:
    """Returns the study in a file. Raises StudyError if the file has a mistake."""
    reader, values = _parse(path)
    _check_tables(reader, values)
    budgets, seeds, measurements = (
        {each: check(reader, values, each) for each in SCALES} for check in (_budget, _seeds, _measurements)
    )
    configurations = _configurations(reader, values)
    questions = _questions(reader, values, configurations, measurements[scale], scale)
    compared = {name for question in questions for name in question.compare}
    used = {name: found for name, found in configurations.items() if name in compared}
    _check_budget_of_tools(reader, used, budgets[scale], scale)
    return Study(
        name=path.stem,
        path=path,
        scale=scale,
        title=reader.text_of(values, "study", 0, "title"),
        paper=reader.text_of(values, "study", 0, "paper"),
        deviations=reader.texts(values, "study", 0, "deviations"),
        measurements=measurements[scale],
        budget=budgets[scale],
        limit=_limit(reader, values),
        seeds=seeds[scale],
        configurations=used,
        subjects=_subjects(reader, values, scale),
        questions=questions,
    )


def _parse(path: Path) -> tuple[_Reader, dict]:
    """Returns the values in a file, and a reader that finds their lines."""
    try:
        reader = _Reader(path)
        return reader, tomllib.loads(reader.text)
    except OSError as error:
        raise StudyError(f"{path}: cannot read the study: {error.strerror}; check the name") from None
    except UnicodeDecodeError:
        raise StudyError(f"{path}: the file is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = line[1] if line else len(reader.lines)
        raise StudyError(f"{path}:{number}: the file is not valid TOML: {error}; correct this line") from None


def _check_tables(reader: _Reader, values: dict) -> None:
    """Raises StudyError if a table has another type than expected, or if a key is missing or unknown."""
    reader.check_keys(values, "study")
    for table in ("budget", "seeds", "measurements"):
        reader.check_type(values[table], dict, f"`{table}`", reader.line(table))
        reader.check_keys(values[table], table)
    for table in ("configuration", "tool", "subject", "question"):
        rows = values.get(table, [])
        reader.check_type(rows, list, f"`{table}`", reader.line(table))
        for index, row in enumerate(rows):
            reader.check_type(row, dict, f"each `{table}`", reader.line(table, index))
            reader.check_keys(row, table, index)


def _check_budget_of_tools(reader: _Reader, used: dict[str, Configuration], budget: dict, scale: str) -> None:
    """Raises StudyError if the study runs another tool without a budget in time."""
    for configuration in used.values():
        if configuration.tool and "time" not in budget:
            raise reader.error(
                configuration.line,
                f"the tool `{configuration.name}` needs a budget in time; "
                f'set `{scale} = {{ time = "10s" }}` in [budget]',
            )


def _limit(reader: _Reader, values: dict) -> int:
    """Returns the number of seconds after which a run is ended."""
    limit, line = values.get("limit", 900), reader.line("study", 0, "limit")
    reader.check_type(limit, int, "`limit`", line)
    if limit < 1:
        raise reader.error(line, f"`limit` must be at least 1; it is {limit}")
    return limit


def _budget(reader: _Reader, values: dict, scale: str) -> dict[str, object]:
    budget = values["budget"][scale]
    line = reader.line("budget", 0, scale)
    reader.check_type(budget, dict, "the budget", line)
    if len(budget) != 1:
        raise reader.error(line, f"the budget must have one limit; use one of: {', '.join(BUDGETS)}")
    ((kind, amount),) = budget.items()
    reader.check_choice(kind, BUDGETS, "kind of budget", line)
    reader.check_type(amount, str if kind == "time" else int, f"`{kind}`", line)
    if kind == "time" and seconds(amount) is None:
        raise reader.error(line, f'`{amount}` is not a time; write it like "30s" or "2m"')
    if kind != "time" and amount < 1:
        raise reader.error(line, f"`{kind}` must be at least 1; it is {amount}")
    return budget


def _seeds(reader: _Reader, values: dict, scale: str) -> tuple[int, ...]:
    seeds = values["seeds"][scale]
    line = reader.line("seeds", 0, scale)
    reader.check_type(seeds, list, "the seeds", line)
    if not seeds:
        raise reader.error(line, f"the list of seeds `{scale}` is empty; add at least one seed")
    for seed in seeds:
        reader.check_type(seed, int, "each seed", line)
        if not 0 <= seed <= LARGEST_SEED:
            raise reader.error(line, f"the seed {seed} is not between 0 and {LARGEST_SEED}")
    if len(set(seeds)) != len(seeds):
        raise reader.error(line, "the list of seeds contains a seed twice; remove it")
    return tuple(seeds)


def _measurements(reader: _Reader, values: dict, scale: str) -> tuple[str, ...]:
    names = reader.texts(values["measurements"], "measurements", 0, scale)
    for name in names:
        reader.check_choice(name, MEASUREMENTS, "measurement", reader.line("measurements", 0, scale))
    return names


def _configurations(reader: _Reader, values: dict) -> dict[str, Configuration]:
    found = {}
    for table in ("configuration", "tool"):
        for index, row in enumerate(values.get(table, [])):
            line = reader.line(table, index)
            name = reader.text_of(row, table, index, "name")
            if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.+-]*", name):
                raise reader.error(
                    line, f"the name `{name}` must consist of letters, digits, `.`, `+` and `-`"
                )
            if name in found:
                raise reader.error(line, f"the name `{name}` is used twice; rename one configuration")
            command = reader.text_of(row, table, index, "command")
            if table == "tool":
                _check_command_line(reader, command, reader.line(table, index, "command"))
                libraries = reader.text_of(row, table, index, "test-classpath")
                _check_variables(reader, libraries, reader.line(table, index, "test-classpath"))
                found[name] = Configuration(name, line, tool=command, test_classpath=libraries)
            else:
                command = command or "generate"
                reader.check_choice(
                    command, COMMANDS, "command of Testudo", reader.line(table, index, "command")
                )
                found[name] = Configuration(name, line, reader.texts(row, table, index, "options"), command)
    return found


def _check_command_line(reader: _Reader, command: str, line: int) -> None:
    """Raises StudyError if the command line of a tool is empty, or contains something unknown."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise reader.error(line, f"the command cannot be split into words: {error}; check the quotes") from None
    if not words:
        raise reader.error(line, "the command is empty; write the command line of the tool")
    for name in re.findall(r"(?<!\$)\{(\w+)\}", command):
        reader.check_choice(name, PLACEHOLDERS, "placeholder", line)
    _check_variables(reader, command, line)


def _check_variables(reader: _Reader, text: str, line: int) -> None:
    """Raises StudyError if a variable of the environment in the text is not set."""
    for name in re.findall(r"\$\{?(\w+)", text):
        if name not in os.environ:
            raise reader.error(line, f"the variable `{name}` of the environment is not set; set it")


def _subjects(reader: _Reader, values: dict, scale: str) -> dict[str, Subject]:
    found: dict[str, Subject] = {}
    for index, row in enumerate(values["subject"]):
        maven = reader.text_of(row, "subject", index, "maven")
        if not re.fullmatch(r"[\w.-]+(:[\w.-]+){2}", maven):
            raise reader.error(
                reader.line("subject", index, "maven"),
                f"`{maven}` is not a Maven coordinate; write it as group:artifact:version",
            )
        classes = reader.texts(row, "subject", index, "classes")
        small = reader.texts(row, "subject", index, "small") if "small" in row else ()
        for name in small:
            reader.check_choice(
                name, classes, "class of `classes`", reader.line("subject", index, value=name)
            )
        for name in classes:
            line = reader.line("subject", index, value=name)
            if name in found:
                raise reader.error(line, f"the class `{name}` is listed twice; remove it here")
            found[name] = Subject(name, maven, line)
        if scale == "small":
            for name in set(classes) - set(small):
                del found[name]
    if not found:
        raise reader.error(reader.line("subject"), "no class is in a list `small`; add at least one class")
    return found


def _questions(
    reader: _Reader, values: dict, configurations: dict, measurements: tuple[str, ...], scale: str
) -> tuple[Question, ...]:
    """Returns the questions of a scale. The questions of the other scales are only checked."""
    found = []
    for index, row in enumerate(values["question"]):
        question = _question(reader, row, index, configurations)
        scales = reader.texts(row, "question", index, "scales") if "scales" in row else SCALES
        for name in scales:
            reader.check_choice(name, SCALES, "scale", reader.line("question", index, "scales"))
        if scale in scales:
            compared = [configurations[name] for name in question.compare]
            at = reader.line("question", index, "measure")
            _check_measured(reader, question.measure, compared, measurements, at)
            found.append(question)
    if not found:
        raise reader.error(
            reader.line("question"), f"the study has no question at the scale `{scale}`; add one"
        )
    return tuple(found)


def _question(reader: _Reader, row: dict, index: int, configurations: dict) -> Question:
    test = reader.text_of(row, "question", index, "test")
    reader.check_choice(test, TESTS, "statistical test", reader.line("question", index, "test"))
    measure = reader.text_of(row, "question", index, "measure")
    measures = ["correlation"] if test == "correlation" else MEASURES
    reader.check_choice(measure, measures, "measure", reader.line("question", index, "measure"))
    question = Question(
        text=reader.text_of(row, "question", index, "text"),
        compare=_compared(reader, row, index, test, configurations),
        measure=measure,
        test=test,
        reported=reader.text_of(row, "question", index, "reported"),
        line=reader.line("question", index),
    )
    commands = {configurations[name].command for name in question.compare}
    if any((command == "correlation") != (test == "correlation") for command in commands):
        raise reader.error(
            question.line,
            "the command `correlation` and the test `correlation` need each other; change one of them",
        )
    return question


def _compared(reader: _Reader, row: dict, index: int, test: str, configurations: dict) -> tuple[str, ...]:
    """Returns the configurations that a question compares."""
    compare, line = reader.texts(row, "question", index, "compare"), reader.line("question", index, "compare")
    for name in compare:
        reader.check_choice(name, configurations, "configuration", line)
    if len(set(compare)) < len(compare):
        raise reader.error(line, "`compare` names a configuration twice; remove it")
    least = {"correlation": 1, "friedman": 3}.get(test, 2)
    if len(compare) < least:
        raise reader.error(line, f"the test `{test}` needs at least {least} configurations in `compare`")
    return compare


def _check_measured(
    reader: _Reader, measure: str, compared: list[Configuration], measurements: tuple[str, ...], line: int
) -> None:
    """Raises StudyError if the runs of a question do not record its measure."""
    measurement = measure.partition("_")[0]
    if measurement in ("jacoco", "pit") and measurement not in measurements:
        raise reader.error(
            line, f"the measure `{measure}` needs the measurement `{measurement}`; add it to [measurements]"
        )
    for configured in compared:
        if configured.tool and measure not in MEASURES_OF_TOOLS:
            raise reader.error(
                line,
                f"the tool `{configured.name}` does not report `{measure}`; "
                f"use one of: {', '.join(MEASURES_OF_TOOLS)}",
            )


def seconds(time: str) -> float | None:
    """Returns a time such as `30s` or `2m` in seconds, or None if the text is not a time."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h)", time)
    return float(match[1]) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[match[2]] if match else None
