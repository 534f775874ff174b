#!/usr/bin/env python3
"""coverage.py BUILD TITLE: how many lines of the engine ran, by room, from the counts that a build with HCL_COVERAGE left.

A line counts once, however many objects it is compiled into: one that runs in any of them has run.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 20  # files for one call of gcov


def lines_of(counts, build):
    """(file, line, whether it ran) for each line in files of counts."""
    for start in range(0, len(counts), AT_ONCE):
        command = ["gcov", "--json-format", "--stdout", *map(str, counts[start : start + AT_ONCE])]
        out = subprocess.run(command, cwd=build, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
        for report in out.splitlines():
            read = json.loads(report)
            for file in read["files"]:
                path = os.path.normpath(os.path.join(read["current_working_directory"], file["file"]))
                for line in file["lines"]:
                    yield path, line["line_number"], line["count"] > 0


def main():
    build, title = Path(sys.argv[1]).resolve(), sys.argv[2]
    counts = sorted(build.rglob("*.gcda"))
    if not counts:
        sys.exit(f"no counts in {build}")
    ran = defaultdict(dict)
    for path, line, is_run in lines_of(counts, build):
        name = os.path.relpath(path, ROOT)
        if name.startswith("engine/"):
            ran[name][line] = ran[name].get(line, False) or is_run
    rooms = defaultdict(lambda: [0, 0])
    for name, lines in ran.items():
        for key in (name.split("/")[1], "engine"):
            rooms[key][0] += sum(lines.values())
            rooms[key][1] += len(lines)
    print(f"Lines of the engine that run in: {title}")
    for room in sorted(rooms, key=lambda name: (name == "engine", name)):
        count, total = rooms[room]
        print(f"  {room:12} {count:7} of {total:7}  {100 * count / total:5.1f} %")


if __name__ == "__main__":
    main()
