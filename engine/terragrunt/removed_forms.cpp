#include "engine/terragrunt/removed_forms.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/check/insertion.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/terragrunt/stack_values.h"

namespace hcl::terragrunt {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;

struct PlacedAttribute {
    UnitSlot slot;
    const BoundAttribute* attribute = nullptr;

    Span place() const { return attribute->span.shifted(slot.base); }
    std::string value(const syntax::File& tree) const {
        return tree.text(attribute->expr.span().shifted(slot.base));
    }
};

struct Rewriter {
    const bind::ModuleFile& file;
    Diagnostic& d;

    const syntax::File& tree() const { return *file.input.tree; }

    PlacedAttribute top_level(std::string_view name) const {
        PlacedAttribute found;
        file.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].attributes)
                if (slot.unit->attributes[i].name == name && slot.unit->attributes[i].expr &&
                    !found.attribute)
                    found = {slot, &slot.unit->attributes[i]};
        });
        return found;
    }
    bool has_block(std::string_view type) const {
        bool found = false;
        file.each_unit([&](const UnitSlot& slot) {
            for (std::uint32_t i : slot.unit->bodies[0].blocks)
                found = found || slot.unit->blocks[i].type == type;
        });
        return found;
    }

    void offer(std::string title, std::vector<Edit> edits) {
        Fix fix{.title = std::move(title), .edits = {}, .preferred = true};
        for (Edit& edit : edits) fix.edits.push_back({file.input.id, std::move(edit)});
        d.fixes.push_back(std::move(fix));
    }

    void skip() {
        const PlacedAttribute skip = top_level("skip");
        if (!skip.attribute || has_block("exclude")) return;
        offer("Write a block \"exclude\"",
              {{skip.place(), "exclude {\n  if      = " + skip.value(tree()) +
                                  "\n  actions = [\"all\"]\n  no_run  = true\n}"}});
    }

    // The three attributes are one block now, in which all are required.
    void retry() {
        struct Part {
            std::string_view before;
            std::string_view now;
            std::string_view otherwise;
        };
        constexpr std::array<Part, 3> kParts{
            Part{"retryable_errors", "retryable_errors  ", "get_default_retryable_errors()"},
            Part{"retry_max_attempts", "max_attempts      ", "3"},
            Part{"retry_sleep_interval_sec", "sleep_interval_sec", "5"}};
        if (has_block("errors")) return;
        std::string text = "errors {\n  retry \"errors\" {\n";
        std::vector<Span> places;
        for (const Part& part : kParts) {
            const PlacedAttribute is = top_level(part.before);
            if (is.attribute) places.push_back(is.place());
            text += "    " + std::string(part.now) + " = " +
                    (is.attribute ? is.value(tree()) : std::string(part.otherwise)) + "\n";
        }
        text += "  }\n}";
        if (places.empty()) return;
        std::ranges::sort(places, {}, &Span::start);
        std::vector<Edit> edits{{places[0], std::move(text)}};
        for (std::size_t i = 1; i < places.size(); ++i)
            edits.push_back({check::removed_place(tree(), places[i]), ""});
        offer("Write a block \"errors\"", std::move(edits));
    }

    void merge_with_state() {
        const PlacedBlock around = block_around(file, d.span);
        if (!around.block) return;
        const bind::BoundUnit& unit = *around.slot.unit;
        if (expression_in(unit, around.block->body, "mock_outputs_merge_strategy_with_state")) return;
        for (std::uint32_t i : unit.bodies[around.block->body].attributes) {
            const BoundAttribute& attribute = unit.attributes[i];
            if (attribute.name != "mock_outputs_merge_with_state" || !attribute.expr) continue;
            const std::string value = tree().text(attribute.expr.span().shifted(around.slot.base));
            const std::string_view now = value == "true"    ? "\"shallow\""
                                         : value == "false" ? "\"no_merge\""
                                                            : std::string_view();
            if (now.empty()) return;
            offer("Change to mock_outputs_merge_strategy_with_state",
                  {{attribute.span.shifted(around.slot.base),
                    "mock_outputs_merge_strategy_with_state = " + std::string(now)}});
        }
    }
};

}  // namespace

void add_rewrite(const bind::ModuleFile& file, Diagnostic& d) {
    if (file.input.tree->options().syntax != syntax::Syntax::Native || !d.fixes.empty()) return;
    Rewriter rewriter{file, d};
    if (d.code != DiagCode::NotAvailable && d.code != DiagCode::DeprecatedName) return;
    const std::string_view name = d.arg(0);
    if (name == "skip")
        rewriter.skip();
    else if (name == "mock_outputs_merge_with_state")
        rewriter.merge_with_state();
    else if (name == "retryable_errors" || name == "retry_max_attempts" || name == "retry_sleep_interval_sec")
        rewriter.retry();
}

}  // namespace hcl::terragrunt
