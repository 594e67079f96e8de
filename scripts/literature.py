#!/usr/bin/env python3
"""First player's chance and mean length of perfect play, exactly, as CSV.

    scripts/literature.py SENET OUT.csv PIECES MEMORY GAME...

GAME is an id, with readings after plus signs (kendall-5+trap+row). Rows that
OUT.csv has already are not made again; games that do not fit into MEMORY get a
row that says how far it went.
"""
import csv, json, os, subprocess, sys

COLUMNS = ["ruleset", "digest", "pieces", "positions", "placements", "value", "lo", "hi",
           "win", "draw", "plies", "sweeps", "note"]

def solve(senet, game, pieces, memory):
    ruleset, *readings = game.split("+")
    command = [senet, "solve", ruleset, "--solver", "general", "--lengths", "--json",
               "--tolerance", "1e-10", "--memory", memory, "--set", f"pieces={pieces}"]
    for reading in readings:
        command += ["--reading", reading]
    done = subprocess.run(command, capture_output=True, text=True)
    row = {"ruleset": game, "pieces": pieces}
    if done.returncode:
        return row | {"note": done.stderr.strip().splitlines()[-1]}
    found = json.loads(done.stdout[:done.stdout.rindex("start ")])
    rests = all(group["rests"] for group in found["groups"])
    return row | {
        "digest": found["digest"], "positions": found["positions"],
        "placements": round(found["placements"]),
        "value": f"{found['start']['value']:.9f}", "lo": f"{found['start']['lower']:.9f}",
        "hi": f"{found['start']['upper']:.9f}", "win": f"{found['win']:.9f}",
        "draw": f"{found['draw']:.9f}", "plies": "" if found["plies"] is None else f"{found['plies']:.4f}",
        "sweeps": sum(group["sweeps"] for group in found["groups"]),
        "note": "" if rests else "bounds do not meet"}

def main(senet, out, pieces, memory, *games):
    known = set()
    if os.path.exists(out):
        with open(out, newline="") as file:
            known = {(row["ruleset"], row["pieces"]) for row in csv.DictReader(file)}
    with open(out, "a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n", restval="")
        if not known:
            writer.writeheader()
        for game in games:
            if (game, pieces) not in known:
                writer.writerow(solve(senet, game, pieces, memory))
                file.flush()

if __name__ == "__main__":
    main(*sys.argv[1:])
