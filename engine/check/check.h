// Checks a file against its language: runs the rules of rules.def over bound data.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

// User settings for severities: by code ("HCL6012"), by name ("UnusedSymbol"), by the name of a pack's rule,
// or for all others ("*").
struct RuleSettings {
    enum class Level : std::uint8_t { Off, Hint, Info, Warning, Error };
    std::map<std::string, Level, std::less<>> levels;
    // Options of rules, by their path: "RULE.OPTION", "RULE.BLOCK.OPTION". Lists have a line for each
    // element.
    std::map<std::string, std::string, std::less<>> options{};
    // Names, properties and types that extensions find wrong are warnings, where the language's own tools
    // have such a mode.
    bool is_lenient = false;
    bool operator==(const RuleSettings&) const = default;
};

// Switches off what only running the program would find (DiagCode::FailsInPlan).
void leave_to_plans(RuleSettings& settings);
// "off", "hint", "info", "warning", "error".
std::optional<RuleSettings::Level> level_of_word(std::string_view word);
std::string_view word_of(RuleSettings::Level level);
// Whether the finding has that code, name or rule name.
bool is_called(const Diagnostic& diagnostic, std::string_view name);
// Whether findings of a rule are reported. A rule that is off by default must be enabled by its own name.
bool is_wanted(const RuleSettings& settings, const language::Language& language, DiagCode code,
               std::string_view rule, bool is_on);

// Where another module (by folder as written, and language) declares a symbol of a kind and name. Looked up
// on each check, so that the positions are current.
using ForeignPlaces = std::function<std::optional<Location>(
    std::string_view folder, std::string_view language, std::string_view kind, std::string_view name)>;

// Whether another module calls this one; called only when findings depend on it.
using IsCalled = std::function<bool()>;

// Completes a finding whose file is set, before comments and levels apply; false: it does not count
// (LanguageExtension::refine).
using Refine = std::function<bool(Diagnostic&)>;

// The result of looking up a name in an ignore comment.
struct FindingName {
    enum class State : std::uint8_t {
        Known,    // the code or name of a finding, or of a rule
        Unknown,  // no finding or rule has this name
        Unsure,   // a pack or configuration has errors, so its rules may be missing
    } state = State::Known;
    std::string nearest{};  // the known name most similar to an unknown one; may be empty
};
using FindFindingName = std::function<FindingName(std::string_view)>;

// The findings of one file of the module, without syntax errors; sorted, with the file set. Suppression
// comments also apply to `others` (findings from other rooms).
struct CheckCounters {
    std::size_t units = 0;        // units whose findings were computed again
    std::size_t suggestions = 0;  // names of the module that similar ones were looked for
};
// `others` where comments and levels allow them. The file may be all that is known of the module.
Diagnostics allowed_findings(const bind::Module& module, FileId file, Diagnostics others,
                             const RuleSettings& settings, const Cancel& cancel, const Refine& refine = {});
// The findings of rules that need a single unit only, and `others`: a part of the result of check_file(). The
// module may be bound and not yet evaluated (bind::OnBound).
Diagnostics first_findings(const bind::Module& module, FileId file, Diagnostics others,
                           const RuleSettings& settings, const Cancel& cancel, const Refine& refine = {});
Diagnostics check_file(const bind::Module& module, FileId file, Diagnostics others,
                       const RuleSettings& settings, const Cancel& cancel, CheckCounters* counters = nullptr,
                       const ForeignPlaces& foreign_places = {}, const IsCalled& is_called = {},
                       const Refine& refine = {}, const FindFindingName& find_name = {});

// Whether rules may take only the steps that units usually have, or as many as those of a file.
enum class RuleSteps : std::uint8_t { Usual, All };
// The findings in the values of one unit of a called module that are at least that severe, with what rules
// find in them. Places are in the unit.
Diagnostics unit_findings(const bind::Module& module, const bind::UnitSlot& slot, Severity least,
                          RuleSteps steps, const Cancel& cancel);

}  // namespace hcl::check
