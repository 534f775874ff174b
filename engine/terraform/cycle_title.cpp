#include "engine/terraform/cycle_title.h"

namespace hcl::terraform {

using bind::Symbol;

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
