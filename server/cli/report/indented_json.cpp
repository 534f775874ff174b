#include "server/cli/report/indented_json.h"

#include "engine/value/text.h"
#include "engine/value/value_json.h"
#include "server/cli/printable.h"

namespace hcl::server {

void JsonText::next_line() {
    text_ += '\n';
    text_.append(depth_ * 2, ' ');
}

JsonText& JsonText::key(std::string_view name) {
    element();
    append_json_string(text_, name);
    text_ += ": ";
    return *this;
}

JsonText& JsonText::element() {
    if (!is_empty_) text_ += ',';
    is_empty_ = false;
    next_line();
    return *this;
}

void JsonText::open(char bracket) {
    text_ += bracket;
    ++depth_;
    is_empty_ = true;
}

void JsonText::close(char bracket) {
    --depth_;
    if (!is_empty_) next_line();
    text_ += bracket;
    is_empty_ = false;
}

// JSON is UTF-8: bytes that are not become the replacement character.
void JsonText::string(std::string_view text) {
    if (is_valid_utf8(text)) return append_json_string(text_, text);
    std::string valid;
    for (std::size_t at = 0; at < text.size();) {
        Character c = read_character(text, at);
        valid += c.is_valid ? text.substr(at, c.length) : "\xEF\xBF\xBD";
        at += c.length;
    }
    append_json_string(text_, valid);
}

void JsonText::number(std::uint64_t value) {
    text_ += std::to_string(value);
}

void JsonText::raw(std::string_view json) {
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        char c = json[i];
        if (in_string) {
            text_ += c;
            if (c == '\\') text_ += json[++i];
            in_string = c != '"';
            continue;
        }
        switch (c) {
            case '{':
            case '[':
                text_ += c;
                if (json[i + 1] == (c == '{' ? '}' : ']')) {
                    text_ += json[++i];
                } else {
                    ++depth_;
                    next_line();
                }
                break;
            case '}':
            case ']':
                --depth_;
                next_line();
                text_ += c;
                break;
            case ',':
                text_ += c;
                next_line();
                break;
            case ':':
                text_ += ": ";
                break;
            case '"':
                in_string = true;
                [[fallthrough]];
            default:
                text_ += c;
        }
    }
}

void write_range(JsonText& json, Location where, const SourceTable& sources) {
    const SourceTable::Source* source = sources.find(where.file);
    json.open_object();
    json.key("filename").string(source ? source->name : "");
    auto position = [&](std::string_view name, std::uint32_t offset) {
        Position p{};
        // Without a file there is no line either: zeros, since lines count from 1.
        std::uint32_t one = 0;
        if (source && source->file) {
            offset = std::min(offset, source->file->size());
            p = source->file->position(offset, ColumnUnit::Grapheme);
            one = 1;
        }
        json.key(name).open_object();
        json.key("line").number(p.line + one);
        json.key("column").number(p.column + one);
        json.key("byte").number(offset);
        json.close_object();
    };
    position("start", where.span.start);
    position("end", where.span.end);
    json.close_object();
}

std::string diagnostics_to_json(std::span<const Diagnostic> diagnostics, const SourceTable& sources) {
    if (diagnostics.empty()) return "";
    JsonText json;
    json.open_object();
    json.key("diagnostics").open_array();
    for (const Diagnostic& diagnostic : diagnostics) {
        json.element().open_object();
        json.key("severity").string(diagnostic.severity == Severity::Error ? "error" : "warning");
        json.key("summary").string(diagnostic.title);
        if (!diagnostic.message.empty()) json.key("detail").string(diagnostic.message);
        if (diagnostic.has_place)
            write_range(json.key("subject"), {diagnostic.file, diagnostic.span}, sources);
        json.close_object();
    }
    json.close_array();
    json.close_object();
    return json.take() + "\n";
}

}  // namespace hcl::server
