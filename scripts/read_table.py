#!/usr/bin/env python3
"""Reads a table of `senet solve --out` and looks a position up.

    python3 scripts/read_table.py FILE MINE THEIRS [MOVER]    e.g. 1,3 2,4

MINE and THEIRS are the squares of the player about to throw and of the other;
a star marks a right of exit (28*), an exclamation mark a returned piece (15!).
MOVER is A or B, where the rules differ by player. See docs/table-format.md.
"""
import functools, json, math, struct, sys
from fractions import Fraction

FORMS = {"u8": ("B", 254), "u16": ("<H", 65534), "u32": ("<I", 4294967294), "f32": ("<f", 0), "f64": ("<d", 0)}

def open_table(path):
    file = open(path, "rb")
    magic, version, length = struct.unpack("<8sII", file.read(16))
    if magic != b"SENETTBL" or version != 1:
        sys.exit(f"{path}: no table of version 1")
    file.seek(48)
    header = json.loads(file.read(length))
    if header["encoding"] != "levels-blocks-colex/1":
        sys.exit(f"{path}: its positions are numbered by {header['encoding']}, which this reader does not know")
    return file, header

def block_number(game, squares, stars):
    weight = {s: 2 if s in game["starrable"] else 1 for s in game["resting"]}
    if len(set(squares)) < len(squares) or not weight.keys() >= set(squares) >= stars:
        sys.exit(f"no such position: pieces rest on {game['resting']}, one a square, stars are theirs")
    @functools.lru_cache(None)
    def count(k, below, total):  # blocks of k squares below `below` with that sum
        if k == 0:
            return int(total == 0)
        return sum(weight[u] * count(k - 1, u, total - u) for u in weight if u < below and u <= total)
    n, level = len(squares), sum(squares)
    number = sum(count(n, 32, s) for s in range(level + 1, 31 * n))
    above = 1
    for k in range(n, 0, -1):
        u = squares[k - 1]
        number += above * count(k, u, sum(squares[:k]))
        above *= weight[u]
    carriers = [s for s in squares if weight[s] == 2]
    return number + sum(1 << i for i, s in enumerate(carriers) if s in stars)

def lookup(path, mine, theirs, mover="both"):
    file, header = open_table(path)
    stars = {int(s[:-1]) for s in mine + theirs if s[-1] in "*!"}
    mine, theirs = [[int(s.rstrip("*!")) for s in side] for side in (mine, theirs)]
    squares = sorted(mine + theirs)
    colouring = sum(math.comb(k, i + 1) for i, k in enumerate(k for k, s in enumerate(squares) if s in mine))
    form, top = FORMS[header["precision"]]
    for s in header["sections"]:
        if (s["mine"], s["theirs"], s["mover"]) == (len(mine), len(theirs), mover):
            place = block_number(header["game"], squares, stars) * s["colourings"] + colouring
            file.seek(s["offset"] + place * struct.calcsize(form))
            (v,) = struct.unpack(form, file.read(struct.calcsize(form)))
            yield s["kind"], Fraction(v - 1, top) if top else Fraction(v)

def digits(kind, value):  # a bound is rounded so that it stays one
    rounded = {"lower": math.floor, "upper": math.ceil}.get(kind, round)
    return f"{rounded(value * 10**9) / 10**9:.9f}"

if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit("usage: " + __doc__.splitlines()[2].strip())
    found = list(lookup(sys.argv[1], *(side.split(",") for side in sys.argv[2:4]), *sys.argv[4:]))
    for kind, value in found:
        print(kind, digits(kind, value))
    if not found:
        sys.exit(f"{sys.argv[1]} has no layer of so many pieces; MOVER is needed where the rules differ by player")
