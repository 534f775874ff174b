"""A program in a terminal: keys go in, the screen is read. Waits are for what the screen shows, not for times."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte


class Terminal:
    def __init__(self, command, cwd, env, columns=110, rows=34, patience=60.0):
        self.patience = patience
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.chdir(cwd)
            os.execvpe(str(command[0]), [str(part) for part in command], env)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.kill(self.process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.process, 0)
        os.close(self.file)

    def read(self, seconds):
        """Takes in what the program draws for that long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.file], [], [], left)[0]:
                return
            try:
                data = os.read(self.file, 65536)
            except OSError:  # the program has ended
                return
            if not data:
                return
            self.stream.feed(data)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def type(self, keys):
        os.write(self.file, keys.encode())

    def until(self, what, check):
        """Reads until check(text of the screen) is true."""
        end = time.monotonic() + self.patience
        while not check(self.text()):
            if time.monotonic() > end:
                raise AssertionError(f"{what}: not within {self.patience:.0f} s; the screen:\n{self.text()}")
            self.read(0.1)
        return self.text()

    def shows(self, words):
        return self.until(f"shows {words!r}", lambda text: words in text)
