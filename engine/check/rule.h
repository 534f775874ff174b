// The inputs and outputs of rules. Private to check/.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/base/suggest.h"
#include "engine/bind/address.h"
#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

// Cached findings of a unit and its state. Findings that depend on more than those are computed from the
// lists on each check, by File rules; all inputs of the lists must be among the keys that the unit reads
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
    bool is_empty() const {
        return found.empty() && missing.empty() && declared.empty() && declared_blocks.empty() &&
               leading.empty() && extending.empty();
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
    bool native = true;

    // The file overrides declarations of others, so nothing is missing from it.
    bool is_override() const { return module.file(slot.file)->is_override; }
    // Whether fixes may insert native syntax.
    bool is_native() const { return native; }
    // A part of the unit's source text.
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

    bool is_native() const { return file.input.tree->options().syntax == syntax::Syntax::Native; }
    Diagnostic& report(DiagCode code, Span span, std::initializer_list<std::string_view> args = {}) {
        out.push_back(make_diagnostic(code, span, args));
        return out.back();
    }
};

// Whether the body has an argument or a block of that name.
bool is_there(const bind::BoundUnit& unit, std::uint32_t body, std::string_view name);

// Calls tell for each name that the schema knows, with its position and
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

// The span of the name without the quotes of JSON.
Span unquoted(Span place, std::string_view name);
// Adds a fix that is a guess: the nearest name.
void add_replacement(Diagnostic& diagnostic, Span place, std::string_view replacement);
// Adds a fix with the name that the pack declares as the replacement.
void add_successor(Diagnostic& diagnostic, Span place, std::string_view replacement);
// The end of a sentence: ". Use "x" instead.", or the pack's advice; "." without either.
std::string deprecation_advice(const language::Notes& notes);
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
