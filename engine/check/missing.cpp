// Missing required attributes and blocks. See top_level.cpp for the top level.
#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>

#include "engine/base/counted.h"
#include "engine/check/broken_parts.h"
#include "engine/check/insertion.h"
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

BodySource source_of(const UnitRule& rule, const bind::BoundBody& body) {
    return {*rule.module.file(rule.slot.file)->input.tree, rule.slot.base, rule.unit, body};
}

void add_fix(Diagnostic& d, std::string title, std::vector<Edit> edits) {
    if (edits.empty()) return;
    Fix& fix = d.fixes.emplace_back();
    fix.title = std::move(title);
    for (Edit& edit : edits) fix.edits.push_back({{}, std::move(edit)});
}

// Reports a required argument at one that takes any name and has nearly this one.
bool report_misspelt(UnitRule& rule, const bind::BoundBody& body, const bind::AttributeDef& required) {
    for (std::uint32_t i : body.attributes) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        if (body.attribute(attribute.name) || (!attribute.def && !body.is_lenient)) continue;
        Suggester near(attribute.name);
        near.offer(required.name);
        if (near.best().empty()) continue;
        Diagnostic& d = rule.report(DiagCode::MissingRequiredArgument, attribute.name_span, {required.name});
        d.message = "The argument \"" + required.name + "\" is required here, and \"" + attribute.name +
                    "\" is nearly its name.";
        add_replacement(d, attribute.name_span, required.name);
        return true;
    }
    return false;
}

// One body, with the arguments and blocks that it lacks.
class LackingBody {
  public:
    LackingBody(UnitRule& rule, const bind::BoundBody& body)
        : rule_(rule),
          body_(body),
          most_(std::min(kMost, kLeast + rule.unit.blocks[body.block].span.length() / kBytesOfFinding)) {}

    void run() {
        for (const bind::BodyDef* def : body_.defs) {
            for (const std::uint32_t i : def->demands().always.attributes) attribute(def->attributes[i]);
            for (const std::uint32_t i : def->demands().always.blocks) block(*def, def->blocks[i]);
        }
        if (found_ > most_) rule_.out.back().message += " More are missing.";
    }

  private:
    // Findings of one body: fewer where it is short, so that they stay in proportion to the text.
    static constexpr std::size_t kMost = 10;
    static constexpr std::size_t kLeast = 2;
    static constexpr std::size_t kBytesOfFinding = 6;
    static constexpr std::size_t kItemsOfStep = 16;

    bool has_attribute(const std::string& name) {
        if (!names_) {
            names_.emplace();
            for (const std::uint32_t i : body_.attributes) names_->insert(rule_.unit.attributes[i].name);
        }
        return names_->contains(name);
    }

    // False when enough was said of the body.
    bool may_tell() { return ++found_ <= most_; }

    // A fix reads the definitions of the body. Without the steps for that, there is none.
    bool may_fix() {
        std::size_t items = 0;
        for (const bind::BodyDef* def : body_.defs) items += def->attributes.size() + def->blocks.size();
        return rule_.work.spend(items / kItemsOfStep);
    }

    void attribute(const bind::AttributeDef& required) {
        if (found_ > most_ || !required.notes.is_available || has_attribute(required.name)) return;
        // Another body of the block requires it, too.
        const bind::AttributeDef* first = body_.attribute(required.name);
        if (first != &required && first && first->is_required) return;
        const bool as_block = std::ranges::any_of(
            body_.blocks, [&](std::uint32_t i) { return rule_.unit.blocks[i].type == required.name; });
        if (as_block || report_misspelt(rule_, body_, required)) return;
        if (begins_name(*rule_.module.file(rule_.slot.file), body_.inside.shifted(rule_.slot.base),
                        required.name))
            return;
        if (!may_tell()) return;
        Diagnostic& d = rule_.report(DiagCode::MissingRequiredArgument, body_.missing_place, {required.name});
        if (!may_fix()) return;
        add_fix(d, "Add \"" + required.name + "\"",
                add_arguments(source_of(rule_, body_), std::vector{&required}));
    }

    void block(const bind::BodyDef& def, const bind::BlockDef& wanted) {
        if (found_ > most_ || !wanted.notes.is_available) return;
        const bind::BlockDef* first = body_.block_def(wanted.type);
        if (first != &wanted && first && first->min_items > 0) return;
        std::uint64_t count = 0;
        bool is_made = false;
        for (std::uint32_t i : body_.blocks) {
            const bind::BlockDef* made = rule_.unit.blocks[i].def;
            count += made == &wanted || (made && made == first);
            is_made = is_made || made == def.generator(wanted.type);
        }
        // The number of blocks that a dynamic block generates is unknown.
        if (is_made && def.generator(wanted.type)) return;
        if (count >= wanted.min_items || has_attribute(wanted.type) || !may_tell()) return;
        Diagnostic& d =
            wanted.min_items == 1
                ? rule_.report(DiagCode::MissingBlock, body_.missing_place, {wanted.type})
                : rule_.report(DiagCode::TooFewBlocks, body_.missing_place,
                               {wanted.type, std::to_string(wanted.min_items), std::to_string(count)});
        use_singular(d.message, "there are 1.", "there is 1.");
        // The fix adds one block, so it is offered only when exactly one is missing.
        if (count + 1 == wanted.min_items && may_fix())
            add_fix(d, "Add a block \"" + wanted.type + "\"", add_block(source_of(rule_, body_), wanted));
    }

    UnitRule& rule_;
    const bind::BoundBody& body_;
    std::optional<std::unordered_set<std::string_view>> names_{};  // of the arguments that it has
    std::size_t most_;
    std::size_t found_ = 0;
};

}  // namespace

void missing(UnitRule& rule) {
    for (const bind::BoundBody& body : rule.unit.bodies)
        if (body.block != bind::kNone && !rule.may_lack(body)) LackingBody(rule, body).run();
}

}  // namespace hcl::check
