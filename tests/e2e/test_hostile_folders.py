"""Folders of `hostile_folders.py`: `check` reads them in bounded time and memory.

Of a size at which what is quadratic takes several times the limit, and the rest a fraction of it.
"""

import pytest

from hostile_folders import folders
from measured import measured

SIZE = 400_000
SECONDS = 20  # most take half a second, the worst 2 in any build; what lacks a limit runs for minutes
MEMORY = 500 * 2**20
OUTPUT = 4 * 2**20

CASES = dict(folders(SIZE))


@pytest.mark.parametrize("name", list(CASES))
def test_a_folder_stays_within_its_bounds(binary, tmp_path, name):
    folder = tmp_path / "folder"
    for path, text in CASES[name].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code in (0, 1, 2)  # 2: a pack with errors
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY
    assert run.output <= OUTPUT
