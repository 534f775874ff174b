#include "engine/terraform/beyond.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/mark_origins.h"
#include "engine/terraform/reached.h"
#include "engine/terraform/reference_walk.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/shape.h"
#include "engine/terraform/validated.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::Declaration;
using bind::kNone;
using bind::Reference;
using bind::references_of;
using bind::Symbol;
using bind::UnitSlot;

constexpr std::size_t kMostReferences = 500;  // followed for one finding
constexpr std::string_view kNameCharacters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

// Findings of an evaluation.
bool is_of_expression(DiagCode code) {
    constexpr int kFirstOfParts = 3101;
    constexpr int kEndOfCalls = 3700;
    const int number = static_cast<int>(code);
    return number >= kFirstOfParts && number < kEndOfCalls;
}

// Findings that are about values.
bool is_of_value(DiagCode code) {
    if (is_of_expression(code)) return true;
    switch (code) {
        case DiagCode::IncorrectAttributeType:
        case DiagCode::NullNotAllowed:
        case DiagCode::OutOfRange:
        case DiagCode::WrongLength:
        case DiagCode::UnsuitableCollection:
        case DiagCode::UnexpectedIndex:
        case DiagCode::ConditionNotMet:
        case DiagCode::ForEachNotIterable:
        case DiagCode::ForEachNull:
            return true;
        default:
            return false;
    }
}

// How far a place is behind an address: right behind it, behind the key of an instance, or anywhere else.
enum class Behind : std::uint8_t { Address, Key, Other };

Behind behind_address(const std::string& between) {
    std::size_t at = 0;
    bool has_key = false;
    if (between.starts_with("[*]")) return Behind::Other;
    if (between.starts_with('[')) {
        at = between.find(']');
        if (at == std::string::npos) return Behind::Other;
        ++at;
        has_key = true;
    }
    if (at < between.size() && between[at] == '.') ++at;
    if (at != between.size()) return Behind::Other;
    return has_key ? Behind::Key : Behind::Address;
}

// The name behind an address and its key: "id" in `[0].id.x`.
std::string first_attribute(std::string_view text) {
    if (text.starts_with('[')) text.remove_prefix(std::min(text.find(']'), text.size() - 1) + 1);
    if (!text.starts_with('.')) return {};
    text.remove_prefix(1);
    return std::string(text.substr(0, text.find_first_not_of(kNameCharacters)));
}

bool is_of_provider(const std::string& kind) {
    return kind == "resource" || kind == "data" || kind == "ephemeral";
}

// The resource before a place in an expression, and how far behind its address the place is.
struct Before {
    Behind behind;
    bool is_repeated = false;               // the address stands for several instances
    const bind::BoundBody* body = nullptr;  // of the resource
    std::string attribute{};                // the first name behind the address and its key
};

std::optional<Before> resource_before(const bind::Module& module, const Place& place) {
    const syntax::File& tree = *module.file(place.slot.file)->input.tree;
    const bind::BoundUnit& unit = *place.slot.unit;
    constexpr std::uint32_t kLongest = 4 << 10;  // of keys and names
    for (const Reference& reference : references_before(place)) {
        // Only keys and a dot lie between an address and the place.
        const Span next = Span{reference.span.end, reference.span.end + 1}.shifted(place.slot.base);
        if (place.span.start > reference.span.end && !std::string_view("[.").contains(tree.text(next)[0]))
            continue;
        Before before{Behind::Other};
        std::uint32_t end = reference.steps[0].span.end;
        if (reference.steps[0].name == "self") {
            if (!place.outer()) continue;
            before.body = &unit.bodies[place.outer()->body];
        } else {
            const Reached reached = reached_by(module, place.slot, reference);
            const bool is_reached = reached.declaration && reached.declaration->block != kNone &&
                                    reached.steps > 0 && reached.steps <= reference.steps.size();
            if (!is_reached || !is_of_provider(reached.declaration->def->kind)) continue;
            end = reference.steps[reached.steps - 1].span.end;
            before.is_repeated = reached.sets("count") || reached.sets("for_each");
            before.body =
                &reached.home.unit->bodies[reached.home.unit->blocks[reached.declaration->block].body];
        }
        if (end > place.span.start || place.span.start - end > kLongest) continue;
        before.behind = behind_address(tree.text(Span{end, place.span.start}.shifted(place.slot.base)));
        if (before.behind == Behind::Other && place.span.start > reference.span.end) continue;
        before.attribute = first_attribute(tree.text(
            Span{end, std::min(place.attribute->expr.span().end, end + kLongest)}.shifted(place.slot.base)));
        return before;
    }
    return std::nullopt;
}

// Whether `validate` finds it by the schema of the resource before the place: names of attributes, and
// whether there are several instances.
bool is_declared(const Before& before, DiagCode code) {
    if (before.behind == Behind::Address) return !is_about_key(code) || !before.is_repeated;
    if (before.behind == Behind::Key) return true;
    // The schema says nothing about parts of an attribute of type `any`.
    const language::AttributeDef* def = before.body->attribute(before.attribute);
    return !before.attribute.empty() && (!def || !def->type.has_dynamic());
}

bool is_number_at(const syntax::Node& call, const Place& place) {
    return std::ranges::any_of(call.children(), [&](const syntax::Node& argument) {
        return argument.is(syntax::NodeKind::Number) && argument.span().contains(place.span.start);
    });
}

// Whether the innermost call around the place is of a function that looks at its arguments only when all of
// them have values, and a variable is one of them.
bool is_in_late_call(const bind::Module& module, const Place& place) {
    constexpr std::array<std::string_view, 3> kLate{"index", "sum", "templatestring"};
    constexpr std::string_view kNeverValidated = "bcrypt";  // its result is another one each time
    auto contains = [](Span outer, Span inner) {
        return outer.start <= inner.start && inner.end <= outer.end;
    };
    auto reads_variable = [&](Span call) {
        return std::ranges::any_of(
            references_of(*place.slot.unit, index_of(*place.slot.unit, *place.attribute)),
            [&](const Reference& reference) {
                if (!contains(call, reference.span)) return false;
                const Reached reached = reached_by(module, place.slot, reference);
                return reached.declaration && reached.declaration->def->kind == "variable";
            });
    };
    bool is_late = false;
    eval::each_call(place.attribute->expr, [&](syntax::Node call, std::string_view name) {
        if (contains(call.span(), place.span))
            is_late = (name == kNeverValidated && is_number_at(call, place)) ||
                      (std::ranges::find(kLate, name) != kLate.end() && reads_variable(call.span()));
    });
    return is_late;
}

// Whether the value at the place is made of one that `validate` does not compute.
bool depends_on_hidden(const check::ExtensionContext& context, const Place& place) {
    const bind::Module& module = *context.module;
    const std::uint32_t attribute = index_of(*place.slot.unit, *place.attribute);
    const Value validated = validated_value(context, place.slot, attribute)->value;
    // Sensitive keys are refused whether they are known or not.
    if (place.attribute->name == "for_each" && validated.is_marked()) return false;
    const bool has_type = !validated.type().is_dynamic();
    ReferenceWalk walk{.most = kMostReferences};
    auto follow = [&](const UnitSlot& slot, const Reference& reference) {
        if (reference.steps[0].name == "self") return true;
        const Reached reached = reached_by(module, slot, reference);
        if (!reached.declaration) return false;
        if (hides_value(reached) || (!has_type && is_of_provider(reached.declaration->def->kind)))
            return true;
        if (reached.declaration->attribute != kNone)
            walk.open.emplace_back(reached.home, reached.declaration->attribute);
        return false;
    };
    const auto own = references_of(*place.slot.unit, attribute);
    bool is_named = false;
    for (const Reference& reference : own) {
        if (reference.span.end < place.span.start || place.span.end < reference.span.start) continue;
        is_named = true;
        if (follow(place.slot, reference)) return true;
    }
    if (!is_named)
        for (const Reference& reference : own)
            if (follow(place.slot, reference)) return true;
    return walk.run(follow);
}

// Whether the value of an attribute is made of other variables than `own`, or of what is hidden.
bool reads_variables(const bind::Module& module, const UnitSlot& slot, std::uint32_t attribute,
                     std::string_view own) {
    ReferenceWalk walk{.open = {{slot, attribute}}, .most = kMostReferences};
    return walk.run([&](const UnitSlot& home, const Reference& reference) {
        const Reached reached = reached_by(module, home, reference);
        if (!reached.declaration) return false;
        if (hides_value(reached)) return true;
        if (reached.declaration->def->kind == "variable" && reached.declaration->address.back() != own)
            return true;
        if (reached.declaration->attribute != kNone)
            walk.open.emplace_back(reached.home, reached.declaration->attribute);
        return false;
    });
}

// The messages of the validations of each variable that read more than it; "" where the message is no text.
struct ValidationsOfMore {
    std::map<std::string, std::vector<std::string>, std::less<>> messages;
};

ValidationsOfMore find_validations_of_more(const bind::Module& module) {
    ValidationsOfMore out;
    for (const bind::Symbol symbol : module.symbols().by_kind("variable")) {
        if (!symbol.is_declaration()) continue;
        const std::string& name = module.declaration(symbol).address.back();
        const UnitSlot home = module.slot_of(symbol);
        const bind::BoundUnit& unit = *home.unit;
        for (const bind::BoundBlock& block : unit.blocks) {
            if (block.type != "validation") continue;
            const BoundAttribute* condition = attribute_of(unit, block.body, "condition");
            if (!condition || !reads_variables(module, home, index_of(unit, *condition), name)) continue;
            const BoundAttribute* message = attribute_of(unit, block.body, "error_message");
            out.messages[name].push_back(message && message->expr ? bind::literal_text(message->expr) : "");
        }
    }
    return out;
}

// Whether the validation that fails for an argument of a call reads more than the variable that it sets.
bool reads_other_names(const check::ExtensionContext& context, const Place& place, const Diagnostic& found) {
    constexpr std::size_t kMostCompared = 100;
    if (!place.inner()) return false;
    const bind::ModulePtr called = context.called_in(bind::called_folder(*place.slot.unit, *place.inner()));
    if (!called) return false;
    const auto& more =
        called->memo().get<ValidationsOfMore>([&] { return find_validations_of_more(*called); });
    const auto known = more.messages.find(place.attribute ? place.attribute->name : found.arg(0));
    if (known == more.messages.end()) return false;
    return known->second.size() > kMostCompared ||
           std::ranges::any_of(known->second, [&](const std::string& message) {
               return message.empty() || found.arg(1).find(message) != std::string_view::npos;
           });
}

// Whether a called module fails in a validation that reads nothing but its variable, whose value `validate`
// knows from the call.
bool fails_in_validation(const check::ExtensionContext& context, const Place& place,
                         const Diagnostic& found) {
    if (!place.inner() || found.related.empty()) return false;
    const bind::ModulePtr called = context.called_in(bind::called_folder(*place.slot.unit, *place.inner()));
    const bind::ModuleFile* file = called ? called->file(found.related[0].where.file) : nullptr;
    const std::optional<Place> there =
        file ? place_at(*file, found.related[0].where.span) : std::optional<Place>();
    return there && there->attribute && there->path == "variable/validation/condition" &&
           !reads_variables(*called, there->slot, index_of(*there->slot.unit, *there->attribute),
                            there->label(0));
}

// Rules about marks of a value, and the argument that has it.
struct OfMarks {
    std::string_view rule;
    std::string_view argument;
};
constexpr OfMarks kOfMarks[] = {{"sensitive-output", "value"},
                                {"ephemeral-output", "value"},
                                {"ephemeral-count", "count"},
                                {"ephemeral-for-each", "for_each"}};

// The argument whose marks a finding is about; null: it is about something else.
const BoundAttribute* marked_argument(const Place& place, const Diagnostic& found) {
    if (found.code == DiagCode::EphemeralNotAllowed) return place.attribute;
    if (found.code != DiagCode::CheckFailed || !place.inner()) return nullptr;
    const auto* row = std::ranges::find(kOfMarks, found.rule, &OfMarks::rule);
    return row == std::end(kOfMarks) ? nullptr
                                     : attribute_of(*place.slot.unit, place.inner()->body, row->argument);
}

// Settings that only `init` reads.
bool is_of_init(const Place& place, DiagCode code) {
    if (is_of_syntax(code)) return false;
    if (place.path == "terraform/backend") return code == DiagCode::ValueNotAllowed;
    if (place.path.starts_with("terraform/backend/"))
        return place.attribute || code == DiagCode::UnsupportedBlockType;
    return (place.attribute || code == DiagCode::UnsupportedBlockType) &&
           place.path.starts_with("terraform/cloud/");
}

// A call whose result differs each time: a plan leaves it out.
bool is_of_apply(const Diagnostic& found) {
    return (found.code == DiagCode::InvalidArgument && found.arg(1) == "bcrypt") ||
           (found.code == DiagCode::FunctionFailed && found.arg(0) == "bcrypt");
}

// Values in tests that are computed when a run needs them.
bool is_of_run(const Place& place) {
    for (std::string_view kind : {"variables/", "run/variables/", "run/assert/", "provider/"})
        if (place.path.starts_with(kind)) return true;
    return false;
}

// A plan is the first to check that the message of a resource's condition is a string.
bool is_message_of_resource(const Place& place, DiagCode code) {
    if (code != DiagCode::IncorrectAttributeType && code != DiagCode::NullNotAllowed) return false;
    if (place.attribute->name != "error_message" || !place.outer()) return false;
    const std::string& type = place.outer()->type;
    return type == "resource" || type == "data" || type == "ephemeral";
}

// The forms of `replace_triggered_by` that only a plan looks at: of an element, `validate` takes the resource
// that it refers to.
bool is_unread_trigger(const Place& place, const Diagnostic& found) {
    if (!place.attribute || !place.attribute->expr || place.attribute->name != "replace_triggered_by")
        return false;
    // In a key, or about one.
    if (found.code == DiagCode::UndeclaredName || found.code == DiagCode::UnexpectedIndex ||
        found.code == DiagCode::UndeclaredText)
        return true;
    if (found.code != DiagCode::NotAnAddress && found.rule != "replace-triggered-by") return false;
    const syntax::Node list = eval::without_parens(place.attribute->expr);
    if (!list.is(syntax::NodeKind::Tuple)) return false;
    for (syntax::Node element : list.children())
        if (element.span().contains(place.span.start)) return eval::variables(element).size() == 1;
    return false;
}

bool is_about_call(DiagCode code) {
    return code == DiagCode::InvalidArgument || code == DiagCode::FunctionFailed;
}

// Whether `validate` fails at the same place.
bool is_in_validated_value(const check::ExtensionContext& context, const Place& place,
                           const Diagnostic& found) {
    if (is_about_call(found.code) && is_in_late_call(*context.module, place)) return false;
    constexpr int kFamily = 100;  // codes of one subject
    const auto made = validated_value(context, place.slot, index_of(*place.slot.unit, *place.attribute));
    return std::ranges::any_of(made->diagnostics, [&](const Diagnostic& one) {
        return static_cast<int>(one.code) / kFamily == static_cast<int>(found.code) / kFamily &&
               one.span.start == place.span.start;
    });
}

// `config` of a remote state is checked once all of it is known.
bool is_in_late_config(const check::ExtensionContext& context, const Place& place, const Diagnostic& found) {
    if (is_of_expression(found.code) || found.code == DiagCode::CheckFailed ||
        found.code == DiagCode::FailsInPlan)
        return false;
    // It is evaluated for each finding.
    constexpr std::uint32_t kLongest = 16 << 10;
    if (!place.attribute || !place.path.starts_with("data/config") ||
        place.attribute->expr.span().length() > kLongest)
        return false;
    // `validate` runs in a workspace.
    const auto all = references_of(*place.slot.unit, index_of(*place.slot.unit, *place.attribute));
    if (std::ranges::all_of(all, [](const Reference& one) { return one.steps[0].name == "terraform"; }))
        return false;
    return !validated_value(context, place.slot, index_of(*place.slot.unit, *place.attribute))
                ->value.is_wholly_known();
}

bool is_around(const syntax::Node& node, const Place& place) {
    return node.span().contains(place.span.start) && place.span.end <= node.span().end;
}

// The outermost part of an expression that lies at a place; null when none does.
syntax::Node part_at(syntax::Node expr, Span place) {
    while (expr && expr.span() != place) {
        syntax::Node inner;
        for (const syntax::Node child : expr.children())
            if (child.span().start <= place.start && place.end <= child.span().end) inner = child;
        expr = inner;
    }
    return expr;
}

// Whether the place is in a part of the expression that is computed only when another one is known, which it
// is not in `validate`: a result of a conditional, the body of a loop, or arguments before expanded ones.
bool waits_for_unknown(const check::ExtensionContext& context, const Place& place) {
    if (!place.attribute) return false;
    auto is_open = [&](syntax::Node part) {
        const auto made =
            validated_value(context, place.slot, index_of(*place.slot.unit, *place.attribute), part);
        return !has_errors(made->diagnostics) && !made->value.is_known();
    };
    constexpr std::size_t kDeepest = 200;
    syntax::Node node = place.attribute->expr;
    for (std::size_t depth = 0; node && depth < kDeepest; ++depth) {
        const std::vector<syntax::Node> children(node.children().begin(), node.children().end());
        const auto inner = std::ranges::find_if(
            children, [&](const syntax::Node& child) { return is_around(child, place); });
        if (inner == children.end()) return false;
        const auto index = static_cast<std::size_t>(inner - children.begin());
        std::size_t decisive = index;
        if (node.is(syntax::NodeKind::Conditional) || node.is(syntax::NodeKind::IfDirective)) decisive = 0;
        if (node.is(syntax::NodeKind::ForTuple) || node.is(syntax::NodeKind::ForObject) ||
            node.is(syntax::NodeKind::ForDirective))
            decisive = node.has(syntax::kHasKeyName) ? 2 : 1;
        if (node.is(syntax::NodeKind::Call) && node.has(syntax::kExpand)) decisive = children.size() - 1;
        if (decisive < children.size() && decisive != index && is_open(children[decisive])) return true;
        node = *inner;
    }
    return false;
}

// Whether the expression is a loop over a value whose type `validate` does not know: it knows neither the
// type of the result nor its marks.
bool loops_over_anything(const check::ExtensionContext& context, const Place& place,
                         const BoundAttribute& argument) {
    const syntax::Node loop = eval::without_parens(argument.expr);
    if (!loop || (!loop.is(syntax::NodeKind::ForTuple) && !loop.is(syntax::NodeKind::ForObject)))
        return false;
    const syntax::Node collection = loop.child(loop.has(syntax::kHasKeyName) ? 2 : 1);
    return collection &&
           validated_value(context, place.slot, index_of(*place.slot.unit, argument), collection)
               ->value.type()
               .is_dynamic();
}

// Whether `validate` does not know that the value is sensitive or ephemeral: the results of `!`, `-`, `&&`
// and `||` for unknown values have no marks.
bool loses_marks(const check::ExtensionContext& context, const Place& place, const BoundAttribute& argument) {
    if (loops_over_anything(context, place, argument)) return true;
    const syntax::Node made = eval::without_parens(argument.expr);
    const bool is_logic =
        made && made.is(syntax::NodeKind::Binary) &&
        (made.binary_op() == syntax::BinaryOp::And || made.binary_op() == syntax::BinaryOp::Or);
    if (!made || (!is_logic && !made.is(syntax::NodeKind::Unary))) return false;
    return !validated_value(context, place.slot, index_of(*place.slot.unit, argument))->value.is_known();
}

// Conditions of check blocks are not computed: only what references to resources and to fixed names such as
// `path` lead to is looked up.
bool is_in_unrun_check(const Place& place) {
    if (place.path != "check/assert/condition") return false;
    return std::ranges::none_of(references_before(place), [&](const Reference& one) {
        const std::string_view root = one.steps[0].name;
        return root != "local" && root != "var" && one.span.contains(place.span.start);
    });
}

// Whether a reference names an output of a call whose folder has no configuration.
bool is_output_of_empty_module(const check::ExtensionContext& context, const Place& place) {
    constexpr std::size_t kStepsOfOutput = 3;
    for (const Reference& one : references_before(place)) {
        if (one.is_text || one.steps.size() < kStepsOfOutput || one.steps[0].name != "module" ||
            one.steps[2].span != place.span)
            continue;
        return std::ranges::any_of(shape_of(*context.module).calls, [&](const Call& call) {
            return !call.bound().labels.empty() && call.bound().labels[0].value == one.steps[1].name &&
                   is_empty_folder(context, call.folder);
        });
    }
    return false;
}

// Findings about unknown values of types that no command accepts once it knows the value.
bool may_wait_for_value(const bind::Module& module, const UnitSlot& slot, const Diagnostic& found) {
    switch (found.code) {
        case DiagCode::InvalidInTemplate:
        case DiagCode::IncorrectConditionType:
        case DiagCode::InvalidForCondition:
        case DiagCode::InvalidForKey:
            return true;
        case DiagCode::InvalidArgument:
        case DiagCode::FunctionFailed: {
            const std::string_view name = found.arg(found.code == DiagCode::InvalidArgument ? 1 : 0);
            const eval::Function* function = bind::module_scope_of(module, slot)->find_function(name);
            return function && function->check_types;
        }
        default:
            return false;
    }
}

// Whether an argument is made of attributes of providers, or of outputs of calls, which a plan may leave
// unknown.
bool reads_made_values(const bind::Module& module, const Place& place) {
    ReferenceWalk walk{.open = {{place.slot, index_of(*place.slot.unit, *place.attribute)}},
                       .most = kMostReferences};
    return walk.run([&](const UnitSlot& slot, const Reference& reference) {
        if (reference.steps[0].name == "self") return true;
        const Reached reached = reached_by(module, slot, reference);
        if (!reached.declaration) return false;
        const std::string& kind = reached.declaration->def->kind;
        if (kind == "module" || (is_of_provider(kind) && reference.steps.size() > reached.steps)) return true;
        if (reached.declaration->attribute != kNone)
            walk.open.emplace_back(reached.home, reached.declaration->attribute);
        return false;
    });
}

// Whether a plan surely knows what the finding is about, because it is known here.
bool is_known_in_plans(const check::ExtensionContext& context, const Place& place, DiagCode code) {
    if (is_about_call(code)) return false;
    const syntax::Node part = part_at(place.attribute->expr, place.span);
    if (!part) return false;
    constexpr std::uint64_t kMostSteps = 10'000;
    const bind::Module& module = *context.module;
    eval::EvalOptions options = eval::eval_options(*module.language().rules);
    options.cancel = context.cancel;
    options.limits.steps = kMostSteps;
    const auto scope = scope_of_body(context, module, place.slot, place.attribute->body);
    const eval::EvalResult made = eval::evaluate(part, scope.get(), options);
    return !has_errors(made.diagnostics) && made.value.unmarked().is_known();
}

bool is_in_late_block(const Place& place) {
    return std::ranges::any_of(place.blocks, [&](std::uint32_t i) {
        const std::string& type = place.slot.unit->blocks[i].type;
        return type == "provisioner" || type == "connection";
    });
}

bool is_left_to_plans(const check::ExtensionContext& context, const Place& place, const Diagnostic& found) {
    if (found.code == DiagCode::ConditionNotMet && !place.attribute)
        return reads_other_names(context, place, found);
    if (found.severity != Severity::Error || !place.attribute || !is_of_value(found.code)) return false;
    if (place.attribute->name == "ignore_changes") return false;  // followed by types
    if (found.code == DiagCode::ConditionNotMet && reads_other_names(context, place, found)) return true;
    // Types of conditions are looked at when they are known, as a tuple is whatever its elements are.
    if (found.code == DiagCode::IncorrectAttributeType && place.attribute->name == "condition" &&
        !references_of(*place.slot.unit, index_of(*place.slot.unit, *place.attribute)).empty())
        return place.path != "variable/validation/condition" ||
               !validated_value(context, place.slot, index_of(*place.slot.unit, *place.attribute))
                    ->value.is_known();
    if (is_message_of_resource(place, found.code)) return true;
    if (found.code == DiagCode::UnsuitableCollection && loops_over_anything(context, place, *place.attribute))
        return true;
    if (found.code == DiagCode::UnsupportedAttribute && is_of_fixed_name(place)) return false;
    if (context.module->language().id == "terraform-test")
        return is_of_run(place) || found.code == DiagCode::ConditionNotMet;
    if (const auto before = resource_before(*context.module, place);
        before && !is_about_call(found.code) && is_declared(*before, found.code))
        return false;
    if (is_of_expression(found.code))
        return is_in_unrun_check(place) || !is_in_validated_value(context, place, found);
    return depends_on_hidden(context, place);
}

}  // namespace

std::string as_sentence(std::string text) {
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last == std::string::npos) return text;
    text.resize(last + 1);
    std::string_view words = text;
    // The end of a sentence may lie in quotes or brackets.
    while (!words.empty() && std::string_view("\"')`").find(words.back()) != std::string_view::npos)
        words.remove_suffix(1);
    const bool is_ended =
        !words.empty() && std::string_view(".!?:").find(words.back()) != std::string_view::npos;
    return is_ended ? text : text + ".";
}

bool is_about_key(DiagCode code) {
    return code == DiagCode::MissingIndex || code == DiagCode::WrongIndexType ||
           code == DiagCode::IndexOutOfRange || code == DiagCode::IndexOfEmpty ||
           code == DiagCode::NegativeIndex || code == DiagCode::NumberIndexOfObject ||
           code == DiagCode::UnexpectedIndex;
}

std::optional<Diagnostic> found_behind_key(const check::ExtensionContext& context, const Place& place,
                                           const Diagnostic& found) {
    if (!place.attribute || (!is_about_key(found.code) && !is_about_call(found.code))) return std::nullopt;
    const std::uint32_t attribute = index_of(*place.slot.unit, *place.attribute);
    const auto made = validated_value(context, place.slot, attribute);
    // A part of the result of the call.
    if (is_about_call(found.code)) {
        const auto behind = std::ranges::find_if(made->diagnostics, [&](const Diagnostic& d) {
            return d.severity == Severity::Error && d.span.start == place.span.end;
        });
        return behind == made->diagnostics.end() ? std::nullopt : std::optional(*behind);
    }
    for (const Reference& reference : references_before(place)) {
        if (reference.is_text || !reference.span.contains(place.span.start)) continue;
        for (const Diagnostic& d : made->diagnostics)
            if (d.severity == Severity::Error && place.span.start < d.span.start &&
                reference.span.contains(d.span.start))
                return d;
    }
    return std::nullopt;
}

bool is_of_syntax(DiagCode code) {
    constexpr int kEndOfSyntax = 2000;
    return static_cast<int>(code) < kEndOfSyntax;
}

FoundBy found_by(const check::ExtensionContext& context, const Place& place, const Diagnostic& found) {
    if (found.code == DiagCode::CalledModuleFails)
        return fails_in_validation(context, place, found) ? FoundBy::Validate : FoundBy::Plan;
    if (found.rule == "module-source-line") return FoundBy::Init;
    // `validate` knows that such a module has nothing.
    if (found.code == DiagCode::UnsupportedAttribute && is_output_of_empty_module(context, place))
        return FoundBy::Validate;
    // All instances are computed.
    if (place.path.starts_with("import/")) return FoundBy::Validate;
    if (const BoundAttribute* argument = marked_argument(place, found)) {
        if (loses_marks(context, place, *argument)) return FoundBy::Plan;
        const MarksFrom from =
            MarkOrigins(context).of(*context.module, place.slot, index_of(*place.slot.unit, *argument));
        if (from == MarksFrom::Known) return FoundBy::Validate;
        if (from == MarksFrom::Choice) return FoundBy::WhenComputed;
        return found.rule == "sensitive-output" && from == MarksFrom::Setting ? FoundBy::SomePlans
                                                                              : FoundBy::Plan;
    }
    if (found.severity == Severity::Error && is_of_init(place, found.code)) return FoundBy::Init;
    if (is_unread_trigger(place, found) || is_in_late_config(context, place, found)) return FoundBy::Plan;
    const bool is_of_name =
        found.code == DiagCode::UnknownFunction || found.code == DiagCode::UnknownFunctionNamespace;
    if (is_of_name && is_in_unrun_check(place)) return FoundBy::Plan;
    if (is_of_name && waits_for_unknown(context, place)) return FoundBy::WhenComputed;
    const FoundBy later = context.module->language().id == "terraform-test" ? FoundBy::Test
                          : is_of_apply(found)                              ? FoundBy::Apply
                                                                            : FoundBy::Plan;
    // A wrong number of arguments; their types are known before.
    if (found.code == DiagCode::FunctionFailed && is_of_apply(found)) return later;
    if (!is_left_to_plans(context, place, found)) return FoundBy::Validate;
    if (later == FoundBy::Plan && place.attribute && is_in_late_block(place)) return FoundBy::Apply;
    if (later != FoundBy::Plan || !place.attribute || !may_wait_for_value(*context.module, place.slot, found))
        return later;
    return reads_made_values(*context.module, place) && !is_known_in_plans(context, place, found.code)
               ? FoundBy::WhenComputed
               : later;
}

std::string message_of(FoundBy command, std::string sentence) {
    sentence = as_sentence(std::move(sentence));
    switch (command) {
        case FoundBy::Validate:
            return sentence;
        case FoundBy::Plan:
            return make_diagnostic(DiagCode::FailsInPlan, {}, {sentence}).message;
        case FoundBy::PlanOfInstances:
            return sentence +
                   " \"validate\" accepts this, because it does not look at instances; every plan fails.";
        case FoundBy::SomePlans:
            return sentence +
                   " \"validate\" accepts this, because it does not compute the value; plans fail, "
                   "except for those of Terraform 1.10 to 1.12.";
        case FoundBy::WhenComputed:
            return sentence +
                   " \"validate\" accepts this, because it does not compute the value; a plan that does "
                   "fails.";
        case FoundBy::Apply:
            return sentence +
                   " \"validate\" and \"plan\" accept this, because only \"apply\" computes it; every apply "
                   "fails.";
        case FoundBy::Init:
            return sentence + " \"validate\" accepts this, because it does not look at it; \"init\" fails.";
        case FoundBy::Test:
            return sentence + " \"validate\" accepts this, because it runs no tests; the test fails.";
    }
    return sentence;
}

Planned planned_of(const UnitSlot& slot, const bind::BoundBlock& block) {
    // There the names of arguments are those of values.
    if (!slot.state || block.type == "locals") return Planned::Always;
    for (const std::uint32_t i : slot.unit->bodies[block.body].blocks) {
        const bind::BoundBlock& inner = slot.unit->blocks[i];
        const BoundAttribute* enabled =
            inner.type == "lifecycle" ? attribute_of(*slot.unit, inner.body, "enabled") : nullptr;
        if (!enabled || index_of(*slot.unit, *enabled) >= slot.state->values.size()) continue;
        const Value& value = slot.state->values[index_of(*slot.unit, *enabled)].unmarked();
        if (!value.is_known_bool()) return Planned::WithInstances;
        if (!value.as_bool()) return Planned::Never;
    }
    for (const std::string_view name : {"count", "for_each"}) {
        const BoundAttribute* repetition = attribute_of(*slot.unit, block.body, name);
        if (!repetition) continue;
        const std::uint32_t index = index_of(*slot.unit, *repetition);
        if (index >= slot.state->values.size()) break;
        const Value& value = slot.state->values[index].unmarked();
        if (!value.is_known()) return Planned::WithInstances;
        // Null makes no instance, too; it is reported elsewhere.
        if (instance_keys(value, name == "count", 1).empty()) return Planned::Never;
    }
    return Planned::Always;
}

Planned planned_at(const Place& place) {
    const bind::BoundBlock* outer = place.outer();
    if (!outer) return Planned::Always;
    const bool is_repetition = place.attribute && place.attribute->body == outer->body &&
                               (place.attribute->name == "count" || place.attribute->name == "for_each");
    return is_repetition ? Planned::Always : planned_of(place.slot, *outer);
}

bool is_second_operand(const Place& place) {
    if (!place.attribute) return false;
    bool is_second = false;
    syntax::Node node = place.attribute->expr;
    while (node) {
        syntax::Node inner;
        std::size_t index = 0;
        for (const syntax::Node child : node.children()) {
            if (is_around(child, place)) {
                inner = child;
                break;
            }
            ++index;
        }
        if (!inner) break;
        // No version evaluates a result that is not chosen, or the body of a loop over an unknown collection.
        if (node.is(syntax::NodeKind::Conditional) && index > 0) return false;
        if (node.is(syntax::NodeKind::ForTuple) || node.is(syntax::NodeKind::ForObject))
            if (index > (node.has(syntax::kHasKeyName) ? 2U : 1U)) return false;
        const bool is_logic =
            node.is(syntax::NodeKind::Binary) &&
            (node.binary_op() == syntax::BinaryOp::And || node.binary_op() == syntax::BinaryOp::Or);
        is_second |= is_logic && index == 1;
        node = inner;
    }
    return is_second;
}

bool is_of_fixed_name(const Place& place) {
    constexpr std::array<std::string_view, 4> kFixed{"count", "each", "path", "terraform"};
    return std::ranges::any_of(references_before(place), [&](const Reference& one) {
        return one.steps.size() > 1 && one.steps[1].span.end == place.span.end &&
               std::ranges::find(kFixed, one.steps[0].name) != kFixed.end();
    });
}

bool is_of_resource(const bind::Module& module, const Place& place) {
    if (!place.attribute) return false;
    const auto before = resource_before(module, place);
    return before && before->behind != Behind::Other;
}

}  // namespace hcl::terraform
