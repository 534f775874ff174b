// Edits that add missing arguments and blocks to a body, relative to the unit; places of what is removed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/unit.h"
#include "engine/source/edit.h"

namespace hcl::check {

struct BodySource {
    const syntax::File& tree;
    std::uint32_t base;  // of the unit in the file
    const bind::BoundUnit& unit;
    const bind::BoundBody& body;  // of a block

    bool is_json() const { return tree.options().syntax == syntax::Syntax::Json; }
    std::string text(Span span) const { return tree.text(span.shifted(base)); }
};

// An argument to add, with its value in the syntax of the file.
struct NewArgument {
    std::string name;
    std::string value;
};

// In the order that the language prescribes, else in schema order: each after the last argument that precedes
// it. Empty when nothing can be inserted.
std::vector<Edit> add_arguments(const BodySource& source, std::vector<NewArgument> arguments);
// The same with placeholders as values.
std::vector<Edit> add_arguments(const BodySource& source,
                                const std::vector<const bind::AttributeDef*>& arguments);
// At the end of the body, with its required content. Native syntax only.
std::vector<Edit> add_block(const BodySource& source, const bind::BlockDef& block);

// The edit that adds an item behind those of an object in native syntax, relative to the unit. Nothing for
// other nodes, and for an object without its closing brace.
std::optional<Edit> added_item(const BodySource& source, syntax::Node object, const std::string& item);

// The end of an item, or of the comment behind it on its line if nothing else is there.
std::uint32_t end_with_comment(const syntax::File& tree, std::uint32_t end);

// Extends a span for removal: to whole lines when they contain nothing else but a comment behind it,
// otherwise by the blanks before it.
Span removed_place(const syntax::File& tree, Span place);

// The edit that adds a property at the end of the root object of a JSON file. Empty when it is no object.
std::optional<Edit> added_property(const syntax::File& tree, const std::string& property);

// The edits that remove these properties of one JSON object, which are in order, with their commas. Empty
// when the text around them is not as expected.
std::optional<std::vector<Edit>> removed_properties(const syntax::File& tree, std::span<const Span> places);

}  // namespace hcl::check
