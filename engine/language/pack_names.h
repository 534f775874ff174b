// The declarations of a pack by name, for settings that refer to them. Private to language/.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/language/language.h"

namespace hcl::language {

using Words = std::set<std::string, std::less<>>;

struct PackNames {
    // Also counts what the pack includes from others.
    explicit PackNames(const Language& language);

    Words items;                  // names of all attributes and blocks
    Words kinds;                  // of symbols
    Words check_ids;              // of custom rules, and of those that every language has
    Words roots;                  // first words of references
    bool has_free_roots = false;  // files choose first words themselves

    // First words of the addresses of these kinds; "*" if files choose them.
    Words first_words(const std::vector<std::string>& of_kinds) const;

  private:
    struct Collector;
    std::map<std::string, Words, std::less<>> first_by_kind_;
};

bool is_block_spec(std::string_view type);
// `attr "*"` or `block_list "*"`: attributes or blocks of any name.
bool is_any(const syntax::BlockView& view);

}  // namespace hcl::language
