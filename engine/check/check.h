// What is wrong with a file by the rules of its language: the table of rules.def over bound data.
#pragma once

#include <map>
#include <string>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

// What a person decided about single codes: by id ("HCL6012") or by name ("UnusedSymbol").
struct RuleSettings {
    enum class Level : std::uint8_t { Off, Hint, Info, Warning, Error };
    std::map<std::string, Level, std::less<>> levels;
    bool operator==(const RuleSettings&) const = default;
};

// Findings of one file of the module, syntax findings not included; sorted, each names its file. Comments
// silence those of `others` (what other rooms found in the file), too.
struct CheckCounters {
    std::size_t units = 0;  // about which findings were made anew
};
Diagnostics check_file(const bind::Module& module, FileId file, Diagnostics others,
                       const RuleSettings& settings, const Cancel& cancel, CheckCounters* counters = nullptr);

}  // namespace hcl::check
