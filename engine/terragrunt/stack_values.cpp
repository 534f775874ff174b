#include "engine/terragrunt/stack_values.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/bind/resolution.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/guards.h"
#include "engine/language/call_folder.h"
#include "engine/terragrunt/run_module.h"

namespace hcl::terragrunt {

using bind::BoundAttribute;
using bind::BoundBlock;
using bind::UnitSlot;
using syntax::Node;
using syntax::NodeKind;

// A path without what stands for the folder of the repository.
std::string shown(const std::string& path) {
    return path.starts_with(language::kInRepository) ? path.substr(language::kInRepository.size())
                                                     : language::as_written(path);
}

// The expression of an attribute in a block; null when it is not set.
Node expression_in(const bind::BoundUnit& unit, std::uint32_t body, std::string_view name) {
    for (std::uint32_t i : unit.bodies[body].attributes)
        if (unit.attributes[i].name == name && unit.attributes[i].expr)
            return eval::without_parens(unit.attributes[i].expr);
    return {};
}

PlacedBlock block_around(const bind::ModuleFile& file, Span place) {
    const std::optional<UnitSlot> inside = file.unit_at(place.start);
    if (!inside || !inside->unit) return {};
    const UnitSlot slot = file.first_of_entry(inside->label);
    if (!slot.unit) return {};
    for (std::uint32_t i : slot.unit->bodies[0].blocks)
        if (slot.unit->blocks[i].span.shifted(slot.base).contains(place.start))
            return {slot, &slot.unit->blocks[i]};
    return {};
}

namespace {

// A value that a unit reads as `values.NAME`.
struct ReadValue {
    std::string name;
    const UnitSlot* slot;
    Span place;
};

// Visits those that must be there: no default follows.
template <typename Visit>
void each_read_value(const bind::ModuleFile& file, const Visit& visit) {
    file.each_unit([&](const UnitSlot& slot) {
        bind::Guards guards(*slot.unit, eval::error_catching_functions());
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.is_text || reference.steps.size() < 2 || reference.steps[0].name != "values" ||
                reference.steps[1].name.empty())
                continue;
            if (!guards.cover(reference))
                visit(ReadValue{reference.steps[1].name, &slot, reference.steps[1].span});
        }
    });
}

// The names of the values that a stack passes; nothing when they are not known.
std::optional<std::set<std::string>> passed_names(const UnitSlot& slot, const BoundBlock& block,
                                                  Node values) {
    std::set<std::string> passed;
    if (!values) return passed;
    if (values.is(NodeKind::Object)) {
        for (Node item : values.children()) passed.insert(bind::literal_text(item.child(0)));
        if (passed.contains("")) return std::nullopt;
        return passed;
    }
    for (std::uint32_t i : slot.unit->bodies[block.body].attributes) {
        if (slot.unit->attributes[i].name != "values" || !slot.state) continue;
        const Value& all = slot.state->values[i].unmarked();
        if (!all.has_content() || !all.type().is_object()) return std::nullopt;
        for (const ObjectAttribute& member : all.type().attributes()) passed.insert(std::string(member.name));
        return passed;
    }
    return std::nullopt;
}

// The path that a unit or a stack is generated from; empty when it is not known.
std::string source_of(const UnitSlot& slot, const BoundBlock& block) {
    const std::string called = bind::called_folder(*slot.unit, block);
    std::string folder = called.substr(called.rfind(':') + 1);
    const bool is_path = is_relative_path(folder) || folder.starts_with(language::kInRepository);
    return is_path ? folder : std::string();
}

bool is_part_of_stack(const BoundBlock& block) {
    return block.type == "unit" || block.type == "stack";
}

// A value that a stack passes to the module.
struct PassedValue {
    std::string name;
    FileId file;
    Span whole;
    Span key;
    std::string from;  // the name of the file
};

void values_of_file(const bind::Module& values, const std::function<void(PassedValue)>& visit) {
    for (const bind::ModuleFile& one : values.files())
        one.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].attributes) {
                const BoundAttribute& a = slot.unit->attributes[i];
                visit({a.name, slot.file, a.span.shifted(slot.base), a.name_span.shifted(slot.base),
                       std::string(file_name_of(one.input.path))});
            }
        });
}

constexpr std::size_t kMostStacks = 20;

// Visits the blocks of a stack whose source is this module.
void each_block_for(const check::ExtensionContext& context, const bind::Module& stack,
                    const std::function<void(const UnitSlot&, const BoundBlock&)>& visit) {
    const FileId own = context.module->files()[0].input.id;
    stack.files()[0].each_unit([&](const UnitSlot& slot) {
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (!is_part_of_stack(block)) continue;
            const bind::ModulePtr made = context.called_by(stack, bind::called_folder(*slot.unit, block));
            if (made && !made->files().empty() && made->files()[0].input.id == own) visit(slot, block);
        }
    });
}

void values_of_stack(const check::ExtensionContext& context, const bind::Module& stack,
                     const std::function<void(PassedValue)>& visit) {
    const std::string from(file_name_of(stack.files()[0].input.path));
    each_block_for(context, stack, [&](const UnitSlot& slot, const BoundBlock& block) {
        for (std::uint32_t value : slot.unit->bodies[block.body].attributes) {
            const BoundAttribute& values = slot.unit->attributes[value];
            if (values.name != "values" || !values.expr) continue;
            std::set<std::string> written;
            for (const InputEntry& entry : input_entries(values)) {
                written.insert(entry.name);
                visit({entry.name, slot.file, cover(entry.key.span(), entry.value.span()).shifted(slot.base),
                       entry.key.span().shifted(slot.base), from});
            }
            // Of a value that is computed, the names may be known.
            const Span place = values.expr.span().shifted(slot.base);
            if (const auto names = passed_names(slot, block, expression_in(*slot.unit, block.body, "values")))
                for (const std::string& name : *names)
                    if (!written.contains(name)) visit({name, slot.file, place, place, from});
        }
    });
}

// Those of the file beside it; without one, those of the stacks that name its folder.
void each_passed_value(const check::ExtensionContext& context,
                       const std::function<void(PassedValue)>& visit) {
    if (!context.implied || !context.mentioning) return;
    if (const bind::ModulePtr values = context.implied("terragrunt.values.hcl", "terragrunt-values"))
        return values_of_file(*values, visit);
    for (const bind::ModulePtr& stack : context.mentioning(kStack, kMostStacks))
        if (!stack->files().empty()) values_of_stack(context, *stack, visit);
}

// The values that the unit or stack of the block at the cursor reads and that are not passed yet.
std::set<std::string> values_to_pass(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                     const check::ExtensionCursor& cursor) {
    std::set<std::string> names;
    const PlacedBlock around = block_around(file, {cursor.offset, cursor.offset});
    if (!around.block || !is_part_of_stack(*around.block) || !context.implied) return names;
    const std::string folder = source_of(around.slot, *around.block);
    const bind::ModulePtr made =
        folder.empty() ? nullptr
                       : context.implied(folder, around.block->type == "stack" ? kStack : "terragrunt");
    if (!made || made->files().empty()) return names;
    each_read_value(made->files()[0], [&](const ReadValue& read) { names.insert(read.name); });
    const Node values = expression_in(*around.slot.unit, around.block->body, "values");
    if (values && values.is(NodeKind::Object))
        for (Node item : values.children())
            if (item.is(NodeKind::ObjectItem) &&
                !item.child(0).span().shifted(around.slot.base).touches(cursor.offset))
                names.erase(bind::literal_text(item.child(0)));
    return names;
}

// Visits the blocks of all stacks whose source is this module.
void each_block_of_stacks(const check::ExtensionContext& context,
                          const std::function<void(const UnitSlot&, const BoundBlock&)>& visit) {
    if (!context.mentioning || !context.called || context.module->files().empty()) return;
    for (const bind::ModulePtr& stack : context.mentioning(kStack, kMostStacks))
        if (!stack->files().empty()) each_block_for(context, *stack, visit);
}

}  // namespace

namespace {

// Whether a block of a stack may mean the folder of this module: its source leads nowhere from the stack,
// which is itself generated into another folder, and ends like this folder.
bool may_be_source_of(const check::ExtensionContext& context, const bind::Module& stack) {
    constexpr std::string_view kUp = "../";
    const std::string_view own = folder_of(context.module->files()[0].input.path);
    bool may_be = false;
    stack.files()[0].each_unit([&](const UnitSlot& slot) {
        for (const std::uint32_t i : slot.unit->bodies[0].blocks) {
            const BoundBlock& block = slot.unit->blocks[i];
            if (may_be || !is_part_of_stack(block)) continue;
            std::string path = clean_path(source_of(slot, block));
            const std::size_t steps = path.find_first_not_of("./");
            if (!path.starts_with(kUp) || steps == std::string::npos) continue;
            path = path.substr(steps - 1) + "/";
            may_be = own.ends_with(path) && !context.called_by(stack, bind::called_folder(*slot.unit, block));
        }
    });
    return may_be;
}

}  // namespace

bool is_source_of_stack(const check::ExtensionContext& context) {
    bool is_source = false;
    each_block_of_stacks(context, [&](const UnitSlot&, const BoundBlock&) { is_source = true; });
    if (is_source || !context.mentioning || !context.called || context.module->files().empty())
        return is_source;
    return std::ranges::any_of(context.mentioning(kStack, kMostStacks), [&](const bind::ModulePtr& stack) {
        return !stack->files().empty() && may_be_source_of(context, *stack);
    });
}

bool is_added_by_stack(const check::ExtensionContext& context, std::string_view dependency) {
    bool is_added = false;
    each_block_of_stacks(context, [&](const UnitSlot& slot, const BoundBlock& block) {
        for (const BoundBlock& inner : slot.unit->blocks)
            if (block.span.contains(inner.span.start) && inner.type == "dependency" &&
                !inner.labels.empty() && inner.labels[0].value == dependency)
                is_added = true;
    });
    return is_added;
}

void check_values_beside(const check::ExtensionContext& context, const bind::ModuleFile& file,
                         Diagnostics& out) {
    const bind::ModulePtr values = context.implied("terragrunt.values.hcl", "terragrunt-values");
    if (!values) return;
    std::set<std::string> known;
    for (const bind::ModuleFile& one : values->files())
        one.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].attributes)
                known.insert(slot.unit->attributes[i].name);
        });
    const SimilarNames similar(std::vector<std::string>(known.begin(), known.end()));
    each_read_value(file, [&](const ReadValue& read) {
        if (known.contains(read.name)) return;
        out.push_back(make_diagnostic(DiagCode::UndeclaredName, read.place.shifted(read.slot->base),
                                      {"values." + read.name, did_you_mean(similar.nearest(read.name))}));
        out.back().file = read.slot->file;
    });
}

namespace {

// The names of the values that must be passed to a unit or stack; kept with it, since many blocks can name
// it.
struct ReadNames {
    std::set<std::string> all;
};

const std::set<std::string>& names_read_by(const bind::Module& unit) {
    return unit.memo()
        .get<ReadNames>([&] {
            ReadNames names;
            each_read_value(unit.files()[0], [&](const ReadValue& read) { names.all.insert(read.name); });
            return names;
        })
        .all;
}

// How many names one check of a file may still compare; the limit is that of suggestions. A context is used
// by one thread.
struct ComparedNames {
    std::uint64_t left = limits::compared_names;
    bool is_said = false;
};

// Whether as many more names may be compared; says once when they may not.
bool may_compare(const check::ExtensionContext& context, std::size_t names, Location place,
                 Diagnostics& out) {
    ComparedNames& compared =
        *context.memo->get<std::unique_ptr<ComparedNames>>([] { return std::make_unique<ComparedNames>(); });
    if (names <= compared.left) {
        compared.left -= names;
        return true;
    }
    compared.left = 0;
    if (std::exchange(compared.is_said, true)) return false;
    out.push_back(make_diagnostic(DiagCode::EvaluationOverBudget, place.span, {"", ""}));
    out.back().message =
        "The values that this file passes from here on are not compared with those that are read: there are "
        "too many.";
    out.back().file = place.file;
    out.back().severity = Severity::Info;
    return false;
}

}  // namespace

void check_passed_values(const check::ExtensionContext& context, const UnitSlot& slot,
                         const BoundBlock& block, Diagnostics& out) {
    const std::string folder = source_of(slot, block);
    if (folder.empty()) return;
    const bind::ModulePtr unit = context.implied(folder, block.type == "stack" ? kStack : "terragrunt");
    if (!unit || unit->files().empty()) return;
    const std::set<std::string>& read = names_read_by(*unit);
    const Node values = expression_in(*slot.unit, block.body, "values");
    const Span place = values ? values.span() : block.header_span;
    if (!may_compare(context, read.size(), {slot.file, place.shifted(slot.base)}, out)) return;
    const std::optional<std::set<std::string>> passed = passed_names(slot, block, values);
    if (!passed) return;
    for (const std::string& name : read) {
        if (passed->contains(name)) continue;
        out.push_back(make_diagnostic(DiagCode::MissingRequiredArgument, place.shifted(slot.base), {name}));
        out.back().message = "The " + block.type + " in \"" + shown(folder) + "\" reads \"values." + name +
                             "\", which is not among the values that this stack passes.";
        out.back().file = slot.file;
        out.back().severity = Severity::Warning;
    }
}

std::optional<check::ExtensionDefinition> passed_value_at(const check::ExtensionContext& context,
                                                          const bind::ModuleFile& file,
                                                          std::uint32_t offset) {
    const bind::ReferenceStep* step = nullptr;
    Span origin;
    file.each_unit([&](const UnitSlot& slot) {
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.is_text || reference.steps.size() < 2 || reference.steps[0].name != "values" ||
                !reference.steps[1].span.shifted(slot.base).touches(offset))
                continue;
            step = &reference.steps[1];
            origin = step->span.shifted(slot.base);
        }
    });
    if (!step || step->name.empty()) return std::nullopt;
    std::optional<check::ExtensionDefinition> found;
    each_passed_value(context, [&](const PassedValue& value) {
        if (value.name != step->name) return;
        if (found)
            found->others.push_back({value.file, value.whole, value.key});
        else
            found = {origin, value.file, value.whole, value.key};
    });
    return found;
}

std::vector<check::ExtensionItem> values_to_complete(const check::ExtensionContext& context,
                                                     const bind::ModuleFile& file,
                                                     const check::ExtensionCursor& cursor) {
    using Kind = check::ExtensionItem::Kind;
    std::vector<check::ExtensionItem> items;
    if (cursor.at != check::ExtensionCursor::At::Value || cursor.in_string || cursor.path.empty())
        return items;
    const Node last = cursor.path.back();
    if (last.is(NodeKind::GetAttr) && last.child(0).is(NodeKind::Variable) &&
        last.child(0).text() == "values") {
        std::set<std::string> known;
        each_passed_value(context, [&](const PassedValue& value) {
            if (!value.name.empty() && known.insert(value.name).second)
                items.push_back({.kind = Kind::Member, .label = value.name, .detail = value.from});
        });
    } else if (context.module->language().id == kStack && is_at_key_of(cursor, "values")) {
        for (const std::string& name : values_to_pass(context, file, cursor))
            items.push_back({.kind = Kind::Argument, .label = name, .is_expected = true});
    }
    return items;
}

}  // namespace hcl::terragrunt
