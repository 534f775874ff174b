// Where and how arguments and blocks that a body lacks are written into it. Edits count as the unit does.
#pragma once

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

// In the order that the language asks for, and otherwise in the order in which it lists them: each behind the
// last argument that comes before it. Empty where nothing can be written.
std::vector<Edit> add_arguments(const BodySource& source,
                                const std::vector<const bind::AttributeDef*>& arguments);
// At the end of the body, with what it requires. Native syntax only.
std::vector<Edit> add_block(const BodySource& source, const bind::BlockDef& block);

}  // namespace hcl::check
