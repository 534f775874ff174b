// Quick fixes that declare an unknown name, as a top-level block or an
// attribute of one. Private to check/.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/check/rule.h"

namespace hcl::check {

class DeclareFixes {
  public:
    explicit DeclareFixes(const FileRule& rule) : rule_(rule) {}

    // For a path in an expression.
    void add_path(Diagnostic& d, const bind::Reference& reference);
    // For a string or an address that names a symbol of some kinds.
    void add_named(Diagnostic& d, const bind::Reference& reference, const std::vector<std::string>& kinds);

  private:
    // The insertion point of a new declaration: after the last one of its kind.
    struct Neighbour {
        FileId file;
        std::uint32_t end = 0;   // of the declaration
        std::uint32_t body = 0;  // of an attribute: end of the body
        bool is_attribute = false;
    };
    struct LastOfModule;

    void add_block(Diagnostic& d, const bind::BlockDef& block, const std::vector<std::string>& labels);
    void add_attribute(Diagnostic& d, const bind::BlockDef& home, const bind::SymbolDef& symbol,
                       const std::string& name);
    std::optional<Neighbour> neighbour_of(const bind::SymbolDef& symbol);
    std::optional<bind::Symbol> last_of_module(const bind::SymbolDef& symbol) const;
    std::optional<Neighbour> find_neighbour(const bind::SymbolDef& symbol) const;
    void offer(Diagnostic& d, const std::string& kind, const std::string& name, FileEdit edit) const;
    // At the end of this file; empty for JSON.
    std::optional<FileEdit> at_end(const std::string& text) const;

    const FileRule& rule_;
    std::unordered_map<const bind::SymbolDef*, std::optional<Neighbour>> neighbours_;
};

}  // namespace hcl::check
