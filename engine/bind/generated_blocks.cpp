// Generated blocks: findings in blocks that may never be generated are warnings.
#include <algorithm>

#include "engine/bind/evaluation.h"
#include "engine/bind/resolution.h"

namespace hcl::bind {

// Whether the body is generated with an unknown number of blocks, or with none.
bool Evaluation::may_not_be_made(std::uint32_t body) {
    const std::string& generator = module_.language().dynamic_blocks;
    if (generator.empty()) return false;
    for (std::uint32_t around : bodies_around(unit_, body)) {
        const std::uint32_t content = unit_.bodies[around].block;
        if (content == kNone) return false;
        const std::uint32_t home = unit_.bodies[unit_.blocks[content].parent].block;
        if (home == kNone || unit_.blocks[home].type != generator) continue;
        for (std::uint32_t i : unit_.bodies[unit_.blocks[content].parent].attributes) {
            if (unit_.attributes[i].name != "for_each") continue;
            attribute(i);
            const Value& elements = state_.values[i].unmarked();
            if (!elements.has_content()) return true;
            const Type type = elements.type();
            if ((type.is_collection() || type.is_structural()) && elements.size() == 0) return true;
        }
    }
    return false;
}

// Whether the position is in a reference to a symbol with a schema, which is certain without evaluation.
bool Evaluation::is_of_described_symbol(std::uint32_t index, Span place) const {
    const Reference* last = nullptr;
    for (const Reference& reference : references_of(unit_, index))
        if (reference.span.start <= place.start && (!last || reference.span.start >= last->span.start))
            last = &reference;
    if (!last) return false;
    const Resolution found = resolve(module_, slot_, *last);
    return std::ranges::any_of(found.symbols, [&](Symbol symbol) {
        return symbol.is_declaration() && module_.declaration(symbol).def->depends_on_all;
    });
}

}  // namespace hcl::bind
