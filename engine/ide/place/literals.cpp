#include "engine/ide/place/literals.h"

#include "engine/eval/analysis/json_string.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::ide {

namespace {

using syntax::Node;
using syntax::NodeKind;

bool has_rules(const bind::BoundAttribute& attribute) {
    return attribute.def && attribute.def->rules.format != language::Format::None && attribute.expr &&
           !attribute.expr.is(NodeKind::Missing);
}

}  // namespace

void each_literal(
    const BoundPlace& place, const Cancel& cancel,
    const std::function<void(const bind::BoundAttribute& attribute, Span span, std::string text)>& visit) {
    place.file->each_unit([&](const bind::UnitSlot& slot) {
        cancel.poll();
        for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
            if (!has_rules(attribute)) continue;
            const syntax::Chunk& chunk = attribute.expr.chunk();
            std::uint32_t end = attribute.expr.id() + attribute.expr.data().size;
            for (std::uint32_t id = attribute.expr.id(); id < end; ++id) {
                Node node(&chunk, attribute.expr.base(), id);
                std::string text;
                if (node.is(NodeKind::Template) && syntax::is_string_literal(node)) {
                    text = syntax::template_items(node)[0].text;
                } else if (node.is(NodeKind::JsonString)) {
                    eval::JsonText json(node);
                    if (json.may_be_template()) continue;
                    text = json.text();
                } else {
                    continue;
                }
                Span span = node.span();
                if (span.length() >= 2)
                    visit(attribute, Span{span.start + 1, span.end - 1}.shifted(slot.base), std::move(text));
            }
        }
    });
}

}  // namespace hcl::ide
