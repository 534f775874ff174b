#include "engine/ide/place/literals.h"

#include <algorithm>

#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/function.h"
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

void each_literal(const bind::UnitSlot& slot, const bind::BoundAttribute& attribute,
                  const std::function<void(Span span, std::string text)>& visit) {
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
        if (span.length() >= 2) visit(Span{span.start + 1, span.end - 1}.shifted(slot.base), std::move(text));
    }
}

void each_literal(
    const BoundPlace& place, const Cancel& cancel,
    const std::function<void(const bind::BoundAttribute& attribute, Span span, std::string text)>& visit) {
    place.file->each_unit([&](const bind::UnitSlot& slot) {
        cancel.poll();
        for (const bind::BoundAttribute& attribute : slot.unit->attributes)
            if (has_rules(attribute))
                each_literal(slot, attribute,
                             [&](Span span, std::string text) { visit(attribute, span, std::move(text)); });
    });
}

void each_read_path(const bind::Module& module, const bind::UnitSlot& slot,
                    const std::function<void(const ReadPath& path)>& visit) {
    constexpr std::string_view kModule = "${path.module}/";
    if (slot.unit->calls.empty()) return;
    const eval::FunctionTable& functions = *module.language().evaluation.functions;
    auto argument = [&](Node node) {
        const std::string text(node.text());
        if (text.size() < 2 || text.front() != '"' || text.back() != '"') return;
        std::string inner = text.substr(1, text.size() - 2);
        std::uint32_t start = node.span().start + slot.base + 1;
        if (inner.starts_with(kModule)) {
            inner.erase(0, kModule.size());
            start += static_cast<std::uint32_t>(kModule.size());
        }
        if (inner.find_first_of("$%\\\"") != std::string::npos) return;
        const Span span{start, start + static_cast<std::uint32_t>(inner.size())};
        visit({span, std::move(inner)});
    };
    for (const bind::BoundAttribute& attribute : slot.unit->attributes) {
        if (!attribute.expr) continue;
        eval::each_call(attribute.expr, [&](Node call, std::string_view name) {
            const auto function = functions.find(name);
            if (function && function->reads_files && call.child_count() >= 2) argument(call.child(1));
        });
    }
}

}  // namespace hcl::ide
