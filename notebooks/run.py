#!/usr/bin/env python3
"""Executes the notebooks from scratch and stores their outputs.

    python3 notebooks/run.py           executes all and writes them back
    python3 notebooks/run.py --check   executes all and writes nothing

Needs what notebooks/requirements.txt names. Any error in a cell ends the run
with exit code 1; so does a notebook whose outputs are larger than 600 kB.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

HERE = Path(__file__).resolve().parent
MOST_BYTES = 600_000


def main() -> int:
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        print(__doc__, file=sys.stderr)
        return 2
    for path in sorted(HERE.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        client = NotebookClient(
            notebook,
            timeout=300,
            kernel_name="python3",
            resources={"metadata": {"path": str(HERE)}},
        )
        try:
            client.execute()
        except CellExecutionError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            return 1
        for cell in notebook.cells:
            # When a cell ran is no result.
            cell.metadata.pop("execution", None)
        text = nbformat.writes(notebook) + "\n"
        if len(text) > MOST_BYTES:
            print(f"{path.name}: {len(text)} bytes, {MOST_BYTES} at most", file=sys.stderr)
            return 1
        if not check:
            path.write_text(text, encoding="utf-8")
        print(f"{path.name}: executed, {len(text) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
