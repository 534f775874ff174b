// Parts of a module's files with syntax errors. A half-typed line can hide declarations behind it: a comment
// that is not closed yet holds the rest of its file. Private to check/.
#pragma once

#include <string_view>

#include "engine/bind/module.h"
#include "engine/source/span.h"

namespace hcl::check {

// Whether a line of a text with syntax errors is the beginning of a name, behind which nothing is written
// yet: that of an argument, or the last label of a block. Or the name of an argument without its "=".
bool begins_name(std::string_view text, std::string_view name);

// The same for a body, whose text is searched only where the syntax has errors.
bool begins_name(const bind::ModuleFile& file, Span body, std::string_view name);

// Whether the text of such a part looks as if it declared the name, or began to: as a label, or as an
// argument.
bool may_declare_in_broken_part(const bind::Module& module, std::string_view name);

}  // namespace hcl::check
