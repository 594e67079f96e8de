#!/usr/bin/env python3
"""Reads a table of listed positions and looks a position up.

    python3 scripts/read_keys.py FILE FIRST SECOND [PART=NUMBER...]   e.g. 1,3 2,4

FIRST and SECOND are the squares of the first player (the one about to throw, in
most games) and of the other; other parts of the key (home-first, mark, turn,
stars ...) are 0 unless they are given. See docs/table-format.md.
"""
import bisect, json, mmap, struct, sys

class Words:
    """A section as a list of 8-byte numbers."""
    def __init__(self, data, section, form):
        self.data, self.offset, self.count, self.form = data, section["offset"], section["blocks"], form
    def __len__(self):
        return self.count
    def __getitem__(self, i):
        return struct.unpack_from(self.form, self.data, self.offset + 8 * i)[0]

def key_of(header, first, second, given):
    bits = lambda squares: sum(1 << s - 1 for s in squares)
    occupied = sorted(first + second)
    sides = sorted([bits(first), bits(second)])
    parts = given | {
        "occupied": bits(occupied), "colours": sum(1 << k for k, s in enumerate(occupied) if s in first),
        "smaller": sides[0], "larger": sides[1], "smaller-is-firsts": int(bits(first) < bits(second))}
    key = 0
    for part in header["key_parts"]:
        key = key << part["bits"] | int(parts.get(part["name"], 0))
    return key

def lookup(path, first, second, given):
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    magic, version, length = struct.unpack_from("<8sII", data)
    assert magic == b"SENETTBL" and version == 1, "no table of version 1"
    header = json.loads(data[48:48 + length])
    assert header["encoding"] == "keys/1", "no table of listed positions"
    sections = {s["kind"]: Words(data, s, "<Q" if s["kind"] == "key" else "<d") for s in header["sections"]}
    keys, key = sections.pop("key"), key_of(header, first, second, given)
    place = bisect.bisect_left(keys, key)
    if place == len(keys) or keys[place] != key:
        sys.exit("this position cannot arise")
    return {kind: words[place] for kind, words in sections.items()}

if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: " + __doc__.splitlines()[2].strip())
    squares = [[int(s) for s in side.split(",") if s != "-"] for side in sys.argv[2:4]]
    for kind, value in lookup(sys.argv[1], *squares, dict(part.split("=") for part in sys.argv[4:])).items():
        print(f"{kind} {value:.9f}")
