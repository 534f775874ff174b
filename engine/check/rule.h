// What rules see and how they report. Private to check/.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/base/suggest.h"
#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

// One unit. Places are as in the unit; related places without a file are, too.
struct UnitRule {
    const bind::Module& module;
    const bind::UnitSlot& slot;
    const bind::BoundUnit& unit;
    Diagnostics& out;
    bool native = true;

    // Fixes that write HCL make sense.
    bool is_native() const { return native; }
    Diagnostic& report(DiagCode code, Span span, std::initializer_list<std::string_view> args = {}) {
        out.push_back(make_diagnostic(code, span, args));
        return out.back();
    }
};

// One file of a module. Places are those of the file.
struct FileRule {
    const bind::Module& module;
    const bind::ModuleFile& file;
    Diagnostics& out;

    Diagnostic& report(DiagCode code, Span span, std::initializer_list<std::string_view> args = {}) {
        out.push_back(make_diagnostic(code, span, args));
        return out.back();
    }
};

// Whether the body sets an argument or has a block of that name.
bool is_there(const bind::BoundUnit& unit, std::uint32_t body, std::string_view name);

// " Did you mean "x"?" or nothing.
std::string did_you_mean(std::string_view name);
// The name without the quotes that JSON has around it.
Span unquoted(Span place, std::string_view name);
// A guess: the nearest name.
void add_replacement(Diagnostic& diagnostic, Span place, std::string_view replacement);
// The name that the pack says takes the place of this one.
void add_successor(Diagnostic& diagnostic, Span place, std::string_view replacement);
// " Use "x" instead." or what the pack says; nothing when it says nothing.
std::string deprecation_advice(const language::Notes& notes);
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
