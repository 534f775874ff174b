"""Folders that hold what no configuration is: pipes, devices, huge files, links in circles and out of the folder, files
that nobody may read, and very many. The server and `check` answer as usual, and say what they do not read.
"""

import os
import socket
import subprocess

import pytest

from raw import RawServer

MAIN = "locals {\n  only_here = 1\n  r = local.only_here\n}\n"
SECRET = "hunter2"


def pipes(root):
    for name in ("a.tf", ".gitignore", ".hcl-ls.hcl", "x.hcldec"):
        os.mkfifo(root / name)


def devices(root):
    (root / "zero.tf").symlink_to("/dev/zero")
    (root / ".ignore").symlink_to("/dev/random")
    (root / ".hcl-ls.hcl").symlink_to("/dev/full")
    here = os.getcwd()
    os.chdir(root)  # paths of sockets are short
    try:
        socket.socket(socket.AF_UNIX).bind("socket.tf")
    finally:
        os.chdir(here)


def huge(root):
    for name in ("big.tf", ".gitignore", ".ignore", ".hcl-ls.hcl", "x.hcldec", "values.auto.tfvars"):
        with open(root / name, "wb") as file:
            file.truncate(20 * 2**30)


def circles(root):
    (root / "s" / "t").mkdir(parents=True)
    (root / "s" / "t" / "up").symlink_to("..")
    (root / "s" / "all").symlink_to(root)
    (root / "dot").symlink_to(".")
    (root / "self.tf").symlink_to("self.tf")
    (root / "b.tf").symlink_to("c.tf")
    (root / "c.tf").symlink_to("b.tf")


def ways_out(root):
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "secret.tf").write_text('locals { secret = "%s" }\n' % SECRET)
    (root / "folder").symlink_to(outside)
    (root / "link.tf").symlink_to(outside / "secret.tf")
    (root / "environment.tf").symlink_to("/proc/self/environ")
    (root / "module.tf").write_text('module "o" {\n  source = "../outside"\n}\n')


def deep(root):
    at = os.open(root, os.O_RDONLY)
    for _ in range(1000):  # longer than any path may be
        os.mkdir("d" * 8, dir_fd=at)
        inner = os.open("d" * 8, os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
        file = os.open("a.tf", os.O_CREAT | os.O_WRONLY, dir_fd=at)
        os.write(file, b"locals {\n  deep = 1\n}\n")
        os.close(file)
    os.close(at)


def many(root):
    for i in range(100):
        folder = root / f"f{i}"
        folder.mkdir()
        for j in range(100):
            (folder / f"x{j}.tf").write_text("locals {\n  a = 1\n}\n")


def unreadable(root):
    (root / "folder").mkdir()
    for name in ("no.tf", ".gitignore", ".hcl-ls.hcl", "folder/a.tf"):
        (root / name).write_text("a = 1\n")
        (root / name).chmod(0)
    (root / "folder").chmod(0)


def names(root):
    (root / "folder.tf").mkdir()
    (root / ("n" * 250 + ".tf")).write_text("a = \n")
    with open(os.fsencode(root) + b"/\xff\xfe\n\x1b[31m.tf", "wb") as file:
        file.write(b"a = \n")


# A part of what the server logs or shows, and of what `check` prints; None: no message is needed.
CASES = {
    pipes: ("is not a regular file", "is not a regular file"),
    devices: ("are not followed", "links to files outside"),
    huge: ("is larger than", "is larger than"),
    circles: (None, "dangling link"),
    ways_out: ("are not followed", "links to files outside"),
    deep: ("lies too deep", "lies too deep"),
    many: (None, None),
    unreadable: ("Permission denied", "Permission denied"),
    names: (None, None),
}


@pytest.fixture(params=list(CASES), ids=lambda make: make.__name__)
def case(request, tmp_path):
    """(root, command line, expected messages) of a folder."""
    root = tmp_path / "root"
    root.mkdir()
    (root / "main.tf").write_text(MAIN)
    start = []
    if request.param is unreadable and os.geteuid() == 0:
        # Everything is readable for the superuser.
        start = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for folder in (root, *root.parents):
            if folder.owner() == "root" and not folder.stat().st_mode & 0o001:
                folder.chmod(folder.stat().st_mode | 0o011)
        root.chmod(0o755)
    request.param(root)
    yield root, start, CASES[request.param]
    subprocess.run(["chmod", "-R", "u+rwx", root], check=False, capture_output=True)
    subprocess.run(["rm", "-rf", root], check=False)  # deeper than Python removes


def test_a_server_works_among_special_files(binary, case):
    root, start, (said, _) = case
    server = RawServer([*start, binary], patience=60)
    heard = []
    take = server.take
    server.take = lambda message: (heard.append(message), take(message))
    try:
        capabilities = {"textDocument": {"publishDiagnostics": {}}}
        server.initialize(rootUri=root.as_uri(), capabilities=capabilities)
        uri = (root / "main.tf").as_uri()
        document = {"uri": uri, "languageId": "terraform", "version": 1, "text": MAIN}
        server.notify("textDocument/didOpen", {"textDocument": document})
        at = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 13}}
        assert server.request("textDocument/hover", at)["result"]
        # Waits for the index.
        found = server.request("workspace/symbol", {"query": "only_here"})["result"]
        assert any("only_here" in symbol["name"] for symbol in found)
        assert server.request("shutdown")["result"] is None
        server.notify("exit")
        assert server.wait()[0] == 0
    finally:
        server.kill()
    logged = [m["params"]["message"] for m in heard if m.get("method") in ("window/logMessage", "window/showMessage")]
    if said:
        assert any(said in message for message in logged), logged
    assert len(logged) <= 20
    assert SECRET not in str(heard)


def test_check_works_among_special_files(binary, case):
    root, start, (_, said) = case
    done = subprocess.run([*start, binary, "check", "--short", root], capture_output=True, timeout=120)
    output = (done.stdout + done.stderr).decode(errors="replace")
    assert done.returncode in (0, 1, 2)
    assert "main.tf" in output
    if said:
        assert said in output
    assert SECRET not in output


def test_check_says_which_folders_it_cannot_read(binary, tmp_path):
    root = tmp_path / "root"
    (root / "locked").mkdir(parents=True)
    (root / "main.tf").write_text("locals {\n  a = 1\n}\n")
    start = []
    if os.geteuid() == 0:
        start = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for folder in (root, *root.parents):
            if folder.owner() == "root" and not folder.stat().st_mode & 0o001:
                folder.chmod(folder.stat().st_mode | 0o011)
    (root / "locked").chmod(0)
    for command in (["check"], ["fmt", "--check"]):
        for path in (root, root / "locked"):
            done = subprocess.run([*start, binary, *command, path], capture_output=True, text=True, timeout=60)
            assert done.returncode == 2, done
            assert "locked: Permission denied" in done.stderr
    (root / "locked").chmod(0o755)


COMMANDS = (["check"], ["fmt", "."], ["fmt", "other"], ["graph"], ["docs"], ["doctor"], ["schema", "update"], ["check", "--fix"])


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_runs_in_a_removed_folder(binary, tmp_path, command):
    gone = tmp_path / "gone"
    script = 'mkdir "$1"; cd "$1"; rmdir "$1"; shift; exec "$@"'
    done = subprocess.run(["sh", "-c", script, "sh", gone, binary, *command], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "the current folder cannot be read" in done.stderr
    assert done.stdout == ""
