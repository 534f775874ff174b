"""`hcl-ls eval` as a person and as a script use it: arguments, files, JSON, and the prompt on a real terminal."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import time

import pytest

from conftest import PATIENCE


@pytest.fixture
def run(binary, tmp_path):
    def call(*arguments, stdin=""):
        return subprocess.run(
            [binary, "eval", *arguments],
            input=stdin, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE, check=False,
        )

    return call


def test_value_and_type_are_printed(run):
    done = run("--var", "n=2", "--var", "m=n + 1", "[n, m, upper(\"x\")]")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == '[2, 3, "X"]\n# tuple([number,number,string])\n'


def test_types_of_pcl_are_printed(run):
    def answer(*arguments):
        done = run("--language", "pcl", *arguments)
        return done.returncode, done.stdout, done.stderr

    assert answer("--unknown", "x:list(output(int))", "[for y in x : \"a${y}\"]")[1].splitlines() == [
        "list(output(string))", "# resolves to list(string)"]
    assert answer("type({ a = 1 + 1 })") == (0, "object({a = number})\n", "")
    assert answer("convertible { a: int } to object({a = string})") == (0, "safe\n", "")
    assert answer("convertible list(int) to bool")[1].startswith("none: ")
    assert answer("unify promise(int) output(string)") == (0, "output(string)\n", "")
    code, out, err = answer("nope")
    assert (code, out) == (1, "") and "undefined variable nope" in err
    assert answer("convertible int")[0] == 1
    assert run("--language", "bake", "1").returncode == 2


def test_expressions_come_from_files_and_standard_input(run, tmp_path):
    (tmp_path / "vars.hcl").write_text('name = "ann"\ngreeting = "hi ${name}"\n')
    (tmp_path / "vars.json").write_text('{"count": 3, "text": "${1 + 1}"}')
    (tmp_path / "expr.hcl").write_text("{ g = greeting, c = count, t = text }\n")
    done = run("--vars", "vars.hcl", "--vars", "vars.json", "--file", "expr.hcl")
    assert done.stdout.splitlines()[0] == '{ c = 3, g = "hi ann", t = 2 }', done.stderr
    assert run("-", stdin="1 + 1").stdout == "2\n# number\n"
    assert run("--template", "-f", "-", stdin="a%{ if true }b%{ endif }").stdout == '"ab"\n# string\n'


def test_equal_findings_are_reported_once(run):
    for rules in ("spec", "reference"):
        done = run("--rules", rules, "[for x in [1, 2, 3] : y]")
        assert done.returncode == 1
        assert done.stderr.count("HCL3001") == 1 and "(3 times)" in done.stderr


def test_files_that_cannot_be_read_are_named_once(run, binary, tmp_path):
    assert run("-f", "gone.hcl").stderr == "hcl-ls: cannot read gone.hcl: No such file or directory\n"
    for command in (["schema", "add", "--folder=s"], ["pack", "import"]):
        done = subprocess.run([binary, *command, "gone.json"], capture_output=True, text=True, cwd=tmp_path,
                              timeout=PATIENCE, check=False)
        assert (done.returncode, done.stderr) == (2, "hcl-ls: gone.json: No such file or directory\n")


def test_unknown_values_check_types(run):
    assert run("--unknown", "n:number", "n + 1").stdout == "(unknown number)\n# number\n"
    done = run("--unknown", "n:list(string)", "n + 1")
    assert done.returncode == 1
    assert "Invalid operand" in done.stderr and "expression:1:1" in done.stderr


def test_values_of_options_may_follow_an_equals_sign(run):
    assert run("--rules=reference", "--var=a=1", "--unknown=b:bool", "b ? a : 1").stdout.startswith("1\n")
    assert run("--rules=spec", "--var=a=1", "--unknown=b:bool", "b ? a : 1").stdout.startswith("(unknown")
    assert run("--rules=nosuch", "1").returncode == 2
    assert run("--language=pcl", "type(1)").returncode == 0
    assert run("--var", "x=--rules", "1").returncode == 1
    assert run("--", "-1").stdout == "-1\n# number\n"


def test_json_output_is_for_programs(run):
    done = run("--json", "--unknown", "u:string", "{ a = 1.5, \"b c\" = [u, \"<\"] }")
    answer = json.loads(done.stdout)
    assert answer["value"] == {"a": 1.5, "b c": [None, "<"]}
    assert answer["type"] == ["object", {"a": "number", "b c": ["tuple", ["string", "string"]]}]
    assert answer["unknown"] == ['["b c"][0]']
    assert answer["diagnostics"] == []
    failed = run("--json", "imgae + 1", "--var", "image=1")
    assert failed.returncode == 1
    (finding,) = json.loads(failed.stdout)["diagnostics"]
    assert (finding["title"], finding["start"], finding["end"]) == ("Unknown variable", 0, 5)


def test_mistakes_in_variables_name_their_place(run, tmp_path):
    (tmp_path / "vars.hcl").write_text("a = 1\nb = a +\nblock {}\n")
    done = run("--vars", "vars.hcl", "a")
    assert done.returncode == 1 and "vars.hcl:2:" in done.stderr and "block" in done.stderr
    assert "--var x:1:5" in run("--var", "x=1 + y", "x").stderr
    assert run("--vars", "nowhere.hcl", "1").returncode == 2
    assert run("1", "2").returncode == 2


def test_an_expression_may_begin_with_a_minus(run):
    assert run("-0").stdout.startswith("-0")
    assert run("-(1)").stdout.startswith("-1")
    assert run("--nope").returncode == 2
    assert "--language needs a value" in run("--language").stderr


def test_no_value_has_a_list_as_a_key(run):
    done = run("--unknown", "d:any", "d[[1]]")
    assert done.returncode == 1 and "a string or a number is required, not a tuple" in done.stderr
    assert run("--unknown", "d:any", "d[1]").returncode == 0


class Prompt:
    """The program at a terminal."""

    def __init__(self, binary, *arguments):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", EDITRC="/dev/null")
            os.execv(binary, [binary, "eval", *arguments])

    def read_until(self, wanted):
        """What is shown, without the terminal's own commands, once it ends with `wanted`."""
        shown = ""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([self.terminal], [], [], 0.1)
            if ready:
                try:
                    shown += os.read(self.terminal, 65536).decode(errors="replace")
                except OSError:  # it has ended
                    break
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown).replace("\r", "")
            if wanted and plain.endswith(wanted):
                return plain
        assert not wanted, f"no {wanted!r} in {shown!r}"
        return shown

    def type(self, text, then="> "):
        os.write(self.terminal, text.encode())
        return self.read_until(then)

    def end(self):
        end = time.monotonic() + PATIENCE
        done = 0
        # While the terminal changes its mode between two lines, what is typed may get lost or stay on the line.
        while not done and time.monotonic() < end:
            os.write(self.terminal, b"\x04")
            for _ in range(20):
                done, status = os.waitpid(self.pid, os.WNOHANG)
                if done:
                    break
                time.sleep(0.05)
            else:
                os.write(self.terminal, b"\n")
        if not done:
            os.kill(self.pid, signal.SIGKILL)
            _, status = os.waitpid(self.pid, 0)
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status)


@pytest.fixture
def prompt(binary):
    prompt = Prompt(binary, "--var", 'net={ name = "x", ports = [1, 2] }')
    prompt.read_until("> ")
    return prompt


def test_prompt_evaluates_line_by_line(prompt):
    assert "3\n# number" in prompt.type("1 + 2\n")
    assert "tuple([number,number])" in prompt.type("type(net.ports)\n")
    prompt.type("x = [1,\n", then=". ")
    assert "[1, 2]" in prompt.type("2]\n")
    assert "2\n# number" in prompt.type("x[1]\n")
    prompt.type("y = <<E\n", then=". ")
    prompt.type("text\n", then=". ")
    assert '"text\\n"' in prompt.type("E\n")
    assert "Unknown variable" in prompt.type("nett\n")
    assert "Returns the string" in prompt.type(":doc upper\n")
    assert prompt.end() == 0


def test_prompt_knows_plain_words_and_that_strings_end_on_their_line(prompt):
    assert ":functions" in prompt.type("help\n")
    assert "is never closed" in prompt.type('"abc\n')
    os.write(prompt.terminal, b"quit\n")
    assert prompt.end() == 0


def test_prompt_edits_completes_and_remembers(prompt):
    prompt.type("1\n")
    assert '"x"' in prompt.type("net.na\t\n")
    assert '"A"' in prompt.type("upp\t\"a\")\n")
    assert '"x"' in prompt.type("\x1b[A\x1b[A\n")
    # Ctrl-C takes back what was typed, and nothing else.
    prompt.type("[1,\n", then=". ")
    prompt.type("2\x03")
    assert "4\n# number" in prompt.type("2 + 2\n")
    assert prompt.end() == 0


def test_messages_count_and_give_the_reason(run):
    digits = run(f'tonumber("{"1" * 200}")')
    assert digits.returncode == 1 and "more digits than can be held exactly" in digits.stderr
    assert "1" * 120 not in digits.stderr.split("This does not fit")[1]
    length = run('convert(["a", "b"], tuple([string]))')
    assert "a tuple of 1 element is required, but there are 2" in length.stderr
    assert "but there is 1." in run('convert(["a"], tuple([string, string]))').stderr
