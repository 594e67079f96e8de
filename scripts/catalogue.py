"""What the scripts that go through many games share: running a command on one
game, and a CSV file that grows by a row a game.

A game is an id, with readings after plus signs (kendall-5+trap+row).
"""
import csv, json, os, subprocess
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

def run(senet, word, game, pieces, memory, *more):
    ruleset, *readings = game.split("+")
    command = [senet, word, ruleset, "--json", "--memory", memory, "--set", f"pieces={pieces}", *more]
    for reading in readings:
        command += ["--reading", reading]
    return subprocess.run(command, capture_output=True, text=True)

def last_complaint(done):
    return done.stderr.strip().splitlines()[-1]

def solution(done):
    """What `senet solve --json` says, without the lines after it."""
    return json.loads(done.stdout[:done.stdout.rindex("start ")])

def bounded(start):
    """Value and bounds of the start as `senet solve` prints them: bounds that
    hold, with so many digits that two of them show how far they are apart."""
    value, lower, upper = (Decimal(start[key]) for key in ("value", "lower", "upper"))
    width = upper - lower
    if width:
        digits = min(max(1 - width.adjusted(), 9), 15)
    else:
        digits = 9 if lower == round(lower, 9) else 15
    step = Decimal(1).scaleb(-digits)
    return {"value": f"{value.quantize(step):f}",
            "lo": f"{lower.quantize(step, rounding=ROUND_FLOOR):f}",
            "hi": f"{upper.quantize(step, rounding=ROUND_CEILING):f}"}

def add_rows(out, columns, pieces, games, row_of):
    """Adds to the file `out` what `row_of(game)` gives, nothing where that is
    None, for the games that have no row with so many pieces yet."""
    known = set()
    if os.path.exists(out):
        with open(out, newline="") as file:
            known = {(row["ruleset"], row["pieces"]) for row in csv.DictReader(file)}
    with open(out, "a", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n", restval="")
        if not known:
            writer.writeheader()
        for game in games:
            row = None if (game, pieces) in known else row_of(game)
            if row:
                writer.writerow(row)
                file.flush()
