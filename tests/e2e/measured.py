"""Runs a program and measures what it took: processor time and the peak of its memory."""

import os
import subprocess
import sys
from dataclasses import dataclass

# Limit on the processor time of the thread that handles every message: the largest input takes 40 ms, and longer work is
# done by workers. Where other programs use the caches and the memory, all threads take several times as long, so a share
# of what the workers took meanwhile is allowed, too: work of a worker on the main thread is more than that.
MAIN_SECONDS = 0.15
MAIN_SHARE = 0.05

# The kernel gives a new process the peak of the one that starts it, so a small one starts the program.
_LAUNCHER = """
import os, sys
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
with open(sys.argv[1], "w", encoding="ascii") as result:
    print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, file=result)
"""


@dataclass
class Measured:
    code: int
    seconds: float
    memory: int
    output: int  # bytes


def measured(command, folder):
    """Runs a command whose first word is a path; its output goes to `report.txt` in the folder."""
    report = os.path.join(folder, "report.txt")
    result = os.path.join(folder, "usage.txt")
    with open(report, "wb") as out:
        subprocess.run(
            [sys.executable, "-S", "-E", "-c", _LAUNCHER, result, *map(str, command)],
            stdout=out,
            stderr=out,
            check=True,
        )
    with open(result, encoding="ascii") as usage:
        code, seconds, memory = usage.read().split()
    return Measured(int(code), float(seconds), int(memory), os.path.getsize(report))


def all_seconds(process):
    """The processor time of all threads, also of those that ended."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
        user, system = stat.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main_seconds(process):
    """The processor time of the main thread."""
    with open(f"/proc/{process.pid}/task/{process.pid}/schedstat", encoding="ascii") as stat:
        return int(stat.read().split()[0]) / 1e9


def resident(process, key):
    """The memory of a process in bytes: VmRSS now, VmHWM at most."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(key + ":"))
