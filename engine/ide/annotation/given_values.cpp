#include "engine/ide/annotation/given_values.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/base/path.h"
#include "engine/ide/place/expressions.h"
#include "engine/world/callers.h"
#include "engine/world/cross_module.h"
#include "engine/world/module_lookup.h"

namespace hcl::ide {

namespace {

constexpr std::size_t kMostModules = 20;
constexpr std::size_t kMostShown = 8;
constexpr std::size_t kMostText = 60;

struct Given {
    const bind::BoundAttribute* attribute;
    const Value* value;
};

// The attribute whose name is at the place.
std::optional<Given> given_at(const bind::Module& module, const Location& place) {
    const bind::ModuleFile* file = module.file(place.file);
    const auto slot = file ? file->unit_at(place.span.start) : std::nullopt;
    if (!slot || !slot->state) return std::nullopt;
    for (std::size_t i = 0; i < slot->unit->attributes.size(); ++i) {
        const bind::BoundAttribute& attribute = slot->unit->attributes[i];
        if (attribute.expr && attribute.name_span.shifted(slot->base) == place.span)
            return Given{&attribute, &slot->state->values[i]};
    }
    return std::nullopt;
}

std::string line_of(const bind::ModuleFile& file, std::string_view folder, const Location& place,
                    const Given& given) {
    const Position at = file.input.tree->position(place.span.start, ColumnUnit::Utf8);
    std::string written(given.attribute->expr.text().substr(0, kMostText));
    std::ranges::replace(written, '\n', ' ');
    if (given.attribute->expr.text().size() > kMostText) written += "…";
    std::string out =
        "- `" + relative_path(folder, file.input.path) + "`, line " + std::to_string(at.line + 1) + ": ";
    const bool is_secret = given.value->contains_marks();
    const std::string value =
        is_secret || !given.value->is_wholly_known() ? std::string() : one_line(*given.value, kMostText);
    out += is_secret && bind::literal_text(given.attribute->expr) != "" ? "sensitive" : "`" + written + "`";
    if (!value.empty() && value != written) out += " = `" + value + "`";
    return out + "\n";
}

}  // namespace

std::string given_values(const world::Snapshot& snapshot, const bind::Module& module, bind::Symbol symbol,
                         const Cancel& cancel) {
    const language::SymbolDef& def = *module.declaration(symbol).def;
    const bool is_input = def.type || def.required;
    if (!is_input || module.value_of(symbol).contains_marks()) return {};
    const std::string_view folder = folder_of(module.files().front().input.path);
    std::set<const bind::Module*> seen;
    std::string list;
    std::size_t count = 0;
    for (FileId file : world::files_giving_values(snapshot, module)) {
        cancel.poll();
        const bind::ModulePtr other = world::module_of(snapshot, file, cancel);
        if (!other || !seen.insert(other.get()).second) continue;
        if (seen.size() > kMostModules) break;
        for (const Location& place : world::uses_elsewhere(snapshot, module, symbol, cancel, other.get())) {
            const auto given = given_at(*other, place);
            if (!given || ++count > kMostShown) continue;
            list += line_of(*other->file(place.file), folder, place, *given);
        }
    }
    if (list.empty()) return {};
    if (count > kMostShown) list += "- and " + std::to_string(count - kMostShown) + " more\n";
    list.pop_back();
    return "Set by:\n\n" + list;
}

}  // namespace hcl::ide
