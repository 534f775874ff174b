"""Texts stay the same on both sides, in every unit of columns."""

import pytest
from conftest import edit, whole

ENCODINGS = ["utf-8", "utf-16", "utf-32"]


def width(text, encoding):
    if encoding == "utf-8":
        return len(text.encode("utf-8"))
    return len(text) if encoding == "utf-32" else len(text.encode("utf-16-le")) // 2


async def test_encoding_is_negotiated(start):
    assert (await start()).result.capabilities.position_encoding in (None, "utf-16")
    assert (await start(encodings=["x-new", "utf-16"])).result.capabilities.position_encoding in (None, "utf-16")
    for encoding in ENCODINGS:
        session = await start(encodings=[encoding])
        assert session.result.capabilities.position_encoding == encoding
    # utf-16 is always understood, so an unknown one alone means that.
    assert (await start(encodings=["x-new"])).result.capabilities.position_encoding in (None, "utf-16")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("before", ["plain", "\u00e9", "\U0001f600\U0001f468\u200d\U0001f469", "e\u0301\u0302", "\u4e2d\t\u6587"])
async def test_columns(start, encoding, before):
    session = await start(encodings=[encoding])
    uri = session.uri("a.hcl")
    prefix = f'x = "{before}" '
    session.open(uri, f"# \U0001f600\n{prefix}@\ny = 1\n")
    found = await session.diagnostics(uri, 1)
    columns = [(d.range.start.line, d.range.start.character) for d in found]
    assert (1, width(prefix, encoding)) in columns, found
    # The same column back: the edit takes away what was wrong.
    at = width(prefix, encoding)
    session.change(uri, 2, edit(1, at, 1, at + 1, ""))
    assert await session.diagnostics(uri, 2) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_edits_build_on_each_other(start, encoding):
    session = await start(encodings=[encoding])
    uri = session.uri("a.hcl")
    session.open(uri, 'a = "\U0001f600"\r\nb = 2\r\n')
    assert await session.symbols(uri) == ["a", "b"]
    end = width('a = "\U0001f600"', encoding)
    session.change(uri, 2, edit(0, end, 0, end, "\nc = 3"), edit(1, 0, 1, 1, "d\u00e9"))
    assert await session.symbols(uri) == ["a", "d\u00e9", "b"]
    session.change(uri, 3, whole("z = 1\n"), edit(0, 0, 0, 0, "y = 0\n"))
    assert await session.symbols(uri) == ["y", "z"]
    # Beyond the end of a line is its end, beyond the last line the text's.
    session.change(uri, 4, edit(1, 1000, 1, 1000, "0"), edit(50, 3, 60, 0, "w = 2\n"))
    assert await session.symbols(uri) == ["y", "z", "w"]
    assert await session.diagnostics(uri, 4) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
async def test_line_ends(start, line_end):
    session = await start()
    uri = session.uri("a.hcl")
    session.open(uri, line_end.join(["a = 1", "b = @", "c = 3", ""]))
    found = await session.diagnostics(uri, 1)
    assert {d.range.start.line for d in found} == {1}


async def test_byte_order_mark(start):
    session = await start()
    uri = session.uri("a.hcl")
    session.open(uri, "\ufeffa = 1\nb = 2\n")
    assert await session.symbols(uri) == ["a", "b"]


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "untitled:/c:/folder/new.hcl",
        "file:///c%3A/Users/a%20b/m.hcl",
        "file:///tmp/%C3%A9%20%23/m.hcl",
        "file://server/share/m.hcl",
        "git:/a/m.hcl?%7B%22ref%22%3A%22HEAD%22%7D",
        "vscode-vfs://github/a/b/m.hcl",
    ],
)
async def test_uris(start, uri):
    session = await start()
    session.open(uri, "a = @\n")
    found = await session.diagnostics(uri, 1)
    assert found
    assert await session.symbols(uri) == ["a"]
    session.close(uri)


async def test_spellings_of_one_uri(start):
    session = await start()
    session.open("file:///tmp/a%20b.hcl", "one = 1\n")
    assert await session.symbols("file:///tmp/a b.hcl") == ["one"]
    assert await session.symbols("file:///tmp/%61%20b.hcl") == ["one"]
    session.change("file:///tmp/./a b.hcl", 2, whole("two = 2\n"))
    assert await session.symbols("file:///tmp/a%20b.hcl") == ["two"]


async def test_open_text_hides_the_disk(start, tmp_path):
    path = tmp_path / "a.hcl"
    path.write_text("disk = 1\n")
    session = await start()
    uri = path.as_uri()
    session.open(uri, "editor = @\n")
    assert await session.symbols(uri) == ["editor"]
    path.write_text("changed = 1\n")
    assert await session.symbols(uri) == ["editor"]
    await session.diagnostics(uri, 1)
    session.close(uri)
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "the disk's text is fine")
    assert await session.symbols(uri) == ["changed"]


async def test_close_of_a_file_that_is_not_on_disk(start):
    session = await start()
    uri = session.uri("never-saved.hcl")
    session.open(uri, "a = @\n")
    assert await session.diagnostics(uri, 1)
    session.close(uri)
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "an empty set after the close")


async def test_stale_findings_are_not_published_after_newer_ones(start):
    session = await start()
    uri = session.uri("a.hcl")
    session.open(uri, "a = 1\n")
    for version in range(2, 60):
        session.change(uri, version, edit(0, 0, 0, 0, "@" if version % 2 == 0 else "x"))
    session.change(uri, 60, whole("a = 1\n"))
    assert await session.diagnostics(uri, 60) == []
    versions = [p.version for p in session.published if p.uri == uri]
    assert versions == sorted(versions)


async def test_change_without_open(start):
    session = await start()
    uri = session.uri("unknown.hcl")
    session.change(uri, 5, whole("a = 1\n"))
    session.close(uri)
    session.open(uri, "b = 1\n")
    assert await session.symbols(uri) == ["b"]
