// Hover on what a language knows: documentation, type and value.
#include "engine/ide/bound_hover.h"

#include <algorithm>

#include "engine/eval/expr_view.h"
#include "engine/eval/print.h"
#include "engine/schema/evaluate.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

void paragraph(std::string& out, std::string_view text) {
    if (text.empty()) return;
    if (!out.empty()) out += "\n\n";
    out += text;
}

void notes(std::string& out, const language::Notes& n) {
    paragraph(out, n.doc);
    if (n.is_deprecated) paragraph(out, "**Deprecated.** " + n.deprecated);
    if (n.is_experimental) paragraph(out, "Experimental: it may change.");
    if (!n.since.empty()) paragraph(out, "Since " + n.since + ".");
    if (!n.example.empty()) paragraph(out, "```hcl\n" + n.example + "\n```");
    if (!n.link.empty()) paragraph(out, "[Documentation](" + n.link + ")");
}

std::string code(std::string_view text) {
    return "```hcl\n" + std::string(text) + "\n```";
}

std::string shown(const Value& value) {
    return eval::print_value(value, {.width = 80, .show_sensitive = false, .most_bytes = 2000});
}

std::string value_line(const Value& value) {
    const Value& plain = value.unmarked();
    std::string type = plain.type().to_source();
    if (!value.is_wholly_known()) return "`" + type + "`";
    return "`" + type + "`\n\n" + code(shown(value));
}

std::string attribute_text(const bind::AttributeDef& def, std::string_view name) {
    std::string type = def.type.is_dynamic() ? "" : def.type.to_constraint_source();
    if (def.decoder == language::Decoder::Type) type = "type";
    std::string out = code(std::string(name) + (type.empty() ? "" : " = " + type) +
                           (def.is_required ? "  # required" : ""));
    notes(out, def.notes);
    if (!def.rules.values.empty()) {
        std::string list;
        for (const language::Choice& choice : def.rules.values)
            list += "- `" + choice.value.to_display(60) + "`" + (choice.doc.empty() ? "" : " " + choice.doc) +
                    "\n";
        paragraph(out, (def.rules.is_open ? "Often one of:\n\n" : "One of:\n\n") + list);
    }
    if (def.rules.format != language::Format::None)
        paragraph(out, "Format: " + std::string(language::format_name(def.rules.format)));
    return out;
}

std::string block_text(const bind::BlockDef& def, std::string_view type) {
    std::string header(type);
    for (const language::LabelDef& label : def.labels) header += " \"" + label.name + "\"";
    std::string out = code(header);
    notes(out, def.notes);
    return out;
}

std::string symbol_text(const bind::Module& module, bind::Symbol id) {
    const bind::Declaration& d = module.declaration(id);
    std::string address;
    for (const std::string& step : d.address) address += (address.empty() ? "" : ".") + step;
    std::string out = code((d.def->kind.empty() ? "" : d.def->kind + " ") + address);
    if (module.is_in_cycle(id))
        paragraph(out, "Its value depends on itself.");
    else
        paragraph(out, value_line(module.value_of(id)));
    return out;
}

}  // namespace

std::optional<Hover> bound_hover(const BoundPlace& place) {
    if (!place.slot) return std::nullopt;
    const bind::BoundUnit& unit = place.unit();
    for (const bind::BoundAttribute& attribute : unit.attributes)
        if (attribute.name_span.touches(place.offset) && attribute.def) {
            auto index = static_cast<std::size_t>(&attribute - unit.attributes.data());
            std::string text = attribute_text(*attribute.def, attribute.name);
            bool has_value = attribute.def->decoder == language::Decoder::None && place.slot->state &&
                             place.slot->state->values[index].is_wholly_known();
            if (has_value) paragraph(text, "Value: " + value_line(place.slot->state->values[index]));
            return Hover{place.in_file(attribute.name_span), std::move(text)};
        }
    for (const bind::BoundBlock& block : unit.blocks)
        if (block.type_span.touches(place.offset) && block.def)
            return Hover{place.in_file(block.type_span), block_text(*block.def, block.type)};
    if (auto symbols = symbols_at(place); symbols && !symbols->ids.empty())
        return Hover{symbols->origin, symbol_text(*place.module, symbols->ids.back())};
    for (const bind::BoundBlock& block : unit.blocks)
        for (std::size_t i = 0; block.def && i < block.labels.size() && i < block.def->labels.size(); ++i)
            if (block.labels[i].span.touches(place.offset)) {
                std::string text = code(block.def->labels[i].name + " = \"" + block.labels[i].value + "\"");
                paragraph(text, block.def->labels[i].doc);
                return Hover{place.in_file(block.labels[i].span), std::move(text)};
            }
    // Any part of an expression: the smallest node there, and what it is worth.
    for (const bind::BoundAttribute& attribute : unit.attributes) {
        if (!attribute.expr || !attribute.expr.span().touches(place.offset) || !attribute.def) continue;
        if (attribute.def->decoder != language::Decoder::None) return std::nullopt;
        Node node = attribute.expr;
        for (bool deeper = true; deeper;) {
            deeper = false;
            for (Node child : node.children())
                if (child.span().touches(place.offset) && !child.is(NodeKind::ForTuple) &&
                    !child.is(NodeKind::ForObject) && !child.is(NodeKind::TemplateLiteral) &&
                    !child.is(NodeKind::ObjectItem) && !child.is(NodeKind::Interpolation)) {
                    node = child;
                    deeper = true;
                    break;
                }
        }
        auto scope = place.module->scope_of(*place.slot, attribute.body);
        if (node.is(NodeKind::FunctionName)) {
            const eval::Function* function = scope->find_function(node.text());
            if (!function) return std::nullopt;
            std::string signature = std::string(node.text()) + "(";
            for (const eval::Parameter& p : function->parameters)
                signature += (signature.back() == '(' ? "" : ", ") + p.name;
            if (function->variadic)
                signature += (signature.back() == '(' ? "" : ", ") + function->variadic->name + "...";
            std::string text = code(signature + ")");
            paragraph(text, function->description);
            return Hover{place.in_file(node.span()), std::move(text)};
        }
        auto result =
            eval::evaluate(node, scope.get(), schema::eval_options(*place.module->language().rules));
        if (has_errors(result.diagnostics)) return std::nullopt;
        return Hover{place.in_file(node.span()), value_line(result.value)};
    }
    return std::nullopt;
}

}  // namespace hcl::ide
