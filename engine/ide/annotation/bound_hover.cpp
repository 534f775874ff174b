// Hover with a language: documentation, type and value.
#include "engine/ide/annotation/bound_hover.h"

#include <algorithm>

#include "engine/base/hcl_string.h"
#include "engine/base/path.h"
#include "engine/bind/description.h"
#include "engine/bind/named_expressions.h"
#include "engine/bind/pack_text.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/text/print.h"
#include "engine/ide/annotation/given_values.h"
#include "engine/ide/annotation/hover.h"
#include "engine/ide/annotation/keyword_hover.h"
#include "engine/ide/completion/completion_list.h"
#include "engine/ide/completion/signature_help.h"
#include "engine/ide/navigation/bound_names.h"
#include "engine/ide/place/expressions.h"
#include "engine/ide/place/outer_keys.h"
#include "engine/language/placeholder.h"
#include "engine/source/severity.h"
#include "engine/syntax/lex/literal.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/rule_page.h"

namespace hcl::ide {

namespace {

using bind::kNone;
using syntax::BinaryOp;
using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;
using syntax::UnaryOp;

constexpr std::size_t kMostValue = 2000;
constexpr std::size_t kMostElements = 8;

void paragraph(std::string& out, std::string_view text) {
    if (text.empty()) return;
    if (!out.empty()) out += "\n\n";
    out += text;
}

// The type, followed by the value where it is known and not sensitive.
std::string value_text(const Value& value) {
    const Value& plain = value.unmarked();
    std::string type = plain.type().to_source();
    if (type.size() > 400) type = plain.type().friendly_name();
    std::string out = "`" + type + "`";
    if (value.is_marked()) return out + "\n\nSensitive: its value is not shown.";
    if (!is_all_unknown(plain))
        out += "\n\n" + code_block(eval::print_value(
                            value, {.width = 80, .show_sensitive = false, .most_bytes = kMostValue}));
    return out;
}

std::string rules_text(const language::ValueRules& rules, std::string_view format_word) {
    std::string out;
    if (!rules.values.empty()) {
        std::string list;
        for (const language::Choice& choice : rules.values)
            list += "- `" + choice.value.to_display(60) + "`" + (choice.doc.empty() ? "" : " " + choice.doc) +
                    (choice.is_deprecated ? " (deprecated)" : "") + "\n";
        list.pop_back();
        paragraph(out, (rules.is_open ? "Often one of:\n\n" : "One of:\n\n") + list);
    }
    if (rules.format != language::Format::None)
        paragraph(out, std::string(format_word) + std::string(language::format_name(rules.format)) + ".");
    if (!rules.pattern_text.empty())
        paragraph(out, rules.pattern_meaning.empty() ? "Must match `" + rules.pattern_text + "`."
                                                     : "Must be " + rules.pattern_meaning + ".");
    if (rules.min && rules.max)
        paragraph(out, "From " + rules.min->to_display(40) + " to " + rules.max->to_display(40) + ".");
    else if (rules.min)
        paragraph(out, "At least " + rules.min->to_display(40) + ".");
    else if (rules.max)
        paragraph(out, "At most " + rules.max->to_display(40) + ".");
    return out;
}

std::string attribute_text(const bind::AttributeDef& def, std::string_view name) {
    std::string type = language::type_source(def);
    if (def.decoder == language::Decoder::Type) type = "type";
    std::string flags;
    if (def.is_required) flags += "required";
    if (def.is_sensitive) flags += flags.empty() ? "sensitive" : ", sensitive";
    if (def.is_read_only) flags += flags.empty() ? "read-only" : ", read-only";
    std::string out = code_block(std::string(name) + (type.empty() ? "" : " = " + type) +
                                 (flags.empty() ? "" : "  # " + flags));
    paragraph(out, notes_text(def.notes));
    paragraph(out, rules_text(def.rules, "Format: "));
    if (def.default_value) paragraph(out, "Default: `" + def.default_value->to_display(200) + "`.");
    return out;
}

std::string block_text(const bind::BlockDef& def, std::string_view type) {
    std::string header(type);
    for (const language::LabelDef& label : def.labels) header += " \"" + label.name + "\"";
    std::string out = code_block(header);
    paragraph(out, notes_text(def.notes));
    if (def.max_items == 1)
        paragraph(out, def.min_items > 0 ? "Required, once." : "At most once.");
    else if (def.min_items > 0)
        paragraph(out, "At least " + std::to_string(def.min_items) + ".");
    return out;
}

// `from`: the file where that is read.
std::string place_text(const bind::Module& module, const SymbolUse& use, const BoundPlace& from) {
    for (const bind::ModuleFile& file : module.files())
        if (file.input.id == use.where.file) {
            const std::string name = relative_path(folder_of(from.file->input.path), file.input.path);
            Position at = file.input.tree->position(use.where.span.start, ColumnUnit::Utf8);
            return "Defined in " + name + ", line " + std::to_string(at.line + 1) + ".";
        }
    return {};
}

// The value of a symbol that equals its block has null for every unset argument.
Value without_nulls(const Value& whole) {
    if (whole.is_marked() || !whole.has_content() || !whole.type().is_object()) return whole;
    std::vector<std::pair<std::string, Value>> set;
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (!whole.value_at(i).is_null())
            set.emplace_back(std::string(whole.key_at(i).as_string()), whole.value_at(i));
    return Value::object(std::move(set));
}

std::string whole_block_text(const Value& value) {
    std::string text = value_text(value);
    const Value shown = without_nulls(value);
    if (shown.is_marked() || !shown.has_content() || !shown.type().is_object()) return text;
    text.resize(std::min(text.find("\n\n"), text.size()));
    if (shown.size() > 0)
        paragraph(text, code_block(eval::print_value(
                            shown, {.width = 80, .show_sensitive = false, .most_bytes = kMostValue})));
    return text;
}

// The value that a symbol has when nothing sets it.
std::string fallback_text(const bind::Module& module, bind::Symbol symbol) {
    constexpr std::size_t kMost = 200;
    const bind::Declaration& d = module.declaration(symbol);
    const bind::UnitSlot slot = module.slot_of(symbol);
    if (d.block == kNone || d.def->fallback.empty() || !slot.state) return {};
    for (std::uint32_t i : slot.unit->bodies[slot.unit->blocks[d.block].body].attributes) {
        if (slot.unit->attributes[i].name != d.def->fallback || !slot.unit->attributes[i].expr) continue;
        const bool is_secret = module.value_of(symbol).contains_marks();
        return "Default: " + (is_secret ? "sensitive" : "`" + one_line(slot.state->values[i], kMost) + "`");
    }
    return {};
}

std::string symbol_text(const BoundName& name, const BoundPlace& from) {
    const bind::Module& module = *name.module;
    bind::Symbol id = name.ids.back();
    const bind::Declaration& d = module.declaration(id);
    std::string address;
    for (const std::string& step : d.address) address += (address.empty() ? "" : ".") + step;
    const bool says_kind = d.def->kind.empty() || d.def->kind == d.address.front();
    std::string out = code_block((says_kind ? "" : d.def->kind + " ") + address);
    paragraph(out, bind::description_of(module.slot_of(id), d));
    if (module.cycles().members.contains(id))
        paragraph(out, "Its value depends on itself.");
    else if (d.block != kNone && !d.def->value)
        paragraph(out, whole_block_text(module.value_of(id)));
    else if (const auto type = bind::collection_type(module, id); type && !module.value_of(id).is_marked())
        paragraph(out, value_text(Value::unknown(*type)));
    else
        paragraph(out, value_text(module.value_of(id)));
    paragraph(out, fallback_text(module, id));
    std::vector<SymbolUse> places = definitions_of(name);
    if (!places.empty()) paragraph(out, place_text(module, places.front(), from));
    return out;
}

std::string_view operator_text(BinaryOp op) {
    switch (op) {
        case BinaryOp::Or:
            return "True when one of the two is.";
        case BinaryOp::And:
            return "True when both are.";
        case BinaryOp::Equal:
            return "True when both are the same value of the same type.";
        case BinaryOp::NotEqual:
            return "True when the two differ in value or type.";
        case BinaryOp::Less:
            return "True when the left number is smaller.";
        case BinaryOp::LessEqual:
            return "True when the left number is not larger.";
        case BinaryOp::Greater:
            return "True when the left number is larger.";
        case BinaryOp::GreaterEqual:
            return "True when the left number is not smaller.";
        case BinaryOp::Add:
            return "The sum of two numbers. Strings are joined by templates: `\"${a}${b}\"`.";
        case BinaryOp::Subtract:
            return "The left number less the right one.";
        case BinaryOp::Multiply:
            return "The product of two numbers.";
        case BinaryOp::Divide:
            return "The left number divided by the right one, with its fraction.";
        case BinaryOp::Modulo:
            return "What remains when the left number is divided by the right one.";
    }
    return "";
}

// The operator token of a node, when it touches the position.
std::optional<Span> operator_at(Node node, std::uint32_t offset) {
    std::uint32_t from = node.first_token();
    std::uint32_t to = node.token_end();
    if (node.is(NodeKind::Binary)) {
        from = node.child(0) ? node.child(0).token_end() : from;
        to = node.child(1) ? node.child(1).first_token() : to;
    } else if (node.is(NodeKind::Unary)) {
        to = node.child(0) ? node.child(0).first_token() : to;
    } else {
        return std::nullopt;
    }
    for (std::uint32_t t = from; t < to; ++t) {
        TokenKind kind = node.token_kind(t);
        bool is_operator = (kind >= TokenKind::Plus && kind <= TokenKind::Or);
        if (is_operator && node.token_span(t).contains(offset)) return node.token_span(t);
    }
    return std::nullopt;
}

std::string function_text(std::string_view name, const eval::Function& function) {
    Signature signature = signature_of(name, function);
    std::string text = code_block(signature.label);
    paragraph(text, signature.documentation);
    std::string list;
    for (const SignatureParameter& p : signature.parameters)
        if (!p.documentation.empty()) {
            std::string label = signature.label.substr(p.label.start, p.label.length());
            list += "- `" + label.substr(0, label.find(':')) + "`: " + p.documentation + "\n";
        }
    paragraph(text, list);
    return text;
}

// The documentation of a finding or a rule.
std::string finding_text(const world::Snapshot& snapshot, const std::string& name) {
    if (const DiagInfo* info = find_diag(name)) {
        std::string text = code_block(diag_id(info->code) + " " + std::string(info->name));
        // Without a place, there is nothing for its slots.
        if (info->title.find('{') == std::string_view::npos) paragraph(text, info->title);
        paragraph(text, "Severity: " + std::string(severity_word(info->severity)));
        return text;
    }
    return world::rule_page(snapshot, name,
                            [](const std::string& path) { return std::string(file_name_of(path)); });
}

struct Hoverer {
    const world::Snapshot& snapshot;
    const BoundPlace& place;
    const ExpressionPlace& at;
    const eval::FunctionTable* more_functions;  // of the language's extension; may be null
    TypedNames typed_names;

    const Rules& rules() const { return *place.module->language().rules; }
    ScopePtr scope(std::size_t up) const {
        ScopePtr names =
            with_types(bind::scope_of(*place.module, *place.slot, at.attribute->body), typed_names);
        return scope_in(std::move(names), static_elements(*place.module), rules(),
                        std::span(at.path).first(at.path.size() - up));
    }

    std::optional<Hover> run() const {
        if (auto found = type_word()) return found;
        if (auto found = field()) return found;
        if (auto found = finding()) return found;
        if (auto found = listed_value()) return found;
        if (auto found = named_argument()) return found;
        language::Decoder decoder = at.attribute->def ? at.attribute->def->decoder : language::Decoder::None;
        if (decoder != language::Decoder::None && decoder != language::Decoder::Expression &&
            decoder != language::Decoder::Closure)
            return std::nullopt;
        Node node = at.node();
        if (node.is(NodeKind::FunctionName)) return function(node);
        for (std::size_t up = 0; up < at.path.size(); ++up)
            if (auto span = operator_at(at.around(up), place.offset)) return operation(up, *span);
        if (auto found = keyword_hover(at.path, place.offset)) {
            found->span = place.in_file(found->span);
            return found;
        }
        if (auto bound = loop_variable(node)) return bound;
        return expression_value();
    }

    // A key of an object whose attributes the pack describes.
    std::optional<Hover> field() const {
        const language::AttributeDef* def = at.attribute->def;
        for (std::size_t i = 0; def && def->fields && i + 1 < at.path.size(); ++i) {
            const language::BodyDef& fields = def->fields->get();
            // Walk down to the item through objects only.
            Type type = def->type;
            while (i + 1 < at.path.size() && !is_item(at.path[i], type)) {
                Node node = at.path[i];
                bool is_open = node.is(NodeKind::Paren) || node.is(NodeKind::Object) ||
                               node.is(NodeKind::JsonObject) || node.is(NodeKind::Conditional);
                bool is_list = node.is(NodeKind::Tuple) || node.is(NodeKind::JsonArray);
                bool is_entry = node.is(NodeKind::ObjectItem) || node.is(NodeKind::JsonProperty);
                if (!is_open && !is_list && !is_entry) return std::nullopt;
                if (is_list || is_entry) type = type.is_collection() ? Type(type.element()) : Type::dynamic();
                ++i;
            }
            if (i + 1 >= at.path.size()) return std::nullopt;
            Node key = at.path[i].child(0);
            std::string name = key.is(NodeKind::JsonString) ? std::string(eval::JsonText(key).text())
                                                            : syntax::label_text(key);
            def = fields.attribute(name);
            if (!def) def = fields.any_attribute.get();
            if (def && at.path[i + 1] == key)
                return Hover{place.in_file(key.span()), attribute_text(*def, name)};
        }
        return std::nullopt;
    }

    // A word that names an argument of the declaration around it.
    std::optional<Hover> named_argument() const {
        const language::AttributeDef* def = at.attribute->def;
        const Node node = at.node();
        if (!def || !def->names_argument || !node.is(NodeKind::Variable)) return std::nullopt;
        const bind::BoundUnit& unit = place.unit();
        for (std::uint32_t body : bind::bodies_around(unit, at.attribute->body)) {
            const std::uint32_t block = unit.bodies[body].block;
            if (block == kNone || unit.blocks[block].declaration == kNone ||
                unit.declarations[unit.blocks[block].declaration].block != block)
                continue;
            const language::AttributeDef* named = unit.bodies[body].attribute(node.text());
            if (!named) return std::nullopt;
            return Hover{place.in_file(node.span()), attribute_text(*named, node.text())};
        }
        return std::nullopt;
    }

    // A key that names a finding or a rule.
    std::optional<Hover> finding() const {
        const language::AttributeDef* def = at.attribute->def;
        if (!def || def->keys != language::Keys::Findings) return std::nullopt;
        for (const Node item : at.path) {
            const bool is_json = item.is(NodeKind::JsonProperty);
            const Node key = is_json || item.is(NodeKind::ObjectItem) ? item.child(0) : Node();
            if (!key || !key.span().touches(place.offset)) continue;
            std::string text = finding_text(
                snapshot, is_json ? std::string(eval::JsonText(key).text()) : syntax::label_text(key));
            if (!text.empty()) return Hover{place.in_file(key.span()), std::move(text)};
        }
        return std::nullopt;
    }

    // The documentation of a literal that is one of the attribute's or field's allowed values.
    std::optional<Hover> listed_value() const {
        const language::AttributeDef* def = at.attribute->def;
        Node value;
        for (Node node : at.path) {
            const bool is_item = node.is(NodeKind::ObjectItem) || node.is(NodeKind::JsonProperty);
            if (is_item && def && def->fields && node.child(0))
                def = def->fields->get().attribute(node.is(NodeKind::JsonProperty)
                                                       ? std::string(eval::JsonText(node.child(0)).text())
                                                       : syntax::label_text(node.child(0)));
            if (is_item && node.child(0) && node.child(0).span().touches(place.offset)) return std::nullopt;
            if (node.is(NodeKind::Call) || node.is(NodeKind::Binary) || node.is(NodeKind::Index))
                return std::nullopt;
            if (!value && !bind::literal_text(node).empty()) value = node;
        }
        if (!def || !value) return std::nullopt;
        const std::string text = bind::literal_text(value);
        for (const language::Choice& choice : def->rules.values) {
            const bool is_string = choice.value.is_known_string();
            if ((is_string ? std::string(choice.value.as_string()) : choice.value.to_display(80)) != text)
                continue;
            std::string shown = code_block(def->name + " = " + std::string(value.text()));
            paragraph(shown, notes_text(choice));
            return Hover{place.in_file(value.span()), std::move(shown)};
        }
        return std::nullopt;
    }

    static bool is_item(Node node, const Type& type) {
        return (node.is(NodeKind::ObjectItem) || node.is(NodeKind::JsonProperty)) && !type.is_map();
    }

    std::optional<Hover> function(Node node) const {
        std::string name(node.text());
        const ScopePtr names = scope(0);
        const eval::Function* function =
            known_function(*place.module, *place.slot, at.attribute->body, name, *names, more_functions);
        if (!function) return std::nullopt;
        return Hover{place.in_file(node.span()), function_text(name, *function)};
    }

    std::optional<Hover> operation(std::size_t up, Span span) const {
        Node node = at.around(up);
        std::string text;
        if (node.is(NodeKind::Binary)) {
            text = code_block("a " + std::string(syntax::spelling(node.binary_op())) + " b");
            paragraph(text, operator_text(node.binary_op()));
        } else {
            text = code_block(std::string(syntax::spelling(node.unary_op())) + "a");
            paragraph(text, node.unary_op() == UnaryOp::Not ? "True when the operand is false."
                                                            : "The number with its sign changed.");
        }
        if (auto value = value_of(place, node, *scope(up))) paragraph(text, "Here: " + value_text(*value));
        return Hover{place.in_file(span), std::move(text)};
    }

    // A name bound by a for expression, at its definition and at its uses.
    std::optional<Hover> loop_variable(Node node) const {
        if (!node.is(NodeKind::Name) && !node.is(NodeKind::Variable)) return std::nullopt;
        for (std::size_t up = 1; up < at.path.size(); ++up) {
            Node loop = at.around(up);
            if (!is_for(loop)) continue;
            if (at.around(up - 1) == for_collection(loop)) continue;
            std::vector<Node> names = for_names(loop);
            auto bound = std::ranges::find_if(names, [&](Node n) { return n.text() == node.text(); });
            if (bound == names.end()) continue;
            bool is_key = names.size() > 1 && bound == names.begin();
            Value through = value_of(place, for_collection(loop), *scope(up)).value_or(Value::dynamic());
            if (through.type().is_dynamic())
                if (const auto type =
                        static_elements(*place.module).collection(for_collection(loop), scope(up)))
                    through = Value::unknown(*type);
            Value one = is_key ? key_of(through) : element_of(through, rules());
            std::string text = code_block("for " + std::string(node.text()));
            std::string what = is_key ? "Each key of " : "Each element of ";
            paragraph(text,
                      what + "`" + short_text(for_collection(loop)) + "`: `" + one.type().to_source() + "`");
            if (through.is_marked())
                paragraph(text, "Sensitive: its values are not shown.");
            else if (has_elements(through))
                paragraph(text, code_block(elements(through, is_key)));
            return Hover{place.in_file(node.span()), std::move(text)};
        }
        return std::nullopt;
    }

    static std::string short_text(Node node) {
        std::string text(node.text().substr(0, 60));
        std::ranges::replace(text, '\n', ' ');
        return node.text().size() > 60 ? text + "…" : text;
    }

    // False for what nothing can iterate over, too.
    static bool has_elements(const Value& value) {
        const Type type = value.type();
        return value.has_content() && (type.is_collection() || type.is_tuple() || type.is_object()) &&
               value.size() > 0;
    }

    static std::string elements(const Value& through, bool keys) {
        std::string out;
        std::size_t shown = std::min(kMostElements, through.size());
        for (std::size_t i = 0; i < shown; ++i)
            out += (i > 0 ? "\n" : "") + one_line(keys ? through.key_at(i) : through.value_at(i), 100);
        if (shown < through.size()) out += "\n# and " + std::to_string(through.size() - shown) + " more";
        return out;
    }

    static bool is_path(Node node) {
        return node.is(NodeKind::Variable) || node.is(NodeKind::GetAttr) || node.is(NodeKind::Index) ||
               node.is(NodeKind::LegacyIndex) || node.is(NodeKind::AttrSplat) ||
               node.is(NodeKind::FullSplat) || node.is(NodeKind::SplatItem);
    }

    // The smallest part of the expression with a value. The value of an expression around an unknown path is
    // not that of the path, so the search stops there.
    std::optional<Hover> expression_value() const {
        const bool in_path = is_path(at.node());
        for (std::size_t up = 0; up < at.path.size(); ++up) {
            Node node = at.around(up);
            if (in_path && !is_path(node)) return std::nullopt;
            // An object key is a name: describe the item that it names.
            const Node item = up + 1 < at.path.size() ? at.around(up + 1) : Node();
            const bool is_key = item && item.child(0) == node &&
                                (item.is(NodeKind::ObjectItem) || item.is(NodeKind::JsonProperty));
            if (is_key) {
                std::optional<Value> named;
                if (item.child(1)) named = value_of(place, item.child(1), *scope(up + 1));
                if (named) return Hover{place.in_file(node.span()), value_text(*named)};
                ++up;
                continue;
            }
            // A key in brackets, too: describe the element.
            if (item && item.is(NodeKind::Index) && item.child(1) == node &&
                !bind::literal_text(node).empty()) {
                const auto element = value_of(place, item, *scope(up + 1));
                if (!element) return std::nullopt;
                return Hover{place.in_file(node.span()), value_text(*element)};
            }
            auto value = value_of(place, node, *scope(up));
            if (!value) continue;
            if (value->type().is_dynamic() && node.is(NodeKind::GetAttr))
                if (auto found = set_member(node)) return found;
            return Hover{place.in_file(node.span()), value_text(*value)};
        }
        return std::nullopt;
    }

    // What the program sets in the block of a symbol whose value is not known.
    std::optional<Hover> set_member(Node node) const {
        std::vector<std::string> address;
        for (const eval::TraversalStep& step : eval::traversal_of(node.child(0))) {
            if (step.kind != eval::TraversalStep::Kind::Root && step.kind != eval::TraversalStep::Kind::Attr)
                return std::nullopt;
            address.push_back(step.name);
        }
        const std::string name(eval::attribute_name(node));
        for (bind::Symbol symbol : place.module->symbols().by_address(address))
            for (const bind::AttributeDef* attribute : set_attributes(*place.module, symbol))
                if (attribute->name == name)
                    return Hover{place.in_file(node.span()), attribute_text(*attribute, name)};
        return std::nullopt;
    }

    static std::string_view word_around(std::string_view text, std::size_t at) {
        auto is_part = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
        std::size_t from = std::min(at, text.size());
        std::size_t to = from;
        while (from > 0 && is_part(text[from - 1])) --from;
        while (to < text.size() && is_part(text[to])) ++to;
        return text.substr(from, to - from);
    }

    // Keywords of type expressions.
    std::optional<Hover> type_word() const {
        if (!at.attribute->def || at.attribute->def->decoder != language::Decoder::Type) return std::nullopt;
        Node node = at.node();
        std::string_view word_here = node.text();
        // In JSON the type is a string, so only its keyword is known at this position.
        if (node.is(NodeKind::JsonString))
            word_here = word_around(word_here, place.offset - node.span().start);
        else if (!node.is(NodeKind::Variable) && !node.is(NodeKind::FunctionName))
            return std::nullopt;
        struct Word {
            std::string_view name;
            std::string_view text;
        };
        constexpr Word kWords[] = {
            {"string", "Text."},
            {"number", "A number of any size, with or without a fraction."},
            {"bool", "`true` or `false`."},
            {"any", "Any one type, decided by the value."},
            {"list", "`list(T)`: values of one type in order."},
            {"set", "`set(T)`: different values of one type, without an order."},
            {"map", "`map(T)`: values of one type by name."},
            {"tuple", "`tuple([A, B])`: a fixed number of values, each of its own type."},
            {"object", "`object({ a = T })`: named values, each of its own type."},
            {"optional", "`optional(T, default)`: an attribute that may be missing."},
        };
        for (const Word& word : kWords)
            if (word.name == word_here) {
                auto from = static_cast<std::uint32_t>(word_here.data() - node.text().data());
                Span span = {node.span().start + from,
                             node.span().start + from + static_cast<std::uint32_t>(word_here.size())};
                return Hover{place.in_file(span), std::string(word.text)};
            }
        return std::nullopt;
    }
};

// The documentation link of this block; a link shared by all blocks of a type is part of the notes.
std::string link_text(const BoundPlace& place, const bind::BoundBlock& block) {
    if (!block.def->link) return {};
    auto index = static_cast<std::uint32_t>(&block - place.unit().blocks.data());
    auto link = bind::pack_text(*place.module, *place.slot, index, block.def->link);
    return link && !link->empty() ? "[Documentation](" + *link + ")" : std::string();
}

std::string type_text(const BoundPlace& place, const bind::BoundBlock& block) {
    std::string text = block_text(*block.def, block.type);
    paragraph(text, link_text(place, block));
    return text;
}

std::string label_text(const BoundPlace& place, const bind::BoundBlock& block, std::size_t index) {
    const language::LabelDef& label = block.def->labels[index];
    std::string text = code_block(label.name + " = " + hcl_string(block.labels[index].value));
    paragraph(text, label.doc);
    for (const bind::BodyDef* def : place.unit().bodies[block.body].defs)
        if (def->notes && index == 0) paragraph(text, notes_text(*def->notes));
    paragraph(text, rules_text(label.rules, "Format: "));
    paragraph(text, link_text(place, block));
    return text;
}

std::optional<Hover> outer_key_hover(BoundPlace place) {
    const std::optional<OuterKey> key = outer_key_at(*place.file, place.offset);
    if (!key) return std::nullopt;
    place.slot = key->slot;
    const bind::BoundBlock& block = key->slot.unit->blocks[key->block];
    if (!key->label) return Hover{key->span, block_text(*block.def, block.type)};
    if (*key->label >= block.def->labels.size()) return std::nullopt;
    return Hover{key->span, label_text(place, block, *key->label)};
}

// An attribute whose name is that of a symbol.
std::string declared_text(const world::Snapshot& snapshot, const BoundName& name, const BoundPlace& from,
                          const bind::BoundAttribute& attribute, const Cancel& cancel) {
    std::string text = symbol_text(name, from);
    paragraph(text, notes_text(attribute.def->notes));
    paragraph(text, rules_text(attribute.def->rules, "Format: "));
    paragraph(text, given_values(snapshot, *name.module, name.ids.back(), cancel));
    return text;
}

// The symbol of a block that an argument names, together with its labels.
std::optional<std::string> declared_by_argument(const BoundPlace& place, const bind::BoundBlock& block) {
    const bind::BoundUnit& unit = place.unit();
    for (std::uint32_t i = 0; i < unit.declarations.size(); ++i) {
        const bind::Declaration& d = unit.declarations[i];
        if (d.block == kNone || &unit.blocks[d.block] != &block ||
            name_step_def(d).kind != language::AddressStep::Kind::Value)
            continue;
        BoundName name;
        name.module = place.module;
        name.ids = {
            bind::Symbol::of(place.slot->file, place.slot->label, bind::Symbol::Kind::Declaration, i)};
        name.name = d.address.back();
        return symbol_text(name, place);
    }
    return std::nullopt;
}

// A symbol of another module that this one calls may have another value here.
std::string text_here(const BoundPlace& place, const std::optional<ExpressionPlace>& at,
                      const BoundName& name) {
    if (!at || !Hoverer::is_path(at->node())) return {};
    const auto value =
        value_of(place, at->node(), *scope_in(place, at->attribute->body, std::span(at->path)));
    if (!value || !value->is_known() || value->is_marked()) return {};
    if (value->identical(name.module->value_of(name.ids.back()))) return {};
    return "Here: " + value_text(*value);
}

// A member that the pack lists: `build.Host`, `node.unique.id`; or such a word, `NOMAD_ALLOC_ID`.
std::optional<Hover> member_hover(const BoundPlace& place) {
    for (const bind::Reference& reference : place.unit().references) {
        if (reference.is_text || !reference.span.touches(place.offset)) continue;
        std::string path;
        for (std::size_t i = 0; i < reference.steps.size() && !reference.steps[i].name.empty(); ++i) {
            const bind::ReferenceStep& step = reference.steps[i];
            path += (i > 1 ? "." : "") + (i > 0 ? step.name : std::string());
            if (!step.span.touches(place.offset)) continue;
            for (const auto& [root, rules] : place.module->language().names.members) {
                const bool is_word = root.ends_with('*');
                if (is_word ? i > 0 : i == 0 || root != reference.steps[0].name) continue;
                for (const language::Choice& choice : rules.values) {
                    if (choice.value.as_string() != (is_word ? step.name : path)) continue;
                    std::string text = code_block(is_word ? step.name : root + '.' + path);
                    paragraph(text, notes_text(choice));
                    return Hover{place.in_file(cover(reference.steps[0].span, step.span)), std::move(text)};
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Hover> bound_hover(const world::Snapshot& snapshot, const BoundPlace& place,
                                 const Cancel& cancel) {
    if (!place.slot) return outer_key_hover(place);
    const bind::BoundUnit& unit = place.unit();
    const std::optional<BoundName> named = name_at(snapshot, place, cancel);
    const bool is_elsewhere = named && named->module != place.module;
    for (const bind::BoundAttribute& attribute : unit.attributes)
        if (attribute.name_span.touches(place.offset) && attribute.def && !is_elsewhere) {
            if (named && named->kind == BoundName::Kind::Symbol)
                return Hover{named->origin, declared_text(snapshot, *named, place, attribute, cancel)};
            const std::uint32_t index = index_of(unit, attribute);
            std::string text = attribute_text(*attribute.def, attribute.name);
            bool has_value = attribute.def->decoder == language::Decoder::None && place.slot->state &&
                             (place.slot->state->values[index].is_wholly_known() ||
                              place.slot->state->values[index].is_marked());
            if (has_value) paragraph(text, "Value: " + value_text(place.slot->state->values[index]));
            return Hover{place.in_file(attribute.name_span), std::move(text)};
        }
    for (const bind::BoundBlock& block : unit.blocks)
        if (block.type_span.touches(place.offset) && block.def && !block.is_elsewhere &&
            !block.is_key_elsewhere)
            return Hover{place.in_file(block.type_span), type_text(place, block)};
    const std::optional<ExpressionPlace> at = expression_at(place);
    if (named && named->kind == BoundName::Kind::Symbol) {
        std::string text = symbol_text(*named, place);
        paragraph(text, is_elsewhere ? text_here(place, at, *named)
                                     : given_values(snapshot, *named->module, named->ids.back(), cancel));
        return Hover{named->origin, std::move(text)};
    }
    // The definition of a function; calls are handled as expressions.
    if (named && named->kind == BoundName::Kind::Function) {
        const ScopePtr names = bind::scope_of(*place.module, *place.slot, 0);
        if (const eval::Function* function = names->find_function(named->name))
            return Hover{named->origin, function_text(named->name, *function)};
    }
    for (const bind::BoundBlock& block : unit.blocks)
        for (std::size_t i = 0; block.def && i < block.labels.size() && i < block.def->labels.size(); ++i)
            if (block.labels[i].span.touches(place.offset) && !block.labels[i].is_elsewhere)
                return Hover{place.in_file(block.labels[i].span),
                             declared_by_argument(place, block).value_or(label_text(place, block, i))};
    if (auto member = member_hover(place)) return member;
    if (!at) return std::nullopt;
    const world::ExtensionOf native = world::extension_of(snapshot, place.module, cancel);
    const auto functions = native.functions();
    TypedNames typed;
    if (native.extension)
        typed = native.extension->typed_names(native.context, place.file->input.id,
                                              place.offset + place.slot->base);
    return Hoverer{snapshot, place, *at, functions.get(), std::move(typed)}.run();
}

}  // namespace hcl::ide
