// Annotations of attributes.
#include <algorithm>

#include "engine/base/utf8.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/language/body_parts.h"
#include "engine/language/pack_value_rules.h"
#include "engine/language/value_format.h"
#include "engine/value/convert.h"

namespace hcl::language {

using syntax::BlockView;
using syntax::Node;

namespace {

// Why the attribute's own rules refuse its default; empty if they accept it.
std::string refusal_of_default(const AttributeDef& def) {
    const Value& value = *def.default_value;
    const ValueRules& rules = def.rules;
    const std::string shown = "The default " + value.to_display(40);
    if (!def.types.empty() && !fits_some(value, def.types))
        return shown + " has none of the types in \"type\".";
    if (def.type.is_primitive() && !rules.values.empty() && !rules.is_open && !rules.choice_of(value))
        return shown + " is none of the \"values\".";
    if (value.is_known_number()) {
        if (rules.min && rules.min->is_known_number() && value.as_number() < rules.min->as_number())
            return shown + " is less than \"min\", which is " + rules.min->to_display(40) + ".";
        if (rules.max && rules.max->is_known_number() && rules.max->as_number() < value.as_number())
            return shown + " is greater than \"max\", which is " + rules.max->to_display(40) + ".";
        if (rules.is_whole && !value.as_number().to_int64()) return shown + " is not an integer.";
    }
    if (value.is_known_string()) {
        const std::string_view text = value.as_string();
        const std::uint64_t length = count_characters(text);
        if (rules.min_length && length < *rules.min_length)
            return shown + " is shorter than \"length\" allows.";
        if (rules.max_length && length > *rules.max_length)
            return shown + " is longer than \"length\" allows.";
        if (rules.pattern && !rules.pattern->matches(text)) return shown + " does not match the \"pattern\".";
    }
    return {};
}

// One type, or several in brackets, which are alternatives.
void read_type(Reading& read, AttributeDef& def, Node type) {
    if (!type) return;
    if (!eval::without_parens(type).is(syntax::NodeKind::Tuple)) {
        auto parsed =
            eval::parse_type(read.expression(type), eval::TypeExpressionKind::Defaults, Rules::reference());
        def.type = parsed.type;
        def.defaults = parsed.defaults;
        return;
    }
    for (Node one : read.compared_elements(type, "type"))
        def.types.push_back(
            eval::parse_type(read.expression(one), eval::TypeExpressionKind::Constraint, Rules::reference())
                .type);
}

// The schema of an object, of each element that is one, or, as { "*" = body.x }, of an object's values.
void read_fields(Reading& read, AttributeDef& def, Node fields) {
    if (!fields) return;
    if (!Reading::is_object(fields)) {
        def.fields = find_body(read, fields).body;
        return;
    }
    for (const auto& [key, body] : read.members(fields, "fields", {"*"})) {
        def.fields = find_body(read, body).body;
        def.has_described_elements = true;
    }
}

// `refers`: references that the expression must, or must not, contain.
void read_refers(Reading& read, AttributeDef& def, Node node) {
    enum class Refers : std::uint8_t { Nothing, Any, Own, Others, Acyclic, Declared };
    for (Node element : read.elements(node)) {
        const auto one = read.pick<Refers>(element, "refers",
                                           {{"any", Refers::Any},
                                            {"own", Refers::Own},
                                            {"others", Refers::Others},
                                            {"acyclic", Refers::Acyclic},
                                            {"declared", Refers::Declared}},
                                           Refers::Nothing);
        if (one == Refers::Any) def.must_refer = MustRefer::Any;
        if (one == Refers::Own) def.must_refer = MustRefer::Own;
        if (one == Refers::Others) def.never_refers_to_own = true;
        if (one == Refers::Acyclic) def.is_acyclic = true;
        if (one == Refers::Declared) def.refers_to_declared = true;
    }
}

// The members of the value with the address of a package and the constraint of its version.
void read_package(Reading& read, AttributeDef& def, Node node) {
    if (!node) return;
    for (const auto& [word, member] : read.members(node, "package", {"address", "version"}))
        (word == "address" ? def.package_source : def.package_version) = read.member_of_self(member, word);
}

// Whether the value can be null, and its elements.
void read_nullable(Reading& read, AttributeDef& def, Node node) {
    enum class Nullable : std::uint8_t { Default, Yes, No, Whole };
    const auto nullable = read.pick<Nullable>(
        node, "nullable", {{"true", Nullable::Yes}, {"false", Nullable::No}, {"whole", Nullable::Whole}},
        Nullable::Default);
    def.allows_null = nullable != Nullable::No;
    const bool has_parts = def.type.is_collection() && !def.type.element().is_dynamic();
    def.rules.takes_null_parts = !has_parts || nullable == Nullable::Yes ||
                                 (nullable != Nullable::Whole && read.language().takes_null_parts);
}

}  // namespace

void read_attribute(Reading& read, AttributeDef& def, const PackBlock& block) {
    def.notes = read_notes(read, block);
    read_type(read, def, block.find("type"));
    def.is_required = read_required(read, block, def.required_if);
    def.is_sensitive = read.flag(block.find("sensitive"), "sensitive");
    def.is_constant = read.flag(block.find("constant"), "constant");
    const Node access = block.find("access");
    def.is_read_only = read.pick<bool>(access, "access", {{"read", true}, {"write", false}}, false);
    def.is_write_only = access && read.word(access, "access") == "write";
    def.needs_others = read.words(block.find("needs"), "needs");
    def.default_value =
        read.value(block.find("default"), def.type.without_optional(), "default", Reading::ReportErrors::Yes);
    read_fields(read, def, block.find("fields"));
    read_refers(read, def, block.find("refers"));
    const Node kinds = block.find("refers_to");
    def.names_argument =
        !Reading::is_object(kinds) && std::ranges::count(read.words(kinds, "refers_to"), "self") > 0;
    def.takes_free_words = read.word(block.find("unknown"), "unknown") == "words";
    if (Node node = block.find("message")) def.validates = read.member_of_self(node, "message");
    const std::vector<std::string> formats = read.words(block.find("format"), "format");
    const std::string format = formats.empty() ? std::string() : formats.front();
    if (format == "iterable") def.iterates = Iterates::Any;
    if (format == "keyed") def.iterates = Iterates::Keyed;
    if (format == "findings") def.keys = Keys::Findings;
    read_package(read, def, block.find("package"));
    const std::string decoder = read.word(block.find("decoder"), "decoder");
    def.takes_bare_collections = decoder == "bare_type";
    def.takes_int = decoder == "int_type";
    def.icon = read_icon(read, block);
    def.has_hint = read_hint(read, block);
    def.snippet = read.text(block.find("snippet"), "snippet");
    def.decoder = read.pick<Decoder>(block.find("decoder"), "decoder",
                                     {{"address", Decoder::Address},
                                      {"addresses", Decoder::Addresses},
                                      {"bare_type", Decoder::Type},
                                      {"call", Decoder::Call},
                                      {"closure", Decoder::Closure},
                                      {"expression", Decoder::Expression},
                                      {"identifiers", Decoder::Identifiers},
                                      {"int_type", Decoder::Type},
                                      {"keyword", Decoder::Keyword},
                                      {"traversal", Decoder::Traversal},
                                      {"traversals", Decoder::Traversals},
                                      {"type", Decoder::Type},
                                      {"types", Decoder::Type}},
                                     Decoder::None);
    def.quotes = read.pick<Quotes>(
        block.find("quoted"), "quoted",
        {{"error", Quotes::Error}, {"deprecated", Quotes::Deprecated}, {"allowed", Quotes::Allowed}},
        Quotes::Error);
    def.rules = read_value_rules(read, block, def.type);
    read_nullable(read, def, block.find("nullable"));
    // Several types in brackets, too.
    if (decoder == "types") def.rules.is_open = true;
    if (def.default_value)
        if (std::string refusal = refusal_of_default(def); !refusal.empty())
            read.report(DiagCode::PackContradiction, block.find("default").span(), {refusal});
    def.rules.is_unique = read.flag(block.find("unique"), "unique");
    for (const BlockView& inner : block.blocks)
        if (inner.type() == "symbol") def.symbol = read_symbol(read, inner, {});
}

}  // namespace hcl::language
