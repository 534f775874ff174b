#include "server/cli/pack/json_pointer.h"

#include <string>

namespace hcl::server {

namespace {

int digit(char c) {
    std::size_t at = std::string_view("0123456789abcdefABCDEF").find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at < 16 ? at : at - 6);
}

// A part of a pointer without its escapes.
std::string plain(std::string_view raw) {
    std::string part;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] == '~' && i + 1 < raw.size()) {
            part += raw[++i] == '1' ? '/' : '~';
        } else if (raw[i] == '%' && i + 2 < raw.size() && digit(raw[i + 1]) >= 0 && digit(raw[i + 2]) >= 0) {
            part += static_cast<char>(digit(raw[i + 1]) * 16 + digit(raw[i + 2]));
            i += 2;
        } else {
            part += raw[i];
        }
    }
    return part;
}

}  // namespace

lsp::JsonView pointed_at(lsp::JsonView document, std::string_view reference) {
    if (!reference.starts_with('#')) return {};
    lsp::JsonView found = document;
    reference.remove_prefix(1);
    while (!reference.empty() && reference.starts_with('/')) {
        reference.remove_prefix(1);
        const std::size_t slash = reference.find('/');
        found = found[plain(reference.substr(0, slash))];
        reference = slash == std::string_view::npos ? std::string_view() : reference.substr(slash);
    }
    return found;
}

}  // namespace hcl::server
