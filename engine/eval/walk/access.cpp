#include "engine/eval/walk/access.h"

#include <algorithm>
#include <string>

#include "engine/base/suggest.h"
#include "engine/eval/text/describe.h"
#include "engine/value/convert.h"
#include "engine/value/text.h"

namespace hcl::eval {

namespace {

// A key in messages.
std::string shown(const Value& key) {
    return key.unmarked().to_display();
}

// Shows all findings.
class AllFindings final : public AccessFindings {
  public:
    explicit AllFindings(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
    bool is_shown(DiagCode, Span) override { return true; }
    bool may_compare(std::size_t) override { return true; }
    void add(Diagnostic diagnostic) override { diagnostics_.push_back(std::move(diagnostic)); }

  private:
    Diagnostics& diagnostics_;
};

template <typename Names, typename Get>
std::string nearest(std::string_view name, const Names& names, AccessFindings& findings, Get get) {
    if (!findings.may_compare(names.size())) return {};
    Suggester suggester(name);
    for (const auto& candidate : names) suggester.offer(get(candidate));
    return suggester.best();
}

std::string nearest_attribute(const Type& object, std::string_view name, AccessFindings& findings) {
    return nearest(name, object.attributes(), findings,
                   [](const ObjectAttribute& a) { return std::string_view(a.name); });
}

// Names in types and values are NFC.
template <typename F>
auto with_nfc(std::string_view name, F f) {
    if (is_ascii(name)) return f(name);
    std::string nfc = to_nfc(name);
    return f(std::string_view(nfc));
}

Value part(const Value& whole, const Value& inner) {
    return inner.with_same_marks(whole);
}

// `near` computes the most similar name, only for a finding that is shown; the fix replaces
// `name_place` by it if `fits`.
template <typename Near>
bool missing(AccessFindings& findings, DiagCode code, Span place, std::string_view name, Near near,
             Span name_place, bool (*fits)(std::string_view) = nullptr) {
    if (!findings.is_shown(code, place)) return false;
    const std::string suggestion = near();
    Diagnostic d = make_diagnostic(code, place, {name, did_you_mean(suggestion)});
    if (!suggestion.empty() && !name_place.is_empty() && (!fits || fits(suggestion)))
        add_rename_fix(d, name_place, suggestion);
    findings.add(std::move(d));
    return false;
}

// Whether the text can replace another one inside quotes unchanged, in native syntax and in JSON.
bool is_plain_text(std::string_view text) {
    return std::ranges::none_of(text, [](char c) {
        return c == '"' || c == '\\' || c == '$' || c == '%' || static_cast<unsigned char>(c) < 0x20;
    });
}

bool fail(AccessFindings& findings, DiagCode code, Span place, std::initializer_list<std::string_view> args) {
    if (findings.is_shown(code, place)) findings.add(make_diagnostic(code, place, args));
    return false;
}

bool attribute_of_object(const Value& object, std::string_view name, Span place, Span name_place,
                         AccessFindings& findings, Value& out) {
    const Value& inner = object.unmarked();
    const Type& type = inner.type();
    const ObjectAttribute* attribute =
        with_nfc(name, [&](std::string_view n) { return type.find_attribute(n); });
    if (!attribute)
        return missing(
            findings, DiagCode::UnsupportedAttribute, place, name,
            [&] { return nearest_attribute(type, name, findings); }, name_place);
    if (inner.is_unknown())
        out = part(object, Value::unknown(attribute->type));
    else
        out = part(object, inner.elements()[static_cast<std::size_t>(attribute - type.attributes().data())]);
    return true;
}

bool element_of_map(const Value& map, std::string_view key, Span place, Span name_place, DiagCode code,
                    AccessFindings& findings, Value& out) {
    const Value& inner = map.unmarked();
    const Value* found = with_nfc(key, [&](std::string_view n) { return inner.find(n); });
    if (!found) {
        std::string quoted =
            code == DiagCode::MissingIndex ? "\"" + std::string(key) + "\"" : std::string(key);
        auto near = [&] {
            return nearest(key, inner.entries(), findings,
                           [](const MapEntry& e) { return e.key.as_string(); });
        };
        return missing(findings, code, place, quoted, near, name_place, is_plain_text);
    }
    out = part(map, *found);
    return true;
}

bool element_of_sequence(const Value& sequence, const Type& type, const Value& key, Span place,
                         AccessFindings& findings, Value& out) {
    const Value& inner = sequence.unmarked();
    if (key.is_unknown()) {
        out = type.is_tuple() ? Value::dynamic() : Value::unknown(type.element());
        return true;
    }
    if (type.is_list() && inner.is_unknown()) {
        out = Value::unknown(type.element());
        return true;
    }
    Number number = key.as_number();
    std::size_t length = type.is_tuple() ? type.elements().size() : inner.size();
    auto index = number.to_int64();
    if (index && *index >= 0 && static_cast<std::uint64_t>(*index) < length) {
        auto i = static_cast<std::size_t>(*index);
        out = inner.is_unknown() ? Value::unknown(type.elements()[i]) : inner.elements()[i];
        return true;
    }
    if (!number.is_integer() && !number.is_infinite())
        return fail(findings, DiagCode::FractionalIndex, place, {shown(key)});
    if (number.is_negative()) return fail(findings, DiagCode::NegativeIndex, place, {shown(key)});
    if (length == 0) return fail(findings, DiagCode::IndexOfEmpty, place, {shown(key)});
    if (!findings.is_shown(DiagCode::IndexOutOfRange, place)) return false;
    Diagnostic d = make_diagnostic(DiagCode::IndexOutOfRange, place, {shown(key), std::to_string(length)});
    if (length == 1)
        d.message = "There is 1 element, counted from 0, so there is no element " + shown(key) + ".";
    findings.add(std::move(d));
    return false;
}

}  // namespace

std::string explain(const ValueError& error) {
    if (error.path().empty()) return error.message();
    return "in " + path_to_string(error.path()) + ", " + error.message();
}

void add_rename_fix(Diagnostic& diagnostic, Span place, std::string_view replacement) {
    Fix fix;
    fix.title = "Change to \"" + std::string(replacement) + "\"";
    fix.edits.push_back({FileId(), Edit{place, std::string(replacement)}});
    fix.preferred = true;
    fix.is_guess = true;
    diagnostic.fixes.push_back(std::move(fix));
}

bool get_attribute(const Value& object, std::string_view name, Span place, Span name_place,
                   AccessFindings& findings, Value& out) {
    const Value& inner = object.unmarked();
    out = Value::dynamic();
    if (inner.is_null()) return fail(findings, DiagCode::AttributeOfNull, place, {name});
    switch (inner.kind()) {
        case TypeKind::Object:
            return attribute_of_object(object, name, place, name_place, findings, out);
        case TypeKind::Map:
            if (inner.is_unknown()) {
                out = part(object, Value::unknown(inner.type().element()));
                return true;
            }
            return element_of_map(object, name, place, name_place, DiagCode::MissingMapElement, findings,
                                  out);
        case TypeKind::Dynamic:
            out = part(object, Value::dynamic());
            return true;
        case TypeKind::List:
        case TypeKind::Set:
            if (inner.type().element().is_object())
                return fail(findings,
                            inner.kind() == TypeKind::List ? DiagCode::AttributeOfListOfObjects
                                                           : DiagCode::AttributeOfSetOfObjects,
                            place, {name});
            break;
        case TypeKind::Bool:
        case TypeKind::Number:
        case TypeKind::String:
            return fail(findings, DiagCode::AttributeOfPrimitive, place, {with_article(inner.type()), name});
        default:
            break;
    }
    return fail(findings, DiagCode::AttributeOfOther, place, {with_article(inner.type()), name});
}

bool get_attribute(const Value& object, std::string_view name, Span place, Span name_place,
                   Diagnostics& diagnostics, Value& out) {
    AllFindings findings(diagnostics);
    return get_attribute(object, name, place, name_place, findings, out);
}

bool get_element(const Value& collection, const Value& given_key, Span place, Span key_place,
                 const Rules& rules, AccessFindings& findings, Value& out) {
    const Value& inner = collection.unmarked();
    out = Value::dynamic();
    if (inner.is_null()) return fail(findings, DiagCode::IndexOfNull, place, {});
    if (given_key.is_null()) return fail(findings, DiagCode::NullIndex, place, {});
    TypeKind kind = inner.kind();
    if (kind == TypeKind::Dynamic || given_key.kind() == TypeKind::Dynamic) {
        // No collection has such a key.
        const Type& type = given_key.type();
        if (kind == TypeKind::Dynamic && !rules.findings_as_library && !type.is_dynamic() &&
            !type.is_primitive())
            return fail(findings, DiagCode::WrongIndexType, place,
                        {"a string or a number is required, not " + with_article(type)});
        out = Value::dynamic().with_same_marks(collection).with_same_marks(given_key);
        return true;
    }
    bool is_sequence = kind == TypeKind::List || kind == TypeKind::Tuple;
    if (!is_sequence && kind != TypeKind::Map && kind != TypeKind::Object) {
        if (kind == TypeKind::Set) return fail(findings, DiagCode::IndexOfSet, place, {});
        return fail(findings, DiagCode::IndexOfOther, place, {with_article(inner.type())});
    }

    Value key = given_key.unmarked();
    TypeKind wanted = is_sequence ? TypeKind::Number : TypeKind::String;
    bool was_number = key.kind() == TypeKind::Number;
    if (key.kind() != wanted) {
        ValueResult converted = convert_value(key, Type::primitive(wanted), rules);
        if (!converted) return fail(findings, DiagCode::WrongIndexType, place, {explain(converted.error())});
        key = std::move(*converted);
    }

    bool found = true;
    if (is_sequence) {
        found = element_of_sequence(inner, inner.type(), key, place, findings, out);
    } else if (kind == TypeKind::Map) {
        if (key.is_unknown() || inner.is_unknown())
            out = Value::unknown(inner.type().element());
        else
            found = element_of_map(inner, key.as_string(), place, key_place, DiagCode::MissingIndex, findings,
                                   out);
    } else if (inner.is_unknown() && rules.unknown_objects_take_any_key) {
        out = Value::dynamic();
    } else if (!key.is_unknown()) {
        const Type& type = inner.type();
        const ObjectAttribute* attribute = type.find_attribute(key.as_string());
        if (!attribute) {
            auto near = [&] { return nearest_attribute(type, key.as_string(), findings); };
            if (was_number)
                return missing(findings, DiagCode::NumberIndexOfObject, place, key.as_string(), near, {});
            return missing(findings, DiagCode::MissingIndex, place, shown(key), near, key_place,
                           is_plain_text);
        }
        out = inner.is_unknown()
                  ? Value::unknown(attribute->type)
                  : inner.elements()[static_cast<std::size_t>(attribute - type.attributes().data())];
    }
    if (found && (collection.is_marked() || given_key.is_marked()))
        out = out.with_same_marks(collection).with_same_marks(given_key);
    return found;
}

bool get_element(const Value& collection, const Value& key, Span place, Span key_place, const Rules& rules,
                 Diagnostics& diagnostics, Value& out) {
    AllFindings findings(diagnostics);
    return get_element(collection, key, place, key_place, rules, findings, out);
}

}  // namespace hcl::eval
