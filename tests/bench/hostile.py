"""What a megabyte of text that asks for much takes of `check`: processor time and memory, beside the budget and beside an
ordinary module of the same size.

    hostile.py HCL_LS
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))

from hostile_folders import folders, numbered  # noqa: E402
from hostile_languages import languages  # noqa: E402
from measured import measured  # noqa: E402

SIZE = 1_000_000
SECONDS = 2
MEMORY = 500 << 20
SHOWN = 8
ORDINARY = """variable "size_%d" {
  type    = number
  default = %d
}

locals {
  name_%d = "item-${var.size_%d}"
}

resource "terraform_data" "item_%d" {
  count = var.size_%d > 10 ? 2 : 1
  input = { name = local.name_%d, place = count.index }
}

output "value_%d" {
  value = [for one in terraform_data.item_%d : upper(one.input.name)]
}

"""


def check(binary, files):
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "folder"
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        return measured([binary, "check", "--short", folder], root)


def main(binary):
    usual = check(binary, {"a.tf": numbered(ORDINARY, SIZE)})
    inputs = [("folder: " + name, files) for name, files in folders(SIZE)]
    inputs += [(name, {file: text}) for name, file, text in languages(SIZE)]
    taken = [(name, check(binary, files)) for name, files in inputs]
    over = sum(one.seconds > SECONDS or one.memory > MEMORY for _, one in taken)
    print(f"An ordinary module: {usual.seconds:.2f} s, {usual.memory >> 20} MB. Of {len(taken)} inputs that ask for much,")
    print(f"{over} take more than the budget of {SECONDS} s and {MEMORY >> 20} MB. The most time and the most memory:")
    by_seconds = sorted(taken, key=lambda one: -one[1].seconds)[:SHOWN]
    by_memory = sorted(taken, key=lambda one: -one[1].memory)[:SHOWN]
    for (slow, time), (large, memory) in zip(by_seconds, by_memory):
        print(f"  {time.seconds:5.2f} s  {slow:60} {memory.memory >> 20:4} MB  {large}")


main(*sys.argv[1:])
