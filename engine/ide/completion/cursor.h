// The cursor of a completion: the tree around it, the body that contains it, and the text that an item
// replaces. Private to completion.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ide/place/bound_place.h"
#include "engine/ide/place/places.h"
#include "engine/world/module_lookup.h"

namespace hcl::ide {

using bind::AttributeDef;
using bind::BlockDef;
using bind::BodyDef;
using bind::kNone;
using syntax::Node;

// Inserted at a cursor that touches no word, so that incomplete constructs have a name to complete.
inline constexpr std::string_view kMarker = "hcl_ls_here";

struct Cursor {
    const world::FileState& state;
    const BoundPlace& place;
    std::uint32_t offset;                  // in the file
    Span replaced{};                       // the word at the cursor, or an empty span
    bool in_string = false;                // in quotes, where `replaced` is the contents
    syntax::FilePtr tree{};                // with the marker, unless the cursor touches a word
    std::vector<Node> path{};              // the nodes at the cursor in `tree`, outermost first
    std::optional<bind::UnitSlot> slot{};  // the unit around the cursor
    std::uint32_t body = kNone;            // in the unit; kNone: top level
    std::deque<AttributeDef> inputs{};     // of a called module, set by arguments of the body

    const bind::Module& module() const { return *place.module; }
    const language::Language& language() const { return module().language(); }
    const Rules& rules() const { return *language().rules; }
    const syntax::File& file() const { return *state.tree(); }
    std::size_t last() const { return path.size() - 1; }
    // The nodes from the outermost one to path[index].
    std::span<const Node> path_to(std::size_t index) const { return std::span(path).first(index + 1); }

    std::vector<const BodyDef*> body_defs() const;
    const AttributeDef* attribute_def(std::string_view name) const;
    const BlockDef* block_def(std::string_view type) const;

    bool touches(const bind::UnitSlot& unit, Span span) const {
        return span.shifted(unit.base).touches(offset);
    }
    // Only whitespace, an opening brace or a comment precedes the word on its line.
    bool is_at_item_start() const;
    // The word is followed by "=", ":", a label or a brace.
    bool is_followed_by_header() const;
    bool is_followed_by_parenthesis() const;
    bool is_in_one_line_block() const;

    // Sets `body` to a body of the unit, and the inputs of that body.
    void enter(std::uint32_t index);
};

// The cursor in native syntax; empty where nothing can be completed: in comments, numbers and templates'
// literal text.
std::optional<Cursor> locate_cursor(const world::FileState& state, const BoundPlace& place,
                                    std::uint32_t offset);

// The text of an object key, a label or a block type.
std::string key_text(Node key);

// Where the word at the end of the text begins.
std::size_t word_start(std::string_view text);
// The namespace at the end of the text, with all its colons: `provider::aws::`. May be empty.
std::string_view namespace_at_end(std::string_view text);

}  // namespace hcl::ide
