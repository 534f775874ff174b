#include "server/cli/pack/pack_import.h"

#include "engine/base/hcl_string.h"
#include "engine/format/format.h"

namespace hcl::server {

void PackWriter::line(std::string_view text) {
    out_.append(depth_ * 2, ' ');
    out_ += text;
    out_ += '\n';
}

void PackWriter::blank() {
    if (!out_.empty() && !out_.ends_with("\n\n") && !out_.ends_with("{\n")) out_ += '\n';
}

void PackWriter::open(std::string_view header) {
    line(std::string(header) + " {");
    ++depth_;
}

void PackWriter::close() {
    --depth_;
    // An empty block fits on one line.
    if (out_.ends_with(" {\n")) {
        out_.pop_back();
        out_ += "}\n";
        return;
    }
    line("}");
}

void PackWriter::set(std::string_view name, std::string_view expression) {
    line(std::string(name) + " = " + std::string(expression));
}

void PackWriter::text(std::string_view name, std::string_view value) {
    if (!value.empty()) set(name, hcl_string(value));
}

void PackWriter::flag(std::string_view name, bool value) {
    if (value) set(name, "true");
}

bool is_identifier(std::string_view text) {
    if (text.empty()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        bool is_more = (c >= '0' && c <= '9') || c == '-';
        if (!is_letter && (i == 0 || !is_more)) return false;
    }
    return text != "true" && text != "false" && text != "null" && text != "for";
}

std::string identifier_of(std::string_view text) {
    std::string out;
    for (char c : text) {
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                        c == '_' || c == '-';
        out += is_plain ? c : '_';
    }
    if (!is_identifier(out)) out.insert(0, "_");
    return out;
}

std::string expression_of(lsp::JsonView value) {
    // Enumeration values and defaults: shallow by nature, so depth is limited.
    if (value.is_string()) return hcl_string(value.as_string());
    if (value.is_array()) {
        std::string out = "[";
        for (lsp::JsonView one : value) out += (out.size() == 1 ? "" : ", ") + expression_of(one);
        return out + "]";
    }
    if (value.is_object()) {
        std::string out = "{";
        const lsp::JsonIterator end = value.end();
        for (lsp::JsonIterator it = value.begin(); it != end; ++it)
            out += (out.size() == 1 ? " " : ", ") + hcl_string(it.key()) + " = " + expression_of(*it);
        return out + " }";
    }
    return value.to_text();
}

Result<ImportedPack> import_pack(std::string_view json, std::string_view id) {
    HCL_TRY(lsp::JsonDocument document, lsp::JsonDocument::parse(std::string(json)));
    lsp::JsonView root = document.root();
    if (!root.is_object()) return fail("this is not a schema: a JSON object is expected");
    if (root["provider_schemas"].is_object())
        return fail("these are schemas of providers: store them with \"hcl-ls schema add\"");
    HCL_TRY(ImportedPack pack, import_json_schema(root, id));
    auto file = syntax::File::parse(pack.text);
    pack.text = format::apply_edits(pack.text, format::format(*file, {}));
    return pack;
}

}  // namespace hcl::server
