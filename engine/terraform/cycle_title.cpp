#include "engine/terraform/cycle_title.h"

#include <algorithm>
#include <map>

namespace hcl::terraform {

using bind::Symbol;

std::vector<Symbol> cycle_through(Symbol start, const std::function<std::vector<Symbol>(Symbol)>& next) {
    constexpr std::size_t kMost = 30;
    std::vector<Symbol> reached{start};
    std::map<Symbol, std::vector<Symbol>> before;
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (Symbol one : next(reached[i])) {
            before[one].push_back(reached[i]);
            if (std::ranges::find(reached, one) == reached.end()) reached.push_back(one);
            if (reached.size() > kMost) return {};
        }
    // The symbols from which a path leads back to the start.
    std::vector<Symbol> members{start};
    for (std::size_t i = 0; i < members.size(); ++i)
        for (Symbol one : before[members[i]])
            if (std::ranges::find(members, one) == members.end()) members.push_back(one);
    return members;
}

std::string title_of_nodes(const std::vector<std::string>& nodes) {
    std::string out;
    for (const std::string& node : nodes) out += (out.empty() ? "Cycle: " : ", ") + node;
    return out;
}

std::string title_of_members(const bind::Module& module, const std::vector<Symbol>& members) {
    std::vector<std::string> nodes;
    for (Symbol one : members) {
        const bind::Declaration& d = module.declaration(one);
        const std::string& kind = d.def->kind;
        if (kind == "module") return {};
        std::string address;
        for (const std::string& word : d.address) address += (address.empty() ? "" : ".") + word;
        const bool is_node = kind == "resource" || kind == "data" || kind == "ephemeral";
        nodes.push_back(address + (is_node ? "" : kind == "variable" ? " (validation)" : " (expand)"));
    }
    return title_of_nodes(nodes);
}

}  // namespace hcl::terraform
