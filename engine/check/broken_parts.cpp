#include "engine/check/broken_parts.h"

#include <cctype>

namespace hcl::check {

namespace {

// More is not searched: the text is read for each undeclared name.
constexpr std::size_t kMostText = std::size_t{256} << 10;

bool is_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || (c & 0x80) != 0;
}

// Whether what follows a name is `=`, `{` or, behind a label, another label.
bool follows_declared_name(std::string_view rest) {
    const bool is_label = rest.starts_with('"');
    if (is_label) rest.remove_prefix(1);
    const std::size_t next = rest.find_first_not_of(" \t");
    if (next == std::string_view::npos) return false;
    if (rest[next] == '{' || (is_label && rest[next] == '"')) return true;
    return rest[next] == '=' && !rest.substr(next + 1).starts_with('=');
}

bool declares(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if (at > 0 && (is_of_name(text[at - 1]) || text[at - 1] == '.')) continue;
        if (end < text.size() && !is_of_name(text[end]) && follows_declared_name(text.substr(end)))
            return true;
    }
    return false;
}

}  // namespace

void BrokenParts::find_parts() {
    is_searched_ = true;
    std::size_t bytes = 0;
    for (const bind::ModuleFile& file : module_.files()) {
        const syntax::File& tree = *file.input.tree;
        if (tree.options().syntax != syntax::Syntax::Native) continue;
        for (const Diagnostic& d : tree.diagnostics()) {
            if (d.severity != Severity::Error || tree.chunk_count() == 0) continue;
            syntax::ChunkPtr part = tree.chunk(tree.chunk_at(d.span.start));
            if (!parts_.empty() && parts_.back() == part) continue;
            bytes += part->text.size();
            if (bytes > kMostText) return;
            parts_.push_back(std::move(part));
        }
    }
}

bool BrokenParts::may_declare(std::string_view name) {
    if (name.empty()) return false;
    if (!is_searched_) find_parts();
    for (const syntax::ChunkPtr& part : parts_)
        if (declares(part->text, name)) return true;
    return false;
}

}  // namespace hcl::check
