#!/usr/bin/env python3
"""Reads a table of `senet solve --out` and looks a position up.

    python3 scripts/read_table.py FILE MINE THEIRS    e.g. 1,3 2,4

MINE and THEIRS are the squares of the player about to throw and of the other;
a star marks a right of exit (28*), an exclamation mark a returned piece (15!). See docs/table-format.md.
"""
import functools, json, math, struct, sys

def open_table(path):
    file = open(path, "rb")
    magic, version, length = struct.unpack("<8sII", file.read(16))
    assert magic == b"SENETTBL" and version == 1, "no table of version 1"
    file.seek(48)
    return file, json.loads(file.read(length))

def block_number(game, squares, stars):
    weight = {s: 2 if s in game["starrable"] else 1 for s in game["resting"]}
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
    ones = [k for k, s in enumerate(squares) if s in mine]
    colouring = sum(math.comb(k, i + 1) for i, k in enumerate(ones))
    form, top = {"u8": ("B", 254), "u16": ("<H", 65534), "u32": ("<I", 4294967294), "f32": ("<f", None), "f64": ("<d", None)}[header["precision"]]
    for s in header["sections"]:
        if (s["mine"], s["theirs"], s["mover"]) == (len(mine), len(theirs), mover):
            place = block_number(header["game"], squares, stars) * s["colourings"] + colouring
            file.seek(s["offset"] + place * struct.calcsize(form))
            (v,) = struct.unpack(form, file.read(struct.calcsize(form)))
            yield s["kind"], (v - 1) / top if top else v

if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: " + __doc__.splitlines()[2].strip())
    for kind, value in lookup(sys.argv[1], sys.argv[2].split(","), sys.argv[3].split(",")):
        print(f"{kind} {value:.9f}")
