// Access to attributes and elements of values, with diagnostics on failure.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/source/diagnostic.h"
#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::eval {

// Receives the findings of an access.
class AccessFindings {
  public:
    virtual ~AccessFindings() = default;
    // Whether a finding at that position will be shown, so that building its message is not wasted.
    virtual bool is_shown(DiagCode code, Span place) = 0;
    // Whether the budget allows to compare this many names for a suggestion.
    virtual bool may_compare(std::size_t names) = 0;
    virtual void add(Diagnostic diagnostic) = 0;
};

// Each sets `out` and returns true; or reports one diagnostic at `place`, sets `out` to
// the dynamic value and returns false. `name_place` is the span of the name, where a fix
// can replace it; empty: offers no fix.
bool get_attribute(const Value& object, std::string_view name, Span place, Span name_place,
                   AccessFindings& findings, Value& out);
bool get_attribute(const Value& object, std::string_view name, Span place, Span name_place,
                   Diagnostics& diagnostics, Value& out);
// `key_place`: the same for a literal key, without its quotes.
bool get_element(const Value& collection, const Value& key, Span place, Span key_place, const Rules& rules,
                 AccessFindings& findings, Value& out);
bool get_element(const Value& collection, const Value& key, Span place, Span key_place, const Rules& rules,
                 Diagnostics& diagnostics, Value& out);

// The reason of a failed conversion as a clause: the path to the part, if any, and the problem.
std::string explain(const ValueError& error);

// Adds a fix that applies a suggestion.
void add_rename_fix(Diagnostic& diagnostic, Span place, std::string_view replacement);

}  // namespace hcl::eval
