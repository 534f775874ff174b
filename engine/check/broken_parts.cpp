#include "engine/check/broken_parts.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "engine/syntax/file/file.h"

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

// The word that ends a line on which no value and no body begins; empty when it is no name.
std::string_view last_word(std::string_view line) {
    const std::size_t end = line.find_last_not_of(" \t\r\"");
    if (end == std::string_view::npos || line.find_first_of("={}[]()#/,") != std::string_view::npos)
        return {};
    std::size_t start = end + 1;
    while (start > 0 && is_of_name(line[start - 1])) --start;
    const bool is_apart =
        start == 0 || line[start - 1] == ' ' || line[start - 1] == '\t' || line[start - 1] == '"';
    return is_apart ? line.substr(start, end + 1 - start) : std::string_view();
}

// `name  value`, without the "=" between them.
bool lacks_sign(std::string_view line, std::string_view name) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(name)) return false;
    line.remove_prefix(name.size());
    const std::size_t next = line.find_first_not_of(" \t");
    return next != std::string_view::npos && next > 0 && line[next] != '=' && line[next] != '{';
}

// Kept with the module, whose files all ask for them.
struct BrokenParts {
    std::vector<syntax::ChunkPtr> list;
};

BrokenParts find_broken_parts(const bind::Module& module) {
    BrokenParts out;
    std::size_t bytes = 0;
    for (const bind::ModuleFile& file : module.files()) {
        const syntax::File& tree = *file.input.tree;
        if (tree.options().syntax != syntax::Syntax::Native) continue;
        for (const Diagnostic& d : tree.diagnostics()) {
            if (d.severity != Severity::Error || tree.chunk_count() == 0) continue;
            syntax::ChunkPtr part = tree.chunk(tree.chunk_at(d.span.start));
            if (!out.list.empty() && out.list.back() == part) continue;
            bytes += part->text.size();
            if (bytes > kMostText) return out;
            out.list.push_back(std::move(part));
        }
    }
    return out;
}

}  // namespace

bool begins_name(std::string_view text, std::string_view name) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        const std::string_view word = last_word(line);
        if ((!word.empty() && name.starts_with(word)) || lacks_sign(line, name)) return true;
        at = end + 1;
    }
    return false;
}

bool begins_name(const bind::ModuleFile& file, Span body, std::string_view name) {
    const syntax::File& tree = *file.input.tree;
    if (tree.options().syntax != syntax::Syntax::Native || tree.chunk_count() == 0 ||
        body.length() > kMostText)
        return false;
    const std::uint32_t last = std::min(tree.chunk_at(body.end), tree.chunk_count() - 1);
    for (std::uint32_t i = tree.chunk_at(body.start); i <= last; ++i)
        if (has_errors(tree.chunk(i)->diagnostics)) return begins_name(tree.text(body), name);
    return false;
}

bool may_declare_in_broken_part(const bind::Module& module, std::string_view name) {
    if (name.empty()) return false;
    const BrokenParts& parts = module.memo().get<BrokenParts>([&] { return find_broken_parts(module); });
    return std::ranges::any_of(parts.list, [&](const syntax::ChunkPtr& part) {
        return declares(part->text, name) || begins_name(part->text, name);
    });
}

}  // namespace hcl::check
