// Blocks of one parent that must differ in the labels or attributes that the pack names.
#include <algorithm>
#include <unordered_map>

#include "engine/check/rule.h"
#include "engine/check/unit_marks.h"

namespace hcl::check {

namespace {

struct Identity {
    std::string key;    // empty: unknown
    std::string shown;  // "port (80) and zone (\"a\")"
    Span place;
};

Identity identity_of(const bind::UnitSlot& slot, const bind::BoundBlock& block) {
    Identity out{block.type, {}, block.header_span};
    bool has_label = false;
    for (const language::KeyDef& part : block.def->unique_by) {
        std::string shown;
        bool is_set = part.is_label;
        if (part.is_label) {
            for (std::size_t i = 0; i < block.labels.size() && i < block.def->labels.size(); ++i)
                if (block.def->labels[i].name == part.name) shown = block.labels[i].value;
        } else if (slot.state) {
            for (std::uint32_t a : slot.unit->bodies[block.body].attributes)
                if (const bind::BoundAttribute& attribute = slot.unit->attributes[a];
                    attribute.name == part.name) {
                    is_set = true;
                    const Value& value = slot.state->values[a];
                    if (!value.is_marked() && value.has_content()) shown = value.to_display(200);
                    if (block.def->unique_by.size() == 1 && attribute.expr) out.place = attribute.expr.span();
                }
        }
        has_label = has_label || (part.is_label && !shown.empty());
        // Blocks with equal labels that both omit the rest are equal, too.
        if (!is_set && has_label) {
            out.key += '\x1f';
            continue;
        }
        if (shown.empty()) return {};
        out.key += '\x1f' + shown;
        out.shown += (out.shown.empty() ? "" : " and ") + part.name + " (" + shown + ")";
    }
    return out;
}

bool is_unique(const bind::BoundBlock& block) {
    return block.def && !block.def->unique_by.empty();
}

// Units with such blocks at the top.
struct MustDiffer : Marked {};

bool must_differ(const bind::UnitCell& cell) {
    return cell.unit && std::ranges::any_of(cell.unit->bodies[0].blocks,
                                            [&](std::uint32_t i) { return is_unique(cell.unit->blocks[i]); });
}

// Duplicate keys at the top level of a module, computed once for all of its files.
struct RepeatedKeys {
    struct One {
        Location place;
        Location first;
        std::string type;
        std::string shown;
    };
    std::vector<One> list;
};

RepeatedKeys repeated_in(const bind::Module& module) {
    RepeatedKeys out;
    std::unordered_map<std::string, Location> seen;
    for (const bind::ModuleFile& file : module.files()) {
        if (file.is_override) continue;
        each_marked<MustDiffer>(
            *file.units, 0, [](const bind::UnitCell& cell, std::uint32_t) { return must_differ(cell); },
            [&](const bind::UnitCell& cell, std::uint32_t base) {
                const bind::UnitSlot slot{cell.unit.get(), cell.state.get(), base, cell.label, file.input.id};
                for (std::uint32_t i : slot.unit->bodies[0].blocks) {
                    const bind::BoundBlock& block = slot.unit->blocks[i];
                    if (!is_unique(block)) continue;
                    Identity identity = identity_of(slot, block);
                    if (identity.key.empty()) continue;
                    Location place{file.input.id, identity.place.shifted(base)};
                    auto [it, is_new] = seen.emplace(identity.key, place);
                    if (!is_new) out.list.push_back({place, it->second, block.type, identity.shown});
                }
            });
    }
    return out;
}

}  // namespace

// Inside blocks.
void unique_inside(UnitRule& rule) {
    std::unordered_map<std::string, Span> seen;
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (block.parent == 0 || !is_unique(block)) continue;
        Identity identity = identity_of(rule.slot, block);
        if (identity.key.empty()) continue;
        auto [it, is_new] =
            seen.emplace(std::to_string(block.parent) + '\x1f' + identity.key, identity.place);
        if (is_new) continue;
        Diagnostic& d = rule.report(DiagCode::DuplicateKey, identity.place, {block.type, identity.shown});
        d.related.push_back({{{}, it->second}, "the other one is here"});
    }
}

// At the top level of a module. Reported at the later block.
void unique_by(FileRule& rule) {
    const bind::BodyDef& root = rule.module.language().root();
    if (std::ranges::none_of(root.blocks, [](const auto& block) { return !block.unique_by.empty(); })) return;
    const RepeatedKeys& repeated =
        rule.module.memo().get<RepeatedKeys>([&] { return repeated_in(rule.module); });
    for (const RepeatedKeys::One& one : repeated.list) {
        if (one.place.file != rule.file.input.id) continue;
        Diagnostic& d = rule.report(DiagCode::DuplicateKey, one.place.span, {one.type, one.shown});
        d.related.push_back({one.first, "the other one is here"});
    }
}

}  // namespace hcl::check
