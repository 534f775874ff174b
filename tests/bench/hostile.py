"""What folders that ask for much take of `check`, compared with ordinary text of the same size.

    hostile.py HCL_LS ORDINARY_FILE
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))

from hostile_folders import folders  # noqa: E402
from measured import measured  # noqa: E402

SIZE = 400_000
SHOWN = 8


def check(binary, files):
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "folder"
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        return measured([binary, "check", "--short", folder], root)


def main(binary, ordinary):
    text = Path(ordinary).read_text()
    usual = check(binary, {"a.tf": (text * (SIZE // len(text) + 1))[:SIZE]})
    print(f"{SIZE // 1000} kB of ordinary text: {usual.seconds:.2f} s, {usual.memory >> 20} MB; of folders that ask for much:")
    taken = [(check(binary, files), name) for name, files in folders(SIZE)]
    by_seconds = sorted(taken, key=lambda one: -one[0].seconds)[:SHOWN]
    by_memory = sorted(taken, key=lambda one: -one[0].memory)[:SHOWN]
    for (slow, slow_name), (large, large_name) in zip(by_seconds, by_memory):
        print(f"  {slow.seconds / usual.seconds:5.1f} times the time   {slow_name:45} {large.memory / usual.memory:5.1f} times the memory   {large_name}")


main(*sys.argv[1:])
