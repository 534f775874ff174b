// Reaching into values: attributes and elements, with what goes wrong as diagnostics.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/source/diagnostic.h"
#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::eval {

// Where the findings of an access go.
class AccessFindings {
  public:
    virtual ~AccessFindings() = default;
    // Whether a finding at that place is shown, so that its message is worth making.
    virtual bool is_shown(DiagCode code, Span place) = 0;
    // Whether so many names may be compared to suggest the nearest.
    virtual bool may_compare(std::size_t names) = 0;
    virtual void add(Diagnostic diagnostic) = 0;
};

// Each puts the part into `out` and returns true; or reports one diagnostic at `place`, puts the dynamic
// value into `out` and returns false. `name_place` is where a mistyped name can be replaced; empty: no fix is
// offered.
bool get_attribute(const Value& object, std::string_view name, Span place, Span name_place,
                   AccessFindings& findings, Value& out);
bool get_attribute(const Value& object, std::string_view name, Span place, Span name_place,
                   Diagnostics& diagnostics, Value& out);
// `key_place`: the same for a key that is written out, without its quotes.
bool get_element(const Value& collection, const Value& key, Span place, Span key_place, const Rules& rules,
                 AccessFindings& findings, Value& out);
bool get_element(const Value& collection, const Value& key, Span place, Span key_place, const Rules& rules,
                 Diagnostics& diagnostics, Value& out);

// A conversion's failure as a clause for people: the path to the part, if any, and what is wrong with it.
std::string explain(const ValueError& error);

// The fix that goes with a suggestion.
void add_rename_fix(Diagnostic& diagnostic, Span place, std::string_view replacement);

}  // namespace hcl::eval
