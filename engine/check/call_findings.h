// Findings in another module that only the values of one call, or of a file of values, cause; they are
// reported at these values. Errors for all values are findings of that module's own files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/check/check.h"
#include "engine/check/instance_elements.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

// Whether the module in a folder calls `from` in turn.
using CallsBack = std::function<bool(const bind::Module& from, std::string_view folder)>;

// `elements`, here and below: what the language knows of them; null: nothing.
Diagnostics call_findings(const bind::Module& module, FileId file, const bind::CalledModule& called,
                          const CallsBack& calls_back, const InstanceElements* elements,
                          const Cancel& cancel);

// Values for symbols of a module, from a call or from a file that is about that module. Places are in the
// file.
struct GivenValues {
    struct Given {
        std::string name;
        Value value;
        Span place;
    };
    FileId file;
    Span whole;  // stands for all of them
    std::vector<Given> list;
};
// The steps that the values of a file may take in the module that they are for. Such files are modules of
// their own: as many as are `alike` in a folder share the steps of some modules.
std::uint64_t steps_of_values(const bind::Module& module, FileId file, std::size_t alike);
inline constexpr std::size_t kFilesWithFullShare = 8;  // fewer share nothing
// Says that these steps did not suffice, from a place on.
Diagnostic values_cut(FileId file, Span place);

// Findings in `set` that only these values of its symbols of a kind cause, without those of its elements. The
// others can have any value. `steps` of evaluation are left for the file, and become fewer; none where they
// do not suffice.
Diagnostics given_value_findings(const bind::Module& set, std::string_view kind, const GivenValues& given,
                                 const bind::CalledModule& called, const InstanceElements* elements,
                                 std::uint64_t& steps, const Cancel& cancel);
// The same with all inputs of an instance: only those in `given` have a place.
Diagnostics instance_findings(const bind::Module& set, bind::InputsPtr inputs, const GivenValues& given,
                              const bind::CalledModule& called, const InstanceElements* elements,
                              std::uint64_t& steps, const Cancel& cancel);
// Errors in one file of a module that only an instance of it has; with all steps of rules also warnings.
struct InputFinding {
    Diagnostic found;
    std::string input;              // whose value leads to it; empty: not known
    bool is_own_condition = false;  // it does not meet a condition of that input, which reads nothing else
};
std::vector<InputFinding> findings_of_instance(const bind::Module& module, FileId file,
                                               const bind::ModulePtr& instance,
                                               const bind::CalledModule& called,
                                               const InstanceElements* elements, const Cancel& cancel,
                                               RuleSteps rule_steps = RuleSteps::Usual);
// The same for the attributes of a file of values, without those that are `replaced`.
Diagnostics value_file_findings(const bind::Module& module, FileId file, const bind::Module& set,
                                const std::set<std::string>& replaced, const bind::CalledModule& called,
                                const InstanceElements* elements, std::size_t alike, const Cancel& cancel);

}  // namespace hcl::check
