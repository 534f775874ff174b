#include "engine/bind/named_expressions.h"

#include <string>
#include <vector>

#include "engine/bind/scopes.h"
#include "engine/eval/analysis/traversal.h"

namespace hcl::bind {

namespace {

using Source = eval::StaticElements::Source;

std::optional<Source> source_of(const Module& module, Symbol symbol) {
    if (!symbol.is_declaration()) return std::nullopt;
    const Declaration& declaration = module.declaration(symbol);
    const UnitSlot slot = module.slot_of(symbol);
    if (declaration.attribute == kNone || declaration.def->value || !declaration.def->each.empty() ||
        declaration.def->visibility != language::Visibility::Module)
        return std::nullopt;
    const BoundAttribute& attribute = slot.unit->attributes[declaration.attribute];
    if (!attribute.expr) return std::nullopt;
    return Source{attribute.expr, scope_of(module, slot, attribute.body)};
}

}  // namespace

eval::StaticElements::Follow named_expressions(const Module& module) {
    return [&module](syntax::Node path) -> std::optional<Source> {
        std::vector<std::string> address;
        for (const eval::TraversalStep& step : eval::traversal_of(path)) {
            if (step.kind == eval::TraversalStep::Kind::Index ||
                step.kind == eval::TraversalStep::Kind::Splat)
                return std::nullopt;
            address.push_back(step.name);
        }
        const SymbolList found = module.symbols().by_address(address);
        return found.size() == 1 ? source_of(module, *found.begin()) : std::nullopt;
    };
}

std::optional<Type> collection_type(const Module& module, Symbol symbol) {
    const Type known = module.value_of(symbol).unmarked().type();
    const bool is_unknown = known.is_dynamic() || (known.is_collection() && known.element().is_dynamic());
    if (!is_unknown || module.cycles().members.contains(symbol)) return std::nullopt;
    const std::optional<Source> source = source_of(module, symbol);
    if (!source) return std::nullopt;
    return eval::StaticElements(*module.language().rules, named_expressions(module))
        .collection(source->expr, source->scope);
}

}  // namespace hcl::bind
