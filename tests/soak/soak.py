"""Random work for as long as one likes, and a comparison with fresh servers at checkpoints.

Several clients of different kinds, each with a server of its own, work in one folder: they edit, open and close
documents, packs and configurations among them, ask for everything, while files on the disk come and go. At a
checkpoint all that a server says (pushed findings, and each request at random places) must be what a new server says
that opened the same texts. Times of answers, memory and descriptors are drawn at the end. `./dev soak` runs this.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import chart
from client import KINDS, Client
from questions import plain, questions
from workspace import FILES, Disk, dice_of, edited, random_edit

SETTLED = 10.0  # seconds that a server has to say the same as a new one
LONGEST = 8000  # characters of a document, before it starts anew


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


class Soak:
    def __init__(self, options):
        self.options = options
        self.dice = dice_of(options.seed)
        self.scratch = Path(tempfile.mkdtemp(prefix="hcl-soak-")).resolve()
        self.folder = self.scratch / "workspace"
        self.folder.mkdir()
        self.disk = Disk(self.folder, self.dice)
        kinds = list(KINDS)
        self.recordings = [self.scratch / f"client-{i + 1}.jsonl" for i in range(options.clients)]
        self.clients = [self.start(kinds[i % len(kinds)], recording) for i, recording in enumerate(self.recordings)]
        self.began = time.monotonic()
        self.steps = 0
        self.checkpoints = 0
        self.printed = 0.0  # seconds, of the last line of progress
        self.totals = {}  # seconds, by method
        self.disagreements = []
        self.memory = {}
        self.descriptors = {}
        self.latency = {"edit and hover, p50": [], "edit and hover, p99": [], "all requests, p99": []}

    def start(self, kind, recording=None):
        return Client(self.options.binary, self.folder, kind, recording)

    def elapsed(self):
        return time.monotonic() - self.began

    # One step of one client

    def document(self, client):
        if not client.texts or (len(client.texts) < 6 and self.dice.random() < 0.05):
            closed = [name for name in FILES if name not in client.texts]
            name = self.dice.choice(closed)
            path = self.folder / name
            client.open(name, path.read_bytes().decode() if path.exists() else FILES[name])
            return name
        return self.dice.choice(list(client.texts))

    def step(self):
        self.steps += 1
        client = self.dice.choice(self.clients)
        client.drain()
        name = self.document(client)
        kind = self.dice.randrange(100)
        if kind < 60:
            self.edit(client, name)
        elif kind < 90:
            self.ask_something(client, name)
        elif kind < 93:
            client.close(name)
        elif kind < 97:
            change = self.disk.change()
            for one in self.clients:
                one.files_changed(change)
        else:
            client.replace(name, FILES[name] if self.dice.random() < 0.7 else edited(FILES[name], self.dice))

    def edit(self, client, name):
        if len(client.texts[name]) > LONGEST:
            client.replace(name, FILES[name])
        start, end, new = random_edit(client.texts[name], self.dice)
        began = time.monotonic()
        client.change(name, start, end, new)
        method, params = next(questions(client, name, min(start, len(client.texts[name]))))
        client.ask(method, params, timed=False)
        client.times["edit"].append(time.monotonic() - began)

    def ask_something(self, client, name):
        offset = self.dice.randrange(len(client.texts[name]) + 1)
        method, params = self.dice.choice(list(questions(client, name, offset)))
        if self.dice.random() < 0.1:  # and the answer is no longer wanted
            client.send({"jsonrpc": "2.0", "id": "gone", "method": method, "params": params})
            client.notify("$/cancelRequest", {"id": "gone"})
        else:
            client.ask(method, params)

    # Checkpoints

    def answers(self, client, places):
        out = {}
        for name, offsets in places.items():
            for offset in offsets:
                for method, params in questions(client, name, offset):
                    key = f"{method} {json.dumps(params, sort_keys=True)}"
                    if key not in out:
                        out[key] = plain(client.ask(method, params, timed=False))
        client.drain()
        if not client.pulls:
            for uri, found in client.published.items():
                out[f"published {uri}"] = found
        return out

    def compare(self, client):
        fresh = self.start(client.kind)
        try:
            for name in sorted(client.texts):
                fresh.open(name, client.texts[name])
            places = {
                name: sorted({self.dice.randrange(len(text) + 1) for _ in range(self.options.places)})
                for name, text in client.texts.items()
            }
            deadline = time.monotonic() + SETTLED
            pause = 0.2
            while True:
                time.sleep(pause)
                pause = min(2.0, pause * 2)
                ours, theirs = self.answers(client, places), self.answers(fresh, places)
                different = [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
                if not different:
                    return
                if time.monotonic() > deadline:
                    self.disagree(client, different, ours, theirs)
                    return
        finally:
            fresh.quit()

    def disagree(self, client, keys, ours, theirs):
        number = len(self.disagreements) + 1
        folder = self.options.output / f"disagreement-{number}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder / "workspace")
        for name, text in client.texts.items():
            path = folder / "open" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        listed = [{"question": key, "server": ours.get(key), "fresh": theirs.get(key)} for key in sorted(keys)]
        (folder / "answers.json").write_text(json.dumps(listed, indent=1, ensure_ascii=False))
        self.disagreements.append((self.steps, client.kind, sorted(keys)))
        print(f"step {self.steps}, {client.kind}: {len(keys)} answers differ from a fresh server's ({folder})")
        for key in sorted(keys)[:3]:
            print(f"    {key[:160]}")

    def checkpoint(self):
        self.checkpoints += 1
        now = self.elapsed()
        edits = [t for client in self.clients for t in client.times["edit"]]
        every = [t for client in self.clients for method in client.times for t in client.times[method] if method != "edit"]
        self.latency["edit and hover, p50"].append((now, 1000 * quantile(edits, 0.5)))
        self.latency["edit and hover, p99"].append((now, 1000 * quantile(edits, 0.99)))
        self.latency["all requests, p99"].append((now, 1000 * quantile(every, 0.99)))
        for number, client in enumerate(self.clients):
            client.drain()
            for method, times in client.times.items():
                self.totals.setdefault(method, []).extend(times)
            client.times.clear()
            name = f"{number + 1}: {client.kind}"
            if (memory := client.memory()) is not None:
                self.memory.setdefault(name, []).append((now, memory))
                self.descriptors.setdefault(name, []).append((now, client.descriptors()))
            self.compare(client)
        self.print_progress()

    def print_progress(self):
        """A line a minute: what the chart will show, while there is none yet."""
        now = self.elapsed()
        if now - self.printed < 60:
            return
        self.printed = now
        memory = ", ".join(f"{line[-1][1]:.1f}" for line in self.memory.values())
        print(
            f"{now / 60:6.1f} min  {self.steps:8} steps  edit and hover p50 {self.latency['edit and hover, p50'][-1][1]:6.2f} ms"
            f"  p99 {self.latency['edit and hover, p99'][-1][1]:6.2f} ms  memory {memory} MB"
            f"  {len(self.disagreements)} disagreements",
            flush=True,
        )

    # All of it

    def run(self):
        until = self.began + self.options.minutes * 60
        steps = self.options.steps
        try:
            while (time.monotonic() < until) if steps is None else (self.steps < steps):
                self.step()
                if self.steps % self.options.every == 0:
                    self.checkpoint()
            self.checkpoint()
            failures = [f"{c.kind}: {failure}" for c in self.clients for failure in c.failures]
            codes = [client.quit() for client in self.clients]
        except (RuntimeError, BrokenPipeError) as gone:
            for recording in self.recordings:
                shutil.copy(recording, self.options.output)
            failures = [f"{gone}; the messages are in {self.options.output}: see 'hcl-ls replay --help'"]
            codes = []
        finally:
            for client in self.clients:
                client.kill()
        return self.report(failures, codes)

    def report(self, failures, codes):
        panels = [
            ("time of answers between checkpoints", "ms", self.latency),
            ("memory", "MB resident", self.memory),
            ("open descriptors", "count", self.descriptors),
        ]
        picture = self.options.output / "soak.svg"
        picture.write_text(chart.svg(panels))
        shutil.rmtree(self.scratch, ignore_errors=True)
        print(f"{self.steps} steps, {self.checkpoints} checkpoints, seed {self.options.seed}; chart: {picture}")
        for method in sorted(self.totals, key=lambda m: -quantile(self.totals[m], 0.99)):
            times = [1000 * t for t in self.totals[method]]
            print(
                f"  {method:40} {len(times):7} p50 {quantile(times, 0.5):7.2f} ms  p99 {quantile(times, 0.99):7.2f} ms"
                f"  most {max(times):7.2f} ms"
            )
        for name, line in self.memory.items():
            print(f"  memory of {name}: {line[0][1]:.1f} MB at first, {line[-1][1]:.1f} MB at last")
        for failure in failures[:20]:
            print(f"FAIL {failure}")
        bad = len(failures) + len(self.disagreements) + sum(code != 0 for code in codes)
        good = self.checkpoints * len(self.clients) - len(self.disagreements)
        print(f"soak: {good} passed, {bad} failed")
        return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("minutes", nargs="?", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clients", type=int, default=3)
    parser.add_argument("--steps", type=int, help="ends after so many steps, whatever the time")
    parser.add_argument("--every", type=int, default=500, help="steps between checkpoints")
    parser.add_argument("--places", type=int, default=3, help="places of each document that are asked about")
    root = Path(__file__).resolve().parents[2]
    parser.add_argument("--binary", default=os.environ.get("HCL_LS", str(root / "build/release/hcl-ls")))
    parser.add_argument("--output", type=Path, default=root / "build/soak")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    sys.exit(Soak(options).run())


if __name__ == "__main__":
    main()
