#include "server/handlers/encode.h"

#include <algorithm>

#include "server/app/outbox.h"

namespace hcl::server {

namespace {

void append_position(std::string& out, Position position) {
    out += "{\"line\":";
    out += std::to_string(position.line);
    out += ",\"character\":";
    out += std::to_string(position.column);
    out += '}';
}

// Where each code is explained.
std::string documentation_url(DiagCode code) { return "https://hcl-ls.dev/diagnostics/" + diag_id(code); }

int severity_number(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return 1;
        case Severity::Warning:
            return 2;
        case Severity::Info:
            return 3;
        case Severity::Hint:
            return 4;
    }
    return 1;
}

void append_related(std::string& out, const Diagnostic& diagnostic, const EncodeContext& context) {
    bool is_first = true;
    for (const RelatedPlace& place : diagnostic.related) {
        FileId file = place.where.file.is_valid() ? place.where.file : context.file;
        const world::FileState* state = context.snapshot.file(file);
        if (!state) continue;
        out += is_first ? ",\"relatedInformation\":[" : ",";
        is_first = false;
        out += "{\"location\":{\"uri\":" + json_quote(context.files.uri(file)) + ",\"range\":" +
               encode_range(*state->tree(), place.where.span, context.client.encoding) +
               "},\"message\":" + json_quote(place.message) + "}";
    }
    if (!is_first) out += ']';
}

}  // namespace

std::string encode_range(const syntax::File& tree, Span span, ColumnUnit unit) {
    std::string out = "{\"start\":";
    append_position(out, tree.position(span.start, unit));
    out += ",\"end\":";
    append_position(out, tree.position(span.end, unit));
    out += '}';
    return out;
}

std::string encode_diagnostics(const Diagnostics& diagnostics, const EncodeContext& context) {
    std::string out = "[";
    const world::FileState* state = context.snapshot.file(context.file);
    for (const Diagnostic& diagnostic : diagnostics) {
        if (!state) break;
        if (out.size() > 1) out += ',';
        out += "{\"range\":";
        out += encode_range(*state->tree(), diagnostic.has_place ? diagnostic.span : Span{}, context.client.encoding);
        out += ",\"severity\":" + std::to_string(severity_number(diagnostic.severity));
        out += ",\"code\":\"" + diag_id(diagnostic.code) + "\"";
        if (context.client.code_description)
            out += ",\"codeDescription\":{\"href\":" + json_quote(documentation_url(diagnostic.code)) + "}";
        out += ",\"source\":\"hcl\",\"message\":" + json_quote(diagnostic.title + ": " + diagnostic.message);
        int tag = diagnostic.tag == DiagTag::Unnecessary ? 1 : diagnostic.tag == DiagTag::Deprecated ? 2 : 0;
        if (tag != 0 && std::ranges::find(context.client.diagnostic_tags, tag) != context.client.diagnostic_tags.end())
            out += ",\"tags\":[" + std::to_string(tag) + "]";
        if (context.client.related_information) append_related(out, diagnostic, context);
        // What a code action needs to find this finding again: its place in bytes and whether it has fixes.
        if (context.client.diagnostic_data)
            out += ",\"data\":{\"start\":" + std::to_string(diagnostic.span.start) +
                   ",\"end\":" + std::to_string(diagnostic.span.end) +
                   ",\"fixes\":" + std::to_string(diagnostic.fixes.size()) + "}";
        out += '}';
    }
    out += ']';
    return out;
}

std::string encode_edits(const syntax::File& tree, std::span<const Edit> edits, ColumnUnit unit) {
    std::string out = "[";
    for (const Edit& edit : edits) {
        if (out.size() > 1) out += ',';
        out += "{\"range\":" + encode_range(tree, edit.range, unit) + ",\"newText\":" + json_quote(edit.replacement) +
               "}";
    }
    out += ']';
    return out;
}

}  // namespace hcl::server
