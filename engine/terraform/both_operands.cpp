// Operands of `&&` and `||` that fail where the other operand decides. Terraform evaluates both before
// version 1.12, which modules may admit.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/terraform/beyond.h"
#include "engine/terraform/opentofu.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

using bind::kNone;
using bind::UnitSlot;

constexpr std::string_view kFirstThatSkips = "1.12";

const Rules& rules_before(const Rules& rules) {
    static const Rules kBefore = [&] {
        Rules all = rules;
        all.logic_drops_errors = false;
        all.null_logic_operand_is_error = true;
        return all;
    }();
    return kBefore;
}

// Its place is in the unit.
struct FaultOfOperand {
    Diagnostic found;
    std::uint32_t block;  // at the top level; kNone: there is none
};

struct OperandFinder {
    UnitEvaluation& in;
    std::vector<FaultOfOperand> out{};

    void look(const bind::BoundAttribute& attribute) {
        const bool is_evaluated = attribute.def && attribute.def->decoder == language::Decoder::None;
        if (!is_evaluated || !has_logic(attribute) || attribute.expr.is_broken()) return;
        const auto scope = in.scope_of(attribute.body);
        const eval::EvalResult now = in.evaluate(attribute.expr, *scope);
        eval::EvalOptions before = in.options;
        before.rules = &rules_before(*in.options.rules);
        for (Diagnostic& d : eval::evaluate(attribute.expr, scope.get(), before, in.budget).diagnostics) {
            const bool is_there = std::ranges::any_of(now.diagnostics, [&](const Diagnostic& other) {
                return other.span == d.span && other.code == d.code;
            });
            if (d.severity == Severity::Error && !is_there)
                out.push_back(
                    {std::move(d), bind::outermost_block(in.unit, in.unit.bodies[attribute.body].block)});
        }
    }
};

std::vector<FaultOfOperand> operand_faults_of(UnitEvaluation& evaluation) {
    OperandFinder finder{evaluation};
    for (const bind::BoundAttribute& attribute : evaluation.unit.attributes) finder.look(attribute);
    return std::move(finder.out);
}

}  // namespace

void check_both_operands(const RuleInput& input) {
    const Admitted admitted = admitted_around(input.module, kFirstThatSkips);
    if (!admitted.older || program_of(input.module, input.file) == Program::OpenTofu) return;
    constexpr std::string_view kBothEvaluated =
        " Terraform before 1.12 evaluates both operands of `&&` and `||`: use a "
        "conditional, as in `x == null ? false : x.y`.";
    constexpr std::string_view kNoNull = " Before Terraform 1.12 no operand of `&&` and `||` may be null.";
    const auto report_in = [&](const bind::Module& of, const UsualInstance* usual) {
        each_kept_finding<FaultOfOperand>(
            input, of, Trait::Logic, operand_faults_of,
            [&](const UnitSlot& slot, const FaultOfOperand& fault) {
                if (fault.block != kNone &&
                    planned_of(slot, slot.unit->blocks[fault.block]) != Planned::Always)
                    return;
                const Diagnostic here = check::finding_in_file(fault.found, slot.base, slot.file);
                const bool is_of_null = here.code == DiagCode::OperationFailed;
                const std::string sentence =
                    as_sentence(here.message) + std::string(is_of_null ? kNoNull : kBothEvaluated);
                Diagnostic* d = nullptr;
                if (usual)
                    d = usual->report(input, "", here.span, sentence);
                else if (std::ranges::none_of(input.out,
                                              [&](const Diagnostic& o) { return o.span == here.span; }))
                    d = &input.report(DiagCode::FailsInPlan, here.span, {sentence});
                if (!d) return;
                if (!usual) d->message = sentence;
                if (admitted.newer) d->severity = Severity::Warning;
                d->title = here.title;
            });
    };
    report_in(input.module, nullptr);
    for (const UsualInstance& usual : usual_instances(input)) report_in(*usual.module, &usual);
}

}  // namespace hcl::terraform
