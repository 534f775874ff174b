#include "engine/bind/pack_text.h"

#include "engine/bind/block_values.h"
#include "engine/bind/scopes.h"
#include "engine/eval/evaluate.h"
#include "engine/value/convert.h"

namespace hcl::bind {

namespace {

constexpr std::uint64_t kStepsOfText = 20'000;  // an editor asks for the texts of all blocks at once

// The value of the pack expression; dynamic when evaluation fails.
Value evaluated(const language::Language& language, const BlockDef* def,
                const std::vector<std::string>& texts, Value self, const language::TextDef& text) {
    const auto scope = pack_scope_of_object(language, def, texts, std::move(self));
    eval::EvalOptions options = eval::eval_options(Rules::reference());
    options.source = language.pack;
    options.limits.steps = kStepsOfText;
    eval::EvalResult result = eval::evaluate(text.expr, scope.get(), options);
    return has_errors(result.diagnostics) ? Value::dynamic() : result.value;
}

Value evaluated(const Module& module, const UnitSlot& slot, std::uint32_t index,
                const language::TextDef& text) {
    const BoundBlock& block = slot.unit->blocks[index];
    std::vector<std::string> labels;
    labels.reserve(block.labels.size());
    for (const BoundLabel& label : block.labels) labels.push_back(label.value);
    return evaluated(
        module.language(), block.def, labels,
        slot.state ? body_object(*slot.unit, *slot.state, block.body, &text.needs, 0) : Value::dynamic(),
        text);
}

std::optional<std::string> to_text(const Value& value) {
    if (value.is_marked()) return std::nullopt;
    ValueResult converted = convert_value(value, Type::string(), Rules::reference());
    if (!converted || !converted->is_known_string()) return std::nullopt;
    return std::string(converted->as_string());
}

}  // namespace

std::optional<std::string> pack_text(const Module& module, const UnitSlot& slot, std::uint32_t block,
                                     const language::TextDef& text) {
    if (!text) return std::nullopt;
    return to_text(evaluated(module, slot, block, text));
}

namespace {

bool is_true(const Value& marked) {
    const Value& value = marked.unmarked();
    return value.is_known_bool() && value.as_bool();
}

}  // namespace

bool pack_condition(const Module& module, const UnitSlot& slot, std::uint32_t block,
                    const language::TextDef& condition) {
    return !condition || is_true(evaluated(module, slot, block, condition));
}

std::string outline_name(const Module& module, const UnitSlot& slot, std::uint32_t index) {
    const BoundBlock& block = slot.unit->blocks[index];
    if (block.def)
        if (auto text = pack_text(module, slot, index, block.def->outline); text && !text->empty())
            return *text;
    std::string name = block.type;
    for (const BoundLabel& label : block.labels) name += " " + label.value;
    return name;
}

std::string outline_name(const language::Language& language, const BlockDef& def,
                         const std::vector<std::string>& labels) {
    if (!def.outline || def.outline.needs.all || !def.outline.needs.names.empty()) return {};
    return to_text(evaluated(language, &def, labels, Value::dynamic(), def.outline)).value_or("");
}

std::string block_link(const Module& module, const UnitSlot& slot, std::uint32_t index) {
    const BoundBlock& block = slot.unit->blocks[index];
    if (!block.def) return {};
    if (auto text = pack_text(module, slot, index, block.def->link)) return *text;
    return block.def->notes.link;
}

}  // namespace hcl::bind
