#include "engine/check/allowed_names.h"

#include <algorithm>
#include <string>

namespace hcl::check {

namespace {

// Whether one of the restrictions that concern the attribute satisfies `refuses`.
template <typename Refuses>
bool any_around(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute, const Refuses& refuses) {
    std::string_view inner;  // the type of the block that was passed last
    for (const std::uint32_t body : bind::bodies_around(unit, attribute.body)) {
        const std::uint32_t block = unit.bodies[body].block;
        if (block == bind::kNone) break;
        const bind::BoundBlock& around = unit.blocks[block];
        auto concerns = [&](const language::RestrictionDef& one) {
            const bool is_inside =
                one.blocks.empty() || std::ranges::find(one.blocks, inner) != one.blocks.end();
            return is_inside && (one.attributes.empty() ||
                                 std::ranges::find(one.attributes, attribute.name) != one.attributes.end());
        };
        if (around.def)
            for (const language::RestrictionDef& one : around.def->restrictions)
                if (concerns(one) && refuses(one)) return true;
        inner = around.type;
    }
    return false;
}

}  // namespace

bool begins_like_any(const language::RestrictionDef& restriction, std::string_view word) {
    return std::ranges::any_of(restriction.names,
                               [&](const auto& name) { return !name.empty() && name.front() == word; });
}

bool is_word_refused(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute,
                     std::string_view word) {
    return any_around(unit, attribute, [&](const language::RestrictionDef& one) {
        return begins_like_any(one, word) == one.refuses_names;
    });
}

bool is_call_refused(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute,
                     std::string_view function) {
    return any_around(unit, attribute, [&](const language::RestrictionDef& one) {
        return one.functions && std::ranges::find(*one.functions, function) == one.functions->end();
    });
}

}  // namespace hcl::check
