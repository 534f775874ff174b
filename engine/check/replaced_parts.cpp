#include "engine/check/replaced_parts.h"

#include <algorithm>

namespace hcl::check {

namespace {

using bind::kNone;

constexpr int kDeepestBlocks = 8;

bool is_inside(const std::vector<Span>& sorted, Span place) {
    auto after = std::ranges::upper_bound(sorted, place.start, {}, &Span::start);
    return std::any_of(sorted.begin(), after, [&](Span span) { return span.end >= place.end; });
}

bool begins_at(const std::vector<Span>& sorted, std::uint32_t place) {
    return std::ranges::binary_search(sorted, place, {}, &Span::start);
}

// The block type that a block produces: for a generator, the type of the generated blocks.
const std::string& made_type(const bind::Module& module, const bind::BoundBlock& block) {
    const bool is_generator = block.type == module.language().dynamic_blocks && block.labels.size() == 1;
    return is_generator ? block.labels[0].value : block.type;
}

// Whether the program checks names only in the merged body.
bool is_merged_first(const bind::BoundBlock& block) {
    return block.def && (block.def->call || !block.def->cases.empty());
}

}  // namespace

const ReplacedParts* ReplacedParts::of(const bind::Module& module) {
    if (!module.files().has_overrides() || module.language().modules.override_kinds.empty()) return nullptr;
    return &module.memo().get<ReplacedParts>([&] { return ReplacedParts(module); });
}

ReplacedParts::ReplacedParts(const bind::Module& module) {
    for (const bind::ModuleFile& file : module.files()) {
        if (!file.is_override) continue;
        const std::uint32_t rank = module.files().rank_of(file.input.id);
        file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i = 0; i < slot.unit->declarations.size(); ++i) {
                const auto above =
                    bind::Symbol::of(slot.file, slot.label, bind::Symbol::Kind::Declaration, i);
                const bind::Declaration& d = slot.unit->declarations[i];
                for (bind::Symbol below : module.symbols().by_kind_and_name(d.def->kind, d.address.back()))
                    if (below.is_declaration() && module.files().rank_of(below.file) < rank &&
                        module.declaration(below).address == d.address)
                        add(module, above, below);
            }
        });
    }
    for (auto& [id, parts] : files_)
        for (std::vector<Span>* spans : {&parts.replaced, &parts.folders, &parts.merged, &parts.unseen})
            std::ranges::sort(*spans, {}, &Span::start);
}

void ReplacedParts::add(const bind::Module& module, bind::Symbol above, bind::Symbol below) {
    const bind::Declaration& a = module.declaration(above);
    const bind::Declaration& b = module.declaration(below);
    if ((a.block == kNone) != (b.block == kNone)) return;
    const bind::UnitSlot home = module.slot_of(below);
    if (a.block == kNone) {
        const bind::BoundAttribute& attribute = home.unit->attributes[b.attribute];
        if (attribute.expr) files_[home.file].replaced.push_back(attribute.expr.span().shifted(home.base));
        return;
    }
    const bind::UnitSlot slot = module.slot_of(above);
    const Body top{slot, slot.unit->blocks[a.block].body};
    const Body bottom{home, home.unit->blocks[b.block].body};
    const bool is_merged =
        is_merged_first(home.unit->blocks[b.block]) && is_merged_first(slot.unit->blocks[a.block]);
    add_bodies(module, top, bottom, is_merged ? kDeepestBlocks : 0);
    add_merged(bottom);
    if (!is_merged) return;
    add_unseen(top);
    add_unseen(bottom);
}

// Arguments replace those with the same name, blocks of merged bodies all of the same type; a
// singleton block is merged recursively.
void ReplacedParts::add_bodies(const bind::Module& module, const Body& above, const Body& below, int depth) {
    const bind::BoundUnit& top = *above.slot.unit;
    const bind::BoundUnit& bottom = *below.slot.unit;
    Parts& parts = files_[below.slot.file];
    for (std::uint32_t i : bottom.bodies[below.body].attributes) {
        const bind::BoundAttribute& attribute = bottom.attributes[i];
        const bool is_set = std::ranges::any_of(top.bodies[above.body].attributes, [&](std::uint32_t a) {
            return top.attributes[a].name == attribute.name;
        });
        if (!is_set || !attribute.expr) continue;
        // Constant values are used while files are read, before merging.
        const bool is_fixed = attribute.def && attribute.def->is_constant;
        (is_fixed ? parts.folders : parts.replaced).push_back(attribute.expr.span().shifted(below.slot.base));
    }
    if (depth == 0) return;
    for (std::uint32_t i : bottom.bodies[below.body].blocks) {
        const bind::BoundBlock& block = bottom.blocks[i];
        const std::string& type = made_type(module, block);
        for (std::uint32_t a : top.bodies[above.body].blocks) {
            const bind::BoundBlock& other = top.blocks[a];
            if (made_type(module, other) != type) continue;
            if (block.def && block.def == other.def && block.def->max_items == 1)
                add_bodies(module, {above.slot, other.body}, {below.slot, block.body}, depth - 1);
            else
                parts.replaced.push_back(block.span.shifted(below.slot.base));
            break;
        }
    }
}

void ReplacedParts::add_merged(const Body& below) {
    const bind::BoundUnit& unit = *below.slot.unit;
    const bind::BoundBody& body = unit.bodies[below.body];
    std::vector<Span>& merged = files_[below.slot.file].merged;
    merged.push_back(unit.blocks[body.block].header_span.shifted(below.slot.base));
    merged.push_back(body.missing_place.shifted(below.slot.base));
    for (std::uint32_t i : body.attributes) {
        const bind::BoundAttribute& attribute = unit.attributes[i];
        const bool is_value = !attribute.def || (!attribute.def->is_constant &&
                                                 attribute.def->decoder == language::Decoder::None);
        if (is_value) merged.push_back(attribute.span.shifted(below.slot.base));
    }
}

void ReplacedParts::add_unseen(const Body& body) {
    const bind::BoundUnit& unit = *body.slot.unit;
    std::vector<Span>& unseen = files_[body.slot.file].unseen;
    for (std::uint32_t i : unit.bodies[body.body].attributes)
        unseen.push_back(unit.attributes[i].name_span.shifted(body.slot.base));
    for (std::uint32_t i : unit.bodies[body.body].blocks) {
        const bind::BoundBlock& block = unit.blocks[i];
        unseen.push_back(block.type_span.shifted(body.slot.base));
        for (const bind::BoundLabel& label : block.labels)
            unseen.push_back(label.span.shifted(body.slot.base));
    }
}

bool ReplacedParts::counts(Diagnostic& found) const {
    auto parts = files_.find(found.file);
    if (parts == files_.end()) return true;
    const Parts& here = parts->second;
    if (is_inside(here.replaced, found.span)) return false;
    if (found.code == DiagCode::NoSuchModule && is_inside(here.folders, found.span)) return false;
    if (found.code == DiagCode::CheckFailed && is_inside(here.merged, found.span)) return false;
    const bool is_unknown_name = found.code == DiagCode::UnsupportedArgument ||
                                 found.code == DiagCode::UnsupportedBlockType ||
                                 found.code == DiagCode::UndeclaredText;
    if (is_unknown_name && begins_at(here.unseen, found.span.start))
        found.severity = std::max(found.severity, Severity::Warning);
    return true;
}

}  // namespace hcl::check
