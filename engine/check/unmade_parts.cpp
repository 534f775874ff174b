#include "engine/check/unmade_parts.h"

#include <algorithm>

#include "engine/bind/generated_blocks.h"

namespace hcl::check {

std::optional<std::uint64_t> count_of_generated(const bind::UnitSlot& slot, const bind::BoundBlock& block) {
    if (!slot.state) return std::nullopt;
    const std::uint32_t each = attribute_in(*slot.unit, block.body, "for_each");
    if (each == bind::kNone) return std::nullopt;
    const Value& elements = slot.state->values[each].unmarked();
    const Type type = elements.type();
    if (!elements.has_content() || !(type.is_collection() || type.is_structural())) return std::nullopt;
    return elements.size();
}

UnmadeParts::UnmadeParts(const bind::Module& module, const bind::UnitSlot& slot) {
    if (module.language().dynamic_blocks.empty()) return;
    for (const bind::BoundBlock& block : slot.unit->blocks) {
        if (!bind::is_generator(module.language(), block) || count_of_generated(slot, block) != 0) continue;
        for (std::uint32_t i : slot.unit->bodies[block.body].blocks)
            contents_.push_back(slot.unit->blocks[i].span);
    }
    // Only the outermost, so that one look finds the one around a position.
    std::ranges::sort(contents_, {}, &Span::start);
    std::size_t kept = 0;
    for (Span content : contents_)
        if (kept == 0 || !contents_[kept - 1].contains(content.start)) contents_[kept++] = content;
    contents_.resize(kept);
}

void UnmadeParts::soften(Diagnostic& found) const {
    if (contents_.empty() || found.severity != Severity::Error) return;
    auto after = std::ranges::upper_bound(contents_, found.span.start, {}, &Span::start);
    if (after != contents_.begin() && std::prev(after)->contains(found.span.start))
        found.severity = Severity::Warning;
}

}  // namespace hcl::check
