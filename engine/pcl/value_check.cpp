#include "engine/pcl/value_check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/fixes.h"
#include "engine/pcl/literals.h"
#include "engine/pcl/misfit.h"
#include "engine/pcl/node_look.h"
#include "engine/pcl/program_binder.h"
#include "engine/pcl/traverse.h"
#include "engine/value/text.h"

namespace hcl::pcl {

using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

// An error in a part of a value.
struct Fault {
    enum class What : std::uint8_t {
        Type,
        Value,    // it is known, and cannot be converted
        Missing,  // a required property
        Key,      // a property that does not exist
    } what;
    Node node;         // the part; the object without the property; the key
    std::string path;  // ".tags[0]"
    Type wanted;       // of the part, of the property; the object without the key
    Type given{};
    std::optional<Value> value{};
};
using Faults = std::vector<Fault>;

class PartChecker {
  public:
    explicit PartChecker(const KnownNames& names) : names_(names) {}

    enum class Fit : std::uint8_t {
        Yes,
        Wrong,  // only for known values
        No,
    };

    // `given` is dynamic where the type of the part is not known.
    Fit look(const Type& wanted, const Type& given, Node expr, const std::string& path, Faults& faults) {
        if (++steps_ > kMostSteps || faults.size() >= kMostFaults) return Fit::Yes;
        const Node node = value_node(expr);
        const Type type = wanted.resolved();
        if (!node || type.is_dynamic() || may_be_anything(type)) return Fit::Yes;
        if (const std::vector<Node> outcomes = outcomes_of(node); !outcomes.empty()) {
            Fit worst = Fit::Yes;
            for (Node one : outcomes) worst = std::max(worst, look(type, {}, one, path, faults));
            return worst == Fit::Yes ? whole(type, given, node, path, faults) : worst;
        }
        const Type inner = given.resolved();
        const bool is_unknown = inner.is_dynamic();
        if (node.is(SyntaxKind::Tuple) && (is_unknown || inner.is(Kind::Tuple)))
            return structure(type, inner, node, path, faults);
        if (node.is(SyntaxKind::Object) && (is_unknown || inner.is(Kind::Object)))
            return structure(type, inner, node, path, faults);
        const std::optional<Value> value = known_value(node, names_);
        if (value && is_unknown && !is_convertible(type, type_of_known(*value))) return Fit::No;
        if (whole(type, given, node, path, faults) == Fit::No) return Fit::No;
        if (!value || value->is_null() || may_become(plain_form(type), *value)) return Fit::Yes;
        faults.push_back({Fault::What::Value, node, path, plain_form(type), given, value});
        return Fit::Wrong;
    }

  private:
    static constexpr int kMostSteps = 1 << 14;
    // More of one value are not reported.
    static constexpr std::size_t kMostFaults = 200;

    static Fit whole(const Type& type, const Type& given, Node node, const std::string& path,
                     Faults& faults) {
        if (is_convertible(type, given)) return Fit::Yes;
        faults.push_back({Fault::What::Type, node, path, type, given});
        return Fit::No;
    }

    // The members of a union without null, and without outputs of other members; any other type alone.
    static std::vector<Type> plain_members(const Type& type) {
        if (type.is_eventual()) return plain_members(type.element().resolved());
        if (!type.is(Kind::Union)) return {type};
        std::vector<Type> plain, eventual;
        for (const Type& member : type.members()) {
            if (member.is_none()) continue;
            (member.is_eventual() ? eventual : plain).push_back(member.resolved());
        }
        if (!plain.empty()) return plain;
        std::vector<Type> out;
        for (const Type& member : eventual) std::ranges::move(plain_members(member), std::back_inserter(out));
        return out;
    }
    static Type plain_form(const Type& type) { return Type::union_of(plain_members(type)); }

    static bool may_hold(const Type& type, Node node) {
        if (type.is_dynamic()) return true;
        if (node.is(SyntaxKind::Object)) return type.is(Kind::Map) || type.is(Kind::Object);
        return type.is(Kind::List) || type.is(Kind::Set) || type.is(Kind::Tuple);
    }

    // A list or object that is written out.
    Fit structure(const Type& type, const Type& given, Node node, const std::string& path, Faults& faults) {
        std::vector<Type> candidates = plain_members(type);
        std::erase_if(candidates, [&](const Type& one) { return !may_hold(one, node); });
        if (candidates.empty()) return whole(type, given, node, path, faults);
        if (candidates.size() == 1) return parts(candidates[0], given, node, path, faults);
        return best_of(type, candidates, given, node, path, faults);
    }

    // The candidate that fits best says what is wrong. Constants tell which of several objects is meant.
    Fit best_of(const Type& type, const std::vector<Type>& candidates, const Type& given, Node node,
                const std::string& path, Faults& faults) {
        Fit best = Fit::No;
        std::size_t best_weight = SIZE_MAX;
        std::size_t chosen_count = 0;
        Faults chosen;
        for (const Type& one : candidates) {
            Faults here;
            const Fit fit = parts(one, given, node, path, here);
            auto is_other = [](const Fault& f) { return f.value && f.wanted.is(Kind::Const); };
            const bool is_meant = std::ranges::none_of(here, is_other);
            chosen_count += is_meant ? 1 : 0;
            const std::size_t weight = here.size() + (is_meant ? 0 : 1000);
            if (fit > best || (fit == best && weight >= best_weight)) continue;
            best = fit;
            best_weight = weight;
            chosen = std::move(here);
        }
        // The intended alternative is ambiguous.
        if (best == Fit::No && chosen_count != 1) {
            const Fit fit = whole(type, given, node, path, faults);
            return fit == Fit::Yes ? Fit::Wrong : fit;
        }
        std::ranges::move(chosen, std::back_inserter(faults));
        return best;
    }

    Fit parts(const Type& type, const Type& given, Node node, const std::string& path, Faults& faults) {
        if (type.is_dynamic()) return Fit::Yes;
        return node.is(SyntaxKind::Tuple) ? elements(type, given, node, path, faults)
                                          : properties(type, given, node, path, faults);
    }

    Fit elements(const Type& type, const Type& given, Node node, const std::string& path, Faults& faults) {
        const bool is_list = !type.is(Kind::Tuple);
        if (!is_list && type.elements().size() != node.child_count())
            return whole(type, given, node, path, faults);
        const bool is_typed = given.is(Kind::Tuple) && given.elements().size() == node.child_count();
        Fit worst = Fit::Yes;
        std::uint32_t i = 0;
        for (Node element : node.children()) {
            worst = std::max(worst, look(is_list ? type.element() : type.elements()[i],
                                         is_typed ? given.elements()[i] : Type(), element,
                                         path + "[" + std::to_string(i) + "]", faults));
            ++i;
        }
        return worst;
    }

    Fit properties(const Type& type, const Type& given, Node node, const std::string& path, Faults& faults) {
        const bool is_map = type.is(Kind::Map);
        Fit worst = Fit::Yes;
        std::vector<std::string> set;
        bool is_computed = false;
        for (Node item : node.children()) {
            if (!item.is(SyntaxKind::ObjectItem)) continue;
            const std::optional<std::string> name = key_name(item.child(0));
            is_computed = is_computed || !name;
            if (!name && !is_map) continue;
            const Property* own = name && given.is(Kind::Object) ? given.find_property(*name) : nullptr;
            const Type part = own ? own->type : Type();
            const std::string place = path + (name ? "." + *name : "[]");
            if (is_map) {
                worst = std::max(worst, look(type.element(), part, item.child(1), place, faults));
                continue;
            }
            set.push_back(*name);
            if (const Property* property = type.find_property(*name))
                worst = std::max(worst, look(property->type, part, item.child(1), place, faults));
            else if (!type.properties().empty())
                faults.push_back({Fault::What::Key, item.child(0), place, type});
        }
        if (is_computed || is_map) return worst;
        for (const Property& property : type.properties()) {
            if (std::ranges::find(set, property.name) != set.end() ||
                is_convertible(property.type, Type::none()))
                continue;
            if (faults.size() >= kMostFaults) return Fit::No;
            faults.push_back({Fault::What::Missing, node, path + "." + property.name, property.type});
            worst = Fit::No;
        }
        return worst;
    }

    const KnownNames& names_;
    int steps_ = 0;
};

// A bool in other words.
std::string bool_meant(const Type& wanted, const Value& value) {
    if (!value.is_known_string() || !may_become(wanted, Value::boolean(true))) return {};
    const std::string word = to_lower(value.as_string());
    if (word == "true" || word == "yes" || word == "on") return "true";
    if (word == "false" || word == "no" || word == "off") return "false";
    return {};
}

std::string_view noun_of(const Value& value) {
    return value.is_known_string() ? "string" : value.is_known_number() ? "number" : "bool";
}

// "tags.a", "first.tags[0]"
std::string place_of(std::string_view name, const Fault& fault) {
    const std::string place = std::string(name) + fault.path;
    return place.starts_with('.') ? place.substr(1) : place;
}

void report_value(const Fault& fault, const std::string& place, Diagnostics& findings) {
    // Literals that are no members of their enum are reported by check_literals().
    const Span span = fault.node.span();
    if (std::ranges::any_of(findings, [&](const Diagnostic& d) {
            return d.code == DiagCode::PclNotAMember && d.span == span;
        }))
        return;
    const std::string wanted = in_short(fault.wanted);
    const std::string given(noun_of(*fault.value));
    const std::string words = refusal_words(fault.wanted, *fault.value);
    Diagnostic& d =
        place.empty() ? add_diagnostic(findings, DiagCode::PclCannotAssignValue, span,
                                       {given, wanted,
                                        "Expected " + wanted + ", but this is " + given + ": " + words + "."})
                      : add_diagnostic(findings, DiagCode::PclWrongInputType, span,
                                       {place, wanted, given, ": " + words});
    offer_name(d, span, bool_meant(fault.wanted, *fault.value));
}

void report_key(const Fault& fault, Diagnostics& findings) {
    const std::string name = key_name(fault.node).value_or("");
    const std::string meant = fault.wanted.property_names().similar.nearest(name);
    Diagnostic& d = add_diagnostic(findings, DiagCode::PclUnsupportedAttribute, fault.node.span(),
                                   {name, did_you_mean(meant)});
    d.severity = Severity::Warning;
    if (fault.node.is(SyntaxKind::Variable))
        offer_name(d, fault.node.span(), meant);
    else
        offer_string(d, fault.node.span(), meant);
}

void report_missing(const Fault& fault, const Faults& all, const std::string& place, Diagnostics& findings) {
    std::vector<MissingArgument> missing;
    for (const Fault& one : all)
        if (one.what == Fault::What::Missing && is_same_node(one.node, fault.node))
            missing.push_back({one.path.substr(one.path.rfind('.') + 1), placeholder(one.wanted)});
    // An object of several lines is marked at its brace, so that it does not hide what is in it.
    Span span = fault.node.span();
    if (fault.node.text().find('\n') != std::string_view::npos) span.end = span.start + 1;
    Diagnostic& d = add_diagnostic(findings, DiagCode::PclMissingAttribute, span, {place});
    d.context = fault.node.span();
    offer_members(d, fault.node, missing);
}

}  // namespace

bool check_value(const Type& wanted, const Type& given, Node expr, std::string_view name,
                 const KnownNames& names, Diagnostics& findings) {
    Faults faults;
    PartChecker(names).look(wanted, given, expr, {}, faults);
    bool says_so = is_convertible(wanted, given);
    for (const Fault& fault : faults) {
        const std::string place = place_of(name, fault);
        switch (fault.what) {
            case Fault::What::Type:
                // The caller reports the whole value.
                if (fault.path.empty()) return false;
                report_wrong_type(findings, fault.node.span(), place, fault.wanted, fault.wanted,
                                  fault.given);
                says_so = true;
                break;
            case Fault::What::Missing:
                report_missing(fault, faults, place, findings);
                says_so = true;
                break;
            case Fault::What::Value:
                report_value(fault, place, findings);
                break;
            case Fault::What::Key:
                report_key(fault, findings);
                break;
        }
    }
    return says_so;
}

}  // namespace hcl::pcl
