// Symbols of a block's kind that exist without being written in the files: those that a block makes several
// of, under names that it computes.
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/bind/evaluation.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"

namespace hcl::bind {

namespace {

// A bool, or a partly known name; null: none.
MoreNames names_like(const Value& more) {
    if (more.is_null()) return {};
    if (more.is_known_bool()) return {more.as_bool(), {}};
    if (more.is_known_string()) return {true, std::string(more.as_string())};
    return {true, more.is_unknown() ? more.refinements().prefix : std::string()};
}

std::uint32_t attribute_called(const BoundUnit& unit, std::uint32_t body, std::string_view name) {
    for (const std::uint32_t i : unit.bodies[body].attributes)
        if (unit.attributes[i].name == name) return i;
    return kNone;
}

}  // namespace

// Whether the attribute reads only these names, so that nothing from elsewhere can change its value.
bool Evaluation::reads_only(std::uint32_t attribute, const std::set<std::string, std::less<>>& names) const {
    return std::ranges::all_of(unit_.references, [&](const Reference& reference) {
        return reference.attribute != attribute || reference.is_text ||
               names.contains(reference.steps[0].name);
    });
}

std::shared_ptr<const std::set<std::string, std::less<>>> Evaluation::names_in_turns(
    const language::SymbolDef& def, std::uint32_t body, const eval::MapScope& pack) {
    constexpr std::size_t kMost = 1000;
    const std::uint32_t named = attribute_called(unit_, body, def.each);
    if (named == kNone || !unit_.attributes[named].expr || unit_.attributes[named].is_broken) return nullptr;
    for (const eval::Traversal& path : eval::variables(def.turns)) {
        if (path.size() < 2 || path[0].name != "self") continue;
        const std::uint32_t source = attribute_called(unit_, body, path[1].name);
        if (source != kNone && (unit_.attributes[source].is_broken || !reads_only(source, {})))
            return nullptr;
    }
    const Value turns = pack_value(def.turns, pack).unmarked();
    const bool is_list = turns.has_content() && (turns.type().is_tuple() || turns.type().is_list());
    if (!is_list || turns.size() > kMost) return nullptr;
    const eval::Scope* around = scope_of(body);
    eval::EvalOptions options = eval::eval_options(*module_.language().rules);
    options.cancel = cancel_;
    bound(options.limits);
    auto out = std::make_shared<std::set<std::string, std::less<>>>();
    std::set<std::string, std::less<>> known;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const Value names = turns.value_at(i).unmarked();
        if (!names.has_content() || !(names.type().is_object() || names.type().is_map())) return nullptr;
        eval::MapScope scope(around);
        for (std::size_t j = 0; j < names.size(); ++j) {
            known.emplace(names.key_at(j).as_string());
            scope.set(std::string(names.key_at(j).as_string()), names.value_at(j));
        }
        if (!reads_only(named, known)) return nullptr;
        eval::Budget budget(options.limits, cancel_);
        const eval::EvalResult made = eval::evaluate(unit_.attributes[named].expr, &scope, options, budget);
        spend(kNone, budget);
        if (has_errors(made.diagnostics) || !made.value.is_known_string()) return nullptr;
        out->emplace(made.value.as_string());
    }
    return out;
}

MoreNames Evaluation::more_names_of(const Declaration& declaration, const eval::MapScope& pack) {
    const language::SymbolDef& def = *declaration.def;
    MoreNames more = names_like(pack_value(def.is_open_ended, pack).unmarked());
    if (more.are_there && def.turns && !def.each.empty())
        more.known = names_in_turns(def, unit_.blocks[declaration.block].body, pack);
    return more;
}

}  // namespace hcl::bind
