// Symbols whose values depend on themselves.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/variables.h"

namespace hcl::check {

namespace {

std::string shown(const bind::Module& module, bind::Symbol symbol) {
    if (!symbol.is_declaration()) return module.unit_of(symbol).callables[symbol.index()].name + "()";
    return bind::address_text(module.declaration(symbol).address);
}

// For blocks whose arguments are evaluated separately: whether the argument with the
// reference leads back to itself.
bool leads_back(const bind::Module& module, const bind::UnitSlot& start, std::uint32_t attribute) {
    constexpr std::size_t kMost = 10'000;
    using Place = std::tuple<FileId, std::uint64_t, std::uint32_t>;
    std::set<Place> seen;
    std::vector<std::pair<bind::UnitSlot, std::uint32_t>> open{{start, attribute}};
    while (!open.empty() && seen.size() < kMost) {
        const auto [slot, index] = open.back();
        open.pop_back();
        for (const bind::Reference& reference : bind::references_of(*slot.unit, index)) {
            if (reference.is_text || reference.is_address) continue;
            const bind::Resolution found = bind::resolve(module, slot, reference);
            if (found.kind != bind::Resolution::Kind::Symbol || !found.symbols.back().is_declaration())
                continue;
            const bind::UnitSlot home = module.slot_of(found.symbols.back());
            const bind::Declaration& d = home.unit->declarations[found.symbols.back().index()];
            if (d.block == bind::kNone) continue;
            const std::string member =
                reference.steps.size() > found.steps ? reference.steps[found.steps].name : std::string();
            for (std::uint32_t i : home.unit->bodies[home.unit->blocks[d.block].body].attributes) {
                if (!member.empty() && home.unit->attributes[i].name != member) continue;
                if (home.file == start.file && home.label == start.label && i == attribute) return true;
                if (seen.insert({home.file, home.label, i}).second) open.emplace_back(home, i);
            }
        }
    }
    return false;
}

// The beginning of a name, such as `local` alone: it is still typed, and refers to nothing yet.
bool is_begun(const bind::Reference& reference, const bind::Resolution& found) {
    return found.kind == bind::Resolution::Kind::Group && reference.steps.size() == 1;
}

// Cycles without the edges of names that are only begun.
class WholeNames {
  public:
    explicit WholeNames(const bind::Module& module) : module_(module) {}

    bool is_in_cycle(bind::Symbol symbol) {
        if (!has_begun_) {
            const std::set<bind::Symbol>& members = module_.cycles().members;
            has_begun_ = std::ranges::any_of(members, [&](bind::Symbol s) { return has_begun_name(s); });
        }
        return !*has_begun_ || leads_to_itself(symbol);
    }

  private:
    // False when visit() returns false.
    template <typename Visit>
    bool each_reference(bind::Symbol symbol, const Visit& visit) const {
        if (!symbol.is_declaration()) return true;
        const bind::UnitSlot slot = module_.slot_of(symbol);
        return std::ranges::all_of(
            bind::references_of_declaration(*slot.unit, symbol.index()), [&](std::uint32_t index) {
                const bind::Reference& reference = slot.unit->references[index];
                return reference.is_text || visit(reference, bind::resolve(module_, slot, reference));
            });
    }
    bool has_begun_name(bind::Symbol symbol) const {
        return !each_reference(symbol, [](const bind::Reference& reference, const bind::Resolution& found) {
            return !is_begun(reference, found);
        });
    }
    bool leads_to_itself(bind::Symbol symbol) const {
        constexpr std::size_t kMost = 10'000;
        std::set<bind::Symbol> seen;
        std::vector<bind::Symbol> open{symbol};
        auto follow = [&](const bind::Reference& reference, const bind::Resolution& found) {
            if (is_begun(reference, found)) return true;
            for (bind::Symbol to : found.symbols) {
                if (to == symbol) return false;
                if (module_.cycles().members.contains(to) && seen.insert(to).second) open.push_back(to);
            }
            return true;
        };
        while (!open.empty() && seen.size() < kMost) {
            const bind::Symbol from = open.back();
            open.pop_back();
            if (!each_reference(from, follow)) return true;
        }
        return false;
    }

    const bind::Module& module_;
    std::optional<bool> has_begun_;
};

// The first call through which a function of the configuration leads back to itself.
void function_cycle(FileRule& rule, bind::Symbol symbol) {
    const bind::UnitSlot slot = rule.module.slot_of(symbol);
    const bind::BoundBlock& block = slot.unit->blocks[slot.unit->callables[symbol.index()].block];
    bool is_reported = false;
    auto call = [&](syntax::Node node, std::string_view name) {
        const auto called = rule.module.symbols().function(name);
        if (is_reported || !called || !rule.module.cycles().members.contains(*called)) return;
        is_reported = true;
        const bool is_own = *called == symbol;
        const std::string way =
            is_own ? "it calls itself"
                   : "it calls \"" + shown(rule.module, *called) + "\", which leads back here";
        Diagnostic& d = rule.report(DiagCode::ReferenceCycle, node.child(0).span().shifted(slot.base),
                                    {shown(rule.module, symbol), way});
        if (!is_own) d.related.push_back({name_place(rule.module, *called), "declared here"});
    };
    for (std::uint32_t i : slot.unit->bodies[block.body].attributes)
        if (slot.unit->attributes[i].expr) eval::each_call(slot.unit->attributes[i].expr, call);
}

}  // namespace

void cycles(FileRule& rule) {
    WholeNames names(rule.module);
    for (bind::Symbol symbol : rule.module.cycles().members) {
        if (symbol.file != rule.file.input.id) continue;
        if (!symbol.is_declaration()) {
            function_cycle(rule, symbol);
            continue;
        }
        if (!names.is_in_cycle(symbol)) continue;
        bind::UnitSlot slot = rule.module.slot_of(symbol);
        // Looks only for short cycles.
        for (std::uint32_t index : bind::references_of_declaration(*slot.unit, symbol.index())) {
            const bind::Reference& reference = slot.unit->references[index];
            if (reference.is_text) continue;
            bind::Resolution found = bind::resolve(rule.module, slot, reference);
            if (is_begun(reference, found)) continue;
            auto inside = std::ranges::find_if(
                found.symbols, [&](bind::Symbol s) { return rule.module.cycles().members.contains(s); });
            if (inside == found.symbols.end()) continue;
            if (rule.module.declaration(symbol).def->depends_by_member &&
                !leads_back(rule.module, slot, reference.attribute))
                continue;
            std::string way = *inside == symbol ? "its value refers to itself"
                                                : "it refers to \"" + shown(rule.module, *inside) +
                                                      "\", which leads back here";
            Diagnostic& d = rule.report(DiagCode::ReferenceCycle, reference.span.shifted(slot.base),
                                        {shown(rule.module, symbol), way});
            if (*inside != symbol) d.related.push_back({name_place(rule.module, *inside), "declared here"});
            break;
        }
    }
}

}  // namespace hcl::check
