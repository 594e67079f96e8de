#!/usr/bin/env python3
"""First player's chance and mean length of perfect play, exactly, as CSV.

    scripts/literature.py SENET OUT.csv PIECES MEMORY GAME...

GAME is an id, with readings after plus signs (kendall-5+trap+row). Rows that
OUT.csv has already are not made again; games that do not fit into MEMORY get a
row that says how far it went.
"""
import sys

from catalogue import add_rows, bounded, last_complaint, run, solution

COLUMNS = ["ruleset", "digest", "pieces", "positions", "placements", "value", "lo", "hi",
           "win", "draw", "plies", "sweeps", "note"]

def digits(number, count):
    return "" if number is None else f"{number:.{count}f}"

def solve(senet, game, pieces, memory):
    done = run(senet, "solve", game, pieces, memory,
               "--solver", "general", "--lengths", "--tolerance", "1e-10")
    row = {"ruleset": game, "pieces": pieces}
    if done.returncode:
        return row | {"note": last_complaint(done)}
    found = solution(done)
    rests = all(group["rests"] for group in found["groups"])
    return row | {
        "digest": found["digest"], "positions": found["positions"],
        "placements": round(found["placements"]),
        **bounded(found["start"]), "win": digits(found["win"], 9),
        "draw": digits(found["draw"], 9), "plies": digits(found["plies"], 4),
        "sweeps": sum(group["sweeps"] for group in found["groups"]),
        "note": "" if rests else "bounds do not meet"}

def main(senet, out, pieces, memory, *games):
    add_rows(out, COLUMNS, pieces, games, lambda game: solve(senet, game, pieces, memory))

if __name__ == "__main__":
    main(*sys.argv[1:])
