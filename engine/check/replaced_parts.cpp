#include "engine/check/replaced_parts.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/base/limits.h"
#include "engine/bind/generated_blocks.h"

namespace hcl::check {

namespace {

using bind::kNone;

constexpr int kDeepestBlocks = 8;

// The spans are sorted, and each ends where the farthest of those up to it does.
bool is_inside(const std::vector<Span>& sorted, Span place) {
    auto after = std::ranges::upper_bound(sorted, place.start, {}, &Span::start);
    return after != sorted.begin() && std::prev(after)->end >= place.end;
}

void prepare(std::vector<Span>& spans) {
    std::ranges::sort(spans);
    spans.erase(std::ranges::unique(spans).begin(), spans.end());
    for (std::size_t i = 1; i < spans.size(); ++i) spans[i].end = std::max(spans[i].end, spans[i - 1].end);
}

bool begins_at(const std::vector<Span>& sorted, std::uint32_t place) {
    return std::ranges::binary_search(sorted, place, {}, &Span::start);
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

struct ReplacedParts::Names {
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> attributes{};
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> blocks{};
};

// A body is read once, however many declarations override it.
struct ReplacedParts::Making {
    using BodyKey = std::tuple<FileId, std::uint32_t, const bind::BoundUnit*, std::uint32_t>;
    const bind::Module& module;
    std::map<BodyKey, Names> names{};
    std::set<BodyKey> merged{};
    std::set<BodyKey> unseen{};

    static BodyKey key_of(const Body& body) {
        return {body.slot.file, body.slot.base, body.slot.unit, body.body};
    }
    const Names& names_in(const Body& body) {
        const auto [known, is_new] = names.try_emplace(key_of(body));
        if (!is_new) return known->second;
        const bind::BoundUnit& unit = *body.slot.unit;
        for (std::uint32_t i : unit.bodies[body.body].attributes)
            known->second.attributes[unit.attributes[i].name].push_back(i);
        for (std::uint32_t i : unit.bodies[body.body].blocks)
            known->second.blocks[bind::made_type(module.language(), unit.blocks[i])].push_back(i);
        return known->second;
    }
};

ReplacedParts::ReplacedParts(const bind::Module& module) {
    Making making{module};
    for (const bind::ModuleFile& file : module.files()) {
        if (!file.is_override) continue;
        const std::uint32_t rank = module.files().rank_of(file.input.id);
        file.each_unit([&](const bind::UnitSlot& slot) {
            for (std::uint32_t i = 0; i < slot.unit->declarations.size(); ++i) {
                const auto above =
                    bind::Symbol::of(slot.file, slot.label, bind::Symbol::Kind::Declaration, i);
                const bind::Declaration& d = slot.unit->declarations[i];
                const bind::SymbolList all = module.symbols().by_kind_and_name(d.def->kind, d.address.back());
                // In the order of overriding. Of very many, the first are looked at.
                const auto looked =
                    all.list().first(std::min<std::size_t>(all.size(), limits::alike_declarations));
                const auto self = std::ranges::find(looked, above);
                if (self == looked.end()) continue;
                for (auto below = looked.begin(); below != self; ++below)
                    if (below->is_declaration() && module.files().rank_of(below->file) < rank &&
                        module.declaration(*below).address == d.address)
                        add(making, above, *below);
            }
        });
    }
    for (auto& [id, parts] : files_)
        for (std::vector<Span>* spans : {&parts.replaced, &parts.folders, &parts.merged, &parts.unseen})
            prepare(*spans);
}

void ReplacedParts::add(Making& making, bind::Symbol above, bind::Symbol below) {
    const bind::Module& module = making.module;
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
    add_bodies(making, top, bottom, is_merged ? kDeepestBlocks : 0);
    add_merged(making, bottom);
    if (!is_merged) return;
    add_unseen(making, top);
    add_unseen(making, bottom);
}

// Arguments replace those with the same name, blocks of merged bodies all of the same type; a
// singleton block is merged recursively.
void ReplacedParts::add_bodies(Making& making, const Body& above, const Body& below, int depth) {
    const bind::BoundUnit& top = *above.slot.unit;
    const bind::BoundUnit& bottom = *below.slot.unit;
    const Names& over = making.names_in(above);
    const Names& under = making.names_in(below);
    Parts& parts = files_[below.slot.file];
    for (const auto& [name, set] : over.attributes) {
        const auto replaced = under.attributes.find(name);
        if (replaced == under.attributes.end()) continue;
        for (std::uint32_t i : replaced->second) {
            const bind::BoundAttribute& attribute = bottom.attributes[i];
            if (!attribute.expr) continue;
            // Constant values are used while files are read, before merging.
            const bool is_fixed = attribute.def && attribute.def->is_constant;
            (is_fixed ? parts.folders : parts.replaced)
                .push_back(attribute.expr.span().shifted(below.slot.base));
        }
    }
    if (depth == 0) return;
    for (const auto& [type, others] : over.blocks) {
        const auto replaced = under.blocks.find(type);
        if (replaced == under.blocks.end()) continue;
        const bind::BoundBlock& other = top.blocks[others.front()];
        bool is_first = true;  // more than one of a singleton are errors anyway
        for (std::uint32_t i : replaced->second) {
            const bind::BoundBlock& block = bottom.blocks[i];
            const bool is_singleton = block.def && block.def == other.def && block.def->max_items == 1;
            if (is_singleton && std::exchange(is_first, false))
                add_bodies(making, {above.slot, other.body}, {below.slot, block.body}, depth - 1);
            else if (!is_singleton)
                parts.replaced.push_back(block.span.shifted(below.slot.base));
        }
    }
}

void ReplacedParts::add_merged(Making& making, const Body& below) {
    if (!making.merged.insert(Making::key_of(below)).second) return;
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

void ReplacedParts::add_unseen(Making& making, const Body& body) {
    if (!making.unseen.insert(Making::key_of(body)).second) return;
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
