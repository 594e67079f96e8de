#!/usr/bin/env python3
"""Solves the games of Ur whole and sets them beside the published solution.

    scripts/ur.py target/release/senet OUT.csv [ID ...]

Writes a row for each game: the first player's chance, as it is published and as
it was found, positions, CPU-seconds; and manifest.json beside it. A game that is
already in OUT.csv is left alone. Published: royalur.net/solved (31.5 s, 200.5 s and 884 s on 16 cores).
"""
import csv, datetime, json, os, resource, subprocess, sys

PUBLISHED = {  # percent, positions, core-seconds
    "ur-blitz": ("50.4052555093", 41_254_034, 504),
    "ur-finkel": ("51.5404732509", 137_892_016, 3208),
    "ur-masters": ("50.4809002027", 500_981_472, 14144),
}
# Finished positions of one winner, which the published counts contain:
# sum over n pieces on the board of C(length, n) times the ways to be home.
FINISHED = {"ur-blitz": 10_253, "ur-finkel": 21_919, "ur-masters": 51_479}
COLUMNS = ("ruleset,digest,percent,published_percent,difference,positions,finished,published_positions,"
           "sweeps,updates,last_change,cpu_seconds,seconds,threads,published_core_seconds,ratio").split(",")

def solve(senet, name):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [senet, "solve", name, "--no-bounds", "--memory", "6GiB", "--json"]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = sum(after[:2]) - sum(before[:2])
    return json.loads(text[: text.rindex("}") + 1]), cpu

def row(name, solved, cpu):
    percent, positions, core_seconds = PUBLISHED[name]
    value = 100 * solved["start"]["value"]
    return {
        "ruleset": name, "digest": solved["digest"], "percent": f"{value:.10f}", "published_percent": percent,
        "difference": f"{value - float(percent):.1e}", "positions": solved["positions"],
        "finished": FINISHED[name], "published_positions": positions,
        "sweeps": solved["groups"][-1]["sweeps"], "updates": solved["updates"],
        "last_change": f"{max(g['change'] for g in solved['groups']):.1e}",
        "cpu_seconds": f"{cpu:.0f}", "seconds": f"{solved['seconds']:.0f}", "threads": solved["threads"],
        "published_core_seconds": core_seconds, "ratio": f"{core_seconds / cpu:.1f}",
    }

def revision():
    """Of the program, as git tells it where this script stands."""
    command = ["git", "-C", os.path.dirname(os.path.abspath(__file__)), "describe",
               "--always", "--dirty", "--exclude=*", "--abbrev=12"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "unknown"

def manifest(senet, out):
    return {
        "command": " ".join(sys.argv), "solve": f"{senet} solve ID --no-bounds --memory 6GiB --json",
        "version": subprocess.run([senet, "--version"], capture_output=True, text=True).stdout.strip(),
        "revision": revision(), "date": datetime.date.today().isoformat(), "seed": None,
        "digests, seconds and threads": f"columns of {os.path.basename(out)}",
    }

def main():
    senet, out, *names = sys.argv[1:]
    rows = list(csv.DictReader(open(out))) if os.path.exists(out) else []
    for name in names or PUBLISHED:
        if any(r["ruleset"] == name for r in rows):
            continue
        rows.append(row(name, *solve(senet, name)))
        rows.sort(key=lambda row: list(PUBLISHED).index(row["ruleset"]))
        with open(out + ".new", "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        os.replace(out + ".new", out)
        with open(os.path.join(os.path.dirname(out), "manifest.json"), "w") as file:
            json.dump(manifest(senet, out), file, indent=1)
            file.write("\n")

if __name__ == "__main__":
    main()
