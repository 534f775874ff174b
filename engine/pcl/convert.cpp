#include "engine/pcl/convert.h"

#include <algorithm>

#include "engine/pcl/nodes.h"
#include "engine/pcl/packages.h"
#include "engine/pcl/relation.h"
#include "engine/pcl/render.h"

namespace hcl::pcl {

using enum Conversion;

namespace {

// Only conversions of types with parts are cached.
bool has_parts(const Type& type) {
    return type.depth() > 1;
}

}  // namespace

class Relation::Enter {
  public:
    explicit Enter(Relation& relation) : relation_(relation) {
        ++relation_.depth_;
        ++relation_.steps_;
    }
    ~Enter() { --relation_.depth_; }
    explicit operator bool() const {
        constexpr int kMostDepth = 600;
        constexpr int kMostSteps = 1 << 17;
        return relation_.depth_ <= kMostDepth && relation_.steps_ <= kMostSteps;
    }

  private:
    Relation& relation_;
};

bool Relation::next_pair() {
    constexpr int kMostTotal = 1 << 18;
    constexpr std::uint64_t kMostWork = 1 << 18;
    constexpr std::size_t kMostKept = 1 << 16;
    total_ += steps_ + unify_steps_;
    steps_ = 0;
    unify_steps_ = 0;
    for (auto& known : converted_)
        if (known.size() > kMostKept) known.clear();
    if (unified_.size() > kMostKept) unified_.clear();
    return total_ <= kMostTotal && work_ <= kMostWork;
}

std::string_view name_of(Conversion conversion) {
    return conversion == Safe ? "safe" : conversion == Unsafe ? "unsafe" : "none";
}

Conversion Relation::misfit(const Type& to, const Type& from, Misfit::Reason reason,
                            std::vector<Misfit> alternatives) {
    if (!misfits_) return None;
    std::vector<std::string> path;
    for (const PathStep* step = at_; step; step = step->outer)
        path.push_back(step->kind == PathStep::Kind::Property ? "." + std::string(step->name)
                       : step->kind == PathStep::Kind::Index  ? "[" + std::to_string(step->index) + "]"
                                                              : "[]");
    std::ranges::reverse(path);
    misfits_->push_back({from, to, std::move(path), reason, std::move(alternatives)});
    return None;
}

// The conversion of a part, recorded in explanations.
Conversion Relation::part(const PathStep& step, const Type& to, const Type& from, Mode mode) {
    const PathStep* outer = at_;
    PathStep here = step;
    here.outer = outer;
    at_ = &here;
    const Conversion found = convert(to, from, mode);
    at_ = outer;
    return found;
}

Conversion Relation::convert(const Type& to, const Type& from, Mode mode) {
    if (to.is_dynamic() || to.equals(from)) return Safe;
    Enter enter(*this);
    if (!enter) return Unsafe;
    const bool is_kept = !misfits_ && has_parts(to) && has_parts(from);
    auto& known = converted_[static_cast<std::size_t>(mode)];
    if (is_kept)
        if (auto it = known.find({to, from}); it != known.end()) return it->second;

    Conversion found;
    const std::size_t outer_assumption = std::exchange(assumption_, kNoAssumption);
    if (to.is(Kind::Reference) || from.is(Kind::Reference)) {
        // A pair that recurs while its parts are compared is assumed to convert.
        if (auto met = std::ranges::find(open_, std::pair{to, from}); met != open_.end()) {
            assumption_ = std::min(outer_assumption, static_cast<std::size_t>(met - open_.begin()));
            return Safe;
        }
        open_.emplace_back(to, from);
        found = convert(to.resolved(), from.resolved(), mode);
        open_.pop_back();
        // The assumption about this pair is now verified.
        if (assumption_ == open_.size()) assumption_ = kNoAssumption;
    } else if (from.is(Kind::Union)) {
        found = convert_union(to, from, mode);
    } else if (from.is(Kind::Const) && !to.is(Kind::Enum) && to.equals(from.underlying())) {
        found = Safe;
    } else if (from.is_dynamic()) {
        found = Unsafe;
    } else {
        found = convert_to(to, from, mode);
    }
    // Do not cache a result that depends on an assumption about an outer pair.
    if (is_kept && assumption_ == kNoAssumption) known.emplace(Key{to, from}, found);
    assumption_ = std::min(assumption_, outer_assumption);
    return found;
}

// `from` is neither dynamic nor a union nor equal to `to`.
Conversion Relation::convert_to(const Type& to, const Type& from, Mode mode) {
    switch (to.kind()) {
        case Kind::Bool:
        case Kind::Int:
        case Kind::Number:
        case Kind::String:
        case Kind::Id:
            return convert_simple(to.kind(), to, from.is(Kind::Const) ? from.underlying() : from);
        case Kind::None:
            return misfit(to, from);
        case Kind::Opaque:
            return misfit(to, from.is(Kind::Const) ? from.underlying() : from);
        case Kind::Const:
            if (Relation().convert(to.underlying(), from, Mode::Plain) != None) return Unsafe;
            return misfit(to, from);
        case Kind::Enum:
            return convert_to_enum(to, from, mode);
        case Kind::List:
            return convert_to_list(to, from, mode);
        case Kind::Set:
            return convert_to_set(to, from, mode);
        case Kind::Map:
            return convert_to_map(to, from, mode);
        case Kind::Tuple:
            return convert_to_tuple(to, from, mode);
        case Kind::Object:
            return convert_to_object(to, from, mode);
        case Kind::Union:
            return convert_to_union(to, from, mode);
        case Kind::Promise:
            // Outputs carry metadata that promises cannot.
            if (from.is(Kind::Output)) return misfit(to, from);
            return convert(to.element(), from.is(Kind::Promise) ? from.element() : from, mode);
        case Kind::Output:
            if (from.is(Kind::Promise)) return convert(to.element(), resolve_outputs(from.element()), mode);
            return convert(to.element(), from.is(Kind::Output) ? from.element() : from, mode);
        case Kind::Dynamic:
        case Kind::Reference:
            break;
    }
    return Safe;
}

// All of these convert to string safely, and a string may contain any of them.
Conversion Relation::convert_simple(Kind to, const Type& whole_to, const Type& from) {
    if (!is_simple(from)) return misfit(whole_to, from);
    if (to == Kind::String || to == Kind::Id) return Safe;
    return to == Kind::Number && from.is(Kind::Int) ? Safe : Unsafe;
}

Conversion Relation::convert_union(const Type& to, const Type& from, Mode mode) {
    std::vector<Misfit>* collects = std::exchange(misfits_, nullptr);
    Conversion worst = Safe;
    bool exists = false;
    for (const Type& member : from.members()) {
        const Conversion found = convert(to, member, mode);
        exists = exists || found != None;
        if (found != Safe) worst = Unsafe;
    }
    misfits_ = collects;
    return exists ? worst : misfit(to, from);
}

Conversion Relation::convert_to_union(const Type& to, const Type& from, Mode mode) {
    auto members = to.members();
    if (std::ranges::any_of(members, [&](const Type& m) { return m.equals(from); })) return Safe;
    std::vector<Misfit> alternatives;
    std::vector<Misfit>* collects = misfits_;
    if (collects) misfits_ = &alternatives;
    Conversion best = None;
    for (const Type& member : members) {
        best = std::max(best, convert(member, from, mode));
        if (best == Safe) break;
    }
    misfits_ = collects;
    return best == None ? misfit(to, from, Misfit::Reason::Union, std::move(alternatives)) : best;
}

// Constants of another type are compared with the members; a value of the enum's own
// type may or may not be a member.
Conversion Relation::convert_to_enum(const Type& to, const Type& from, Mode mode) {
    if (from.is(Kind::Const) && !to.underlying().equals(from.underlying()) &&
        std::ranges::any_of(to.values(), [&](const Value& v) { return equal_constants(v, from.value()); }))
        return Safe;
    return worse(convert(to.underlying(), from, mode), Unsafe);
}

Conversion Relation::convert_to_list(const Type& to, const Type& from, Mode mode) {
    if (from.is(Kind::List) || from.is(Kind::Set)) return part({}, to.element(), from.element(), mode);
    if (!from.is(Kind::Tuple)) return misfit(to, from);
    Conversion worst = Safe;
    std::size_t index = 0;
    for (const Type& element : from.elements()) {
        worst = worse(worst,
                      part({.kind = PathStep::Kind::Index, .index = index++}, to.element(), element, mode));
        if (worst == None) break;
    }
    return worst;
}

Conversion Relation::convert_to_set(const Type& to, const Type& from, Mode mode) {
    if (from.is(Kind::Set)) return part({}, to.element(), from.element(), mode);
    if (from.is(Kind::List)) return worse(part({}, to.element(), from.element(), mode), Unsafe);
    if (from.is(Kind::Tuple)) return worse(convert_to_list(Type::list(to.element()), from, mode), Unsafe);
    return misfit(to, from);
}

Conversion Relation::convert_to_map(const Type& to, const Type& from, Mode mode) {
    if (from.is(Kind::Map)) return part({}, to.element(), from.element(), mode);
    if (!from.is(Kind::Object)) return misfit(to, from);
    Conversion worst = Safe;
    for (const Property& property : from.properties()) {
        worst = worse(worst, part({.kind = PathStep::Kind::Property, .name = property.name}, to.element(),
                                  property.type, mode));
        if (worst == None) break;
    }
    return worst;
}

Conversion Relation::convert_to_tuple(const Type& to, const Type& from, Mode mode) {
    auto wanted = to.elements();
    const bool is_sequence = from.is(Kind::List) || from.is(Kind::Set);
    if (from.is(Kind::Tuple)) {
        if (mode == Mode::Unifying) return merge_tuples(to, from).kind;
        if (wanted.size() != from.elements().size()) return misfit(to, from, Misfit::Reason::Length);
    } else if (!is_sequence) {
        return misfit(to, from);
    }
    Conversion worst = is_sequence ? Unsafe : Safe;
    for (std::size_t i = 0; i < wanted.size() && worst != None; ++i)
        worst = worse(worst, part({.kind = PathStep::Kind::Index, .index = i}, wanted[i],
                                  is_sequence ? from.element() : from.elements()[i], mode));
    return worst;
}

Conversion Relation::convert_to_object(const Type& to, const Type& from, Mode mode) {
    if (from.is(Kind::Object)) {
        if (mode == Mode::Unifying) return merge_objects(to, from).kind;
        if (mode == Mode::Lossless)
            for (const Property& property : from.properties())
                if (!to.find_property(property.name)) return misfit(to, from);
    } else if (!from.is(Kind::Map)) {
        return misfit(to, from);
    }
    Conversion worst = from.is(Kind::Map) ? Unsafe : Safe;
    for (const Property& property : to.properties()) {
        const Property* given = from.is(Kind::Object) ? from.find_property(property.name) : nullptr;
        const Type source = from.is(Kind::Map) ? from.element() : given ? given->type : Type::none();
        worst = worse(worst, part({.kind = PathStep::Kind::Property, .name = property.name}, property.type,
                                  source, mode));
        if (worst == None) break;
    }
    return worst;
}

Conversion conversion(const Type& to, const Type& from) {
    return Relation().convert(to, from, Relation::Mode::Plain);
}

std::optional<Misfit> explain_misfit(const Type& to, const Type& from) {
    std::vector<Misfit> misfits;
    Relation relation;
    relation.explain(misfits);
    if (relation.convert(to, from, Relation::Mode::Plain) != None || misfits.empty()) return std::nullopt;
    return std::move(misfits.front());
}

namespace {

// The value type of a type that accepts values and outputs of them.
Type without_output_forms(const Type& type) {
    if (!type.is(Kind::Union)) return resolve_outputs(type);
    std::vector<Type> members;
    for (const Type& member : type.members())
        if (member.is(Kind::Output)) members.push_back(member.element());
    if (members.empty()) return resolve_outputs(type);
    if (std::ranges::any_of(type.members(), &Type::is_none)) members.push_back(Type::none());
    return Type::union_of(std::move(members));
}

std::string on_one_line(const Type& type) {
    constexpr std::size_t kMost = 160;
    std::string out;
    bool is_indented = true;  // in the indentation of a line or of the first alternative
    for (char c : render_lines(type)) {
        is_indented = is_indented || c == '\n' || out.ends_with('(') || out.ends_with('[');
        if (is_indented && (c == '\n' || c == ' ')) continue;
        if (is_indented && !out.empty() && !out.ends_with('(') && !out.ends_with('[') && c != ')' && c != ']')
            out += ' ';
        is_indented = false;
        // Do not cut a character in the middle.
        if (out.size() >= kMost && (static_cast<unsigned char>(c) & 0xC0) != 0x80) return out + "...";
        out += c;
    }
    return out;
}

// Instances by the tokens of their resources; empty for other types.
std::string instance_words(const Type& type) {
    const Type inner = without_none(resolve_outputs(type).resolved()).resolved();
    auto named = [](const Type& one, std::string_view component) {
        const std::string_view token = one.resolved().annotation();
        return token == kComponentAnnotation ? std::string(component) : "the resource " + std::string(token);
    };
    if (is_instance_type(inner)) return named(inner, "a component");
    const bool has_keys = inner.is(Kind::Object) && inner.annotation().empty() && !inner.properties().empty();
    if (!inner.is_collection() && !has_keys) return {};
    const Type one = has_keys ? inner.properties()[0].type : inner.element();
    if (!is_instance_type(one)) return {};
    const bool is_map = has_keys || inner.is(Kind::Map);
    return std::string(is_map ? "a map of " : "a list of ") + named(one, "components");
}

}  // namespace

std::string in_short(const Type& type) {
    const std::string instance = instance_words(type);
    return instance.empty() ? on_one_line(without_output_forms(type)) : instance;
}

Contrast contrast(const Type& to, const Type& from) {
    Contrast out{in_short(to), in_short(from)};
    // They differ only in promises and outputs.
    if (out.to == out.from) out = {on_one_line(to), on_one_line(from)};
    return out;
}

std::string describe(const Misfit& misfit) {
    std::string place;
    for (const std::string& step : misfit.path) place += step;
    const auto [to, from] = contrast(misfit.to, misfit.from);
    std::string text = "Expected " + to;
    if (!place.empty()) text += " at " + place;
    if (misfit.from.is_none() && !place.empty()) return text + ", and there is nothing.";
    return text + ", but this is " + from + ".";
}

namespace {

// Assignability compares equal types, constants by type, and parts, without conversions.
class Assignability {
  public:
    bool holds(const Type& to, const Type& from) {
        if (to.is_dynamic() || to.equals(from)) return true;
        if (from.is(Kind::Const) && holds_same(to, from.underlying())) return true;
        return holds_same(to, from);
    }

  private:
    static constexpr int kMostSteps = 1 << 16;

    bool holds_same(const Type& to, const Type& from) {
        if (to.is_dynamic() || to.equals(from)) return true;
        if (++steps_ > kMostSteps) return true;
        if (to.is(Kind::Reference) || from.is(Kind::Reference)) {
            if (std::ranges::find(open_, std::pair{to, from}) != open_.end()) return true;
            open_.emplace_back(to, from);
            const bool found = holds(to.resolved(), from.resolved());
            open_.pop_back();
            return found;
        }
        auto all = [&](std::span<const Type> types) {
            return std::ranges::all_of(types, [&](const Type& t) { return holds(to.element(), t); });
        };
        switch (to.kind()) {
            case Kind::Union:
                return std::ranges::any_of(to.members(), [&](const Type& m) { return holds(m, from); });
            case Kind::Set:
                return from.is(Kind::Set) && holds(to.element(), from.element());
            case Kind::List:
                if (from.is(Kind::Tuple)) return all(from.elements());
                return from.is(Kind::List) && holds(to.element(), from.element());
            case Kind::Map:
                if (from.is(Kind::Object))
                    return std::ranges::all_of(
                        from.properties(), [&](const Property& p) { return holds(to.element(), p.type); });
                return from.is(Kind::Map) && holds(to.element(), from.element());
            case Kind::Tuple: {
                if (!from.is(Kind::Tuple)) return false;
                auto wanted = to.elements();
                auto given = from.elements();
                for (std::size_t i = 0; i < wanted.size(); ++i)
                    if (!holds(wanted[i], i < given.size() ? given[i] : Type::none())) return false;
                return true;
            }
            case Kind::Object:
                if (!from.is(Kind::Object)) return false;
                return std::ranges::all_of(to.properties(), [&](const Property& wanted) {
                    const Property* given = from.find_property(wanted.name);
                    return holds(wanted.type, given ? given->type : Type::none());
                });
            case Kind::Promise:
                return holds(to.element(), from.is(Kind::Promise) ? from.element() : from);
            case Kind::Output:
                if (from.is(Kind::Promise)) return holds(to.element(), resolve_outputs(from.element()));
                return holds(to.element(), from.is(Kind::Output) ? from.element() : from);
            default:
                return false;
        }
    }

    int steps_ = 0;
    std::vector<std::pair<Type, Type>> open_;
};

}  // namespace

bool is_assignable(const Type& to, const Type& from) {
    return Assignability().holds(to, from);
}

bool is_optional(const Type& type) {
    return !type.is_dynamic() && is_assignable(type, Type::none());
}

}  // namespace hcl::pcl
