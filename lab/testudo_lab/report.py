"""Writes the report of a study: one HTML file without external files."""

from dataclasses import dataclass, replace
from pathlib import Path

import jinja2
import pandas as pd

from testudo_lab import figures, results, statistics, study

SMALLER_IS_BETTER = ("tests_written", "statements_per_test", "wall_seconds", "cpu_seconds", "generation_seconds")


@dataclass(frozen=True)
class Answer:
    """The answer to one question, with its table and figures."""

    question: study.Question
    sentence: str
    measure: str
    first: tuple[float, tuple[float, float]] | None
    comparisons: list[statistics.Comparison]
    ranking: statistics.Ranking | None
    means: pd.DataFrame | None
    figures: list[tuple[str, str]]
    warnings: list[str]

    @classmethod
    def without_results(cls, question: study.Question) -> "Answer":
        title = study.MEASURES.get(question.measure, "")
        return cls(question, "No answer: the results are missing.", title, None, [], None, None, [], [])


def answer(question: study.Question, runs: pd.DataFrame) -> Answer:
    """Answers a question from the rows of the results. Configurations without a result are left out."""
    if question.test == "correlation":
        return _correlation(question, runs)
    measured = _measured(question, runs)
    absent = [name for name in question.compare if name not in measured]
    least = 3 if question.test == "friedman" else 2
    if question.compare[0] in absent or len(measured) < least:
        return Answer.without_results(question)
    question = replace(question, compare=measured)
    runs = runs[runs.configuration.isin(measured)]
    means = statistics.class_means(runs, question.measure, measured)
    if means.empty:
        return Answer.without_results(question)
    comparisons = statistics.compare(runs, question.measure, measured)
    ranking = None
    if question.test == "friedman":
        ranking = statistics.friedman(_larger_is_better(runs, question.measure), question.measure, measured)
    warnings = [f"The results of these configurations are missing: {', '.join(absent)}."] if absent else []
    first = means[measured[0]]
    return Answer(
        question,
        _sentence(question, comparisons, ranking),
        study.MEASURES[question.measure],
        (first.mean(), statistics.interval(first)),
        comparisons,
        ranking,
        means,
        _figures(question, runs, means, ranking),
        warnings + _warnings(question, runs, means),
    )


def _measured(question: study.Question, runs: pd.DataFrame) -> tuple[str, ...]:
    """Returns the configurations of a question for which at least one run has the measure."""
    if question.measure not in runs:
        return ()
    found = set(runs.dropna(subset=[question.measure]).configuration)
    return tuple(name for name in question.compare if name in found)


def _figures(
    question: study.Question,
    runs: pd.DataFrame,
    means: pd.DataFrame,
    ranking: statistics.Ranking | None,
) -> list[tuple[str, str]]:
    """Returns the figures of an answer, each with its caption."""
    title = study.MEASURES[question.measure]
    drawn = [(figures.boxes(means, title), "Means of the classes. A diamond marks the mean of all classes.")]
    kind, _, criterion = question.measure.partition("_")
    if kind in ("coverage", "auc", "covered", "written"):
        curves = figures.over_time(runs[runs["class"].isin(means.index)], question.compare, criterion)
        if curves:
            caption = "Coverage during the search: mean of the classes, with the 95 % interval of the seeds."
            drawn.append((curves, caption))
    if ranking:
        caption = (
            "Mean ranks over the classes (1 is best). A bar connects configurations without a significant "
            f"difference (Nemenyi test). Critical difference: {ranking.critical_difference:.2f}."
        )
        drawn.append((figures.critical_differences(ranking), caption))
    return drawn


def _larger_is_better(runs: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Returns the runs with a measure for which a larger value is better: negative values if a smaller one was."""
    return runs.assign(**{measure: _sign(measure) * runs[measure]})


def _sign(measure: str) -> int:
    """Returns 1 if a larger value is better, and -1 if a smaller value is better."""
    return -1 if measure in SMALLER_IS_BETTER else 1


def _warnings(question: study.Question, runs: pd.DataFrame, means: pd.DataFrame) -> list[str]:
    """Returns sentences about what the results cannot show."""
    found = []
    values = runs.dropna(subset=[question.measure])
    sizes = values[values["class"].isin(means.index)].groupby(["class", "configuration"]).size()
    seeds = int(sizes.max())
    least = statistics.smallest_p(seeds, seeds)
    if least >= statistics.ALPHA:
        found.append(
            f"With {study.counted(seeds, 'run', 'runs')} for a class and a configuration, the Mann-Whitney test "
            f"cannot reach p < 0.05: its smallest p-value is {least:.2g}. Use at least 4 seeds."
        )
    elif question.test == "mann-whitney" and least * len(means) >= statistics.ALPHA:
        found.append(
            f"With {study.counted(seeds, 'run', 'runs')} for a class and a configuration, and {len(means)} classes, "
            "no class can be significant after Holm's correction. Use more seeds."
        )
    incomplete = sorted(set(sizes[sizes < seeds].index.get_level_values("class")))
    if incomplete:
        found.append(f"These classes have fewer than {seeds} runs in a configuration: {', '.join(incomplete)}.")
    if len(means) < 6 and question.test == "wilcoxon":
        found.append(
            f"With {study.counted(len(means), 'class', 'classes')}, the Wilcoxon test cannot reach p < 0.05. "
            "Use at least 6 classes."
        )
    absent = sorted(set(runs["class"]) - set(means.index))
    if absent:
        found.append(
            f"These classes lack the measure for a configuration and are not included: {', '.join(absent)}."
        )
    return found


def _sentence(question: study.Question, comparisons, ranking) -> str:
    parts, verdicts = [], []
    for comparison in comparisons:
        verdict, evidence = _verdict(question, comparison, ranking)
        verdicts.append(verdict)
        word = {1: "higher than", -1: "lower than", 0: "not significantly different from"}[verdict]
        parts.append(
            f"{word} {comparison.other} (A12 = {comparison.a12:.2f}, {comparison.magnitude}; {evidence})"
        )
    title = study.MEASURES[question.measure].rsplit(" in ", 1)[0]
    head = _best(ranking) if question.text.startswith("Which") and ranking else _head(question, verdicts)
    return f"{head}. {title[0].upper()}{title[1:]}: {question.compare[0]} is {'; '.join(parts)}."


def _verdict(question: study.Question, comparison: statistics.Comparison, ranking) -> tuple[int, str]:
    """Returns whether the first configuration is higher (1), lower (-1) or not significantly different, and why."""
    first = question.compare[0]
    if question.test == "mann-whitney":
        # A few significant classes prove nothing if all classes together do not show the same.
        low, high = comparison.a12_interval
        effect = int(low > 0.5) - int(high < 0.5)
        balance = comparison.better_holm - comparison.worse_holm
        balance = balance if balance * effect > 0 else 0
        evidence = (
            f"higher on {comparison.better} of {comparison.classes} classes, lower on {comparison.worse}; "
            f"after Holm's correction {comparison.better_holm} and {comparison.worse_holm}"
        )
    elif ranking:
        p = ranking.nemenyi.loc[first, comparison.other]
        # The Nemenyi test counts only if Friedman's test is significant.
        is_significant = max(p, ranking.p) < statistics.ALPHA
        # The best rank is 1, also if a smaller value is better.
        advantage = ranking.ranks[comparison.other] - ranking.ranks[first]
        balance = _sign(question.measure) * advantage if is_significant else 0
        evidence = f"p {shown_p(p)}"
    else:
        balance = comparison.direction if comparison.p < statistics.ALPHA else 0
        evidence = f"p {shown_p(comparison.p)}"
    return int(balance > 0) - int(balance < 0), evidence


def _head(question: study.Question, verdicts: list[int]) -> str:
    """Returns the answer to a question that can be answered with yes or no."""
    good = [_sign(question.measure) * verdict for verdict in verdicts]
    if min(good) > 0:
        return "Yes"
    if max(good) <= 0 and min(good) < 0:
        return "No"
    return "Partly" if any(good) else "Not shown"


def _best(ranking: statistics.Ranking) -> str:
    """Returns the configurations of which none is significantly worse than the best."""
    ordered = ranking.ranks.sort_values()
    best = ordered.index[0]
    p_values = ranking.nemenyi.loc[best].clip(lower=ranking.p)
    equal = [name for name in ordered.index[1:] if p_values[name] >= statistics.ALPHA]
    others = f", not significantly better than {', '.join(equal)}" if equal else ""
    return f"{best} (mean rank {ordered.iloc[0]:.1f}){others}"


def shown(value: float, sign: str = "") -> str:
    """Returns a number with one decimal, or with two significant digits if it is smaller than 1."""
    return format(value, f"{sign}.1f" if abs(value) >= 1 or value == 0 else f"{sign}.2g")


def shown_p(p: float) -> str:
    """Returns a p-value as text, with its relation sign."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def _correlation(question: study.Question, runs: pd.DataFrame) -> Answer:
    title = "correlation coefficient of two criteria"
    table = statistics.mean_correlations(runs, question.compare)
    if table.empty:
        return Answer.without_results(question)
    pairs = (
        table.where(
            pd.DataFrame(
                [[row < column for column in table] for row in table.index], table.index, table.columns
            )
        )
        .stack()
        .dropna()
        .sort_values(ascending=False)
    )
    strong = pairs[pairs >= 0.7]
    listed = ", ".join(f"{a} and {b} ({value:.2f})".replace("_", "-") for (a, b), value in strong.items())
    classes = runs[runs.configuration.isin(question.compare)]["class"].nunique()
    sentence = (
        f"{len(strong)} of {len(pairs)} pairs of criteria have a coefficient of at least 0.7 "
        f"(mean of {classes} classes){': ' if listed else ''}{listed}."
    )
    return Answer(
        question,
        sentence,
        title,
        None,
        [],
        None,
        None,
        [
            (
                figures.heat_map(table),
                "Correlation of the numbers of covered goals in random suites: means of "
                "the classes and seeds.",
            )
        ],
        [],
    )


def write(chosen: study.Study, collected: results.Results, file: Path) -> None:
    """Writes the report. The file appears at once."""
    runs = collected.runs
    if runs.empty:
        answers = [Answer.without_results(question) for question in chosen.questions]
    else:
        answers = [answer(question, runs) for question in chosen.questions]
    expected = len(chosen.subjects) * len(chosen.configurations) * len(chosen.seeds)
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("testudo_lab", "."), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals |= {"shown": shown, "shown_p": shown_p}
    text = environment.get_template("report.html").render(
        study=chosen,
        answers=answers,
        problems=collected.problems,
        expected=expected,
        succeeded=0 if runs.empty else int(runs.status.isin(results.SUCCESSFUL).sum()),
        provenance=[] if runs.empty else _provenance(runs),
    )
    temporary = file.with_suffix(".tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(file)


def _provenance(runs: pd.DataFrame) -> list[tuple[str, str]]:
    def values(name: str) -> str:
        return ", ".join(map(str, runs[name].dropna().unique())) or "none"

    return [
        ("version of the generator", values("tool_version")),
        ("SHA-256 of the generator", values("tool_sha256")),
        ("budget of a run", values("budget")),
        ("processor", values("cpu")),
        ("cores", values("cores")),
        ("memory in MB", values("memory_mb")),
        ("JDK", values("java")),
        ("nodes", str(runs["node"].nunique())),
        (
            "load of the machine at the start of the runs",
            f"median {runs['load'].median():.1f}, maximum {runs['load'].max():.1f}",
        ),
        (
            "duration of a run in s",
            f"median {runs['wall_seconds'].median():.1f}, maximum {runs['wall_seconds'].max():.1f}",
        ),
        (
            "processor time of a run in s",
            f"median {runs['cpu_seconds'].median():.1f}, sum {runs['cpu_seconds'].sum():.0f}",
        ),
        ("first and last start of a run", f"{runs['started'].min()}, {runs['started'].max()}"),
    ]
