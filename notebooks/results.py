"""The committed results as data frames: every CSV below data/results."""

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "data" / "results"

plt.rcParams.update(
    {
        "figure.dpi": 60,
        "savefig.dpi": 60,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.prop_cycle": plt.cycler(
            color=["#0072b2", "#c04f00", "#007a58", "#a8477f", "#7a6a00", "#4b4b4b"]
        ),
    }
)


def all_tables():
    """Every committed table: its name (folder/file.csv) and its data frame."""
    return {
        path.relative_to(RESULTS).as_posix(): pd.read_csv(path)
        for path in sorted(RESULTS.rglob("*.csv"))
        if path.stat().st_size > 0
    }


def having(*columns, among=None):
    """The committed tables that have all these columns; says which they are."""
    tables = {
        name: table
        for name, table in (among or all_tables()).items()
        if set(columns) <= set(table.columns) and len(table) > 0
    }
    wanted = ", ".join(columns)
    if tables:
        print(f"tables with {wanted}: {', '.join(tables)}")
    else:
        print(f"no committed table has the columns {wanted}: nothing to draw here")
    return tables


def dots(axes, labels, values, low=None, high=None, reference=None):
    """A dot a label with its interval, sorted, the greatest on top."""
    frame = pd.DataFrame({"label": list(labels), "value": list(values)})
    frame["low"] = frame.value if low is None else list(low)
    frame["high"] = frame.value if high is None else list(high)
    frame = frame.sort_values("value").reset_index(drop=True)
    axes.hlines(frame.index, frame.low, frame.high, linewidth=1.5)
    axes.plot(frame.value, frame.index, "o", markersize=5)
    axes.set_yticks(frame.index, frame.label)
    if reference is not None:
        axes.axvline(reference, color="black", linestyle="--", linewidth=1)
    axes.grid(axis="x", alpha=0.4)
