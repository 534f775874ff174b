#pragma once
#include <nlohmann/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>
namespace hcl::lsp {
struct Position { std::uint32_t line = 0, character = 0; };
struct Range { Position start, end; };
struct TextDocumentIdentifier { std::string uri; };
struct TextDocumentItem { std::string uri, language_id; std::int32_t version = 0; std::string text; };
struct VersionedTextDocumentIdentifier { std::string uri; std::int32_t version = 0; };
struct TextDocumentContentChangeEvent { std::optional<Range> range; std::string text; };
struct InitializeParams { nlohmann::json raw; };
struct InitializedParams {};
struct NoParams {};
struct SetTraceParams { std::string value; };
struct WorkDoneProgressCancelParams { nlohmann::json token; };
struct DidOpenTextDocumentParams { TextDocumentItem text_document; };
struct DidChangeTextDocumentParams { VersionedTextDocumentIdentifier text_document; std::vector<TextDocumentContentChangeEvent> content_changes; };
struct DidSaveTextDocumentParams { TextDocumentIdentifier text_document; std::optional<std::string> text; };
struct DidCloseTextDocumentParams { TextDocumentIdentifier text_document; };
struct DidChangeConfigurationParams { nlohmann::json settings; };
struct FileEvent { std::string uri; int type = 0; };
struct DidChangeWatchedFilesParams { std::vector<FileEvent> changes; };
struct WorkspaceFolder { std::string uri, name; };
struct WorkspaceFoldersChangeEvent { std::vector<WorkspaceFolder> added, removed; };
struct DidChangeWorkspaceFoldersParams { WorkspaceFoldersChangeEvent event; };
struct DocumentDiagnosticParams { TextDocumentIdentifier text_document; std::optional<std::string> previous_result_id; };
struct PreviousResultId { std::string uri, value; };
struct WorkspaceDiagnosticParams { std::vector<PreviousResultId> previous_result_ids; };
struct DocumentSymbolParams { TextDocumentIdentifier text_document; };
struct HoverParams { TextDocumentIdentifier text_document; Position position; };
template <typename T> bool decode(const nlohmann::json& json, T& out);
}  // namespace hcl::lsp
