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

// User settings for findings: by code ("HCL6012"), by name ("UnusedSymbol"), by the name of
// a pack's own rule, or about all others ("*").
struct RuleSettings {
    enum class Level : std::uint8_t { Off, Hint, Info, Warning, Error };
    std::map<std::string, Level, std::less<>> levels;
    // Names, properties and types that extensions find wrong are warnings, where the language's own tools
    // have such a mode.
    bool is_lenient = false;
    bool operator==(const RuleSettings&) const = default;
};

// "off", "hint", "info", "warning", "error".
std::optional<RuleSettings::Level> level_of_word(std::string_view word);
std::string_view word_of(RuleSettings::Level level);
// Whether a finding goes by that code or name.
bool is_called(const Diagnostic& diagnostic, std::string_view name);
// Whether findings of a rule are shown at all. A rule that is not on by itself must be set by its own name.
bool is_wanted(const RuleSettings& settings, const language::Language& language, DiagCode code,
               std::string_view rule, bool is_on);

// Where another module (by folder as it is written, and language) declares a symbol of a kind and name. Asked
// at each look, so that places are those of now.
using ForeignPlaces = std::function<std::optional<Location>(
    std::string_view folder, std::string_view language, std::string_view kind, std::string_view name)>;

// Whether some other module calls this one; asked only where findings depend on it.
using IsCalled = std::function<bool()>;

// Findings of one file of the module, syntax findings not included; sorted, each names its file. Comments
// silence those of `others` (what other rooms found in the file), too.
struct CheckCounters {
    std::size_t units = 0;  // about which findings were made anew
};
Diagnostics check_file(const bind::Module& module, FileId file, Diagnostics others,
                       const RuleSettings& settings, const Cancel& cancel, CheckCounters* counters = nullptr,
                       const ForeignPlaces& foreign_places = {}, const IsCalled& is_called = {});

}  // namespace hcl::check
