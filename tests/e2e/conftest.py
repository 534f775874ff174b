"""The server as editors see it: a process and a pipe. HCL_LS names the binary."""

import asyncio
import contextlib
import os
import time
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features
from pygls.protocol import default_converter

from raw import RawServer

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("HCL_LS") or str(ROOT / "build/release/hcl-ls")

# For waits that end as soon as something happens; a busy machine may take its time.
PATIENCE = 30.0


@pytest.fixture
def binary():
    assert os.access(BINARY, os.X_OK), f"{BINARY} is no program: build it, or name it in HCL_LS"
    return BINARY


@pytest.fixture
def raw(binary):
    """A function that starts a server whose bytes the test writes itself."""
    with contextlib.ExitStack() as stack:

        def start(*options, **kwargs):
            server = RawServer([binary, *options], patience=PATIENCE, **kwargs)
            stack.callback(server.kill)
            return server

        yield start


def capabilities(encodings=None, pulls=False, watches=False, configuration=False, progress=False):
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings),
        window=types.WindowClientCapabilities(work_done_progress=progress),
        workspace=types.WorkspaceClientCapabilities(
            configuration=configuration,
            workspace_folders=True,
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                dynamic_registration=watches, relative_pattern_support=watches
            ),
            did_change_configuration=types.DidChangeConfigurationClientCapabilities(
                dynamic_registration=configuration
            ),
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=pulls),
        ),
        text_document=types.TextDocumentClientCapabilities(
            diagnostic=types.DiagnosticClientCapabilities() if pulls else None,
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(version_support=True),
            document_symbol=types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
            rename=types.RenameClientCapabilities(prepare_support=True),
            code_action=types.CodeActionClientCapabilities(
                code_action_literal_support=types.ClientCodeActionLiteralOptions(
                    code_action_kind=types.ClientCodeActionKindOptions(value_set=["quickfix", "refactor", "source"])
                )
            ),
            completion=types.CompletionClientCapabilities(
                completion_item=types.ClientCompletionItemOptions(
                    snippet_support=True,
                    documentation_format=[types.MarkupKind.Markdown, types.MarkupKind.PlainText],
                    resolve_support=types.ClientCompletionItemResolveOptions(properties=["documentation"]),
                )
            ),
        ),
    )


def make_client():
    """pytest-lsp's own client, but for the feature that Session handles itself."""
    client = LanguageClient(converter_factory=default_converter)
    own = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
    register_lsp_features(client, {k: v for k, v in DEFAULT_CLIENT_FEATURES.items() if k != own})
    return client


class Session:
    """A pytest-lsp client on a workspace, with what tests ask for again and again."""

    def __init__(self, client, folder):
        self.client = client
        self.folder = folder
        self.published = []
        self.registrations = []
        self.result = None

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params: types.RegistrationParams):
            self.registrations += params.registrations

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams):
            client.diagnostics[params.uri] = list(params.diagnostics)
            self.published.append(params)

    def uri(self, name):
        return (self.folder / name).as_uri()

    def open(self, uri, text, version=1):
        item = types.TextDocumentItem(uri=uri, language_id="hcl", version=version, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    def change(self, uri, version, *changes):
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=version),
                content_changes=list(changes),
            )
        )

    def close(self, uri):
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=uri))
        )

    async def symbols(self, uri):
        """The names of a document's symbols: what the server holds its text to be."""
        found = await self.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=uri))
        )
        return [symbol.name for symbol in found or []]

    async def until(self, condition, what):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"waited in vain: {what}"
            await asyncio.sleep(0.01)

    async def diagnostics(self, uri, version=None):
        """The diagnostics published for that version of the file."""

        def find():
            return [p for p in self.published if p.uri == uri and (version is None or p.version == version)]

        await self.until(find, f"diagnostics of {uri}, version {version}")
        return list(find()[-1].diagnostics)


@pytest_asyncio.fixture
async def start(binary, tmp_path):
    """A function that starts a server and a client, and initializes them."""
    sessions = []

    async def start_session(*options, configuration=None, folders=None, prepare=None, **wanted):
        client = await ClientServerConfig(server_command=[binary, *options], client_factory=make_client).start()
        session = Session(client, tmp_path)
        sessions.append(session)
        if configuration is not None:
            client.set_configuration(configuration, section="hcl")
            wanted["configuration"] = True
        names = folders if folders is not None else [tmp_path]
        session.result = await client.initialize_session(
            types.InitializeParams(
                process_id=os.getpid(),
                capabilities=capabilities(**wanted),
                workspace_folders=[types.WorkspaceFolder(uri=Path(f).as_uri(), name=Path(f).name) for f in names],
            )
        )
        return session

    yield start_session
    for session in sessions:
        await session.client.shutdown_session()
        assert session.client._server.returncode == 0
        await session.client.stop()


def range_of(line, start, end_line, end):
    return types.Range(types.Position(line, start), types.Position(end_line, end))


def edit(line, start, end_line, end, text):
    return types.TextDocumentContentChangePartial(range=range_of(line, start, end_line, end), text=text)


def whole(text):
    return types.TextDocumentContentChangeWholeDocument(text=text)
