#include "server/cli/report/indented_json.h"

#include <nlohmann/json.hpp>

namespace hcl::server {

using json = nlohmann::ordered_json;

namespace {

json position(const SourceTable::Source* source, std::uint32_t offset) {
    // Zeros without a file, because lines are one-based.
    if (!source || !source->file) return {{"line", 0}, {"column", 0}, {"byte", offset}};
    offset = std::min(offset, source->file->size());
    const Position p = source->file->position(offset, ColumnUnit::Grapheme);
    return {{"line", p.line + 1}, {"column", p.column + 1}, {"byte", offset}};
}

json range(Location where, const SourceTable& sources) {
    const SourceTable::Source* source = sources.find(where.file);
    return {{"filename", source ? source->name : ""},
            {"start", position(source, where.span.start)},
            {"end", position(source, where.span.end)}};
}

}  // namespace

std::string indented_json(std::string_view compact) {
    std::string out;
    std::size_t depth = 0;
    bool in_string = false;
    auto next_line = [&] {
        out += '\n';
        out.append(depth * 2, ' ');
    };
    for (std::size_t i = 0; i < compact.size(); ++i) {
        const char c = compact[i];
        if (in_string) {
            out += c;
            if (c == '\\') out += compact[++i];
            in_string = c != '"';
            continue;
        }
        if (c == '}' || c == ']') {
            --depth;
            next_line();
        }
        out += c;
        const bool opens = c == '{' || c == '[';
        if (opens && (compact[i + 1] == '}' || compact[i + 1] == ']')) {
            out += compact[++i];
        } else if (opens) {
            ++depth;
            next_line();
        } else if (c == ',') {
            next_line();
        } else if (c == ':') {
            out += ' ';
        }
        in_string = c == '"';
    }
    return out;
}

std::string range_to_json(Location where, const SourceTable& sources) {
    return range(where, sources).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string diagnostics_to_json(std::span<const Diagnostic> diagnostics, const SourceTable& sources) {
    if (diagnostics.empty()) return "";
    json list = json::array();
    for (const Diagnostic& d : diagnostics) {
        json& item = list.emplace_back(
            json{{"severity", d.severity == Severity::Error ? "error" : "warning"}, {"summary", d.title}});
        if (!d.message.empty()) item["detail"] = d.message;
        if (d.has_place) item["subject"] = range({d.file, d.span}, sources);
    }
    const json report = {{"diagnostics", std::move(list)}};
    return report.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace hcl::server
