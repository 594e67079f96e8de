#!/usr/bin/env python3
"""Positions from which a game may never end, by ruleset and reading, as CSV.

    scripts/ends.py SENET OUT.csv PIECES MEMORY GAME...

GAME is an id, with readings after plus signs (kendall-5+trap+row); `all` stands
for every ruleset, with each of its readings, and kendall's in every combination. The
bounds of the solver are looked at too where players can go on for ever. Rows
that OUT.csv has already are not made again.
"""
import itertools, json, os, sys, tomllib

from catalogue import add_rows, last_complaint, run, solution

COLUMNS = ["ruleset", "digest", "pieces", "positions", "endless", "held", "locked",
           "locked_and_endless", "endless_example", "endless_plies", "endless_by",
           "locked_example", "widest_interval", "note"]

def ends(senet, game, pieces, memory):
    done = run(senet, "ends", game, pieces, memory)
    row = {"ruleset": game, "pieces": pieces}
    if "there is no reading" in done.stderr:
        return None
    if done.returncode:
        return row | {"note": last_complaint(done)}
    found = json.loads(done.stdout)
    row |= {"digest": found["digest"], "positions": found["positions"],
            "locked_and_endless": found["locked_and_endless"]}
    for name in ["endless", "held", "locked"]:
        row[name] = found[name]["positions"]
    row["endless_example"] = found["endless"]["example"] or ""
    row["endless_plies"] = " ".join(found["endless"]["plies"])
    row["locked_example"] = found["locked"]["example"] or ""
    by = sorted(found["deeds"].items(), key=lambda item: -item[1])
    row["endless_by"] = " ".join(f"{deed}:{times}" for deed, times in by)
    if row["endless"]:
        solved = run(senet, "solve", game, pieces, memory, "--solver", "general", "--tolerance", "1e-9")
        groups = solution(solved)["groups"]
        row["widest_interval"] = f"{max(group['widest'] for group in groups):.1e}"
    return row

def readings_of(folder, ruleset):
    with open(f"{folder}/{ruleset}.toml", "rb") as file:
        text = tomllib.load(file)
    inherited = readings_of(folder, text["base"]) if "base" in text else []
    return inherited + [name for name in text.get("readings", {}) if name not in inherited]

# Options of one game, which are meant to be combined.
OPTIONS = ("trap", "row", "open")

def every_game():
    folder = os.path.join(os.path.dirname(__file__), "../data/rulesets")
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".toml"):
            continue
        ruleset = name.removesuffix(".toml")
        readings = readings_of(folder, ruleset)
        options = [name for name in readings if name in OPTIONS]
        chosen = [(), *((name,) for name in readings)]
        for count in range(2, len(options) + 1):
            chosen += itertools.combinations(options, count)
        for names in chosen:
            yield "+".join([ruleset, *names])

def main(senet, out, pieces, memory, *games):
    games = list(every_game()) if games == ("all",) else games
    add_rows(out, COLUMNS, pieces, games, lambda game: ends(senet, game, pieces, memory))

if __name__ == "__main__":
    main(*sys.argv[1:])
