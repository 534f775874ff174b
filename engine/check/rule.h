// The inputs and outputs of rules. Private to check/.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/bind/address.h"
#include "engine/bind/module.h"
#include "engine/bind/scopes.h"
#include "engine/check/check.h"
#include "engine/eval/evaluate.h"
#include "engine/source/diagnostic.h"

namespace hcl::eval {
class Prepared;
}

namespace hcl::check {

// The work that rules do for one unit, in steps of evaluation. What takes more than is left is left out.
class RuleWork {
  public:
    RuleWork(std::uint64_t most, const Cancel& cancel) : most_(most), left_(most), cancel_(cancel) {}

    // False when that is too much.
    bool spend(std::uint64_t steps);
    // Unknown, with an error, when it takes too much.
    eval::EvalResult evaluate(syntax::Node expr, const eval::Scope* scope, const eval::EvalOptions& options);
    eval::EvalResult evaluate(const eval::Prepared& expr, const eval::Scope* scope,
                              const eval::EvalOptions& options);

    std::uint64_t spent() const { return most_ - left_; }
    bool ran_out() const { return ran_out_; }
    const Cancel& cancel() const { return cancel_; }

  private:
    template <typename Expression>
    eval::EvalResult evaluated(const Expression& expr, const eval::Scope* scope, eval::EvalOptions options);

    std::uint64_t most_;
    std::uint64_t left_;
    bool ran_out_ = false;
    const Cancel& cancel_;
};

// Whether messages must not show the value.
bool is_secret(const Value& value);

// The steps that the checks of one file may take: those of a module, shared by its files.
std::uint64_t steps_of_file(const bind::Module& module, FileId file);

// Cached findings of a unit and its state. File rules make findings that depend on more from the lists, at
// each check; everything that determines the content of the lists must be among the keys that the unit reads
// (bind/keys.h).
struct UnitNotes {
    Diagnostics found;
    std::vector<std::uint32_t> missing;          // references to missing names
    std::vector<std::uint32_t> declared;         // declarations that others may duplicate
    std::vector<std::uint32_t> declared_blocks;  // blocks that must have unique labels
    std::vector<std::uint32_t> leading;          // references that must not form a cycle
    std::vector<std::uint32_t> extending;        // blocks that extend the block named by a label
    // Findings about symbols that another module declares.
    struct Elsewhere {
        std::uint32_t finding;  // index in `found`
        std::string folder;
        std::string language;
        std::string kind;
        std::string name;
    };
    std::vector<Elsewhere> elsewhere;
    // Indices of findings that apply only to root modules, and only to called modules; sorted.
    std::vector<std::uint32_t> only_root;
    std::vector<std::uint32_t> only_called;
    // Rules came to the end of their work: with more of it there may be more.
    bool is_partial = false;
    bool is_empty() const {
        return !is_partial && found.empty() && missing.empty() && declared.empty() &&
               declared_blocks.empty() && leading.empty() && extending.empty();
    }
};

// A unit with notes.
struct NotedUnit {
    bind::UnitSlot slot;
    const UnitNotes* notes;
};

// For rules of one unit. Positions are in the unit, also related ones without a file.
struct UnitRule {
    const bind::Module& module;
    const bind::UnitSlot& slot;
    const bind::BoundUnit& unit;
    Diagnostics& out;
    UnitNotes& notes;
    RuleWork& work;
    bool native = true;
    std::vector<std::shared_ptr<const eval::Scope>> pack_scopes{};  // by block, see pack_scope()

    // The file overrides declarations of others, so nothing is missing from it.
    bool is_override() const { return module.file(slot.file)->is_override; }
    // Whether what a body lacks may be in the one that it overrides. Blocks of which there can be several
    // replace those of the same type as a whole.
    bool may_lack(const bind::BoundBody& body) const {
        if (!is_override()) return false;
        for (std::uint32_t i = body.block; i != bind::kNone && unit.blocks[i].parent != 0;
             i = unit.bodies[unit.blocks[i].parent].block)
            if (unit.blocks[i].def && unit.blocks[i].def->max_items != 1) return false;
        return true;
    }
    // Whether fixes may insert native syntax.
    bool is_native() const { return native; }
    // The scope of pack expressions about the block. Rules share it, since `self` takes time to make.
    const eval::Scope& pack_scope(std::uint32_t block) {
        constexpr std::size_t kMembersOfStep = 2;
        constexpr std::size_t kOrdinary = 500;  // members; a value of more is worth more than some findings
        constexpr std::size_t kStepsOfMember = 4;
        pack_scopes.resize(unit.blocks.size());
        if (pack_scopes[block]) return *pack_scopes[block];
        for (const language::BodyDef* def : unit.bodies[unit.blocks[block].body].defs) {
            const std::size_t members = def->attributes.size() + def->blocks.size();
            work.spend(members > kOrdinary ? members * kStepsOfMember : members / kMembersOfStep);
        }
        return *(pack_scopes[block] = bind::pack_scope_of_block(module, slot, block));
    }
    // A part of the unit's source.
    std::string text(Span span) const {
        return module.file(slot.file)->input.tree->text(span.shifted(slot.base));
    }
    Diagnostic& report(DiagCode code, Span span, std::initializer_list<std::string_view> args = {}) {
        out.push_back(make_diagnostic(code, span, args));
        return out.back();
    }
};

// For rules of one file of a module. Positions are in the file. `units` are those with notes.
struct FileRule {
    const bind::Module& module;
    const bind::ModuleFile& file;
    const std::vector<NotedUnit>& units;  // in order
    Diagnostics& out;
    CheckCounters& counters;

    bool is_native() const { return file.input.tree->options().syntax == syntax::Syntax::Native; }
    Diagnostic& report(DiagCode code, Span span, std::initializer_list<std::string_view> args = {}) {
        out.push_back(make_diagnostic(code, span, args));
        return out.back();
    }
};

// Whether the body has an argument or a block of that name.
bool is_there(const bind::BoundUnit& unit, std::uint32_t body, std::string_view name);

// Calls tell for each name that the schema defines, with its position and
// whether another name can replace it there.
template <typename Tell>
void each_known_name(UnitRule& rule, Tell tell) {
    for (const bind::BoundAttribute& attribute : rule.unit.attributes)
        if (attribute.def)
            tell(rule, attribute.def->notes, attribute.name, attribute.name_span,
                 attribute.def->name == attribute.name &&
                     !is_there(rule.unit, attribute.body, attribute.def->notes.replaced_by));
    for (const bind::BoundBlock& block : rule.unit.blocks)
        if (block.def) tell(rule, block.def->notes, block.type, block.type_span, !block.def->hides_type);
}

// The value of the attribute does not convert to the type: a finding at the part at fault.
Diagnostic& report_misfit(UnitRule& rule, const bind::BoundAttribute& attribute, const ValueError& error,
                          const Type& wanted);
// The name without the quotes that JSON has around it.
Span unquoted(Span place, std::string_view name);
// Adds a fix that is a guess: the nearest name.
void add_replacement(Diagnostic& diagnostic, Span place, std::string_view replacement);
// The same, if there is a nearest name and the place contains the written one without escapes.
void add_nearest(Diagnostic& diagnostic, Span place, std::string_view written, std::string_view nearest);
// Adds a fix with the name that the pack declares as the replacement.
void add_successor(Diagnostic& diagnostic, Span place, std::string_view replacement);
// The end of a sentence: ". Use "x" instead.", or the pack's advice; "." without either.
std::string deprecation_advice(const language::Notes& notes);
// "this workspace is for version 1.4", or that this version is the default.
std::string version_in_use(const language::Language& language);
// Reports a name that the version in use does not have.
Diagnostic& report_unavailable(UnitRule& rule, const language::Notes& notes, std::string_view name,
                               Span place);
// Whether arguments that are decoded so have a value of their own; addresses have none.
inline bool has_value(language::Decoder decoder) {
    return decoder == language::Decoder::None || decoder == language::Decoder::Expression ||
           decoder == language::Decoder::Keyword || decoder == language::Decoder::Identifiers;
}

// Converts a finding of a unit to one of its file: positions are shifted by `base`.
Diagnostic finding_in_file(const Diagnostic& found, std::uint32_t base, FileId file);
// The declaration that the block of the body makes; null when it makes none.
const bind::Declaration* declaration_of(const bind::BoundUnit& unit, std::uint32_t body);
// Whether the reference starts with these steps.
bool begins_with(const bind::Reference& reference, const std::vector<std::string>& address);
std::string quoted_list(const std::vector<std::string>& names, std::string_view last_word);

#define HCL_RULE(name, stage) HCL_RULE_##stage(name)
#define HCL_RULE_Unit(name) void name(UnitRule& rule);
#define HCL_RULE_State(name) void name(UnitRule& rule);
#define HCL_RULE_File(name) void name(FileRule& rule);
#include "engine/check/rules.def"
#undef HCL_RULE_Unit
#undef HCL_RULE_State
#undef HCL_RULE_File
#undef HCL_RULE

}  // namespace hcl::check
