#!/usr/bin/env python3
"""Perfect play of every game that data/results has, a row a game, as CSV.

    scripts/perfect.py            writes data/results/perfect/perfect.csv
    scripts/perfect.py --check    fails where that file is not what would be written

Rulesets as written alone. Of several solutions of one game the one with the
narrowest bounds is taken; its length may come from another. `source` is the
folder below data/results.
"""
import csv, io, sys
from pathlib import Path

RESULTS = Path(__file__).resolve().parent.parent / "data" / "results"
COLUMNS = ["ruleset", "pieces", "digest", "first", "first_lo", "first_hi",
           "plies", "plies_lo", "plies_hi", "source"]

def rows(path):
    with open(path, newline="") as file:
        yield from csv.DictReader(file)

def found():
    for path in sorted(RESULTS.glob("study-advantage*/advantage.csv")):
        for row in rows(path):
            if row["changes"]:
                continue
            yield {column: row[column] for column in COLUMNS[:-1]} | {"source": path.parent.name}
    for row in rows(RESULTS / "literature" / "literature.csv"):
        if row["lo"] and "+" not in row["ruleset"]:
            yield {"ruleset": row["ruleset"], "pieces": row["pieces"], "digest": row["digest"],
                   "first": row["value"], "first_lo": row["lo"], "first_hi": row["hi"],
                   "plies": row["plies"], "plies_lo": "", "plies_hi": "", "source": "literature"}
    pieces = {"ur-blitz": 5, "ur-finkel": 7, "ur-masters": 7}
    for row in rows(RESULTS / "ur" / "first-player.csv"):
        yield {"ruleset": row["ruleset"], "pieces": str(pieces[row["ruleset"]]),
               "digest": row["digest"], "first": f"{float(row['percent']) / 100:.12f}",
               "first_lo": "", "first_hi": "", "plies": "", "plies_lo": "", "plies_hi": "",
               "source": "ur"}

def width(row):
    return float(row["first_hi"]) - float(row["first_lo"]) if row["first_lo"] else 2.0

def unsure(row):
    """How little is known of the length: exact, simulated, nothing."""
    return 2 if not row["plies"] else 1 if row["plies_lo"] else 0

def table():
    games = {}
    for row in found():
        games.setdefault(row["digest"], []).append(row)
    best = []
    for known in games.values():
        row = dict(min(known, key=width))
        length = min(known, key=unsure)
        for column in ("plies", "plies_lo", "plies_hi"):
            row[column] = length[column]
        best.append(row)
    best.sort(key=lambda row: (row["ruleset"], int(row["pieces"])))
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(best)
    return text.getvalue()

def main(*options):
    path = RESULTS / "perfect" / "perfect.csv"
    if options == ("--check",):
        if path.read_text() != table():
            sys.exit(f"{path}: data/results says otherwise; run scripts/perfect.py")
    elif options:
        sys.exit(__doc__)
    else:
        path.write_text(table())

if __name__ == "__main__":
    main(*sys.argv[1:])
