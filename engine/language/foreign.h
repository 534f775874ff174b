// Files of other languages that go by names of this one: Puppet's manifests end in ".pp", as programs of
// Pulumi do, and "consul.json" may be a dashboard.
#pragma once

#include <string_view>

#include "engine/language/language.h"

namespace hcl::language {

// Whether a line near the beginning of the text is one that the language's pack calls `foreign`.
bool is_foreign(const Language& language, std::string_view text);

// Whether the text, the beginning of a file, has an item that the language knows, or none at all. Where all
// are misspelt, they are known, too. Asked of languages in HCL 1 alone: their files have names that others
// also use.
bool has_own_items(const Language& language, std::string_view path, std::string_view text);

// The built-in language by the editor's language id, then by the file's name, where the text may be in it.
LanguagePtr builtin_language_of(std::string_view path, std::string_view editor_id, std::string_view text);

}  // namespace hcl::language
