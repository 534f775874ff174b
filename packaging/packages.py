#!/usr/bin/env python3
"""Makes a Python wheel or an npm package that carries the program.

usage: packages.py wheel|npm PROGRAM FOLDER

Both are for Linux and the processor of this machine. The program should be a portable build (cmake --preset portable).
"""

import base64
import hashlib
import io
import json
import pathlib
import platform
import re
import stat
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = "Language server and command line for every HCL-based configuration language"
# The same files give the same packages, byte for byte.
MOMENT = (2020, 1, 1, 0, 0, 0)


def version(program):
    words = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()
    return words[1]


def notes(program):
    """The licence, and those of what is linked in; the full texts are beside a portable build."""
    texts = pathlib.Path(program).resolve().parent / "generated/share/doc/hcl-ls/LICENSES.txt"
    return [ROOT / "LICENSE", ROOT / "packaging/THIRD-PARTY.md"] + ([texts] if texts.exists() else [])


def least_libc(program):
    """The newest version of glibc whose symbols the program needs, as (major, minor)."""
    data = pathlib.Path(program).read_bytes()
    found = re.findall(rb"GLIBC_(\d+)\.(\d+)", data)
    return max((int(a), int(b)) for a, b in found) if found else (2, 17)


def wheel(program, folder):
    release = version(program)
    major, minor = least_libc(program)
    tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
    info = f"hcl_ls-{release}.dist-info"
    files = {
        f"hcl_ls-{release}.data/scripts/hcl-ls": pathlib.Path(program).read_bytes(),
        f"{info}/METADATA": (
            f"Metadata-Version: 2.1\nName: hcl-ls\nVersion: {release}\nSummary: {SUMMARY}\nLicense: Apache-2.0\n"
            "Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n" + (ROOT / "packaging/README.md").read_text()
        ).encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: hcl-ls\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
    }
    for note in notes(program):
        files[f"{info}/licenses/{note.name}"] = note.read_bytes()
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in files.items()
    )
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    path = folder / f"hcl_ls-{release}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # pip makes a script executable only when its entry is a regular file with the executable bit.
            entry.external_attr = (stat.S_IFREG | (0o755 if "/scripts/" in name else 0o644)) << 16
            archive.writestr(entry, data)
    return path


def npm(program, folder):
    release = version(program)
    cpu = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    manifest = {
        "name": "hcl-ls",
        "version": release,
        "description": SUMMARY,
        "license": "Apache-2.0",
        "os": ["linux"],
        "cpu": [cpu],
        "bin": {"hcl-ls": "bin/hcl-ls"},
        "files": ["bin", "LICENSE", "THIRD-PARTY.md", "LICENSES.txt"],
    }
    files = {
        "package.json": (json.dumps(manifest, indent=2) + "\n").encode(),
        "README.md": (ROOT / "packaging/README.md").read_bytes(),
        "bin/hcl-ls": pathlib.Path(program).read_bytes(),
    }
    for note in notes(program):
        files[note.name] = note.read_bytes()
    path = folder / f"hcl-ls-{release}-linux-{cpu}.tgz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo("package/" + name)
            entry.size = len(data)
            entry.mode = 0o755 if name.startswith("bin/") else 0o644
            archive.addfile(entry, io.BytesIO(data))
    return path


def main():
    kinds = {"wheel": wheel, "npm": npm}
    if len(sys.argv) != 4 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    print(kinds[sys.argv[1]](sys.argv[2], folder))


main()
