// Attributes and blocks that cannot be combined freely, or must have an order.
#include "engine/check/relations.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/value/ops.h"

namespace hcl::check {

using bind::UnitSlot;
using language::Relation;

namespace {

// The contents of a body, or of the top level of a module.
struct Standing {
    std::vector<const bind::BodyDef*> defs;
    std::map<std::string_view, Location> places;  // first occurrence of each name
    std::set<std::string_view> maybe_null{};      // of these, whose values may turn out to be null
    Location missing_place;
    bool may_lack = false;  // missing items may be elsewhere
};

bool needs_others(const bind::BodyDef& def) {
    const bind::BodyDef::Demands::Items& needing = def.demands().with_others;
    return !needing.attributes.empty() || !needing.blocks.empty();
}

template <typename Rule>
struct RelationChecker {
    Rule& rule;
    const Standing& body;
    FileId only{};  // valid: items that belong in other files are reported there
    std::size_t first = rule.out.size();

    const Location* place_of(std::string_view name) const {
        auto it = body.places.find(name);
        return it == body.places.end() ? nullptr : &it->second;
    }
    // A pack with an error may name what nothing defines.
    bool is_defined(std::string_view name) const {
        return std::ranges::any_of(body.defs, [&](const bind::BodyDef* def) {
            return def->slots.contains(name) || def->any_attribute || def->any_block || def->is_lenient ||
                   !def->cases.empty();
        });
    }
    std::vector<std::string> defined(const Relation& relation) const {
        std::vector<std::string> names = relation.names;
        std::erase_if(names, [&](const std::string& name) { return !is_defined(name); });
        return names;
    }
    Diagnostic* report(DiagCode code, const Location& place, std::initializer_list<std::string_view> args) {
        if (only.is_valid() && place.file != only) return nullptr;
        Diagnostic& d = rule.report(code, place.span, args);
        // Several bodies of a block can say the same.
        const auto before = std::span(rule.out).first(rule.out.size() - 1).subspan(first);
        const bool is_known =
            body.defs.size() > 1 && std::ranges::any_of(before, [&](const Diagnostic& other) {
                return other.code == code && other.span == d.span && other.message == d.message;
            });
        if (!is_known) return &d;
        rule.out.pop_back();
        return nullptr;
    }

    using Places = std::vector<std::pair<std::string_view, Location>>;

    void leave_surely_set(Places& there) const {
        std::erase_if(there, [&](const auto& one) { return body.maybe_null.contains(one.first); });
    }
    void exclude_later(Places there) {
        leave_surely_set(there);
        if (there.size() < 2) return;
        std::ranges::stable_sort(there, {}, [](const auto& one) { return one.second.span.start; });
        exclude(there);
    }
    // Reports the second one.
    void exclude(const Places& there) {
        if (Diagnostic* d =
                report(DiagCode::ConflictingArguments, there[1].second, {there[0].first, there[1].first}))
            d->related.push_back({there[0].second, "the other one is here"});
    }

    void relation(const Relation& relation) {
        Places there;
        for (const std::string& name : relation.names) {
            if (!is_defined(name)) continue;
            if (const Location* place = place_of(name)) there.emplace_back(name, *place);
        }
        switch (relation.kind) {
            case Relation::Kind::Conflicts:
                leave_surely_set(there);
                if (there.size() > 1) exclude(there);
                break;
            case Relation::Kind::ExactlyOne:
            case Relation::Kind::AtLeastOne:
                if (relation.kind == Relation::Kind::ExactlyOne) exclude_later(there);
                if (there.empty() && !body.may_lack)
                    report(DiagCode::OneOfRequired, body.missing_place,
                           {quoted_list(defined(relation), "and")});
                break;
            case Relation::Kind::Order:
                for (std::size_t i = 1; i < there.size(); ++i) {
                    const Location& before = there[i - 1].second;
                    const Location& after = there[i].second;
                    if (before.file != after.file || before.span.start < after.span.start) continue;
                    if (Diagnostic* d =
                            report(DiagCode::WrongOrder, before, {there[i - 1].first, there[i].first}))
                        d->related.push_back({after, "it stands behind this one"});
                    break;
                }
                break;
        }
    }

    void own(std::string_view name, const std::vector<std::string>& needs) {
        const Location* place = place_of(name);
        if (!place) return;
        constexpr std::size_t kMost = 8;  // of one name
        std::size_t missing = 0;
        for (const std::string& other : needs)
            if (!place_of(other) && !body.may_lack && is_defined(other) && missing++ < kMost)
                report(DiagCode::RequiredTogether, *place, {name, other});
    }

    void run() {
        for (const bind::BodyDef* def : body.defs) {
            for (const Relation& one : def->relations) relation(one);
            if (!needs_others(*def)) continue;
            for (const auto& [name, place] : body.places) {
                if (const bind::AttributeDef* attribute = def->attribute(name))
                    own(name, attribute->needs_others);
                if (const bind::BlockDef* block = def->block(name)) own(name, block->needs_others);
            }
        }
    }
};

constexpr std::size_t kRelatedNamesPerStep = 8;

// The names that the relations of these bodies look for.
std::size_t names_in(const std::vector<const bind::BodyDef*>& defs) {
    std::size_t names = 0;
    for (const bind::BodyDef* def : defs)
        for (const Relation& relation : def->relations) names += relation.names.size();
    return names;
}

bool says_anything(const bind::BodyDef& def) {
    return !def.relations.empty() || needs_others(def);
}

enum class IsSet : std::uint8_t { No, Maybe, Yes };

// An attribute that is null is not set, except where null is refused.
IsSet is_set(const UnitSlot& slot, std::uint32_t index) {
    const bind::BoundAttribute& attribute = slot.unit->attributes[index];
    if ((attribute.def && !attribute.def->allows_null) || !attribute.expr) return IsSet::Yes;
    const syntax::Node written = eval::without_parens(attribute.expr);
    if (written.is(syntax::NodeKind::Null) || written.is(syntax::NodeKind::JsonNull)) return IsSet::No;
    if (!slot.state || index >= slot.state->values.size()) return IsSet::Yes;
    if (attribute.def && !has_value(attribute.def->decoder)) return IsSet::Yes;
    // A constant that does not fit is unknown, too.
    if (bind::references_of(*slot.unit, index).empty()) return IsSet::Yes;
    const Value& value = slot.state->values[index].unmarked();
    return value.is_null() ? IsSet::No : ops::definitely_not_null(value) ? IsSet::Yes : IsSet::Maybe;
}

void collect(Standing& into, const UnitSlot& slot, const bind::BoundBody& body, FileId file,
             std::uint32_t base) {
    const bind::BoundUnit& unit = *slot.unit;
    for (std::uint32_t i : body.attributes) {
        const IsSet set = is_set(slot, i);
        if (set == IsSet::No) continue;
        into.places.emplace(unit.attributes[i].name,
                            Location{file, unit.attributes[i].name_span.shifted(base)});
        if (set == IsSet::Maybe) into.maybe_null.insert(unit.attributes[i].name);
    }
    for (std::uint32_t i : body.blocks)
        into.places.emplace(unit.blocks[i].type, Location{file, unit.blocks[i].type_span.shifted(base)});
}

}  // namespace

void relations(UnitRule& rule) {
    for (const bind::BoundBody& body : rule.unit.bodies) {
        if (body.block == bind::kNone) continue;
        if (std::ranges::none_of(body.defs, [](const auto* def) { return says_anything(*def); })) continue;
        if (!rule.work.spend(names_in(body.defs) / kRelatedNamesPerStep)) return;
        Standing standing;
        standing.defs = body.defs;
        standing.missing_place = {{}, body.missing_place};
        standing.may_lack = rule.may_lack(body);
        collect(standing, rule.slot, body, {}, 0);
        RelationChecker<UnitRule>{rule, standing}.run();
    }
}

void report_relations(UnitRule& rule, const bind::BodyDef& def, const std::map<std::string, Span>& places,
                      Span missing_place, bool may_lack) {
    if (!says_anything(def)) return;
    Standing standing;
    standing.defs = {&def};
    for (const auto& [name, span] : places) standing.places.emplace(name, Location{{}, span});
    standing.missing_place = {{}, missing_place};
    standing.may_lack = may_lack;
    RelationChecker<UnitRule>{rule, standing}.run();
}

// Checks the top level of a module, which spans units and files.
void top_relations(FileRule& rule) {
    const bind::BodyDef& root = rule.module.language().root();
    if (!says_anything(root)) return;
    // Computed once for all files of the module.
    const Standing& standing = rule.module.memo().get<Standing>([&] {
        Standing all;
        all.defs = {&root};
        const bind::ModuleFile& first = rule.module.files().front();
        std::uint32_t end = first.input.tree->size();
        all.missing_place = {first.input.id, {end, end}};
        for (const bind::ModuleFile& file : rule.module.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                collect(all, slot, slot.unit->bodies[0], file.input.id, slot.base);
            });
        return all;
    });
    RelationChecker<FileRule>{rule, standing, rule.file.input.id}.run();
}

}  // namespace hcl::check
