#include "engine/terraform/reach.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/bind/resolution.h"

namespace hcl::terraform {

using bind::BoundUnit;
using bind::Declaration;
using bind::kNone;
using bind::Symbol;
using bind::UnitSlot;

namespace {

// The maximum number of references followed for one name.
constexpr std::size_t kMostReached = 20'000;

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// The name after the index or splat that `text` starts with; none when it is unclear.
std::optional<std::string> member_behind_index(std::string_view text) {
    if (text.starts_with(".*")) {
        text.remove_prefix(2);
    } else {
        int depth = 0;
        bool is_quoted = false;
        std::size_t at = 0;
        for (; at < text.size(); ++at) {
            const char c = text[at];
            if (c == '"') is_quoted = !is_quoted;
            if (is_quoted && c == '\\') ++at;
            if (is_quoted) continue;
            if (c == '[') ++depth;
            if (c == ']' && --depth == 0) break;
        }
        text.remove_prefix(std::min(at + 1, text.size()));
    }
    if (!text.starts_with('.')) return std::nullopt;
    text.remove_prefix(1);
    std::size_t end = 0;
    while (end < text.size() && is_name(text[end])) ++end;
    if (end == 0) return std::nullopt;
    return std::string(text.substr(0, end));
}

struct Follower {
    const bind::Module& module;
    Reach out{};
    std::set<Symbol> seen{};
    std::vector<Symbol> open{};
    std::size_t budget = kMostReached;
    std::string ignored{};  // a variable

    void reference(const UnitSlot& slot, const bind::Reference& reference) {
        if (reference.is_text || budget == 0) return;
        --budget;
        bind::Resolution found = bind::resolve(module, slot, reference);
        for (Symbol symbol : found.symbols) {
            if (!symbol.is_declaration()) continue;
            const Declaration& d = module.declaration(symbol);
            if (d.def->kind == "variable") {
                if (d.address.back() != ignored) out.variables.insert(d.address.back());
            } else if (d.def->kind == "module") {
                output_of(d.address.back(), slot, reference,
                          found.steps + key_steps(symbol, slot, reference, found.steps));
            } else if (!d.def->is_name_only && seen.insert(symbol).second) {
                open.push_back(symbol);
            }
        }
    }

    // Whether a key of an instance (`module.a["x"].out`) is the step behind the address of the call.
    std::size_t key_steps(Symbol symbol, const UnitSlot& slot, const bind::Reference& reference,
                          std::size_t steps) const {
        if (steps == 0 || reference.steps.size() <= steps) return 0;
        const UnitSlot home = module.slot_of(symbol);
        const Declaration& d = module.declaration(symbol);
        if (d.block == kNone || !attribute_of(*home.unit, home.unit->blocks[d.block].body, "for_each"))
            return 0;
        const syntax::File& tree = *module.file(slot.file)->input.tree;
        const std::uint32_t behind = slot.base + reference.steps[steps - 1].span.end;
        return tree.text({behind, std::min(behind + 1, tree.size())}) == "[" ? 1 : 0;
    }

    void output_of(const std::string& call, const UnitSlot& slot, const bind::Reference& reference,
                   std::size_t steps) {
        if (reference.steps.size() > steps) {
            out.outputs.insert({call, reference.steps[steps].name});
            return;
        }
        // An instance key of the call that is no step may come between.
        const syntax::File& tree = *module.file(slot.file)->input.tree;
        constexpr std::uint32_t kLongestIndex = 200;
        const std::uint32_t start = slot.base + reference.steps.back().span.end;
        const std::string behind = tree.text({start, std::min(start + kLongestIndex, tree.size())});
        if (!behind.starts_with('[') && !behind.starts_with(".*")) {
            out.outputs.insert({call, ""});
        } else if (auto member = member_behind_index(behind)) {
            out.outputs.insert({call, std::move(*member)});
        }
    }

    void attribute(const UnitSlot& slot, std::uint32_t index) {
        for (const bind::Reference& one : bind::references_of(*slot.unit, index)) reference(slot, one);
    }

    void block(const UnitSlot& slot, std::uint32_t block) {
        const BoundUnit& unit = *slot.unit;
        for (const bind::Reference& one : unit.references)
            for (std::uint32_t body : bind::bodies_around(unit, unit.attributes[one.attribute].body))
                if (unit.bodies[body].block == block) {
                    reference(slot, one);
                    break;
                }
    }

    void declaration(const UnitSlot& slot, const Declaration& d) {
        if (d.attribute != kNone)
            attribute(slot, d.attribute);
        else if (d.block != kNone)
            block(slot, d.block);
    }

    Reach finish() {
        while (!open.empty()) {
            const Symbol symbol = open.back();
            open.pop_back();
            declaration(module.slot_of(symbol), module.declaration(symbol));
        }
        return std::move(out);
    }
};

}  // namespace

Reach reach_of_attribute(const bind::Module& module, const UnitSlot& slot, std::uint32_t attribute) {
    Follower follower{module};
    follower.attribute(slot, attribute);
    return follower.finish();
}

Reach reach_of_block(const bind::Module& module, const UnitSlot& slot, std::uint32_t block,
                     const std::string& own) {
    Follower follower{module};
    follower.ignored = own;
    follower.block(slot, block);
    follower.ignored.clear();
    return follower.finish();
}

bool is_of_whole_call(std::string_view argument) {
    return argument == "count" || argument == "for_each" || argument == "depends_on";
}

const ModuleReach& reach_of(const bind::Module& module) {
    return module.memo().get<ModuleReach>([&] {
        ModuleReach out;
        for (Symbol symbol : module.symbols().by_kind("variable"))
            out.variables.insert(module.declaration(symbol).address.back());
        for (const Call& call : shape_of(module).calls) {
            const bind::BoundBlock& block = call.bound();
            if (block.labels.empty()) continue;
            out.folders.emplace(block.labels[0].value, call.folder);
            ReachByName& arguments = out.calls[block.labels[0].value];
            const bind::BoundBody& body = call.slot.unit->bodies[block.body];
            for (std::uint32_t i : body.attributes) {
                const bind::BoundAttribute& attribute = call.slot.unit->attributes[i];
                if (!is_of_whole_call(attribute.name) && body.attribute(attribute.name)) continue;
                Reach reach = reach_of_attribute(module, call.slot, i);
                if (!reach.is_empty()) arguments[attribute.name] = std::move(reach);
            }
        }
        return out;
    });
}

const ReachByName& reach_of_outputs(const bind::Module& module) {
    struct Outputs {
        ReachByName list;
    };
    return module.memo()
        .get<Outputs>([&] {
            Outputs out;
            for (Symbol symbol : module.symbols().by_kind("output")) {
                Follower follower{module};
                const Declaration& d = module.declaration(symbol);
                follower.declaration(module.slot_of(symbol), d);
                out.list[d.address.back()] = follower.finish();
            }
            return out;
        })
        .list;
}

}  // namespace hcl::terraform
