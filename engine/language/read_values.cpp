// Annotations that attributes, blocks and labels have in common: documentation, icons, rules for values.
#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/language/body_parts.h"
#include "engine/language/value_format.h"
#include "engine/language/version_order.h"
#include "engine/syntax/lex/chars.h"
#include "engine/value/convert.h"

namespace hcl::language {

using syntax::Node;
using syntax::NodeKind;

namespace {

// The new name, a message, or both in brackets, where the name can be in quotes.
void read_deprecation(Reading& read, Node node, Notes& notes) {
    if (!node) return;
    notes.is_deprecated = true;
    const bool is_list = eval::without_parens(node).is(NodeKind::Tuple);
    bool is_first = true;
    for (Node element : read.elements(node)) {
        const std::string word = eval::static_keyword(read.expression(element));
        if (word == "false") notes.is_deprecated = false;
        if (word == "true" || word == "false") continue;
        if (!word.empty() || (is_list && is_first))
            notes.replaced_by = read.word(element, "deprecated");
        else
            notes.deprecated = read.text(element, "deprecated");
        is_first = false;
    }
}

// { doc = "...", deprecated = "...", version = ">= 1.2" }
void read_choice_notes(Reading& read, Node node, Choice& choice) {
    for (auto& [word, value] : read.members(node, "values", {"doc", "version", "deprecated"})) {
        if (word == "doc") choice.doc = read.text(value, word);
        if (word == "deprecated") read_deprecation(read, value, choice);
        if (word != "version") continue;
        VersionRange range = read_versions(read, value, word);
        choice.since = std::move(range.since);
        choice.until = std::move(range.until);
    }
    choice.is_available = is_available(read.language().version, choice.since, choice.until);
}

// The key of a string or a number in the table of values; equal values have equal keys.
std::optional<std::string> key_of(const Value& value) {
    if (value.is_known_string()) return "\"" + std::string(value.as_string());
    if (value.is_known_number()) return std::to_string(value.as_number().hash());
    return std::nullopt;
}

void read_listed(Reading& read, Node node, const Type& scalar, ValueRules& rules) {
    const Type& wanted = scalar.is_primitive() ? scalar : Type::dynamic();
    if (eval::without_parens(node).is(NodeKind::Object)) {
        for (auto& [name, doc] : read.entries(node, "values")) {
            auto value = convert_value(Value::string(name), wanted, Rules::reference());
            if (!value)
                read.report(DiagCode::UnsuitablePackValue, doc.span(),
                            {"values", "\"" + name + "\": " + value.error().message()});
            Choice choice;
            choice.value = value ? *value : Value::string(name);
            if (eval::without_parens(doc).is(NodeKind::Object))
                read_choice_notes(read, doc, choice);
            else
                choice.doc = read.text(doc, "values");
            rules.values.push_back(std::move(choice));
        }
        return;
    }
    for (Node element : read.elements(node))
        if (auto value = read.value(element, wanted, "values", Reading::ReportErrors::Yes)) {
            Choice choice;
            choice.value = std::move(*value);
            rules.values.push_back(std::move(choice));
        }
}

}  // namespace

void read_choices(Reading& read, Node node, const Type& scalar, ValueRules& rules) {
    constexpr std::size_t kLong = 32;
    read_listed(read, node, scalar, rules);
    if (rules.values.size() < kLong) return;
    std::unordered_map<std::string, std::uint32_t> places;
    for (std::uint32_t i = 0; i < rules.values.size(); ++i)
        if (auto key = key_of(rules.values[i].value)) places.try_emplace(std::move(*key), i);
    rules.places = std::make_shared<const decltype(places)>(std::move(places));
}

const Choice* ValueRules::choice_of(std::string_view text) const {
    return choice_of(Value::string(text));
}

const Choice* ValueRules::choice_of(const Value& value) const {
    const auto key = places ? key_of(value) : std::nullopt;
    if (key) {
        const auto found = places->find(*key);
        if (found == places->end()) return nullptr;
        // Different numbers can have the same hash.
        if (const Choice& choice = values[found->second]; choice.value.identical(value)) return &choice;
    }
    const auto found =
        std::ranges::find_if(values, [&](const Choice& choice) { return choice.value.identical(value); });
    return found == values.end() ? nullptr : &*found;
}

std::string root_of_text_form(std::string_view form) {
    const bool has_root =
        (form.starts_with('[') && form.ends_with(".]*")) || (form.starts_with('(') && form.ends_with(".)*"));
    return has_root ? std::string(form.substr(1, form.size() - 4)) : std::string();
}

namespace {

// The form of strings that name symbols: "*", a name; "*.*", an address, or "[root.]*" when its first word
// can be omitted, "(root.)*" when it always is; "target:*", a name after this prefix.
void read_text_form(Reading& read, Node place, const std::string& form, ValueRules& rules) {
    if (form == "*") return;
    rules.refers_under = root_of_text_form(form);
    const bool has_root = !rules.refers_under.empty();
    rules.omits_root = has_root && form.starts_with('(');
    rules.refers_by_address = form == "*.*" || has_root;
    if (has_root) return;
    if (!rules.refers_by_address && form.find('*') + 1 == form.size())
        rules.refers_after = form.substr(0, form.size() - 1);
    else if (!rules.refers_by_address)
        read.report(
            DiagCode::UnsuitablePackValue, place.span(),
            {"refers_to", R"(a form such as "*", "*.*", "[root.]*", "(root.)*" or "prefix:*" is needed)"});
}

// Kinds of symbols, or one form of strings with them.
void read_refers_to(Reading& read, Node node, ValueRules& rules) {
    if (!Reading::is_object(node)) {
        for (std::string& kind : read.words(node, "refers_to"))
            if (kind != "self") rules.refers_to.push_back(std::move(kind));
        return;
    }
    const auto forms = read.entries(node, "refers_to");
    if (forms.size() != 1)
        read.report(DiagCode::UnsuitablePackValue, node.span(),
                    {"refers_to", "one form of strings, with the kinds that it names, is needed"});
    for (const auto& [form, kinds] : forms) {
        rules.refers_to = read.words(kinds, "refers_to");
        read_text_form(read, node, form, rules);
    }
}

// A number of characters or elements, or { min = 1, max = 3 }.
void read_length(Reading& read, Node node, ValueRules& rules) {
    if (!node || node.is(NodeKind::Missing)) return;
    auto count = [&](Node one) -> std::optional<std::uint64_t> {
        auto value = read.value(one, Type::number(), "length", Reading::ReportErrors::Yes);
        if (!value || !value->is_known_number()) return std::nullopt;
        const auto whole = value->as_number().to_int64();
        if (whole && *whole >= 0) return static_cast<std::uint64_t>(*whole);
        read.report(DiagCode::UnsuitablePackValue, one.span(), {"length", "a whole number from 0 is needed"});
        return std::nullopt;
    };
    if (!Reading::is_object(node)) {
        rules.min_length = rules.max_length = count(node);
        return;
    }
    for (const auto& [word, value] : read.members(node, "length", {"min", "max"}))
        (word == "min" ? rules.min_length : rules.max_length) = count(value);
}

// A regular expression, or { "REGULAR EXPRESSION" = "what matches it" }.
void read_pattern(Reading& read, Node node, ValueRules& rules) {
    if (!node) return;
    if (Reading::is_object(node)) {
        const auto entries = read.entries(node, "pattern");
        if (entries.size() != 1)
            return read.report(DiagCode::UnsuitablePackValue, node.span(),
                               {"pattern", "one regular expression and its meaning are needed"});
        rules.pattern_text = entries.front().first;
        rules.pattern_meaning = read.text(entries.front().second, "pattern");
    } else {
        rules.pattern_text = read.text(node, "pattern");
    }
    if (read.language().is_built_in()) {
        rules.pattern = Pattern::later(rules.pattern_text);
        return;
    }
    auto compiled = Pattern::compile(rules.pattern_text);
    if (compiled)
        rules.pattern = std::move(*compiled);
    else
        read.report(DiagCode::UnsuitablePackValue, node.span(), {"pattern", compiled.error()});
}

// Unknown while it is half-typed.
std::optional<Value> read_bound(Reading& read, const PackBlock& block, std::string_view word) {
    auto value = read.value(block.find(word), Type::number(), word, Reading::ReportErrors::Yes);
    if (!value || !value->is_known_number()) return std::nullopt;
    return value;
}

bool is_path(Format format) {
    return format == Format::File || format == Format::FileUrl || format == Format::Folder ||
           format == Format::Path;
}

// One, or what the text is and, as a path, what it leads to.
void read_formats(Reading& read, Node list, ValueRules& rules) {
    for (const Node node : read.elements(list)) {
        const std::string name = read.word(node, "format");
        // Read with the other parts of attributes.
        if (name == "findings" || name == "iterable" || name == "keyed") continue;
        const auto format = format_by_name(name);
        if (format && is_path(*format)) rules.path = *format;
        if (format && (!is_path(*format) || rules.format == Format::None))
            rules.format = *format;
        else if (name == "integer")
            rules.is_whole = true;
        else if (!format)
            read.report(DiagCode::UnknownPackWord, node.span(),
                        {"format", name, format_names() + ", integer, findings, iterable, keyed"});
    }
}

}  // namespace

Notes read_notes(Reading& read, const PackBlock& block) {
    Notes n;
    n.doc = read.text(block.find("doc"), "doc");
    // A link that depends on the block is evaluated for the block.
    if (Node link = block.find("link"); link && eval::variables(link).empty())
        n.link = read.text(link, "link");
    VersionRange range = read_versions(read, block.find("version"), "version");
    n.since = std::move(range.since);
    n.until = std::move(range.until);
    read_deprecation(read, block.find("deprecated"), n);
    n.is_available = is_available(read.language().version, n.since, n.until);
    return n;
}

VersionRange read_versions(Reading& read, Node node, std::string_view what) {
    VersionRange range;
    if (!node || node.is(NodeKind::Missing)) return range;
    const std::string text = read.text(node, what);
    bool is_valid = !text.empty();
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string_view part = syntax::trim_space(std::string_view(text).substr(from, comma - from));
        const std::string version(syntax::trim_space(part.substr(std::min<std::size_t>(part.size(), 2))));
        const bool is_first = part.starts_with(">=");
        std::string& limit = is_first ? range.since : range.until;
        is_valid = is_valid && (is_first || part.starts_with("<=")) && is_version(version) && limit.empty();
        limit = version;
        from = comma + 1;
    }
    if (is_valid) return range;
    read.report(DiagCode::UnsuitablePackValue, node.span(),
                {what, R"(versions such as ">= 1.2", "<= 2.0" or ">= 1.2, <= 2.0" are needed)"});
    return {};
}

bool read_required(Reading& read, const PackBlock& block, TextDef& when) {
    const Node node = block.find("required");
    if (!node || node.is(NodeKind::Missing)) return false;
    if (!eval::variables(node).empty()) {
        when = computed_text(node);
        return false;
    }
    auto value = read.value(node, Type::boolean(), "required", Reading::ReportErrors::Yes);
    return value && value->is_known_bool() && value->as_bool();
}

TextDef computed_text(Node node) {
    TextDef text{node, {}};
    text.needs.add(node);
    return text;
}

bool read_hint(Reading& read, const PackBlock& block) {
    return read.pick<bool>(block.find("lens"), "lens", {{"true", true}, {"false", false}}, true);
}

Icon read_icon(Reading& read, const PackBlock& block) {
    return read.pick<Icon>(block.find("icon"), "icon",
                           {
#define HCL_ICON(name, word) {word, Icon::name},
#include "engine/language/icons.def"
#undef HCL_ICON
                           },
                           Icon::None);
}

ValueRules read_value_rules(Reading& read, const PackBlock& block, const Type& type) {
    ValueRules rules;
    Type scalar = type;
    while (scalar.is_collection()) scalar = Type(scalar.element());
    if (Node values = block.find("values")) read_choices(read, values, scalar, rules);
    // A single word may be unknown where words and addresses are read: see read_attribute.
    enum class Unknown : std::uint8_t { Error, Warning, Allowed, Similar };
    const auto unknown = read.pick<Unknown>(block.find("unknown"), "unknown",
                                            {{"error", Unknown::Error},
                                             {"words", Unknown::Error},
                                             {"warning", Unknown::Warning},
                                             {"allowed", Unknown::Allowed},
                                             {"similar", Unknown::Similar}},
                                            Unknown::Error);
    rules.is_open = unknown == Unknown::Allowed || unknown == Unknown::Similar;
    rules.is_doubtful = unknown == Unknown::Warning || unknown == Unknown::Similar;
    for (Node element : read.elements(block.find("reserved")))
        if (auto value = read.value(element, scalar.is_primitive() ? scalar : Type::dynamic(), "reserved",
                                    Reading::ReportErrors::Yes))
            rules.reserved.push_back(std::move(*value));
    read_formats(read, block.find("format"), rules);
    if (const Node folder = block.find("folder")) rules.path_folder = read.member_of_self(folder, "folder");
    read_pattern(read, block.find("pattern"), rules);
    if (rules.format == Format::VersionConstraint)
        rules.oldest = read.text(block.find("min"), "min");
    else
        rules.min = read_bound(read, block, "min");
    rules.max = read_bound(read, block, "max");
    read_length(read, block.find("length"), rules);
    read_refers_to(read, block.find("refers_to"), rules);
    return rules;
}

}  // namespace hcl::language
