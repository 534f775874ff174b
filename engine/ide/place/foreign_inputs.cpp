#include "engine/ide/place/foreign_inputs.h"

namespace hcl::ide {

std::optional<InputsOf> inputs_in(const bind::Module& module, const bind::BoundUnit* unit,
                                  std::uint32_t body) {
    InputsOf out;
    const std::uint32_t block = unit && body != bind::kNone ? unit->bodies[body].block : bind::kNone;
    if (block == bind::kNone) {
        out.language = module.language().modules.sets.language;
        out.kind = module.language().modules.sets.kind;
    } else if (const bind::BoundBlock& call = unit->blocks[block]; call.def && call.def->call) {
        out.folder = bind::called_folder(*unit, call);
        out.kind = call.def->call->inputs;
    }
    if (out.folder.empty() && out.language.empty()) return std::nullopt;
    return out;
}

std::deque<bind::AttributeDef> foreign_inputs(const bind::Module& module, const bind::BoundUnit* unit,
                                              std::uint32_t body) {
    std::deque<bind::AttributeDef> inputs;
    const std::optional<InputsOf> of = inputs_in(module, unit, body);
    const bind::InterfacePtr called = of ? module.foreign().find(of->folder, of->language) : nullptr;
    if (!called) return inputs;
    for (const bind::InterfaceItem& item : called->items) {
        if (item.kind != of->kind) continue;
        bind::AttributeDef& input = inputs.emplace_back();
        input.name = item.name;
        input.type = item.type;
        input.is_required = item.is_required;
    }
    return inputs;
}

}  // namespace hcl::ide
