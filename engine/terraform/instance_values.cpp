// Errors of single instances of repeated blocks. Evaluation takes `each` and `count` for unknown; where the
// keys are known, each argument that reads them is evaluated for each key.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/generated_blocks.h"
#include "engine/check/rule.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/elements.h"
#include "engine/terraform/instance_elements.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/titles.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::kNone;
using bind::UnitSlot;

constexpr std::size_t kMostEvaluated = 100;  // instances of one block

// Its place is in the unit.
struct FaultOfInstance {
    Diagnostic found;
    std::string variable;  // that the instances come from; may be empty
};

// The block that is repeated around an argument that a plan evaluates for each instance.
std::optional<std::uint32_t> owner_of(const BoundUnit& unit, std::uint32_t attribute) {
    std::uint32_t block = unit.bodies[unit.attributes[attribute].body].block;
    for (; block != kNone; block = unit.bodies[unit.blocks[block].parent].block) {
        if (unit.blocks[block].parent == 0) return block;
        // Provisioners run later, and conditions have a rule of their own.
        if (is_common_type(unit.blocks[block].type) || is_iterated_as_each(unit, unit.blocks[block]))
            return std::nullopt;
    }
    return std::nullopt;
}

struct KeyedFaultFinder {
    UnitEvaluation& in;
    std::vector<FaultOfInstance> out{};

    // Whether the instance surely has the body: generated blocks around it may be none.
    bool has_body(std::uint32_t body, const InstanceKey& key) {
        const auto generations = bind::generations_of(in.module.language(), in.unit, body);
        return std::ranges::all_of(generations, [&](std::uint32_t i) {
            const bind::BoundAttribute& repeated = in.unit.attributes[i];
            const auto scope = in.scope_of(repeated.body);
            eval::MapScope of_instance(scope.get());
            key.add_to(of_instance);
            const eval::EvalResult made = in.evaluate(repeated.expr, of_instance);
            const Value& elements = made.value.unmarked();
            const bool can_have_any = elements.has_content() && !elements.type().is_primitive();
            return !has_errors(made.diagnostics) && can_have_any && elements.size() > 0;
        });
    }

    bool is_known(const Diagnostic& found) const {
        auto is_there = [&](const Diagnostic& other) {
            return other.span.start < found.span.end && found.span.start < other.span.end;
        };
        return std::ranges::any_of(in.slot.state->findings, is_there) ||
               std::ranges::any_of(out, is_there, &FaultOfInstance::found);
    }

    void look(std::uint32_t repetition) {
        const bind::BoundAttribute& repeated = in.unit.attributes[repetition];
        const std::uint32_t owner = in.unit.bodies[repeated.body].block;
        const bool is_count = repeated.name == "count";
        const std::vector<InstanceKey> keys = instance_keys(in.value_of(repeated), is_count, kMostEvaluated);
        if (keys.empty()) return;
        std::uint32_t last = kNone;
        for (const bind::Reference& reference : in.unit.references) {
            const std::uint32_t attribute = reference.attribute;
            if (reference.is_text || reference.is_address || attribute == last || attribute == repetition ||
                reference.steps[0].name != (is_count ? "count" : "each") ||
                owner_of(in.unit, attribute) != owner)
                continue;
            last = attribute;
            evaluate(in.unit.attributes[attribute], keys, variable_behind(in.unit, repetition));
        }
    }

    void evaluate(const bind::BoundAttribute& attribute, const std::vector<InstanceKey>& keys,
                  const std::string& variable) {
        if (!attribute.expr || attribute.expr.is_broken()) return;
        // Addresses have no value.
        if (attribute.def && attribute.def->decoder != language::Decoder::None) return;
        const auto scope = in.scope_of(attribute.body);
        for (const InstanceKey& key : keys) {
            eval::MapScope of_instance(scope.get());
            key.add_to(of_instance);
            eval::EvalResult made = in.evaluate(attribute.expr, of_instance);
            if (std::optional<Diagnostic> d = in.misfit_of(attribute, made)) made.diagnostics.push_back(*d);
            for (const Diagnostic& d : made.diagnostics) {
                if (d.severity != Severity::Error || is_known(d)) continue;
                if (!has_body(attribute.body, key)) break;
                out.push_back({d, variable});
                out.back().found.message =
                    as_sentence(d.message) + " That is so for the instance " + key.shown + ".";
            }
        }
    }
};

std::vector<FaultOfInstance> faults_of(UnitEvaluation& evaluation) {
    KeyedFaultFinder finder{evaluation};
    for (const std::uint32_t repetition : instance_arguments(evaluation.unit)) finder.look(repetition);
    return std::move(finder.out);
}

}  // namespace

check::ElementFindings failing_arguments(const bind::Module& module, const UnitSlot& slot,
                                         const Cancel& cancel) {
    const auto& kept = kept_findings<FaultOfInstance>(module, slot, cancel, faults_of);
    check::ElementFindings out{{}, kept.steps};
    for (const FaultOfInstance& fault : kept.list) {
        Diagnostic here = check::finding_in_file(fault.found, slot.base, slot.file);
        here.title = shown_title(module, here);
        out.list.push_back(std::move(here));
    }
    return out;
}

void check_instance_values(const RuleInput& input) {
    const auto report_in = [&](const bind::Module& of, const UsualInstance* usual) {
        each_kept_finding<FaultOfInstance>(
            input, of, Trait::ReadingInstance, faults_of,
            [&](const UnitSlot& slot, const FaultOfInstance& fault) {
                Diagnostic here = check::finding_in_file(fault.found, slot.base, slot.file);
                Diagnostic* d = usual ? usual->report(input, fault.variable, here.span, here.message)
                                      : &input.report(FoundBy::Plan, here.span, here.message);
                if (!d) return;
                d->title = shown_title(input.module, here);
                // Other values of the variable need no change.
                if (usual) return;
                d->fixes = std::move(here.fixes);
                d->related = std::move(here.related);
            });
    };
    report_in(input.module, nullptr);
    for (const UsualInstance& usual : usual_instances(input)) report_in(*usual.module, &usual);
}

}  // namespace hcl::terraform
