// Completion in stacks and their deployments: inputs and outputs of components.
#include <span>

#include "engine/bind/interface.h"
#include "engine/terraform/completion_site.h"
#include "engine/terraform/stack_modules.h"

namespace hcl::terraform {

void complete_in_stack(CompletionSite& site) {
    if (!site.is_value()) return;
    if (site.argument == "inputs" && !site.is_key) {
        const auto steps = site.keys_around();
        const CompletionSite::Around around = site.around();
        const bind::ModulePtr module = steps && !steps->empty() && around.block
                                           ? module_of_part(site.context, around.slot, *around.block)
                                           : nullptr;
        if (module)
            for (const bind::Symbol symbol : module->symbols().by_kind_and_name("variable", steps->front()))
                site.add_keys(bind::interface_item(*module, module->slot_of(symbol), symbol.index()).type,
                              std::span(*steps).subspan(1));
        if (steps) return;
    }
    if (site.argument == "inputs" && site.is_key) {
        const CompletionSite::Around around = site.around();
        const bind::ModulePtr module =
            around.block ? module_of_part(site.context, around.slot, *around.block) : nullptr;
        if (module) site.add_symbols(*module, "variable", CompletionSite::Kind::Argument, site.keys());
        return;
    }
    if (site.words.size() != 2) return;
    if (const bind::ModulePtr module = module_of_part(site.context, site.words[0], site.words[1]))
        site.add_symbols(*module, "output", CompletionSite::Kind::Member);
}

}  // namespace hcl::terraform
