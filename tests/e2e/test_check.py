"""`hcl-ls check` and `hcl-ls pack` as people and pipelines use them: files, fixes, baselines, several reports at once."""

import json
import os
import pty
import select
import subprocess
import time

import pytest

from conftest import PATIENCE

SPEC = """
object {
  attr "listen" {
    type     = string
    required = true
  }
  attr "hosts" { type = list(string) }
  attr "address" {
    type        = string
    deprecated = listen
  }
  block_map "target" {
    labels = ["name"]
    symbol {
      address = [target, label.name]
      unused  = true
    }
    check "no-self" {
      condition = self.to != label.name
      message   = "A target cannot lead to itself."
      at        = attr.to
      severity  = warning
    }
    object {
      attr "to" { type = string }
    }
  }
}
"""


@pytest.fixture
def app(tmp_path):
    """A language of its own, and a file with one finding of each kind."""
    (tmp_path / "app.hcldec").write_text(SPEC)
    (tmp_path / "app.hcl").write_text(
        'listen = "a"\nhosts  = "one"\nlisten2 = 1\n\ntarget "x" {\n  to = "x"\n}\n'
    )
    return tmp_path


@pytest.fixture
def run(binary, tmp_path):
    def call(*arguments, stdin="", text=True):
        return subprocess.run(
            [binary, *arguments],
            input=stdin, capture_output=True, text=text, cwd=tmp_path, timeout=PATIENCE, check=False,
        )

    return call


def codes(done):
    return sorted(finding["code"] for finding in json.loads(done.stdout)["findings"])


def test_exit_codes_say_clean_findings_and_failure(run, app):
    (app / "good.hcldec").write_text("object {}\n")
    assert run("check", "good.hcldec").returncode == 0
    assert run("check", "app.hcl").returncode == 1
    missing = run("check", "nothing.hcl")
    assert missing.returncode == 2 and "nothing.hcl" in missing.stderr
    for wrong in (["--format=prose"], ["--rul=x"], ["--rule=HCL6012"], ["--rule=HCL6012=loud"],
                  ["--rule=UnusedSymbl=off"], ["--min-severity=fatal"], ["-", "x.hcl"],
                  ["--format=json", "--format=sarif"], ["--baseline-write"], ["--language=cobol"]):
        done = run("check", *wrong)
        assert done.returncode == 2, wrong
        assert done.stdout == "" and done.stderr.startswith("hcl-ls: "), wrong
    assert "did you mean UnusedSymbol?" in run("check", "--rule=UnusedSymbl=off").stderr
    assert "did you mean --rule?" in run("check", "--rul=x").stderr


def test_human_output_shows_the_line(run, app):
    done = run("check", "app.hcl")
    assert "app.hcl:2:10" in done.stdout and '"one"' in done.stdout and "^^^^^" in done.stdout
    assert done.stderr == "2 errors, 2 warnings in 1 file\n"


def test_levels_by_code_name_and_rule_of_a_pack(run, app):
    done = run("check", "--format=json", "--rule=HCL6012=off", "--rule=no-self=error",
               "--rule=UnsupportedArgument=hint", "app.hcl")
    found = {f["code"]: f["severity"] for f in json.loads(done.stdout)["findings"]}
    assert found == {"HCL4040": "error", "HCL4002": "hint", "HCL6013": "error"}
    everything = run("check", "--format=json", "--rule=*=hint", "app.hcl")
    assert everything.returncode == 0
    assert {f["severity"] for f in json.loads(everything.stdout)["findings"]} == {"hint"}
    # The workspace's configuration sets the same; the command line takes precedence.
    (app / ".hcl-ls.hcl").write_text('rules = { UnusedSymbol = "off", no-self = "off" }\n')
    assert codes(run("check", "--format=json", "app.hcl")) == ["HCL4002", "HCL4040"]
    assert "HCL6012" in codes(run("check", "--format=json", "--rule=UnusedSymbol=warning", "app.hcl"))


def test_only_and_min_severity(run, app):
    assert codes(run("check", "--format=json", "--only=HCL6012", "--only=no-self", "app.hcl")) == ["HCL6012", "HCL6013"]
    assert codes(run("check", "--format", "json", "--min-severity", "error", "app.hcl")) == ["HCL4002", "HCL4040"]


def test_the_number_left_out_of_a_file_is_always_said(run, tmp_path):
    (tmp_path / "main.tf").write_text("".join(f'output "o{i}" {{ value = upper([]) }}\n' for i in range(243)))
    for options in [[], ["--min-severity=error"], ["--only=HCL3605"]]:
        done = run("check", "--short", *options, "main.tf")
        assert "43 more findings in this file are left out" in done.stdout
        assert done.stdout.count("HCL3605") == 200


def test_names_of_rules_that_no_language_has_are_refused(run, app):
    (app / ".hcl-ls.hcl").write_text('rule "own" {\n  blocks = ["*"]\n}\n')
    for known in ["--only=own", "--only=no-self", "--rule=terraform_typed_variables=off", "--rule=*=hint"]:
        assert run("check", known, "app.hcl").returncode != 2
    for option in ["--only=no-selff", "--rule=no-selff=off"]:
        done = run("check", option, "app.hcl")
        assert (done.returncode, done.stdout) == (2, "")
        assert 'unknown code or name "no-selff"; did you mean no-self?' in done.stderr


def test_patterns_of_packs_choose_files_in_folders(run, app):
    (app / ".hcl-ls.hcl").write_text('language "a" {\n  spec = "packs/a.hcldec"\n}\nlanguage "b" {\n  spec = "packs/b.hcldec"\n}\n')
    (app / "packs").mkdir()
    (app / "packs" / "a.hcldec").write_text('language "a" {\n  files = ["*.conf"]\n}\nobject {}\n')
    (app / "packs" / "b.hcldec").write_text('language "b" {\n  extends = "./a.hcldec"\n  files   = ["*.more"]\n}\n')
    (app / "x.conf").write_text("y = 1\n")
    (app / "deep").mkdir()
    (app / "deep" / "x.more").write_text("y = 1\n")
    found = json.loads(run("check", "--format=json", "--only=HCL4002", ".").stdout)["findings"]
    assert {"x.conf", "deep/x.more"} <= {f["file"] for f in found}


def test_fix_applies_what_is_safe_and_loses_nothing(run, app):
    text = (
        '# caf\u00e9\r\naddress = "a" # kept \U0001f600\r\nhosts   = "one"\r\nlistne  = 1\r\n'
        'x1      = 1 # hcl-ls:ignore HCL4002\r\n'
        'y       = [1, 2] # hcl-ls:ignore HCL6001\r\n'
    )
    (app / "app.hcl").write_bytes(text.encode())
    os.chmod(app / "app.hcl", 0o640)
    done = run("check", "--fix", "--format=json", "app.hcl")
    after = (app / "app.hcl").read_bytes().decode()
    expected = text.replace("address =", "listen =").replace('"one"', '["one"]').replace(" # hcl-ls:ignore HCL6001", "")
    assert after == expected
    assert "Fixed 3 findings." in done.stderr
    # The nearest name is a guess: offered in editors, never written unasked.
    assert codes(done) == ["HCL4002", "HCL4002"] and done.returncode == 1
    assert os.stat(app / "app.hcl").st_mode & 0o777 == 0o640
    assert [f for f in os.listdir(app) if f not in ("app.hcl", "app.hcldec")] == []
    again = run("check", "--fix", "--format=json", "app.hcl")
    assert (app / "app.hcl").read_bytes().decode() == after and "Fixed" not in again.stderr


def test_fix_of_standard_input_prints_the_text(run, app):
    done = run("check", "--fix", "-", "--stdin-name=app.hcl", stdin='listen = "a"\nhosts = "one"\n')
    assert (done.returncode, done.stdout) == (0, 'listen = "a"\nhosts = ["one"]\n')


def test_fix_keeps_bytes_that_are_no_text(run, app):
    raw = b'listen = "\xff\xfe"\nhosts = "one"\n\x00'
    (app / "app.hcl").write_bytes(raw)
    run("check", "--fix", "app.hcl")
    assert (app / "app.hcl").read_bytes() == raw.replace(b'"one"', b'["one"]')


def test_baseline_accepts_what_is_there_and_reports_what_is_new(run, app):
    missing = run("check", "--baseline=base.json", "app.hcl")
    assert missing.returncode == 2 and "--baseline-write" in missing.stderr
    first = run("check", "--baseline=base.json", "--baseline-write", "app.hcl")
    assert first.returncode == 0 and first.stdout == ""
    assert "Recorded 4 findings in base.json" in first.stderr
    assert run("check", "--baseline=base.json", "app.hcl").returncode == 0
    # Lines may move; a second finding of the same text is new.
    text = (app / "app.hcl").read_text()
    (app / "app.hcl").write_text("# moved\n\n" + text + "listen3 = 1\n")
    done = run("check", "--baseline=base.json", "--format=json", "app.hcl")
    assert done.returncode == 1
    (finding,) = json.loads(done.stdout)["findings"]
    assert finding["start"]["line"] == 10
    (app / "app.hcl").write_text(text.replace("listen2 = 1\n", ""))
    fewer = run("check", "--baseline=base.json", "app.hcl")
    assert fewer.returncode == 0 and "1 finding in base.json no longer occurs" in fewer.stderr
    assert run("check", "--baseline=base.json", "--baseline-write", "app.hcl").returncode == 0
    assert len(json.loads((app / "base.json").read_text())["findings"]) == 3
    (app / "base.json").write_text("[]")
    broken = run("check", "--baseline=base.json", "app.hcl")
    assert broken.returncode == 2 and "is not a baseline" in broken.stderr


def test_several_reports_at_once(run, app):
    done = run("check", "--format=sarif=out.sarif", "--format=junit=out.xml", "--format=gitlab=out.json", "app.hcl")
    assert done.returncode == 1
    assert "Incorrect attribute value type" in done.stdout  # people still see them
    assert "<testsuites>" in (app / "out.xml").read_text()
    assert len(json.loads((app / "out.json").read_text())) == 4
    assert json.loads((app / "out.sarif").read_text())["version"] == "2.1.0"
    assert run("check", "--format=json=no/such/folder/x.json", "app.hcl").returncode == 2


def test_sarif_has_what_the_standard_requires(run, app):
    odd = app / "odd name \u00e9.hcl"
    odd.write_text("# hcl-ls:language bake\ntarget \"\U0001f600\" { contextt = 1 }\n")
    done = run("check", "--format=sarif", "app.hcl", odd.name)
    log = json.loads(done.stdout)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (part,) = log["runs"]
    driver = part["tool"]["driver"]
    assert driver["name"] == "hcl-ls" and driver["version"]
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    for result in part["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        uri = place["artifactLocation"]["uri"]
        assert " " not in uri and uri.isascii()
        region = place["region"]
        assert region["startLine"] >= 1 and region["startColumn"] >= 1
        assert (region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"])
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                assert change["artifactLocation"]["uri"] and change["replacements"]
                assert all("deletedRegion" in one for one in change["replacements"])
    prints = [result["partialFingerprints"]["hclLs/v1"] for result in part["results"]]
    assert len(set(prints)) == len(prints)
    # Columns count code points (columnKind).
    assert part["columnKind"] == "unicodeCodePoints"
    (inside,) = [r for r in part["results"] if "contextt" in r["message"]["text"]]
    assert inside["locations"][0]["physicalLocation"]["region"]["startColumn"] == 14


def test_a_language_is_found_by_name_hint_and_association(run, tmp_path):
    wrong = 'target "a" {\n  contextt = "."\n}\n'
    for name in ("docker-bake.hcl", "other.conf", "other.hcl", "svc.deploy.hcl"):
        (tmp_path / name).write_text(wrong)
    assert codes(run("check", "--format=json", "docker-bake.hcl")) == ["HCL4002"]
    # Nobody knows what "target" means elsewhere.
    assert codes(run("check", "--format=json", "other.conf", "other.hcl")) == []
    assert codes(run("check", "--format=json", "--language=bake", "other.conf")) == ["HCL4002"]
    (tmp_path / "other.hcl").write_text("# hcl-ls:language bake\n" + wrong)
    assert codes(run("check", "--format=json", "other.hcl")) == ["HCL4002"]
    (tmp_path / ".hcl-ls.hcl").write_text('language "bake" {\n  files = ["*.deploy.hcl"]\n}\n')
    assert codes(run("check", "--format=json", "svc.deploy.hcl")) == ["HCL4002"]
    done = run("check", "--format=json", "-", "--stdin-name=svc.deploy.hcl", stdin=wrong)
    assert codes(done) == ["HCL4002"]
    assert codes(run("check", "--format=json", "-", stdin=wrong)) == []
    (tmp_path / "plain.hcldec").write_text(
        'language "plain" {\n  content = "shape = .*"\n}\nobject {\n  attr "shape" { type = number }\n}\n')
    (tmp_path / ".hcl-ls.hcl").write_text('language "plain" {\n  spec = "plain.hcldec"\n}\n')
    (tmp_path / "hinted.hcl").write_text('shape = "round"\n')
    assert codes(run("check", "--format=json", "hinted.hcl")) == ["HCL4040"]


def test_texts_that_are_no_native_syntax_are_known_by_their_beginning(run, tmp_path):
    texts = {
        # HCL 1 reads them as JSON.
        "consul.hcl": '{\n  "server": true,\n  "bootstrap_expct": 1\n}\n',
        "any.hcl": '{\n  "path": { "secret/*": { "capabilities": ["read"] } }\n}\n',
        "broken.hcl": '{\n  "path": { "secret/*" }\n}\n',
        # Keys of HCL 1 can have dots.
        "vars.hcl": 'vcs.id = "git"\nREADME.md = "x"\n',
        # Packages of Hermit, pipelines of Alloy, SQL.
        "act.hcl": 'binaries = ["act"]\nversion "0.2.45"\n  "0.2.46" {\n  auto-version {\n  }\n}\n',
        "alloy.hcl": 'discovery.kubernetes "pods" {\n  role = [1, 2,,]\n}\n',
        "dba.sql.hcl": "-- The role.\ncreate role \"{{name}}\"\nwith login password '{{password}}';\n",
        "mine.hcl": "a b\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    result = run("check", "--short", str(tmp_path))
    found = sorted(line.removeprefix(str(tmp_path) + "/").split(" ")[0] for line in result.stdout.splitlines())
    assert found == ["broken.hcl:2:24:", "consul.hcl:3:3:", "mine.hcl:1:4:"]


def test_unused_ignore_comments_are_reported(run, app):
    (app / "app.hcl").write_text('listen = "a" # hcl-ls:ignore HCL4002: not needed any more\n')
    done = run("check", "--format=json", "app.hcl")
    assert codes(done) == ["HCL6015"] and done.returncode == 0
    assert run("check", "--rule=UnusedIgnore=error", "app.hcl").returncode == 1


def test_progress_is_for_terminals_alone(binary, tmp_path):
    for i in range(3000):
        (tmp_path / f"f{i}.hcl").write_text("".join(f"a{j} = [{j}, upper(\"x\")]\n" for j in range(40)))
    piped = subprocess.run([binary, "check", "."], capture_output=True, cwd=tmp_path, timeout=PATIENCE, check=False)
    assert (piped.returncode, piped.stdout, piped.stderr) == (0, b"", b"")
    master, slave = pty.openpty()
    process = subprocess.Popen([binary, "check", "."], cwd=tmp_path, stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    seen = b""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        # Its last output is read after its exit was noticed.
        ended = process.poll() is not None
        ready, _, _ = select.select([master], [], [], 0.1)
        if ready:
            try:
                chunk = os.read(master, 65536)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
        elif ended:
            break
    assert process.wait(PATIENCE) == 0
    os.close(master)
    if seen:  # a fast machine may be done before anybody could wonder
        assert b"/3000 files" in seen and seen.endswith(b"\r\x1b[K")


def test_a_broken_or_unknown_language_is_never_a_green_check(run, tmp_path):
    (tmp_path / "gateway.hcldec").write_text("object {\n")
    (tmp_path / "gateway.hcl").write_text("anything = 1\n")
    (tmp_path / "marked.hcl").write_text("# hcl-ls:language nosuch\nx = 1\n")
    broken = run("check", "--format=json", "gateway.hcl")
    assert broken.returncode == 2 and "HCL5006" in codes(broken)
    unknown = run("check", "--format=json", "marked.hcl")
    assert unknown.returncode == 2 and codes(unknown) == ["HCL5011"]


def test_pack_new_check_and_list(run, tmp_path):
    made = run("pack", "new", "shop")
    assert made.returncode == 0 and (tmp_path / "shop.hcldec").exists()
    assert run("pack", "check", "shop.hcldec").returncode == 0
    assert "terraform-lock" in run("pack", "list").stdout
    (tmp_path / "shop.hcldec").write_text('object {\n  attr "a" { frmat = url }\n}\n')
    done = run("pack", "check", "shop.hcldec")
    assert done.returncode == 1 and 'Did you mean "format"?' in done.stdout


JSON_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A shop",
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "description": "Costs ${price} or \"less\".", "pattern": "^[a-z]+$"},
        "port": {"type": "integer", "minimum": 1, "maximum": 65535, "default": 80},
        "mode": {"enum": ["fast", "slow"]},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "maxItems": 2},
        "size": {"anyOf": [{"type": "number"}, {"type": "string"}]},
        "owner": {"$ref": "#/$defs/person"},
        "staff": {"type": "array", "items": {"$ref": "#/$defs/person"}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "sites": {"type": "object", "additionalProperties": {"type": "object", "properties": {"url": {"type": "string", "format": "uri"}}, "additionalProperties": False}},
    },
    "$defs": {
        "person": {
            "type": "object",
            "required": ["first"],
            "additionalProperties": False,
            "properties": {"first": {"type": "string"}, "boss": {"$ref": "#/$defs/person"}, "old": {"type": "string", "deprecated": True}},
        }
    },
}


def test_pack_import_from_a_json_schema(run, tmp_path):
    (tmp_path / "shop.schema.json").write_text(json.dumps(JSON_SCHEMA))
    made = run("pack", "import", "shop.schema.json", "--output=shop.hcldec")
    assert made.returncode == 0, made.stderr
    assert 'language "shop"' in made.stderr
    checked = run("pack", "check", "shop.hcldec")
    assert (checked.returncode, checked.stdout) == (0, "")
    assert run("fmt", "--check", "shop.hcldec").returncode == 0
    (tmp_path / ".hcl-ls.hcl").write_text('language "shop" {\n  spec = "shop.hcldec"\n}\n')
    (tmp_path / "good.shop.hcl").write_text(
        'name   = "abc"\nport   = 8080\nmode   = "fast"\ntags   = ["a", "b"]\nsize   = "big"\n'
        'labels = { a = "b" }\nowner {\n  first = "x"\n  boss { first = "y" }\n}\n'
        'staff { first = "z" }\nstaff { first = "w" }\nsites "a" { url = "https://x.y" }\n')
    good = run("check", "good.shop.hcl")
    assert (good.returncode, good.stdout) == (0, "")
    (tmp_path / "attr.shop.hcl").write_text('name = "abc"\nowner = { first = "x" }\nstaff = [{ first = "x" }]\n')
    assert run("check", "attr.shop.hcl").returncode == 0
    (tmp_path / "bad.shop.hcl").write_text(
        'name = "ABC"\nport = 70000\nmode = "warp"\ntags = ["a", "a", "b"]\nextra = 1\n'
        'owner {\n  old = "x"\n}\nsites "a" { url = "nowhere" }\n')
    done = run("check", "--format=json", "bad.shop.hcl")
    assert codes(done) == ["HCL4001", "HCL4002", "HCL6003", "HCL6004", "HCL6004", "HCL6005", "HCL6006", "HCL6011", "HCL6019"]


PROVIDERS = {
    "format_version": "1.0",
    "provider_schemas": {
        "example.com/acme/cloud": {
            "provider": {"version": 0, "block": {"attributes": {"token": {"type": "string", "optional": True, "sensitive": True}}}},
            "resource_schemas": {
                "cloud_disk": {
                    "version": 0,
                    "block": {
                        "attributes": {
                            "id": {"type": "string", "computed": True},
                            "size": {"type": "number", "required": True, "description": "In ${GB}."},
                            "tags": {"type": ["map", "string"], "optional": True},
                            "rules": {"type": ["list", ["object", {"port": "number"}]], "optional": True, "computed": True},
                            "net": {"nested_type": {"nesting_mode": "single", "attributes": {"cidr": {"type": "string", "required": True}}}, "optional": True},
                        },
                        "block_types": {
                            "timeouts": {"nesting_mode": "single", "block": {"attributes": {"create": {"type": "string", "optional": True}}}},
                            "part": {"nesting_mode": "list", "max_items": 2, "block": {"attributes": {"name": {"type": "string", "required": True}}}},
                        },
                    },
                }
            },
            "data_source_schemas": {"cloud_disk": {"version": 0, "block": {"attributes": {"id": {"type": "string", "required": True}}}}},
        }
    },
}


def test_schemas_of_providers(run, tmp_path):
    done = run("schema", "add", "-", "--folder=kept", stdin=json.dumps(PROVIDERS))
    assert (done.returncode, done.stdout) == (0, "example.com/acme/cloud: 3 schemas\n"), done.stderr
    listed = run("schema", "list", "--folder=kept")
    assert (listed.returncode, listed.stdout) == (0, "example.com/acme/cloud: data 1, provider 1, resource 1\n")
    needs = 'terraform {\n  required_providers {\n    cloud = { source = "example.com/acme/cloud" }\n  }\n}\n'
    (tmp_path / "main.tf").write_text(
        needs + 'variable "n" {}\nprovider "cloud" {\n  token = "x"\n}\n'
        'resource "cloud_disk" "a" {\n  count = 2\n  size  = var.n\n  net   = { cidr = "10.0.0.0/8" }\n'
        '  rules {\n    port = 80\n  }\n  part { name = "x" }\n  dynamic "part" {\n    for_each = []\n    content { name = "y" }\n  }\n}\n'
        'data "cloud_disk" "b" {\n  id = cloud_disk.a[0].id\n}\nresource "other_thing" "c" {\n  whatever = 1\n}\n')
    good = run("check", "--schemas=kept", "main.tf")
    assert (good.returncode, good.stdout) == (0, "")
    (tmp_path / "main.tf").write_text(needs + 'resource "cloud_disk" "a" {\n  sise = 1\n  id = "x"\n  net = {}\n}\n')
    assert codes(run("check", "--format=json", "--schemas=kept", "main.tf")) == ["HCL4001", "HCL4002", "HCL4040", "HCL6014"]
    assert codes(run("check", "--format=json", "main.tf")) == []


def test_pack_import_says_what_is_no_schema(run, tmp_path):
    (tmp_path / "x.json").write_text("[1]")
    done = run("pack", "import", "x.json")
    assert done.returncode == 2 and "not a schema" in done.stderr
    (tmp_path / "x.json").write_text('{"a": ')
    assert run("pack", "import", "x.json").returncode == 2
    assert run("pack", "import", "nothing.json").returncode == 2
    assert run("pack", "import").returncode == 2


@pytest.mark.parametrize(
    "command",
    [["check", "-"], ["fmt", "-"], ["eval", "-"], ["dump", "tree", "-"], ["decode", "--spec", "s.hcldec"], ["version"]],
)
def test_lost_output_is_told(binary, tmp_path, command):
    (tmp_path / "s.hcldec").write_text('attr {\n  name = "a"\n  type = number\n}\n')
    text = "a=" if command[0] == "check" else "1+1" if command[0] == "eval" else "a=1"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [binary, *command], input=text, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
            timeout=PATIENCE, check=False,
        )
    assert done.returncode == 2
    assert "cannot write to standard output" in done.stderr


def test_related_places_show_their_line(run, app):
    (app / "app.hcl").write_text('listen = "a"\nlisten = "b"\n')
    human = run("check", "app.hcl").stdout
    assert "\n  note: " in human and " --> app.hcl:1:1\n" in human and '1 | listen = "a"\n' in human
    (finding,) = json.loads(run("check", "--format=json", "app.hcl").stdout)["findings"]
    (related,) = finding["related"]
    assert related["file"] == "app.hcl" and related["start"]["line"] == 1 and related["message"]


def test_findings_link_to_their_documentation(run, app):
    for finding in json.loads(run("check", "--format=json", "app.hcl").stdout)["findings"]:
        assert finding.get("url", "#" + finding["code"]).endswith("#" + finding["code"])
    log = json.loads(run("check", "--format=sarif", "app.hcl").stdout)
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        code = rule["id"].split("/")[0]  # the name of a rule may follow
        assert rule.get("helpUri", "#" + code).endswith("#" + code) and rule["shortDescription"]["text"]
        assert "{" not in rule["shortDescription"]["text"]


def test_explain_prints_the_page_of_a_finding(run):
    by_code = run("check", "--explain", "HCL6012")
    assert by_code.returncode == 0 and by_code.stdout.startswith("### HCL6012 ")
    assert run("check", "--explain=UnusedSymbol").stdout == by_code.stdout
    wrong = run("check", "--explain", "UnusedSymbl")
    assert wrong.returncode == 2 and "did you mean UnusedSymbol?" in wrong.stderr


def test_language_may_be_one_of_the_workspace(run, app):
    (app / ".hcl-ls.hcl").write_text('language "shop" {\n  spec  = "app.hcldec"\n  files = ["*.shop"]\n}\n')
    (app / "other.hcl").write_text("lisen = 1\n")
    assert "HCL4002" not in codes(run("check", "--format=json", "other.hcl"))
    assert "HCL4002" in codes(run("check", "--format=json", "--language=shop", "other.hcl"))
    wrong = run("check", "--language=shp", "other.hcl")
    assert wrong.returncode == 2 and "did you mean shop?" in wrong.stderr


def test_a_pack_that_no_checked_file_needs_changes_nothing(run, tmp_path):
    (tmp_path / "large.hcldec").write_text(
        'language "large" {\n  files = ["*.large"]\n}\nobject {}\n' + "# padding\n" * 900_000)
    (tmp_path / ".hcl-ls.hcl").write_text(
        'language "large" {\n  spec = "large.hcldec"\n}\n'
        'language "gone" {\n  spec  = "gone.hcldec"\n  files = ["*.gone"]\n}\n')
    for name in ("a.hcl", "b.large", "c.gone"):
        (tmp_path / name).write_text("x = 1\n")
    fine = run("check", "a.hcl")
    assert fine.returncode == 0 and fine.stdout == ""
    for name in ("b.large", "c.gone"):
        assert run("check", name).returncode == 2
    # The pack alone is not the trouble of a file of another language, but a configuration that names nothing is.
    (tmp_path / ".hcl-ls.hcl").write_text('language "gone" {\n  spec = "gone.hcldec"\n}\n')
    assert run("check", "a.hcl").returncode == 2


def test_what_the_top_level_requires_because_of_other_arguments(run, tmp_path):
    (tmp_path / "app.hcldec").write_text(
        'object {\n  attr "mode" { type = string }\n  attr "key" { required = self.mode == "secret" }\n'
        '  block "store" {\n    required = self.key != null\n    also     = attr\n    object {}\n  }\n}\n')
    for text, expected in (
        ('mode = "secret"\n', ["HCL6023"]), ('mode = "public"\n', []), ("mode = nosuch\n", ["HCL6001"]),
        ('key = 1\n', ["HCL6023"]), ('key = 1\nstore {}\n', []), ('key = 1\nstore = {}\n', []), ("", []),
    ):
        (tmp_path / "app.hcl").write_text(text)
        assert codes(run("check", "--format=json", "app.hcl")) == expected, text


def test_a_fix_that_is_wrong_in_one_place_is_made_in_another(run, tmp_path):
    (tmp_path / "app.hcldec").write_text(
        'object {\n  block_list "srv" {\n    object {\n      conflicts = [[port, ports]]\n      attr "p" { deprecated = port }\n'
        '      attr "port" {}\n      attr "ports" {}\n    }\n  }\n}\n')
    (tmp_path / "app.hcl").write_text("srv {\n  p = 1\n  ports = 2\n}\nsrv {\n  p = 1\n}\nsrv {\n  p = 1\n}\n")
    assert run("check", "--fix", "app.hcl").returncode == 1
    fixed = "srv {\n  p = 1\n  ports = 2\n}\nsrv {\n  port = 1\n}\nsrv {\n  port = 1\n}\n"
    assert (tmp_path / "app.hcl").read_text() == fixed


def test_a_fix_follows_successors_of_successors(run, tmp_path):
    (tmp_path / "app.hcldec").write_text(
        'object {\n  attr "a" { deprecated = b }\n  attr "b" { deprecated = c }\n  attr "c" {}\n'
        '  attr "x" { deprecated = y }\n  attr "y" { deprecated = x }\n}\n')
    (tmp_path / "app.hcl").write_text("a = 1\n")
    assert run("check", "--fix", "app.hcl").returncode == 0
    assert (tmp_path / "app.hcl").read_text() == "c = 1\n"


def test_one_checker_for_packs(run, tmp_path):
    """`pack check`, `check` and `decode` say the same about a spec."""
    (tmp_path / "app.hcldec").write_text(
        'object {\n  attr "a" {\n    type    = string\n    pattern = "("\n    sensitive = "many"\n'
        '    needs   = [b]\n    version = "soon"\n  }\n}\n')
    (tmp_path / "app.hcl").write_text('a = "x"\n')

    def found(*arguments):
        done = run(*arguments)
        text = done.stdout + done.stderr
        return {code for code in ("HCL4040", "HCL5004", "HCL5001") if code in text}, done.returncode

    assert found("pack", "check", "app.hcldec") == ({"HCL4040", "HCL5004", "HCL5001"}, 1)
    assert found("check", "app.hcldec") == ({"HCL4040", "HCL5004", "HCL5001"}, 1)
    assert found("decode", "--spec=app.hcldec", "app.hcl") == ({"HCL4040", "HCL5004", "HCL5001"}, 2)


def test_help_and_suggestions(run):
    assert run("help", "check").stdout == run("check", "--help").stdout
    misspelt = run("chek")
    assert misspelt.returncode == 2 and "did you mean check?" in misspelt.stderr
    assert "Try: hcl-ls help check" in run("check", "--rul=x").stderr


def test_decode_reads_pipes_and_standard_input(binary, tmp_path):
    (tmp_path / "spec.hcldec").write_text('object {\n  attr "a" { type = number }\n}\n')
    (tmp_path / "in.hcl").write_text("a = x\n")

    def decode(*arguments, stdin=""):
        return subprocess.run(
            [binary, "decode", *arguments], input=stdin, capture_output=True, text=True, cwd=tmp_path,
            timeout=PATIENCE, check=False,
        )

    assert json.loads(decode("--spec=spec.hcldec", "-", stdin="a = 1\n").stdout) == {"a": 1}
    spec = (tmp_path / "spec.hcldec").read_text()
    assert json.loads(decode("--spec=-", "--vars={\"x\": 2}", "in.hcl", stdin=spec).stdout) == {"a": 2}
    assert json.loads(decode("--spec=spec.hcldec", "--vars=-", "in.hcl", stdin="x = 3\n").stdout) == {"a": 3}
    assert json.loads(decode("--spec=spec.hcldec", "/dev/null").stdout) == {}
    twice = decode("--spec=-", "-", stdin=spec)
    assert twice.returncode == 2 and "only once" in twice.stderr
    piped = subprocess.run(
        ["bash", "-c", f"'{binary}' decode --spec=<(cat spec.hcldec) --vars=<(echo 'x = 4') in.hcl"],
        capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE, check=False,
    )
    assert json.loads(piped.stdout) == {"a": 4}, piped.stderr


def test_decode_reports_each_mistake_once_and_in_the_order_of_the_files(run, tmp_path):
    (tmp_path / "s.hcldec").write_text(
        'object {\n  block_map "up" {\n    labels = ["kind", "name"]\n    object {\n      attr "url" { type = string }\n    }\n  }\n'
        '  attr "a" { type = number }\n}\n')
    (tmp_path / "1.json").write_text('{"up": {"x": 7}, "a": "no"}')
    (tmp_path / "2.json").write_text('{"up": {"x": {"y": 5}}}')
    done = run("decode", "--spec", "s.hcldec", "1.json", "2.json")
    assert done.returncode == 2
    heads = [line for line in done.stderr.splitlines() if line.startswith("error")]
    places = [line.split("--> ")[1] for line in done.stderr.splitlines() if "--> " in line]
    assert len(heads) == 3 and [place.split(":")[0] for place in places] == ["1.json", "1.json", "2.json"]
    assert "label(s)" not in done.stderr


def test_what_merged_files_lack_has_no_place(run, tmp_path):
    (tmp_path / "s.hcldec").write_text(
        'object {\n  attr "a" {\n    required = true\n    type = string\n  }\n  block "b" {\n    required = true\n    object {}\n  }\n'
        '  block_list "c" {\n    min_items = 2\n    object {}\n  }\n}\n')
    (tmp_path / "1.hcl").write_text("c {\n}\n")
    (tmp_path / "2.hcl").write_text("\n")
    done = run("decode", "--spec", "s.hcldec", "1.hcl", "2.hcl")
    assert done.returncode == 2 and done.stderr.count("error:") == 3
    assert "-->" not in done.stderr
    assert run("decode", "--spec", "s.hcldec", "1.hcl").stderr.count("--> 1.hcl:1:1") == 3


def test_decode_checks_its_spec_as_pack_check_does(run, tmp_path):
    (tmp_path / "s.hcldec").write_text('object {\n  attr "a" {\n    type = number\n    min = 5\n    max = 1\n  }\n}\n')
    (tmp_path / "a.hcl").write_text("a = 3\n")
    done = run("decode", "--spec", "s.hcldec", "a.hcl")
    assert done.returncode == 2 and "HCL5005" in done.stderr
    assert run("pack", "check", "s.hcldec").returncode == 1


def test_findings_show_both_of_their_names_and_where_related_places_are(run, tmp_path):
    (tmp_path / "a.hcl").write_text("a = 1\n\na = 2\n")
    done = run("check", "a.hcl")
    assert "[HCL1012 AttributeRedefined]" in done.stdout
    assert "a.hcl:1:1" in done.stdout and "1 | a = 1" in done.stdout
    report = json.loads(run("check", "--format=json", "a.hcl").stdout)
    assert report["findings"][0]["related"][0]["start"]["line"] == 1


def test_help_lists_each_command_once(run):
    lines = [line.split()[0] for line in run("help").stdout.splitlines() if line.startswith("  ") and line.split()]
    for command in ["check", "fmt", "decode", "eval", "pack", "serve", "doctor", "dump", "replay"]:
        assert lines.count(command) == 1, command


def test_pack_import_lists_what_it_leaves_out(run, tmp_path):
    (tmp_path / "s.json").write_text(json.dumps({
        "type": "object", "properties": {"port": {"type": "integer", "multipleOf": 2}}}))
    done = run("pack", "import", "s.json")
    assert done.returncode == 0
    assert done.stderr == "not imported: port: multipleOf 2\n"
    assert "# Not imported: multipleOf 2." in done.stdout


def test_lenient_programs_of_pulumi(run, tmp_path):
    (tmp_path / "main.pp").write_text('a = nope\nb = { c = 1 }\nd = b.e\n')
    strict = run("check", "--short", "main.pp")
    assert strict.returncode == 1 and ": error: undefined variable nope" in strict.stdout
    assert "unknown property" in strict.stdout
    lenient = run("check", "--short", "--lenient", "main.pp")
    assert ": error:" not in lenient.stdout
    assert ": warning: undefined variable nope" in lenient.stdout
    assert "unknown property" not in lenient.stdout


def test_manifests_of_puppet_are_left_alone(run, tmp_path):
    manifest = "class web (\n  $a = 1,\n) {\n    file { '/etc/x':\n  ensure => present }\n}\n"
    (tmp_path / "init.pp").write_text(manifest)
    (tmp_path / "loop.pp").write_text("Integer[0,11].slice(3) |Tuple $t| {\n  notify { String($t): }\n}\n")
    (tmp_path / "call.pp").write_text('notify { read("secret/${::environment}", $field): }\n')
    (tmp_path / "main.pp").write_text("a  = 1\n")
    done = run("check", "--short", ".")
    assert done.returncode == 0 and done.stdout == "", done.stdout
    assert run("fmt", ".").returncode == 0
    assert (tmp_path / "init.pp").read_text() == manifest
    assert (tmp_path / "main.pp").read_text() == "a = 1\n"


def test_files_of_other_kinds_with_a_name_of_ours_are_left_alone(run, tmp_path):
    pool = '{\n  "Name": "a",\n  "SchedulerConfiguration": {\n    "SchedulerAlgorithm": "spread"\n  }\n}\n'
    (tmp_path / "pool.nomad.json").write_text(pool)
    (tmp_path / "one.nomad.json").write_text('{ "Name": "gpu", "Meta": { "a": "b" } }\n')
    (tmp_path / "two.nomad.json").write_text('{\n  "Name": "gpu",\n  "Description": "Nodes with GPUs"\n}\n')
    (tmp_path / "three.nomad.json").write_text('{\n  "node_pool": { "gpu": { "description": "x" } }\n}\n')
    (tmp_path / ".boilerplate").mkdir()
    (tmp_path / ".boilerplate" / "terragrunt.hcl").write_text('inputs = { a = "{{ shell "echo" "x" }}" }\n')
    pools = ["pool.nomad.json", "one.nomad.json", "two.nomad.json", "three.nomad.json"]
    done = run("check", "--short", *pools, ".boilerplate/terragrunt.hcl")
    assert done.returncode == 0 and done.stdout == "", done.stdout
    (tmp_path / "job.nomad.json").write_text('{ "job": { "web": { "node_pool": "gpu", "typ": "batch" } } }\n')
    done = run("check", "--short", "job.nomad.json")
    assert "typ" in done.stdout, done.stdout
