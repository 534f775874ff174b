"""Texts that ask for as much as a byte can: no megabyte of them takes more memory or output than is promised, nor do
tens of megabytes, which a server opens while it answers for other files.

What is counted is bytes, which are the same on every machine, and the order of answers: the most that a process had in
memory, and what it printed.
`tests/unit/syntax/work_test.cpp` counts the steps of the parser, `tests/unit/bind/bounds_test.cpp` those of evaluation.
"""

import time

import pytest

from measured import MAIN_SECONDS, MAIN_SHARE, all_seconds, main_seconds, measured, resident
from raw import RawServer

SIZE = 1_000_000
MEMORY = 500 * 2**20
OUTPUT = 4 * 2**20
SECONDS = 20  # of processor time; it takes 1 or 2, and what lacks a limit runs for minutes


def rep(unit, n):
    return unit * (n // len(unit))


def shapes(n):
    """(name, ending of the file, text) each, of about n bytes."""
    yield "nest100", "tf", 'a {\n'*100+rep('b {\n c {\n d {\n}\n}\n}\n',n)+'}\n'*100
    yield "nest100o", "tf", 'a {\n'*100+rep('b {\n c {\n d {\n}\n}\n}\n',n)
    yield "nestopen", "tf", rep('a {\n',n)
    yield "nestbal", "tf", rep('a {\n',n//2)+rep('}\n',n//4)
    yield "nestone", "tf", rep('a{',n)
    yield "nestind", "tf", ''.join(' '*(i%200)+'a {\n' for i in range(n//104))
    yield "paren", "tf", 'a = '+rep('(',n)
    yield "brack", "tf", 'a = '+rep('[',n)
    yield "bracklines", "tf", rep('a = [\n',n)
    yield "objlines", "tf", rep('a = {\n',n)
    yield "tmpl", "tf", rep('a = "${',n)
    yield "tmpl1", "tf", 'a = '+rep('"${',n)
    yield "hered", "tf", rep('a = <<A\n',n)
    yield "hered2", "tf", ''.join('a%d = <<A%d\n'%(i,i) for i in range(n//14))
    yield "hered3", "tf", 'a = <<A\n'+rep('${',n)
    yield "closers", "tf", rep('}\n',n)
    yield "closers2", "tf", rep(']}',n)
    yield "equals", "hcl", rep('=\n',n)
    yield "mixed", "tf", rep('a {\n]\n',n)
    yield "mixed2", "tf", rep('a = [{(\n',n)
    yield "comment", "tf", rep('/*',n)
    yield "comment2", "tf", rep('a /*\n',n)
    yield "hash", "tf", rep('#\n',n)
    yield "quotes", "tf", rep('"',n)
    yield "quotel", "tf", rep('"\n',n)
    yield "nl", "tf", rep('\n',n)
    yield "cr", "tf", rep('\r',n)
    yield "ids", "tf", rep('a ',n)
    yield "idl", "tf", rep('a\n',n)
    yield "attrs_same", "tf", rep('a = 1\n',n)
    yield "attrs", "tf", ''.join('a%d = 1\n'%i for i in range(n//11))
    yield "locals", "tf", 'locals {\n'+''.join('a%d = 1\n'%i for i in range(n//11))+'}\n'
    yield "localsame", "tf", 'locals {\n'+rep('a = 1\n',n)+'}\n'
    yield "chain", "tf", 'locals {\n'+''.join('x%d = local.x%d\n'%(i,i+1) for i in range(n//22))+'}\n'
    yield "chainrev", "tf", 'locals {\n'+''.join('x%d = local.x%d\n'%(i,max(i-1,0)) for i in range(n//22))+'}\n'
    yield "cyc", "tf", 'locals {\n'+''.join('x%d = [local.x%d,local.x%d]\n'%(i,(i*7)%(n//38),(i*31+5)%(n//38)) for i in range(n//38))+'}\n'
    yield "refsline", "tf", 'locals { a = ['+rep('local.zz,',n)+'] }\n'
    yield "refsok", "tf", 'locals { \n b = 1\n a = ['+rep('local.b,',n)+'] }\n'
    yield "refvar", "tf", 'locals { \n a = ['+','.join('var.b%d'%i for i in range(n//11))+'] }\n'
    yield "refvar2", "tf", ''.join('variable "v%d" {}\n'%i for i in range(n//36))+'locals { \n a = ['+','.join('var.v%dx'%i for i in range(n//36))+'] }\n'
    yield "vars", "tf", ''.join('variable "v%d" {}\n'%i for i in range(n//22))
    yield "samevar", "tf", rep('variable "v" {}\n',n)
    yield "emptyres", "tf", rep('resource {}\n',n)
    yield "res", "tf", ''.join('resource "null_resource" "v%d" {}\n'%i for i in range(n//36))
    yield "unknownblk", "tf", rep('foo "x" {}\n',n)
    yield "labels", "tf", 'resource '+rep('"a" ',n)+'{}\n'
    yield "ops", "tf", 'a = 1'+rep('+1',n)
    yield "neg", "tf", 'a = '+rep('-',n)+'1'
    yield "nots", "tf", 'locals { a = '+rep('!',n)+'true }'
    yield "cond", "tf", 'locals { a = '+rep('true?1:',n)+'1 }'
    yield "index", "tf", 'locals { a = b'+rep('[0]',n)+' }'
    yield "attr", "tf", 'locals { a = b'+rep('.a',n)+' }'
    yield "splat", "tf", 'locals { a = b'+rep('[*]',n)+' }'
    yield "call", "tf", 'locals { a = '+rep('f(',n)+' }'
    yield "callargs", "tf", 'locals { a = concat('+rep('[1],',n)+'[]) }'
    yield "max", "tf", 'locals { a = max('+rep('1,',n)+'1) }'
    yield "list", "tf", 'locals { a = ['+rep('1,',n)+'1] }'
    yield "liststr", "tf", 'locals { a = ['+rep('"a",',n)+'1] }'
    yield "obj", "tf", 'locals { a = {'+','.join('a%d=1'%i for i in range(n//9))+'} }'
    yield "objsame", "tf", 'locals { a = {'+rep('a=1,',n)+'} }'
    yield "objuser", "tf", 'locals { \na = {'+','.join('a%d=1'%i for i in range(n//18))+'} \n b = ['+','.join('local.a.a%d'%i for i in range(n//30))+']}'
    yield "objmiss", "tf", 'locals { \na = {'+','.join('a%d=1'%i for i in range(n//18))+'} \n b = ['+','.join('local.a.b%d'%i for i in range(n//30))+']}'
    yield "fornest", "tf", 'locals { a = '+rep('[for a in [1,2,3,4,5,6,7,8,9]:',n//30)+'1'
    yield "forbal", "tf", 'locals { a = '+'[for a in range(100):'*(60)+'1'+']'*60+' }'
    yield "tmplparts", "tf", 'locals { a = "'+rep('${1}',n)+'" }'
    yield "tmplif", "tf", 'locals { a = "'+rep('%{if true}',n)+'" }'
    yield "tmplifbal", "tf", 'locals { a = "'+rep('%{if true}x%{endif}',n)+'" }'
    yield "tmplfor", "tf", 'locals { a = "'+rep('%{for a in [1]}',n)+'" }'
    yield "esc", "tf", 'locals { a = "'+rep('\\n',n)+'" }'
    yield "escbad", "tf", 'locals { a = "'+rep('\\q',n)+'" }'
    yield "u", "tf", 'locals { a = "'+rep('\u0301',n)+'" }'
    yield "num", "tf", 'locals { a = '+rep('9',n)+' }'
    yield "numexp", "tf", 'locals { \n'+''.join('a%d = 1e%d\n'%(i,i) for i in range(n//16))+' }'
    yield "double", "tf", 'locals {\n a0 = "xxxxxxxx"\n'+''.join('a%d = "${local.a%d}${local.a%d}"\n'%(i+1,i,i) for i in range(n//36))+'}\n'
    yield "doublelist", "tf", 'locals {\n a0 = [1]\n'+''.join('a%d = [local.a%d,local.a%d]\n'%(i+1,i,i) for i in range(n//30))+'}\n'
    yield "concatd", "tf", 'locals {\n a0 = [1]\n'+''.join('a%d = concat(local.a%d,local.a%d)\n'%(i+1,i,i) for i in range(n//38))+'}\n'
    yield "rangeb", "tf", 'locals {\n'+''.join('a%d = [for i in range(1000): [for j in range(60): i.x]]\n'%i for i in range(n//60))+'}\n'
    yield "types", "tf", 'variable "x" {\n type = '+'list('*100+'string'+')'*100+'\n}\n'+rep('variable "y" {\n type=object({a=list(string)})\n}\n',n)
    yield "typewide", "tf", 'variable "x" {\n type = object({'+','.join('a%d=string'%i for i in range(n//14))+'})\n default={}\n}\n'
    yield "dyn", "tf", 'resource "a" "b" {\n'+rep('dynamic "x" {\n for_each=[1]\n content {}\n}\n',n)+'}\n'
    yield "modules", "tf", ''.join('module "m%d" {\n source="./m%d"\n}\n'%(i,i) for i in range(n//36))
    yield "provs", "tf", 'terraform {\n required_providers {\n'+''.join('p%d = { source="a/p%d" }\n'%(i,i) for i in range(n//30))+'}\n}\n'
    yield "nul", "tf", rep('\0',n)
    yield "bad", "tf", rep('\x7f@',n)
    yield "jlist", "tf.json", '['+rep('0,',n)+'0]'
    yield "jobj", "tf.json", '{'+','.join('"a%d":0'%i for i in range(n//11))+'}'
    yield "jnest", "tf.json", rep('[',n)
    yield "jnesto", "tf.json", rep('{"a":',n)
    yield "jnestb", "tf.json", '{"locals":{"a":['+rep('[[]],',n)+'0]}}'
    yield "jlocals", "tf.json", '{"locals":{'+','.join('"a%d":"${local.a%d}"'%(i,i+1) for i in range(n//30))+'}}'
    yield "jsame", "tf.json", '{"locals":{'+rep('"a":1,',n)+'"b":1}}'
    yield "jres", "tf.json", '{"resource":{"a":{'+','.join('"a%d":{"x":1}'%(i) for i in range(n//18))+'}}}'
    yield "jresl", "tf.json", '{"resource":['+rep('{"a":{"b":{}}},',n)+'{}]}'
    yield "jbad", "tf.json", rep('{]',n)
    yield "jquote", "tf.json", rep('"',n)
    yield "jtmpl", "tf.json", '{"locals":{"a":"'+rep('${1}',n)+'"}}'
    yield "jtmplu", "tf.json", '{"locals":{"a":"'+rep('\\u0024{1}',n)+'"}}'
    yield "jtree", "tf.json", '{"a":'*100+'{'+','.join('"a%d":0'%i for i in range(n//11))+'}'+'}'*100
    yield "jmix", "tf.json", ''.join(' '*(i%200)+'{\n' for i in range(n//104))


CASES = {name: (ending, text) for name, ending, text in shapes(SIZE)}


@pytest.mark.parametrize("name", list(CASES))
def test_a_megabyte_stays_within_its_bounds(binary, tmp_path, tmp_path_factory, name):
    ending, text = CASES[name]
    (tmp_path / f"a.{ending}").write_bytes(text.encode())
    run = measured([binary, "check", tmp_path], tmp_path_factory.mktemp("report"))
    assert run.code in (0, 1)
    assert run.seconds <= SECONDS
    assert run.output <= OUTPUT
    assert run.memory <= MEMORY


HEAVY = "i >= 0" + " && i >= 0" * 30
PACK = 'language "x" {\n  files     = ["*.x"]\n  functions = [stdlib]\n}\nobject {\n%s}\n'
USES_PACK = 'language "x" {\n  spec = "x.hcldec"\n}\n'


def folders():
    """(name, files) each, of about a megabyte: what is small by itself and multiplies."""

    def calls(count, inside=""):
        return "".join('module "m%d" {\n source = "./m"\n%s}\n' % (i, inside) for i in range(count))

    yield "conditions of a pack", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % (
            ' block_list "b" {\n object {\n  attr "v" { type = number }\n }\n check "c" {\n'
            f"  condition = length([for i in range(1000): i if {HEAVY} && self.v != 0.5]) < 0\n"
            '  message = "m"\n }\n }\n'
        ),
        "a.x": "".join("b {\n v = %d\n}\n" % i for i in range(60_000)),
    }
    yield "large values converted by a pack", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % (
            ' block_list "b" {\n object {\n  attr "v" { type = list(list(string)) }\n  attr "w" { type = set(set(string)) }\n'
            ' }\n }\n block_map "v" {\n labels = ["n"]\n symbol {\n  address = [label.n]\n  value = self.value\n }\n'
            ' object {\n  attr "value" {\n   type = any\n  }\n }\n }\n'
        ),
        "a.x": 'v "big" {\n value = [for i in range(150): range(1000)]\n}\n' + "b {\n v = big\n w = big\n}\n" * 40_000,
    }
    yield "names that a pack lacks", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % "".join(' attr "abcdefgh%d" { type = number }\n' % i for i in range(12_000)),
        "a.x": "".join("abcdefg%dx = 1\n" % i for i in range(40_000)),
    }
    yield "languages of one pack", {
        ".hcl-ls.hcl": "".join('language "x%d" {\n spec = "x.hcldec"\n files = ["*.y%d"]\n}\n' % (i, i) for i in range(3000)),
        "x.hcldec": PACK % "".join(' block_list "b%d" {\n object {\n attr "v" { type = number }\n}\n}\n' % i for i in range(12_000)),
        "a.tf": "locals {\n  a = 1\n}\n",
    }
    yield "conditions of a workspace", {
        ".hcl-ls.hcl": 'rule "r" {\n  language = "terraform"\n  blocks = ["resource"]\n'
        f"  condition = length([for i in range(1000): i if {HEAVY} && self.x != 0.5]) < 0\n}}\n",
        "a.tf": "".join('resource "a" "a%d" {\n x = 1\n}\n' % i for i in range(25_000)),
    }
    yield "validations of a called module", {
        "m/a.tf": 'variable "x" {\n type = any\n validation {\n'
        f"  condition = length([for i in range(1000) : i if {HEAVY} && var.x != \"q\"]) >= 0\n"
        '  error_message = "x"\n }\n}\n',
        "a.tf": calls(20_000, " x = 1\n"),
    }
    yield "large values given to modules", {
        "m/a.tf": 'variable "x" {\n type = list(list(string))\n}\n',
        "a.tf": "locals {\n big = [for i in range(150): range(1000)]\n}\n" + calls(20_000, " x = local.big\n"),
    }
    yield "variables that calls do not set", {
        "m/a.tf": "".join('variable "v%d" {}\n' % i for i in range(20_000)),
        "a.tf": calls(10_000),
    }
    yield "arguments that a module lacks", {
        "m/a.tf": "".join('variable "v%d" {}\n' % i for i in range(20_000)),
        "a.tf": calls(1, "".join(" w%d = 1\n" % i for i in range(40_000))),
    }
    wide = 'variable "v" {\n type = list(object({%s}))\n default = [%s{}]\n}\n'
    yield "wide objects", {
        "a.tf": wide % (",".join("a%d=optional(string)" % i for i in range(15_000)), "{}," * 60_000),
    }
    yield "wide objects with defaults", {
        "a.tf": wide
        % (",".join('a%d=optional(list(object({x=optional(string,"d")})),[{}])' % i for i in range(5000)), "{}," * 60_000),
    }


FOLDERS = dict(folders())


@pytest.mark.parametrize("name", list(FOLDERS))
def test_what_multiplies_stays_within_its_bounds(binary, tmp_path, name):
    for path, text in FOLDERS[name].items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    main = "a.x" if "a.x" in FOLDERS[name] else "a.tf"
    run = measured([binary, "check", "--short", tmp_path / main], tmp_path)
    assert run.code in (0, 1, 2)  # 2: packs that are too large in all are not read
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY
    assert run.output <= OUTPUT


# (ending, beginning, what is repeated, end) each. The tree of some takes so much that they are held as plain text, and
# with the sizes below others have nearly the largest tree.
LARGE = {
    "short attributes": ("hcl", "", "a1 = 1\n", ""),
    "attributes of a block": ("tf", "locals {\n", "a1 = 1\n", "}\n"),
    "one line, a list": ("tf", "locals { a = [", '{x="a${var.b}",y=[1,2]},', "] }\n"),
    "one line, operators": ("hcl", "a = 1", "+1", "\n"),
    "one line, a string": ("hcl", 'a = "', "x", '"\n'),
    "one line, names": ("tf", "", "a ", ""),
    "nested blocks": ("tf", "a {\n" * 100, "b {\n c {\n d {\n}\n}\n}\n", "}\n" * 100),
    "open blocks": ("tf", "", "a {\n", ""),
    "blocks": ("tf", "", 'resource "a" "b" {\n  x = 1\n}\n', ""),
    "a list in JSON": ("tf.json", "[", "0,", "0]"),
    "an object in JSON": ("tf.json", "{", '"a1":0,', '"b":0}'),
    "open brackets in JSON": ("tf.json", "", "[", ""),
    "heredocs": ("hcl", "", "a = <<A\nx\nA\n", ""),
    "open heredocs": ("hcl", "", "a = <<A\n", ""),
    "one heredoc": ("hcl", "a = <<A\n", "some text ${b}\n", "A\n"),
    "comments": ("hcl", "", "# some comment\n", ""),
    "references": ("tf", "locals {\n", "a = local.b\n", "}\n"),
    "strings with templates": ("tf", "locals {\n", 'a = "x${var.b}y"\n', "}\n"),
    "one string with templates": ("tf", 'locals { a = "', "${1}", '" }\n'),
    "findings on each line": ("hcl", "", "a\n", ""),
    "unmatched braces": ("tf", "", "}\n", ""),
    "open quotes": ("hcl", "", '"\n', ""),
    "odd characters": ("tf", "", "\x7f@", ""),
}
LARGE_MEMORY = 1500 * 2**20
LARGE_SIZES = (6_500_000, 30_000_000)
SERVED_SIZES = (6_500_000, 50_000_000)


def large_text(name, size):
    ending, head, piece, tail = LARGE[name]
    return ending, head + piece * (size // len(piece)) + tail


@pytest.mark.parametrize("name", list(LARGE))
def test_check_of_tens_of_megabytes_stays_within_its_bounds(binary, tmp_path, tmp_path_factory, name):
    for size in LARGE_SIZES:
        ending, text = large_text(name, size)
        (tmp_path / f"a.{ending}").write_text(text)
        del text
        run = measured([binary, "check", "--short", tmp_path], tmp_path_factory.mktemp("report"))
        assert run.code in (0, 1)
        assert run.seconds <= SECONDS
        assert run.memory <= LARGE_MEMORY
        assert run.output <= OUTPUT


@pytest.mark.parametrize("name", list(LARGE))
def test_a_server_answers_for_others_while_it_opens_tens_of_megabytes(binary, tmp_path, name):
    small = tmp_path / "other" / "small.tf"
    small.parent.mkdir()
    small.write_text("locals {\n  q = 1\n  r = local.q\n}\n")
    server = RawServer([binary], patience=120)
    try:
        server.initialize(rootUri=tmp_path.as_uri(), capabilities={"textDocument": {"publishDiagnostics": {}}})

        def hover(uri, line, character):
            return server.request(
                "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
            )

        def opens(uri, text):
            document = {"uri": uri, "languageId": "terraform", "version": 1, "text": text}
            server.notify("textDocument/didOpen", {"textDocument": document})

        def change(uri, version, text, start=None, end=None):
            one = {"range": {"start": start, "end": end}, "text": text} if start else {"text": text}
            identifier = {"uri": uri, "version": version}
            server.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": [one]})

        def on_disk(uri, kind):
            server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": kind}]})

        spent = [(main_seconds(server.process), all_seconds(server.process))]

        def main_was_free(what):
            """Also behind what the last message caused: an answer about all files comes after that."""
            assert "error" not in server.request("workspace/symbol", {"query": "zz"})
            assert hover(small.as_uri(), 2, 13)["result"]
            spent.append((main_seconds(server.process), all_seconds(server.process)))
            main, everything = (now - was for now, was in zip(spent[-1], spent[-2]))
            assert main <= max(MAIN_SECONDS, MAIN_SHARE * everything), what

        opens(small.as_uri(), small.read_text())
        assert hover(small.as_uri(), 2, 13)["result"]
        before = resident(server.process, "VmRSS")
        for size in SERVED_SIZES:
            ending, text = large_text(name, size)
            path = tmp_path / f"large{size}.{ending}"
            uri = path.as_uri()
            main_was_free("before")
            opens(uri, text)
            # Sent after the document, answered before its diagnostics: `request` takes whatever comes first.
            early = []
            take = server.take
            server.take = lambda message: (early.append(message.get("params", {}).get("uri")), take(message))
            assert hover(small.as_uri(), 2, 13)["result"]
            server.take = take
            assert uri not in early
            main_was_free("opened")
            start, begin = {"line": 0, "character": 0}, {"line": 0, "character": 1}
            change(uri, 2, " ", start, start)
            change(uri, 3, "", start, begin)
            lines = text.count("\n")
            middle = {"line": lines // 2, "character": 1 if lines else len(text) // 2}
            change(uri, 4, "x", middle, middle)
            change(uri, 5, '"', middle, middle)
            main_was_free("edited")
            change(uri, 6, text)
            main_was_free("replaced by the whole text")
            change(uri, 7, text, start, {"line": lines + 1, "character": 0})
            assert "error" not in hover(uri, 0, 0)
            assert "error" not in server.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
            main_was_free("replaced by a range")
            assert resident(server.process, "VmHWM") <= LARGE_MEMORY
            server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
            main_was_free("closed")
            path.write_text(text)
            on_disk(uri, 1)
            main_was_free("created on disk")
            path.write_text("#" + text)
            del text
            on_disk(uri, 2)
            main_was_free("changed on disk")
            path.unlink()
            on_disk(uri, 3)
            main_was_free("removed from disk")
        # The memory of closed documents is released.
        end = time.monotonic() + server.patience
        while resident(server.process, "VmRSS") > before + 150 * 2**20 and time.monotonic() < end:
            time.sleep(0.1)
        assert resident(server.process, "VmRSS") <= before + 150 * 2**20
    finally:
        server.kill()


def test_edits_of_a_document_that_is_still_read_are_applied_in_order(binary, tmp_path):
    lines = [f"a{i} = [1, 2]\n" for i in range(120_000)]
    uri = (tmp_path / "long.hcl").as_uri()
    server = RawServer([binary], patience=120)
    try:
        capabilities = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
        server.initialize(rootUri=tmp_path.as_uri(), capabilities=capabilities)
        document = {"uri": uri, "languageId": "hcl", "version": 1, "text": "".join(lines)}
        server.notify("textDocument/didOpen", {"textDocument": document})
        for version in range(2, 40):
            at = (version * 3083) % len(lines)
            # One that a worker applies, then one that is applied at once, in one message and in two.
            changes = [
                {"range": {"start": {"line": at, "character": 0}, "end": {"line": at + 1, "character": 0}}, "text": 'b = {\n}\nc = "x"\n'},
                {"range": {"start": {"line": at, "character": 0}, "end": {"line": at, "character": 1}}, "text": f"b{version}"},
            ]
            lines[at : at + 1] = [f"b{version} = {{\n", "}\n", 'c = "x"\n']
            for some in ([changes] if version % 2 else [changes[:1], changes[1:]]):
                identifier = {"uri": uri, "version": version}
                server.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": some})
        found = server.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
        expected = [line.split(" ")[0] for line in lines if " = " in line]
        assert [symbol["name"] for symbol in found] == expected
    finally:
        server.kill()
