#include "engine/ide/place/foreign_inputs.h"

#include <string>

namespace hcl::ide {

std::deque<bind::AttributeDef> foreign_inputs(const bind::Module& module, const bind::BoundUnit* unit,
                                              std::uint32_t body) {
    std::deque<bind::AttributeDef> inputs;
    std::string folder;
    std::string language;
    std::string kind;
    const std::uint32_t block = unit && body != bind::kNone ? unit->bodies[body].block : bind::kNone;
    if (block == bind::kNone) {
        language = module.language().modules.sets.language;
        kind = module.language().modules.sets.kind;
    } else if (const bind::BoundBlock& call = unit->blocks[block]; call.def && call.def->call) {
        folder = bind::called_folder(*unit, call);
        kind = call.def->call->inputs;
    }
    if (folder.empty() && language.empty()) return inputs;
    const bind::InterfacePtr called = module.foreign().find(folder, language);
    if (!called) return inputs;
    for (const bind::InterfaceItem& item : called->items) {
        if (item.kind != kind) continue;
        bind::AttributeDef& input = inputs.emplace_back();
        input.name = item.name;
        input.type = item.type;
        input.is_required = item.is_required;
    }
    return inputs;
}

}  // namespace hcl::ide
