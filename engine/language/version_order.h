// Versions as packs write them: numbers with dots, an optional "v" before and a pre-release behind a dash.
#pragma once

#include <compare>
#include <string_view>

namespace hcl::language {

// Numbers by value, missing ones as 0; a pre-release comes before what it leads to, and of two pre-releases
// the text decides. Anything else in a part is compared as text.
std::weak_ordering compare_versions(std::string_view a, std::string_view b);

// Whether a language of that version has what came with `since` and was there until `until`. Empty texts say
// nothing.
bool is_available(std::string_view version, std::string_view since, std::string_view until);

// Whether a constraint such as ">= 1.2, < 2.0" admits the version. One that is not written as such admits
// all.
bool is_admitted(std::string_view version, std::string_view constraint);
// Whether it admits that version or any newer one.
bool admits_from(std::string_view oldest, std::string_view constraint);

}  // namespace hcl::language
