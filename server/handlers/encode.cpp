#include "server/handlers/encode.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/syntax/file/line_ends.h"
#include "protocol/model/generated/edits.h"
#include "protocol/uri.h"
#include "server/app/documentation.h"
#include "server/handlers/positions.h"

namespace hcl::server {

namespace {

lsp::DiagnosticSeverity to_severity(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return lsp::DiagnosticSeverity::Error;
        case Severity::Warning:
            return lsp::DiagnosticSeverity::Warning;
        case Severity::Info:
            return lsp::DiagnosticSeverity::Information;
        case Severity::Hint:
            return lsp::DiagnosticSeverity::Hint;
    }
    return lsp::DiagnosticSeverity::Error;
}

std::vector<lsp::DiagnosticRelatedInformation> to_related(const Diagnostic& diagnostic,
                                                          const EncodeContext& context) {
    std::vector<lsp::DiagnosticRelatedInformation> places;
    for (const RelatedPlace& place : diagnostic.related) {
        FileId file = place.where.file.is_valid() ? place.where.file : context.file;
        const world::FileState* state = context.snapshot.file(file);
        if (!state) continue;
        lsp::Range range = to_range(*state->tree(), place.where.span, context.client.encoding);
        places.push_back({{context.files.uri(file), range}, place.message});
    }
    return places;
}

// Data to find a finding again for its code actions: its byte range.
lsp::JsonValue to_data(const Diagnostic& diagnostic) {
    std::string text;
    lsp::JsonWriter writer(text);
    writer.begin_object();
    writer.key("start");
    writer.unsigned_integer(diagnostic.span.start);
    writer.key("end");
    writer.unsigned_integer(diagnostic.span.end);
    writer.key("fixes");
    writer.unsigned_integer(diagnostic.fixes.size());
    writer.end_object();
    return {std::move(text)};
}

}  // namespace

lsp::Position to_position(const syntax::File& tree, std::uint32_t offset, ColumnUnit unit) {
    Position position = tree.position(offset, unit);
    return {position.line, position.column};
}

lsp::Range to_range(const syntax::File& tree, Span span, ColumnUnit unit) {
    return {to_position(tree, span.start, unit), to_position(tree, span.end, unit)};
}

std::uint32_t to_offset(const syntax::File& tree, lsp::Position position, ColumnUnit unit) {
    return tree.offset({position.line, position.character}, unit);
}

Span to_span(const syntax::File& tree, lsp::Range range, ColumnUnit unit) {
    Span span{to_offset(tree, range.start, unit), to_offset(tree, range.end, unit)};
    if (span.end < span.start) std::swap(span.start, span.end);
    return span;
}

// A heredoc without an end is reported where it starts and where the file ends, as other tools say it. Beside
// the text, the first is enough.
static bool is_second_place(const Diagnostic& diagnostic, const Diagnostics& all) {
    return diagnostic.code == DiagCode::UnterminatedTemplate && diagnostic.span.is_empty() &&
           std::ranges::any_of(all, [&](const Diagnostic& other) {
               return other.code == diagnostic.code && !other.span.is_empty();
           });
}

std::vector<lsp::Diagnostic> to_diagnostics(const Diagnostics& diagnostics, const EncodeContext& context) {
    std::vector<lsp::Diagnostic> result;
    const world::FileState* state = context.snapshot.file(context.file);
    if (!state) return result;
    const ClientInfo& client = context.client;
    result.reserve(diagnostics.size());
    for (const Diagnostic& diagnostic : diagnostics) {
        if (is_second_place(diagnostic, diagnostics)) continue;
        lsp::Diagnostic& out = result.emplace_back();
        out.range =
            to_range(*state->tree(), diagnostic.has_place ? diagnostic.span : Span{}, client.encoding);
        out.message = diagnostic.title + ": " + diagnostic.message;
        out.severity = to_severity(diagnostic.severity);
        out.code = lsp::IntOrString(diag_id(diagnostic.code));
        if (std::string page = documentation_url(diagnostic.code); client.code_description && !page.empty())
            out.code_description = lsp::CodeDescription{std::move(page)};
        out.source = "hcl";
        int tag = diagnostic.tag == DiagTag::Unnecessary ? 1 : diagnostic.tag == DiagTag::Deprecated ? 2 : 0;
        if (tag != 0 && std::ranges::find(client.diagnostic_tags, tag) != client.diagnostic_tags.end())
            out.tags = std::vector{static_cast<lsp::DiagnosticTag>(tag)};
        if (client.related_information && !diagnostic.related.empty())
            out.related_information = to_related(diagnostic, context);
        if (client.diagnostic_data) out.data = to_data(diagnostic);
    }
    return result;
}

std::vector<lsp::TextEdit> to_edits(const syntax::File& tree, std::span<const Edit> edits, ColumnUnit unit) {
    std::vector<lsp::TextEdit> result;
    result.reserve(edits.size());
    Positions positions(tree, unit);
    const syntax::LineEndStyle line_ends(tree);
    for (const Edit& edit : edits) {
        Edit adapted = line_ends.adapted(edit);
        result.push_back({positions.range(adapted.range), std::move(adapted.replacement)});
    }
    return result;
}

lsp::WorkspaceEdit to_workspace_edit(const Context& context, const std::vector<FileEdit>& edits,
                                     const std::vector<check::NewFile>& new_files) {
    std::map<FileId, std::vector<Edit>> by_file;
    std::vector<Edit>* last = nullptr;
    FileId of;
    for (const FileEdit& edit : edits) {
        if (!last || of != edit.file) last = &by_file[of = edit.file];
        last->push_back(edit.edit);
    }
    lsp::WorkspaceEdit answer;
    if (context.client->versioned_edits)
        answer.document_changes.emplace();
    else
        answer.changes.emplace();
    for (const check::NewFile& file : new_files) {
        lsp::CreateFile create;
        create.uri = lsp::path_to_uri(file.path);
        lsp::TextDocumentEdit document;
        document.text_document.uri = create.uri;
        document.edits.emplace_back(lsp::TextEdit{{}, file.text});
        answer.document_changes->emplace_back(std::move(create));
        answer.document_changes->emplace_back(std::move(document));
    }
    for (const auto& [file, changes] : by_file) {
        const world::FileState* state = context.snapshot->file(file);
        if (!state) continue;
        std::vector<lsp::TextEdit> texts = to_edits(*state->tree(), changes, context.unit());
        if (!context.client->versioned_edits) {
            (*answer.changes)[context.files->uri(file)] = std::move(texts);
            continue;
        }
        lsp::TextDocumentEdit document;
        document.text_document.uri = context.files->uri(file);
        if (state->info().is_open)
            document.text_document.version = static_cast<std::int32_t>(state->info().version);
        document.edits.reserve(texts.size());
        for (lsp::TextEdit& text : texts) document.edits.emplace_back(std::move(text));
        answer.document_changes->emplace_back(std::move(document));
    }
    return answer;
}

lsp::MarkupContent to_markup(std::string text, bool markdown) {
    return {markdown ? lsp::MarkupKind::Markdown : lsp::MarkupKind::PlainText, std::move(text)};
}

lsp::JsonValue place_data(std::string_view uri, std::uint32_t start, std::uint32_t end,
                          std::string_view what) {
    std::string text;
    lsp::JsonWriter writer(text);
    writer.begin_object();
    writer.key("uri");
    writer.string(uri);
    writer.key("start");
    writer.unsigned_integer(start);
    writer.key("end");
    writer.unsigned_integer(end);
    writer.key("what");
    writer.string(what);
    writer.end_object();
    return {std::move(text)};
}

PlaceData read_place(const lsp::JsonValue& data) {
    auto document = data.parse();
    lsp::JsonView root = document.root();
    PlaceData place;
    place.uri = root["uri"].as_string();
    place.span.start = static_cast<std::uint32_t>(root["start"].as_int().value_or(0));
    place.span.end = static_cast<std::uint32_t>(root["end"].as_int().value_or(0));
    place.what = root["what"].as_string();
    return place;
}

ListReply::ListReply(const Context& context, std::size_t size) : context_(context) {
    if (!context.takes_partial()) out_.reserve(size + 2);
}

std::string& ListReply::next() {
    constexpr std::size_t kPart = 100;
    if (context_.takes_partial() && items_ == kPart) send();
    if (items_ > 0) out_ += ',';
    ++items_;
    return out_;
}

void ListReply::send() {
    context_.cancel.poll();
    context_.send_partial(out_ + "]");
    out_ = "[";
    items_ = 0;
}

Reply ListReply::take() {
    if (context_.takes_partial() && items_ > 0) send();
    return std::move(out_ += ']');
}

}  // namespace hcl::server
