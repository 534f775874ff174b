#include "engine/bind/generated_blocks.h"

#include <algorithm>

#include "engine/bind/evaluation.h"
#include "engine/bind/resolution.h"
#include "engine/value/convert.h"

namespace hcl::bind {

bool is_generator(const language::Language& language, const BoundBlock& block) {
    return !language.dynamic_blocks.empty() && block.type == language.dynamic_blocks &&
           block.labels.size() == 1;
}

const std::string& made_type(const language::Language& language, const BoundBlock& block) {
    return is_generator(language, block) ? block.labels.front().value : block.type;
}

const BoundBlock* generator_of(const language::Language& language, const BoundUnit& unit,
                               const BoundBlock& block) {
    const std::uint32_t around = unit.bodies[block.parent].block;
    if (block.type != "content" || around == kNone) return nullptr;
    return is_generator(language, unit.blocks[around]) ? &unit.blocks[around] : nullptr;
}

std::vector<std::uint32_t> generations_of(const language::Language& language, const BoundUnit& unit,
                                          std::uint32_t body) {
    std::vector<std::uint32_t> out;
    if (language.dynamic_blocks.empty()) return out;
    for (const std::uint32_t around : bodies_around(unit, body)) {
        const std::uint32_t content = unit.bodies[around].block;
        if (content == kNone) break;
        const BoundBlock* generator = generator_of(language, unit, unit.blocks[content]);
        if (!generator) continue;
        if (const std::uint32_t i = attribute_in(unit, generator->body, "for_each"); i != kNone)
            out.push_back(i);
    }
    return out;
}

GeneratedLabels generated_labels(const UnitSlot& slot, const BoundBlock& generator, std::size_t most) {
    const std::uint32_t index = attribute_in(*slot.unit, generator.body, "labels");
    if (index == kNone) return {.is_known = true, .count = 0, .values = {}, .place = {}};
    const BoundAttribute& argument = slot.unit->attributes[index];
    GeneratedLabels out{.is_known = false,
                        .count = 0,
                        .values = {},
                        .place = argument.expr ? argument.expr.span() : argument.name_span};
    const Value list = slot.state ? slot.state->values[index] : Value::dynamic();
    const Value& labels = list.unmarked();
    const bool is_list = labels.has_content() &&
                         (labels.type().is_tuple() || labels.type().is_list() || labels.type().is_set());
    if (!is_list) return out;
    out.is_known = true;
    out.count = labels.size();
    for (std::size_t i = 0; i < std::min<std::size_t>(most, labels.size()); ++i) {
        ValueResult label = convert_value(labels.value_at(i), Type::string(), Rules::reference());
        const bool is_text = label && !label->is_null();
        const Value text = is_text ? std::move(*label) : Value::unknown(Type::string());
        out.values.push_back(text.with_marks(list.marks()));
    }
    return out;
}

// Whether the body is generated with an unknown number of blocks, or with none.
bool Evaluation::may_not_be_made(std::uint32_t body) {
    const std::vector<std::uint32_t> generations = generations_of(module_.language(), unit_, body);
    return std::ranges::any_of(generations, [&](std::uint32_t i) {
        attribute(i);
        const Value& elements = state_.values[i].unmarked();
        if (!elements.has_content()) return true;
        const Type type = elements.type();
        return (type.is_collection() || type.is_structural()) && elements.size() == 0;
    });
}

// Whether the position is in a reference to a symbol with a schema, which is certain without evaluation.
bool Evaluation::is_of_described_symbol(std::uint32_t index, Span place) const {
    const Reference* last = nullptr;
    for (const Reference& reference : references_of(unit_, index))
        if (reference.span.start <= place.start && (!last || reference.span.start >= last->span.start))
            last = &reference;
    if (!last) return false;
    const Resolution found = resolve(module_, slot_, *last);
    return std::ranges::any_of(found.symbols, [&](Symbol symbol) {
        return symbol.is_declaration() && module_.declaration(symbol).def->depends_on_all;
    });
}

}  // namespace hcl::bind
