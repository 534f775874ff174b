// JSON files as units: one for a file, or, of a long file whose language has only blocks at top level, one
// for each chunk of blocks. Their type and their first labels are then keys that the unit does not contain. A
// block of names that do not depend on each other (see is_list_of_names) is in parts, as in native syntax.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/bind/unit.h"
#include "engine/syntax/json/json_entries.h"

namespace hcl::bind {

BoundUnitPtr bind_json(const syntax::File& file, const language::Language& language,
                       const Packages& packages);

// The keys around the elements of a long object or array.
struct JsonAround {
    std::string type;  // of blocks; empty at top level
    std::vector<std::string> labels;
    bool is_list_of_names = false;  // the elements are the names in such a block

    bool operator==(const JsonAround&) const = default;
};

// Whether files of the language may be bound in parts.
bool may_be_in_parts(const language::Language& language);
// The keys around the elements of a split object or array; nullopt when it must be bound as a whole.
std::optional<JsonAround> inside_of(const JsonAround& around, const syntax::SplitBlock& element,
                                    const language::Language& language);

// A chunk with some elements.
BoundUnitPtr bind_json_elements(const JsonAround& around, const syntax::Chunk& chunk,
                                const language::Language& language, const Packages& packages);
// A block of names without these. `end`: of the block, from the start of the header.
BoundUnitPtr bind_json_header(const JsonAround& inside, const syntax::Chunk& header, std::uint32_t end,
                              const language::Language& language, const Packages& packages);

}  // namespace hcl::bind
