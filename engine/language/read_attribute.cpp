// Annotations of attributes.
#include <algorithm>

#include "engine/base/utf8.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/language/body_parts.h"
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
    if (def.type.is_primitive() && !rules.values.empty() && !rules.is_open &&
        std::ranges::none_of(rules.values, [&](const Choice& one) { return one.value.identical(value); }))
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
        if (rules.min_length && length < *rules.min_length) return shown + " is shorter than \"min_length\".";
        if (rules.max_length && length > *rules.max_length) return shown + " is longer than \"max_length\".";
        if (rules.pattern && !rules.pattern->matches(text)) return shown + " does not match the \"pattern\".";
    }
    return {};
}

}  // namespace

void read_attribute(Reading& read, AttributeDef& def, const PackBlock& block) {
    def.notes = read_notes(read, block);
    if (Node type = block.find("type")) {
        auto parsed =
            eval::parse_type(read.expression(type), eval::TypeExpressionKind::Defaults, Rules::reference());
        def.type = parsed.type;
        def.defaults = parsed.defaults;
    }
    for (Node type : read.elements(block.find("types"))) {
        auto parsed =
            eval::parse_type(read.expression(type), eval::TypeExpressionKind::Constraint, Rules::reference());
        read.report(std::move(parsed.diagnostics));
        def.types.push_back(parsed.type);
    }
    def.is_required = read.flag(block.find("required"), "required");
    def.is_sensitive = read.flag(block.find("sensitive"), "sensitive");
    def.is_read_only = read.flag(block.find("read_only"), "read_only");
    def.is_constant = read.flag(block.find("constant"), "constant");
    def.is_write_only = read.flag(block.find("write_only"), "write_only");
    if (Node node = block.find("nullable")) def.allows_null = read.flag(node, "nullable");
    def.required_if = computed_text(block.find("required_if"));
    def.needs_others = read.words(block.find("needs"), "needs");
    def.conflicts = read.words(block.find("conflicts_with"), "conflicts_with");
    def.default_value =
        read.value(block.find("default"), def.type.without_optional(), "default", Reading::ReportErrors::Yes);
    if (Node fields = block.find("fields")) def.fields = find_body(read, fields).body;
    if (Node fields = block.find("element_fields")) {
        def.fields = find_body(read, fields).body;
        def.has_described_elements = true;
    }
    def.must_refer =
        read.pick<MustRefer>(block.find("must_refer"), "must_refer",
                             {{"any", MustRefer::Any}, {"own", MustRefer::Own}}, MustRefer::Nothing);
    def.never_refers_to_own = read.flag(block.find("never_own"), "never_own");
    def.is_acyclic = read.flag(block.find("acyclic"), "acyclic");
    def.names_argument = read.flag(block.find("names_argument"), "names_argument");
    def.takes_free_words = read.word(block.find("unknown"), "unknown") == "words";
    if (Node node = block.find("validates")) def.validates = read.member_of_self(node, "validates");
    def.iterates =
        read.pick<Iterates>(block.find("iterates"), "iterates",
                            {{"any", Iterates::Any}, {"keyed", Iterates::Keyed}}, Iterates::Nothing);
    def.keys = read.pick<Keys>(block.find("keys"), "keys", {{"any", Keys::Any}, {"findings", Keys::Findings}},
                               Keys::Any);
    if (Node package = block.find("declares_package"))
        def.package_source = read.member_of_self(package, "declares_package");
    if (Node version = block.find("package_version"))
        def.package_version = read.member_of_self(version, "package_version");
    def.takes_bare_collections = read.word(block.find("decoder"), "decoder") == "bare_type";
    def.icon = read_icon(read, block);
    def.snippet = read.text(block.find("snippet"), "snippet");
    def.decoder = read.pick<Decoder>(block.find("decoder"), "decoder",
                                     {{"address", Decoder::Address},
                                      {"addresses", Decoder::Addresses},
                                      {"bare_type", Decoder::Type},
                                      {"call", Decoder::Call},
                                      {"closure", Decoder::Closure},
                                      {"expression", Decoder::Expression},
                                      {"identifiers", Decoder::Identifiers},
                                      {"keyword", Decoder::Keyword},
                                      {"traversal", Decoder::Traversal},
                                      {"traversals", Decoder::Traversals},
                                      {"type", Decoder::Type}},
                                     Decoder::None);
    def.quotes = read.pick<Quotes>(
        block.find("quoted"), "quoted",
        {{"error", Quotes::Error}, {"deprecated", Quotes::Deprecated}, {"allowed", Quotes::Allowed}},
        Quotes::Error);
    def.rules = read_value_rules(read, block, def.type);
    if (def.default_value)
        if (std::string refusal = refusal_of_default(def); !refusal.empty())
            read.report(DiagCode::PackContradiction, block.find("default").span(), {refusal});
    def.rules.is_unique = read.flag(block.find("unique"), "unique");
    for (const BlockView& inner : block.blocks)
        if (inner.type() == "symbol") def.symbol = read_symbol(read, inner, {});
}

}  // namespace hcl::language
