"""Test cases of programs that may not be installed: registered by `@test`, run in turn by `run_all`."""

import os
import shutil
import signal


class Skip(Exception):
    pass


TESTS = []


def test(name):
    def note(body):
        TESTS.append((name, body))
        return body

    return note


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def need(program):
    found = shutil.which(program)
    if not found:
        raise Skip(f"{program} is not installed")
    return found


def empty_folder(path):
    """The folder, emptied, with hcl-ls in its bin/."""
    shutil.rmtree(path, ignore_errors=True)
    (path / "bin").mkdir(parents=True)
    os.symlink(os.environ["HCL_LS"], path / "bin" / "hcl-ls")
    return path


def too_long(*_):
    raise TimeoutError("it takes too long")


def run_all(suite, only, seconds):
    """Runs the tests whose names hold one of `only` (all without), each for at most `seconds`."""
    signal.signal(signal.SIGALRM, too_long)
    for name, body in TESTS:
        if only and not any(o in name for o in only):
            continue
        try:
            signal.alarm(seconds)
            body()
            signal.alarm(0)
            print(f"ok {suite}: {name}", flush=True)
        except Skip as why:
            print(f"SKIP {suite}: {name}: {why}", flush=True)
        except Exception as why:  # noqa: BLE001
            print(f"FAIL {suite}: {name}: {type(why).__name__}: {why}", flush=True)
    print("done")
