"""Collects the results of a study: JSON files become one Parquet file with one row for each run.

docs/lab.md describes the columns.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from testudo_lab import study, subjects
from testudo_lab.run import SCHEMA

# Columns of each row, whether or not the run succeeded.
FACTS = (
    "study",
    "scale",
    "class",
    "maven",
    "configuration",
    "seed",
    "status",
    "message",
    "exit_code",
    "wall_seconds",
    "cpu_seconds",
    "started",
)

# Columns that have one value in comparable runs: the plural of the fact, and the column whose groups are comparable.
COMPARABLE = {
    "tool_sha256": ("programs", "tool"),
    "jar_sha256": ("jars of one class", "class"),
    "cpu": ("processors", None),
    "java": ("JDKs", None),
    "budget": ("budgets", None),
    "options": ("options of one configuration", "configuration"),
}

# Statuses of runs without a failure.
SUCCESSFUL = ("written", "searched")


@dataclass(frozen=True)
class Results:
    """The results of a study, and a sentence for each problem."""

    runs: pd.DataFrame
    problems: list[str]


def path(folder: Path, class_name: str, configuration: str, seed: int) -> Path:
    """Returns the path of the result of a run."""
    return folder / class_name / configuration / f"{seed}.json"


def collect(chosen: study.Study, folder: Path) -> Results:
    """Reads the results of all runs of a study. Missing and damaged results become problems."""
    rows, problems, missing = [], [], {}
    for subject in chosen.subjects.values():
        for configuration, seed in product(chosen.configurations, chosen.seeds):
            file = path(folder, subject.class_name, configuration, seed)
            try:
                rows.append(row(_read(file)))
            except FileNotFoundError:
                missing.setdefault(subject, []).append(f"{configuration}/{seed}")
            except (OSError, ValueError, KeyError, TypeError) as error:
                reason = f"the key {error} is missing" if isinstance(error, KeyError) else error
                problems.append(
                    f"{file}: cannot read the result: {reason}; delete the file, then run the lab again"
                )
    problems += [_missing(chosen, subject, runs, folder) for subject, runs in missing.items()]
    runs = pd.DataFrame(rows)
    return Results(runs, problems + (_suspicious(chosen, runs, folder) if rows else []))


def _read(file: Path) -> dict:
    """Returns the result in a file. Raises ValueError if it has another schema."""
    result = json.loads(file.read_text(encoding="utf-8"))
    if result["schema"] != SCHEMA:
        raise ValueError(f"its schema is {result['schema']}, not {SCHEMA}")
    return result


def _missing(chosen: study.Study, subject: study.Subject, runs: list[str], folder: Path) -> str:
    """Returns the problem that runs of a class have no result."""
    count = study.counted(len(runs), "run", "runs")
    listed = ", ".join([*runs[:3], *(["..."] if len(runs) > 3 else [])])
    remedy = _why_missing(folder, subject) or "; run the lab again"
    return f"{chosen.path}:{subject.line}: {count} of {subject.class_name} without a result: {listed}{remedy}"


def _why_missing(folder: Path, subject: study.Subject) -> str:
    """Returns why the library of a class was not downloaded, or an empty text.

    `folder` contains the runs of the study.
    """
    file = subjects.failure(folder.parent.parent.parent / subjects.list_of_jars(subject.maven))
    return f": {file.read_text(encoding='utf-8')}" if file.exists() else ""


def _suspicious(chosen: study.Study, runs: pd.DataFrame, folder: Path) -> list[str]:
    """Returns problems of results that exist."""
    return [*_failed(chosen, runs), *_not_comparable(chosen, runs, folder), *_not_measured(chosen, runs)]


def _failed(chosen: study.Study, runs: pd.DataFrame) -> Iterator[str]:
    """Yields a problem for each class and reason for which runs failed."""
    failed = runs[~runs.status.isin(SUCCESSFUL)]
    failed = failed.assign(reason=failed.message.map(_last_line))
    for (name, status, message), group in failed.groupby(["class", "status", "reason"]):
        count = study.counted(len(group), "run", "runs")
        configurations = ", ".join(sorted(set(group.configuration)))
        yield (
            f"{chosen.path}:{chosen.subjects[name].line}: {count} of {name} with the status `{status}` "
            f"({configurations}){': ' if message else ''}{message}; to repeat a run, delete its file"
        )


def _not_comparable(chosen: study.Study, runs: pd.DataFrame, folder: Path) -> Iterator[str]:
    """Yields a problem for each fact that differs between runs, although it must be equal."""
    for column, (what, grouping) in COMPARABLE.items():
        for group in [group for _, group in runs.groupby(grouping)] if grouping else [runs]:
            if group[column].nunique() > 1:
                found = "; ".join(_described(column, value, same) for value, same in group.groupby(column))
                yield (
                    f"{chosen.path}:1: the results come from different {what}: {found}; to compare equal "
                    f"runs, delete the folder {folder}, then run the lab again"
                )


def _not_measured(chosen: study.Study, runs: pd.DataFrame) -> Iterator[str]:
    """Yields a problem for each configuration for which JaCoCo or PIT failed."""
    for name, group in runs.dropna(subset=["measure_error"]).groupby("configuration"):
        count = study.counted(len(group), "run", "runs")
        yield (
            f"{chosen.path}:{chosen.configurations[name].line}: the measurement of {count} of `{name}` failed; "
            f"the first error: {group.measure_error.iloc[0]}"
        )


def _described(column: str, value: object, runs: pd.DataFrame) -> str:
    """Returns a value of a column, with the runs that have it. Checksums are shortened."""
    text = str(value)
    if column.endswith("sha256"):
        versions = runs["tool_version"].dropna().unique() if column == "tool_sha256" else []
        text = " ".join([*map(str, versions), *(word[:12] for word in text.split()[:3])])
    configurations = ", ".join(sorted(set(runs.configuration)))
    return f"{text[:60]} ({study.counted(len(runs), 'run', 'runs')}: {configurations})"


def _last_line(message: object) -> str:
    """Returns the last line of a message that is not part of a stack trace."""
    lines = [line for line in str(message).strip().splitlines() if not line.lstrip().startswith(("at ", "..."))]
    return lines[-1].strip() if lines else ""


def row(result: dict) -> dict:
    """Returns the row of a result: facts, measures, and coverage over time. A failed run has no measures."""
    report, measured = result.get("report", {}), result.get("measured", {})
    values = _facts(result)
    if "goals" in report:
        values |= _effort(report)
        if result["status"] == "written":
            values |= _strength(report)
    values |= _correlations(report) | _outside(measured)
    if result["status"] in SUCCESSFUL:
        values |= _coverage_over_time(result.get("timeline") or {}, result["budget"])
    return values


def _facts(result: dict) -> dict:
    """Returns what was run, how it ended, with which program and on which machine."""
    tool, machine = result.get("tool", {}), result["machine"]
    facts = {name: result.get(name) for name in FACTS}
    return facts | {
        "budget": " ".join(f"{key}={value}" for key, value in result["budget"].items()),
        "options": " ".join(result["options"]),
        "tool": tool.get("name"),
        "tool_version": tool.get("version"),
        "tool_sha256": tool.get("sha256"),
        "jar_sha256": " ".join(jar["sha256"] for jar in result["jars"]),
        "node": machine["node"],
        "cpu": machine["cpu"],
        "cores": machine["cores"],
        "core": machine.get("core"),
        "memory_mb": machine["memory_mb"],
        "java": machine["java"],
        "load": machine["load"],
    }


def _effort(report: dict) -> dict:
    """Returns how much the search executed, and how long it took."""
    names = ("tests_executed", "statements_executed", "generations", "search_seconds", "total_seconds")
    values = {name: report.get(name) for name in names}
    if report["tests_executed"]:
        values["statements_per_test"] = report["statements_executed"] / report["tests_executed"]
    if report["generations"]:
        values["generation_seconds"] = report["search_seconds"] / report["generations"]
    return values


def _strength(report: dict) -> dict:
    """Returns the number of the written tests, what they kill and what they cover."""
    values = {
        "tests_written": report["tests_written"],
        "mutation": _percent(report["mutants_killed"], report["mutants"]),
    }
    for criterion in report["criteria"]:
        values[f"written_{_column(criterion['criterion'])}"] = _percent(criterion["covered"], criterion["goals"])
    return values


def _correlations(report: dict) -> dict:
    """Returns the coefficients of `testudo correlation`."""
    values = {}
    for pair in report.get("correlations", []):
        first, second = sorted(map(_column, pair["criteria"]))
        values[f"correlation_{first}__{second}"] = pair["correlation"]
    return values


def _outside(measured: dict) -> dict:
    """Returns what JaCoCo and PIT measured, and the diversity of the tests."""
    values = {"diversity": measured.get("diversity"), "measure_error": measured.get("error")}
    for kind in ("line", "branch"):
        if f"jacoco_{kind}_total" in measured:
            values[f"jacoco_{kind}"] = _percent(
                measured[f"jacoco_{kind}_covered"], measured[f"jacoco_{kind}_total"]
            )
    if "pit_mutants" in measured:
        values["pit_mutation"] = _percent(measured["pit_killed"], measured["pit_mutants"])
    return values


def _coverage_over_time(timeline: dict, budget: dict) -> dict:
    if not timeline.get("tests"):
        return {}
    ((kind, amount),) = budget.items()
    spent = np.array(timeline["seconds" if kind == "time" else kind], float)
    spent = np.minimum(spent / (study.seconds(amount) if kind == "time" else amount), 1)
    values: dict = {"time_spent": spent.tolist()}
    for criterion, counts in timeline["covered"].items():
        covered, goals = np.array(counts, float), timeline["goals"][criterion][-1]
        values[f"covered_{_column(criterion)}"] = int(covered[-1])
        values[f"coverage_{_column(criterion)}"] = _percent(covered[-1], goals)
        values[f"auc_{_column(criterion)}"] = 100 * area(spent, covered / goals) if goals else None
        # Exceptions become goals when a test throws them, so their share is not a coverage.
        if goals and criterion != "exception":
            values[f"curve_{_column(criterion)}"] = (100 * covered / goals).tolist()
    return values


def area(spent: np.ndarray, coverage: np.ndarray) -> float:
    """Returns the area under the curve of coverage by the trapezoidal rule, from 0 to 1.

    A search that ends early keeps its coverage until the end of the budget (Panichella et al. 2018, Section 4.6).
    """
    return float(np.trapezoid(np.append(coverage, coverage[-1]), np.append(spent, 1.0)))


def _percent(part: float, whole: float) -> float | None:
    return 100 * part / whole if whole else None


def _column(criterion: str) -> str:
    return criterion.replace("-", "_")


def write(results: Results, file: Path) -> None:
    """Writes the runs as Parquet. The file appears at once."""
    temporary = file.with_suffix(".tmp")
    results.runs.to_parquet(temporary, index=False)
    temporary.replace(file)

