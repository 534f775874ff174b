"""tree-sitter-hcl's parser on the same files as our own benchmarks, one thread. Prints bytes parsed per second."""

import pathlib
import sys
import time

import tree_sitter
import tree_sitter_hcl

seconds = float(sys.argv[1])
files = [pathlib.Path(name).read_bytes() for name in sys.argv[2:]]
parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_hcl.language()))


def work() -> int:
    for text in files:
        parser.parse(text)
    return sum(map(len, files))


work()
start = time.perf_counter()
done = 0
while time.perf_counter() - start < seconds:
    done += work()
print(f"{done / (time.perf_counter() - start):.0f}")
