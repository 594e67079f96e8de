"""The committed results as data frames: every CSV below data/results."""

from io import BytesIO
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from IPython.display import Image as Picture
from IPython.display import display
from matplotlib.ticker import LogLocator, NullFormatter
from PIL import Image

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


def multiples(
    frame, x, y, low=None, high=None, *, log=False, reference=None, title="", x_label="", y_label=""
):
    """A panel a ruleset: its line and interval, behind them the range and the median of all."""
    names = sorted(frame.ruleset.unique())
    across = min(8, len(names))
    down = -(-len(names) // across)
    figure, panels = plt.subplots(
        down, across, figsize=(13, 1 + 1.5 * down), squeeze=False, sharex=True, sharey=True
    )
    spread = frame.groupby(x)[y].agg(["min", "median", "max"])
    for axes in panels.flat[len(names) :]:
        axes.set_visible(False)
    for axes, name in zip(panels.flat, names):
        axes.fill_between(spread.index, spread["min"], spread["max"], color="#ececec")
        axes.plot(spread["median"], ":", color="#909090", linewidth=1)
        own = frame[frame.ruleset == name].sort_values(x)
        if low is not None:
            axes.fill_between(own[x], own[low], own[high], alpha=0.25)
        axes.plot(own[x], own[y], linewidth=1.8)
        if reference is not None:
            axes.axhline(reference, color="black", linestyle="--", linewidth=0.8)
        if log:
            axes.set_yscale("log")
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=6))
            axes.yaxis.set_major_formatter("{x:.0f}")
            axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_title(name, fontsize=9)
        axes.tick_params(labelsize=8)
    for axes in panels[:, 0]:
        axes.set_ylabel(y_label, fontsize=8)
    # Panels that have none under them.
    for axes in panels.flat[max(len(names) - across, 0) : len(names)]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel(x_label, fontsize=8)
    figure.suptitle(title)
    figure.tight_layout()
    show_small(figure)


def show_small(figure):
    """Shows a figure in 64 colours, a quarter of the bytes."""
    drawn, small = BytesIO(), BytesIO()
    figure.savefig(drawn, format="png", bbox_inches="tight")
    plt.close(figure)
    Image.open(drawn).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(
        small, format="png", optimize=True
    )
    display(Picture(small.getvalue()))


def named_ends(axes):
    """Names the lines at their right ends, none over another."""
    low, high = axes.get_ylim()
    step = 0.055 * (high - low)
    at = low - step
    for line in sorted(axes.get_lines(), key=lambda line: line.get_ydata()[-1]):
        end_x, end_y = line.get_xdata()[-1], line.get_ydata()[-1]
        at = max(at + step, end_y)
        axes.annotate(
            line.get_label(),
            (end_x, end_y),
            (axes.get_xlim()[1], at),
            fontsize=8,
            va="center",
            color=line.get_color(),
            arrowprops={"arrowstyle": "-", "color": line.get_color(), "linewidth": 0.5},
            annotation_clip=False,
        )
