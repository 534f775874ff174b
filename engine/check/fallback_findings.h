// Findings that the default values of a module's inputs cause in that module, where nothing sets the inputs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/language/language.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

// Whether blocks of the language set symbols of this kind: then a fallback that breaks a condition is wrong
// only in calls that use it.
bool is_set_by_calls(const language::Language& language, std::string_view kind);
// The place of the value that an input has by itself; nothing when the module has several of the name, or no
// such value.
std::optional<Location> fallback_of(const bind::Module& module, std::string_view kind,
                                    const std::string& name);
// An input whose own value is at a place.
struct OwnValue {
    std::string input;
    bool is_placeholder = false;  // it stands for a value that is always given: null, "", []
};
std::optional<OwnValue> own_value_at(const bind::Module& module, std::string_view kind,
                                     const Location& place);
// Whether the module is small enough to be evaluated with fallbacks after each edit.
bool may_use_fallbacks(const bind::Module& module);
// The kind of the symbols whose fallbacks matter in every module of the language: files of values and
// options set them, but no calls. Empty: none.
std::string_view kind_with_fallbacks(const language::Language& language);

// Errors in a file that the fallbacks of symbols of this kind lead to, as warnings: other values can be
// given. Nothing where some have none, since values are given there.
Diagnostics fallback_findings(const bind::Module& module, FileId file, std::string_view kind,
                              const bind::CalledModule& called, const Cancel& cancel);

}  // namespace hcl::check
