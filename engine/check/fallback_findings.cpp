#include "engine/check/fallback_findings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "engine/bind/instance.h"
#include "engine/check/call_findings.h"
#include "engine/language/schema.h"

namespace hcl::check {

namespace {

// The attribute with the fallback of a declaration; kNone when it has none.
std::uint32_t fallback_in(const bind::BoundUnit& unit, const bind::Declaration& declaration) {
    if (declaration.block == bind::kNone || declaration.def->fallback.empty()) return bind::kNone;
    const std::uint32_t found =
        bind::attribute_in(unit, unit.blocks[declaration.block].body, declaration.def->fallback);
    return found != bind::kNone && unit.attributes[found].expr ? found : bind::kNone;
}

// Null, an empty text or collection stand for a value that is always given.
bool is_placeholder(const Value& value) {
    if (value.is_null()) return true;
    if (value.is_known_string()) return value.as_string().empty();
    return value.has_content() && !value.type().is_primitive() && value.size() == 0;
}

// Inputs by their fallbacks, with any value in place of placeholders; null when one has no fallback.
bind::InputsPtr inputs_by_fallback(const bind::Module& module, std::string_view kind) {
    std::map<std::string, Value> given;
    bool has_any = false;
    for (const bind::Symbol symbol : module.symbols().by_kind(kind)) {
        if (!symbol.is_declaration()) continue;
        const bind::Declaration& declaration = module.declaration(symbol);
        const bind::UnitSlot home = module.slot_of(symbol);
        // A shorthand: what it declares can have any value.
        if (declaration.block == bind::kNone) continue;
        const std::uint32_t attribute = fallback_in(*home.unit, declaration);
        if (attribute == bind::kNone || !home.state) return nullptr;
        if (is_placeholder(home.state->values[attribute].unmarked()))
            given.emplace(declaration.address.back(), Value::dynamic());
        has_any = true;
    }
    return has_any ? bind::inputs_given(kind, std::move(given)) : nullptr;
}

}  // namespace

bool is_set_by_calls(const language::Language& language, std::string_view kind) {
    return std::ranges::any_of(language.root().blocks, [&](const language::BlockDef& block) {
        return block.call && block.call->inputs == kind && block.call->language.empty();
    });
}

std::optional<Location> fallback_of(const bind::Module& module, std::string_view kind,
                                    const std::string& name) {
    std::optional<Location> found;
    for (const bind::Symbol symbol : module.symbols().by_kind_and_name(kind, name)) {
        if (!symbol.is_declaration()) continue;
        const bind::UnitSlot home = module.slot_of(symbol);
        if (module.declaration(symbol).block == bind::kNone || found) return std::nullopt;
        const std::uint32_t attribute = fallback_in(*home.unit, module.declaration(symbol));
        if (attribute != bind::kNone)
            found = {home.file, home.unit->attributes[attribute].expr.span().shifted(home.base)};
    }
    return found;
}

std::optional<OwnValue> own_value_at(const bind::Module& module, std::string_view kind,
                                     const Location& place) {
    for (const bind::Symbol symbol : module.symbols().by_kind(kind)) {
        if (!symbol.is_declaration()) continue;
        const bind::UnitSlot home = module.slot_of(symbol);
        const bind::Declaration& declaration = module.declaration(symbol);
        const std::uint32_t attribute = fallback_in(*home.unit, declaration);
        if (attribute == bind::kNone || home.file != place.file || !home.state ||
            home.unit->attributes[attribute].expr.span().shifted(home.base) != place.span)
            continue;
        return OwnValue{declaration.address.back(), is_placeholder(home.state->values[attribute].unmarked())};
    }
    return std::nullopt;
}

bool may_use_fallbacks(const bind::Module& module) {
    struct IsSmall {
        bool value;
    };
    return module.memo()
        .get<IsSmall>([&] {
            // By the text: steps depend on the parts that a long block is kept in.
            constexpr std::size_t kMostChecked = 16 * 1024;  // bytes of the module
            std::size_t bytes = 0;
            for (const bind::ModuleFile& file : module.files()) bytes += file.input.tree->size();
            return IsSmall{bytes <= kMostChecked};
        })
        .value;
}

std::string_view kind_with_fallbacks(const language::Language& language) {
    for (const language::BlockDef& block : language.root().blocks)
        if (block.symbol && !block.symbol->fallback.empty() && !is_set_by_calls(language, block.symbol->kind))
            return block.symbol->kind;
    return {};
}

Diagnostics fallback_findings(const bind::Module& module, FileId file, std::string_view kind,
                              const bind::CalledModule& called, const Cancel& cancel) {
    Diagnostics out;
    if (!may_use_fallbacks(module)) return out;
    bind::InputsPtr inputs = inputs_by_fallback(module, kind);
    if (!inputs) return out;
    const bind::ModulePtr instance = bind::instantiate(module, std::move(inputs), called, cancel,
                                                       bind::kCallDepth, bind::PathBase::OwnFolder)
                                         .module;
    for (InputFinding& fault :
         findings_of_instance(module, file, instance, called, nullptr, cancel, RuleSteps::All)) {
        // Fallbacks that their own declaration refuses have a finding there.
        if (fault.is_own_condition) continue;
        Diagnostic& d = fault.found;
        d.severity = Severity::Warning;
        d.message += fault.input.empty() ? " This is so with the default values."
                                         : " This is so with the default of \"" + fault.input + "\".";
        if (const auto place = fallback_of(module, kind, fault.input))
            d.related.push_back({*place, "the default"});
        // Other values need no change.
        d.fixes.clear();
        out.push_back(std::move(d));
    }
    return out;
}

}  // namespace hcl::check
