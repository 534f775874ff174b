#include "server/handlers/interim_lsp.h"
namespace hcl::lsp {
using nlohmann::json;
namespace {
bool get(const json& j, const char* k, std::string& o) { if (!j.is_object()) return false; auto it = j.find(k); if (it == j.end() || !it->is_string()) return false; o = it->get<std::string>(); return true; }
template <typename I> bool num(const json& j, const char* k, I& o) { if (!j.is_object()) return false; auto it = j.find(k); if (it == j.end() || !it->is_number_integer()) return false; o = it->get<I>(); return true; }
const json* sub(const json& j, const char* k) { if (!j.is_object()) return nullptr; auto it = j.find(k); return it == j.end() ? nullptr : &*it; }
bool dec(const json& j, Position& o) { return num(j, "line", o.line) && num(j, "character", o.character); }
bool dec(const json& j, Range& o) { auto* a = sub(j, "start"); auto* b = sub(j, "end"); return a && b && dec(*a, o.start) && dec(*b, o.end); }
bool dec(const json& j, TextDocumentIdentifier& o) { return get(j, "uri", o.uri); }
bool dec(const json& j, WorkspaceFolder& o) { return get(j, "uri", o.uri) && get(j, "name", o.name); }
bool dec(const json& j, FileEvent& o) { return get(j, "uri", o.uri) && num(j, "type", o.type); }
bool dec(const json& j, PreviousResultId& o) { return get(j, "uri", o.uri) && get(j, "value", o.value); }
bool dec(const json& j, TextDocumentContentChangeEvent& o) { if (!get(j, "text", o.text)) return false; if (auto* r = sub(j, "range")) { o.range.emplace(); return dec(*r, *o.range); } return true; }
template <typename T> bool list(const json& j, const char* k, std::vector<T>& o) { auto* a = sub(j, k); if (!a || !a->is_array()) return false; for (auto& e : *a) { o.emplace_back(); if (!dec(e, o.back())) return false; } return true; }
bool doc(const json& j, TextDocumentIdentifier& o) { auto* a = sub(j, "textDocument"); return a && dec(*a, o); }
}
template <> bool decode(const json& j, InitializeParams& o) { o.raw = j; return j.is_object(); }
template <> bool decode(const json&, InitializedParams&) { return true; }
template <> bool decode(const json&, NoParams&) { return true; }
template <> bool decode(const json& j, SetTraceParams& o) { return get(j, "value", o.value); }
template <> bool decode(const json& j, WorkDoneProgressCancelParams& o) { auto* t = sub(j, "token"); if (t) o.token = *t; return t; }
template <> bool decode(const json& j, DidOpenTextDocumentParams& o) { auto* d = sub(j, "textDocument"); return d && get(*d, "uri", o.text_document.uri) && get(*d, "languageId", o.text_document.language_id) && num(*d, "version", o.text_document.version) && get(*d, "text", o.text_document.text); }
template <> bool decode(const json& j, DidChangeTextDocumentParams& o) { auto* d = sub(j, "textDocument"); return d && get(*d, "uri", o.text_document.uri) && num(*d, "version", o.text_document.version) && list(j, "contentChanges", o.content_changes); }
template <> bool decode(const json& j, DidSaveTextDocumentParams& o) { std::string t; if (get(j, "text", t)) o.text = t; return doc(j, o.text_document); }
template <> bool decode(const json& j, DidCloseTextDocumentParams& o) { return doc(j, o.text_document); }
template <> bool decode(const json& j, DidChangeConfigurationParams& o) { auto* s = sub(j, "settings"); if (s) o.settings = *s; return true; }
template <> bool decode(const json& j, DidChangeWatchedFilesParams& o) { return list(j, "changes", o.changes); }
template <> bool decode(const json& j, DidChangeWorkspaceFoldersParams& o) { auto* e = sub(j, "event"); return e && list(*e, "added", o.event.added) && list(*e, "removed", o.event.removed); }
template <> bool decode(const json& j, DocumentDiagnosticParams& o) { std::string t; if (get(j, "previousResultId", t)) o.previous_result_id = t; return doc(j, o.text_document); }
template <> bool decode(const json& j, WorkspaceDiagnosticParams& o) { return list(j, "previousResultIds", o.previous_result_ids); }
template <> bool decode(const json& j, DocumentSymbolParams& o) { return doc(j, o.text_document); }
template <> bool decode(const json& j, HoverParams& o) { auto* p = sub(j, "position"); return doc(j, o.text_document) && p && dec(*p, o.position); }
}  // namespace hcl::lsp
