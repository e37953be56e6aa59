"""Draws the figures of a report as SVG.

The colours are those of Okabe and Ito (2008), which the colour-blind can distinguish. Line styles and hatches repeat
the distinction in print without colours.
"""

import io
from itertools import cycle

import matplotlib

matplotlib.use("svg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import scikit_posthocs

from testudo_lab import statistics

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442", "#999999")
_LINES = ("-", "--", "-.", ":", (0, (5, 4)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 3)))
_HATCHES = ("", "//", "\\\\", "..", "xx", "--", "||", "oo")
_WIDTH = 7.2

plt.rcParams.update(
    {
        # Fixed identifiers make equal data produce equal files.
        "svg.hashsalt": "testudo",
        "svg.fonttype": "none",
        "font.size": 10,
        "font.family": "sans-serif",
        "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "figure.constrained_layout.use": True,
    }
)


def _svg(figure) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    plt.close(figure)
    return text.getvalue()[text.getvalue().index("<svg") :]


def boxes(means: pd.DataFrame, title: str) -> str:
    """Draws a box plot: one box for each configuration, one value for each class; a diamond marks the mean."""
    names = list(means.columns)
    figure, axes = plt.subplots(figsize=(_WIDTH, 0.9 + 0.45 * len(names)))
    drawn = axes.boxplot(
        [means[name] for name in reversed(names)],
        orientation="horizontal",
        patch_artist=True,
        showmeans=True,
        widths=0.6,
        flierprops={"marker": ".", "markersize": 5},
        meanprops={"marker": "D", "markerfacecolor": "white", "markeredgecolor": "black", "markersize": 5},
        medianprops={"color": "black", "linewidth": 1.5},
    )
    for box, colour, hatch in zip(reversed(drawn["boxes"]), cycle(COLOURS), cycle(_HATCHES)):
        box.set(facecolor=colour, alpha=0.55, hatch=hatch, edgecolor="black")
    axes.set_yticklabels(list(reversed(names)))
    axes.set_xlabel(title)
    axes.grid(axis="x", color="#dddddd")
    return _svg(figure)


def over_time(runs: pd.DataFrame, configurations, criterion: str) -> str | None:
    """Draws the mean coverage of a criterion over time with 95 % bands, or returns None if no run recorded it."""
    curve = f"curve_{criterion}"
    if curve not in runs or not runs[curve].notna().any():
        return None
    points = np.linspace(0, 1, 101)
    figure, axes = plt.subplots(figsize=(_WIDTH, 3.4))
    for name, colour, line in zip(configurations, cycle(COLOURS), cycle(_LINES)):
        chosen = runs[(runs.configuration == name) & runs[curve].notna()]
        if chosen.empty:
            continue
        middle, low, high = statistics.bands(chosen, curve, points)
        axes.plot(100 * points, middle, color=colour, linestyle=line, linewidth=1.8, label=name)
        axes.fill_between(100 * points, low, high, color=colour, alpha=0.15, linewidth=0)
    goals = f"covered goals of {criterion.replace('_', '-')} in %"
    axes.set(xlabel="spent budget in %", ylabel=goals, xlim=(0, 100))
    axes.grid(color="#dddddd")
    axes.legend(loc="lower right", frameon=True, framealpha=0.9, edgecolor="#dddddd")
    return _svg(figure)


def critical_differences(ranking: statistics.Ranking) -> str:
    """Draws a critical-difference diagram: mean ranks, and bars over configurations without a significant difference."""
    figure, axes = plt.subplots(figsize=(_WIDTH, 1.3 + 0.22 * len(ranking.ranks)))
    scikit_posthocs.critical_difference_diagram(
        ranking.ranks,
        ranking.nemenyi,
        ax=axes,
        label_fmt_left="{label} ({rank:.2f})\u00a0",
        label_fmt_right="\u00a0{label} ({rank:.2f})",
        color_palette=dict.fromkeys(ranking.ranks.index, "black"),
        crossbar_props={"color": "black"},
    )
    axes.set_xlabel("mean rank")
    return _svg(figure)


def heat_map(table: pd.DataFrame) -> str:
    """Draws a matrix of correlations. Each cell also shows its number."""
    size = 1.6 + 0.62 * len(table)
    figure, axes = plt.subplots(figsize=(size + 1.2, size))
    image = axes.imshow(table.to_numpy(), cmap="cividis", vmin=min(0.0, float(table.min().min())), vmax=1)
    labels = [name.replace("_", "-") for name in table.columns]
    axes.set_xticks(range(len(labels)), labels, rotation=45, ha="right")
    axes.set_yticks(range(len(labels)), labels)
    axes.spines[:].set_visible(False)
    for (row, column), value in np.ndenumerate(table.to_numpy()):
        if not np.isnan(value):
            axes.text(
                column,
                row,
                f"{value:.2f}",
                ha="center",
                va="center",
                fontsize=9,
                color="white" if value < 0.5 else "black",
            )
    figure.colorbar(image, label="correlation coefficient (Pearson)", shrink=0.8)
    return _svg(figure)
