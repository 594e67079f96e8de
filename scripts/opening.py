#!/usr/bin/env python3
"""Opening table of a solved game as CSV: each first choice for each throw.

    scripts/opening.py SENET TABLE START POINTS... > opening.csv

SENET is the program, TABLE a file written by `senet solve --out`, START the
start position, POINTS the throws of the ruleset. Equity and regret are the
first player's.
"""

import csv
import json
import subprocess
import sys


def main() -> None:
    senet, table, start, *throws = sys.argv[1:]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["throw", "origin", "kind", "equity", "regret", "position"])
    for points in throws:
        command = [senet, "probe", "--table", table, "--position", start]
        command += ["--throw", points, "--json"]
        found = subprocess.run(command, check=True, capture_output=True, text=True)
        for choice in json.loads(found.stdout):
            out.writerow(
                [points, choice["origin"] or "", choice["kind"]]
                + [f"{choice[key]:.9f}" for key in ("equity", "regret")]
                + [choice["position"]]
            )


if __name__ == "__main__":
    main()
