// Behind an instance of a resource, a call or `self` follows a dot and the name of an attribute or output.
// A key in brackets is an error there, also one that is such a name.
#include "engine/terraform/instance_members.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ascii.h"
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/variables.h"
#include "engine/syntax/lex/chars.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundUnit;
using bind::kNone;
using bind::Reference;
using bind::UnitSlot;

// An instance that a path begins with: the number of its steps, with the key.
struct PathInstance {
    std::size_t steps = 0;
    bool is_of_call = false;
};

// Nothing when the path names something else, or a wrong number of instances.
std::optional<PathInstance> instance_of(const bind::Module& module, const UnitSlot& slot,
                                        const Reference& reference, const eval::Traversal& path) {
    const bind::Resolution found = bind::resolve(module, slot, reference);
    if (reference.steps[0].name == "self" && found.kind == bind::Resolution::Kind::Local)
        return PathInstance{1};
    if (found.kind != bind::Resolution::Kind::Symbol || !found.symbols.back().is_declaration())
        return std::nullopt;
    const bind::Symbol symbol = found.symbols.back();
    const bind::Declaration& declaration = module.declaration(symbol);
    constexpr std::array<std::string_view, 3> kOfProviders{"data", "ephemeral", "resource"};
    const bool is_of_call = declaration.def->kind == "module";
    const bool is_of_provider = std::ranges::find(kOfProviders, declaration.def->kind) != kOfProviders.end();
    if (declaration.block == kNone || (!is_of_call && !is_of_provider)) return std::nullopt;
    const BoundUnit& home = module.unit_of(symbol);
    const std::uint32_t body = home.blocks[declaration.block].body;
    const bool is_repeated = attribute_of(home, body, "count") || attribute_of(home, body, "for_each");
    const std::size_t end = found.steps + (reference.has_optional_root ? 1 : 0);
    const bool has_key = end < path.size() && path[end].kind == eval::TraversalStep::Kind::Index;
    // An address of a call is read before its instances are known.
    if (is_of_provider && has_key != is_repeated) return std::nullopt;
    return PathInstance{end + (has_key ? 1 : 0), is_of_call};
}

// A key in the place of a name.
struct WrongKey {
    eval::TraversalStep step;
    bool is_of_call = false;
};

std::optional<WrongKey> wrong_key_in(const bind::Module& module, const UnitSlot& slot,
                                     const Reference& reference, const eval::Traversal& path) {
    const std::optional<PathInstance> instance = instance_of(module, slot, reference, path);
    if (!instance || instance->steps >= path.size()) return std::nullopt;
    const eval::TraversalStep& step = path[instance->steps];
    if (step.kind != eval::TraversalStep::Kind::Index) return std::nullopt;
    return WrongKey{step, instance->is_of_call};
}

// Calls visit(wrong key) for those in an argument, in the order of the text.
template <typename Visit>
void each_wrong_key(const bind::Module& module, const UnitSlot& slot, std::uint32_t attribute,
                    const Visit& visit) {
    const BoundUnit& unit = *slot.unit;
    const auto references = bind::references_of(unit, attribute);
    auto may_be_wrong = [&](const Reference& reference) { return has_key_behind_instance(unit, reference); };
    if (std::ranges::none_of(references, may_be_wrong)) return;
    for (const eval::Traversal& path : eval::variables(unit.attributes[attribute].expr)) {
        const std::uint32_t start = path.front().span.start;
        const auto reference = std::ranges::lower_bound(references, start, {},
                                                        [](const Reference& one) { return one.span.start; });
        if (reference == references.end() || reference->span.start != start || !may_be_wrong(*reference))
            continue;
        const std::optional<WrongKey> wrong = wrong_key_in(module, slot, *reference, path);
        if (wrong) visit(*wrong);
    }
}

// The wrong keys of the argument that was looked at last.
struct LatestKeys {
    bind::UnitPlace unit;
    std::uint32_t attribute = kNone;
    std::vector<Span> places;
};

void report(const RuleInput& input, const UnitSlot& slot, const WrongKey& wrong) {
    const Span place = wrong.step.span.shifted(slot.base);
    const std::string name =
        wrong.step.key.is_known_string() ? std::string(wrong.step.key.as_string()) : std::string();
    const bool is_name = syntax::is_valid_identifier(name);
    const std::string what = wrong.is_of_call ? "An output of a call" : "An attribute of a resource";
    Diagnostic& d = input.report("instance-member", place,
                                 what + " is read by its name behind a dot, not by a key" +
                                     (is_name ? ": write \"." + name + "\"." : "."));
    d.title = wrong.is_of_call ? "Invalid reference" : "Invalid index operation";
    if (is_name)
        d.fixes.push_back({.title = "Write \"." + name + "\"",
                           .edits = {{d.file, {place, "." + name}}},
                           .preferred = true,
                           .is_guess = false});
}

// Whether a path ends with a key: in brackets, or as in `x.0`.
bool is_behind_key(std::string_view path) {
    if (path.ends_with(']')) return true;
    std::size_t digits = path.size();
    while (digits > 0 && ascii::is_digit(path[digits - 1])) --digits;
    return digits < path.size() && digits > 0 && path[digits - 1] == '.';
}

}  // namespace

bool has_key_behind_instance(const BoundUnit& unit, const Reference& reference) {
    const syntax::Node expr = unit.attributes[reference.attribute].expr;
    if (reference.is_text || reference.is_address || !expr || reference.span.start < expr.span().start)
        return false;
    const std::string_view text =
        expr.text().substr(reference.span.start - expr.span().start, reference.span.length());
    if (reference.steps[0].name == "self") return text.starts_with("self[");
    for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1))
        if (is_behind_key(text.substr(0, at))) return true;
    return false;
}

bool is_key_behind_instance(const check::ExtensionContext& context, const Place& place) {
    if (!place.attribute || !place.attribute->expr) return false;
    const auto near = references_before(place);
    const bool may_be_one = std::ranges::any_of(near, [&](const Reference& reference) {
        return place.span.start < reference.span.end && has_key_behind_instance(*place.slot.unit, reference);
    });
    if (!may_be_one) return false;
    const auto& latest =
        context.memo->get<std::unique_ptr<LatestKeys>>([] { return std::make_unique<LatestKeys>(); });
    const bind::UnitPlace unit{place.slot.file, place.slot.label};
    const std::uint32_t attribute = index_of(*place.slot.unit, *place.attribute);
    if (latest->unit != unit || latest->attribute != attribute) {
        *latest = {unit, attribute, {}};
        each_wrong_key(*context.module, place.slot, attribute,
                       [&](const WrongKey& wrong) { latest->places.push_back(wrong.step.span); });
    }
    const auto after = std::ranges::upper_bound(latest->places, place.span.start, {}, &Span::start);
    return after != latest->places.begin() && place.span.start < std::prev(after)->end;
}

void check_instance_members(const RuleInput& input) {
    for (const UnitSlot& slot : shape_of(input.module).units(Trait::Keyed)) {
        if (slot.file != input.file.input.id) continue;
        std::uint32_t last = kNone;
        for (const Reference& reference : slot.unit->references) {
            if (reference.attribute == last || !has_key_behind_instance(*slot.unit, reference)) continue;
            last = reference.attribute;
            each_wrong_key(input.module, slot, last,
                           [&](const WrongKey& wrong) { report(input, slot, wrong); });
        }
    }
}

}  // namespace hcl::terraform
