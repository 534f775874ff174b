#include "protocol/rpc/document_notice.h"

#include <cstddef>

#include "protocol/json/document.h"

namespace hcl::lsp {

namespace {

class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    // Visits the members of the object here until `member` returns true, after it read the value. False when
    // none did, or at an error.
    template <typename Member>
    bool find(Member member) {
        if (!take('{')) return false;
        do {
            std::optional<std::string> name = string();
            if (!name || !take(':')) return false;
            if (member(*name)) return true;
        } while (take(','));
        take('}');
        return false;
    }

    // Empty for any other value.
    std::optional<std::string> string() {
        skip_space();
        const std::size_t start = at_;
        if (!skip_string()) return std::nullopt;
        auto parsed = JsonDocument::parse(std::string(text_.substr(start, at_ - start)));
        if (!parsed) return std::nullopt;
        return std::string(parsed->root().as_string());
    }

    // Ends at what follows the value.
    void skip_value() {
        std::size_t depth = 0;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (depth == 0 && (c == ',' || c == '}' || c == ']')) return;
            if (c == '"') {
                if (!skip_string()) return;
                continue;
            }
            if (c == '{' || c == '[') ++depth;
            if (c == '}' || c == ']') --depth;
            ++at_;
        }
    }

  private:
    void skip_space() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").contains(text_[at_])) ++at_;
    }

    bool take(char c) {
        skip_space();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    // False, and at the end of the text, when there is none.
    bool skip_string() {
        bool is_string = at_ < text_.size() && text_[at_] == '"';
        while (is_string) {
            const std::size_t quote = text_.find('"', at_ + 1);
            if (quote == std::string_view::npos) break;
            std::size_t escapes = quote;
            while (escapes > at_ + 1 && text_[escapes - 1] == '\\') --escapes;
            at_ = quote;
            if ((quote - escapes) % 2 == 0) {
                ++at_;
                return true;
            }
        }
        at_ = text_.size();
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

std::optional<DocumentNotice> peek_document_notice(std::string_view message) {
    Scanner scanner(message);
    std::optional<std::string> method;
    std::optional<std::string> uri;
    bool is_request = false;
    auto is_done = [&] { return is_request || (method && uri); };
    auto in_document = [&](std::string_view name) {
        if (name == "uri")
            uri = scanner.string();
        else
            scanner.skip_value();
        return is_done();
    };
    auto in_params = [&](std::string_view name) {
        if (name == "textDocument") return scanner.find(in_document);
        scanner.skip_value();
        return false;
    };
    scanner.find([&](std::string_view name) {
        if (name == "params") return scanner.find(in_params);
        if (name == "method")
            method = scanner.string();
        else
            scanner.skip_value();
        is_request = is_request || name == "id";
        return is_done();
    });
    if (is_request || !method || !uri) return std::nullopt;
    return DocumentNotice{std::move(*method), std::move(*uri)};
}

}  // namespace hcl::lsp
