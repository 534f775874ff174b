// Attributes whose references must not lead back to their own declaration, such as
// groups that contain each other.
#include <algorithm>
#include <map>
#include <set>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

// Kind and address, because merged blocks are one node.
std::string node_of(const bind::Declaration& declaration) {
    return declaration.def->kind + '\x1f' + bind::address_text(declaration.address);
}

const bind::Declaration* from_of(const bind::BoundUnit& unit, const bind::Reference& reference) {
    const bind::BoundAttribute& attribute = unit.attributes[reference.attribute];
    if (!attribute.def || !attribute.def->is_acyclic) return nullptr;
    return declaration_of(unit, attribute.body);
}

// The declarations that the reference names, all of the same kind as the first.
std::vector<bind::Symbol> named_by(const bind::Module& module, const bind::UnitSlot& slot,
                                   const bind::Reference& reference) {
    std::vector<bind::Symbol> out;
    const bind::Resolution found = bind::resolve(module, slot, reference);
    for (bind::Symbol symbol : found.symbols)
        if (symbol.is_declaration() &&
            module.declaration(symbol).def->kind == module.declaration(found.symbols.front()).def->kind)
            out.push_back(symbol);
    return out;
}

// The declarations in cycles, and those on paths between cycles.
struct Circles {
    std::set<std::string> members;
};

Circles find_circles(const bind::Module& module) {
    std::map<std::string, std::set<std::string>> next;
    for (const bind::ModuleFile& file : module.files())
        file.each_unit([&](const bind::UnitSlot& slot) {
            for (const bind::Reference& reference : slot.unit->references)
                if (const bind::Declaration* from = from_of(*slot.unit, reference))
                    for (bind::Symbol to : named_by(module, slot, reference))
                        next[node_of(*from)].insert(node_of(module.declaration(to)));
        });
    // Removes nodes without successors until only cycles and paths into them are left; the second pass, over
    // reversed edges, leaves the cycles and paths between them.
    Circles out;
    for (int direction = 0; direction < 2; ++direction) {
        std::map<std::string, std::set<std::string>> before;
        std::map<std::string, std::size_t> count;
        for (const auto& [from, all] : next) {
            count.try_emplace(from);
            for (const std::string& to : all) {
                before[to].insert(from);
                ++count[from];
                count.try_emplace(to);
            }
        }
        std::vector<std::string> ends;
        for (const auto& [node, n] : count)
            if (n == 0) ends.push_back(node);
        std::set<std::string> gone(ends.begin(), ends.end());
        while (!ends.empty()) {
            const std::string end = std::move(ends.back());
            ends.pop_back();
            for (const std::string& from : before[end])
                if (--count[from] == 0 && gone.insert(from).second) ends.push_back(from);
        }
        std::map<std::string, std::set<std::string>> reversed;
        out.members.clear();
        for (const auto& [from, all] : next)
            for (const std::string& to : all)
                if (!gone.contains(from) && !gone.contains(to)) {
                    reversed[to].insert(from);
                    out.members.insert(from);
                    out.members.insert(to);
                }
        next = std::move(reversed);
    }
    return out;
}

}  // namespace

void note_circles(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.references.size(); ++i)
        if (from_of(rule.unit, rule.unit.references[i])) rule.notes.leading.push_back(i);
}

void circles(FileRule& rule) {
    for (const NotedUnit& noted : rule.units)
        for (std::uint32_t index : noted.notes->leading) {
            const Circles& circles =
                rule.module.memo().get<Circles>([&] { return find_circles(rule.module); });
            const bind::Reference& reference = noted.slot.unit->references[index];
            const bind::Declaration& from = *from_of(*noted.slot.unit, reference);
            if (!circles.members.contains(node_of(from))) continue;
            for (bind::Symbol to : named_by(rule.module, noted.slot, reference)) {
                const bind::Declaration& named = rule.module.declaration(to);
                if (!circles.members.contains(node_of(named))) continue;
                const bool is_own = node_of(named) == node_of(from);
                const std::string way =
                    is_own ? "it names itself"
                           : "it names \"" + bind::address_text(named.address) + "\", which leads back here";
                Diagnostic& d = rule.report(DiagCode::ReferenceCycle, reference.span.shifted(noted.slot.base),
                                            {bind::address_text(from.address), way});
                if (!is_own) d.related.push_back({name_place(rule.module, to), "declared here"});
                break;
            }
        }
}

}  // namespace hcl::check
